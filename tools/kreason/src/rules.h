/* SPDX-License-Identifier: GPL-2.0-only */
/* What the page allocator of a given kernel could do for a request, and why a zone refused it. Numbers are pages unless said. */
#ifndef KREASON_RULES_H
#define KREASON_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gfp.h"
#include "kver.h"

/* Yes, no, or the log does not tell. The zero value is "unknown". */
enum tri { TRI_UNKNOWN, TRI_NO, TRI_YES };

/* A number that the log does not have. */
#define RULES_UNKNOWN (-1L)

/* No machine has so many pages (4 PB of the smallest): a larger number is garbled, and taken as not known. */
#define RULES_MAX_PAGES (1L << 40)

/* More orders than any kernel has (ARM64 with 64 kB pages: 14). */
#define RULES_ORDERS 20

/**
 * struct rules_request - what was asked for, and by whom
 * @kver:         the kernel; when it is not known, the first version of @gfp.layout is used and RULES_MISS_VERSION set
 * @gfp:          the mask, decoded
 * @order:        0 to RULES_ORDERS - 1
 * @page_kb:      kB per page, for those who print; the rules count in pages
 * @zones:        bit per configured enum gfp_zone (gfp_zones_guess()), 0 if not known
 * @in_interrupt: hard or soft interrupt
 * @pf_memalloc:  PF_MEMALLOC: kswapd, direct reclaim, a swap-out path
 * @oom_victim:   TIF_MEMDIE or chosen by the OOM killer
 * @rt_task:      real-time priority
 * @compaction:   CONFIG_COMPACTION
 */
struct rules_request {
	struct kver kver;
	struct gfp gfp;
	unsigned int order;
	unsigned int page_kb;
	unsigned int zones;
	enum tri in_interrupt, pf_memalloc, oom_victim, rt_task, compaction;
};

/**
 * enum rules_alloc - ALLOC_* of all kernels, independent of their bits
 * @RULES_ALLOC_HIGH:          __GFP_HIGH: half of the min mark (ALLOC_MIN_RESERVE from 6.3 on)
 * @RULES_ALLOC_HARDER:        until 6.2: a quarter less
 * @RULES_ALLOC_NON_BLOCK:     from 6.3 on (and 5.15.171, 6.1.116): with HIGH, a quarter less
 * @RULES_ALLOC_HIGHATOMIC:    may take blocks of type H
 * @RULES_ALLOC_CPUSET:        obeys the cpuset
 * @RULES_ALLOC_CMA:           may take blocks of type C
 * @RULES_ALLOC_OOM:           OOM victim: half of what is left (from 4.14 on)
 * @RULES_ALLOC_NO_WATERMARKS: no mark applies
 */
enum rules_alloc {
	RULES_ALLOC_HIGH = 1,
	RULES_ALLOC_HARDER = 2,
	RULES_ALLOC_NON_BLOCK = 4,
	RULES_ALLOC_HIGHATOMIC = 8,
	RULES_ALLOC_CPUSET = 16,
	RULES_ALLOC_CMA = 32,
	RULES_ALLOC_OOM = 64,
	RULES_ALLOC_NO_WATERMARKS = 128,
};

/**
 * rules_alloc_flags() - gfp_to_alloc_flags() and what the slow path adds to it
 * @r: the request; what is TRI_UNKNOWN counts as no
 *
 * Return: enum rules_alloc bits.
 */
unsigned int rules_alloc_flags(const struct rules_request *r);

/* rules_alloc_text() - "HIGH|HARDER" in the names that kernel has; returns as snprintf(). */
int rules_alloc_text(const struct rules_request *r, unsigned int alloc, char *buf, size_t size);

/**
 * enum rules_why - why something was or was not possible
 *
 * rules_why_text() has the sentence, rules_why_source() the commit or version that made it so.
 */
enum rules_why {
	RULES_WHY_NONE,
	RULES_WHY_VERSION_UNKNOWN,
	RULES_WHY_ALLOWED,
	RULES_WHY_NO_DIRECT_RECLAIM,	/* atomic mask */
	RULES_WHY_MEMALLOC,		/* PF_MEMALLOC or __GFP_MEMALLOC: must not recurse into reclaim */
	RULES_WHY_ORDER_ZERO,		/* compaction is for orders above 0 */
	RULES_WHY_NOT_THERE,		/* before 2.6.35 */
	RULES_WHY_CONFIG,		/* CONFIG_COMPACTION is off */
	RULES_WHY_NEEDS_FS_IO,		/* __GFP_FS and __GFP_IO, one is missing */
	RULES_WHY_NEEDS_IO,		/* __GFP_IO is missing */
	RULES_WHY_COSTLY,		/* order above 3: not retried, no OOM killer */
	RULES_WHY_NORETRY,		/* one round at most */
	RULES_WHY_MAYFAIL,		/* retries, but no OOM killer */
	RULES_WHY_NO_FS,		/* no OOM killer without __GFP_FS */
	RULES_WHY_NO_KSWAPD,		/* the mask forbids to wake it */
	RULES_WHY_LOWMEM,		/* no OOM killer for a zone below Normal */
	RULES_WHY_THISNODE,		/* no OOM killer, before 4.4: no reclaim either */
	RULES_WHY_OOM_VICTIM,		/* the task is being killed */
	RULES_WHY_RETRIES,		/* small order: loops until it succeeds or the OOM killer acts */
	RULES_WHYS
};

const char *rules_why_text(enum rules_why why);
const char *rules_why_source(enum rules_why why);

/**
 * struct rules_answer - a yes or no with its reason
 */
struct rules_answer {
	enum tri can;
	enum rules_why why;
};

/**
 * struct rules_path - what the slow path could do
 * @atomic:      the mask cannot sleep
 * @costly:      order above PAGE_ALLOC_COSTLY_ORDER (3)
 * @kswapd:      kswapd is woken
 * @reclaim:     direct reclaim
 * @compact:     direct compaction, if not deferred
 * @deferrable:  compaction may have been deferred after earlier failures (2.6.35 and later): the log does not show it
 * @oom:         the OOM killer may be called
 * @retry:       tries more than once
 */
struct rules_path {
	bool atomic, costly, deferrable;
	struct rules_answer kswapd, reclaim, compact, oom, retry;
};

void rules_path(const struct rules_request *r, struct rules_path *p);

/**
 * struct rules_zone - a zone as the log shows it
 * @zone:            which
 * @free:            "free:"
 * @min:             "min:" includes @boost
 * @low:             "low:"
 * @high:            "high:"
 * @boost:           "boost:", RULES_UNKNOWN where not printed
 * @highatomic:      "reserved_highatomic:"
 * @free_highatomic: "free_highatomic:", newer kernels
 * @free_cma:        "free_cma:"
 * @reserve:         "lowmem_reserve[]:", @n_reserve of them (0: not in the log)
 * @blocks:          free blocks per order, @n_orders of them (0: no buddy line); RULES_UNKNOWN where not readable
 * @types:           bit per enum gfp_mt and order, valid if @types_known and not in @types_unsure (bit per order)
 * @types_known:     the line has letters
 */
struct rules_zone {
	enum gfp_zone zone;
	long free, min, low, high, boost, highatomic, free_highatomic, free_cma;
	long reserve[GFP_ZONES];
	unsigned int n_reserve;
	long blocks[RULES_ORDERS];
	uint8_t types[RULES_ORDERS];
	unsigned int n_orders;
	bool types_known;
	uint32_t types_unsure;
};

/* rules_zone_init() - everything unknown. */
void rules_zone_init(struct rules_zone *z, enum gfp_zone zone);

/**
 * enum rules_verdict - what the numbers say of a zone
 * @RULES_UNKNOWN_VERDICT: @missing says what it would take
 * @RULES_NOT_ELIGIBLE:    the mask does not allow the zone
 * @RULES_FAILS_WATERMARK: by @short_by pages
 * @RULES_NO_BLOCK:        no free block of the order or above of a usable type; the largest is of @largest
 * @RULES_WOULD_PASS:      by @margin pages: something was freed since, or another limit was hit
 */
enum rules_verdict {
	RULES_UNKNOWN_VERDICT,
	RULES_NOT_ELIGIBLE,
	RULES_FAILS_WATERMARK,
	RULES_NO_BLOCK,
	RULES_WOULD_PASS,
};

/* enum rules_missing - what is not in the log (bits) */
enum rules_missing {
	RULES_MISS_VERSION = 1,
	RULES_MISS_FREE = 2,
	RULES_MISS_MARK = 4,
	RULES_MISS_RESERVE = 8,		/* lowmem_reserve[] or the zone's place in it */
	RULES_MISS_BLOCKS = 16,		/* buddy line */
	RULES_MISS_TYPES = 32,		/* letters */
	RULES_MISS_CMA = 64,		/* free_cma */
	RULES_MISS_HIGHATOMIC = 128,
	RULES_MISS_ZONES = 256,		/* which zones are configured */
	RULES_MISS_ORDER = 512,		/* order outside of what was printed */
};

/* enum rules_era - the three forms of the watermark check */
enum rules_era {
	RULES_ERA_HALVING,	/* until 4.3: lower orders subtracted, the mark halved for each */
	RULES_ERA_BLOCKS,	/* from 4.4 on: order-0 check, then a block of a usable type */
};

/**
 * struct rules_step - one turn of the loop of RULES_ERA_HALVING
 * @order:      the order whose blocks are subtracted
 * @subtracted: their pages
 * @free:       what is left
 * @mark:       the mark halved again
 * @ok:         @free > @mark
 */
struct rules_step {
	unsigned int order;
	long subtracted, free, mark;
	bool ok;
};

/**
 * struct rules_result - a zone, judged, with every number on the way
 * @verdict:       the verdict
 * @missing:       enum rules_missing bits: for a verdict other than unknown, what makes it less than certain
 * @era:           which form of the check
 * @alloc:         enum rules_alloc bits
 * @free:          pages free by the zone's counter
 * @free_blocks:   pages free by the buddy line, RULES_UNKNOWN without one; the two are sampled at different moments
 * @minus_order:   (1 << order) - 1, subtracted first; (1 << order) + 1 from 2.6.38 to 3.2
 * @minus_cma:     subtracted, request may not use CMA
 * @minus_highatomic: subtracted, request may not use the reserve
 * @free_used:     what is compared
 * @mark:          min as printed
 * @mark_boost:    part of @mark that is left out for order 0 with __GFP_HIGH (5.9 and later); 0 otherwise
 * @mark_high:     after ALLOC_HIGH
 * @mark_harder:   after ALLOC_HARDER or ALLOC_NON_BLOCK
 * @mark_oom:      after ALLOC_OOM: the mark that is used
 * @reserve:       lowmem_reserve of the zone for the request's zone
 * @order0_ok:     @free_used > @mark_oom + @reserve, or @fast_path, or no mark applies
 * @fast_path:     order 0 from 4.7 to 5.8: passed by free - CMA > @mark + @reserve alone, which leaves the highatomic reserve in
 * @overflow:      before 3.6: negative pages were compared as a huge number, and passed
 * @step:          the loop of RULES_ERA_HALVING, @n_steps turns, with @loop_from_blocks taken from @free_blocks
 * @loop_ok:       it passed
 * @free_above:    pages in blocks of the order and above (all types)
 * @usable_above:  upper bound of the same in usable types: an order whose letters are mixed counts in full
 * @usable:        bit per enum gfp_mt that the request may take
 * @largest:       largest order with a usable free block, -1 none, RULES_UNKNOWN_ORDER not known; letters that are not known
 *                 count as usable, with RULES_MISS_TYPES set
 * @short_by:      pages that would have to become free for the mark to be met
 * @margin:        pages that may go before it is missed
 */
struct rules_result {
	enum rules_verdict verdict;
	unsigned int missing;
	enum rules_era era;
	unsigned int alloc;
	long free, free_blocks;
	long minus_order, minus_cma, minus_highatomic, free_used;
	long mark, mark_boost, mark_high, mark_harder, mark_oom, reserve;
	bool order0_ok, fast_path, overflow;
	struct rules_step step[RULES_ORDERS];
	unsigned int n_steps;
	bool loop_from_blocks, loop_ok;
	long free_above, usable_above;
	unsigned int usable;
	int largest;
	long short_by, margin;
};

#define RULES_UNKNOWN_ORDER (-2)

/**
 * rules_zone_check() - the watermark check of the slow path, in that kernel's arithmetic
 * @r: the request
 * @z: the zone
 * @v: receives the result
 */
void rules_zone_check(const struct rules_request *r, const struct rules_zone *z, struct rules_result *v);

/* rules_missing_text() - "the buddy line, free_cma" into @buf; returns as snprintf(). */
int rules_missing_text(unsigned int missing, char *buf, size_t size);

/* rules_usable_letters() - "UME" into @buf, which has room for GFP_MTS + 1. */
void rules_usable_letters(unsigned int usable, char *buf);

#endif
