// SPDX-License-Identifier: GPL-2.0-only
#include "live/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "str.h"

bool cli_number(const char *command, const char *name, const char *text, double min, double max,
		double *value)
{
	const char *p = text;
	int decimals = 0;

	/* strtod() alone would take blanks, signs, hexadecimal, nan and infinity. */
	while (is_digit(*p))
		p++;
	if (p > text && *p == '.')
		for (p++; is_digit(*p); p++)
			decimals++;
	if (p > text && !*p && p - text <= 12 && decimals <= 3) {
		*value = strtod(text, NULL);
		if (*value >= min && *value <= max)
			return true;
	}
	command_wrong(command, "%s %s is no number from %g to %.0f", name, text, min, max);
	return false;
}

bool cli_command(const char *command, int *argc, char **argv, char *const **run)
{
	int a;

	*run = NULL;
	for (a = 1; a < *argc && strcmp(argv[a], "--"); a++)
		;
	if (a == *argc)
		return true;
	if (a + 1 == *argc) {
		command_wrong(command, "no command after --");
		return false;
	}
	*run = argv + a + 1;
	*argc = a;
	return true;
}

unsigned int cli_paths(const char *command, int argc, char **argv, const struct path **chosen)
{
	unsigned int n = 0, i;
	int a;

	for (a = 0; a < argc; a++) {
		const struct path *path = path_find(argv[a]);

		if (!path) {
			command_wrong(command, "no path \"%s\"; there are: %s", argv[a], path_names());
			return 0;
		}
		for (i = 0; i < n && chosen[i] != path; i++)
			;
		if (i == n)
			chosen[n++] = path;
	}
	for (i = 0; !argc && i < N_PATHS; i++)
		chosen[n++] = &paths[i];
	return n;
}

int cli_flush(const char *command)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	return errno == EPIPE ? 0 : command_wrong(command, "standard output: %s", strerror(errno));
}
