/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of a path: one "NAME: VALUE" line per reason. They only grow, and wrap as an
 * unsigned long of the kernel.
 */
#ifndef KREASON_LIVE_COUNTERS_H
#define KREASON_LIVE_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live/place.h"

#define REASON_NAME_MAX	64
/* A trace record has 16 bits for a reason; the lists have less than 40. */
#define REASONS_MAX	256

struct counter {
	char name[REASON_NAME_MAX];
	uint64_t value;
};

/**
 * struct counters - one reading
 * @n:       reasons; that of number i is @reason[i]
 */
struct counters {
	unsigned int n;
	struct counter reason[REASONS_MAX];
};

/* False with the line and what is wrong with it in @why; @c is then empty. */
bool counters_parse(struct counters *c, const char *text, size_t len, char *why, size_t size);

/* Read a file. False with the cause in @why. */
bool counters_read(struct counters *c, const char *file, char *why, size_t size);

/* The reason of this name, or NULL. */
const struct counter *counters_find(const struct counters *c, const char *name);

/* Bits of an unsigned long of the running kernel, which is not always that of this program. */
unsigned int counters_bits(void);

/* How far a counter of @bits moved. */
uint64_t counter_moved(uint64_t before, uint64_t after, unsigned int bits);

#endif
