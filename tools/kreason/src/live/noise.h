/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether a difference between two measurements is more than noise. */
#ifndef KREASON_LIVE_NOISE_H
#define KREASON_LIVE_NOISE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct sample - a reason in one measurement
 * @count:   of the reason
 * @all:     of its group
 * @others:  of the same path, outside of the group
 * @seconds: of the measurement
 * @spread:  variance of the counts of equal parts of the time, divided by their mean; 1 for events
 *           that come independently of each other, more where they come in bursts, 0 if not known
 */
struct sample {
	uint64_t count, all, others;
	double seconds, spread;
};

/*
 * How probable it is to see, without any change, at least such a fall from @before to @after: of
 * the share (two proportions, pooled), or of the rate (of the events of both, those that fall into
 * the first period). Normal approximation; the larger spread of the two widens it. 1 where nothing
 * can be said.
 */
double noise_share_fell(const struct sample *before, const struct sample *after);
double noise_rate_fell(const struct sample *before, const struct sample *after);

/* Spread of @n counts that were taken in @seconds each; 0 for fewer than 5 or without any event. */
double noise_spread(const double *counts, const double *seconds, unsigned int n);

enum noise_verdict { NOISE_FIXED, NOISE_NOT_FIXED, NOISE_CANNOT_TELL };

/**
 * struct noise_rule - what it takes
 * @p:     below it, a fall is more than noise
 * @least: events of the reason there have to be before, so that its fall to half could be seen
 * @fall:  percent by which rate and share have to fall
 * @ran:   the workload ran, says the user, also where nothing shows it
 */
struct noise_rule {
	double p, fall;
	uint64_t least;
	bool ran;
};

/* @why in a sentence. */
enum noise_verdict noise_judge(const struct sample *before, const struct sample *after,
			       const struct noise_rule *rule, char *why, unsigned int size);

#endif
