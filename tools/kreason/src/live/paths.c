// SPDX-License-Identifier: GPL-2.0-only
#include "live/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "live/event.h"
#include "live/file.h"
#include "live/plan.h"
#include "str.h"

const struct path paths[N_PATHS] = {
	{
		.name = "deferred-split",
		.what = "a large anonymous folio is queued to be split later",
		.unit = "folios that became partially mapped",
		.file = "deferred_split_reasons",
		.group = "partial_",
		.options = { "CONFIG_TRANSPARENT_HUGEPAGE" },
		.events = { { "huge_memory", "mm_folio_deferred_split", true } },
	},
	{
		.name = "compaction",
		.what = "direct compaction, and why it did nothing",
		.unit = "requests for direct compaction",
		.file = "direct_compact_reasons",
		.normal = "success_",
		.options = { "CONFIG_COMPACTION" },
		.events = { { "compaction", "mm_compaction_direct_end", true } },
	},
	{
		.name = "splice",
		.what = "splice(), vmsplice() or tee() finds a pipe full",
		.unit = "waits, refusals and left-over fragments",
		.file = "pipe_full_reasons",
		.events = {
			{ "splice", "splice_pipe_wait_begin", true },
			{ "splice", "splice_pipe_full", true },
			{ "splice", "splice_pipe_wait_end", false },
		},
	},
	{
		.name = "alloc-failure",
		.what = "the page allocator gives up",
		.unit = "failed allocations",
		.file = "alloc_fail_reasons",
		.events = { { "kmem", "mm_page_alloc_failed", true } },
	},
};

const struct path *path_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < N_PATHS; i++)
		if (!strcmp(paths[i].name, name))
			return &paths[i];
	return NULL;
}

const char *path_names(void)
{
	static char names[128];
	unsigned int i;

	if (!names[0])
		for (i = 0; i < N_PATHS; i++)
			str_add(names, sizeof(names), "%s%s", i ? ", " : "", paths[i].name);
	return names;
}

bool path_in_group(const struct path *path, const char *reason)
{
	return !path->group || starts(reason, path->group);
}

bool path_normal(const struct path *path, const char *reason)
{
	return !path_in_group(path, reason) || (path->normal && starts(reason, path->normal));
}

/* System. */

void system_look(struct system *s)
{
	struct utsname u;
	char name[sizeof(u.release) + 32];

	place_debugfs(&s->debugfs);
	place_tracefs(&s->tracefs);
	s->bits = counters_bits();
	s->kallsyms = s->blacklist = NULL;
	s->config = file_read_system("/proc/config.gz", 8 << 20, NULL);
	if (s->config || uname(&u))
		return;
	snprintf(name, sizeof(name), "/boot/config-%s", u.release);
	s->config = file_read_system(name, 8 << 20, NULL);
	if (s->config)
		return;
	snprintf(name, sizeof(name), "/lib/modules/%s/config", u.release);
	s->config = file_read_system(name, 8 << 20, NULL);
}

void system_free(struct system *s)
{
	free(s->config);
	free(s->kallsyms);
	free(s->blacklist);
	s->config = s->kallsyms = s->blacklist = NULL;
}

bool system_symbols(struct system *s, char *why, size_t size)
{
	char at[PATH_MAX];

	if (s->kallsyms)
		return true;
	s->kallsyms = file_read_system("/proc/kallsyms", 64 << 20, NULL);
	if (!s->kallsyms) {
		place_refused(why, size, "/proc/kallsyms", errno);
		return false;
	}
	if (s->debugfs.dir[0] && place_file(&s->debugfs, at, sizeof(at), "kprobes/blacklist"))
		s->blacklist = file_read(at, 4 << 20, NULL);
	return true;
}

char system_option(const struct system *s, const char *option)
{
	size_t len = strlen(option);
	const char *p;

	if (!s->config)
		return '?';
	for (p = s->config; p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (!strncmp(p, option, len) && p[len] == '=')
			return p[len + 1] == 'm' ? 'm' : p[len + 1] == 'n' ? 'n' : 'y';
		if (starts(p, "# ") && !strncmp(p + 2, option, len) &&
		    starts(p + 2 + len, " is not set"))
			return 'n';
	}
	return '-';
}

/* State. */

/* Why neither counter nor event of a path is there, where the place for them is. */
static void missing(char *why, size_t size, const struct path *path, const struct system *s,
		    const char *what)
{
	char at[PATH_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(path->options) && path->options[i]; i++) {
		char set = system_option(s, path->options[i]);

		if (set == 'n' || set == '-') {
			snprintf(why, size, "no %s: %s is off", what, path->options[i]);
			return;
		}
	}
	switch (system_option(s, "CONFIG_REASON_COUNTERS")) {
	case 'n':
		snprintf(why, size, "no %s: CONFIG_REASON_COUNTERS is off", what);
		return;
	case '-':
		snprintf(
			why, size,
			"no %s: this kernel is without the series (its configuration has no REASON_COUNTERS)",
			what);
		return;
	case 'y':
		snprintf(why, size,
			 "no %s: this kernel has reason counters, but not those of this path",
			 what);
		return;
	}
	for (i = 0; i < N_PATHS && s->debugfs.dir[0]; i++) {
		if (place_file(&s->debugfs, at, sizeof(at), paths[i].file) && !access(at, F_OK)) {
			snprintf(
				why, size,
				"no %s: this kernel has reason counters, but not those of this path",
				what);
			return;
		}
	}
	snprintf(
		why, size,
		"no %s: this kernel is without the series, or CONFIG_REASON_COUNTERS is off (its configuration is nowhere to be read)",
		what);
}

bool path_read(struct counters *c, const struct path *path, const struct system *s, char *why,
	       size_t size)
{
	char at[PATH_MAX];

	c->n = 0;
	if (!s->debugfs.dir[0]) {
		snprintf(why, size, "%s", s->debugfs.why);
		return false;
	}
	if (!place_file(&s->debugfs, at, sizeof(at), path->file)) {
		place_refused(why, size, path->file, errno);
		return false;
	}
	if (access(at, F_OK) && errno == ENOENT) {
		missing(why, size, path, s, path->file);
		return false;
	}
	return counters_read(c, at, why, size);
}

static void look_at_event(struct have *have, const struct path_event *event,
			  const struct path *path, const struct system *s)
{
	struct event_info info;
	char at[PATH_MAX], name[128];

	if (!s->tracefs.dir[0]) {
		snprintf(have->why, sizeof(have->why), "%s", s->tracefs.why);
		return;
	}
	snprintf(name, sizeof(name), "events/%s/%s", event->system, event->name);
	if (!place_file(&s->tracefs, at, sizeof(at), name)) {
		place_refused(have->why, sizeof(have->why), name, errno);
		return;
	}
	if (access(at, F_OK)) {
		if (errno == ENOENT)
			missing(have->why, sizeof(have->why), path, s, event->name);
		else
			place_refused(have->why, sizeof(have->why), event->name, errno);
		return;
	}
	have->yes = event_read(&info, &s->tracefs, event->system, event->name, have->why,
			       sizeof(have->why));
}

static void look_at_probe(struct path_state *state, struct system *s)
{
	static const struct layout layout;
	struct have *have = &state->probe;
	struct plan_kernel kernel;
	char at[PATH_MAX];
	struct utsname u;
	struct plan plan;

	if (!s->tracefs.dir[0]) {
		snprintf(have->why, sizeof(have->why), "%s", s->tracefs.why);
		return;
	}
	if (!place_file(&s->tracefs, at, sizeof(at), "kprobe_events") || access(at, F_OK)) {
		snprintf(have->why, sizeof(have->why),
			 "no kprobe_events: CONFIG_KPROBE_EVENTS is off");
		return;
	}
	if (uname(&u) || !system_symbols(s, have->why, sizeof(have->why)))
		return;
	kernel = (struct plan_kernel){ .kallsyms = s->kallsyms,
				       .blacklist = s->blacklist,
				       .machine = u.machine,
				       .layout = &layout };
	plan_make(&plan, state->path, &kernel);
	have->yes = plan.n > 0;
	if (have->yes)
		memcpy(state->symbol, plan.event[0].symbol, sizeof(state->symbol));
	else /* Why not the one that would be best; a note is a sentence. */
		str_copy(have->why, sizeof(have->why), plan.note[0],
			 strlen(plan.note[0]) - 1);
}

void path_look(struct path_state *state, const struct path *path, struct system *s)
{
	unsigned int i;

	memset(state, 0, sizeof(*state));
	state->path = path;
	state->counters.yes = path_read(&state->reading, path, s, state->counters.why,
					sizeof(state->counters.why));
	for (i = 0; i < PATH_EVENTS_MAX && path->events[i].name; i++)
		look_at_event(&state->event[i], &path->events[i], path, s);
	look_at_probe(state, s);
}

bool path_only_probes(const struct path_state *state)
{
	unsigned int i;

	for (i = 0; i < PATH_EVENTS_MAX && state->path->events[i].name; i++)
		if (state->event[i].yes)
			return false;
	return !state->counters.yes && state->probe.yes;
}

void path_advise(char *why, size_t size, const struct path *path, struct system *s)
{
	struct path_state state;

	path_look(&state, path, s);
	if (path_only_probes(&state))
		str_add(why, size, "; kreason probe %s gives the nearest answer", path->name);
}
