/* SPDX-License-Identifier: GPL-2.0-only */
/* A subcommand is one file with one function; main.c has the table. */
#ifndef KREASON_COMMAND_H
#define KREASON_COMMAND_H

/* What every subcommand returns when it is used wrongly or cannot read its input. */
#define EXIT_USAGE 2

/* One line on standard error: "kreason COMMAND: ...". Returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3)))
int command_wrong(const char *command, const char *format, ...);

/* After getopt() has said what is wrong: where the options are listed. Returns EXIT_USAGE. */
int command_usage(const char *command);

/* @argv[0] is the name of the subcommand. */
int explain_main(int argc, char **argv);
int list_main(int argc, char **argv);
int watch_main(int argc, char **argv);
int drill_main(int argc, char **argv);
int report_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int export_main(int argc, char **argv);
int probe_main(int argc, char **argv);

#endif
