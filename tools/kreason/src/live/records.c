// SPDX-License-Identifier: GPL-2.0-only
#include "live/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfp.h"
#include "str.h"

#define COMM_WIDTH	16	/* at least, of the name of a task, which may be anything */

/* "COMM-PID ... [CPU] ..." The text behind it, or NULL. */
static const char *task(const char *line, long *pid)
{
	const char *p = line, *at;

	if (strlen(line) <= COMM_WIDTH)
		return NULL;
	for (p = line + COMM_WIDTH; (p = strstr(p, " [")); p += 2) {
		const char *end = p + 2;

		while (is_digit(*end))
			end++;
		if (end == p + 2 || end[0] != ']' || end[1] != ' ')
			continue;
		for (at = p; at > line && is_blank(at[-1]); at--)
			;
		while (at > line && is_digit(at[-1]))
			at--;
		/*
		 * Between them may be "(TGID)", which is asked for with an option that we do not
		 * set.
		 */
		if (at == line || at[-1] != '-' || !is_digit(*at))
			continue;
		*pid = strtol(at, NULL, 10);
		return end + 1;
	}
	return NULL;
}

/* What is printed of a string may be anything. */
static void copy_text(char *to, size_t size, const char *from, size_t len)
{
	char *p;

	str_copy(to, size, from, len);
	for (p = to; *p; p++)
		if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			*p = '?';
}

static void fields(struct record *r, const char *p)
{
	while (*p && r->n < RECORD_FIELDS_MAX) {
		size_t name, len;
		const char *value;

		p = skip_blank(p);
		for (name = 0; is_word(p[name]); name++)
			;
		if (!name || p[name] != '=')
			return;
		value = p + name + 1;
		if (*value == '"') {
			/*
			 * A string is the last one, so what looks like the end of it within is not.
			 */
			const char *end = strrchr(++value, '"');

			len = end ? (size_t)(end - value) : strlen(value);
		} else {
			len = strcspn(value, " ");
		}
		str_copy(r->field[r->n].name, sizeof(r->field[r->n].name), p, name);
		copy_text(r->field[r->n].text, sizeof(r->field[r->n].text), value, len);
		r->n++;
		p = value + len + (value[len] == '"');
	}
}

bool record_parse(struct record *r, const char *line, const struct plan *p)
{
	const char *at = task(line, &r->pid);
	unsigned int i;

	/* "FLAGS TIME: EVENT: (WHERE) FIELDS" */
	at = at ? strstr(at, ": ") : NULL;
	if (!at)
		return false;
	at += 2;
	for (i = 0; i < p->n; i++) {
		size_t len = strlen(p->event[i].name);

		if (strncmp(at, p->event[i].name, len) || strncmp(at + len, ": (", 3))
			continue;
		r->event = i;
		r->n = 0;
		at = strchr(at + len, ')');
		if (!at)
			return false;
		fields(r, at + 1);
		return true;
	}
	return false;
}

static const char *field(const struct record *r, const char *name)
{
	unsigned int i;

	for (i = 0; i < r->n; i++)
		if (!strcmp(r->field[i].name, name))
			return r->field[i].text;
	return NULL;
}

/* False where it is "(fault)" or the like. */
static bool number(const struct record *r, const char *name, int64_t *value)
{
	const char *text = field(r, name);
	char *end;

	if (!text || !*text)
		return false;
	*value = *text == '-' ? strtoll(text, &end, 0) : (int64_t)strtoull(text, &end, 0);
	return end != text && !*end;
}

__attribute__((format(printf, 2, 3)))
static void say(char *to, const char *format, ...)
{
	char text[VALUE_TEXT_MAX];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	str_add(to, VALUE_TEXT_MAX, "%s%s", *to ? "\t" : "", text);
}

/*
 * "__print_symbolic(REC->ret, { 1, "skipped" }, ...)" in the print format of an event that has a
 * result.
 */
static const char *result_in(const char *format, int64_t value, char *buf, size_t size)
{
	const char *p = format ? strstr(format, "(REC->ret, {") : NULL;

	while (p && (p += strcspn(p, "{)")) && *p == '{') {
		char *end;
		long long n;

		p = skip_blank(p + 1);
		n = strtoll(p, &end, 0);
		if (end == p || n != value)
			continue;
		p = skip_blank(end);
		if (*p != ',')
			continue;
		p = skip_blank(p + 1);
		if (*p != '"')
			continue;
		str_copy(buf, size, p + 1, strcspn(p + 1, "\""));
		return buf;
	}
	return NULL;
}

static void say_gfp(const struct values *v, char *to, int64_t mask)
{
	char names[GFP_TEXT_MAX];
	struct gfp g;

	say(to, "gfp=0x%" PRIx64, mask);
	if (!gfp_decode(&g, &v->kver, mask))
		return;
	gfp_format(&g, names, sizeof(names));
	say(to, "flags=%s", names);
}

static void say_result(const struct values *v, char *to, int64_t n)
{
	const char *name = layout_enum(v->layout, "compact_result", n);
	char buf[48];

	if (!name)
		name = result_in(v->results, n, buf, sizeof(buf));
	if (name)
		say(to, "result=%s", name);
	else
		say(to, "result=%" PRId64, n);
}

/* Reading all symbols takes milliseconds, so each address is looked up once. */
static void say_caller(struct values *v, char *to, uint64_t address)
{
	unsigned int i;

	for (i = 0; i < v->n_callers && v->caller[i].address != address; i++)
		;
	if (i == CALLERS_MAX)
		return;
	if (i == v->n_callers) {
		v->caller[i].address = address;
		if (!symbol_at(v->kallsyms, address, v->caller[i].name, sizeof(v->caller[i].name)))
			snprintf(v->caller[i].name, sizeof(v->caller[i].name), "0x%" PRIx64,
				 address);
		v->n_callers++;
	}
	say(to, "caller=%s", v->caller[i].name);
}

/* The kernel's own names become those of what they mean here. */
static void describe(struct values *v, const struct record *r, char *to)
{
	int64_t n, m;
	const char *what = field(r, "what");

	to[0] = '\0';
	say(to, "call=%s", v->plan->event[r->event].name);
	if (number(r, "caller", &n))
		say_caller(v, to, n);
	if (number(r, "gfp", &n))
		say_gfp(v, to, n);
	else if (number(r, "first", &n) && (n & UINT32_MAX) == n)
		say_gfp(v, to, n);
	else if (number(r, "third", &n) && (n & UINT32_MAX) == n)
		say_gfp(v, to, n);
	/* Behind another text is another value. */
	if (number(r, "order", &n) ||
	    (what && (strstr(what, "order:%u") || strstr(what, "order:%d")) &&
	     number(r, "vararg", &n)))
		say(to, "order=%" PRId64, n);
	if (number(r, "nr_pages", &n))
		say(to, "nr_pages=%" PRId64, n);
	if (number(r, "head", &n) && number(r, "tail", &m)) {
		uint32_t used = n - m;

		/* 16 bits in kernels of 32 */
		if (used > UINT16_MAX && n <= UINT16_MAX && m <= UINT16_MAX)
			used &= UINT16_MAX;
		say(to, "used=%" PRIu32, used);
	} else if (number(r, "nrbufs", &n)) {
		say(to, "used=%" PRId64, n);
	}
	if (number(r, "buffers", &n))
		say(to, "slots=%" PRId64, n);
	if (number(r, "partially_mapped", &n))
		say(to, "partially_mapped=%" PRId64, n);
	if (what && *what && *what != '(')
		say(to, "message=%s", what);
	if (number(r, "ret", &n))
		say(to, "returned=%" PRId64, n);
	if (number(r, "result", &n))
		say_result(v, to, n);
}

static void count(struct values *v, const struct record *r)
{
	char text[VALUE_TEXT_MAX];
	unsigned int i;

	describe(v, r, text);
	/* Only the name: nothing was fetched. */
	if (!strchr(text, '\t'))
		return;
	for (i = 0; i < v->n && strcmp(v->value[i].text, text); i++)
		;
	if (i == VALUES_MAX) {
		v->other++;
		return;
	}
	if (i == v->n) {
		memcpy(v->value[i].text, text, sizeof(text));
		v->value[i].count = 0;
		v->n++;
	}
	v->value[i].count++;
}

static struct record *pending(struct values *v, long pid)
{
	unsigned int i;

	for (i = 0; i < v->pendings; i++)
		if (v->pending[i].pid == pid)
			return &v->pending[i];
	return NULL;
}

static void forget(struct values *v, struct record *r)
{
	*r = v->pending[--v->pendings];
}

static bool returns(const struct plan *p)
{
	unsigned int i;

	for (i = 0; i < p->n; i++)
		if (p->event[i].ret)
			return true;
	return false;
}

static void add(struct values *v, const struct record *r)
{
	struct record *call;
	unsigned int i;

	v->records[r->event]++;
	if (v->plan->event[r->event].ret) {
		call = pending(v, r->pid);
		if (!call) {
			count(v, r);
			return;
		}
		for (i = 0; i < r->n && call->n < RECORD_FIELDS_MAX; i++)
			call->field[call->n++] = r->field[i];
		count(v, call);
		forget(v, call);
		return;
	}
	/* Returns are of the first event. */
	if (r->event || !returns(v->plan)) {
		count(v, r);
		return;
	}
	call = pending(v, r->pid);
	if (call) {
		count(v, call);
		*call = *r;
	} else if (v->pendings < PENDING_MAX) {
		v->pending[v->pendings++] = *r;
	} else {
		count(v, r);
	}
}

static void flush(struct values *v)
{
	while (v->pendings) {
		count(v, &v->pending[0]);
		forget(v, &v->pending[0]);
	}
}

static void line(struct values *v)
{
	const char *lost;
	struct record r;

	v->line[v->line_len] = '\0';
	v->line_len = 0;
	if (starts(v->line, "CPU:") && (lost = after(v->line, "[LOST "))) {
		v->lost += strtoull(lost, NULL, 10);
		/* A return that is next may be that of a call which is lost. */
		flush(v);
		return;
	}
	if (record_parse(&r, v->line, v->plan))
		add(v, &r);
}

void values_feed(struct values *v, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (text[i] == '\n')
			line(v);
		else if (text[i] && v->line_len + 1 < sizeof(v->line))
			v->line[v->line_len++] = text[i];
	}
}

static int by_count(const void *a, const void *b)
{
	const struct value *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return strcmp(x->text, y->text);
}

void values_end(struct values *v)
{
	if (v->line_len)
		line(v);
	flush(v);
	qsort(v->value, v->n, sizeof(v->value[0]), by_count);
}
