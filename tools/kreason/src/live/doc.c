// SPDX-License-Identifier: GPL-2.0-only
#include "live/doc.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "live/hints.h"
#include "str.h"

#define WIDTH	100 /* columns */

const char *doc_phase(const struct target *t)
{
	static const char *const names[] = {
		[DRILL_UNREADABLE] = "unreadable", [DRILL_NOTHING] = "nothing-counted",
		[DRILL_SPREAD] = "spread",	   [DRILL_HOT] = "hot",
		[DRILL_STACKS] = "stacks",
	};

	return names[t->phase];
}

/* How many stacks lead there, as the end of a sentence. */
static void led_by(const struct target *t, char *buf, size_t size)
{
	if (t->stacks.n == 1)
		snprintf(buf, size, "one stack leads to it");
	else
		snprintf(buf, size, "%u different stacks lead to it", t->stacks.n);
}

void doc_verdict(const struct doc *doc, const struct target *t, char *buf, size_t size)
{
	const struct drill *d = doc->drill;
	char stacks[64];

	led_by(t, stacks, sizeof(stacks));
	switch (t->phase) {
	case DRILL_UNREADABLE:
		snprintf(buf, size, "Cannot tell: %s.", t->why);
		break;
	case DRILL_NOTHING:
		if (!t->dist.all)
			snprintf(buf, size, "No problem in this time: nothing was counted.");
		else if (t->path->group)
			snprintf(buf, size,
				 "No problem in this time: %" PRIu64 " counted, none of them %s*.",
				 t->dist.all, t->path->group);
		else
			snprintf(buf, size,
				 "No problem in this time: %" PRIu64 " counted, all of them %s*.",
				 t->dist.all, t->path->normal);
		break;
	case DRILL_SPREAD:
		snprintf(
			buf, size,
			"No reason dominates: the most frequent one%s%s%s, %s, has %.1f %%, below %.3g %%. --reason %s looks at it all the same.",
			t->path->normal ? " that is not " : "",
			t->path->normal ? t->path->normal : "", t->path->normal ? "*" : "",
			t->hot, t->share, d->threshold, t->hot);
		break;
	case DRILL_HOT:
		if (t->why[0])
			snprintf(buf, size,
				 "%s dominates with %.1f %%, but there are no stacks: %s.", t->hot,
				 t->share, t->why);
		else
			snprintf(buf, size, "%s dominates with %.1f %%.", t->hot, t->share);
		break;
	case DRILL_STACKS:
		if (t->asked && !t->stacks.captured && !t->counted)
			snprintf(buf, size, "%s did not happen in this time.", t->hot);
		else if (!t->stacks.captured && t->counted)
			snprintf(buf, size,
				 "%s: none of its %" PRIu64
				 " events fell into the time in which stacks were captured.",
				 t->hot, t->counted);
		else if (!t->stacks.captured)
			snprintf(
				buf, size,
				"%s dominated with %.1f %%, but did not happen any more while stacks were captured.",
				t->hot, t->share);
		else if (t->asked)
			snprintf(buf, size, "%s: %s.", t->hot, stacks);
		else if (t->stacks.n == 1)
			snprintf(buf, size, "%s dominates with %.1f %%; %s.", t->hot, t->share,
				 stacks);
		else
			snprintf(
				buf, size,
				"%s dominates with %.1f %%; %s, the first for %.1f %% of what was captured.",
				t->hot, t->share, stacks,
				100.0 * t->stacks.stack[0].count / t->stacks.captured);
		break;
	}
}

/* What was captured of what was counted, in one line. */
static void captured(const struct target *t, char *buf, size_t size)
{
	buf[0] = '\0';
	str_add(buf, size, "%" PRIu64 " of %" PRIu64 " events captured in %.1f s, %s",
		t->stacks.captured, t->counted, t->seconds,
		t->buffer ? "through a buffer" : "added up by the kernel");
	if (t->stacks.dropped)
		str_add(buf, size, "; for the stacks of %" PRIu64 " there was no room",
			t->stacks.dropped);
	if (t->stacks.lost)
		str_add(buf, size,
			"; %" PRIu64
			" records lost, an event and its stack are two: the buffer was overwritten before it was read",
			t->stacks.lost);
	if (t->note[0])
		str_add(buf, size, "; %s", t->note);
}

/* Text. */

/* A paragraph, broken between words, each line behind @indent blanks. Markdown breaks it itself. */
static void paragraph(FILE *to, const struct doc *doc, unsigned int indent, const char *text)
{
	unsigned int column = 0;

	if (doc->markdown) {
		fprintf(to, "%s\n", text);
		return;
	}
	while (*text) {
		int len = strcspn(text, " ");

		/* A number stays with its unit. */
		if (text[len] == ' ' && text[len + 1] == '%')
			len += 1 + strcspn(text + len + 1, " ");
		if (column && column + 1 + len > WIDTH) {
			fputc('\n', to);
			column = 0;
		}
		column += column ? fprintf(to, " %.*s", len, text) :
				   fprintf(to, "%*s%.*s", indent, "", len, text);
		text += len;
		text += *text == ' ';
	}
	fputc('\n', to);
}

static const char *bold(const struct doc *doc, bool on)
{
	return !doc->colour ? "" : on ? "\033[1m" : "\033[0m";
}

static void heading(FILE *to, const struct doc *doc, int level, const char *text)
{
	if (doc->markdown)
		fprintf(to, "%.*s %s\n\n", level, "####", text);
	else
		fprintf(to, "%s%s%s\n", bold(doc, true), text, bold(doc, false));
}

static void table(FILE *to, const struct doc *doc, const struct target *t)
{
	const struct dist *d = &t->dist;
	unsigned int i, unused = 0;
	char share_of[96] = "share";

	if (t->path->group)
		str_add(share_of, sizeof(share_of), " of %s*", t->path->group);
	if (doc->markdown)
		fprintf(to,
			"| reason | count | rate/s | total since boot | %s |\n|---|---:|---:|---:|---:|\n",
			share_of);
	else
		fprintf(to, "  %-26s %10s %10s %12s  %s\n", "reason", "count", "rate/s",
			"since boot", share_of);
	for (i = 0; i < d->n; i++) {
		const struct dist_reason *r = &d->reason[i];
		double share = dist_share(d, r);
		bool hot = !strcmp(r->name, t->hot) && t->phase >= DRILL_HOT;
		char text[32] = "";

		if (!r->after) {
			unused++;
			continue;
		}
		if (share >= 0)
			snprintf(text, sizeof(text), "%s%5.1f %%", doc->markdown ? "" : "  ",
				 share);
		if (doc->markdown)
			fprintf(to, "| %s%s%s | %" PRIu64 " | %.1f | %" PRIu64 " | %s |\n",
				hot ? "**" : "", r->name, hot ? "**" : "", r->count,
				d->seconds > 0 ? r->count / d->seconds : 0, r->after, text);
		else
			fprintf(to, "  %s%-26s %10" PRIu64 " %10.1f %12" PRIu64 "%s%s\n",
				hot ? bold(doc, true) : "", r->name, r->count,
				d->seconds > 0 ? r->count / d->seconds : 0, r->after, text,
				hot ? bold(doc, false) : "");
	}
	if (unused)
		fprintf(to, "%s(%u %sreason%s, never counted)\n", doc->markdown ? "\n" : "  ",
			unused, unused < d->n ? "more " : "", unused == 1 ? "" : "s");
	fputc('\n', to);
}

static void stacks(FILE *to, const struct doc *doc, const struct target *t)
{
	unsigned int i;

	for (i = 0; i < t->stacks.n && i < doc->stacks; i++) {
		const struct stack *s = &t->stacks.stack[i];
		const char *p = s->frames;

		fprintf(to, "%s%" PRIu64 " times, %.1f %%%s\n", doc->markdown ? "" : "  ", s->count,
			100.0 * s->count / t->stacks.captured, doc->markdown ? "\n" : "");
		while (*p) {
			int len = strcspn(p, "\n");

			fprintf(to, "      %.*s\n", len, p);
			p += len;
			p += *p == '\n';
		}
		fputc('\n', to);
	}
	if (t->stacks.n > doc->stacks)
		fprintf(to, "%s(%u more stacks, each seen less often)\n\n",
			doc->markdown ? "" : "  ", t->stacks.n - doc->stacks);
}

static void one(FILE *to, const struct doc *doc, const struct target *t)
{
	char text[1024], line[1200];
	const struct hint *hint;

	snprintf(text, sizeof(text), "%s: %s", t->path->name, t->path->what);
	heading(to, doc, 2, text);
	doc_verdict(doc, t, text, sizeof(text));
	if (doc->markdown)
		fprintf(to, "**Verdict:** ");
	paragraph(to, doc, 0, text);
	fputc('\n', to);
	if (t->phase == DRILL_UNREADABLE)
		return;
	if (t->dist.n && t->dist.all) {
		fprintf(to, "%s, in %.1f s:\n\n", t->path->unit, t->dist.seconds);
		table(to, doc, t);
	}
	if (t->phase < DRILL_SPREAD)
		return;
	hint = hint_find(t->path, t->hot);
	snprintf(text, sizeof(text), "%s: %s", t->hot, hint->means);
	paragraph(to, doc, 2, text);
	if (doc->markdown)
		fputc('\n', to);
	snprintf(text, sizeof(text), "Next: %s", hint->next);
	paragraph(to, doc, 2, text);
	fputc('\n', to);
	if (t->phase != DRILL_STACKS)
		return;
	if (samples_get(&t->events, doc->events, 0)) {
		const char *event;
		unsigned int i;

		fprintf(to, "The last events, as the kernel prints them:\n\n");
		for (i = 0; (event = samples_get(&t->events, doc->events, i)); i++)
			fprintf(to, "%s%s\n", doc->markdown ? "    " : "  ", event);
		fputc('\n', to);
	}
	captured(t, text, sizeof(text));
	snprintf(line, sizeof(line), "Stacks of %s: %s", t->hot, text);
	paragraph(to, doc, 0, line);
	fputc('\n', to);
	stacks(to, doc, t);
}

static void facts(FILE *to, const struct doc *doc)
{
	const struct facts *f = doc->facts;
	unsigned int i;

	heading(to, doc, 2, "Kernel");
	for (i = 0; i < f->n; i++)
		fprintf(to, "%s%-28s %s\n", doc->markdown ? "    " : "  ", f->fact[i].name,
			f->fact[i].value);
	fputc('\n', to);
}

void doc_text(FILE *to, const struct doc *doc)
{
	const struct drill *d = doc->drill;
	char stamp[32], title[96];
	time_t now = time(NULL);
	struct tm utc;
	unsigned int i;

	if (doc->facts) {
		if (!gmtime_r(&now, &utc) ||
		    !strftime(stamp, sizeof(stamp), "%Y-%m-%dT%H:%M:%SZ", &utc))
			stamp[0] = '\0';
		snprintf(title, sizeof(title), "kreason %s, %s", doc->kind, stamp);
		heading(to, doc, 1, title);
		if (!doc->markdown)
			fputc('\n', to);
		facts(to, doc);
	}
	for (i = 0; i < d->n; i++)
		one(to, doc, &d->target[i]);
	if (d->wait.signal)
		fprintf(to, "Ended early by signal %d.\n", d->wait.signal);
	if (d->command && d->wait.status)
		fprintf(to, "%s exited with %d.\n", d->command[0], d->wait.status);
	if (d->cleaned)
		fprintf(to, "Removed %u tracefs instance%s of runs that had been killed.\n",
			d->cleaned, d->cleaned == 1 ? "" : "s");
	if (d->kept)
		fprintf(to,
			"%u tracefs instance%s of killed runs or of this one could not be removed: somebody has a file in it open.\n",
			d->kept, d->kept == 1 ? "" : "s");
}

/*
 * JSON. Memory that is short makes values NULL, which the library takes, and the caller sees in the
 * end.
 */

static bool set(json_t *object, const char *name, json_t *value)
{
	return !json_object_set_new(object, name, value);
}

static json_t *text_or_null(const char *text)
{
	/* Not all that is in a file is UTF-8, and the library takes nothing else. */
	json_t *o = text && text[0] ? json_string(text) : NULL;

	return o ? o : json_null();
}

/* The library's integers have a sign; a counter above that, half a wrap away, does not fit. */
static json_t *count(uint64_t n)
{
	return n <= INT64_MAX ? json_integer(n) : json_real(n);
}

static json_t *json_reasons(const struct target *t)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < t->dist.n; i++) {
		const struct dist_reason *r = &t->dist.reason[i];
		double share = dist_share(&t->dist, r);
		json_t *o = json_object();

		set(o, "name", json_string(r->name));
		set(o, "number", json_integer(i));
		set(o, "count", count(r->count));
		set(o, "total", count(r->after));
		set(o, "share", share >= 0 ? json_real(share) : json_null());
		set(o, "normal", json_boolean(r->normal));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_slices(const struct target *t)
{
	json_t *list = json_array();
	unsigned int i, r;

	for (i = 0; i < t->slices; i++) {
		json_t *o = json_object(), *counts = json_object();

		for (r = 0; r < t->dist.n; r++)
			if (t->slice[i].count[r])
				set(counts, t->dist.reason[r].name, count(t->slice[i].count[r]));
		set(o, "seconds", json_real(t->slice[i].seconds));
		set(o, "counts", counts);
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_stacks(const struct target *t)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < t->stacks.n; i++) {
		json_t *o = json_object(), *frames = json_array();
		const char *p = t->stacks.stack[i].frames;

		while (*p) {
			size_t len = strcspn(p, "\n");
			json_t *frame = json_stringn(p, len);

			json_array_append_new(frames, frame ? frame : json_string("(not UTF-8)"));
			p += len;
			p += *p == '\n';
		}
		set(o, "count", count(t->stacks.stack[i].count));
		set(o, "frames", frames);
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_events(const struct target *t)
{
	json_t *list = json_array();
	const char *line;
	unsigned int i;

	for (i = 0; (line = samples_get(&t->events, SAMPLES_MAX, i)); i++)
		json_array_append_new(list, text_or_null(line));
	return list;
}

static json_t *json_capture(const struct target *t)
{
	json_t *o = json_object();

	set(o, "method", json_string(t->buffer ? "buffer" : "histogram"));
	set(o, "seconds", json_real(t->seconds));
	set(o, "active_seconds", json_real(t->active));
	set(o, "counted", count(t->counted));
	set(o, "captured", count(t->stacks.captured));
	set(o, "dropped", count(t->stacks.dropped));
	set(o, "lost", count(t->stacks.lost));
	set(o, "note", text_or_null(t->note));
	set(o, "stacks", json_stacks(t));
	set(o, "events", json_events(t));
	return o;
}

static json_t *json_target(const struct doc *doc, const struct target *t)
{
	json_t *o = json_object(), *hot;
	char text[1024];

	doc_verdict(doc, t, text, sizeof(text));
	set(o, "path", json_string(t->path->name));
	set(o, "phase", json_string(doc_phase(t)));
	set(o, "verdict", text_or_null(text));
	set(o, "why", text_or_null(t->why));
	if (t->phase == DRILL_UNREADABLE)
		return o;
	set(o, "group", text_or_null(t->path->group));
	set(o, "seconds", json_real(t->dist.seconds));
	set(o, "counted", count(t->dist.all));
	set(o, "counted_in_group", count(t->dist.group));
	set(o, "reasons", json_reasons(t));
	set(o, "slices", json_slices(t));
	if (t->phase >= DRILL_SPREAD) {
		const struct hint *hint = hint_find(t->path, t->hot);

		hot = json_object();
		set(hot, "reason", json_string(t->hot));
		set(hot, "asked", json_boolean(t->asked));
		set(hot, "dominates", json_boolean(t->phase >= DRILL_HOT && !t->asked));
		set(hot, "share", t->share >= 0 ? json_real(t->share) : json_null());
		set(hot, "means", json_string(hint->means));
		set(hot, "next", json_string(hint->next));
		set(o, "hot", hot);
	}
	if (t->phase == DRILL_STACKS)
		set(o, "capture", json_capture(t));
	return o;
}

json_t *doc_json(const struct doc *doc)
{
	const struct drill *d = doc->drill;
	json_t *o = json_object(), *list = json_array(), *facts;
	unsigned int i;
	bool good;

	set(o, "kreason", json_string(doc->kind));
	set(o, "schema", json_integer(DOC_SCHEMA));
	set(o, "time", json_integer(time(NULL)));
	set(o, "threshold", json_real(d->threshold));
	set(o, "signal", d->wait.signal ? json_integer(d->wait.signal) : json_null());
	if (d->command) {
		set(o, "command", text_or_null(d->command[0]));
		set(o, "command_status", json_integer(d->wait.status));
	}
	set(o, "leftovers_removed", json_integer(d->cleaned));
	set(o, "leftovers_kept", json_integer(d->kept));
	if (doc->facts) {
		facts = json_object();
		for (i = 0; i < doc->facts->n; i++)
			set(facts, doc->facts->fact[i].name,
			    text_or_null(doc->facts->fact[i].value));
		set(o, "kernel", facts);
	}
	for (i = 0; i < d->n; i++)
		json_array_append_new(list, json_target(doc, &d->target[i]));
	good = o && json_array_size(list) == d->n && set(o, "paths", list);
	if (good)
		return o;
	json_decref(o);
	return NULL;
}
