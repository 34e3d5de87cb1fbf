// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE /* tracefs.h needs cpu_set_t */
#include "live/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "str.h"

#define TICK		0.1	/* seconds between two looks at the buffer */
#define BUFFER_KB	"4096"	/* per CPU */
#define PIPE_READ	65536
#define DEFINITION_MAX	(PLAN_ARGS_MAX + 2 * SYMBOL_MAX)

/**
 * struct run - what is set up in the kernel
 * @group:   of the probes
 * @defined: of them, in the order of the plan
 * @key:     of the histograms, NULL without
 * @pipe:    trace_pipe, or -1
 */
struct run {
	struct probe *p;
	struct instance instance;
	char group[96];
	unsigned int defined;
	const char *key;
	int pipe;
	struct stacks_reader reader;
};

bool probe_left(const char **p, char *buf, size_t size)
{
	while (**p) {
		/* "p:GROUP/EVENT WHERE ...", for returns also "r16:..." */
		const char *line = *p, *end = line + strcspn(line, "\n"),
			   *name = line + strcspn(line, ":\n");
		size_t group, all;
		bool runs;

		*p = *end ? end + 1 : end;
		if (*name++ != ':')
			continue;
		group = strcspn(name, "/ \n");
		all = strcspn(name, " \n");
		if (name[group] != '/' || all >= size)
			continue;
		str_copy(buf, size, name, group);
		if (!owner_parse(buf, '_', &runs) || runs)
			continue;
		str_copy(buf, size, name, all);
		return true;
	}
	return false;
}

static bool undefine(const char *name)
{
	char text[DEFINITION_MAX];

	snprintf(text, sizeof(text), "-:%s", name);
	return tracefs_instance_file_append(NULL, "kprobe_events", text) >= 0 || errno == ENOENT;
}

/* A probe that somebody uses stays: the kernel refuses. */
static void clean(struct probe *p)
{
	char *text, name[256];
	const char *at;

	p->cleaned = instance_clean(&p->kept);
	at = text = tracefs_instance_file_read(NULL, "kprobe_events", NULL);
	while (at && probe_left(&at, name, sizeof(name))) {
		if (undefine(name))
			p->cleaned++;
		else
			p->kept++;
	}
	free(text);
}

/* What the kernel says in its log of such errors, where it has one. */
static void refused(struct probe *p, const char *definition, int error)
{
	char *log = tracefs_error_last(NULL), *text = log ? strstr(log, "error: ") : NULL;

	snprintf(p->error, sizeof(p->error), "the kernel refuses the probe \"%.120s\": %s%s%.*s%s",
		 definition, strerror(error), text ? " (" : "",
		 text ? (int)strcspn(text + 7, "\n") : 0, text ? text + 7 : "", text ? ")" : "");
	free(log);
}

static bool define(struct run *r)
{
	struct probe *p = r->p;
	char text[DEFINITION_MAX];

	for (; r->defined < p->plan->n; r->defined++) {
		plan_definition(&p->plan->event[r->defined], r->group, text, sizeof(text));
		if (tracefs_instance_file_append(NULL, "kprobe_events", text) >= 0)
			continue;
		if (errno == EACCES || errno == EPERM || errno == EROFS)
			place_refused(p->error, sizeof(p->error), "kprobe_events", errno);
		else
			refused(p, text, errno);
		return false;
	}
	return true;
}

static bool trigger(struct run *r, unsigned int event, const char *format, const char *key)
{
	char text[128];

	snprintf(text, sizeof(text), format, key);
	return tracefs_event_file_append(r->instance.t, r->group, r->p->plan->event[event].name,
					 "trigger", text) >= 0;
}

/*
 * Stacks of all events that ask for them, added up in the kernel. The key had no common_ before
 * 6.3.
 */
static bool set_up_hist(struct run *r)
{
	static const char *const keys[] = { "common_stacktrace", "stacktrace" };
	const struct plan *plan = r->p->plan;
	unsigned int k, i;

	for (k = 0; k < ARRAY_SIZE(keys); k++) {
		for (i = 0; i < plan->n &&
			    (!plan->event[i].stacks || trigger(r, i, "hist:keys=%s", keys[k]));
		     i++)
			;
		if (i == plan->n) {
			r->key = keys[k];
			return true;
		}
		while (i--)
			if (plan->event[i].stacks)
				trigger(r, i, "!hist:keys=%s", keys[k]);
	}
	return false;
}

static bool set_up_buffer(struct run *r)
{
	const struct plan *plan = r->p->plan;
	unsigned int i;

	for (i = 0; i < plan->n; i++)
		if (plan->event[i].stacks && !trigger(r, i, "%s", "stacktrace"))
			return tracefs_instance_file_write(r->instance.t, "options/stacktrace",
							   "1") >= 0;
	return true;
}

static bool set_up(struct run *r)
{
	struct probe *p = r->p;
	unsigned int i;

	if (!instance_open(&r->instance, 0, p->error, sizeof(p->error)) || !define(r))
		return false;
	/* A smaller one loses more, and says so. */
	tracefs_instance_file_write(r->instance.t, "buffer_size_kb", BUFFER_KB);
	p->hist = !p->no_hist && set_up_hist(r);
	if (!p->hist && !set_up_buffer(r))
		snprintf(p->note, sizeof(p->note), "The kernel takes no stacks with events.");
	r->pipe = tracefs_instance_file_open(r->instance.t, "trace_pipe", O_RDONLY | O_NONBLOCK);
	if (r->pipe < 0) {
		place_refused(p->error, sizeof(p->error), "trace_pipe", errno);
		return false;
	}
	for (i = 0; i < p->plan->n; i++) {
		if (tracefs_event_file_write(r->instance.t, r->group, p->plan->event[i].name,
					     "enable", "1") >= 0)
			continue;
		snprintf(p->error, sizeof(p->error),
			 "the probe of %.100s cannot be switched on: %s", p->plan->event[i].symbol,
			 strerror(errno));
		return false;
	}
	return true;
}

static bool drain(struct run *r)
{
	char text[PIPE_READ];
	ssize_t n;

	while ((n = read(r->pipe, text, sizeof(text))) > 0) {
		values_feed(r->p->values, text, n);
		if (!r->p->hist && !stacks_feed(&r->reader, text, n))
			return false;
	}
	return n == 0 || errno == EAGAIN || errno == EINTR;
}

static void switch_off(struct run *r)
{
	unsigned int i;

	for (i = 0; i < r->defined; i++)
		tracefs_event_file_write(r->instance.t, r->group, r->p->plan->event[i].name,
					 "enable", "0");
	for (i = 0; i < r->defined && r->key; i++)
		if (r->p->plan->event[i].stacks)
			trigger(r, i, "hist:keys=%s:pause", r->key);
}

static bool collect(struct run *r)
{
	struct probe *p = r->p;
	bool good = drain(r);
	unsigned int i;

	values_end(p->values);
	if (!p->hist)
		good &= stacks_feed(&r->reader, NULL, 0);
	for (i = 0; i < p->plan->n; i++) {
		const struct plan_event *e = &p->plan->event[i];
		char *text;

		if (!e->stacks)
			continue;
		if (p->hist) {
			text = tracefs_event_file_read(r->instance.t, r->group, e->name, "hist",
						       NULL);
			good &= text && stacks_from_hist(&p->stacks[i], text);
			free(text);
		}
		/* Without histograms the first has those of all. */
		if (p->hist || !i)
			good &= probe_trim(&p->stacks[i], e->symbol);
		stacks_sort(&p->stacks[i]);
	}
	return good;
}

static void take_down(struct run *r)
{
	struct probe *p = r->p;
	char name[160];
	unsigned int i;

	if (r->pipe >= 0)
		close(r->pipe);
	if (r->instance.t)
		switch_off(r);
	for (i = 0; i < r->defined && r->key; i++)
		if (p->plan->event[i].stacks)
			trigger(r, i, "!hist:keys=%s", r->key);
	if (!instance_close(&r->instance))
		p->kept++;
	for (i = 0; i < r->defined; i++) {
		snprintf(name, sizeof(name), "%s/%s", r->group, p->plan->event[i].name);
		if (!undefine(name))
			p->kept++;
	}
}

bool probe_run(struct probe *p)
{
	struct run r = { .p = p, .pipe = -1, .reader.to = &p->stacks[0] };
	double start, end;
	bool good = false;

	p->error[0] = p->note[0] = '\0';
	if (!instance_use(p->tracefs)) {
		snprintf(p->error, sizeof(p->error), "no memory");
		return false;
	}
	/* From here on, what ends this program waits until all is taken down. */
	wait_begin();
	clean(p);
	owner_name(r.group, sizeof(r.group), '_', 0);
	if (!set_up(&r))
		goto out;
	start = wait_now();
	end = start + (p->seconds > 0 ? p->seconds : 366 * 86400.0);
	if (p->command && !wait_start(&p->wait, p->command, p->error, sizeof(p->error))) {
		p->no_command = true;
		goto out;
	}
	while (!p->wait.signal && !p->wait.ended && wait_now() < end) {
		double next = wait_now() + TICK;

		wait_until(&p->wait, next < end ? next : end);
		drain(&r);
	}
	wait_stop(&p->wait);
	switch_off(&r);
	p->active = wait_now() - start;
	good = collect(&r);
	if (!good)
		snprintf(p->error, sizeof(p->error), "what the probes saw could not be read: %s",
			 strerror(errno));
out:
	take_down(&r);
	wait_end();
	return good;
}

uint64_t probe_count(const struct probe *p, unsigned int event)
{
	const struct stacks *s = &p->stacks[event];

	return p->hist && p->plan->event[event].stacks ? s->captured + s->dropped :
							 p->values->records[event];
}

/* From the first frame that is @symbol on; all of it if none is. */
static const char *trimmed(const char *frames, const char *symbol)
{
	size_t len = strlen(symbol);
	const char *p;

	for (p = frames; *p; p += strcspn(p, "\n"), p += *p == '\n')
		if (!strncmp(p, symbol, len) && strchr("+ \n", p[len]))
			return p;
	return frames;
}

bool probe_trim(struct stacks *s, const char *symbol)
{
	struct stacks *to = calloc(1, sizeof(*to));
	unsigned int i;
	bool good = to;

	for (i = 0; good && i < s->n; i++)
		good = stacks_add(to, trimmed(s->stack[i].frames, symbol), s->stack[i].count);
	if (good) {
		/* What there was no room for is no stack. */
		to->dropped = s->dropped;
		to->lost = s->lost;
		stacks_free(s);
		*s = *to;
	} else if (to) {
		stacks_free(to);
	}
	free(to);
	return good;
}
