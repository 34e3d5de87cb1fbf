// SPDX-License-Identifier: GPL-2.0-only
#include "pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "input.h"

struct pipeline {
	const struct given *given;
	analysis_fn fn;
	void *context;
	struct norm *norm;
	struct collect *collect;
	bool failed;
};

static void from_collect(void *context, struct report *r)
{
	struct pipeline *p = context;
	struct analysis *a = analyse(r, p->given);

	if (a)
		p->fn(p->context, a);
	else
		p->failed = true;
	analysis_free(a);
	report_free(r);
}

static void from_norm(void *context, const struct norm_line *line)
{
	struct pipeline *p = context;

	collect_line(p->collect, line);
}

static void from_input(void *context, const char *line, size_t len, unsigned long number)
{
	struct pipeline *p = context;

	norm_feed(p->norm, line, len, number);
}

/* Lines are left out: nothing after them continues what came before. */
static void gap(void *context)
{
	struct pipeline *p = context;

	norm_flush(p->norm);
}

static bool busy(void *context)
{
	struct pipeline *p = context;

	return collect_busy(p->collect);
}

struct pipeline *pipeline_new(const struct given *given, analysis_fn fn, void *context)
{
	struct pipeline *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->given = given;
	p->fn = fn;
	p->context = context;
	p->norm = norm_new(from_norm, p);
	p->collect = collect_new(from_collect, p);
	if (p->norm && p->collect)
		return p;
	pipeline_free(p);
	return NULL;
}

void pipeline_free(struct pipeline *p)
{
	if (!p)
		return;
	norm_free(p->norm);
	collect_free(p->collect);
	free(p);
}

int pipeline_file(struct pipeline *p, int fd)
{
	const struct input_sink sink = {
		.line = from_input, .gap = gap, .busy = busy, .context = p
	};
	int error = input_run(fd, collect_texts, &sink);

	collect_end(p->collect);
	return error;
}

void pipeline_text(struct pipeline *p, const char *text, size_t len)
{
	unsigned long number = 0;

	while (len) {
		const char *newline = memchr(text, '\n', len);
		size_t n = newline ? (size_t)(newline - text) : len;

		norm_feed(p->norm, text, n, ++number);
		n += !!newline;
		text += n;
		len -= n;
	}
	norm_flush(p->norm);
	collect_end(p->collect);
}

unsigned long pipeline_others(const struct pipeline *p)
{
	return collect_others(p->collect);
}

bool pipeline_failed(const struct pipeline *p)
{
	return p->failed || collect_failed(p->collect);
}
