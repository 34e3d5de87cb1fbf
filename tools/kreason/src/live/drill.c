// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE /* tracefs.h needs cpu_set_t */
#include "live/drill.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "live/event.h"
#include "live/instance.h"
#include "str.h"

#define TICK		0.1	/* seconds between two looks at the counters while stacks are captured */
#define SLICE_MIN	0.2	/* seconds between two readings in phase 1, at least */
#define SHARE_MIN	0.01	/* of the time is sampled, however many events there are */
#define ON_MIN		0.05	/* seconds: pausing a histogram waits for RCU, so shorter times come out longer */
#define BUFFER_KB	1408	/* per CPU; the kernel's own default */
#define HIST_KB		"8"	/* per CPU: nothing is written to the buffer then */
#define PIPE_READ	65536

/**
 * struct capture - what is set up in the kernel for one target
 * @instance: of tracefs
 * @event:    those that are used
 * @number:   of the reason in each
 * @key:      of the histogram
 * @recording: events also go to the buffer, for the last ones to be shown
 * @on:       stacks are being captured, since @since
 * @fraction: of each tick in which they are
 * @last:     the counter at the last tick, at @looked; @rate: of late
 * @pipe:     trace_pipe, -1 with histograms
 * @broken:   switching on or off has failed
 */
struct capture {
	struct instance instance;
	const struct path_event *event[PATH_EVENTS_MAX];
	long number[PATH_EVENTS_MAX];
	unsigned int n;
	const char *key;
	bool recording;
	bool on, broken;
	double since, fraction;
	uint64_t last;
	double looked, rate;
	int pipe;
	struct stacks_reader reader;
};

__attribute__((format(printf, 2, 3)))
static void progress(const struct drill *d, const char *format, ...)
{
	va_list args;

	if (!d->progress)
		return;
	va_start(args, format);
	fprintf(d->progress, "kreason: ");
	vfprintf(d->progress, format, args);
	fputc('\n', d->progress);
	fflush(d->progress);
	va_end(args);
}

struct target *drill_targets(unsigned int n)
{
	return calloc(n, sizeof(struct target));
}

void drill_free(struct drill *d)
{
	unsigned int i;

	for (i = 0; i < d->n; i++) {
		stacks_free(&d->target[i].stacks);
		free(d->target[i].capture);
	}
	free(d->target);
	d->target = NULL;
	d->n = 0;
	system_free(&d->system);
}

static bool read_counters(struct drill *d, struct target *t, struct counters *c)
{
	if (path_read(c, t->path, &d->system, t->why, sizeof(t->why)))
		return true;
	path_advise(t->why, sizeof(t->why), t->path, &d->system);
	t->phase = DRILL_UNREADABLE;
	return false;
}

static bool start_command(struct drill *d)
{
	memset(&d->wait, 0, sizeof(d->wait));
	return !d->command || wait_start(&d->wait, d->command, d->error, sizeof(d->error));
}

/* When a phase that begins now ends at the latest. */
static double deadline(const struct drill *d)
{
	return d->seconds > 0 ? wait_now() + d->seconds : wait_now() + 366 * 86400.0;
}

static bool over(const struct drill *d, double end)
{
	return d->wait.signal || d->wait.ended || wait_now() >= end;
}

/* Phase 1. */

static void join_slices(struct target *t)
{
	unsigned int i, r;

	for (i = 0; i < t->slices / 2; i++) {
		struct slice *a = &t->slice[2 * i], *b = a + 1, *to = &t->slice[i];

		to->seconds = a->seconds + b->seconds;
		for (r = 0; r < REASONS_MAX; r++)
			to->count[r] = a->count[r] + b->count[r];
	}
	t->slices /= 2;
}

static void add_slice(struct target *t, const struct counters *was, const struct counters *is,
		      double seconds, unsigned int bits)
{
	struct slice *s = &t->slice[t->slices++];
	unsigned int r;

	memset(s, 0, sizeof(*s));
	s->seconds = seconds;
	for (r = 0; r < is->n; r++) {
		const struct counter *before = counters_find(was, is->reason[r].name);

		s->count[r] = counter_moved(before ? before->value : 0, is->reason[r].value, bits);
	}
}

static bool count(struct drill *d)
{
	double start, end, step, last, now;
	unsigned int i;
	bool full;

	for (i = 0; i < d->n; i++) {
		struct target *t = &d->target[i];

		if (t->phase == DRILL_UNREADABLE || !read_counters(d, t, &t->first))
			continue;
		t->last = t->first;
	}
	if (!start_command(d))
		return false;
	start = last = wait_now();
	end = deadline(d);
	step = d->seconds / 20 > SLICE_MIN ? d->seconds / 20 : SLICE_MIN;
	do {
		/* Without a last one that would be too short to compare. */
		wait_until(&d->wait, last + step * 1.5 < end ? last + step : end);
		now = wait_now();
		full = false;
		for (i = 0; i < d->n; i++) {
			struct target *t = &d->target[i];
			struct counters is;

			if (t->phase == DRILL_UNREADABLE || !read_counters(d, t, &is))
				continue;
			add_slice(t, &t->last, &is, now - last, d->system.bits);
			t->last = is;
			full |= t->slices == SLICES_MAX;
		}
		last = now;
		if (full) {
			step *= 2;
			for (i = 0; i < d->n; i++)
				join_slices(&d->target[i]);
		}
	} while (!over(d, end));
	wait_stop(&d->wait);
	for (i = 0; i < d->n; i++) {
		struct target *t = &d->target[i];

		if (t->phase != DRILL_UNREADABLE)
			dist_make(&t->dist, t->path, &t->first, &t->last, now - start,
				  d->system.bits);
	}
	return true;
}

static void find_hot(const struct drill *d, struct target *t)
{
	const struct dist_reason *top;

	if (t->phase == DRILL_UNREADABLE)
		return;
	top = dist_top(&t->dist);
	if (!top) {
		t->phase = DRILL_NOTHING;
		return;
	}
	t->share = dist_share(&t->dist, top);
	str_copy(t->hot, sizeof(t->hot), top->name, strlen(top->name));
	t->phase = t->share >= d->threshold ? DRILL_HOT : DRILL_SPREAD;
}

/* Phase 2. */

static void trigger_text(const struct capture *c, unsigned int event, const char *what, char *buf,
			 size_t size)
{
	snprintf(buf, size, "hist:keys=%s%s if reason == %ld", c->key, what, c->number[event]);
}

static bool write_trigger(struct capture *c, unsigned int event, const char *what)
{
	char text[128];

	trigger_text(c, event, what, text, sizeof(text));
	/*
	 * Opening the file to write it from the beginning would remove the triggers that are there.
	 */
	return tracefs_event_file_append(c->instance.t, c->event[event]->system,
					 c->event[event]->name, "trigger", text) >= 0;
}

/* The events of the reason only go to the buffer. */
static bool record(struct capture *c, unsigned int event)
{
	char text[64];

	snprintf(text, sizeof(text), "reason == %ld", c->number[event]);
	return tracefs_event_file_write(c->instance.t, c->event[event]->system,
					c->event[event]->name, "filter", text) >= 0 &&
	       tracefs_event_file_write(c->instance.t, c->event[event]->system,
					c->event[event]->name, "enable", "1") >= 0;
}

/* Histograms on the events that count, not running yet. The key had no common_ before 6.3. */
static bool set_up_hist(struct capture *c, bool events)
{
	static const char *const keys[] = { "common_stacktrace", "stacktrace" };
	unsigned int k, i;

	if (tracefs_instance_file_write(c->instance.t, "buffer_size_kb", HIST_KB) < 0)
		return false;
	for (k = 0; k < ARRAY_SIZE(keys); k++) {
		c->key = keys[k];
		for (i = 0; i < c->n && (!c->event[i]->counted || write_trigger(c, i, ":pause"));
		     i++)
			;
		if (i == c->n)
			goto keyed;
	}
	c->key = NULL;
	return false;
keyed:
	if (!events)
		return true;
	c->recording = tracefs_instance_file_write(c->instance.t, "tracing_on", "0") >= 0;
	for (i = 0; i < c->n; i++)
		c->recording &= record(c, i);
	return true;
}

static bool set_up_buffer(struct target *t)
{
	struct capture *c = t->capture;
	char text[64];
	unsigned int i;

	snprintf(text, sizeof(text), "%d", BUFFER_KB);
	if (tracefs_instance_file_write(c->instance.t, "tracing_on", "0") < 0 ||
	    tracefs_instance_file_write(c->instance.t, "buffer_size_kb", text) < 0 ||
	    tracefs_instance_file_write(c->instance.t, "options/stacktrace", "1") < 0) {
		snprintf(t->why, sizeof(t->why), "the kernel takes no stacks with events: %s",
			 strerror(errno));
		return false;
	}
	for (i = 0; i < c->n; i++) {
		if (c->event[i]->counted && !record(c, i)) {
			snprintf(t->why, sizeof(t->why), "%s cannot be switched on: %s",
				 c->event[i]->name, strerror(errno));
			return false;
		}
	}
	c->pipe = tracefs_instance_file_open(c->instance.t, "trace_pipe", O_RDONLY | O_NONBLOCK);
	if (c->pipe < 0) {
		snprintf(t->why, sizeof(t->why), "trace_pipe: %s", strerror(errno));
		return false;
	}
	c->reader.to = &t->stacks;
	c->reader.events = &t->events;
	t->buffer = true;
	return true;
}

/*
 * The events that count, and the number that the reason has in each: by their format, or as the
 * order of the counters.
 */
static bool find_events(struct drill *d, struct target *t)
{
	const struct counter *r = counters_find(&t->last, t->hot);
	struct capture *c = t->capture;
	unsigned int i;

	for (i = 0; i < PATH_EVENTS_MAX && t->path->events[i].name; i++) {
		struct event_info info;

		if (!event_read(&info, &d->system.tracefs, t->path->events[i].system,
				t->path->events[i].name, t->why, sizeof(t->why))) {
			if (!t->path->events[i].counted)
				continue;
			return false;
		}
		c->event[c->n] = &t->path->events[i];
		c->number[c->n] = event_reason(&info, t->hot);
		if (c->number[c->n] < 0 && info.n && !t->path->events[i].counted)
			continue;
		if (c->number[c->n] < 0 && info.n) {
			snprintf(t->why, sizeof(t->why), "the event %s does not know the reason %s",
				 t->path->events[i].name, t->hot);
			return false;
		}
		if (c->number[c->n] < 0)
			c->number[c->n] = r - t->last.reason;
		c->n++;
	}
	return true;
}

static bool set_up(struct drill *d, struct target *t, unsigned int n)
{
	struct capture *c = calloc(1, sizeof(*c));

	t->capture = c;
	if (!c) {
		snprintf(t->why, sizeof(t->why), "no memory");
		return false;
	}
	c->pipe = -1;
	c->fraction = 1;
	if (!d->system.tracefs.dir[0]) {
		snprintf(t->why, sizeof(t->why), "%s", d->system.tracefs.why);
		return false;
	}
	if (!find_events(d, t) || !instance_open(&c->instance, n, t->why, sizeof(t->why)))
		return false;
	return (!d->no_hist && set_up_hist(c, !d->no_events)) || set_up_buffer(t);
}

static void switch_on(struct capture *c, bool on)
{
	unsigned int i;

	if (c->on == on)
		return;
	if (c->pipe >= 0 || c->recording)
		c->broken |= tracefs_instance_file_write(c->instance.t, "tracing_on",
							 on ? "1" : "0") < 0;
	for (i = 0; i < c->n && c->pipe < 0; i++)
		if (c->event[i]->counted)
			c->broken |= !write_trigger(c, i, on ? ":cont" : ":pause");
	c->on = on;
}

static void turn(struct target *t, bool on)
{
	struct capture *c = t->capture;
	double now;

	if (c->on == on)
		return;
	switch_on(c, on);
	now = wait_now();
	if (on)
		c->since = now;
	else
		t->active += now - c->since;
}

/* What is in the buffer by now. */
static bool drain(struct target *t)
{
	struct capture *c = t->capture;
	char text[PIPE_READ];
	ssize_t n;

	if (c->pipe < 0)
		return true;
	while ((n = read(c->pipe, text, sizeof(text))) > 0)
		if (!stacks_feed(&c->reader, text, n))
			return false;
	return n == 0 || errno == EAGAIN || errno == EINTR;
}

/* The count of the hot reason in a reading; one that is not there any more has not moved. */
static uint64_t hot_in(const struct target *t, const struct counters *c)
{
	const struct counter *r = counters_find(c, t->hot);

	return r ? r->value : t->capture->last;
}

static uint64_t hot_now(struct drill *d, const struct target *t)
{
	char why[WHY_MAX];
	struct counters c;

	return path_read(&c, t->path, &d->system, why, sizeof(why)) ? hot_in(t, &c) :
								       t->capture->last;
}

/* The part of the time that is left for stacks at a rate. */
static double fraction(const struct drill *d, double rate)
{
	double part = rate > d->max_rate ? d->max_rate / rate : 1;

	return part > SHARE_MIN ? part : SHARE_MIN;
}

/* How much of the next tick can be captured, by the rate since the last look. */
static void adapt(struct drill *d, struct target *t)
{
	struct capture *c = t->capture;
	uint64_t is = hot_now(d, t);
	double now = wait_now(),
	       rate = counter_moved(c->last, is, d->system.bits) / (now - c->looked);

	c->last = is;
	c->looked = now;
	/* Bursts come again: what a burst was like is forgotten in about a second. */
	c->rate = rate > c->rate ? rate : c->rate * 0.9 + rate * 0.1;
	rate = c->rate;
	if (rate > d->max_rate && c->fraction == 1)
		progress(d, "%s: %.0f events/s, above %lu: captured in a part of the time", t->hot,
			 rate, d->max_rate);
	c->fraction = fraction(d, rate);
}

static void tick(struct drill *d, double end)
{
	double start = wait_now(), length = TICK, until;
	unsigned int i;

	for (i = 0; i < d->n; i++)
		if (d->target[i].capture && d->target[i].capture->fraction < 1 &&
		    ON_MIN / d->target[i].capture->fraction > length)
			length = ON_MIN / d->target[i].capture->fraction;
	until = start + length < end ? start + length : end;
	for (i = 0; i < d->n; i++)
		if (d->target[i].capture)
			turn(&d->target[i], true);
	for (;;) {
		double next = until;

		for (i = 0; i < d->n; i++) {
			struct target *t = &d->target[i];
			double off = t->capture ? start + t->capture->fraction * length : 0;

			if (!t->capture || !t->capture->on || t->capture->fraction == 1)
				continue;
			if (off <= wait_now())
				turn(t, false);
			else if (off < next)
				next = off;
		}
		if (over(d, until))
			break;
		wait_until(&d->wait, next);
	}
}

static void take_down(struct drill *d, struct target *t)
{
	struct capture *c = t->capture;
	unsigned int i;

	if (!c)
		return;
	/* The instance goes with all that is in it; the file must be closed before. */
	if (c->pipe >= 0)
		close(c->pipe);
	for (i = 0; i < c->n && c->instance.t && c->key; i++) {
		char text[128];

		if (!c->event[i]->counted)
			continue;
		trigger_text(c, i, "", text + 1, sizeof(text) - 1);
		text[0] = '!';
		tracefs_event_file_append(c->instance.t, c->event[i]->system, c->event[i]->name,
					  "trigger", text);
	}
	if (!instance_close(&c->instance))
		d->kept++;
	free(c);
	t->capture = NULL;
}

static bool collect(struct target *t)
{
	struct capture *c = t->capture;
	unsigned int i;
	bool good = true;
	char *text;

	if (c->pipe >= 0)
		return drain(t) && stacks_feed(&c->reader, NULL, 0);
	for (i = 0; i < c->n; i++) {
		if (!c->event[i]->counted)
			continue;
		text = tracefs_event_file_read(c->instance.t, c->event[i]->system,
					       c->event[i]->name, "hist", NULL);
		good &= text && stacks_from_hist(&t->stacks, text);
		free(text);
	}
	/* That is all there is to lose: without them the stacks are as good. */
	text = c->recording ? tracefs_instance_file_read(c->instance.t, "trace", NULL) : NULL;
	if (text)
		samples_add_text(&t->events, text);
	free(text);
	return good;
}

static void conclude(struct drill *d, struct target *t, double seconds)
{
	bool good = !t->capture->broken && collect(t);

	t->seconds = seconds;
	stacks_sort(&t->stacks);
	if (!good) {
		snprintf(t->why, sizeof(t->why), "the stacks could not be read completely: %s",
			 strerror(errno));
	} else {
		t->phase = DRILL_STACKS;
		if (t->active < 0.98 * t->seconds)
			snprintf(
				t->note, sizeof(t->note),
				"too many events for the stacks of all: captured in %.0f %% of the time",
				100 * t->active / t->seconds);
	}
	if (t->asked) {
		const struct dist_reason *r;

		dist_make(&t->dist, t->path, &t->first, &t->last, seconds, d->system.bits);
		r = dist_find(&t->dist, t->hot);
		t->share = r ? dist_share(&t->dist, r) : -1;
	}
}

static bool capture(struct drill *d)
{
	unsigned int i, armed = 0;
	double start, end, seconds;
	bool started;

	for (i = 0; i < d->n; i++) {
		struct target *t = &d->target[i];

		if (t->phase != DRILL_HOT)
			continue;
		if (!set_up(d, t, i)) {
			take_down(d, t);
			continue;
		}
		armed++;
		progress(d, "%s: capturing the stacks of %s", t->path->name, t->hot);
	}
	if (!armed)
		return true;
	/* Before the first is captured, so that what is captured was counted. */
	for (i = 0; i < d->n; i++) {
		struct target *t = &d->target[i];

		if (!t->capture)
			continue;
		if (!read_counters(d, t, &t->first)) {
			take_down(d, t);
			continue;
		}
		t->capture->last = hot_in(t, &t->first);
		t->capture->looked = wait_now();
		if (!t->asked)
			t->capture->rate = dist_find(&t->dist, t->hot)->count / t->dist.seconds;
		t->capture->fraction = fraction(d, t->capture->rate);
		turn(t, true);
	}
	start = wait_now();
	started = start_command(d);
	end = deadline(d);
	while (started && !over(d, end)) {
		tick(d, end);
		for (i = 0; i < d->n; i++) {
			struct target *t = &d->target[i];

			if (!t->capture)
				continue;
			drain(t);
			adapt(d, t);
		}
	}
	wait_stop(&d->wait);
	for (i = 0; i < d->n; i++)
		if (d->target[i].capture)
			turn(&d->target[i], false);
	seconds = wait_now() - start;
	for (i = 0; i < d->n; i++) {
		struct target *t = &d->target[i];

		if (!t->capture)
			continue;
		if (read_counters(d, t, &t->last)) {
			t->counted = counter_moved(hot_in(t, &t->first), hot_in(t, &t->last),
						   d->system.bits);
			conclude(d, t, seconds);
		}
		take_down(d, t);
	}
	return started;
}

/* A reason that was asked for is hot by decree. */
static bool take_asked(struct drill *d, struct target *t)
{
	if (!read_counters(d, t, &t->first))
		return true;
	if (!counters_find(&t->first, t->asked)) {
		snprintf(d->error, sizeof(d->error),
			 "%s has no reason \"%s\"; kreason list --reasons %s names them",
			 t->path->file, t->asked, t->path->name);
		return false;
	}
	t->last = t->first;
	str_copy(t->hot, sizeof(t->hot), t->asked, strlen(t->asked));
	t->share = -1;
	t->phase = DRILL_HOT;
	return true;
}

static bool run(struct drill *d)
{
	unsigned int i, counting = 0;

	if (!d->no_stacks && d->system.tracefs.dir[0] && instance_use(&d->system.tracefs))
		d->cleaned = instance_clean(&d->kept);
	for (i = 0; i < d->n; i++) {
		struct target *t = &d->target[i];

		t->phase = DRILL_NOTHING;
		t->share = -1;
		if (!t->asked)
			counting++;
		else if (!take_asked(d, t))
			return false;
	}
	if (counting) {
		if (d->command)
			progress(d, "counting while %s runs", d->command[0]);
		else
			progress(d, "counting for %.3g s", d->seconds);
		if (!count(d))
			return false;
		for (i = 0; i < d->n; i++)
			find_hot(d, &d->target[i]);
	}
	if (d->no_stacks || d->wait.signal)
		return true;
	return capture(d);
}

bool drill_run(struct drill *d)
{
	bool good;

	wait_begin();
	good = run(d);
	wait_end();
	return good;
}
