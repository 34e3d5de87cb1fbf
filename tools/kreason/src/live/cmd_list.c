// SPDX-License-Identifier: GPL-2.0-only
/* kreason list: what this kernel can explain, and how. */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "live/cli.h"
#include "live/hints.h"
#include "str.h"

static void help(void)
{
	printf("usage: kreason list [--json] [--reasons] [PATH ...]\n"
	       "\n"
	       "For each path, what the running kernel has of it: counters, events, or functions to probe; and why not.\n"
	       "Paths: %s.\n"
	       "\n"
	       "  --reasons  also the reasons, how often each was counted since boot, and what it means\n"
	       "  --json\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 a path has counters, 1 none has, 2 wrong usage.\n",
	       path_names());
}

/* In one word or two. */
static const char *summary(const struct path_state *s)
{
	bool event = false;
	unsigned int i;

	for (i = 0; i < PATH_EVENTS_MAX && s->path->events[i].name; i++)
		event |= s->event[i].yes;
	if (s->counters.yes)
		return event ? "counters and events" : "counters only";
	return event ? "events only" : path_only_probes(s) ? "only probes" : "nothing";
}

static void text(const struct path_state *s, bool reasons)
{
	unsigned int i;

	printf("%s: %s\n    %s\n", s->path->name, summary(s), s->path->what);
	if (s->counters.yes)
		printf("    counters  %s, %u reasons\n", s->path->file, s->reading.n);
	else
		printf("    counters  no: %s\n", s->counters.why);
	for (i = 0; i < PATH_EVENTS_MAX && s->path->events[i].name; i++) {
		if (s->event[i].yes)
			printf("    event     %s/%s\n", s->path->events[i].system,
			       s->path->events[i].name);
		else
			printf("    event     no: %s\n", s->event[i].why);
	}
	if (path_only_probes(s))
		printf("    probe     %s(): kreason probe %s\n", s->symbol, s->path->name);
	else if (s->probe.yes)
		printf("    probe     %s()\n", s->symbol);
	else
		printf("    probe     no: %s\n", s->probe.why);
	for (i = 0; reasons && i < s->reading.n; i++) {
		const struct counter *r = &s->reading.reason[i];

		printf("    %3u  %-26s %12" PRIu64 "  %s\n", i, r->name, r->value,
		       hint_find(s->path, r->name)->means);
	}
}

static json_t *have(const struct have *h)
{
	json_t *o = json_object();

	json_object_set_new(o, "available", json_boolean(h->yes));
	json_object_set_new(o, "why", h->yes ? json_null() : json_string(h->why));
	return o;
}

static json_t *object(const struct path_state *s)
{
	json_t *o = json_object(), *list = json_array(), *h;
	unsigned int i;

	json_object_set_new(o, "path", json_string(s->path->name));
	json_object_set_new(o, "what", json_string(s->path->what));
	json_object_set_new(o, "has", json_string(summary(s)));
	h = have(&s->counters);
	json_object_set_new(h, "file", json_string(s->path->file));
	json_object_set_new(o, "counters", h);
	for (i = 0; i < PATH_EVENTS_MAX && s->path->events[i].name; i++) {
		h = have(&s->event[i]);
		json_object_set_new(h, "system", json_string(s->path->events[i].system));
		json_object_set_new(h, "name", json_string(s->path->events[i].name));
		json_array_append_new(list, h);
	}
	json_object_set_new(o, "events", list);
	h = have(&s->probe);
	json_object_set_new(h, "symbol", s->probe.yes ? json_string(s->symbol) : json_null());
	json_object_set_new(o, "probe", h);
	list = json_array();
	for (i = 0; i < s->reading.n; i++) {
		const struct counter *r = &s->reading.reason[i];

		h = json_object();
		json_object_set_new(h, "name", json_string(r->name));
		json_object_set_new(h, "number", json_integer(i));
		json_object_set_new(h, "total",
				    r->value <= INT64_MAX ? json_integer(r->value) :
							    json_real(r->value));
		json_object_set_new(h, "means", json_string(hint_find(s->path, r->name)->means));
		json_array_append_new(list, h);
	}
	json_object_set_new(o, "reasons", list);
	return o;
}

int list_main(int argc, char **argv)
{
	enum { OPT_JSON = 256, OPT_REASONS };
	static const struct option options[] = {
		{ "json", no_argument, NULL, OPT_JSON },
		{ "reasons", no_argument, NULL, OPT_REASONS },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	bool json = false, reasons = false, any = false;
	const struct path *chosen[N_PATHS];
	json_t *doc = NULL, *list = NULL;
	struct path_state state;
	struct system system;
	unsigned int n, i;
	int option, error;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_JSON:
			json = true;
			break;
		case OPT_REASONS:
			reasons = true;
			break;
		case 'h':
			help();
			return 0;
		default:
			return command_usage("list");
		}
	}
	n = cli_paths("list", argc - optind, argv + optind, chosen);
	if (!n)
		return EXIT_USAGE;
	system_look(&system);
	if (json) {
		doc = json_object();
		list = json_array();
	}
	for (i = 0; i < n; i++) {
		path_look(&state, chosen[i], &system);
		any |= state.counters.yes;
		if (json)
			json_array_append_new(list, object(&state));
		else
			text(&state, reasons);
	}
	system_free(&system);
	if (json) {
		json_object_set_new(doc, "kreason", json_string("list"));
		json_object_set_new(doc, "schema", json_integer(1));
		json_object_set_new(doc, "paths", list);
		error = json_dumpf(doc, stdout, JSON_INDENT(2));
		json_decref(doc);
		putchar('\n');
		if (error)
			return command_wrong("list", "the output could not be written");
	}
	error = cli_flush("list");
	return error ? error : any ? CLI_YES : CLI_NO;
}
