/* SPDX-License-Identifier: GPL-2.0-only */
/* What the live commands have in common on the command line. Each is a function in command.h. */
#ifndef KREASON_LIVE_CLI_H
#define KREASON_LIVE_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "command.h"
#include "live/paths.h"

/*
 * Exit codes of the live commands. EXIT_USAGE is 2. A run that a signal ended early says what it
 * has by then and returns 128 + its number.
 */
enum {
	CLI_YES = 0,		/* what was asked for was found */
	CLI_NO = 1,		/* it was looked for and is not there */
	CLI_CANNOT = 3,		/* this kernel, or this user, cannot tell */
};

/*
 * A number from @min to @max, with at most three decimals. False after one line about option @name.
 */
bool cli_number(const char *command, const char *name, const char *text, double min, double max,
		double *value);

/*
 * What is behind "--" is the command to run, whose options are its own: @run, NULL without one;
 * @argc ends before it. False after one line where nothing is behind it.
 */
bool cli_command(const char *command, int *argc, char **argv, char *const **run);

/*
 * The paths named in @argv, or all without one, each once, in @chosen of N_PATHS elements. How
 * many; 0 after one line about one that does not exist.
 */
unsigned int cli_paths(const char *command, int argc, char **argv, const struct path **chosen);

/*
 * Write out standard output. 0, or EXIT_USAGE after one line. A reader that has gone away is no
 * error.
 */
int cli_flush(const char *command);

#endif
