// SPDX-License-Identifier: GPL-2.0-only
/* The tests of verify, with probabilities from a table of the normal distribution. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "live/noise.h"

static void near(double is, double want, double by)
{
	if (!(fabs(is - want) <= by))
		fail_msg("%.6f is not %.6f", is, want);
}

static void share(void **state)
{
	struct sample before = { .count = 60, .all = 100 }, after = { .count = 40, .all = 100 };

	(void)state;
	/*
	 * Pooled 0.5: error sqrt(0.25 * 0.02) = 0.070711, z = 0.2 / 0.070711 = 2.828427, one-sided
	 * 0.00234
	 */
	near(noise_share_fell(&before, &after), 0.002339, 0.000005);
	/* The other way round it is as probable as anything not that low. */
	near(noise_share_fell(&after, &before), 1 - 0.002339, 0.000005);
	near(noise_share_fell(&before, &before), 0.5, 1e-9);
	/* Variance of four times that of independent events: z is half, 1.414214. */
	before.spread = 4;
	near(noise_share_fell(&before, &after), 0.078650, 0.000005);
	/* More even than chance makes it no stricter. */
	before.spread = 0.1;
	near(noise_share_fell(&before, &after), 0.002339, 0.000005);
	after.all = after.count = 0;
	assert_true(noise_share_fell(&before, &after) == 1);
	before = after = (struct sample){ .count = 50, .all = 50 };
	assert_true(noise_share_fell(&before, &after) == 1);
}

static void rate(void **state)
{
	struct sample before = { .count = 30, .all = 30, .seconds = 10 },
		      after = { .count = 15, .all = 15, .seconds = 10 };

	(void)state;
	/*
	 * 45 events, expected 22.5 each, error sqrt(11.25) = 3.354102: z = 7.5 / 3.354102 =
	 * 2.236068
	 */
	near(noise_rate_fell(&before, &after), 0.012674, 0.000005);
	/* Half the time, half the events: no change. */
	after.seconds = 5;
	near(noise_rate_fell(&before, &after), 0.5, 1e-9);
	after.seconds = 0;
	assert_true(noise_rate_fell(&before, &after) == 1);
	before.count = after.count = 0;
	after.seconds = 5;
	assert_true(noise_rate_fell(&before, &after) == 1);
}

static void spread(void **state)
{
	static const double seconds[] = { 1, 1, 1, 1, 1, 0.5 }, even[] = { 10, 10, 10, 10, 10, 5 },
			    burst[] = { 0, 0, 50, 0, 0 };
	static const double none[5];

	(void)state;
	assert_true(noise_spread(even, seconds, 6) == 0);
	/* Mean 10: (4 * 10^2 + 40^2) / 10 / 4 = 50 */
	near(noise_spread(burst, seconds, 5), 50, 1e-9);
	assert_true(noise_spread(burst, seconds, 4) == 0);
	assert_true(noise_spread(none, seconds, 5) == 0);
	assert_true(noise_spread(burst, none, 5) == 0);
}

static enum noise_verdict judge(uint64_t c1, uint64_t a1, uint64_t o1, uint64_t c2, uint64_t a2,
				uint64_t o2, double bursts, const char *want)
{
	const struct noise_rule rule = { .p = 0.01, .fall = 50, .least = 30 };
	struct sample before = { c1, a1, o1, 10, bursts }, after = { c2, a2, o2, 10, bursts };
	char why[512] = "";
	enum noise_verdict v = noise_judge(&before, &after, &rule, why, sizeof(why));

	if (!strstr(why, want))
		fail_msg("\"%s\" is not in \"%s\"", want, why);
	return v;
}

static void verdicts(void **state)
{
	const struct noise_rule ran = { .p = 0.01, .fall = 50, .least = 30, .ran = true };
	struct sample before = { 640, 640, 0, 10, 1 }, after = { 0, 0, 0, 10, 0 };
	char why[512];

	(void)state;
	assert_int_equal(judge(640, 776, 768, 0, 136, 768, 1, "fell by 100 %"), NOISE_FIXED);
	/* Others are there, so the workload ran. */
	assert_int_equal(judge(640, 640, 768, 0, 0, 768, 1, "fell by 100 %"), NOISE_FIXED);
	/* Nothing is there. */
	assert_int_equal(judge(640, 640, 0, 0, 0, 0, 1, "may not have run"), NOISE_CANNOT_TELL);
	assert_int_equal(noise_judge(&before, &after, &ran, why, sizeof(why)), NOISE_FIXED);
	/* Always alone: only the rate can tell. */
	assert_int_equal(judge(640, 640, 0, 100, 100, 0, 1, "fell by 84 %"), NOISE_FIXED);
	assert_int_equal(judge(640, 640, 0, 630, 630, 0, 1, "the rate fell by 2 %"),
			 NOISE_NOT_FIXED);
	assert_int_equal(judge(640, 776, 0, 700, 840, 0, 1, "the rate rose by 9 %"),
			 NOISE_NOT_FIXED);
	/* Significant, but not what one calls fixed. */
	assert_int_equal(judge(10000, 12000, 0, 8000, 12000, 0, 1,
			       "the rate fell by 20 %, less than 50 %"),
			 NOISE_NOT_FIXED);
	/* The load went, not the cause. */
	assert_int_equal(judge(640, 800, 0, 64, 80, 0, 1, "so did everything else"),
			 NOISE_NOT_FIXED);
	/* Its share fell because others rose. */
	assert_int_equal(judge(640, 800, 0, 640, 8000, 0, 1, "the rate is the same"),
			 NOISE_NOT_FIXED);
	/* Too few, and too uneven. */
	assert_int_equal(judge(29, 40, 0, 0, 40, 0, 1, "29 times only"), NOISE_CANNOT_TELL);
	assert_int_equal(judge(64, 80, 0, 20, 80, 0, 30, "measure for longer"), NOISE_CANNOT_TELL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(share),
		cmocka_unit_test(rate),
		cmocka_unit_test(spread),
		cmocka_unit_test(verdicts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
