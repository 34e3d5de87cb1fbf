// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "command.h"

static const struct command {
	const char *name, *does;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "explain", "explain the reports of failed allocations in a log", explain_main },
	{ "list", "what this kernel can explain, and how", list_main },
	{ "watch", "how often each reason is counted, again and again", watch_main },
	{ "drill", "the reason that dominates a path, and its stacks", drill_main },
	{ "report", "all of that for all paths, as a document", report_main },
	{ "verify", "whether the reason that dominated is gone", verify_main },
	{ "export", "the counters, for a monitoring system", export_main },
	{ "probe", "where the kernel does not say why: what dynamic probes tell", probe_main },
};

static const struct command *command(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static void usage(FILE *to)
{
	size_t i;

	fprintf(to, "usage: kreason COMMAND [ARGUMENTS]; kreason COMMAND --help says more\n\n");
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].does);
}

int main(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		usage(stdout);
		return 0;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("kreason %s\n", KREASON_VERSION);
		return 0;
	}
	c = command(argv[1]);
	if (!c) {
		fprintf(stderr, "kreason: no command \"%s\"; kreason --help lists them\n", argv[1]);
		return EXIT_USAGE;
	}
	return c->run(argc - 1, argv + 1);
}
