// SPDX-License-Identifier: GPL-2.0-only
#include "command.h"

#include <stdarg.h>
#include <stdio.h>

int command_wrong(const char *command, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "kreason %s: ", command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return EXIT_USAGE;
}

int command_usage(const char *command)
{
	fprintf(stderr, "kreason %s --help lists the options\n", command);
	return EXIT_USAGE;
}
