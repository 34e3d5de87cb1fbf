/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From counters to stacks. Phase 1 counts, and finds a reason that stands out. Phase 2 switches on
 * the event for this reason only, in an instance of its own, and has the kernel add up the stacks.
 */
#ifndef KREASON_LIVE_DRILL_H
#define KREASON_LIVE_DRILL_H

#include "live/dist.h"
#include "live/paths.h"
#include "live/samples.h"
#include "live/stacks.h"
#include "live/wait.h"

/* Readings in phase 1, to see how even it is. More are joined in pairs. */
#define SLICES_MAX	64

struct slice {
	double seconds;
	uint64_t count[REASONS_MAX];
};

enum drill_phase {
	DRILL_UNREADABLE,	/* no counters, @why */
	DRILL_NOTHING,		/* nothing was counted */
	DRILL_SPREAD,		/* no reason has the threshold */
	DRILL_HOT,		/* one has, but no stacks were captured, @why */
	DRILL_STACKS,
};

/**
 * struct target - a path in a run
 * @asked:    reason to take in place of the hot one, or NULL
 * @why:      the phase did not go on
 * @dist:     of phase 1; of phase 2 where the reason was given
 * @slice:    the same in parts
 * @hot:      name of the reason that stands out, or that was asked for
 * @share:    its percent of the group, negative where there is none
 * @counted:  by its counter during phase 2
 * @seconds:  of phase 2
 * @active:   of them, in which stacks were captured
 * @buffer:   events were written to a buffer, in place of adding them up in the kernel
 * @events:   the last ones of phase 2
 * @note:     what the reader should know about phase 2
 */
struct target {
	const struct path *path;
	const char *asked;
	enum drill_phase phase;
	char why[WHY_MAX];
	struct counters first, last;
	struct dist dist;
	unsigned int slices;
	struct slice slice[SLICES_MAX];
	char hot[REASON_NAME_MAX];
	double share;
	uint64_t counted;
	double seconds, active;
	bool buffer;
	char note[WHY_MAX];
	struct stacks stacks;
	struct samples events;
	struct capture *capture;
};

/**
 * struct drill - a run
 * @seconds:   of each phase; with a command at most, 0: until it ends
 * @threshold: percent that make a reason the hot one
 * @max_rate:  events a second for whose stacks there is to be time; above it, a part of the time is
 *             sampled
 * @no_hist:   use a buffer even where the kernel has histograms
 * @no_events: show none, so that nothing is written to a buffer where histograms do
 * @no_stacks: phase 1 only
 * @command:   to run during each phase, or NULL
 * @progress:  where to say what is being done, or NULL
 * @error:     nothing was measured
 * @cleaned:   instances of killed runs that were removed; @kept: that could not be
 * @wait:      of the last phase
 */
struct drill {
	double seconds, threshold;
	unsigned long max_rate;
	bool no_hist, no_events, no_stacks;
	char *const *command;
	FILE *progress;
	struct system system;
	struct target *target;
	unsigned int n;
	char error[WHY_MAX];
	unsigned int cleaned, kept;
	struct wait wait;
};

/* @n targets for the paths. NULL when memory is short. */
struct target *drill_targets(unsigned int n);

void drill_free(struct drill *d);

/* False with the cause in @d->error. Whatever happens, nothing of it is left in tracefs. */
bool drill_run(struct drill *d);

#endif
