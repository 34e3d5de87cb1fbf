// SPDX-License-Identifier: GPL-2.0-only
/* kreason export: the counters, for a monitoring system. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "live/cli.h"
#include "live/file.h"
#include "live/metrics.h"
#include "str.h"

/**
 * struct request - the command line
 * @output: file, or NULL for standard output
 * @named:  paths were
 */
struct request {
	enum metrics_form form;
	const char *output;
	bool json, named;
};

static void help(void)
{
	printf("usage: kreason export [OPTIONS] [PATH ...]\n"
	       "\n"
	       "Prints the counters of all paths, or of those named, as text for a monitoring system.\n"
	       "Paths: %s.\n"
	       "\n"
	       "  --output FILE    write FILE as a whole: first a file beside it, which is then renamed\n"
	       "  --format FORMAT  openmetrics (default), or prometheus, which the textfile collector of the node exporter needs\n"
	       "  --json           the same for other programs\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 written, 1 written but no path has counters, 2 wrong usage or not written.\n",
	       path_names());
}

/* The same samples as an object. */
static bool write_json(FILE *to, const struct metrics_path *p, unsigned int n, double time)
{
	json_t *doc = json_object(), *list = json_array();
	unsigned int i, j;
	bool good;

	for (i = 0; i < n; i++) {
		json_t *o = json_object(), *reasons = json_array();

		for (j = 0; p[i].readable && j < p[i].counters.n; j++) {
			const struct counter *c = &p[i].counters.reason[j];
			json_t *r = json_object();

			json_object_set_new(r, "name", json_string(c->name));
			json_object_set_new(r, "total",
					    c->value <= INT64_MAX ? json_integer(c->value) :
								    json_real(c->value));
			json_object_set_new(r, "in_share",
					    json_boolean(path_in_group(p[i].path, c->name)));
			json_object_set_new(r, "normal",
					    json_boolean(path_normal(p[i].path, c->name)));
			json_array_append_new(reasons, r);
		}
		json_object_set_new(o, "path", json_string(p[i].path->name));
		json_object_set_new(o, "readable", json_boolean(p[i].readable));
		json_object_set_new(o, "reasons", reasons);
		json_array_append_new(list, o);
	}
	json_object_set_new(doc, "kreason", json_string("export"));
	json_object_set_new(doc, "schema", json_integer(1));
	json_object_set_new(doc, "time", json_real(time));
	json_object_set_new(doc, "paths", list);
	good = !json_dumpf(doc, to, JSON_INDENT(2));
	fputc('\n', to);
	json_decref(doc);
	return good;
}

/* As text in memory, so that a file is written as a whole or not at all. */
static char *text(const struct request *r, const struct metrics_path *p, unsigned int n,
		  size_t *len)
{
	struct timespec now;
	double time;
	char *buf = NULL;
	FILE *to = open_memstream(&buf, len);
	bool failed;

	if (!to)
		return NULL;
	clock_gettime(CLOCK_REALTIME, &now);
	time = now.tv_sec + now.tv_nsec / 1e9;
	failed = r->json && !write_json(to, p, n, time);
	if (!r->json)
		metrics_write(to, r->form, p, n, time);
	failed |= ferror(to);
	if (fclose(to) || failed) {
		free(buf);
		return NULL;
	}
	return buf;
}

static int export(const struct request *r, const struct path **chosen, unsigned int n)
{
	struct metrics_path *p = calloc(n, sizeof(*p));
	struct system system;
	int status = CLI_NO;
	char *buf = NULL, why[WHY_MAX];
	unsigned int i;
	size_t len;

	if (!p)
		return command_wrong("export", "no memory");
	system_look(&system);
	for (i = 0; i < n; i++) {
		p[i].path = chosen[i];
		p[i].readable = path_read(&p[i].counters, chosen[i], &system, why, sizeof(why));
		if (p[i].readable)
			status = CLI_YES;
		if (!p[i].readable && r->named) {
			path_advise(why, sizeof(why), chosen[i], &system);
			command_wrong("export", "%s: %s", chosen[i]->name, why);
		}
	}
	if (status == CLI_NO && !r->named)
		command_wrong("export", "no path has counters; kreason list says why");
	system_free(&system);

	buf = text(r, p, n, &len);
	if (!buf)
		status = command_wrong("export", "no memory");
	else if (r->output && file_replace(r->output, buf, len))
		status = command_wrong("export", "%s: %s; is its directory there and writable?",
				       r->output, strerror(errno));
	else if (!r->output && (fwrite(buf, 1, len, stdout), cli_flush("export")))
		status = EXIT_USAGE;
	free(buf);
	free(p);
	return status;
}

int export_main(int argc, char **argv)
{
	enum { OPT_OUTPUT = 256, OPT_FORMAT, OPT_JSON };
	static const struct option options[] = {
		{ "output", required_argument, NULL, OPT_OUTPUT },
		{ "format", required_argument, NULL, OPT_FORMAT },
		{ "json", no_argument, NULL, OPT_JSON },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	struct request r = { .form = METRICS_OPENMETRICS };
	const struct path *chosen[N_PATHS];
	bool format = false;
	unsigned int n;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_OUTPUT:
			r.output = optarg;
			break;
		case OPT_FORMAT:
			format = true;
			if (!strcmp(optarg, "openmetrics"))
				r.form = METRICS_OPENMETRICS;
			else if (!strcmp(optarg, "prometheus"))
				r.form = METRICS_PROMETHEUS;
			else
				return command_wrong(
					"export",
					"unknown format \"%s\"; there are openmetrics and prometheus",
					optarg);
			break;
		case OPT_JSON:
			r.json = true;
			break;
		case 'h':
			help();
			return 0;
		default:
			return command_usage("export");
		}
	}

	if (r.json && format)
		return command_wrong("export", "--json and --format are two forms; give one");
	r.named = optind < argc;
	n = cli_paths("export", argc - optind, argv + optind, chosen);
	return n ? export(&r, chosen, n) : EXIT_USAGE;
}
