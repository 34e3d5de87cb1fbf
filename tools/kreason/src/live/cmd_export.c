// SPDX-License-Identifier: GPL-2.0-only
/* kreason export: the counters, for a monitoring system. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "live/cli.h"
#include "live/file.h"
#include "live/metrics.h"
#include "str.h"

static void help(void)
{
	printf("usage: kreason export [OPTIONS] [PATH ...]\n"
	       "\n"
	       "Prints the counters of all paths, or of those named (%s), as text\n"
	       "for a monitoring system.\n"
	       "\n"
	       "  --output FILE    write FILE as a whole: first a file beside it, which is then renamed\n"
	       "  --format FORMAT  openmetrics (default), or prometheus, which the textfile collector of the node exporter needs\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 written, 1 written but no path has counters, 2 wrong usage or not written.\n",
	       path_names());
}

/* As text in memory, so that a file is written as a whole or not at all. */
static char *text(enum metrics_form form, const struct metrics_path *p, unsigned int n, size_t *len)
{
	struct timespec now;
	char *buf = NULL;
	FILE *to = open_memstream(&buf, len);
	bool failed;

	if (!to)
		return NULL;
	clock_gettime(CLOCK_REALTIME, &now);
	metrics_write(to, form, p, n, now.tv_sec + now.tv_nsec / 1e9);
	failed = ferror(to);
	if (fclose(to) || failed) {
		free(buf);
		return NULL;
	}
	return buf;
}

static int export(enum metrics_form form, const char *output, const struct path **chosen, unsigned int n, bool named)
{
	struct metrics_path *p = calloc(n, sizeof(*p));
	struct system system;
	int status = CLI_NO;
	char *buf = NULL, why[WHY_MAX];
	unsigned int i;
	size_t len;

	if (!p)
		return cli_wrong("export", "no memory");
	system_look(&system);
	for (i = 0; i < n; i++) {
		p[i].path = chosen[i];
		p[i].readable = path_read(&p[i].counters, chosen[i], &system, why, sizeof(why));
		if (p[i].readable)
			status = CLI_YES;
		else if (named)
			cli_wrong("export", "%s: %s", chosen[i]->name, why);
	}
	if (status == CLI_NO && !named)
		cli_wrong("export", "no path has counters; kreason list says why");
	system_free(&system);

	buf = text(form, p, n, &len);
	if (!buf)
		status = cli_wrong("export", "no memory");
	else if (output && file_replace(output, buf, len))
		status = cli_wrong("export", "%s: %s; is its directory there and writable?", output, strerror(errno));
	else if (!output && (fwrite(buf, 1, len, stdout), cli_flush("export")))
		status = EXIT_USAGE;
	free(buf);
	free(p);
	return status;
}

int export_main(int argc, char **argv)
{
	enum { OPT_OUTPUT = 256, OPT_FORMAT };
	static const struct option options[] = {
		{ "output", required_argument, NULL, OPT_OUTPUT },
		{ "format", required_argument, NULL, OPT_FORMAT },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	enum metrics_form form = METRICS_OPENMETRICS;
	const struct path *chosen[N_PATHS];
	const char *output = NULL;
	unsigned int n;
	bool named;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_OUTPUT:
			output = optarg;
			break;
		case OPT_FORMAT:
			if (!strcmp(optarg, "openmetrics"))
				form = METRICS_OPENMETRICS;
			else if (!strcmp(optarg, "prometheus"))
				form = METRICS_PROMETHEUS;
			else
				return cli_wrong("export", "unknown format \"%s\"; there are openmetrics and prometheus", optarg);
			break;
		case 'h':
			help();
			return 0;
		default:
			fprintf(stderr, "kreason export --help lists the options\n");
			return EXIT_USAGE;
		}
	}

	named = optind < argc;
	n = cli_paths("export", argc - optind, argv + optind, chosen);
	return n ? export(form, output, chosen, n, named) : EXIT_USAGE;
}
