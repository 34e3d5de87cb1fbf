// SPDX-License-Identifier: GPL-2.0-only
/* Where each version limit comes from is in Documentation/explain-rules.rst. */
#include <stdio.h>
#include <string.h>

#include "rules.h"

_Static_assert(sizeof(long) == 8, "numbers of pages, and kB of them, are counted in long");

#define COSTLY_ORDER 3
#define BIT_OF(x) (1u << (x))

/* The version whose rules apply; 0 when neither the kernel nor a layout is known. */
static unsigned int version(const struct rules_request *r)
{
	return r->kver.known ? kver_code(&r->kver) : r->gfp.layout.from;
}

static bool in_series(unsigned int v, int major, int minor, int first)
{
	return v >= KVER(major, minor, first) && v < KVER(major, minor + 1, 0);
}

/* ALLOC_MIN_RESERVE and ALLOC_NON_BLOCK instead of ALLOC_HIGH and ALLOC_HARDER: 6.3, and two stable series. */
static bool min_reserve(unsigned int v)
{
	return v >= KVER(6, 3, 0) || in_series(v, 5, 15, 171) || in_series(v, 6, 1, 116);
}

/* A non-blocking request of order 0 may fall back to type H: 6.12, and the stable releases of the same day. */
static bool order0_takes_highatomic(unsigned int v)
{
	return v >= KVER(6, 12, 0) || in_series(v, 6, 11, 7) || in_series(v, 6, 6, 60) || in_series(v, 6, 1, 116) ||
	       in_series(v, 5, 15, 171);
}

static unsigned int memalloc_flags(const struct rules_request *r, unsigned int v)
{
	const struct gfp *g = &r->gfp;
	bool interrupt = r->in_interrupt == TRI_YES;

	if (gfp_nomemalloc(g))
		return 0;
	if (gfp_memalloc(g))
		return RULES_ALLOC_NO_WATERMARKS;
	if (r->pf_memalloc == TRI_YES && (!interrupt || v >= KVER(3, 6, 0)))
		return RULES_ALLOC_NO_WATERMARKS;
	if (r->oom_victim == TRI_YES && !interrupt)
		return v >= KVER(4, 14, 0) ? RULES_ALLOC_OOM : RULES_ALLOC_NO_WATERMARKS;
	return 0;
}

static unsigned int min_reserve_flags(const struct rules_request *r)
{
	const struct gfp *g = &r->gfp;
	unsigned int alloc = 0;

	if (gfp_may_direct_reclaim(g)) {
		if (r->rt_task == TRI_YES && r->in_interrupt != TRI_YES)
			alloc |= RULES_ALLOC_HIGH;
		return alloc | RULES_ALLOC_CPUSET;
	}
	if (!gfp_nomemalloc(g)) {
		alloc |= RULES_ALLOC_NON_BLOCK;
		if (r->order && gfp_high(g))
			alloc |= RULES_ALLOC_HIGHATOMIC;
	}
	return gfp_high(g) ? alloc : alloc | RULES_ALLOC_CPUSET;
}

static unsigned int harder_flags(const struct rules_request *r, unsigned int v)
{
	const struct gfp *g = &r->gfp;
	unsigned int alloc = 0;
	bool atomic;

	if (v >= KVER(4, 4, 0))
		atomic = gfp_has(g, GFP_F_ATOMIC);
	else
		atomic = !gfp_may_direct_reclaim(g) && (v < KVER(3, 16, 0) || !gfp_has(g, GFP_F_NO_KSWAPD));

	if (atomic && (v < KVER(2, 6, 38) || !gfp_nomemalloc(g)))
		alloc |= RULES_ALLOC_HARDER;
	else if (!atomic && r->rt_task == TRI_YES && r->in_interrupt != TRI_YES)
		alloc |= RULES_ALLOC_HARDER;
	if (v >= KVER(4, 4, 0) && alloc && r->order)
		alloc |= RULES_ALLOC_HIGHATOMIC;
	return atomic ? alloc : alloc | RULES_ALLOC_CPUSET;
}

unsigned int rules_alloc_flags(const struct rules_request *r)
{
	unsigned int v = version(r), alloc, reserve;

	if (!v)
		return 0;
	alloc = gfp_high(&r->gfp) ? RULES_ALLOC_HIGH : 0;
	alloc |= min_reserve(v) ? min_reserve_flags(r) : harder_flags(r, v);
	reserve = memalloc_flags(r, v);
	/* From 4.8 on the reserves replace the other flags. */
	if (reserve && v >= KVER(4, 8, 0))
		alloc = reserve;
	alloc |= reserve;
	if (v >= KVER(3, 7, 0) && gfp_migratetype(&r->gfp) == GFP_MT_MOVABLE)
		alloc |= RULES_ALLOC_CMA;
	return alloc;
}

int rules_alloc_text(const struct rules_request *r, unsigned int alloc, char *buf, size_t size)
{
	bool new_names = min_reserve(version(r));
	const struct {
		unsigned int flag;
		const char *name;
	} names[] = {
		{ RULES_ALLOC_NO_WATERMARKS, "ALLOC_NO_WATERMARKS" },
		{ RULES_ALLOC_HIGH, new_names ? "ALLOC_MIN_RESERVE" : "ALLOC_HIGH" },
		{ RULES_ALLOC_HARDER, "ALLOC_HARDER" },
		{ RULES_ALLOC_NON_BLOCK, "ALLOC_NON_BLOCK" },
		/* Before, ALLOC_HARDER with an order above 0 meant it. */
		{ new_names ? RULES_ALLOC_HIGHATOMIC : 0, "ALLOC_HIGHATOMIC" },
		{ RULES_ALLOC_OOM, "ALLOC_OOM" },
		{ RULES_ALLOC_CMA, "ALLOC_CMA" },
		{ RULES_ALLOC_CPUSET, "ALLOC_CPUSET" },
	};
	size_t len = 0, i;
	int n;

	if (size)
		buf[0] = 0;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!(alloc & names[i].flag))
			continue;
		n = snprintf(len < size ? buf + len : NULL, len < size ? size - len : 0, "%s%s", len ? "|" : "", names[i].name);
		len += n > 0 ? (size_t)n : 0;
	}
	if (!len)
		return snprintf(buf, size, "none");
	return (int)len;
}

static const struct {
	const char *text, *source;
} whys[RULES_WHYS] = {
	[RULES_WHY_NONE] = { "", "" },
	[RULES_WHY_VERSION_UNKNOWN] = { "the kernel version is not known", "" },
	[RULES_WHY_ALLOWED] = { "allowed", "" },
	[RULES_WHY_NO_DIRECT_RECLAIM] = { "the mask does not allow to sleep",
		"__GFP_WAIT until 4.3, __GFP_DIRECT_RECLAIM from d0164adc89f6 (4.4) on" },
	[RULES_WHY_MEMALLOC] = { "the task reclaims memory itself (PF_MEMALLOC), which must not recurse", "all versions" },
	[RULES_WHY_ORDER_ZERO] = { "a single page needs no compaction", "all versions" },
	[RULES_WHY_NOT_THERE] = { "this kernel has no compaction", "direct compaction: 56de7263fcf3 (2.6.35)" },
	[RULES_WHY_CONFIG] = { "this kernel is built without CONFIG_COMPACTION", "" },
	[RULES_WHY_NEEDS_FS_IO] = { "compaction needs __GFP_FS and __GFP_IO",
		"56de7263fcf3 (2.6.35), until 73e64c51afc5 (4.10)" },
	[RULES_WHY_NEEDS_IO] = { "compaction needs __GFP_IO", "73e64c51afc5 (4.10)" },
	[RULES_WHY_COSTLY] = { "an order above 3 is costly: tried once, no OOM killer", "PAGE_ALLOC_COSTLY_ORDER, all versions" },
	[RULES_WHY_NORETRY] = { "__GFP_NORETRY: one round, no OOM killer", "all versions" },
	[RULES_WHY_MAYFAIL] = { "__GFP_RETRY_MAYFAIL: no OOM killer", "dcda9b04713c (4.13)" },
	[RULES_WHY_NO_FS] = { "the OOM killer is not for requests without __GFP_FS", "all versions" },
	[RULES_WHY_NO_KSWAPD] = { "the mask does not wake kswapd",
		"__GFP_NO_KSWAPD from 2.6.38, __GFP_KSWAPD_RECLAIM from d0164adc89f6 (4.4) on" },
	[RULES_WHY_LOWMEM] = { "the OOM killer is not for a request below Normal", "03668b3ceb0c (2.6.36)" },
	[RULES_WHY_THISNODE] = { "__GFP_THISNODE: the OOM killer may not free memory on one node", "4365a5676fa3 (2.6.33)" },
	[RULES_WHY_OOM_VICTIM] = { "the task is being killed and gives up", "until 4.12" },
	[RULES_WHY_RETRIES] = { "an order up to 3 is retried until it succeeds or the OOM killer acts",
		"should_alloc_retry() until 4.6, should_reclaim_retry() from 4.7 on" },
};

const char *rules_why_text(enum rules_why why)
{
	return why < RULES_WHYS ? whys[why].text : "";
}

const char *rules_why_source(enum rules_why why)
{
	return why < RULES_WHYS ? whys[why].source : "";
}

static struct rules_answer answer(enum tri can, enum rules_why why)
{
	struct rules_answer a = { can, why };

	return a;
}

static struct rules_answer may_reclaim(const struct rules_request *r, unsigned int v)
{
	const gfp_flags_t thisnode = GFP_BIT(THISNODE) | GFP_BIT(NORETRY) | GFP_BIT(NOWARN);

	if (!gfp_may_direct_reclaim(&r->gfp))
		return answer(TRI_NO, RULES_WHY_NO_DIRECT_RECLAIM);
	if (r->pf_memalloc == TRI_YES)
		return answer(TRI_NO, RULES_WHY_MEMALLOC);
	if (v < KVER(4, 1, 0) && (r->gfp.flags & thisnode) == thisnode)
		return answer(TRI_NO, RULES_WHY_THISNODE);
	if (v < KVER(4, 13, 0) && r->oom_victim == TRI_YES && !gfp_nofail(&r->gfp))
		return answer(TRI_NO, RULES_WHY_OOM_VICTIM);
	return answer(TRI_YES, RULES_WHY_ALLOWED);
}

static struct rules_answer may_compact(const struct rules_request *r, unsigned int v, struct rules_answer reclaim)
{
	if (!r->order)
		return answer(TRI_NO, RULES_WHY_ORDER_ZERO);
	if (v < KVER(2, 6, 35))
		return answer(TRI_NO, RULES_WHY_NOT_THERE);
	if (r->compaction == TRI_NO)
		return answer(TRI_NO, RULES_WHY_CONFIG);
	if (reclaim.can == TRI_NO)
		return reclaim;
	if (v < KVER(4, 10, 0) && !(gfp_fs(&r->gfp) && gfp_io(&r->gfp)))
		return answer(TRI_NO, RULES_WHY_NEEDS_FS_IO);
	if (!gfp_io(&r->gfp))
		return answer(TRI_NO, RULES_WHY_NEEDS_IO);
	return answer(TRI_YES, RULES_WHY_ALLOWED);
}

static struct rules_answer may_oom(const struct rules_request *r, unsigned int v, struct rules_answer reclaim)
{
	const struct gfp *g = &r->gfp;
	int zone;

	if (reclaim.can == TRI_NO)
		return reclaim;
	if (gfp_noretry(g))
		return answer(TRI_NO, RULES_WHY_NORETRY);
	if (!gfp_fs(g))
		return answer(TRI_NO, RULES_WHY_NO_FS);
	if (gfp_nofail(g) && v < KVER(4, 11, 0))
		return answer(TRI_YES, RULES_WHY_ALLOWED);
	if (r->order > COSTLY_ORDER)
		return answer(TRI_NO, RULES_WHY_COSTLY);
	if (gfp_retry_mayfail(g))
		return answer(TRI_NO, RULES_WHY_MAYFAIL);
	/* Zones that are not configured do not exist for the mask; without knowing them, all are assumed. */
	zone = gfp_zone_of(g, r->zones ? r->zones : ~0u);
	if (v >= KVER(2, 6, 36) && (zone == GFP_ZONE_DMA || zone == GFP_ZONE_DMA32))
		return answer(TRI_NO, RULES_WHY_LOWMEM);
	if (v >= KVER(2, 6, 33) && gfp_thisnode(g))
		return answer(TRI_NO, RULES_WHY_THISNODE);
	return answer(TRI_YES, RULES_WHY_ALLOWED);
}

static struct rules_answer may_retry(const struct rules_request *r, struct rules_answer reclaim)
{
	const struct gfp *g = &r->gfp;

	if (reclaim.can == TRI_NO)
		return reclaim;
	if (gfp_noretry(g))
		return answer(TRI_NO, RULES_WHY_NORETRY);
	if (gfp_nofail(g))
		return answer(TRI_YES, RULES_WHY_ALLOWED);
	if (r->order <= COSTLY_ORDER)
		return answer(TRI_YES, RULES_WHY_RETRIES);
	if (gfp_repeat(g) || gfp_retry_mayfail(g))
		return answer(TRI_YES, RULES_WHY_ALLOWED);
	return answer(TRI_NO, RULES_WHY_COSTLY);
}

void rules_path(const struct rules_request *r, struct rules_path *p)
{
	const struct rules_answer unknown = { TRI_UNKNOWN, RULES_WHY_VERSION_UNKNOWN };
	unsigned int v = version(r);

	memset(p, 0, sizeof(*p));
	p->costly = r->order > COSTLY_ORDER;
	if (!v) {
		p->kswapd = p->reclaim = p->compact = p->oom = p->retry = unknown;
		return;
	}
	p->atomic = !gfp_may_direct_reclaim(&r->gfp);
	p->kswapd = gfp_wakes_kswapd(&r->gfp) ? answer(TRI_YES, RULES_WHY_ALLOWED) : answer(TRI_NO, RULES_WHY_NO_KSWAPD);
	p->reclaim = may_reclaim(r, v);
	p->compact = may_compact(r, v, p->reclaim);
	p->deferrable = p->compact.can == TRI_YES;
	p->oom = may_oom(r, v, p->reclaim);
	p->retry = may_retry(r, p->reclaim);
}

void rules_zone_init(struct rules_zone *z, enum gfp_zone zone)
{
	unsigned int i;

	memset(z, 0, sizeof(*z));
	z->zone = zone;
	z->free = z->min = z->low = z->high = RULES_UNKNOWN;
	z->boost = z->highatomic = z->free_highatomic = z->free_cma = RULES_UNKNOWN;
	for (i = 0; i < GFP_ZONES; i++)
		z->reserve[i] = RULES_UNKNOWN;
	for (i = 0; i < RULES_ORDERS; i++)
		z->blocks[i] = RULES_UNKNOWN;
}

static unsigned int orders(const struct rules_zone *z)
{
	return z->n_orders < RULES_ORDERS ? z->n_orders : RULES_ORDERS;
}

/*
 * What the allocator itself can hand out. From 4.4 to 4.14 the check of an ALLOC_HARDER request was content with a block
 * of any type; it then failed for want of one to take, so the result is the same.
 */
static unsigned int usable_types(const struct rules_request *r, unsigned int v, unsigned int alloc)
{
	unsigned int types = BIT_OF(GFP_MT_UNMOVABLE) | BIT_OF(GFP_MT_MOVABLE) | BIT_OF(GFP_MT_RECLAIMABLE);

	if (v < KVER(4, 4, 0))
		types |= BIT_OF(GFP_MT_RESERVE);
	/* CMA came with 3.5, its flag and its place in the check with 3.7. */
	if (gfp_migratetype(&r->gfp) == GFP_MT_MOVABLE && v >= KVER(3, 5, 0))
		types |= BIT_OF(GFP_MT_CMA);
	if (alloc & RULES_ALLOC_HIGHATOMIC)
		types |= BIT_OF(GFP_MT_HIGHATOMIC);
	if (alloc & RULES_ALLOC_OOM && min_reserve(v))
		types |= BIT_OF(GFP_MT_HIGHATOMIC);
	if (alloc & RULES_ALLOC_NON_BLOCK && !r->order && order0_takes_highatomic(v))
		types |= BIT_OF(GFP_MT_HIGHATOMIC);
	return types;
}

static bool letters_known(const struct rules_zone *z, unsigned int order)
{
	return z->types_known && !(z->types_unsure >> order & 1);
}

static bool any_type(const struct rules_zone *z, enum gfp_mt mt)
{
	unsigned int o;

	for (o = 0; o < orders(z); o++)
		if (z->blocks[o] > 0 && (!letters_known(z, o) || z->types[o] >> mt & 1))
			return true;
	return false;
}

/* Could blocks without letters be of a type that the request may not take? */
static bool types_matter(const struct rules_zone *z, unsigned int v, unsigned int usable)
{
	if (v >= KVER(3, 5, 0) && !(usable & BIT_OF(GFP_MT_CMA)) && z->free_cma)
		return true;
	return v >= KVER(4, 4, 0) && !(usable & BIT_OF(GFP_MT_HIGHATOMIC)) && z->highatomic && z->free_highatomic;
}

/* The free lists: what there is, and what of it may be taken. */
static void count_blocks(const struct rules_request *r, const struct rules_zone *z, unsigned int v, struct rules_result *res)
{
	unsigned int o;
	bool sum_known = orders(z) > 0, sure = orders(z) > 0;

	res->usable = usable_types(r, v, res->alloc);
	res->free_blocks = 0;
	res->largest = -1;
	for (o = 0; o < orders(z); o++) {
		if (z->blocks[o] < 0) {
			sum_known = false;
			sure = sure && o < r->order;
			continue;
		}
		if (!z->blocks[o])
			continue;
		res->free_blocks += z->blocks[o] << o;
		if (o >= r->order)
			res->free_above += z->blocks[o] << o;
		if (letters_known(z, o) && !(z->types[o] & res->usable))
			continue;
		res->largest = (int)o;
		if (o < r->order)
			continue;
		res->usable_above += z->blocks[o] << o;
		if (!letters_known(z, o) && types_matter(z, v, res->usable))
			res->missing |= RULES_MISS_TYPES;
	}
	if (!sum_known)
		res->free_blocks = RULES_UNKNOWN;
	if (r->order >= orders(z) && orders(z))
		res->missing |= RULES_MISS_ORDER;
	if (res->usable_above)
		return;
	if (!orders(z))
		res->largest = RULES_UNKNOWN_ORDER;
	if (!sure)
		res->missing |= RULES_MISS_BLOCKS;
}

/*
 * lowmem_reserve of @z for the request. The range of what it can be, where the configured zones are not known: the
 * request's zone lies above, so one of the numbers from the second on applies.
 */
static void find_reserve(const struct rules_request *r, const struct rules_zone *z, int zone, long *low, long *high,
			 unsigned int *missing)
{
	unsigned int n = z->n_reserve < GFP_ZONES ? z->n_reserve : GFP_ZONES, i;
	int index = r->zones ? gfp_zone_index((enum gfp_zone)zone, r->zones) : -1;

	*low = *high = 0;
	if ((int)z->zone == zone)
		return;
	if (index >= 0 && (unsigned int)index < n && z->reserve[index] >= 0) {
		*low = *high = z->reserve[index];
		return;
	}
	*high = -1;
	for (i = 1; i < n; i++) {
		if (z->reserve[i] < 0)
			continue;
		if (*high < 0 || z->reserve[i] < *low)
			*low = z->reserve[i];
		if (z->reserve[i] > *high)
			*high = z->reserve[i];
	}
	if (*high < 0)
		*missing |= RULES_MISS_RESERVE;
}

/* Pages of the high-order atomic reserve that the check takes away. */
static long highatomic_pages(const struct rules_zone *z, unsigned int v, unsigned int *missing)
{
	if (v >= KVER(6, 12, 0)) {
		/* The free ones of them; 6.12 does not print how many. */
		if (z->free_highatomic >= 0)
			return z->free_highatomic;
		if (!z->highatomic || (orders(z) && z->types_known && !any_type(z, GFP_MT_HIGHATOMIC)))
			return 0;
	} else if (z->highatomic >= 0) {
		return z->highatomic;
	}
	*missing |= RULES_MISS_HIGHATOMIC;
	return 0;
}

static long cma_pages(const struct rules_zone *z, unsigned int v, unsigned int *missing)
{
	if (v < KVER(3, 7, 0))
		return 0;
	if (z->free_cma >= 0)
		return z->free_cma;
	/* No block of type C: nothing to take away. */
	if (orders(z) && z->types_known && !any_type(z, GFP_MT_CMA))
		return 0;
	*missing |= RULES_MISS_CMA;
	return 0;
}

static void set_marks(struct rules_result *res, unsigned int v)
{
	long min = res->mark - res->mark_boost;

	if (res->alloc & RULES_ALLOC_HIGH)
		min -= min / 2;
	res->mark_high = min;
	if (min_reserve(v)) {
		if (res->alloc & RULES_ALLOC_HIGH && res->alloc & RULES_ALLOC_NON_BLOCK)
			min -= min / 4;
	} else if (res->alloc & RULES_ALLOC_HARDER && !(res->alloc & RULES_ALLOC_OOM)) {
		min -= min / 4;
	}
	res->mark_harder = min;
	if (res->alloc & RULES_ALLOC_OOM)
		min -= min / 2;
	res->mark_oom = min;
}

/* The reserves that excuse from the high-order atomic one. */
static bool keeps_highatomic(const struct rules_result *res, unsigned int v)
{
	unsigned int excused = RULES_ALLOC_HARDER | RULES_ALLOC_OOM;

	if (min_reserve(v))
		excused = RULES_ALLOC_HIGH | RULES_ALLOC_NON_BLOCK | RULES_ALLOC_HIGHATOMIC | RULES_ALLOC_OOM;
	return v >= KVER(4, 4, 0) && !(res->alloc & excused);
}

static bool above(const struct rules_result *res, unsigned int v, long reserve)
{
	long mark = res->mark_oom + reserve;

	/* lowmem_reserve was unsigned, and so was the comparison. */
	if (v < KVER(3, 6, 0))
		return (unsigned long)res->free_used > (unsigned long)mark;
	return res->free_used > mark;
}

/* The check for a single page, which every order has to pass first. */
static void check_order0(const struct rules_request *r, const struct rules_zone *z, unsigned int v, long reserve_high,
			 struct rules_result *res)
{
	unsigned int missing = 0;

	res->minus_order = v >= KVER(2, 6, 38) && v < KVER(3, 3, 0) ? (1L << r->order) + 1 : (1L << r->order) - 1;
	if (!(res->alloc & RULES_ALLOC_CMA))
		res->minus_cma = cma_pages(z, v, &missing);
	if (keeps_highatomic(res, v))
		res->minus_highatomic = highatomic_pages(z, v, &missing);
	res->free_used = res->free - res->minus_order - res->minus_cma - res->minus_highatomic;
	set_marks(res, v);
	res->order0_ok = above(res, v, res->reserve);
	res->overflow = res->order0_ok && res->free_used < 0;

	/* zone_watermark_fast() looks at the full mark first, and until 5.8 leaves the high-order reserve in. */
	if (!res->order0_ok && !r->order && v >= KVER(4, 7, 0) && v < KVER(5, 9, 0) &&
	    res->free - res->minus_cma > res->mark + res->reserve) {
		res->order0_ok = res->fast_path = true;
		res->minus_highatomic = 0;
		res->free_used = res->free - res->minus_cma;
		res->mark_high = res->mark_harder = res->mark_oom = res->mark;
	}
	/* From 5.9 on an atomic single page may ignore the boost. */
	if (!res->order0_ok && !r->order && v >= KVER(5, 9, 0) && z->boost > 0 &&
	    (v >= KVER(6, 3, 0) ? (res->alloc & RULES_ALLOC_HIGH) != 0 : gfp_has(&r->gfp, GFP_F_ATOMIC))) {
		res->mark_boost = z->boost;
		set_marks(res, v);
		res->order0_ok = above(res, v, res->reserve);
	}
	if (res->alloc & RULES_ALLOC_NO_WATERMARKS) {
		res->order0_ok = true;
		return;
	}
	/* What is not known can only take more away, so it matters to a pass alone. */
	if (res->order0_ok)
		res->missing |= missing;
	if (res->order0_ok && reserve_high >= 0 && !above(res, v, reserve_high))
		res->missing |= RULES_MISS_ZONES;
}

/* Until 4.3: each lower order is taken away and the mark halved, once per order. */
static void check_halving(const struct rules_request *r, const struct rules_zone *z, unsigned int v, struct rules_result *res)
{
	long free = res->free - res->minus_order, mark = res->mark_oom;
	unsigned int o;

	res->loop_ok = true;
	/* Counter and lists are read at different moments; subtracting lists from the counter would compare the two. */
	if (res->free_blocks >= 0) {
		free = res->free_blocks - res->minus_order;
		res->loop_from_blocks = true;
	}
	if (v >= KVER(3, 7, 0) && v < KVER(3, 10, 0))
		free -= res->minus_cma;
	for (o = 0; o < r->order && o < RULES_ORDERS; o++) {
		struct rules_step *s = &res->step[o];

		if (o >= orders(z) || z->blocks[o] < 0) {
			res->loop_ok = false;
			return;
		}
		s->order = o;
		s->subtracted = z->blocks[o] << o;
		free -= s->subtracted;
		mark >>= 1;
		s->free = free;
		s->mark = mark;
		s->ok = free > mark;
		res->n_steps = o + 1;
		if (!s->ok) {
			res->loop_ok = false;
			return;
		}
	}
}

static void judge(const struct rules_request *r, struct rules_result *res)
{
	const struct rules_step *last = res->n_steps ? &res->step[res->n_steps - 1] : NULL;
	bool lists = !(res->missing & RULES_MISS_BLOCKS);
	unsigned int i;

	if (!res->order0_ok) {
		res->verdict = RULES_FAILS_WATERMARK;
		res->short_by = res->mark_oom + res->reserve - res->free_used + 1;
		return;
	}
	if (res->missing & RULES_MISS_ZONES)
		return;
	if (!res->usable_above && lists) {
		res->verdict = RULES_NO_BLOCK;
		return;
	}
	if (!res->loop_ok) {
		if (!last || last->ok) {
			res->missing |= RULES_MISS_BLOCKS;
			return;
		}
		res->verdict = RULES_FAILS_WATERMARK;
		res->short_by = last->mark - last->free + 1;
		return;
	}
	/* A single page was free by the counter at least. A larger block must be seen. */
	if (!res->usable_above && r->order)
		return;
	if (res->missing & RULES_MISS_RESERVE)
		return;
	res->verdict = RULES_WOULD_PASS;
	if (res->alloc & RULES_ALLOC_NO_WATERMARKS) {
		res->margin = res->free;
		return;
	}
	res->margin = res->free_used - (res->mark_oom + res->reserve) - 1;
	for (i = 0; i < res->n_steps; i++)
		if (res->step[i].free - res->step[i].mark - 1 < res->margin)
			res->margin = res->step[i].free - res->step[i].mark - 1;
}

static void forget(long *number)
{
	if (*number < 0 || *number > RULES_MAX_PAGES)
		*number = RULES_UNKNOWN;
}

static void forget_garbled(struct rules_zone *z)
{
	unsigned int i;

	forget(&z->free);
	forget(&z->min);
	forget(&z->boost);
	forget(&z->highatomic);
	forget(&z->free_highatomic);
	forget(&z->free_cma);
	for (i = 0; i < GFP_ZONES; i++)
		forget(&z->reserve[i]);
	for (i = 0; i < RULES_ORDERS; i++)
		forget(&z->blocks[i]);
	if (z->boost > z->min)
		z->boost = RULES_UNKNOWN;
}

void rules_zone_check(const struct rules_request *r, const struct rules_zone *zone_line, struct rules_result *res)
{
	struct rules_zone copy = *zone_line, *z = &copy;
	unsigned int v = version(r);
	long reserve_high;
	int zone;

	forget_garbled(z);
	memset(res, 0, sizeof(*res));
	res->free = z->free;
	res->mark = z->min;
	res->free_blocks = RULES_UNKNOWN;
	res->largest = RULES_UNKNOWN_ORDER;
	if (!v) {
		res->missing = RULES_MISS_VERSION;
		return;
	}
	if (r->order >= RULES_ORDERS) {
		res->missing = RULES_MISS_ORDER;
		return;
	}
	res->era = v < KVER(4, 4, 0) ? RULES_ERA_HALVING : RULES_ERA_BLOCKS;
	res->alloc = rules_alloc_flags(r);
	zone = gfp_zone_of(&r->gfp, r->zones ? r->zones : ~0u);
	if (zone < 0) {
		res->missing = RULES_MISS_ZONES;
		return;
	}
	if ((int)z->zone > zone) {
		res->verdict = RULES_NOT_ELIGIBLE;
		return;
	}
	count_blocks(r, z, v, res);
	if (res->free < 0 && res->free_blocks >= 0) {
		res->free = res->free_blocks;
		res->missing |= RULES_MISS_FREE;
	}
	if (res->free < 0 || z->min < 0) {
		res->missing |= (res->free < 0 ? RULES_MISS_FREE : 0) | (z->min < 0 ? RULES_MISS_MARK : 0);
		/* Without any block that could serve the mark does not matter. */
		if (r->order && !res->usable_above && !(res->missing & RULES_MISS_BLOCKS))
			res->verdict = RULES_NO_BLOCK;
		return;
	}
	find_reserve(r, z, zone, &res->reserve, &reserve_high, &res->missing);
	check_order0(r, z, v, reserve_high, res);
	/* What can only make it worse does not matter to a failure, nor a reserve where no mark applies. */
	if (!res->order0_ok)
		res->missing &= RULES_MISS_FREE;
	else if (res->alloc & RULES_ALLOC_NO_WATERMARKS)
		res->missing &= ~(unsigned int)RULES_MISS_RESERVE;
	if (!r->kver.known)
		res->missing |= RULES_MISS_VERSION;
	if (res->era == RULES_ERA_HALVING && res->order0_ok && !(res->alloc & RULES_ALLOC_NO_WATERMARKS))
		check_halving(r, z, v, res);
	else
		res->loop_ok = true;
	judge(r, res);
}

int rules_missing_text(unsigned int missing, char *buf, size_t size)
{
	static const struct {
		unsigned int bit;
		const char *text;
	} texts[] = {
		{ RULES_MISS_VERSION, "the kernel version" },
		{ RULES_MISS_FREE, "free:" },
		{ RULES_MISS_MARK, "min:" },
		{ RULES_MISS_RESERVE, "lowmem_reserve[]" },
		{ RULES_MISS_BLOCKS, "the free blocks per order" },
		{ RULES_MISS_TYPES, "the migrate types of the free blocks" },
		{ RULES_MISS_CMA, "free_cma" },
		{ RULES_MISS_HIGHATOMIC, "the high-order atomic reserve" },
		{ RULES_MISS_ZONES, "which zones are configured" },
		{ RULES_MISS_ORDER, "an order that this kernel has" },
	};
	size_t len = 0, i;
	int n;

	if (size)
		buf[0] = 0;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (!(missing & texts[i].bit))
			continue;
		n = snprintf(len < size ? buf + len : NULL, len < size ? size - len : 0, "%s%s", len ? ", " : "", texts[i].text);
		len += n > 0 ? (size_t)n : 0;
	}
	return (int)len;
}

void rules_usable_letters(unsigned int usable, char *buf)
{
	int i, n = 0;

	for (i = 0; i < GFP_MTS; i++)
		if (usable >> i & 1)
			buf[n++] = gfp_mt_letter(i);
	buf[n] = 0;
}
