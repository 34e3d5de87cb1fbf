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

/* A zone of 4 GB that no request has drained: 40000 kB free in single pages. */
#define FREE_SINGLE(node)                                                                       \
	"Node " node " Normal free:40000kB boost:0kB min:8000kB low:10000kB high:12000kB "      \
	"reserved_highatomic:0KB present:4194304kB managed:4000000kB free_cma:0kB\n"            \
	"lowmem_reserve[]: 0 0 0 0 0\n"                                                         \
	"Node " node " Normal: 10000*4kB (UM) 0*8kB 0*16kB 0*32kB 0*64kB 0*128kB 0*256kB 0*512kB " \
	"0*1024kB 0*2048kB 0*4096kB = 40000kB\n"

/* The same with 80000 kB in the largest blocks. */
#define FREE_LARGE(node)                                                                        \
	"Node " node " Normal free:81920kB boost:0kB min:8000kB low:10000kB high:12000kB "      \
	"reserved_highatomic:0KB present:4194304kB managed:4000000kB free_cma:0kB\n"            \
	"lowmem_reserve[]: 0 0 0 0 0\n"                                                         \
	"Node " node " Normal: 0*4kB 0*8kB 0*16kB 0*32kB 0*64kB 0*128kB 0*256kB 0*512kB 0*1024kB " \
	"0*2048kB 20*4096kB (UM) = 81920kB\n"

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

/* Node 1 has what the request asks for; the node that was asked has not, as the request failed. */
static void test_thisnode(void **state)
{
	struct run_seen *run = see_text(
		"exa: page allocation failure: order:3, mode:0x240cc0(GFP_KERNEL|__GFP_COMP|__GFP_THISNODE), nodemask=(null),cpuset=/,mems_allowed=0-1\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 6.1.90 #1\n" FREE_SINGLE("0") FREE_LARGE("1"));
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->zone[1].verdict, RULES_WOULD_PASS);
	assert_int_equal(s->cause, CAUSE_FRAGMENTED);
	HAS(s->verdict, "Node 0 Normal has 40000 kB free");
	HAS(s->unsure, "__GFP_THISNODE: one node was asked");
	free(run);

	/* One node shown: it is the one that was asked. */
	run = see_text(
		"exa: page allocation failure: order:3, mode:0x240cc0(GFP_KERNEL|__GFP_COMP|__GFP_THISNODE), nodemask=(null),cpuset=/,mems_allowed=0-1\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 6.1.90 #1\n" FREE_LARGE("1"));
	assert_int_equal(run->report[0].cause, CAUSE_RACE);
	HAS_NOT(run->report[0].unsure, "THISNODE");
	free(run);
}

/* A kernel with the series names the zones that were asked, and what came of compaction. */
static void test_kernel_names_the_zones(void **state)
{
	struct run_seen *run = see_text(
		"exa: page allocation failure: order:5, mode:0x240cc0(GFP_KERNEL|__GFP_COMP|__GFP_THISNODE), nodemask=(null),cpuset=/,mems_allowed=0-1\n"
		"alloc_fail: reason:costly_compact_deferred compaction:deferred\n"
		"alloc_fail: Node 1 Normal: would succeed now, usable:81796kB mark:8000kB lowmem_reserve:0kB\n"
		"CPU: 1 UID: 0 PID: 42 Comm: exa Not tainted 7.2.8-kreason #1\n"
		FREE_SINGLE("0") FREE_LARGE("1"));
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->zone[0].text, "not asked: the kernel's own lines leave it out");
	/* 81920 - 31 * 4 - 8000 - 4 */
	assert_string_equal(s->zone[1].text, "would pass (race, margin 73792 kB)");
	assert_int_equal(s->cause, CAUSE_RACE);
	assert_int_equal(s->memalloc, TRI_NO);
	HAS(s->text, "compaction  allowed; what came of it, by the kernel: deferred");
	HAS_NOT(s->text, "the log does not show");
	free(run);
}

static void test_kernel_reasons(void **state)
{
	struct run_seen *run = see_text(
		"exa: page allocation failure: order:5, mode:0x40cc0(GFP_KERNEL|__GFP_COMP), nodemask=(null),cpuset=/,mems_allowed=0-1\n"
		"alloc_fail: reason:no_reclaim_memalloc compaction:not_tried\n"
		"alloc_fail: Node 0 Normal: ignoring the mark, but no free block of order >= 5 of a usable type (largest usable order 0), usable:39876kB mark:8000kB lowmem_reserve:0kB\n"
		"CPU: 1 UID: 0 PID: 42 Comm: exa Not tainted 7.2.8-kreason #1\n" FREE_SINGLE("0"));
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(s->memalloc, TRI_YES);
	assert_int_equal(s->reclaim, TRI_NO);
	HAS(s->text, "PF_MEMALLOC (by the kernel's reason)");
	HAS(s->text, "no mark applies to this request");
	free(run);

	run = see_text(
		"exa: page allocation failure: order:5, mode:0x40cc0(GFP_KERNEL|__GFP_COMP), nodemask=1,cpuset=a,mems_allowed=0\n"
		"alloc_fail: reason:no_zone_cpuset compaction:not_tried\n"
		"CPU: 1 UID: 0 PID: 42 Comm: exa Not tainted 7.2.8-kreason #1\n" FREE_LARGE("0"));
	s = &run->report[0];
	assert_int_equal(s->cause, CAUSE_NO_ZONE);
	HAS(s->verdict, "none of the zones may serve it, the kernel says (no_zone_cpuset)");
	free(run);
}

/*
 * The OOM killer is of no use below Normal, nor with __GFP_RETRY_MAYFAIL: then an order up to 3
 * fails, and nothing is odd about it. Without __GFP_FS it is not called, but the allocator goes on.
 */
static void test_small_orders_may_fail(void **state)
{
	static const struct {
		const char *mode;
		bool odd;
	} cases[] = {
		{ "0xcc0(GFP_KERNEL)", true },
		{ "0xc40(GFP_NOFS)", true },
		{ "0xcc4(GFP_KERNEL|GFP_DMA32)", false },
		{ "0x4cc0(GFP_KERNEL|__GFP_RETRY_MAYFAIL)", false },
		{ "0x200cc0(GFP_KERNEL|__GFP_THISNODE)", false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[256];
		struct run_seen *run;

		snprintf(text, sizeof(text),
			 "exa: page allocation failure: order:2, mode:%s, nodemask=(null)\n"
			 "CPU: 1 PID: 42 Comm: exa Not tainted 5.10.7 #1\n",
			 cases[i].mode);
		run = see_text(text);
		assert_int_equal(!!strstr(run->report[0].unsure, "retries such a request"),
				 cases[i].odd);
		free(run);
	}
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

/* Lines cut before present:. The verdict is about DMA32, whose min is the largest, not DMA. */
static void test_size_is_cut_off(void **state)
{
	struct run_seen *run = see_text(
		"exa: page allocation failure: order:0, mode:0xcc0(GFP_KERNEL), nodemask=(null)\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 5.10.7 #1\n"
		"Node 0 DMA free:15360kB min:28kB low:32kB high:40kB reserved_highatomic:0KB active_an\n"
		"lowmem_reserve[]: 0 3161 3915 3915 3915\n"
		"Node 0 DMA32 free:2000kB min:6452kB low:8064kB high:9676kB reserved_highatomic:0KB active_an\n"
		"lowmem_reserve[]: 0 0 754 754 754\n"
		"Node 0 Normal free:1000kB min:1536kB low:1920kB high:2304kB reserved_highatomic:0KB active_an\n"
		"lowmem_reserve[]: 0 0 0 0 0\n"
		"100 total pagecache pages\n");

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(run->report[0].cause, CAUSE_LOW_MEMORY);
	HAS(run->report[0].verdict, "memory is short: Node 0 DMA32 has 2000 kB");
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
		".alloc_pages_current+0x3e/0x110", /* ppc64, big-endian */
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

/*
 * Four numbers of lowmem_reserve[] are DMA, DMA32, Normal, Movable, or DMA32, Normal, Movable,
 * Device. By the first, a Normal without pages would have the reserve of DMA32 itself, 0, and not
 * 235; so it is the second, and a movable request has to leave 235 pages = 940 kB to DMA32.
 */
static void test_reserves_tell_the_zones(void **state)
{
	struct run_seen *run = see_text(
		"exa: page allocation failure: order:0, mode:0x110cca(GFP_HIGHUSER_MOVABLE|__GFP_NORETRY), nodemask=1,cpuset=/,mems_allowed=0-1\n"
		"CPU: 1 UID: 0 PID: 42 Comm: exa Not tainted 7.2.8 #1\n"
		"Node 1 DMA32 free:10000kB boost:0kB min:9200kB low:10000kB high:11000kB reserved_highatomic:0KB free_highatomic:0KB present:750000kB managed:720000kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 235 235\n"
		"Node 1 Movable free:112kB boost:0kB min:232kB low:2080kB high:3928kB reserved_highatomic:0KB free_highatomic:0KB present:240640kB managed:240640kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 0 0\n"
		"100 total pagecache pages\n");

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(run->report[0].zone[0].reserve_kb, 940);
	/* 10000 <= 9200 + 940, and a page more than the difference is missing. */
	assert_string_equal(run->report[0].zone[0].text, "fails by 144 kB");
	assert_int_equal(run->report[0].cause, CAUSE_RESERVE);
	free(run);

	/* The line of DMA32 is lost. It is not to be taken for a machine with HighMem instead. */
	run = see_text(
		"exa: page allocation failure: order:6, mode:0x40d0\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 4.1.39 #1\n"
		"DMA free:15900kB min:64kB low:80kB high:96kB present:15988kB managed:15904kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 2900 7800 7800\n"
		"Normal free:424100kB min:20000kB low:25000kB high:30000kB present:5242880kB managed:5017600kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 0 0\n"
		"100 total pagecache pages\n");
	HAS(run->report[0].zone[0].text, "which zones are configured");
	free(run);

	/* As on arm64, without Device: Normal has pages, so the number that grows first is its own. */
	run = see_text(
		"exa: page allocation failure: order:0, mode:0xcc0(GFP_KERNEL), nodemask=(null),cpuset=/,mems_allowed=0\n"
		"CPU: 1 PID: 42 Comm: exa Not tainted 5.10.7 #1\n"
		"DMA32 free:10000kB min:9200kB low:10000kB high:11000kB reserved_highatomic:0KB present:950000kB managed:920000kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 1000 1000\n"
		"Normal free:8000kB min:9000kB low:10000kB high:11000kB reserved_highatomic:0KB present:1050000kB managed:1024000kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 0 0\n"
		"100 total pagecache pages\n");
	assert_int_equal(run->report[0].zone[0].reserve_kb, 4000);
	/* 9200 + 4000 - 10000 + 4 */
	assert_string_equal(run->report[0].zone[0].text, "fails by 3204 kB");
	free(run);
}

/*
 * RHEL 9 has the release of 5.14 and the GFP_ATOMIC of 6.3: HIGH halves 2000, NON_BLOCK takes a
 * quarter more, and the 800 kB of the high-order reserve are not taken off.
 */
static void test_vendor_moved_ahead(void **state)
{
	static const char rest[] =
		"CPU: 3 PID: 33 Comm: exa Not tainted 5.14.0-%s #1\n"
		"Normal free:1000kB boost:0kB min:2000kB low:2500kB high:3000kB reserved_highatomic:800KB present:4194304kB managed:4100000kB free_cma:0kB\n"
		"lowmem_reserve[]: 0 0 0 0 0\n"
		"100 total pagecache pages\n";
	char text[1024];
	struct run_seen *run;
	int n;

	(void)state;
	n = snprintf(text, sizeof(text),
		     "exa: page allocation failure: order:0, mode:0x820(GFP_ATOMIC), nodemask=(null),cpuset=/,mems_allowed=0\n");
	snprintf(text + n, sizeof(text) - n, rest, "503.11.1.el9_5.x86_64");
	run = see_text(text);
	assert_string_equal(run->report[0].flags, "GFP_ATOMIC");
	assert_int_equal(run->report[0].zone[0].mark_kb, 752);
	assert_int_equal(run->report[0].zone[0].free_used_kb, 1000);
	HAS(run->report[0].unsure, "fit the flags of 6.3 and later, not those of the release");
	HAS_NOT(run->report[0].unsure, "disagree");
	free(run);

	/* The flags of 5.14, as RHEL 9 had them first. */
	n = snprintf(text, sizeof(text),
		     "exa: page allocation failure: order:0, mode:0xa20(GFP_ATOMIC), nodemask=(null),cpuset=/,mems_allowed=0\n");
	snprintf(text + n, sizeof(text) - n, rest, "70.13.1.el9_0.x86_64");
	run = see_text(text);
	assert_string_equal(run->report[0].flags, "GFP_ATOMIC");
	HAS_NOT(run->report[0].unsure, "not those of the release");
	free(run);

	/* Nobody moves ahead in a stable release: the log is wrong somewhere. */
	n = snprintf(text, sizeof(text),
		     "exa: page allocation failure: order:0, mode:0x820(GFP_ATOMIC), nodemask=(null),cpuset=/,mems_allowed=0\n");
	snprintf(text + n, sizeof(text) - n, rest, "exa");
	run = see_text(text);
	HAS(run->report[0].unsure, "number and names of mode disagree");
	free(run);
}

/* Messages of one line, in the forms of several kernels. */
static void test_one_line(void **state)
{
	struct run_seen *run;

	(void)state;
	/* Until 3.17, and with the flags of a kernel with the series. */
	run = see_text(
		"PERCPU: allocation failed, size=2048 align=8, failed to allocate new chunk\n"
		"percpu: allocation failed, size=64 align=32 atomic=1, alloc from reserved chunk failed, mode:0x820(GFP_ATOMIC)\n");
	assert_int_equal(run->n, 2);
	HAS(run->report[0].verdict, "the allocator says: failed to allocate new chunk");
	HAS(run->report[0].advice, "[2048 bytes, failed to allocate new chunk]");
	HAS(run->report[1].advice, "[atomic=1, 64 bytes, alloc from reserved chunk failed]");
	assert_string_equal(run->report[1].flags, "GFP_ATOMIC");
	free(run);

	run = see_text(
		"vmalloc_node_range for size 2097152 failed: Address range restricted to 0xffffffffc0000000 - 0xffffffffff000000\n"
		"vmalloc_node_range for size 4096 failed: Address range restricted to 0xffffffffc0000000 - 0xffffffffff000000, mode:0xcc0(GFP_KERNEL)\n");
	assert_int_equal(run->n, 2);
	assert_int_equal(run->report[0].kind, REPORT_VMAP);
	assert_int_equal(run->report[0].bytes, 2097152);
	assert_int_equal(run->report[0].cause, CAUSE_VMALLOC_SPACE);
	assert_string_equal(run->report[1].flags, "GFP_KERNEL");
	free(run);

	run = see_text("DMA pool exhausted for 0000:03:00.0\n"
		       "ERROR: 256 KiB atomic DMA coherent pool is too small!\n"
		       "DMA pool exhausted for exa.0, mode:0x820(GFP_ATOMIC)\n");
	assert_int_equal(run->n, 3);
	assert_int_equal(run->report[0].cause, CAUSE_DMA_POOL);
	HAS(run->report[0].verdict, "0000:03:00.0 found the pool");
	HAS(run->report[1].advice, "[atomic DMA coherent pool is too small!]");
	HAS(run->report[2].verdict, "exa.0 found the pool");
	assert_string_equal(run->report[2].flags, "GFP_ATOMIC");
	free(run);

	/* Runs of 12 and 100 pages in two ranges, 112 in all; from 6.15 on one line for each. */
	run = see_text("cma: __cma_alloc: reserved: alloc failed, req-size: 1024 pages, ret: -12\n"
		       "cma: number of available pages: \n"
		       "cma: range 0: 12@4+100@300\n"
		       "cma: range 1: 0@0\n"
		       "=> 112 free of 8192 total pages\n"
		       "cma: cma_alloc: exa: alloc failed, req-size: 99999999999999999999 pages, ret: -12\n");
	assert_int_equal(run->n, 2);
	HAS(run->report[0].verdict,
	    "no hole of 1024 pages (112 of its 8192 pages are free, the largest run is 100)");
	HAS_NOT(run->report[0].unsure, "CONFIG_CMA_DEBUG");
	assert_false(run->report[1].explained);
	HAS_NOT(run->report[1].text, "-1");
	free(run);

	/* SLAB: of 5 slabs 4 are in use; it has no smallest order. */
	run = see_text("SLAB: Unable to allocate memory on node 0 (gfp=0x20)\n"
		       "  cache: size-4096, object size: 4096, order: 0\n"
		       "  node 0: slabs: 4/5, objs: 39/50, free: 11\n");
	assert_int_equal(run->n, 1);
	HAS(run->report[0].unsure, "50 objects in 5 slabs, 11 of them free");
	HAS_NOT(run->report[0].text, "at least");
	free(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut_free_blocks),
		cmocka_unit_test(test_thisnode),
		cmocka_unit_test(test_kernel_names_the_zones),
		cmocka_unit_test(test_kernel_reasons),
		cmocka_unit_test(test_small_orders_may_fail),
		cmocka_unit_test(test_last_fallback),
		cmocka_unit_test(test_size_is_cut_off),
		cmocka_unit_test(test_allocators),
		cmocka_unit_test(test_reserves_tell_the_zones),
		cmocka_unit_test(test_vendor_moved_ahead),
		cmocka_unit_test(test_one_line),
	};

	return cmocka_run_group_tests_name("reports", tests, NULL, NULL);
}
