// SPDX-License-Identifier: GPL-2.0-only
/* kreason watch: rate, total and share per reason, again and again. */
#define _DEFAULT_SOURCE /* winsize */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "live/cli.h"
#include "live/dist.h"
#include "live/wait.h"
#include "str.h"

#define HOT	80.0 /* percent; such a line stands out */
#define OUTPUT_MAX	(256 << 10) /* bytes; one reading takes less with REASONS_MAX of each path */

/**
 * struct watched - a path
 * @there: at the last look; @why not
 */
struct watched {
	const struct path *path;
	bool there, said;
	char why[WHY_MAX];
	struct counters last;
	double when;
	struct dist dist;
};

struct watch {
	struct system system;
	struct watched *path;
	unsigned int n;
	bool json, screen;
	unsigned int rows, used;
};

static void help(void)
{
	printf("usage: kreason watch [OPTIONS] [PATH ...]\n"
	       "\n"
	       "How often each reason is counted: rate in the last interval, total since boot, share of the interval's counts.\n"
	       "On a terminal, a table that is refreshed; else a line for each reason that was counted in the interval.\n"
	       "Paths: %s.\n"
	       "\n"
	       "  --interval S  seconds, default 1\n"
	       "  --count N     intervals, default until interrupted\n"
	       "  --json        one object per interval, each in a line\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0, 2 wrong usage, 3 no path has counters.\n",
	       path_names());
}

/* The difference since the last look, if there was one and the path is there at both. */
static bool look(struct watch *w, struct watched *p)
{
	double now = wait_now();
	struct counters is;
	bool was = p->there;

	p->there = path_read(&is, p->path, &w->system, p->why, sizeof(p->why));
	if (p->there && was)
		dist_make(&p->dist, p->path, &p->last, &is, now - p->when, w->system.bits);
	if (p->there) {
		p->last = is;
		p->when = now;
	}
	return p->there && was;
}

static void clock_text(char *buf, size_t size)
{
	time_t now = time(NULL);
	struct tm local;

	if (!localtime_r(&now, &local) || !strftime(buf, size, "%H:%M:%S", &local))
		str_copy(buf, size, "--:--:--", 8);
}

static bool room(struct watch *w)
{
	return !w->screen || w->used++ < w->rows;
}

static int by_rate(const void *a, const void *b)
{
	const struct dist_reason *const *x = a, *const *y = b;

	if ((*x)->count != (*y)->count)
		return (*x)->count < (*y)->count ? 1 : -1;
	return *x < *y ? -1 : *x > *y;
}

/* Those that were ever counted, the most frequent in this interval first. */
static unsigned int sorted(const struct dist *d, const struct dist_reason **r)
{
	unsigned int i, n = 0;

	for (i = 0; i < d->n; i++)
		if (d->reason[i].after || d->reason[i].count)
			r[n++] = &d->reason[i];
	qsort(r, n, sizeof(*r), by_rate);
	return n;
}

static void table(struct watch *w, struct watched *p, bool have)
{
	const struct dist_reason *r[REASONS_MAX];
	const struct dist *d = &p->dist;
	unsigned int i, n;

	if (!have) {
		if (room(w))
			printf("%-15s %s\n", p->path->name,
			       p->there ? "counters have appeared" : p->why);
		return;
	}
	if (room(w))
		printf("%-15s %-26s %12s %14s  %s\n", p->path->name, "reason", "rate/s", "total",
		       p->path->group ? "share of" : "share");
	n = sorted(d, r);
	for (i = 0; i < n && room(w); i++) {
		double share = dist_share(d, r[i]);
		bool hot = share >= HOT && r[i]->count && !r[i]->normal;

		printf("%s%-15s %-26s %12.1f %14" PRIu64, hot ? "\033[1m" : "", "", r[i]->name,
		       r[i]->count / d->seconds, r[i]->after);
		if (share >= 0)
			printf("  %5.1f %%%s%s%s", share, p->path->group ? " of " : "",
			       p->path->group ? p->path->group : "", p->path->group ? "*" : "");
		printf("%s\n", hot ? "\033[0m" : "");
	}
	if (!n && room(w))
		printf("%-15s never counted\n", "");
	if (room(w))
		putchar('\n');
}

/* Whether there was anything to say. */
static bool lines(struct watched *p, bool have, const char *now)
{
	const struct dist *d = &p->dist;
	unsigned int i;

	if (!have) {
		bool said = p->there || !p->said;

		if (said)
			printf("%s %s %s\n", now, p->path->name,
			       p->there ? "counters have appeared" : p->why);
		p->said = !p->there;
		return said;
	}
	p->said = false;
	for (i = 0; i < d->n; i++) {
		const struct dist_reason *r = &d->reason[i];
		double share = dist_share(d, r);

		if (!r->count)
			continue;
		printf("%s %s %s count %" PRIu64 " rate %.1f/s total %" PRIu64, now, p->path->name,
		       r->name, r->count, r->count / d->seconds, r->after);
		if (share >= 0)
			printf(" share %.1f %%", share);
		putchar('\n');
	}
	return d->all > 0;
}

static json_t *number(uint64_t n)
{
	return n <= INT64_MAX ? json_integer(n) : json_real(n);
}

static json_t *object(const struct watched *p, bool have)
{
	json_t *o = json_object(), *list = json_array();
	unsigned int i;

	json_object_set_new(o, "path", json_string(p->path->name));
	json_object_set_new(o, "state",
			    json_string(have	 ? "counted" :
					p->there ? "appeared" :
						   "missing"));
	json_object_set_new(o, "why", p->there ? json_null() : json_string(p->why));
	if (!have) {
		json_decref(list);
		return o;
	}
	for (i = 0; i < p->dist.n; i++) {
		const struct dist_reason *r = &p->dist.reason[i];
		double share = dist_share(&p->dist, r);
		json_t *reason = json_object();

		json_object_set_new(reason, "name", json_string(r->name));
		json_object_set_new(reason, "count", number(r->count));
		json_object_set_new(reason, "rate", json_real(r->count / p->dist.seconds));
		json_object_set_new(reason, "total", number(r->after));
		json_object_set_new(reason, "share", share >= 0 ? json_real(share) : json_null());
		json_object_set_new(reason, "normal", json_boolean(r->normal));
		json_array_append_new(list, reason);
	}
	json_object_set_new(o, "seconds", json_real(p->dist.seconds));
	json_object_set_new(o, "reasons", list);
	return o;
}

static void show(struct watch *w)
{
	json_t *doc = NULL, *list = NULL;
	bool said = false;
	struct winsize size;
	char now[16];
	unsigned int i;

	clock_text(now, sizeof(now));
	if (w->json) {
		list = json_array();
	} else if (w->screen) {
		w->rows = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row > 4 ?
				  size.ws_row - 2 :
				  22;
		w->used = 0;
		printf("\033[H\033[Jkreason watch, %s\n", now);
	}
	/* What is mounted may come and go as well. */
	place_debugfs(&w->system.debugfs);
	for (i = 0; i < w->n; i++) {
		bool have = look(w, &w->path[i]);

		if (w->json)
			json_array_append_new(list, object(&w->path[i], have));
		else if (w->screen)
			table(w, &w->path[i], have);
		else
			said |= lines(&w->path[i], have, now);
	}
	if (w->json) {
		doc = json_object();
		json_object_set_new(doc, "kreason", json_string("watch"));
		json_object_set_new(doc, "schema", json_integer(1));
		json_object_set_new(doc, "time", json_integer(time(NULL)));
		json_object_set_new(doc, "paths", list);
		json_dumpf(doc, stdout, JSON_COMPACT);
		putchar('\n');
		json_decref(doc);
	}
	if (!w->json && !w->screen && !said)
		printf("%s nothing counted\n", now);
}

int watch_main(int argc, char **argv)
{
	enum { OPT_JSON = 256, OPT_INTERVAL, OPT_COUNT };
	static const struct option options[] = {
		{ "json", no_argument, NULL, OPT_JSON },
		{ "interval", required_argument, NULL, OPT_INTERVAL },
		{ "count", required_argument, NULL, OPT_COUNT },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	/* To the end of the program; and glibc ignores the size of a buffer that is not given. */
	static char output[OUTPUT_MAX];
	const struct path *chosen[N_PATHS];
	struct watch w = { .screen = isatty(STDOUT_FILENO) };
	double interval = 1, count = 0, next;
	struct wait wait = { 0 };
	unsigned int i, there = 0;
	int option, status;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_JSON:
			w.json = true;
			w.screen = false;
			break;
		case OPT_INTERVAL:
			if (!cli_number("watch", "--interval", optarg, 0.1, 86400, &interval))
				return EXIT_USAGE;
			break;
		case OPT_COUNT:
			if (!cli_number("watch", "--count", optarg, 1, 1e9, &count))
				return EXIT_USAGE;
			break;
		case 'h':
			help();
			return 0;
		default:
			return command_usage("watch");
		}
	}
	w.n = cli_paths("watch", argc - optind, argv + optind, chosen);
	if (!w.n)
		return EXIT_USAGE;
	w.path = calloc(w.n, sizeof(*w.path));
	if (!w.path)
		return command_wrong("watch", "no memory");
	system_look(&w.system);
	for (i = 0; i < w.n; i++) {
		w.path[i].path = chosen[i];
		look(&w, &w.path[i]);
		there += w.path[i].there;
	}
	if (!there) {
		for (i = 0; i < w.n; i++) {
			path_advise(w.path[i].why, sizeof(w.path[i].why), w.path[i].path,
				    &w.system);
			command_wrong("watch", "%s: %s", w.path[i].path->name, w.path[i].why);
		}
		status = CLI_CANNOT;
		goto out;
	}
	/* All of it is written at once, by the fflush() below, where a reader may keep us waiting. */
	setvbuf(stdout, output, _IOFBF, sizeof(output));
	wait_begin();
	next = wait_now();
	for (i = 0; !count || i < count; i++) {
		/* Late once is not late ever after; what was missed is not made up for. */
		next = next + interval > wait_now() ? next + interval : wait_now() + interval;
		wait_until(&wait, next);
		if (wait.signal)
			break;
		show(&w);
		wait_until(&wait, 0);
		if (wait.signal)
			break;
		wait_end();
		fflush(stdout);
		wait_begin();
		if (ferror(stdout))
			break;
	}
	wait_end();
	status = cli_flush("watch");
out:
	system_free(&w.system);
	free(w.path);
	return status;
}
