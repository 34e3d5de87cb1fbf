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

/* The smaller piece is one page: when that fails, nothing is left to try. */
static void test_last_fallback(void **state)
{
	static const char trace[] =
		"CPU: 0 PID: 0 Comm: swapper/0 Not tainted 6.1.90 #1\n"
		"Call Trace:\n"
		" <IRQ>\n"
		" warn_alloc+0x10b/0x190\n"
		" __alloc_pages+0x2f3/0x330\n"
		" page_frag_alloc_align+0x70/0x100\n"
		" exa_poll+0x4a0/0x1100 [exa]\n"
		" net_rx_action+0x246/0x2a0\n"
		" </IRQ>\n";
	char text[1024];
	struct run_seen *run;

	(void)state;
	snprintf(text, sizeof(text),
		 "swapper/0: page allocation failure: order:0, mode:0xa20(GFP_ATOMIC), nodemask=(null)\n%s",
		 trace);
	run = see_text(text);
	assert_false(run->report[0].harmless);
	HAS(run->report[0].advice, "a packet is lost or a receive ring is filled later");
	HAS(run->report[0].advice, "[page_frag_alloc_align in an interrupt]");
	free(run);

	snprintf(text, sizeof(text),
		 "swapper/0: page allocation failure: order:3, mode:0x40a20(GFP_ATOMIC|__GFP_COMP), nodemask=(null)\n%s",
		 trace);
	run = see_text(text);
	assert_true(run->report[0].harmless);
	HAS(run->report[0].advice,
	    "[the stack goes through page_frag_alloc_align: a page fragment for a packet]");
	free(run);
}

/* Allocators of their time: what they serve is who asked. */
static void test_allocators(void **state)
{
	static const char *const frames[] = {
		"alloc_kmem_pages+0x3e/0x110", /* 3.15 to 4.4 */
		"vma_alloc_folio_noprof+0x3e/0x110", /* 5.18 on */
		"___kmalloc_large_node+0x3e/0x110", /* 6.9 on */
		"refill_objects+0x3e/0x110", /* sheaves, 6.18 on */
		"__pcs_replace_empty_main+0x3e/0x110",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		char text[512];
		struct run_seen *run;

		snprintf(text, sizeof(text),
			 "exa: page allocation failure: order:2, mode:0xcc0(GFP_KERNEL)\n"
			 "Call Trace:\n"
			 " __alloc_pages+0x2f3/0x330\n"
			 " %s\n"
			 " exa_open+0x4a0/0x1100 [exa]\n",
			 frames[i]);
		run = see_text(text);
		assert_string_equal(run->report[0].function, "exa_open");
		free(run);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut_free_blocks),
		cmocka_unit_test(test_last_fallback),
		cmocka_unit_test(test_allocators),
	};

	return cmocka_run_group_tests_name("reports", tests, NULL, NULL);
}
