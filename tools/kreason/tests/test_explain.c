// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole logs: each fixture says at its top which rule it is for; the values here were computed by
 * hand from that rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seen.h"

static void check_zone(const struct seen_zone *z, const char *name, enum rules_verdict verdict,
		       long free_kb, long mark_kb, long reserve_kb)
{
	assert_string_equal(z->name, name);
	if (z->verdict != verdict)
		fail_msg("%s: %s", z->name, z->text);
	assert_int_equal(z->free_used_kb, free_kb);
	assert_int_equal(z->mark_kb, mark_kb);
	assert_int_equal(z->reserve_kb, reserve_kb);
}

/*
 * Ground truth: 3323044 - 3319716 = 3328 kB <= 205324 >> 5 = 6416 kB, and compaction is refused
 * without __GFP_FS.
 */
static void check_ceph(const struct seen *s)
{
	assert_int_equal(s->kind, REPORT_PAGE_ALLOC);
	assert_int_equal(s->order, 5);
	assert_string_equal(s->flags, "GFP_NOFS|__GFP_COMP|__GFP_KMEMCG");
	assert_string_equal(s->comm, "kworker/31:0");
	assert_string_equal(s->module, "libceph");
	assert_string_equal(s->helper, "krealloc");
	assert_int_equal(s->reclaim, TRI_YES);
	assert_int_equal(s->compact, TRI_NO);
	assert_int_equal(s->compact_why, RULES_WHY_NEEDS_FS_IO);
	assert_int_equal(s->interrupt, TRI_NO);
	assert_int_equal(s->zones, 2);
	check_zone(&s->zone[0], "Node 0 Normal", RULES_NO_BLOCK, 281884, 198808, 0);
	assert_int_equal(s->zone[0].largest, 3);
	assert_string_equal(s->zone[0].text,
			    "nothing usable of order >= 5 (largest usable: order 3)");
	check_zone(&s->zone[1], "Node 1 Normal", RULES_FAILS_WATERMARK, 3315208, 205324, 0);
	/*
	 * 1604 pages of mark against 801: 804 are missing, as the kernel wants more than the mark.
	 */
	assert_string_equal(s->zone[1].text, "fails by 3216 kB");
	assert_int_equal(s->cause, CAUSE_PER_ORDER_MARK);
	HAS(s->text, "3323044 - 3319716 = 3328 kB <= 205324 kB");
	HAS(s->text, ">> 5 = 6416 kB");
	HAS(s->verdict, "has 3328 kB in blocks of order 5 and above");
	HAS(s->verdict, "more than 6416 kB there (min 205324 kB >> 5)");
	HAS(s->verdict, "a rule that 4.4 dropped");
	HAS(s->advice, "do not raise vm.min_free_kbytes");
	HAS(s->advice, "97a16fc82a7c");
	HAS(s->text, "role        culprit");
	HAS(s->unsure, "RHEL backports");
}

static void test_ground_truth(void **state)
{
	struct run_seen *run = see_file("ceph-3.10-order5-nofs.txt");

	(void)state;
	assert_int_equal(run->n, 1);
	check_ceph(&run->report[0]);
	HAS_NOT(run->report[0].unsure, "asterisk");
	free(run);
}

static void test_asterisks_lost(void **state)
{
	struct run_seen *run = see_file("ceph-3.10-asterisks-lost.txt");

	(void)state;
	assert_int_equal(run->n, 1);
	check_ceph(&run->report[0]);
	HAS(run->report[0].unsure,
	    "Node 0 Normal, Node 1 Normal: the asterisks between counts and sizes are lost; the counts were told from the places in the line, and they add up to the line's total");
	free(run);
}

static void test_asterisks_and_digit_lost(void **state)
{
	struct run_seen *run = see_file("ceph-3.10-asterisks-and-digit-lost.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->zone[0].verdict, RULES_NO_BLOCK);
	assert_int_equal(s->zone[1].verdict, RULES_UNKNOWN_VERDICT);
	assert_string_equal(
		s->zone[1].text,
		"cannot be told: missing the free blocks per order; order 0 passes, so memory itself is not short there");
	/* 3323044 - (240734 - 24073) * 8 */
	HAS(s->unsure, "the free blocks as read add up to 1589756 kB, the line says 3323044 kB");
	HAS(s->unsure, "Node 1 Normal could not be judged");
	free(run);
}

static void test_cma_blocks(void **state)
{
	struct run_seen *run = see_file("mail-5.10-cma-blocks.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->flags, "GFP_KERNEL|__GFP_ZERO");
	assert_string_equal(s->function, "mbox_alloc_ring");
	assert_string_equal(s->module, "examplenic");
	assert_int_equal(s->zones, 2);
	/* 40000 - 15 pages - 16000 */
	check_zone(&s->zone[0], "Normal", RULES_NO_BLOCK, 23940, 2000, 0);
	assert_int_equal(s->zone[0].largest, 3);
	assert_int_equal(s->zone[1].verdict, RULES_NOT_ELIGIBLE);
	assert_int_equal(s->cause, CAUSE_CMA);
	HAS(s->advice, "make the CMA area smaller");
	free(run);
}

static void test_cma_atomic(void **state)
{
	struct run_seen *run = see_file("bare-3.10-arm-cma-atomic.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->comm, "swapper/1");
	assert_string_equal(s->function, "exeth_poll");
	assert_string_equal(s->helper, "__netdev_alloc_skb");
	assert_int_equal(s->interrupt, TRI_YES);
	assert_int_equal(s->reclaim, TRI_NO);
	check_zone(&s->zone[0], "Normal", RULES_FAILS_WATERMARK, 1000, 1500, 0);
	/* 250 pages, more than 375 are needed. */
	assert_int_equal(s->zone[0].short_by_kb, 504);
	assert_int_equal(s->cause, CAUSE_CMA);
	HAS(s->verdict, "of 90000 kB free in Normal, 89000 kB are CMA's");
	HAS(s->text, "role        victim");
	HAS(s->text, "gfp=0x20 = GFP_ATOMIC");
	/* The message of the slab allocator is a part of this report. */
	assert_int_equal(s->report.slubs, 1);
	assert_string_equal(s->report.slub[0].cache, "kmalloc-192");
	HAS(s->advice, "harmless when it is rare");
	free(run);
}

static void test_halving_syslog(void **state)
{
	struct run_seen *run = see_file("syslog-2.6.32-order1.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->report.host, "web-07");
	assert_string_equal(s->flags, "GFP_ATOMIC");
	assert_string_equal(s->module, "exwifi");
	assert_string_equal(s->helper, "__alloc_skb");
	check_zone(&s->zone[0], "DMA32", RULES_FAILS_WATERMARK, 5996, 3000, 0);
	/* 796 kB are 199 pages, more than 375 are needed. */
	assert_int_equal(s->zone[0].short_by_kb, 708);
	assert_int_equal(s->cause, CAUSE_PER_ORDER_MARK);
	HAS(s->verdict, "(mark 3000 kB >> 1)");
	free(run);
}

static void test_on_the_edge(void **state)
{
	struct run_seen *run = see_file("dmesg-2.6.33-edge.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	check_zone(&s->zone[0], "DMA32", RULES_WOULD_PASS, 4188, 2100, 0);
	/* 141 - 131 - 1 pages; 131 - 107 + 1. */
	assert_string_equal(
		s->zone[0].text,
		"on the edge: passes by 36 kB by its free blocks, fails by 100 kB by its counter of free pages");
	assert_int_equal(s->cause, CAUSE_PER_ORDER_MARK);
	free(run);
}

static void test_boost(void **state)
{
	struct run_seen *run = see_file("dmesg-6.6-boost.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	check_zone(&s->zone[0], "Node 0 Normal", RULES_FAILS_WATERMARK, 49572, 49800, 0);
	/* 12393 pages, more than 12450 are needed. */
	assert_int_equal(s->zone[0].short_by_kb, 232);
	assert_int_equal(s->cause, CAUSE_BOOST);
	HAS(s->advice,
	    "vm.watermark_boost_factor=0 turns the boost off [30000 of 49800 kB of the mark of Node 0 Normal are boost]");
	assert_string_equal(s->module, "exring");
	assert_int_equal(s->interrupt, TRI_NO);
	HAS(s->unsure, "the kernel dropped 3 such messages");
	free(run);
}

static void test_wrapped_mail(void **state)
{
	struct run_seen *run = see_file("mail-4.2-wrapped.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->function, "exfile_read");
	assert_int_equal(s->zones, 2);
	/* 20000 - 31 pages; 4725 pages are kept for the others. */
	check_zone(&s->zone[0], "DMA32", RULES_FAILS_WATERMARK, 19876, 4000, 18900);
	check_zone(&s->zone[1], "Normal", RULES_NO_BLOCK, 19876, 6000, 0);
	assert_int_equal(s->zone[1].largest, 4);
	assert_int_equal(s->cause, CAUSE_FRAGMENTED);
	HAS_NOT(s->unsure, "add up");
	free(run);
}

static void test_caller_field_and_small_zone(void **state)
{
	struct run_seen *run = see_file("caller-5.14-dma-pool.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->report.caller, "T1");
	assert_string_equal(s->flags, "GFP_KERNEL|GFP_DMA");
	assert_string_equal(s->function, "dma_atomic_pool_init");
	/* 200 - 1023 pages */
	check_zone(&s->zone[0], "Node 0 DMA", RULES_FAILS_WATERMARK, -3892, 0, 0);
	assert_int_equal(s->cause, CAUSE_SMALL_ZONE);
	assert_true(s->harmless);
	HAS(s->advice, "harmless: the caller has a fallback");
	HAS(s->unsure, "left out of the log where it says [...]");
	free(run);
}

static void test_percpu(void **state)
{
	struct run_seen *run = see_file("dmesg-6.1-percpu.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->kind, REPORT_PERCPU);
	assert_int_equal(s->bytes, 16);
	assert_string_equal(s->function, "exmap_fill");
	HAS(s->verdict, "16 bytes on each CPU without sleeping");
	assert_true(s->explained);
	free(run);
}

static void test_split_records(void **state)
{
	struct run_seen *run = see_file("syslog-4.9-split.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->flags, "GFP_HIGHUSER_MOVABLE");
	assert_int_equal(s->zones, 1);
	check_zone(&s->zone[0], "Node 0 Normal", RULES_FAILS_WATERMARK, 24000, 60000, 0);
	assert_int_equal(s->zone[0].short_by_kb, 36004);
	assert_int_equal(s->zone[0].largest, 2);
	assert_int_equal(s->cause, CAUSE_LOW_MEMORY);
	free(run);
}

static void test_memcg_slab(void **state)
{
	struct run_seen *run = see_file("dmesg-slub-memcg.txt");

	(void)state;
	assert_int_equal(run->n, 2);
	assert_int_equal(run->report[0].kind, REPORT_SLUB);
	assert_int_equal(run->report[0].cause, CAUSE_MEMCG);
	HAS(run->report[0].unsure, "the first line of the slab allocator's message is missing");
	assert_int_equal(run->report[1].cause, CAUSE_MEMCG);
	assert_string_equal(run->report[1].flags, "GFP_ATOMIC|__GFP_ZERO");
	HAS(run->report[1].unsure, "416 objects in 13 slabs, 0 of them free");
	HAS(run->report[1].text, "likely from 2.6.32 to before 4.4.0");
	free(run);
}

static void test_nowait_is_harmless(void **state)
{
	struct run_seen *run = see_file("journal-5.9-nowait.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_string_equal(s->comm, "exmon");
	assert_true(s->harmless);
	assert_true(s->explained);
	assert_int_equal(s->cause, CAUSE_NOT_SHOWN);
	HAS(s->unsure, "no Mem-Info: the zones are left out");
	assert_int_equal(s->report.slub[0].gfp, 0x900);
	free(run);
}

static void test_kswapd_highatomic(void **state)
{
	struct run_seen *run = see_file("android-4.14-kswapd.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->memalloc, TRI_YES);
	assert_string_equal(s->flags, "GFP_NOIO|__GFP_HIGHMEM|__GFP_MOVABLE");
	assert_int_equal(s->zones, 1);
	assert_int_equal(s->zone[0].verdict, RULES_NO_BLOCK);
	assert_int_equal(s->zone[0].largest, -1);
	assert_int_equal(s->cause, CAUSE_HIGHATOMIC);
	HAS(s->text, "no mark applies to this request");
	free(run);
}

static void test_header_only(void **state)
{
	struct run_seen *run = see_file("dmesg-6.9-header-only.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->cause, CAUSE_NOT_SHOWN);
	assert_string_equal(s->function, "ex_core_buffer");
	assert_string_equal(s->module, "exsnd");
	assert_string_equal(s->helper, "dma_direct_alloc");
	HAS(s->text, "for exsnd_prepare()");
	HAS(s->unsure, "no Mem-Info");
	free(run);
}

static void test_cma_areas(void **state)
{
	struct run_seen *run = see_file("dmesg-cma.txt");

	(void)state;
	assert_int_equal(run->n, 5);
	assert_int_equal(run->report[0].cause, CAUSE_CMA_HOLE);
	HAS(run->report[0].verdict,
	    "no hole of 200 pages (215 of its 2048 pages are free, the largest run is 166)");
	assert_int_equal(run->report[1].report.cma_pages, 178);
	HAS(run->report[1].unsure, "the list of free runs is missing");
	HAS(run->report[2].verdict,
	    "The CMA area reserved has no hole of 4000 pages (3950 of its 8192 pages are free, the largest run is 3880)");
	assert_int_equal(run->report[3].cause, CAUSE_CMA_BUSY);
	assert_int_equal(run->report[4].cause, CAUSE_CMA_BUSY);
	HAS(run->report[4].unsure, "2 ranges of pages were found busy");
	assert_string_equal(run->report[4].report.dma_device, "excsi 1cb4000.camera");
	free(run);
}

static void test_cut_lines(void **state)
{
	struct run_seen *run = see_file("dmesg-3.2-cut.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	/*
	 * The first of three functions that is not the allocator's; do_softirq() is behind <EOI>.
	 */
	assert_string_equal(s->function, "extun_segment");
	assert_int_equal(s->interrupt, TRI_YES);
	HAS_NOT(s->text, "extun_segment <- do_softirq");
	/* 1536 / 2 = 768, - a quarter = 576. */
	check_zone(&s->zone[0], "Normal", RULES_FAILS_WATERMARK, 2188, 576, 0);
	/* 17 pages, more than 72 are needed. */
	assert_int_equal(s->zone[0].short_by_kb, 224);
	free(run);
}

/* The same report in nine forms. */
static void check_exsrv(const char *fixture, const char *comm)
{
	struct run_seen *run = see_file(fixture);
	const struct seen *s = &run->report[0];

	if (run->n != 1)
		fail_msg("%s: %u reports", fixture, run->n);
	assert_string_equal(s->comm, comm);
	assert_string_equal(s->flags, "GFP_KERNEL|__GFP_COMP|__GFP_ZERO");
	assert_string_equal(s->function, "exsrv_recv");
	assert_string_equal(s->module, "exsrv");
	assert_int_equal(s->report.kver.vendor, KVER_UBUNTU);
	assert_int_equal(s->zones, 1);
	check_zone(&s->zone[0], "Node 0 Normal", RULES_NO_BLOCK, 29988, 8000, 0);
	assert_int_equal(s->zone[0].largest, 1);
	assert_int_equal(s->cause, CAUSE_FRAGMENTED);
	HAS_NOT(s->unsure, "disagree");
	HAS_NOT(s->unsure, "readable");
	free(run);
}

static void test_rsyslog_octal(void **state)
{
	(void)state;
	check_exsrv("rsyslog-octal.txt", "exsrv");
}
static void test_quoted_printable(void **state)
{
	(void)state;
	check_exsrv("mail-quoted-printable.txt", "examplesrv-pool");
}
static void test_underscores_and_entities(void **state)
{
	(void)state;
	check_exsrv("tracker-underscores.txt", "exsrv");
}
static void test_hard_wrap(void **state)
{
	(void)state;
	check_exsrv("terminal-hard-wrap.txt", "exsrv");
}
static void test_journal_json(void **state)
{
	(void)state;
	check_exsrv("journal.json", "exsrv");
}
static void test_journal_export(void **state)
{
	(void)state;
	check_exsrv("journal.export", "exsrv");
}

static void check_two_cpus(const struct run_seen *run)
{
	assert_int_equal(run->n, 2);
	assert_string_equal(run->report[0].comm, "exa");
	assert_int_equal(run->report[0].order, 3);
	check_zone(&run->report[0].zone[0], "Node 0 Normal", RULES_NO_BLOCK, 24000 - 7 * 4, 4000,
		   0);
	assert_string_equal(run->report[1].comm, "exb");
	assert_int_equal(run->report[1].order, 4);
	check_zone(&run->report[1].zone[0], "Node 0 Normal", RULES_NO_BLOCK, 20000 - 15 * 4, 4000,
		   0);
	assert_int_equal(run->report[0].report.pid, 100);
	assert_int_equal(run->report[1].report.pid, 200);
}

static void test_two_cpus_with_callers(void **state)
{
	struct run_seen *run = see_file("two-cpus-callers.txt");

	(void)state;
	check_two_cpus(run);
	assert_string_equal(run->report[0].function, "exa_work");
	assert_string_equal(run->report[1].function, "exb_work");
	HAS_NOT(run->report[0].unsure, "another CPU");
	free(run);
}

static void test_two_cpus_without(void **state)
{
	struct run_seen *run = see_file("two-cpus-mixed.txt");

	(void)state;
	check_two_cpus(run);
	HAS(run->report[0].unsure, "another CPU printed its report into this one");
	HAS(run->report[1].unsure, "another CPU printed its report into this one");
	HAS_NOT(run->report[1].verdict, "exa_work");
	free(run);
}

static void test_stalls(void **state)
{
	struct run_seen *run = see_file("stalls.txt");

	(void)state;
	assert_int_equal(run->n, 2);
	assert_int_equal(run->report[0].kind, REPORT_STALL);
	assert_int_equal(run->report[0].report.stall_ms, 10012);
	HAS(run->report[0].verdict,
	    "has waited 10.012 s for order 0 (4 kB) and goes on trying, so nothing failed: memory is short");
	assert_int_equal(run->report[1].report.stall_ms, 12000);
	assert_int_equal(run->report[1].order, 2);
	assert_int_equal(run->report[1].cause, CAUSE_STALL);
	free(run);
}

static void test_vmalloc(void **state)
{
	struct run_seen *run = see_file("vmalloc.txt");

	(void)state;
	assert_int_equal(run->n, 5);
	assert_int_equal(run->report[0].kind, REPORT_VMALLOC);
	assert_int_equal(run->report[0].bytes, 268435456);
	assert_string_equal(run->report[0].function, "exfs_mount");
	HAS_NOT(run->report[0].unsure, "another CPU");
	HAS(run->report[0].verdict, "does not tell which");
	assert_int_equal(run->report[1].kind, REPORT_VMAP);
	assert_int_equal(run->report[1].cause, CAUSE_VMALLOC_SPACE);
	assert_int_equal(run->report[1].bytes, 4198400);
	assert_int_equal(run->report[2].bytes, 40960);
	HAS(run->report[2].verdict, "single pages ran out");
	assert_int_equal(run->report[3].bytes, 8796093022208);
	HAS(run->report[3].verdict, "more than the machine has");
	assert_int_equal(run->report[4].kind, REPORT_DMA_POOL);
	assert_int_equal(run->report[4].bytes, 262144);
	free(run);
}

static void test_unknown_version(void **state)
{
	struct run_seen *run = see_file("unknown-version.txt");

	(void)state;
	assert_int_equal(run->n, 2);
	HAS(run->report[0].text, "GFP_NOFS|__GFP_COMP|__GFP_KMEMCG");
	HAS(run->report[0].text, "not printed; ");
	HAS(run->report[0].text, "            or ");
	/*
	 * Whichever it is of those that have no name behind the number: compaction needs __GFP_FS
	 * in all of them.
	 */
	assert_int_equal(run->report[0].compact, TRI_NO);
	assert_string_equal(run->report[1].flags, "GFP_KERNEL");
	HAS(run->report[1].text, "from 4.6.0 to before 4.10.0");
	free(run);
}

static void test_number_and_names_disagree(void **state)
{
	struct run_seen *run = see_file("disagree.txt");

	(void)state;
	assert_int_equal(run->n, 2);
	HAS(run->report[0].unsure,
	    "number and names of mode disagree: __GFP_FS only in the number;");
	HAS(run->report[1].unsure,
	    "mode 0x80000cc0 has bits 0x80000000 that this kernel's flags do not have");
	HAS_NOT(run->report[1].unsure, "disagree");
	free(run);
}

static void test_garbled(void **state)
{
	struct run_seen *run = see_file("garbled.txt");
	const struct seen *s = run->report;

	(void)state;
	assert_int_equal(run->n, 3);
	assert_int_equal(s[0].zone[0].verdict, RULES_UNKNOWN_VERDICT);
	HAS(s[0].unsure, "Node 0 Normal: the value of \"min:\" is not readable");
	HAS(s[0].unsure, "the free blocks as read add up to 20000 kB, the line says 24000 kB");
	assert_false(s[1].explained);
	HAS(s[1].unsure, "the order is missing or not readable");
	HAS(s[1].unsure, "the number after \"mode:\" is missing or not readable");
	assert_int_equal(s[2].zone[0].verdict, RULES_UNKNOWN_VERDICT);
	HAS(s[2].unsure, "Node 0 Normal: the line of free blocks is missing");
	free(run);
}

static void test_no_report(void **state)
{
	struct run_seen *run = see_file("oom-only.txt");

	(void)state;
	assert_int_equal(run->n, 0);
	assert_int_equal(run->others, 1);
	free(run);
}

static void test_orphan(void **state)
{
	struct run_seen *run = see_file("orphan.txt");

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(run->report[0].kind, REPORT_ORPHAN);
	assert_false(run->report[0].explained);
	HAS(run->report[0].unsure, "Node 0 Normal has 3000 kB free, not above its min of 4000 kB");
	free(run);
}

static void test_zones_omitted(void **state)
{
	struct run_seen *run = see_file("zones-omitted.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	assert_int_equal(s->zones, 2);
	check_zone(&s->zone[0], "Node 0 DMA32", RULES_WOULD_PASS, 8988, 6000, 0);
	/* 2247 pages, 1501 are enough. */
	assert_int_equal(s->zone[0].margin_kb, 2984);
	assert_string_equal(s->zone[1].text, "not allowed by the node mask or the cpuset");
	assert_int_equal(s->cause, CAUSE_RACE);
	HAS(s->text, "kernel says reason:noretry compaction:failed");
	free(run);
}

static void test_dropped_lines(void **state)
{
	struct run_seen *run = see_file("dropped-lines.txt");
	const struct seen *s = &run->report[0];

	(void)state;
	assert_int_equal(run->n, 1);
	HAS(s->unsure, "the release is that of the last boot message");
	HAS(s->unsure, "Node 0 Normal: the line of free blocks is missing");
	HAS(s->zone[0].text, "order 0 passes");
	free(run);
}

/*
 * What becomes of the asterisks, and of single counts. The blocks are 10, 20, 30 and 5: 4 * 10 + 8
 * * 20 + 16 * 30 + 32 * 5 = 840 kB.
 */
static const struct {
	const char *blocks;
	long count[4]; /* RULES_UNKNOWN: not known */
	bool bad, lost;
	const char *note;
} buddy_lines[] = {
	{ "10*4kB (U) 20*8kB (UM) 30*16kB (M) 5*32kB (M) 0*64kB = 840kB",
	  { 10, 20, 30, 5 },
	  false,
	  false,
	  "" },
	{ "10*4kB(U) 20*8kB(UM) 30*16kB(M) 5*32kB(M) 0*64kB =840kB",
	  { 10, 20, 30, 5 },
	  false,
	  false,
	  "" },
	{ "10_4kB 20_8kB 30_16kB 5_32kB 0_64kB = 840kB", { 10, 20, 30, 5 }, false, false, "" },
	{ "10\\*4kB 20\\*8kB 30\\*16kB 5\\*32kB 0\\*64kB = 840kB",
	  { 10, 20, 30, 5 },
	  false,
	  false,
	  "" },
	{ "10x4kB 20x8kB 30x16kB 5x32kB 0x64kB = 840kB", { 10, 20, 30, 5 }, false, false, "" },
	{ "104kB 208kB 3016kB 532kB 064kB = 840kB", { 10, 20, 30, 5 }, false, true, "" },
	{ "10 4kB 20 8kB 30 16kB 5 32kB 0 64kB = 840kB", { 10, 20, 30, 5 }, false, true, "" },
	{ "104kB 20*8kB 3016kB 5*32kB 0*64kB = 840kB", { 10, 20, 30, 5 }, false, true, "" },
	{ "104kB 208kB 3016kB 532kB 064kB", { 10, 20, 30, 5 }, false, true, "" },
	{ "10*4kB 20*8kB ... = 840kB",
	  { 10, 20 },
	  true,
	  false,
	  "add up to 200 kB, the line says 840 kB" },
	{ "10*4kB 20*8kB 30*16kB 5*32kB ... = 840kB",
	  { 10, 20, 30, 5 },
	  false,
	  false,
	  "those that are add up to the total, so the others are 0" },
	{ "10*4kB 2?*8kB 30*16kB 5*32kB 0*64kB 0*128kB 0*256kB 0*512kB 0*1024kB 0*2048kB 0*4096kB = 840kB",
	  { 10, 20, 30, 5 },
	  false,
	  false,
	  "the number of blocks of order 1 is not readable; by the total it is 20" },
	{ "10*4kB 20*8kB 31*16kB 5*32kB 0*64kB = 840kB",
	  { 10, 20, 31, 5 },
	  true,
	  false,
	  "add up to 856 kB, the line says 840 kB" },
	{ "10*4kB 20*8kB 30*16kB 5*33kB 0*64kB = 840kB",
	  { 10, 20, 30, RULES_UNKNOWN },
	  true,
	  false,
	  "" },
};

static void test_buddy_lines(void **state)
{
	struct norm_line line = { .text = "" };
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof(buddy_lines) / sizeof(buddy_lines[0]); i++) {
		struct report *r = report_new(REPORT_ORPHAN, &line);
		char text[320], plain[256], *to = plain;
		const char *p;
		const struct zone *z;

		assert_non_null(r);
		/* Backslashes go before a report is read. */
		for (p = buddy_lines[i].blocks; *p; p++)
			if (*p != '\\')
				*to++ = *p;
		*to = 0;
		snprintf(text, sizeof(text), "Node 0 Normal: %s", plain);
		report_read(r, text);
		report_end(r);
		z = report_find_zone(r, 0, GFP_ZONE_NORMAL);
		assert_non_null(z);
		for (k = 0; k < 4; k++)
			if (z->blocks[k] != buddy_lines[i].count[k] &&
			    (buddy_lines[i].count[k] || !z->bad_buddy))
				fail_msg("%s: order %zu has %ld", buddy_lines[i].blocks, k,
					 z->blocks[k]);
		if (z->bad_buddy != buddy_lines[i].bad || z->stars_lost != buddy_lines[i].lost)
			fail_msg("%s: bad %d, lost %d", buddy_lines[i].blocks, z->bad_buddy,
				 z->stars_lost);
		if (buddy_lines[i].note[0])
			HAS(r->notes ? r->note[0] : "", buddy_lines[i].note);
		else if (r->notes && !z->bad_buddy)
			fail_msg("%s: %s", buddy_lines[i].blocks, r->note[0]);
		report_free(r);
	}
}

/* The end of a report that is not followed by anything, and limits of what is kept. */
static void test_many_zones(void **state)
{
	char *text = calloc(1, 400 * 64 + 256), *p = text;
	struct run_seen *run;
	int i;

	(void)state;
	assert_non_null(text);
	p += sprintf(p, "exa: page allocation failure: order:0, mode:0xcc0(GFP_KERNEL)\n");
	for (i = 0; i < 400; i++)
		p += sprintf(p, "Node %d Normal free:8kB min:4kB low:4kB high:4kB present:8kB\n",
			     i);
	run = see_text(text);
	assert_int_equal(run->n, 1);
	assert_int_equal(run->report[0].zones, 256);
	HAS(run->report[0].unsure, "more than 256 zones");
	free(run);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ground_truth),
		cmocka_unit_test(test_asterisks_lost),
		cmocka_unit_test(test_asterisks_and_digit_lost),
		cmocka_unit_test(test_cma_blocks),
		cmocka_unit_test(test_cma_atomic),
		cmocka_unit_test(test_halving_syslog),
		cmocka_unit_test(test_on_the_edge),
		cmocka_unit_test(test_boost),
		cmocka_unit_test(test_wrapped_mail),
		cmocka_unit_test(test_caller_field_and_small_zone),
		cmocka_unit_test(test_percpu),
		cmocka_unit_test(test_split_records),
		cmocka_unit_test(test_memcg_slab),
		cmocka_unit_test(test_nowait_is_harmless),
		cmocka_unit_test(test_kswapd_highatomic),
		cmocka_unit_test(test_header_only),
		cmocka_unit_test(test_cma_areas),
		cmocka_unit_test(test_cut_lines),
		cmocka_unit_test(test_rsyslog_octal),
		cmocka_unit_test(test_quoted_printable),
		cmocka_unit_test(test_underscores_and_entities),
		cmocka_unit_test(test_hard_wrap),
		cmocka_unit_test(test_journal_json),
		cmocka_unit_test(test_journal_export),
		cmocka_unit_test(test_two_cpus_with_callers),
		cmocka_unit_test(test_two_cpus_without),
		cmocka_unit_test(test_stalls),
		cmocka_unit_test(test_vmalloc),
		cmocka_unit_test(test_unknown_version),
		cmocka_unit_test(test_number_and_names_disagree),
		cmocka_unit_test(test_garbled),
		cmocka_unit_test(test_no_report),
		cmocka_unit_test(test_orphan),
		cmocka_unit_test(test_zones_omitted),
		cmocka_unit_test(test_dropped_lines),
		cmocka_unit_test(test_buddy_lines),
		cmocka_unit_test(test_many_zones),
	};

	return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
