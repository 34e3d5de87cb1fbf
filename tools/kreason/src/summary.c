// SPDX-License-Identifier: GPL-2.0-only
/* Reports that have cause, caller, kind and order in common, with their number. */
#include "output.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>

#include "str.h"

/*
 * Groups that are kept apart; what comes beyond is counted as one. A power of two, half of which
 * is used.
 */
#define SLOTS 8192

struct group {
	enum cause cause;
	enum report_kind kind;
	long order;
	char who[136];
	char example[1024]; /* the verdict on the first */
	char first_time[40];
	unsigned long line, count, harmless;
};

struct groups {
	struct group *slot[SLOTS];
	unsigned int used;
	unsigned long more;
};

static bool begin(struct output *o)
{
	o->data = calloc(1, sizeof(struct groups));
	return o->data;
}

static uint32_t hash(const struct group *g)
{
	uint32_t h = 2166136261u;
	const char *p;

	for (p = g->who; *p; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	h = (h ^ g->cause) * 16777619u;
	h = (h ^ g->kind) * 16777619u;
	return (h ^ (uint32_t)g->order) * 16777619u;
}

static void name_caller(const struct analysis *a, char *buf, size_t size)
{
	const struct caller *c = &a->caller;
	const struct report *r = a->r;

	buf[0] = '\0';
	if (c->function[0] && !r->trace_mixed)
		str_add(buf, size, "%s()", c->function);
	if (c->module[0] && !r->trace_mixed)
		str_add(buf, size, " [%s]", c->module);
	if (!buf[0] && r->slubs && r->slub[0].cache[0])
		str_add(buf, size, "cache %s", r->slub[0].cache);
	if (!buf[0] && r->dma_device[0])
		str_add(buf, size, "%s", r->dma_device);
	if (!buf[0] && r->comm[0])
		str_add(buf, size, "task %s", r->comm);
	if (!buf[0])
		str_add(buf, size, "unknown");
}

static bool report(struct output *o, const struct analysis *a, const char *file)
{
	struct groups *groups = o->data;
	struct group g = { .cause = a->cause, .kind = a->r->kind, .order = a->order };
	struct group *new;
	uint32_t at;

	(void)file;
	name_caller(a, g.who, sizeof(g.who));
	for (at = hash(&g) % SLOTS; groups->slot[at]; at = (at + 1) % SLOTS) {
		struct group *s = groups->slot[at];

		if (s->cause == g.cause && s->kind == g.kind && s->order == g.order &&
		    !strcmp(s->who, g.who)) {
			s->count++;
			s->harmless += a->harmless;
			return true;
		}
	}
	if (groups->used == SLOTS / 2) {
		groups->more++;
		return true;
	}
	new = malloc(sizeof(*new));
	if (!new)
		return false;
	groups->used++;
	g.count = 1;
	g.harmless = a->harmless;
	g.line = a->r->line;
	memcpy(g.first_time, a->r->time, sizeof(g.first_time));
	memcpy(g.example, a->verdict, sizeof(g.example));
	*new = g;
	groups->slot[at] = new;
	return true;
}

static int by_count(const void *x, const void *y)
{
	const struct group *a = *(struct group *const *)x, *b = *(struct group *const *)y;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	if (a->line != b->line)
		return a->line > b->line ? 1 : -1;
	return strcmp(a->who, b->who);
}

/* The groups to the front, the largest first. */
static void sort(struct groups *groups)
{
	unsigned int i, n = 0;

	for (i = 0; i < SLOTS; i++)
		if (groups->slot[i])
			groups->slot[n++] = groups->slot[i];
	qsort(groups->slot, n, sizeof(groups->slot[0]), by_count);
}

static void drop(struct groups *groups)
{
	unsigned int i;

	for (i = 0; i < groups->used; i++)
		free(groups->slot[i]);
	free(groups);
}

static bool end(struct output *o, const struct totals *totals)
{
	struct groups *groups = o->data;
	unsigned int i;

	sort(groups);
	if (groups->used)
		fprintf(o->to, "%7s  %-22s %-24s %5s  %s\n", "count", "cause", "kind", "order",
			"caller");
	for (i = 0; i < groups->used; i++) {
		const struct group *g = groups->slot[i];
		char order[24] = "-";

		if (g->order >= 0)
			snprintf(order, sizeof(order), "%ld", g->order);
		fprintf(o->to, "%7lu  %-22s %-24s %5s  %s%s\n", g->count, cause_name(g->cause),
			report_kind_name(g->kind), order, g->who,
			g->harmless == g->count ? " (harmless)" : "");
	}
	if (groups->more)
		fprintf(o->to, "%7lu  in groups beyond the first %d\n", groups->more, SLOTS / 2);
	if (totals->reports)
		fprintf(o->to, "%7lu  reports, %lu explained\n", totals->reports,
			totals->explained);
	drop(groups);
	return true;
}

static bool json_end(struct output *o, const struct totals *totals)
{
	struct groups *groups = o->data;
	json_t *list = json_array(), *all;
	unsigned int i;
	bool good;

	sort(groups);
	for (i = 0; i < groups->used; i++) {
		const struct group *g = groups->slot[i];

		json_array_append_new(
			list,
			json_pack("{s:I, s:s, s:s, s:o, s:s, s:I, s:{s:I, s:s, s:s}}", "count",
				  (json_int_t)g->count, "cause", cause_name(g->cause), "kind",
				  report_kind_name(g->kind), "order",
				  g->order >= 0 ? json_integer(g->order) : json_null(), "caller",
				  g->who, "harmless", (json_int_t)g->harmless, "first", "line",
				  (json_int_t)g->line, "time", g->first_time, "verdict",
				  g->example));
	}
	all = json_pack("{s:i, s:o, s:I, s:{s:I, s:I, s:I}}", "schema", 1, "groups", list, "more",
			(json_int_t)groups->more, "totals", "reports", (json_int_t)totals->reports,
			"explained", (json_int_t)totals->explained, "others",
			(json_int_t)totals->others);
	good = all && !json_dumpf(all, o->to, JSON_INDENT(1));
	fputc('\n', o->to);
	json_decref(all);
	drop(groups);
	return good;
}

const struct output_form summary_form = { begin, report, end };
const struct output_form summary_json_form = { begin, report, json_end };
