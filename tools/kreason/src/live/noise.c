// SPDX-License-Identifier: GPL-2.0-only
#include "live/noise.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* One side of the normal distribution. */
static double tail(double z)
{
	return 0.5 * erfc(z / sqrt(2));
}

static double widening(const struct sample *before, const struct sample *after)
{
	double spread = fmax(before->spread, after->spread);

	return spread > 1 ? sqrt(spread) : 1;
}

double noise_share_fell(const struct sample *before, const struct sample *after)
{
	double n1 = before->all, n2 = after->all, p1, p2, p, error;

	if (!before->all || !after->all)
		return 1;
	p1 = before->count / n1;
	p2 = after->count / n2;
	p = (before->count + after->count) / (n1 + n2);
	error = sqrt(p * (1 - p) * (1 / n1 + 1 / n2)) * widening(before, after);
	if (error <= 0)
		return 1;
	return tail((p1 - p2) / error);
}

double noise_rate_fell(const struct sample *before, const struct sample *after)
{
	double n = (double)before->count + after->count, expected, error;

	if (n <= 0 || before->seconds <= 0 || after->seconds <= 0)
		return 1;
	expected = before->seconds / (before->seconds + after->seconds);
	error = sqrt(n * expected * (1 - expected)) * widening(before, after);
	return tail((before->count - n * expected) / error);
}

double noise_spread(const double *counts, const double *seconds, unsigned int n)
{
	double sum = 0, time = 0, chi = 0;
	unsigned int i;

	if (n < 5)
		return 0;
	for (i = 0; i < n; i++) {
		if (seconds[i] <= 0)
			return 0;
		sum += counts[i];
		time += seconds[i];
	}
	if (sum <= 0)
		return 0;
	for (i = 0; i < n; i++) {
		double expected = sum * seconds[i] / time;

		chi += (counts[i] - expected) * (counts[i] - expected) / expected;
	}
	return chi / (n - 1);
}

static double percent_fell(double before, double after)
{
	return before > 0 ? 100 * (before - after) / before : 0;
}

enum noise_verdict noise_judge(const struct sample *before, const struct sample *after,
			       const struct noise_rule *rule, char *why, unsigned int size)
{
	double share = noise_share_fell(before, after), rate = noise_rate_fell(before, after);
	double rate_by, share_by;
	bool real, much, alone;

	if (before->count < rule->least) {
		snprintf(why, size,
			 "before, the reason was counted %" PRIu64
			 " times only; a change is not seen below %" PRIu64,
			 before->count, rule->least);
		return NOISE_CANNOT_TELL;
	}
	if (before->seconds <= 0 || after->seconds <= 0) {
		snprintf(why, size, "a measurement took no time");
		return NOISE_CANNOT_TELL;
	}
	if (!after->all && !after->others && !rule->ran) {
		snprintf(
			why, size,
			"afterwards nothing at all was counted: the workload may not have run (--ran says that it did)");
		return NOISE_CANNOT_TELL;
	}
	rate_by = percent_fell(before->count / before->seconds, after->count / after->seconds);
	/*
	 * Where there is nothing else to compare with, the share says nothing and the rate has to
	 * do.
	 */
	alone = !after->all || (before->count == before->all && after->count == after->all);
	if (alone) {
		share = 0;
		share_by = 100;
	} else {
		share_by = percent_fell((double)before->count / before->all,
					(double)after->count / after->all);
	}
	real = share < rule->p && rate < rule->p;
	much = share_by >= rule->fall && rate_by >= rule->fall;
	if (real && much) {
		if (alone)
			snprintf(why, size, "the rate fell by %.0f %%, by more than noise (p < %g)",
				 rate_by, rule->p);
		else
			snprintf(why, size,
				 "the rate fell by %.0f %% and the share by %.0f %%, both by more than noise (p < %g)",
				 rate_by, share_by, rule->p);
		return NOISE_FIXED;
	}
	if (!real && much) {
		snprintf(
			why, size,
			"rate and share fell, but it could be noise (p = %.2g): measure for longer",
			fmax(share, rate));
		return NOISE_CANNOT_TELL;
	}
	if (fabs(rate_by) < 0.5)
		snprintf(why, size, "the rate is the same");
	else if (rate_by < 0)
		snprintf(why, size, "the rate rose by %.0f %%", -rate_by);
	else if (rate_by < rule->fall)
		snprintf(why, size, "the rate fell by %.0f %%, less than %.0f %%", rate_by,
			 rule->fall);
	else
		snprintf(
			why, size,
			"the rate fell by %.0f %%, but so did everything else: its share %s by %.0f %%",
			rate_by, share_by < 0 ? "rose" : "fell", fabs(share_by));
	return NOISE_NOT_FIXED;
}
