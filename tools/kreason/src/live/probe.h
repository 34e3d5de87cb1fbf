/* SPDX-License-Identifier: GPL-2.0-only */
/* A plan carried out: probes through tracefs, their records and stacks, and nothing left behind. */
#ifndef KREASON_LIVE_PROBE_H
#define KREASON_LIVE_PROBE_H

#include "live/instance.h"
#include "live/plan.h"
#include "live/records.h"
#include "live/stacks.h"
#include "live/wait.h"

/**
 * struct probe - a run
 * @seconds: with a command at most, 0: until it ends
 * @no_hist: take stacks from the buffer even where the kernel has histograms
 * @command: to run meanwhile, or NULL
 * @tracefs: where it is
 * @active:  seconds in which the probes were on
 * @hist:    stacks were added up in the kernel; otherwise those of all events are in @stacks[0]
 * @stacks:  of each event that asks for them
 * @cleaned: probes and instances of killed runs that were removed; @kept: that could not be
 * @error:   nothing was measured
 * @no_command: because there is no such command
 * @note:    what the reader should know, or empty
 */
struct probe {
	double seconds;
	bool no_hist;
	char *const *command;
	const struct place *tracefs;
	const struct plan *plan;
	struct values *values;
	struct stacks stacks[PLAN_EVENTS_MAX];
	double active;
	bool hist;
	unsigned int cleaned, kept;
	bool no_command;
	char error[WHY_MAX], note[WHY_MAX];
	struct wait wait;
};

/* False with the cause in @p->error. */
bool probe_run(struct probe *p);

/* How often an event was seen, as far as that is known. */
uint64_t probe_count(const struct probe *p, unsigned int event);

/*
 * What is before @symbol in the stacks is the probe itself; without it, some may become the same.
 */
bool probe_trim(struct stacks *s, const char *symbol);

/*
 * The next probe in the text of kprobe_events whose owner is gone, as "GROUP/EVENT" in @buf; *p
 * moves behind it. False at the end.
 */
bool probe_left(const char **p, char *buf, size_t size);

#endif
