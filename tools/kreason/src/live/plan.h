/* SPDX-License-Identifier: GPL-2.0-only */
/* Which probes give the nearest answer for a path in a kernel that does not say why. */
#ifndef KREASON_LIVE_PLAN_H
#define KREASON_LIVE_PLAN_H

#include <stdio.h>

#include "live/layout.h"
#include "live/paths.h"
#include "live/symbols.h"

#define PLAN_EVENTS_MAX	4
#define PLAN_NOTES_MAX	12
#define PLAN_ARGS_MAX	320

/**
 * struct plan_event - a probe
 * @name:   of the event
 * @ret:    where the function returns; what it then has belongs to the call of the same task before
 * @stacks: are asked for
 * @args:   what is fetched, in the words of kprobe_events
 */
struct plan_event {
	const char *name;
	bool ret, stacks;
	char symbol[SYMBOL_MAX];
	char args[PLAN_ARGS_MAX];
};

/**
 * struct plan - for a path; without an event, nothing can be probed
 * @notes: what the reader should know, one sentence each
 */
struct plan {
	const struct path *path;
	unsigned int n, notes;
	struct plan_event event[PLAN_EVENTS_MAX];
	char note[PLAN_NOTES_MAX][WHY_MAX];
};

/**
 * struct plan_kernel - what the plan is for
 * @blacklist: or NULL
 * @machine:   as uname -m says
 */
struct plan_kernel {
	const char *kallsyms, *blacklist, *machine;
	const struct layout *layout;
};

void plan_make(struct plan *p, const struct path *path, const struct plan_kernel *k);

/* A line for kprobe_events. */
void plan_definition(const struct plan_event *e, const char *group, char *buf, size_t size);

/*
 * What to type in place of running this program: into tracefs at @tracefs, with perf, with
 * trace-cmd.
 */
void plan_print(FILE *to, const struct plan *p, const char *tracefs, double seconds);

#endif
