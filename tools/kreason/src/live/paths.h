/* SPDX-License-Identifier: GPL-2.0-only */
/* The paths of the kernel that say why, and what of them the running kernel has. */
#ifndef KREASON_LIVE_PATHS_H
#define KREASON_LIVE_PATHS_H

#include "live/counters.h"
#include "live/place.h"
#include "live/symbols.h"

#define PATH_EVENTS_MAX		3

/**
 * struct path_event - an event that carries the reason
 * @counted: one event for each count. Without it, it tells more about one that another event has
 *           already.
 */
struct path_event {
	const char *system, *name;
	bool counted;
};

/**
 * struct path - where many causes meet
 * @name:    for the command line
 * @what:    in one line
 * @unit:    what is counted, in the plural
 * @file:    of the counters, in debugfs
 * @group:   how the names begin of those reasons that shares are of and among which one is looked
 *           for; NULL: all. The others of that file say what is normal.
 * @normal:  the same for those among them that are outcomes as they should be: they have their share,
 *           but are never the one that is looked for; NULL: none
 * @options: of the kernel's configuration that the path needs, besides CONFIG_REASON_COUNTERS
 * @events:  ended by one without a name; all have the field "reason"
 */
struct path {
	const char *name, *what, *unit, *file, *group, *normal;
	const char *options[3];
	struct path_event events[PATH_EVENTS_MAX + 1];
};

#define N_PATHS	4

extern const struct path paths[N_PATHS];

const struct path *path_find(const char *name);

/* The names of all, for messages. */
const char *path_names(void);

/* Shares are among those that this is true for. */
bool path_in_group(const struct path *path, const char *reason);

/* No trouble, however often it is counted. */
bool path_normal(const struct path *path, const char *reason);

/**
 * struct have - whether there is something, and if not, why
 */
struct have {
	bool yes;
	char why[WHY_MAX];
};

/**
 * struct path_state - what the running kernel has of a path
 * @counters: of them; @reading is then a first reading
 * @event:    in the order of the path's
 * @probe:    kreason probe has a function to probe; @symbol is then its name, of several the first
 */
struct path_state {
	const struct path *path;
	struct have counters, event[PATH_EVENTS_MAX], probe;
	struct counters reading;
	char symbol[SYMBOL_MAX];
};

/**
 * struct system - the running kernel as the commands see it
 * @config:    text, or NULL
 * @kallsyms:  the same; read when first needed, as is @blacklist, the functions not to be probed
 */
struct system {
	struct place debugfs, tracefs;
	unsigned int bits;
	char *config, *kallsyms, *blacklist;
};

void system_look(struct system *s);
void system_free(struct system *s);

/*
 * CONFIG_... of the running kernel: 'y', 'm', 'n' (known and off), '-' (not known to it) or '?' (no
 * configuration found).
 */
char system_option(const struct system *s, const char *option);

/* Read @kallsyms and @blacklist, once. False with the cause in @why. */
bool system_symbols(struct system *s, char *why, size_t size);

/* What the kernel has of @path. */
void path_look(struct path_state *state, const struct path *path, struct system *s);

/* The kernel does not say why itself. */
bool path_only_probes(const struct path_state *state);

/* Add to @why, the cause that there are no counters, what to do where path_only_probes(). */
void path_advise(char *why, size_t size, const struct path *path, struct system *s);

/* The counters of a path now. False with the cause in @why. */
bool path_read(struct counters *c, const struct path *path, const struct system *s, char *why,
	       size_t size);

#endif
