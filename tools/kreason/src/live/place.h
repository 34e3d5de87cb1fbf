/* SPDX-License-Identifier: GPL-2.0-only */
/* Where debugfs and tracefs are, and why something there cannot be used. */
#ifndef KREASON_LIVE_PLACE_H
#define KREASON_LIVE_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define WHY_MAX	256

/**
 * struct place - a file system of the kernel
 * @dir: where it is mounted and can be used; empty if not
 * @why: then, in one sentence, with what to do
 */
struct place {
	char dir[PATH_MAX];
	char why[WHY_MAX];
};

void place_debugfs(struct place *p);
void place_tracefs(struct place *p);

/*
 * The first mount point of a file system of @type in the text of /proc/mounts, its escapes undone.
 */
bool place_mounted(const char *mounts, const char *type, char *dir, size_t size);

/* @name below @p, in @buf; NULL with errno. */
char *place_file(const struct place *p, char *buf, size_t size, const char *name);

/* What to tell about @what that could not be opened because of @error, in @why. */
void place_refused(char *why, size_t size, const char *what, int error);

#endif
