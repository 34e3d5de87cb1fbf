/* SPDX-License-Identifier: GPL-2.0-only */
/* How often each reason was counted between two readings, and which one stands out. */
#ifndef KREASON_LIVE_DIST_H
#define KREASON_LIVE_DIST_H

#include "live/paths.h"

/**
 * struct dist - between two readings
 * @seconds:  between them
 * @all:      counts together
 * @group:    those of the path's group together, which shares are of
 * @number:   of the reason in the order of the kernel
 */
struct dist {
	const struct path *path;
	double seconds;
	uint64_t all, group;
	unsigned int n;
	struct dist_reason {
		char name[REASON_NAME_MAX];
		uint64_t before, after, count;
		bool in_group, normal;
	} reason[REASONS_MAX];
};

/* Reasons that only the later reading has count from 0. */
void dist_make(struct dist *d, const struct path *path, const struct counters *before,
	       const struct counters *after, double seconds, unsigned int bits);

const struct dist_reason *dist_find(const struct dist *d, const char *name);

/* Percent of the group; negative where there is none. */
double dist_share(const struct dist *d, const struct dist_reason *r);

/* The most frequent reason that is not normal, or NULL when none was counted. */
const struct dist_reason *dist_top(const struct dist *d);

#endif
