// SPDX-License-Identifier: GPL-2.0-only
/* Reports in memory, each reduced to what its rule needs; values computed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seen.h"

/*
 * A line of free blocks that ends without its total is cut: orders behind its end are not known to
 * be empty, nor are the letters behind the last one.
 */
static void test_cut_free_blocks(void **state)
{
	struct run_seen *run = see_text(
		"exa: page allocation failure: order:6, mode:0x40cc0(GFP_KERNEL|__GFP_COMP), nodemask=(null)\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 5.10.7 #1\n"
		"Node 0 Normal free:424100kB min:20000kB low:25000kB high:30000kB "
		"reserved_highatomic:0KB present:5242880kB managed:5017600kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 0 0\n"
		"Node 0 Normal: 50000*4kB (UME) 20000*8kB (UME) 3000*16k\n");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->zone[0].verdict, RULES_UNKNOWN_VERDICT);
	assert_string_equal(
		s->zone[0].text,
		"cannot be told: missing the free blocks per order; order 0 passes, so memory itself is not short there");
	assert_int_equal(s->cause, CAUSE_UNKNOWN);
	HAS_NOT(s->text, "largest usable");
	free(run);

	/* Order 1 is cut between its letters: whether one may be used is not known. */
	run = see_text(
		"exa: page allocation failure: order:1, mode:0xcc0(GFP_KERNEL), nodemask=(null)\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 5.10.7 #1\n"
		"Normal free:42410kB min:2000kB low:2500kB high:3000kB "
		"reserved_highatomic:0KB present:524288kB managed:501760kB free_cma:20000kB\n"
		"lowmem_reserve[]: 0 0 0 0\n"
		"Normal: 5000*4kB (C) 2000*8kB (C\n");
	HAS(run->report[0].zone[0].text, "not certain without");
	HAS(run->report[0].zone[0].text, "the migrate types of the free blocks");
	free(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut_free_blocks),
	};

	return cmocka_run_group_tests_name("reports", tests, NULL, NULL);
}
