/* SPDX-License-Identifier: GPL-2.0-only */
/* Trace events as the running kernel describes them. */
#ifndef KREASON_LIVE_EVENT_H
#define KREASON_LIVE_EVENT_H

#include <stdbool.h>
#include <stddef.h>

#include "live/counters.h"
#include "live/place.h"

/**
 * struct event_info - of one that has the field "reason"
 * @n:      reasons in its print format; 0 where that does not name them
 * @symbol: their names and the numbers that a record has
 */
struct event_info {
	unsigned int n;
	struct {
		char name[REASON_NAME_MAX];
		unsigned long number;
	} symbol[REASONS_MAX];
};

/* Of the text of a format file, ended with NUL. False with the cause in @why. */
bool event_parse(struct event_info *info, const char *format, size_t len, const char *system,
		 char *why, size_t size);

/* Of the running kernel. */
bool event_read(struct event_info *info, const struct place *tracefs, const char *system,
		const char *event, char *why, size_t size);

/* The number of a reason, or -1. */
long event_reason(const struct event_info *info, const char *name);

#endif
