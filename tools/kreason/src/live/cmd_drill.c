// SPDX-License-Identifier: GPL-2.0-only
/*
 * kreason drill: the hot reason of a path, and the stacks that lead to it; kreason report: the same
 * as a document.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live/cli.h"
#include "live/doc.h"
#include "live/file.h"
#include "str.h"

#define SECONDS		10
#define THRESHOLD	80
#define MAX_RATE	20000
#define STACKS		5
#define EVENTS		3

static void help_drill(void)
{
	printf("usage: kreason drill [OPTIONS] PATH [-- COMMAND ...]\n"
	       "\n"
	       "Finds the reason that most often leads to PATH and the stacks that lead to this reason. First it counts; if one reason\n"
	       "dominates, it has the kernel add up the stacks for this reason only, in a tracefs instance of its own that is removed\n"
	       "at the end. With COMMAND, it does so while that runs, once for each of the two phases.\n"
	       "Paths: %s.\n"
	       "\n"
	       "  --reason R     stacks of R, whatever its share; phase 1 is left out\n"
	       "  --seconds N    of each phase, default %d, with COMMAND until it ends\n"
	       "  --threshold P  percent from which a reason dominates, default %d\n"
	       "  --max-rate N   events/s; above it stacks are captured in a part of the time only, default %d\n"
	       "  --stacks N     to print, default %d\n"
	       "  --events N     to print, of the last ones, default %d\n"
	       "  --buffer       write events to a buffer, as is done where the kernel has no histograms of stacks\n"
	       "  --folded       one line per stack, for flame graphs\n"
	       "  --json\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 stacks, 1 no reason dominates or nothing happened, 2 wrong usage, 3 the kernel or the user cannot,\n"
	       "128 + N ended by signal N.\n",
	       path_names(), SECONDS, THRESHOLD, MAX_RATE, STACKS, EVENTS);
}

static void help_report(void)
{
	printf("usage: kreason report [OPTIONS] [PATH ...] [-- COMMAND ...]\n"
	       "\n"
	       "A document about all paths, or those named: the kernel, how often each reason was counted, the one that dominates and\n"
	       "its stacks, what to look at next, a verdict. It does what drill does, for all paths at the same time.\n"
	       "Paths: %s.\n"
	       "\n"
	       "  --seconds N    of each phase, default %d, with COMMAND until it ends\n"
	       "  --threshold P  percent from which a reason dominates, default %d\n"
	       "  --max-rate N   events/s; above it stacks are captured in a part of the time only, default %d\n"
	       "  --stacks N     to print, default %d\n"
	       "  --events N     to print, of the last ones, default %d\n"
	       "  --no-stacks    count only; nothing is switched on in the kernel\n"
	       "  --buffer       write events to a buffer, as is done where the kernel has no histograms of stacks\n"
	       "  --markdown\n"
	       "  --json\n"
	       "  --save FILE    also as JSON into FILE, for kreason verify\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 a reason dominates, 1 none does, 2 wrong usage, 3 the kernel or the user cannot, 128 + N ended by\n"
	       "signal N.\n",
	       path_names(), SECONDS, THRESHOLD, MAX_RATE, STACKS, EVENTS);
}

/**
 * struct run - the command line of both
 * @report: it is report
 */
struct run {
	const char *name;
	bool report, json, folded;
	const char *reason, *save;
	struct drill drill;
	struct doc doc;
	struct facts facts;
};

enum {
	OPT_REASON = 256,
	OPT_SECONDS,
	OPT_THRESHOLD,
	OPT_MAX_RATE,
	OPT_STACKS,
	OPT_EVENTS,
	OPT_BUFFER,
	OPT_FOLDED,
	OPT_JSON,
	OPT_NO_STACKS,
	OPT_MARKDOWN,
	OPT_SAVE,
};

static const struct option options_drill[] = {
	{ "reason", required_argument, NULL, OPT_REASON },
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "threshold", required_argument, NULL, OPT_THRESHOLD },
	{ "max-rate", required_argument, NULL, OPT_MAX_RATE },
	{ "stacks", required_argument, NULL, OPT_STACKS },
	{ "events", required_argument, NULL, OPT_EVENTS },
	{ "buffer", no_argument, NULL, OPT_BUFFER },
	{ "folded", no_argument, NULL, OPT_FOLDED },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "help", no_argument, NULL, 'h' },
	{ 0 }
};

static const struct option options_report[] = {
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "threshold", required_argument, NULL, OPT_THRESHOLD },
	{ "max-rate", required_argument, NULL, OPT_MAX_RATE },
	{ "stacks", required_argument, NULL, OPT_STACKS },
	{ "events", required_argument, NULL, OPT_EVENTS },
	{ "no-stacks", no_argument, NULL, OPT_NO_STACKS },
	{ "buffer", no_argument, NULL, OPT_BUFFER },
	{ "markdown", no_argument, NULL, OPT_MARKDOWN },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "save", required_argument, NULL, OPT_SAVE },
	{ "help", no_argument, NULL, 'h' },
	{ 0 }
};

/* -1: go on; else the exit status. */
static int parse(struct run *r, int argc, char **argv)
{
	bool good = true, seconds = false;
	double number;
	int option;

	while (good &&
	       (option = getopt_long(argc, argv, "h", r->report ? options_report : options_drill,
				     NULL)) != -1) {
		switch (option) {
		case OPT_REASON:
			r->reason = optarg;
			break;
		case OPT_SECONDS:
			good = cli_number(r->name, "--seconds", optarg, 0.1, 86400,
					  &r->drill.seconds);
			seconds = true;
			break;
		case OPT_THRESHOLD:
			good = cli_number(r->name, "--threshold", optarg, 1, 100,
					  &r->drill.threshold);
			break;
		case OPT_MAX_RATE:
			good = cli_number(r->name, "--max-rate", optarg, 1, 1e9, &number);
			r->drill.max_rate = number;
			break;
		case OPT_STACKS:
			good = cli_number(r->name, "--stacks", optarg, 1, 100000, &number);
			r->doc.stacks = number;
			break;
		case OPT_EVENTS:
			good = cli_number(r->name, "--events", optarg, 0, SAMPLES_MAX, &number);
			r->doc.events = number;
			break;
		case OPT_BUFFER:
			r->drill.no_hist = true;
			break;
		case OPT_FOLDED:
			r->folded = true;
			break;
		case OPT_JSON:
			r->json = true;
			break;
		case OPT_NO_STACKS:
			r->drill.no_stacks = true;
			break;
		case OPT_MARKDOWN:
			r->doc.markdown = true;
			break;
		case OPT_SAVE:
			r->save = optarg;
			break;
		case 'h':
			if (r->report)
				help_report();
			else
				help_drill();
			return 0;
		default:
			return command_usage(r->name);
		}
	}
	if (!good)
		return EXIT_USAGE;
	if (r->json && (r->folded || r->doc.markdown))
		return command_wrong(r->name, "--json and %s are two forms; give one",
				     r->folded ? "--folded" : "--markdown");
	r->drill.no_events = !r->doc.events;
	if (r->drill.command && !seconds)
		r->drill.seconds = 0;
	return -1;
}

static bool print(struct run *r)
{
	struct drill *d = &r->drill;
	unsigned int i;
	json_t *doc;
	bool good;

	if (r->folded) {
		for (i = 0; i < d->n; i++) {
			const struct target *t = &d->target[i];
			char verdict[1024];

			stacks_folded(stdout, &t->stacks, NULL);
			if (t->phase != DRILL_STACKS || t->note[0] || t->stacks.lost ||
			    t->stacks.dropped) {
				doc_verdict(&r->doc, t, verdict, sizeof(verdict));
				fprintf(stderr, "kreason %s: %s%s%s\n", r->name, verdict,
					t->note[0] ? " " : "", t->note);
			}
			if (t->stacks.lost || t->stacks.dropped)
				fprintf(stderr,
					"kreason %s: %llu records lost, %llu stacks without room\n",
					r->name, (unsigned long long)t->stacks.lost,
					(unsigned long long)t->stacks.dropped);
		}
		return true;
	}
	if (!r->json) {
		doc_text(stdout, &r->doc);
		return true;
	}
	doc = doc_json(&r->doc);
	good = doc && !json_dumpf(doc, stdout, JSON_INDENT(2));
	json_decref(doc);
	putchar('\n');
	return good || errno == EPIPE;
}

static int save(struct run *r)
{
	json_t *doc = doc_json(&r->doc);
	char *text = doc ? json_dumps(doc, JSON_INDENT(1)) : NULL;
	int status = 0;

	if (!text)
		status = command_wrong(r->name, "no memory");
	else if (file_replace(r->save, text, strlen(text)))
		status = command_wrong(r->name, "%s: %s", r->save, strerror(errno));
	free(text);
	json_decref(doc);
	return status;
}

static int status(const struct run *r)
{
	const struct drill *d = &r->drill;
	bool hot = false, readable = false, cannot = false;
	unsigned int i;

	if (d->wait.signal)
		return 128 + d->wait.signal;
	for (i = 0; i < d->n; i++) {
		const struct target *t = &d->target[i];

		readable |= t->phase != DRILL_UNREADABLE;
		hot |= t->phase == DRILL_STACKS ? t->stacks.captured > 0 || r->report :
						  t->phase == DRILL_HOT && d->no_stacks;
		cannot |= t->phase == DRILL_HOT && !d->no_stacks;
	}
	if (!readable || (cannot && !hot))
		return CLI_CANNOT;
	return hot ? CLI_YES : CLI_NO;
}

static int run(struct run *r, int argc, char **argv)
{
	const struct path *chosen[N_PATHS];
	struct drill *d = &r->drill;
	unsigned int i, n;
	int result;

	r->doc.kind = r->name;
	r->doc.drill = d;
	r->doc.stacks = STACKS;
	r->doc.events = EVENTS;
	d->seconds = SECONDS;
	d->threshold = THRESHOLD;
	d->max_rate = MAX_RATE;
	if (!cli_command(r->name, &argc, argv, &d->command))
		return EXIT_USAGE;
	result = parse(r, argc, argv);
	if (result >= 0)
		return result;
	if (!r->report && argc - optind != 1)
		return command_wrong(r->name, "give one path: %s", path_names());
	n = cli_paths(r->name, argc - optind, argv + optind, chosen);
	if (!n)
		return EXIT_USAGE;
	d->target = drill_targets(n);
	if (!d->target)
		return command_wrong(r->name, "no memory");
	d->n = n;
	for (i = 0; i < n; i++) {
		d->target[i].path = chosen[i];
		d->target[i].asked = r->reason;
	}
	if (isatty(STDERR_FILENO))
		d->progress = stderr;
	r->doc.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && !r->doc.markdown;
	system_look(&d->system);
	if (r->report) {
		facts_read(&r->facts, &d->system);
		r->doc.facts = &r->facts;
	}
	if (!drill_run(d)) {
		result = command_wrong(r->name, "%s", d->error);
	} else {
		result = status(r);
		if (!print(r))
			result = command_wrong(r->name, "no memory for the output");
		if (cli_flush(r->name))
			result = EXIT_USAGE;
		if (r->save && save(r))
			result = EXIT_USAGE;
	}
	drill_free(d);
	return result;
}

int drill_main(int argc, char **argv)
{
	static struct run r = { .name = "drill" };

	return run(&r, argc, argv);
}

int report_main(int argc, char **argv)
{
	static struct run r = { .name = "report", .report = true };

	return run(&r, argc, argv);
}
