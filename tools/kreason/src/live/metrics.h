/* SPDX-License-Identifier: GPL-2.0-only */
/* The counters as text for Prometheus and what reads its formats. */
#ifndef KREASON_LIVE_METRICS_H
#define KREASON_LIVE_METRICS_H

#include <stdio.h>

#include "live/paths.h"

/*
 * Two text formats that look alike. In OpenMetrics the family of a counter has no "_total" in its
 * name, there are lines "# UNIT", and "# EOF" ends the text. In the older one of Prometheus, the
 * only one that the textfile collector of the node exporter knows, the family of a counter is
 * called as its samples are, and a comment cannot end the text.
 */
enum metrics_form { METRICS_OPENMETRICS, METRICS_PROMETHEUS };

/**
 * struct metrics_path - a path to be written
 * @readable: there are counters in @counters; otherwise the text says that there are none
 */
struct metrics_path {
	const struct path *path;
	bool readable;
	struct counters counters;
};

/* @time: of the reading, in seconds since 1970. */
void metrics_write(FILE *to, enum metrics_form form, const struct metrics_path *p, unsigned int n,
		   double time);

/*
 * A label's value without the quotes around it: backslash, quote and newline escaped, what is no
 * UTF-8 replaced by "?".
 */
void metrics_label(FILE *to, const char *value);

#endif
