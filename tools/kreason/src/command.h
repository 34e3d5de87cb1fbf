/* SPDX-License-Identifier: GPL-2.0-only */
/* A subcommand is one file with one function; main.c has the table. */
#ifndef KREASON_COMMAND_H
#define KREASON_COMMAND_H

/* What every subcommand returns when it is used wrongly or cannot read its input. */
#define EXIT_USAGE 2

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
