/* SPDX-License-Identifier: GPL-2.0-only */
/* What the running kernel is and how it is set, as far as it matters for the paths. */
#ifndef KREASON_LIVE_FACTS_H
#define KREASON_LIVE_FACTS_H

#include "live/paths.h"

#define FACTS_MAX	32

/**
 * struct facts - names and values, all text
 */
struct facts {
	unsigned int n;
	struct {
		char name[64], value[192];
	} fact[FACTS_MAX];
};

/* What cannot be read is left out. */
void facts_read(struct facts *f, const struct system *s);

const char *facts_value(const struct facts *f, const char *name);

#endif
