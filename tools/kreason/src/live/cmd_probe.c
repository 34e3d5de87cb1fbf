// SPDX-License-Identifier: GPL-2.0-only
/* kreason probe: the nearest answer where the kernel does not say why, with dynamic probes. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "live/cli.h"
#include "live/file.h"
#include "live/probe.h"
#include "str.h"

#define SECONDS		10
#define STACKS		5
#define VALUES		20
#define BTF_FILE	"/sys/kernel/btf/vmlinux"

/**
 * struct request - the command line
 * @btf: file, or NULL for that of the running kernel
 */
struct request {
	const struct path *path;
	bool print, json;
	double seconds, stacks;
	const char *btf;
	struct layout layout;
	struct probe probe;
};

/**
 * struct kernel - the running one
 * @results: text of an event's format that names the results of compaction, or NULL
 */
struct kernel {
	struct utsname u;
	struct system system;
	char *results;
};

static void help(void)
{
	printf("usage: kreason probe [OPTIONS] PATH [-- COMMAND ...]\n"
	       "\n"
	       "For kernels that do not say why: sets dynamic probes on the functions of PATH, prints how often they were called, with\n"
	       "what, and from where, and removes the probes. With COMMAND, while that runs.\n"
	       "Paths: %s.\n"
	       "\n"
	       "  --seconds N    default %d, with COMMAND until it ends\n"
	       "  --print        change nothing; print what to type for the same, into tracefs, with perf, with trace-cmd\n"
	       "  --btf FILE     where the fields of structures are, default %s\n"
	       "  --offset S.F=N[:BYTES]\n"
	       "                 the same for field F of structure S, by hand; may be given several times\n"
	       "  --stacks N     to print, default %d\n"
	       "  --buffer       take stacks from a buffer, as is done where the kernel has no histograms of stacks\n"
	       "  --json\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 something was seen, 1 nothing was, 2 wrong usage, 3 the kernel or the user cannot, 128 + N ended by\n"
	       "signal N.\n",
	       path_names(), SECONDS, BTF_FILE, STACKS);
}

static void kernel_free(struct kernel *k)
{
	system_free(&k->system);
	free(k->results);
}

static bool kernel_look(struct kernel *k, char *why, size_t size)
{
	char at[PATH_MAX];

	memset(k, 0, sizeof(*k));
	uname(&k->u);
	system_look(&k->system);
	if (!system_symbols(&k->system, why, size))
		return false;
	if (k->system.tracefs.dir[0] &&
	    place_file(&k->system.tracefs, at, sizeof(at),
		       "events/compaction/mm_compaction_finished/format"))
		k->results = file_read(at, 1 << 16, NULL);
	return true;
}

/*
 * Where the structures are. That of the running kernel need not exist; one that was asked for must.
 */
static bool read_layout(struct request *r, char *why, size_t size)
{
	char at[PATH_MAX];

	if (r->btf)
		return layout_load(&r->layout, r->btf, why, size);
	if (file_system(at, sizeof(at), BTF_FILE) && !access(at, R_OK))
		layout_load(&r->layout, at, why, size);
	return true;
}

/* Percent of what @count is a part of. */
static double share(uint64_t count, uint64_t all)
{
	return all ? 100.0 * count / all : 0;
}

static void print_stacks(const struct request *r, unsigned int event)
{
	const struct stacks *s = &r->probe.stacks[event];
	unsigned int i;

	for (i = 0; i < s->n && i < r->stacks; i++) {
		const char *p = s->stack[i].frames;

		printf("\n  %" PRIu64 " (%.1f %%):\n", s->stack[i].count,
		       share(s->stack[i].count, s->captured));
		for (; *p; p += strcspn(p, "\n"), p += *p == '\n')
			printf("      %.*s\n", (int)strcspn(p, "\n"), p);
	}
	if (s->n > i)
		printf("\n  %u more stacks; --stacks %u prints them all.\n", s->n - i, s->n);
	if (s->dropped)
		printf("\n  %" PRIu64 " calls have stacks for which there was no room.\n",
		       s->dropped);
}

static void print_values(const struct values *v)
{
	unsigned int i;

	if (v->n)
		printf("\nCalled with:\n");
	for (i = 0; i < v->n && i < VALUES; i++) {
		const char *p = v->value[i].text;

		printf("  %8" PRIu64 "  ", v->value[i].count);
		for (; *p; p++)
			fputs(*p == '\t' ? "  " : (char[]){ *p, 0 }, stdout);
		putchar('\n');
	}
	if (v->n > i)
		printf("  %u more combinations; --json has them all.\n", v->n - i);
	if (v->other)
		printf("  %" PRIu64 " calls in combinations for which there was no room.\n",
		       v->other);
	if (v->lost)
		printf("  %" PRIu64
		       " records were lost: there were more than could be read in time.\n",
		       v->lost);
}

static void print_text(const struct request *r, const struct kernel *k)
{
	const struct probe *p = &r->probe;
	const struct plan *plan = p->plan;
	unsigned int i;

	printf("kreason probe %s: Linux %s, %.1f s\n\n", plan->path->name, k->u.release, p->active);
	for (i = 0; i < plan->n; i++)
		printf("%-8s %s of %s(): %" PRIu64 "\n", plan->event[i].name,
		       plan->event[i].ret ? "returns" : "calls", plan->event[i].symbol,
		       probe_count(p, i));
	print_values(p->values);
	for (i = 0; i < plan->n; i++) {
		if (!p->stacks[i].n || !r->stacks)
			continue;
		printf("\nStacks of %s:\n", p->hist ? plan->event[i].symbol : "all of them");
		print_stacks(r, i);
	}
	printf("\nNotes:\n");
	for (i = 0; i < plan->notes; i++)
		printf("  %s\n", plan->note[i]);
	if (p->note[0])
		printf("  %s\n", p->note);
	printf("  A kernel with reason counters says why itself: kreason drill %s.\n",
	       plan->path->name);
}

static json_t *number(uint64_t n)
{
	return n <= INT64_MAX ? json_integer(n) : json_real(n);
}

static json_t *stacks_json(const struct stacks *s)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < s->n; i++) {
		json_t *o = json_object(), *frames = json_array();
		const char *p = s->stack[i].frames;

		for (; *p; p += strcspn(p, "\n"), p += *p == '\n')
			json_array_append_new(frames, json_stringn(p, strcspn(p, "\n")));
		json_object_set_new(o, "count", number(s->stack[i].count));
		json_object_set_new(o, "frames", frames);
		json_array_append_new(list, o);
	}
	return list;
}

/* "NAME=VALUE" between tabs as an object. */
static json_t *value_json(const struct value *v)
{
	json_t *o = json_object(), *fields = json_object();
	const char *p = v->text;

	for (; *p; p += strcspn(p, "\t"), p += *p == '\t') {
		size_t name = strcspn(p, "="), len = strcspn(p, "\t");
		char key[32], *rest;
		long long number;

		if (name >= len)
			continue;
		str_copy(key, sizeof(key), p, name);
		/* The number is one for programs as well, if all of it is one. */
		number = strtoll(p + name + 1, &rest, 10);
		json_object_set_new(fields, key,
				    rest == p + len && rest > p + name + 1 ?
					    json_integer(number) :
					    json_stringn(p + name + 1, len - name - 1));
	}
	json_object_set_new(o, "count", number(v->count));
	json_object_set_new(o, "fields", fields);
	return o;
}

static bool print_json(const struct request *r, const struct kernel *k)
{
	json_t *doc = json_object(), *list = json_array();
	const struct probe *p = &r->probe;
	const struct plan *plan = p->plan;
	unsigned int i;
	bool good;

	json_object_set_new(doc, "kreason", json_string("probe"));
	json_object_set_new(doc, "schema", json_integer(1));
	json_object_set_new(doc, "path", json_string(plan->path->name));
	json_object_set_new(doc, "kernel", json_string(k->u.release));
	json_object_set_new(doc, "seconds", json_real(p->active));
	for (i = 0; i < plan->n; i++) {
		char text[PLAN_ARGS_MAX + 2 * SYMBOL_MAX];
		json_t *o = json_object();

		plan_definition(&plan->event[i], "kreason", text, sizeof(text));
		json_object_set_new(o, "name", json_string(plan->event[i].name));
		json_object_set_new(o, "symbol", json_string(plan->event[i].symbol));
		json_object_set_new(o, "return", json_boolean(plan->event[i].ret));
		json_object_set_new(o, "definition", json_string(text));
		json_object_set_new(o, "count", number(probe_count(p, i)));
		json_object_set_new(o, "stacks", stacks_json(&p->stacks[i]));
		json_object_set_new(o, "stacks_dropped", number(p->stacks[i].dropped));
		json_array_append_new(list, o);
	}
	json_object_set_new(doc, "events", list);
	json_object_set_new(doc, "stacks_of_all_in_first", json_boolean(!p->hist));
	list = json_array();
	for (i = 0; i < p->values->n; i++)
		json_array_append_new(list, value_json(&p->values->value[i]));
	json_object_set_new(doc, "values", list);
	json_object_set_new(doc, "values_dropped", number(p->values->other));
	json_object_set_new(doc, "records_lost", number(p->values->lost));
	list = json_array();
	for (i = 0; i < plan->notes; i++)
		json_array_append_new(list, json_string(plan->note[i]));
	if (p->note[0])
		json_array_append_new(list, json_string(p->note));
	json_object_set_new(doc, "notes", list);
	good = !json_dumpf(doc, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(doc);
	return good;
}

static int act(struct request *r, const struct kernel *k, const struct plan *plan)
{
	struct probe *p = &r->probe;
	int status = CLI_CANNOT;
	bool seen = false;
	unsigned int i;

	if (!k->system.tracefs.dir[0]) {
		command_wrong("probe", "%s", k->system.tracefs.why);
		return CLI_CANNOT;
	}
	p->plan = plan;
	p->tracefs = &k->system.tracefs;
	p->seconds = r->seconds;
	p->values = calloc(1, sizeof(*p->values));
	if (!p->values)
		return command_wrong("probe", "no memory");
	p->values->plan = plan;
	p->values->layout = &r->layout;
	p->values->results = k->results;
	p->values->kallsyms = k->system.kallsyms;
	kver_parse(&p->values->kver, k->u.release);
	if (!probe_run(p)) {
		command_wrong("probe", "%s", p->error);
		if (p->no_command)
			status = EXIT_USAGE;
		goto out;
	}
	for (i = 0; i < plan->n; i++)
		seen |= probe_count(p, i) > 0;
	if (!r->json)
		print_text(r, k);
	status = r->json && !print_json(r, k) ?
			 command_wrong("probe", "the output could not be written") :
			 cli_flush("probe");
	if (!status)
		status = p->wait.signal ? 128 + p->wait.signal : seen ? CLI_YES : CLI_NO;
out:
	if (p->kept)
		command_wrong(
			"probe",
			"%u probes or instances of tracefs could not be removed, because they are in use",
			p->kept);
	for (i = 0; i < PLAN_EVENTS_MAX; i++)
		stacks_free(&p->stacks[i]);
	free(p->values);
	return status;
}

static int run(struct request *r)
{
	struct plan_kernel pk;
	struct kernel k;
	struct plan plan;
	char why[WHY_MAX];
	unsigned int i;
	int status;

	if (!read_layout(r, why, sizeof(why)))
		return command_wrong("probe", "%s", why);
	if (!kernel_look(&k, why, sizeof(why))) {
		command_wrong("probe", "%s", why);
		kernel_free(&k);
		return CLI_CANNOT;
	}
	pk = (struct plan_kernel){ .kallsyms = k.system.kallsyms,
				   .blacklist = k.system.blacklist,
				   .machine = k.u.machine,
				   .layout = &r->layout };
	plan_make(&plan, r->path, &pk);
	if (!plan.n) {
		command_wrong("probe", "nothing of %s can be probed in this kernel:", r->path->name);
		for (i = 0; i < plan.notes; i++)
			fprintf(stderr, "  %s\n", plan.note[i]);
		status = CLI_CANNOT;
	} else if (r->print) {
		plan_print(stdout, &plan, k.system.tracefs.dir[0] ? k.system.tracefs.dir : "/sys/kernel/tracing",
			   r->seconds ? r->seconds : SECONDS);
		status = cli_flush("probe");
	} else {
		status = act(r, &k, &plan);
	}
	kernel_free(&k);
	return status;
}

int probe_main(int argc, char **argv)
{
	enum {
		OPT_SECONDS = 256,
		OPT_PRINT,
		OPT_BTF,
		OPT_OFFSET,
		OPT_STACKS,
		OPT_BUFFER,
		OPT_JSON
	};
	static const struct option options[] = {
		{ "seconds", required_argument, NULL, OPT_SECONDS },
		{ "print", no_argument, NULL, OPT_PRINT },
		{ "btf", required_argument, NULL, OPT_BTF },
		{ "offset", required_argument, NULL, OPT_OFFSET },
		{ "stacks", required_argument, NULL, OPT_STACKS },
		{ "buffer", no_argument, NULL, OPT_BUFFER },
		{ "json", no_argument, NULL, OPT_JSON },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	static struct request r = { .stacks = STACKS };
	char why[WHY_MAX];
	int option, status;

	if (!cli_command("probe", &argc, argv, &r.probe.command))
		return EXIT_USAGE;
	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_SECONDS:
			if (!cli_number("probe", "--seconds", optarg, 0.1, 86400, &r.seconds))
				return EXIT_USAGE;
			break;
		case OPT_PRINT:
			r.print = true;
			break;
		case OPT_BTF:
			r.btf = optarg;
			break;
		case OPT_OFFSET:
			if (!layout_give(&r.layout, optarg, why, sizeof(why)))
				return command_wrong("probe", "--offset %s", why);
			break;
		case OPT_STACKS:
			if (!cli_number("probe", "--stacks", optarg, 0, STACKS_MAX, &r.stacks))
				return EXIT_USAGE;
			break;
		case OPT_BUFFER:
			r.probe.no_hist = true;
			break;
		case OPT_JSON:
			r.json = true;
			break;
		case 'h':
			help();
			return 0;
		default:
			return command_usage("probe");
		}
	}
	if (r.json && r.print)
		return command_wrong("probe", "--json and --print are two forms; give one");
	if (optind + 1 != argc)
		return command_wrong("probe", "one path is needed; there are: %s", path_names());
	r.path = path_find(argv[optind]);
	if (!r.path)
		return command_wrong("probe", "no path \"%s\"; there are: %s", argv[optind],
				     path_names());
	if (!r.seconds && !r.probe.command)
		r.seconds = SECONDS;
	status = run(&r);
	layout_free(&r.layout);
	return status;
}
