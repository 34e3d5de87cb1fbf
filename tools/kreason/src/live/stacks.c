// SPDX-License-Identifier: GPL-2.0-only
#include "live/stacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "str.h"

void stacks_free(struct stacks *s)
{
	unsigned int i;

	for (i = 0; i < s->n; i++)
		free(s->stack[i].frames);
	s->n = 0;
	s->captured = s->dropped = s->lost = 0;
}

static int by_count(const void *a, const void *b)
{
	const struct stack *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return strcmp(x->frames, y->frames);
}

void stacks_sort(struct stacks *s)
{
	qsort(s->stack, s->n, sizeof(s->stack[0]), by_count);
}

bool stacks_add(struct stacks *s, const char *frames, uint64_t count)
{
	unsigned int i;

	s->captured += count;
	for (i = 0; i < s->n; i++) {
		if (strcmp(s->stack[i].frames, frames))
			continue;
		s->stack[i].count += count;
		return true;
	}
	if (s->n == STACKS_MAX) {
		s->dropped += count;
		return true;
	}
	s->stack[s->n].frames = strdup(frames);
	if (!s->stack[s->n].frames)
		return false;
	s->stack[s->n++].count = count;
	return true;
}

/* Text of one frame without what surrounds it; long ones are cut. */
static void frame(struct stacks_reader *r, const char *text)
{
	size_t len = strlen(text);

	while (len && (is_blank(text[len - 1]) || text[len - 1] == '\r'))
		len--;
	if (!len || r->frames_len + len + 2 > sizeof(r->frames))
		return;
	memcpy(r->frames + r->frames_len, text, len);
	r->frames_len += len;
	r->frames[r->frames_len++] = '\n';
	r->frames[r->frames_len] = '\0';
}

static void begin(struct stacks_reader *r)
{
	r->in_stack = true;
	r->frames_len = 0;
	r->frames[0] = '\0';
}

static bool end(struct stacks_reader *r, uint64_t count)
{
	r->in_stack = false;
	return stacks_add(r->to, r->frames_len ? r->frames : "(no stack)\n", count);
}

/* The number after @name in @line. */
static bool value(const char *line, const char *name, uint64_t *n)
{
	const char *p = after(line, name);
	char *stop;

	if (!p)
		return false;
	p = skip_blank(p);
	if (!is_digit(*p))
		return false;
	*n = strtoull(p, &stop, 10);
	return true;
}

static bool hist_line(struct stacks_reader *r, const char *line)
{
	uint64_t n;

	if (starts(line, "{ ") && strstr(line, "stacktrace:")) {
		begin(r);
	} else if (r->in_stack && line[0] == '}') {
		return value(line, "hitcount:", &n) ? end(r, n) : true;
	} else if (r->in_stack) {
		frame(r, skip_blank(line));
	} else if (value(line, "Dropped:", &n)) {
		r->to->dropped += n;
	}
	return true;
}

bool stacks_from_hist(struct stacks *s, const char *text)
{
	struct stacks_reader r = { .to = s };

	while (*text) {
		size_t len = strcspn(text, "\n");

		str_copy(r.line, sizeof(r.line), text, len);
		if (!hist_line(&r, r.line))
			return false;
		text += len;
		text += *text == '\n';
	}
	return true;
}

static bool pipe_line(struct stacks_reader *r, const char *line)
{
	uint64_t n;

	if (r->in_stack && starts(line, " => ")) {
		frame(r, line + 4);
		return true;
	}
	if (r->in_stack && !end(r, 1))
		return false;
	if (starts(line, "CPU:") && value(line, "[LOST", &n))
		r->to->lost += n;
	else if (strstr(line, "<stack trace>"))
		begin(r);
	else if (r->events)
		samples_add(r->events, line);
	return true;
}

bool stacks_feed(struct stacks_reader *r, const char *text, size_t len)
{
	size_t i;

	if (!len) {
		bool good = !r->line_len || pipe_line(r, r->line);

		r->line_len = 0;
		return r->in_stack ? end(r, 1) && good : good;
	}
	for (i = 0; i < len; i++) {
		if (text[i] != '\n') {
			/* A line that is too long is cut: what counts is at its beginning. */
			if (r->line_len + 1 < sizeof(r->line) && text[i]) {
				r->line[r->line_len++] = text[i];
				r->line[r->line_len] = '\0';
			}
			continue;
		}
		r->line[r->line_len] = '\0';
		r->line_len = 0;
		if (!pipe_line(r, r->line))
			return false;
	}
	return true;
}

void stacks_folded(FILE *to, const struct stacks *s, const char *root)
{
	const char *frames[STACK_FRAMES_MAX];
	unsigned int i, n;

	for (i = 0; i < s->n; i++) {
		const char *p = s->stack[i].frames;
		bool first = true;

		for (n = 0; *p && n < STACK_FRAMES_MAX; n++) {
			frames[n] = p;
			p += strcspn(p, "\n");
			p += *p == '\n';
		}
		if (root) {
			fputs(root, to);
			first = false;
		}
		while (n--) {
			/*
			 * Neither the offset, which would tell calls of one function apart, nor the
			 * separators of the form.
			 */
			int len = strcspn(frames[n], "+\n; ");

			fprintf(to, "%s%.*s", first ? "" : ";", len, frames[n]);
			first = false;
		}
		fprintf(to, " %" PRIu64 "\n", s->stack[i].count);
	}
}
