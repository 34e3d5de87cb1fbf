/* SPDX-License-Identifier: GPL-2.0-only */
/* What a reason says, and where to look next. */
#ifndef KREASON_LIVE_HINTS_H
#define KREASON_LIVE_HINTS_H

#include "live/paths.h"

/**
 * struct hint - for the reasons that begin with @reason
 * @means: in a sentence
 * @next:  what to look at or to change
 */
struct hint {
	const char *path, *reason;
	const char *means, *next;
};

/*
 * The one for the longest beginning of the name. There always is one: a kernel may have reasons
 * that this program does not know.
 */
const struct hint *hint_find(const struct path *path, const char *reason);

#endif
