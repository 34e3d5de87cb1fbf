// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "output.h"
#include "pipeline.h"
#include "seen.h"
#include "str.h"

static void print(struct seen *s, const struct analysis *a)
{
	struct output o = { .form = &text_form, .number = 1 };
	char *text = NULL;
	size_t size = 0;

	o.to = open_memstream(&text, &size);
	assert_non_null(o.to);
	assert_true(text_form.report(&o, a, "log"));
	fclose(o.to);
	str_copy(s->text, sizeof(s->text), text, size);
	free(text);
}

static void take(void *context, const struct analysis *a)
{
	struct run_seen *run = context;
	struct seen *s;
	unsigned int i;

	if (run->n++ >= SEEN_REPORTS)
		return;
	s = &run->report[run->n - 1];
	s->kind = a->r->kind;
	s->cause = a->cause;
	s->order = a->order;
	s->bytes = a->r->bytes;
	s->explained = a->explained;
	s->harmless = a->harmless;
	memcpy(s->comm, a->r->comm, sizeof(s->comm));
	memcpy(s->function, a->caller.function, sizeof(s->function));
	memcpy(s->module, a->caller.module, sizeof(s->module));
	memcpy(s->helper, a->caller.helper, sizeof(s->helper));
	s->interrupt = a->caller.interrupt;
	s->memalloc = a->caller.memalloc;
	if (a->decoded)
		gfp_format(&a->gfp, s->flags, sizeof(s->flags));
	s->reclaim = a->path.reclaim.can;
	s->compact = a->path.compact.can;
	s->compact_why = a->path.compact.why;
	s->zones = a->zones;
	for (i = 0; i < a->zones && i < SEEN_ZONES; i++) {
		const struct judged *j = &a->zone[i];
		struct seen_zone *z = &s->zone[i];

		zone_name(j->zone, z->name, sizeof(z->name));
		judged_text(a, j, z->text, sizeof(z->text));
		z->verdict = j->result.verdict;
		z->free_used_kb = j->result.free_used * j->page_kb;
		z->mark_kb = j->result.mark_oom * j->page_kb;
		z->reserve_kb = j->result.reserve * j->page_kb;
		z->short_by_kb = j->result.short_by * j->page_kb;
		z->margin_kb = j->result.margin * j->page_kb;
		z->largest = j->result.largest;
	}
	memcpy(s->verdict, a->verdict, sizeof(s->verdict));
	for (i = 0; i < a->unsures; i++)
		str_add(s->unsure, sizeof(s->unsure), "%s\n", a->unsure[i]);
	for (i = 0; i < a->advices; i++)
		str_add(s->advice, sizeof(s->advice), "%s [%s]\n", a->advice[i].what,
			a->advice[i].because);
	s->report = *a->r;
	s->report.zone = NULL;
	s->report.frame = NULL;
	print(s, a);
}

static struct run_seen *new_run(struct pipeline **p)
{
	struct run_seen *run = calloc(1, sizeof(*run));

	assert_non_null(run);
	*p = pipeline_new(NULL, take, run);
	assert_non_null(*p);
	return run;
}

static void finish(struct run_seen *run, struct pipeline *p)
{
	run->others = pipeline_others(p);
	assert_false(pipeline_failed(p));
	pipeline_free(p);
}

struct run_seen *see_file(const char *name)
{
	struct pipeline *p;
	struct run_seen *run = new_run(&p);
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", FIXTURES, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		fail_msg("cannot open %s", path);
	assert_int_equal(pipeline_file(p, fd), 0);
	close(fd);
	finish(run, p);
	return run;
}

struct run_seen *see_text(const char *text)
{
	struct pipeline *p;
	struct run_seen *run = new_run(&p);

	pipeline_text(p, text, strlen(text));
	finish(run, p);
	return run;
}
