// SPDX-License-Identifier: GPL-2.0-only
/* Numbers are worked out by hand from the rule that each test names; where the rule was read is in explain-rules.rst. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules.h"

#define U (1 << GFP_MT_UNMOVABLE)
#define M (1 << GFP_MT_MOVABLE)
#define E (1 << GFP_MT_RECLAIMABLE)
#define H (1 << GFP_MT_HIGHATOMIC)
#define C (1 << GFP_MT_CMA)
#define I (1 << GFP_MT_ISOLATE)

#define X86_64 (1 << GFP_ZONE_DMA | 1 << GFP_ZONE_DMA32 | 1 << GFP_ZONE_NORMAL | 1 << GFP_ZONE_MOVABLE)

static struct rules_request request(const char *release, uint32_t mode, unsigned int order)
{
	struct rules_request r;

	memset(&r, 0, sizeof(r));
	assert_true(kver_parse(&r.kver, release) > 0);
	gfp_decode(&r.gfp, &r.kver, mode);
	r.order = order;
	r.page_kb = 4;
	r.zones = X86_64;
	return r;
}

/* A zone with the counters in pages and nothing reserved. */
static struct rules_zone zone(long free, long min)
{
	struct rules_zone z;

	rules_zone_init(&z, GFP_ZONE_NORMAL);
	z.free = free;
	z.min = min;
	z.free_cma = z.highatomic = z.free_highatomic = z.boost = 0;
	return z;
}

static void blocks(struct rules_zone *z, unsigned int n, const long *count, const uint8_t *types)
{
	z->n_orders = n;
	memcpy(z->blocks, count, n * sizeof(*count));
	z->types_known = types != NULL;
	if (types)
		memcpy(z->types, types, n);
}

#define BLOCKS(z, ...) blocks(z, sizeof((long[]){ __VA_ARGS__ }) / sizeof(long), (long[]){ __VA_ARGS__ }, NULL)

static struct rules_result check(const struct rules_request *r, const struct rules_zone *z)
{
	struct rules_result res;

	rules_zone_check(r, z, &res);
	return res;
}

/* Node 1 Normal of the known case: 3.10, GFP_NOFS|__GFP_COMP|__GFP_KMEMCG, order 5. */
static struct rules_zone node1(void)
{
	struct rules_zone z = zone(3315332 / 4, 205324 / 4);

	BLOCKS(&z, 241701, 240734, 24010, 990, 175, 20, 3, 0, 0, 0, 0);
	return z;
}

/* __zone_watermark_ok() until 4.3: 3323044 - 3319716 = 3328 kB in orders above 4; the mark is 205324 >> 5 = 6416 kB. */
static void test_ground_truth_node1(void **state)
{
	/* pages after each order is taken away, 31 = (1 << 5) - 1 less from the start; the mark, halved */
	static const long left[5][2] = {
		{ 589029, 25665 }, { 107561, 12832 }, { 11521, 6416 }, { 3601, 3208 }, { 801, 1604 },
	};
	struct rules_request r = request("3.10.0-957.el7.x86_64", 0x104050, 5);
	struct rules_zone z = node1();
	struct rules_result res = check(&r, &z);
	unsigned int o;

	(void)state;
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.era, RULES_ERA_HALVING);
	assert_true(res.order0_ok);
	assert_int_equal(res.free_blocks * 4, 3323044);
	assert_int_equal(res.free_above * 4, 3328);
	assert_int_equal(res.minus_order, 31);
	assert_int_equal(res.mark_oom * 4, 205324);
	assert_int_equal(res.n_steps, 5);
	for (o = 0; o < 5; o++) {
		assert_int_equal(res.step[o].free, left[o][0]);
		assert_int_equal(res.step[o].mark, left[o][1]);
		assert_int_equal(res.step[o].ok, o < 4);
	}
	assert_int_equal(res.step[4].mark * 4, 6416);
	/* 832 pages are there and 31 taken off: 801. 1605 are needed. */
	assert_int_equal(res.short_by, 804);
	assert_int_equal(res.largest, 6);
	assert_true(res.loop_from_blocks);
	assert_int_equal(res.missing, 0);
}

/* Node 0 Normal: 281916 kB, nothing above order 3. */
static void test_ground_truth_node0(void **state)
{
	struct rules_request r = request("3.10.0-957.el7.x86_64", 0x104050, 5);
	struct rules_zone z = zone(281916 / 4, 198808 / 4);
	struct rules_result res;

	(void)state;
	BLOCKS(&z, 69629, 411, 1, 3, 0, 0, 0, 0, 0, 0, 0);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	assert_int_equal(res.free_blocks * 4, 281916);
	assert_int_equal(res.largest, 3);
	assert_int_equal(res.usable_above, 0);
}

/* The same request may reclaim and not compact: 3.10 wants __GFP_FS too. */
static void test_ground_truth_path(void **state)
{
	struct rules_request r = request("3.10.0-957.el7.x86_64", 0x104050, 5);
	struct rules_path p;

	(void)state;
	rules_path(&r, &p);
	assert_true(p.costly && !p.atomic && !p.deferrable);
	assert_int_equal(p.reclaim.can, TRI_YES);
	assert_int_equal(p.compact.can, TRI_NO);
	assert_int_equal(p.compact.why, RULES_WHY_NEEDS_FS_IO);
	assert_int_equal(p.oom.can, TRI_NO);
	assert_int_equal(p.retry.can, TRI_NO);
	assert_int_equal(p.retry.why, RULES_WHY_COSTLY);
}

/* 4.4 on (97a16fc82a7c): the same zone has a block of order 5, and the order-0 mark is met. */
static void test_ground_truth_today(void **state)
{
	struct rules_request r = request("4.4.0", 0x2404040, 5);
	struct rules_zone z = node1();
	struct rules_result res = check(&r, &z);

	(void)state;
	assert_int_equal(res.era, RULES_ERA_BLOCKS);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.n_steps, 0);
	/* 828833 - 31 - 51331 - 1 */
	assert_int_equal(res.margin, 777470);
}

/* The buddy line is not readable: what the counter says, and no more. */
static void test_ground_truth_without_blocks(void **state)
{
	struct rules_request r = request("3.10.0-957.el7.x86_64", 0x104050, 5);
	struct rules_zone z = node1();
	struct rules_result res;

	(void)state;
	z.n_orders = 0;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.missing, RULES_MISS_BLOCKS);
	assert_true(res.order0_ok);
	assert_int_equal(res.largest, RULES_UNKNOWN_ORDER);
	/* One order is not readable: the loop stops before it, and the sum is not known. */
	z = node1();
	z.blocks[2] = RULES_UNKNOWN;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.free_blocks, RULES_UNKNOWN);
	assert_int_equal(res.n_steps, 2);
	assert_false(res.loop_from_blocks);
	assert_true(res.missing & RULES_MISS_BLOCKS);
}

/* As many pages as the halved mark are not enough: 58 + 2 * 21 - 1 - 58 = 41 against 80 >> 1 = 40, then 82 >> 1 = 41. */
static void test_halving_edge(void **state)
{
	struct rules_request r = request("4.3", 0xd0, 1);
	struct rules_zone z = zone(100, 80);
	struct rules_result res;

	(void)state;
	BLOCKS(&z, 58, 21, 0);
	res = check(&r, &z);
	assert_int_equal(res.step[0].free, 41);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.margin, 0);
	z.min = 82;
	res = check(&r, &z);
	assert_int_equal(res.step[0].mark, 41);
	assert_false(res.step[0].ok);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.short_by, 1);
}

/* Until 4.3 there was a reserve of type R, open to all. */
static void test_type_reserve(void **state)
{
	static const uint8_t types[11] = { 0, 0, 1 << GFP_MT_RESERVE };
	static const long count[11] = { 0, 0, 100 };
	struct rules_request r = request("4.3", 0xd0, 2);
	struct rules_zone z = zone(400, 80);

	(void)state;
	blocks(&z, 11, count, types);
	assert_int_equal(check(&r, &z).verdict, RULES_WOULD_PASS);
	assert_int_equal(check(&r, &z).largest, 2);
}

/* gfp_to_alloc_flags() until 4.3: ALLOC_HIGH halves the mark, ALLOC_HARDER takes a quarter of the rest, rounded down each. */
static void test_marks_atomic_old(void **state)
{
	struct rules_request r = request("3.10", 0x20, 0);
	struct rules_zone z = zone(165, 417 * 2);
	struct rules_result res = check(&r, &z);

	(void)state;
	assert_int_equal(res.alloc, RULES_ALLOC_HIGH | RULES_ALLOC_HARDER);
	assert_int_equal(res.mark, 834);
	assert_int_equal(res.mark_high, 417);
	assert_int_equal(res.mark_harder, 313);
	assert_int_equal(res.mark_oom, 313);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	/* 314 are needed. */
	assert_int_equal(res.short_by, 149);
	z.free = 314;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.margin, 0);
	z.free = 313;
	assert_int_equal(check(&r, &z).verdict, RULES_FAILS_WATERMARK);
}

/* GFP_NOWAIT until 4.3 was "not __GFP_WAIT", so ALLOC_HARDER; from 4.4 on it has no reserve. */
static void test_nowait(void **state)
{
	struct rules_request old = request("4.3", 0x0, 0), new = request("4.4", 0x2000000, 0);

	(void)state;
	assert_int_equal(rules_alloc_flags(&old), RULES_ALLOC_HARDER);
	assert_int_equal(rules_alloc_flags(&new), RULES_ALLOC_CPUSET);
}

/* 2.6.38: __GFP_NOMEMALLOC keeps ALLOC_HARDER away. */
static void test_nomemalloc_harder(void **state)
{
	struct rules_request before = request("2.6.37", 0x10020, 0), after = request("2.6.38", 0x10020, 0);

	(void)state;
	assert_int_equal(rules_alloc_flags(&before), RULES_ALLOC_HIGH | RULES_ALLOC_HARDER);
	assert_int_equal(rules_alloc_flags(&after), RULES_ALLOC_HIGH);
}

/* b104a35d3202 (3.16): a huge page that does not wake kswapd is not atomic. */
static void test_no_kswapd_atomic(void **state)
{
	struct rules_request before = request("3.15", 0x400020, 0), after = request("3.16", 0x400020, 0);

	(void)state;
	assert_int_equal(rules_alloc_flags(&before), RULES_ALLOC_HIGH | RULES_ALLOC_HARDER);
	assert_int_equal(rules_alloc_flags(&after), RULES_ALLOC_HIGH | RULES_ALLOC_CPUSET);
}

static void test_rt_task(void **state)
{
	struct rules_request old = request("3.10", 0xd0, 0), mid = request("5.10", 0xcc0, 3), new = request("6.3", 0xcc0, 3);

	(void)state;
	old.rt_task = mid.rt_task = new.rt_task = TRI_YES;
	assert_int_equal(rules_alloc_flags(&old), RULES_ALLOC_HARDER | RULES_ALLOC_CPUSET);
	/* ALLOC_HARDER with an order opens the high-order reserve. */
	assert_int_equal(rules_alloc_flags(&mid), RULES_ALLOC_HARDER | RULES_ALLOC_HIGHATOMIC | RULES_ALLOC_CPUSET);
	/* c988dcbecf3f (6.3): treated as __GFP_HIGH. */
	assert_int_equal(rules_alloc_flags(&new), RULES_ALLOC_HIGH | RULES_ALLOC_CPUSET);
	old.in_interrupt = TRI_YES;
	assert_int_equal(rules_alloc_flags(&old), RULES_ALLOC_CPUSET);
}

static void test_memalloc(void **state)
{
	struct rules_request r = request("3.5", 0x20, 0), flag = request("3.6", 0x2020, 0), both = request("3.6", 0x12020, 0);
	struct rules_request kswapd = request("4.14.113", 0x140000a, 0);
	struct rules_zone z = zone(1, 1000);

	(void)state;
	/* In an interrupt PF_MEMALLOC is somebody else's, until 3.6 made softirqs an exception. */
	r.pf_memalloc = r.in_interrupt = TRI_YES;
	assert_false(rules_alloc_flags(&r) & RULES_ALLOC_NO_WATERMARKS);
	r.in_interrupt = TRI_NO;
	assert_true(rules_alloc_flags(&r) & RULES_ALLOC_NO_WATERMARKS);
	assert_true(rules_alloc_flags(&flag) & RULES_ALLOC_NO_WATERMARKS);
	assert_false(rules_alloc_flags(&both) & RULES_ALLOC_NO_WATERMARKS);
	/* From 4.8 on the reserve flags replace the others. */
	r = request("4.7", 0x2080020, 0);
	r.pf_memalloc = TRI_YES;
	assert_int_equal(rules_alloc_flags(&r), RULES_ALLOC_HIGH | RULES_ALLOC_HARDER | RULES_ALLOC_NO_WATERMARKS);
	r = request("4.8", 0x2080020, 0);
	r.pf_memalloc = TRI_YES;
	assert_int_equal(rules_alloc_flags(&r), RULES_ALLOC_NO_WATERMARKS);
	kswapd.pf_memalloc = TRI_YES;
	assert_int_equal(rules_alloc_flags(&kswapd), RULES_ALLOC_NO_WATERMARKS | RULES_ALLOC_CMA);
	assert_int_equal(check(&kswapd, &z).verdict, RULES_WOULD_PASS);
}

/* cd04ae1e2dc8 (4.14): an OOM victim gets half of the mark instead of all of it. */
static void test_oom_victim(void **state)
{
	struct rules_request before = request("4.13", 0x14000c0, 0), after = request("4.14", 0x14000c0, 0);
	struct rules_request new = request("6.7", 0x820, 0);
	struct rules_zone z = zone(600, 1001);
	struct rules_result res;

	(void)state;
	before.oom_victim = after.oom_victim = new.oom_victim = TRI_YES;
	assert_true(rules_alloc_flags(&before) & RULES_ALLOC_NO_WATERMARKS);
	assert_int_equal(rules_alloc_flags(&after), RULES_ALLOC_OOM);
	res = check(&after, &z);
	/* 1001 - 500 */
	assert_int_equal(res.mark_oom, 501);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.margin, 98);
	/* The flags of the mask are gone then. */
	assert_int_equal(rules_alloc_flags(&new), RULES_ALLOC_OOM);
}

/* (1 << order) + 1 from 2.6.38 (88f5acf88ae6) to 3.2 (fixed in 3.3), (1 << order) - 1 before and after. */
static void test_off_by_two(void **state)
{
	static const struct {
		const char *release;
		long minus;
	} cases[] = { { "2.6.37", 7 }, { "2.6.38", 9 }, { "3.2.4", 9 }, { "3.3", 7 } };
	struct rules_zone z = zone(1000, 10);
	size_t i;

	(void)state;
	BLOCKS(&z, 0, 0, 0, 125);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rules_request r = request(cases[i].release, 0xd0, 3);

		assert_int_equal(check(&r, &z).minus_order, cases[i].minus);
	}
}

/* 2cfed0752808 (3.6): until then lowmem_reserve made the comparison unsigned, and negative pages passed. */
static void test_unsigned_compare(void **state)
{
	struct rules_request before = request("3.2", 0x20, 0), last = request("3.5", 0x4020, 2), after = request("3.6", 0x4020, 2);
	struct rules_zone z = zone(1, 100);
	struct rules_result res = check(&before, &z);

	(void)state;
	/* 1 - 2 = -1 */
	assert_int_equal(res.free_used, -1);
	assert_true(res.overflow);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	z.free = 2;
	res = check(&before, &z);
	assert_false(res.overflow);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	/* 1 - 3 = -2: the loop over the orders still catches it, if the lists are known. */
	z.free = 1;
	BLOCKS(&z, 0, 0, 1);
	assert_true(check(&last, &z).overflow);
	res = check(&after, &z);
	assert_int_equal(res.free_used, -2);
	assert_false(res.overflow);
	assert_false(res.order0_ok);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
}

/* d95ea5d18e69 (3.7): free CMA pages do not count; from 026b08147923 (3.10) on the loop over the orders has them again. */
static void test_cma_old(void **state)
{
	static const struct {
		const char *release;
		long minus, left;
	} cases[] = {
		/* 1000 - 3 - 100 blocks of order 0 - 2 * 100 of order 1 */
		{ "3.6", 0, 697 }, { "3.7", 600, 97 }, { "3.9", 600, 97 }, { "3.10", 600, 697 },
	};
	struct rules_zone z = zone(1000, 40);
	size_t i;

	(void)state;
	z.free_cma = 600;
	BLOCKS(&z, 100, 100, 175);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rules_request r = request(cases[i].release, 0xd0, 2);
		struct rules_result res = check(&r, &z);

		assert_int_equal(res.minus_cma, cases[i].minus);
		assert_int_equal(res.step[1].free, cases[i].left);
		assert_int_equal(res.step[1].mark, 10);
		assert_int_equal(res.verdict, RULES_WOULD_PASS);
	}
}

/* An i.MX6's order-0 packet buffer: most of what is free is CMA's. The only zone is DMA, which then serves everything. */
static void test_cma_atomic(void **state)
{
	struct rules_request r = request("3.10.53", 0x200020, 0);
	struct rules_zone z = zone(40000, 1000);
	struct rules_result res;

	(void)state;
	z.zone = GFP_ZONE_DMA;
	z.free_cma = 39800;
	r.zones = 0;
	z.n_reserve = 4;
	memset(z.reserve, 0, sizeof(z.reserve));
	res = check(&r, &z);
	/* 40000 - 39800 = 200; 1000 - 500 - 125 = 375 */
	assert_int_equal(res.free_used, 200);
	assert_int_equal(res.mark_oom, 375);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.short_by, 176);
	assert_int_equal(res.missing, 0);
}

/* 4.4: the order-0 check passes without the CMA pages, and every block of the order is CMA's. */
static void test_cma_blocks(void **state)
{
	static const uint8_t types[11] = { U | M | E | C, U | M | E | C, U | M | E | C, U | M | C, C, C, C, C };
	static const long count[11] = { 2000, 1500, 500, 100, 12, 4, 1, 1 };
	struct rules_request r = request("5.10.0-rc1+", 0x40cc0, 5), movable = request("5.10.0", 0x140cca, 5);
	struct rules_zone z = zone(2000 + 3000 + 2000 + 800 + 192 + 128 + 64 + 128, 489);
	struct rules_result res;

	(void)state;
	z.free_cma = 3000;
	blocks(&z, 11, count, types);
	res = check(&r, &z);
	assert_true(res.order0_ok);
	assert_int_equal(res.free_used, 8312 - 3000 - 31);
	assert_int_equal(res.usable, U | M | E);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	assert_int_equal(res.largest, 3);
	assert_int_equal(res.free_above, 320);
	assert_int_equal(res.usable_above, 0);
	/* A movable request may take them. Its zone is Movable, for which Normal has nothing in reserve here. */
	z.n_reserve = 4;
	memset(z.reserve, 0, sizeof(z.reserve));
	res = check(&movable, &z);
	assert_true(res.alloc & RULES_ALLOC_CMA);
	assert_int_equal(res.minus_cma, 0);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.largest, 7);
}

/* Without letters the blocks may all be CMA's: passes, but that is said. */
static void test_letters_missing(void **state)
{
	struct rules_request r = request("5.10", 0x40cc0, 5);
	struct rules_zone z = zone(5000, 489);
	struct rules_result res;

	(void)state;
	BLOCKS(&z, 4936, 0, 0, 0, 0, 2);
	z.free_cma = 3000;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.missing, RULES_MISS_TYPES);
	/* Where neither CMA nor a high-order reserve is in the zone they do not matter. */
	z.free_cma = 0;
	assert_int_equal(check(&r, &z).missing, 0);
	/* Letters of one order alone are not readable. */
	z.free_cma = 3000;
	z.types_known = true;
	z.types[0] = U;
	z.types_unsure = 1u << 5;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.missing, RULES_MISS_TYPES);
	z.types_unsure = 0;
	z.types[5] = C | I;
	assert_int_equal(check(&r, &z).verdict, RULES_NO_BLOCK);
}

/* 0aaa29a56e4f (4.4): the high-order reserve is taken off unless ALLOC_HARDER; blocks of type H are for that one only. */
static void test_highatomic(void **state)
{
	static const uint8_t types[11] = { U, U, 0, H };
	static const long count[11] = { 900, 50, 0, 10 };
	struct rules_request kernel = request("5.10", 0x40cc0, 3), atomic = request("5.10", 0x40a20, 3);
	struct rules_zone z = zone(1080, 400);
	struct rules_result res;

	(void)state;
	z.highatomic = 512;
	z.free_highatomic = RULES_UNKNOWN;
	blocks(&z, 11, count, types);
	res = check(&kernel, &z);
	/* 1080 - 7 - 512 = 561 > 400 */
	assert_int_equal(res.minus_highatomic, 512);
	assert_int_equal(res.free_used, 561);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	assert_int_equal(res.largest, 1);
	res = check(&atomic, &z);
	/* 400 - 200 - 50 */
	assert_int_equal(res.minus_highatomic, 0);
	assert_int_equal(res.mark_oom, 150);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.usable, U | M | E | H);
	assert_int_equal(res.largest, 3);
	z.highatomic = 700;
	/* 1080 - 7 - 700 = 373 */
	res = check(&kernel, &z);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.short_by, 28);
}

/* From 6.12 on the free pages of the reserve are taken off; 6.12 does not print them. */
static void test_free_highatomic(void **state)
{
	static const uint8_t types[11] = { U | H, U }, plain[11] = { U, U };
	static const long count[11] = { 900, 50 };
	struct rules_request r = request("6.11", 0x40cc0, 1), new = request("6.12.107", 0x40cc0, 1), last = request("7.2.8", 0x40cc0, 1);
	struct rules_zone z = zone(1000, 400);
	struct rules_result res;

	(void)state;
	z.highatomic = 600;
	z.free_highatomic = RULES_UNKNOWN;
	blocks(&z, 11, count, types);
	assert_int_equal(check(&r, &z).verdict, RULES_FAILS_WATERMARK);
	res = check(&new, &z);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.missing, RULES_MISS_HIGHATOMIC);
	/* No block of type H: none of the reserve is free. */
	blocks(&z, 11, count, plain);
	assert_int_equal(check(&new, &z).missing, 0);
	z.free_highatomic = 599;
	res = check(&last, &z);
	/* 1000 - 1 - 599 = 400 */
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.short_by, 1);
}

/* 4.4 to 5.4 do not print the reserve, so a pass is less than certain. */
static void test_highatomic_not_printed(void **state)
{
	struct rules_request r = request("4.14", 0x14000c0, 0);
	struct rules_zone z = zone(500, 400);
	struct rules_result res;

	(void)state;
	z.highatomic = z.free_highatomic = RULES_UNKNOWN;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_true(res.missing & RULES_MISS_HIGHATOMIC);
	z.free = 400;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.missing & RULES_MISS_HIGHATOMIC, 0);
}

/*
 * 48ee5f3696f6 (4.7): zone_watermark_fast() lets order 0 pass by the full mark, reserve included, until f27ce0e14088 (5.9).
 * Then the free lists decide, and all that is free is of type H.
 */
static void test_fast_path(void **state)
{
	static const uint8_t types[11] = { H, H, H };
	static const long count[11] = { 860, 453, 100 };
	struct rules_request old = request("4.14.113", 0x14000c0, 0), new = request("5.9", 0xcc0, 0);
	struct rules_request before = request("4.6", 0x24000c0, 0), last = request("5.8", 0xcc0, 0);
	struct rules_zone z = zone(2166, 1860);
	struct rules_result res;

	(void)state;
	z.highatomic = 8192;
	z.free_highatomic = RULES_UNKNOWN;
	blocks(&z, 11, count, types);
	res = check(&old, &z);
	assert_true(res.fast_path);
	assert_int_equal(res.free_used, 2166);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	assert_int_equal(res.largest, -1);
	assert_int_equal(res.free_above, 2166);
	assert_false(check(&before, &z).fast_path);
	assert_true(check(&last, &z).fast_path);
	res = check(&new, &z);
	assert_false(res.fast_path);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	/* 2166 - 8192 = -6026; 1860 */
	assert_int_equal(res.free_used, -6026);
	assert_int_equal(res.short_by, 7887);
}

/* 281dd25c1a01 (6.12, 6.1.116, 5.15.171 ...): an atomic single page may come from type H. */
static void test_order0_highatomic(void **state)
{
	static const struct {
		const char *release;
		uint32_t mode;
		enum rules_verdict want;
	} cases[] = {
		{ "6.5", 0x820, RULES_NO_BLOCK }, { "6.6.59", 0x820, RULES_NO_BLOCK }, { "6.6.60", 0x820, RULES_WOULD_PASS },
		{ "6.11.6", 0x820, RULES_NO_BLOCK }, { "6.11.7", 0x820, RULES_WOULD_PASS }, { "6.12", 0x820, RULES_WOULD_PASS },
		{ "6.1.115", 0xa20, RULES_NO_BLOCK }, { "6.1.116", 0xa20, RULES_WOULD_PASS },
		{ "5.15.170", 0xa20, RULES_NO_BLOCK }, { "5.15.171", 0xa20, RULES_WOULD_PASS },
	};
	static const uint8_t types[11] = { H };
	static const long count[11] = { 500 };
	struct rules_zone z = zone(500, 400);
	size_t i;

	(void)state;
	blocks(&z, 11, count, types);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rules_request r = request(cases[i].release, cases[i].mode, 0);

		if (check(&r, &z).verdict != cases[i].want)
			fail_msg("%s: verdict %d", cases[i].release, check(&r, &z).verdict);
	}
}

/* 1ebbb21811b7 (6.3): __GFP_HIGH alone is half, with no sleeping three eighths; not sleeping alone is nothing. */
static void test_min_reserve(void **state)
{
	static const struct {
		const char *release;
		uint32_t mode;
		unsigned int alloc;
		long mark;
	} cases[] = {
		{ "6.2", 0xa20, RULES_ALLOC_HIGH | RULES_ALLOC_HARDER, 375 },
		{ "6.3", 0x820, RULES_ALLOC_HIGH | RULES_ALLOC_NON_BLOCK, 375 },
		{ "6.3", 0x800, RULES_ALLOC_NON_BLOCK | RULES_ALLOC_CPUSET, 1000 },
		{ "6.3", 0x80820, RULES_ALLOC_HIGH, 500 },
		{ "6.3", 0xce0, RULES_ALLOC_HIGH | RULES_ALLOC_CPUSET, 500 },
		/* Backported to two stable series. */
		{ "6.1.115", 0x820, RULES_ALLOC_HIGH | RULES_ALLOC_CPUSET, 500 },
		{ "6.1.116", 0x820, RULES_ALLOC_HIGH | RULES_ALLOC_NON_BLOCK, 375 },
		{ "5.15.171", 0x820, RULES_ALLOC_HIGH | RULES_ALLOC_NON_BLOCK, 375 },
		{ "5.16", 0x820, RULES_ALLOC_HIGH | RULES_ALLOC_CPUSET, 500 },
	};
	struct rules_zone z = zone(0, 1000);
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rules_request r = request(cases[i].release, cases[i].mode, 0);
		struct rules_result res = check(&r, &z);

		if (res.alloc != cases[i].alloc || res.mark_oom != cases[i].mark)
			fail_msg("%s %#x: alloc %#x mark %ld", cases[i].release, cases[i].mode, res.alloc, res.mark_oom);
	}
}

/* ALLOC_NON_BLOCK without __GFP_HIGH excuses from the reserve although it lowers no mark. */
static void test_reserves_excuse(void **state)
{
	struct rules_request nowait = request("6.3", 0x800, 0), kernel = request("6.3", 0xcc0, 0);
	struct rules_zone z = zone(1000, 500);

	(void)state;
	z.highatomic = 600;
	assert_int_equal(check(&nowait, &z).minus_highatomic, 0);
	assert_int_equal(check(&kernel, &z).minus_highatomic, 600);
}

/* 1c30844d2dfe (5.0): min: has the boost in it. f27ce0e14088 (5.9): an atomic single page may ignore it. */
static void test_boost(void **state)
{
	struct rules_request kernel = request("6.7", 0x40dc0, 5), atomic = request("6.7", 0x820, 0), old = request("5.8", 0xa20, 0);
	struct rules_zone z = zone(10100, 10000);
	struct rules_result res;

	(void)state;
	BLOCKS(&z, 10036, 0, 0, 0, 0, 2);
	z.boost = 6000;
	z.highatomic = 100;
	res = check(&kernel, &z);
	/* 10100 - 31 - 100 = 9969 */
	assert_int_equal(res.free_used, 9969);
	assert_int_equal(res.mark_oom, 10000);
	assert_int_equal(res.short_by, 32);
	/* (10000 - 6000) - 2000 - 500 = 1500; with the boost 3750. */
	z.free = 2000;
	z.n_orders = 0;
	res = check(&atomic, &z);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	assert_int_equal(res.mark_boost, 6000);
	assert_int_equal(res.mark_oom, 1500);
	z.free = 1500;
	res = check(&atomic, &z);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.short_by, 1);
	z.free = 2000;
	res = check(&old, &z);
	assert_int_equal(res.mark_boost, 0);
	assert_int_equal(res.mark_oom, 3750);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
}

/* lowmem_reserve[] of DMA32 for a request of Normal, in pages whatever the zone line's unit. */
static void test_lowmem_reserve(void **state)
{
	static const long reserve[] = { 0, 0, 13000, 13000, 13000 };
	struct rules_request r = request("6.7.0-rc2", 0x40dc0, 5), dma32 = request("6.7.0-rc2", 0x40dc4, 5);
	struct rules_zone z = zone(15400, 2400);
	struct rules_result res;

	(void)state;
	z.zone = GFP_ZONE_DMA32;
	z.n_reserve = 5;
	memcpy(z.reserve, reserve, sizeof(reserve));
	BLOCKS(&z, 15336, 0, 0, 0, 0, 2);
	r.zones = dma32.zones = X86_64 | 1 << GFP_ZONE_DEVICE;
	res = check(&r, &z);
	/* 15400 - 31 = 15369 <= 2400 + 13000 */
	assert_int_equal(res.reserve, 13000);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.short_by, 32);
	z.free = 15432;
	assert_int_equal(check(&r, &z).verdict, RULES_WOULD_PASS);
	/* A request of the zone itself does not see it. */
	res = check(&dma32, &z);
	assert_int_equal(res.reserve, 0);
	assert_int_equal(res.verdict, RULES_WOULD_PASS);
	/* Zones not known: all numbers that can apply are the same. */
	r.zones = 0;
	z.reserve[1] = 13000;
	z.zone = GFP_ZONE_DMA;
	assert_int_equal(check(&r, &z).reserve, 13000);
	/* They are not, and it decides: not known. It does not: known. */
	z.reserve[1] = 100;
	z.free = 5000;
	BLOCKS(&z, 4936, 0, 0, 0, 0, 2);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.missing, RULES_MISS_ZONES);
	z.free = 2000;
	assert_int_equal(check(&r, &z).verdict, RULES_FAILS_WATERMARK);
	z.free = 20000;
	assert_int_equal(check(&r, &z).verdict, RULES_WOULD_PASS);
}

static void test_reserve_not_printed(void **state)
{
	struct rules_request r = request("3.10", 0xd0, 0);
	struct rules_zone z = zone(5000, 2400);
	struct rules_result res;

	(void)state;
	z.zone = GFP_ZONE_DMA32;
	BLOCKS(&z, 5000);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.missing, RULES_MISS_RESERVE);
	/* It fails without any reserve already. */
	z.free = 2400;
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_int_equal(res.missing, 0);
	/* The request's own zone has none. */
	z = zone(5000, 2400);
	assert_int_equal(check(&r, &z).verdict, RULES_WOULD_PASS);
}

static void test_eligible(void **state)
{
	struct rules_request dma = request("5.14.21", 0xcc1, 10), kernel = request("5.10", 0xcc0, 0), bad = request("5.10", 0xcc3, 0);
	struct rules_zone z = zone(100000, 10);

	(void)state;
	BLOCKS(&z, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90);
	assert_int_equal(check(&dma, &z).verdict, RULES_NOT_ELIGIBLE);
	z.zone = GFP_ZONE_HIGHMEM;
	assert_int_equal(check(&kernel, &z).verdict, RULES_NOT_ELIGIBLE);
	z.zone = GFP_ZONE_DMA;
	assert_int_equal(check(&dma, &z).verdict, RULES_WOULD_PASS);
	assert_int_equal(check(&bad, &z).verdict, RULES_UNKNOWN_VERDICT);
}

static void test_missing_numbers(void **state)
{
	struct rules_request r = request("5.10", 0x40cc0, 2), none = r;
	struct rules_zone z;
	struct rules_result res;

	(void)state;
	rules_zone_init(&z, GFP_ZONE_NORMAL);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.missing, RULES_MISS_FREE | RULES_MISS_MARK | RULES_MISS_BLOCKS);
	/* Without a block the mark does not matter. */
	BLOCKS(&z, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	assert_int_equal(res.largest, 1);
	/* The lists stand in for the counter. */
	z.min = 100;
	BLOCKS(&z, 10, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0);
	res = check(&r, &z);
	assert_int_equal(res.free, 70);
	assert_true(res.missing & RULES_MISS_FREE);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	/* Nothing about the kernel is known. */
	none.kver.known = false;
	memset(&none.gfp.layout, 0, sizeof(none.gfp.layout));
	res = check(&none, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.missing, RULES_MISS_VERSION);
	/* An inferred layout gives the rules, and the doubt. */
	none.gfp.layout.from = KVER(5, 1, 0);
	res = check(&none, &z);
	assert_int_equal(res.verdict, RULES_FAILS_WATERMARK);
	assert_true(res.missing & RULES_MISS_VERSION);
}

/* Digits run together make numbers that no machine has. */
static void test_garbled(void **state)
{
	struct rules_request r = request("5.10", 0x40cc0, 2), old = request("3.10", 0x40d0, 2), atomic = request("6.7", 0x820, 0);
	struct rules_zone z = zone(INT64_MAX, 100);
	struct rules_result res;

	(void)state;
	BLOCKS(&z, INT64_MAX, INT64_MAX, INT64_MAX);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_true(res.missing & RULES_MISS_FREE && res.missing & RULES_MISS_BLOCKS);
	z.free = 5000;
	res = check(&old, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_true(res.order0_ok && !res.n_steps);
	/* A boost above the mark that includes it. */
	z = zone(50, 100);
	z.boost = 1000;
	assert_int_equal(check(&atomic, &z).mark_boost, 0);
}

static void test_order_out_of_range(void **state)
{
	struct rules_request r = request("5.10", 0x40cc0, 12), huge = request("5.10", 0x40cc0, 99), old = request("3.10", 0x40d0, 12);
	struct rules_zone z = zone(100000, 10);
	struct rules_result res;

	(void)state;
	BLOCKS(&z, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 90);
	res = check(&r, &z);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	assert_int_equal(res.missing, RULES_MISS_ORDER);
	assert_int_equal(res.largest, 10);
	res = check(&old, &z);
	assert_int_equal(res.verdict, RULES_NO_BLOCK);
	res = check(&huge, &z);
	assert_int_equal(res.verdict, RULES_UNKNOWN_VERDICT);
	assert_int_equal(res.missing, RULES_MISS_ORDER);
	/* More orders than there can be are not read. */
	z.n_orders = 1000;
	check(&r, &z);
}

static void path_is(const char *release, uint32_t mode, unsigned int order, enum rules_why compact, enum rules_why oom)
{
	struct rules_request r = request(release, mode, order);
	struct rules_path p;

	rules_path(&r, &p);
	if (p.compact.why != compact || p.oom.why != oom)
		fail_msg("%s %#x order %u: compact \"%s\", OOM \"%s\"", release, mode, order, rules_why_text(p.compact.why),
			 rules_why_text(p.oom.why));
	assert_int_equal(p.compact.can, compact == RULES_WHY_ALLOWED ? TRI_YES : TRI_NO);
	assert_int_equal(p.oom.can, oom == RULES_WHY_ALLOWED ? TRI_YES : TRI_NO);
}

/* try_to_compact_pages(): 56de7263fcf3 (2.6.35) wants __GFP_FS and __GFP_IO, 73e64c51afc5 (4.10) __GFP_IO. */
static void test_compaction_gate(void **state)
{
	(void)state;
	path_is("2.6.34", 0x40d0, 2, RULES_WHY_NOT_THERE, RULES_WHY_ALLOWED);
	path_is("2.6.35", 0x40d0, 2, RULES_WHY_ALLOWED, RULES_WHY_ALLOWED);
	path_is("4.9", 0x2404040, 2, RULES_WHY_NEEDS_FS_IO, RULES_WHY_NO_FS);
	path_is("4.10", 0x1404040, 2, RULES_WHY_ALLOWED, RULES_WHY_NO_FS);
	path_is("4.9", 0x2404000, 2, RULES_WHY_NEEDS_FS_IO, RULES_WHY_NO_FS);
	path_is("4.10", 0x1404000, 2, RULES_WHY_NEEDS_IO, RULES_WHY_NO_FS);
	path_is("7.2.8", 0x40c00, 2, RULES_WHY_NEEDS_IO, RULES_WHY_NO_FS);
	path_is("7.2.8", 0x40c40, 2, RULES_WHY_ALLOWED, RULES_WHY_NO_FS);
	path_is("7.2.8", 0xcc0, 0, RULES_WHY_ORDER_ZERO, RULES_WHY_ALLOWED);
	path_is("5.10", 0xa20, 2, RULES_WHY_NO_DIRECT_RECLAIM, RULES_WHY_NO_DIRECT_RECLAIM);
}

static void test_oom_rules(void **state)
{
	(void)state;
	path_is("5.10", 0xcc0, 3, RULES_WHY_ALLOWED, RULES_WHY_ALLOWED);
	path_is("5.10", 0xcc0, 4, RULES_WHY_ALLOWED, RULES_WHY_COSTLY);
	path_is("5.10", 0x10cc0, 3, RULES_WHY_ALLOWED, RULES_WHY_NORETRY);
	path_is("5.10", 0x4cc0, 3, RULES_WHY_ALLOWED, RULES_WHY_MAYFAIL);
	/* __GFP_REPEAT, its predecessor, did call it. */
	path_is("4.12", 0x14004c0, 3, RULES_WHY_ALLOWED, RULES_WHY_ALLOWED);
	path_is("4.13", 0x14004c0, 3, RULES_WHY_ALLOWED, RULES_WHY_MAYFAIL);
	path_is("5.10", 0xcc4, 3, RULES_WHY_ALLOWED, RULES_WHY_LOWMEM);
	path_is("2.6.35", 0xd1, 3, RULES_WHY_ALLOWED, RULES_WHY_ALLOWED);
	path_is("2.6.36", 0xd1, 3, RULES_WHY_ALLOWED, RULES_WHY_LOWMEM);
	path_is("5.10", 0x200cc0, 3, RULES_WHY_ALLOWED, RULES_WHY_THISNODE);
}

static void test_path_context(void **state)
{
	struct rules_request r = request("5.10", 0x40cc0, 3), none;
	struct rules_path p;

	(void)state;
	r.pf_memalloc = TRI_YES;
	rules_path(&r, &p);
	assert_int_equal(p.reclaim.why, RULES_WHY_MEMALLOC);
	assert_int_equal(p.compact.why, RULES_WHY_MEMALLOC);
	assert_int_equal(p.retry.why, RULES_WHY_MEMALLOC);
	r.pf_memalloc = TRI_NO;
	r.compaction = TRI_NO;
	rules_path(&r, &p);
	assert_int_equal(p.compact.why, RULES_WHY_CONFIG);
	assert_int_equal(p.retry.why, RULES_WHY_RETRIES);
	assert_int_equal(p.kswapd.can, TRI_YES);
	/* Killed by the OOM killer: gives up before reclaim until 4.12. */
	r = request("4.12", 0x14000c0, 0);
	r.oom_victim = TRI_YES;
	rules_path(&r, &p);
	assert_int_equal(p.reclaim.why, RULES_WHY_OOM_VICTIM);
	r = request("4.13", 0x14000c0, 0);
	r.oom_victim = TRI_YES;
	rules_path(&r, &p);
	assert_int_equal(p.reclaim.can, TRI_YES);
	/* A costly order that asks for it is retried. */
	r = request("5.10", 0x44cc0, 5);
	rules_path(&r, &p);
	assert_int_equal(p.retry.can, TRI_YES);
	assert_true(p.deferrable);
	/* GFP_THISNODE as a whole does not reclaim until 4167e9b2cf10 (4.1). */
	r = request("4.0", 0x412d0, 0);
	rules_path(&r, &p);
	assert_int_equal(p.reclaim.why, RULES_WHY_THISNODE);
	r = request("4.1", 0x412d0, 0);
	rules_path(&r, &p);
	assert_int_equal(p.reclaim.can, TRI_YES);
	memset(&none, 0, sizeof(none));
	rules_path(&none, &p);
	assert_int_equal(p.reclaim.can, TRI_UNKNOWN);
	assert_int_equal(p.oom.why, RULES_WHY_VERSION_UNKNOWN);
}

static void test_texts(void **state)
{
	struct rules_request old = request("5.10", 0x40a20, 3), new = request("6.12", 0x40820, 3), none = request("6.12", 0x40cc0, 3);
	char buf[128], small[6], letters[GFP_MTS + 1];
	int i;

	(void)state;
	rules_alloc_text(&old, rules_alloc_flags(&old), buf, sizeof(buf));
	assert_string_equal(buf, "ALLOC_HIGH|ALLOC_HARDER");
	rules_alloc_text(&new, rules_alloc_flags(&new), buf, sizeof(buf));
	assert_string_equal(buf, "ALLOC_MIN_RESERVE|ALLOC_NON_BLOCK|ALLOC_HIGHATOMIC");
	rules_alloc_text(&none, 0, buf, sizeof(buf));
	assert_string_equal(buf, "none");
	assert_int_equal(rules_alloc_text(&old, rules_alloc_flags(&old), small, sizeof(small)), 23);
	assert_string_equal(small, "ALLOC");
	rules_missing_text(RULES_MISS_BLOCKS | RULES_MISS_CMA, buf, sizeof(buf));
	assert_string_equal(buf, "the free blocks per order, free_cma");
	rules_missing_text(0, buf, sizeof(buf));
	assert_string_equal(buf, "");
	rules_usable_letters(U | M | E | H, letters);
	assert_string_equal(letters, "UMEH");
	rules_usable_letters((1 << GFP_MTS) - 1, letters);
	assert_string_equal(letters, "UMERHCI");
	for (i = RULES_WHY_NONE + 1; i < RULES_WHYS; i++) {
		assert_true(strlen(rules_why_text(i)) > 0);
		assert_non_null(rules_why_source(i));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ground_truth_node1), cmocka_unit_test(test_ground_truth_node0),
		cmocka_unit_test(test_ground_truth_path), cmocka_unit_test(test_ground_truth_today),
		cmocka_unit_test(test_ground_truth_without_blocks), cmocka_unit_test(test_halving_edge),
		cmocka_unit_test(test_type_reserve), cmocka_unit_test(test_marks_atomic_old),
		cmocka_unit_test(test_nowait), cmocka_unit_test(test_nomemalloc_harder), cmocka_unit_test(test_no_kswapd_atomic),
		cmocka_unit_test(test_rt_task), cmocka_unit_test(test_memalloc), cmocka_unit_test(test_oom_victim),
		cmocka_unit_test(test_off_by_two), cmocka_unit_test(test_unsigned_compare), cmocka_unit_test(test_cma_old),
		cmocka_unit_test(test_cma_atomic), cmocka_unit_test(test_cma_blocks), cmocka_unit_test(test_letters_missing),
		cmocka_unit_test(test_highatomic), cmocka_unit_test(test_free_highatomic),
		cmocka_unit_test(test_highatomic_not_printed), cmocka_unit_test(test_fast_path),
		cmocka_unit_test(test_order0_highatomic), cmocka_unit_test(test_min_reserve),
		cmocka_unit_test(test_reserves_excuse), cmocka_unit_test(test_boost), cmocka_unit_test(test_lowmem_reserve),
		cmocka_unit_test(test_reserve_not_printed), cmocka_unit_test(test_eligible),
		cmocka_unit_test(test_missing_numbers), cmocka_unit_test(test_garbled),
		cmocka_unit_test(test_order_out_of_range),
		cmocka_unit_test(test_compaction_gate), cmocka_unit_test(test_oom_rules), cmocka_unit_test(test_path_context),
		cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
