// SPDX-License-Identifier: GPL-2.0-only
#include "verdict.h"

#include <stdio.h>

#include "str.h"

/* One more; the evidence is added by because(). */
static PRINTF_LIKE(3, 4) void add(struct analysis *a, enum advice_for whom,
						      const char *format, ...)
{
	struct advice *d;
	va_list args;

	if (a->advices == ARRAY_SIZE(a->advice))
		return;
	d = &a->advice[a->advices++];
	d->whom = whom;
	va_start(args, format);
	vsnprintf(d->what, sizeof(d->what), format, args);
	va_end(args);
}

static PRINTF_LIKE(2, 3) void because(struct analysis *a, const char *format,
							  ...)
{
	struct advice *d;
	va_list args;

	if (!a->advices)
		return;
	d = &a->advice[a->advices - 1];
	va_start(args, format);
	vsnprintf(d->because, sizeof(d->because), format, args);
	va_end(args);
}

static long zone_kb(const struct zone *z)
{
	return z->managed >= 0 ? z->managed : z->present;
}

/*
 * Without it: what the caller does, where the flags or the place tell. True when nothing is lost.
 */
static bool fallback(struct analysis *a)
{
	const struct caller *c = &a->caller;
	bool tried_last = c->known && c->known->fallback == FALLBACK_SMALLER && a->order == 0;

	if (c->known && c->known->fallback != FALLBACK_NONE && !tried_last) {
		add(a, FOR_NOBODY, "harmless: the caller has a fallback (%s)", c->known->without);
		because(a, "the stack goes through %s: %s", c->known_in, c->known->what);
		return true;
	}
	if (c->known && !tried_last) {
		add(a, FOR_NOBODY, "without this memory: %s", c->known->without);
		because(a, "the stack goes through %s: %s", c->known_in, c->known->what);
		return false;
	}
	if (!a->decoded)
		return false;
	if (a->r->kind == REPORT_PAGE_ALLOC && gfp_is_nowait(&a->gfp) && !gfp_high(&a->gfp)) {
		add(a, FOR_NOBODY,
		    "harmless as far as the flags tell: such a request is a try, and its caller has to do without");
		because(a, "neither may it sleep nor use reserves (GFP_NOWAIT)");
		return true;
	}
	if (a->r->kind == REPORT_PAGE_ALLOC && gfp_noretry(&a->gfp)) {
		add(a, FOR_NOBODY,
		    "harmless as far as the flags tell: its caller expects it to fail and has a fallback");
		because(a, "__GFP_NORETRY is set");
		return true;
	}
	if (c->network && c->interrupt == TRI_YES) {
		add(a, FOR_NOBODY,
		    "a packet is lost or a receive ring is filled later; harmless when it is rare, as protocols retransmit");
		because(a, "%s in an interrupt", c->helper[0] ? c->helper : c->function);
	}
	return false;
}

/* What uses the memory, where Mem-Info tells. */
static void users_of_memory(struct analysis *a)
{
	const struct report *r = a->r;
	long total = 0;
	unsigned int i;

	for (i = 0; i < r->zones; i++)
		if (zone_kb(&r->zone[i]) > 0)
			total += zone_kb(&r->zone[i]) / a->page_kb;
	if (r->pages_ram > total)
		total = r->pages_ram;
	if (total > 0 && r->slab_unreclaimable > total / 10) {
		add(a, FOR_OPERATOR, "look for a leak in the kernel: slabtop -sc, /proc/slabinfo");
		because(a, "%ld of %ld pages are slab that cannot be reclaimed",
			r->slab_unreclaimable, total);
	}
	if (total > 0 && r->slab_reclaimable > total / 10) {
		add(a, FOR_OPERATOR,
		    "let caches of names and inodes shrink earlier: vm.vfs_cache_pressure above 100; drop_caches (2) as a last resort");
		because(a, "%ld of %ld pages are reclaimable slab", r->slab_reclaimable, total);
	}
	if (r->swap_total > 0 && r->swap_free >= 0 && r->swap_free < r->swap_total / 20) {
		add(a, FOR_OPERATOR, "add swap or use less memory");
		because(a, "%ld of %ld kB of swap are free", r->swap_free, r->swap_total);
	}
}

static void earlier_kswapd(struct analysis *a, const struct judged *j)
{
	if (!a->path.atomic)
		return;
	add(a, FOR_OPERATOR,
	    "raise vm.min_free_kbytes, so that kswapd starts earlier and keeps more free for requests that cannot wait");
	because(a, "an atomic request met %ld kB free with min %ld kB", j->zone->free,
		j->zone->min);
}

static void developer(struct analysis *a)
{
	const struct rules_path *p = &a->path;

	if (a->order > 3) {
		add(a, FOR_DEVELOPER,
		    "do not depend on order %ld: kvmalloc() where the pages need not be contiguous, else smaller pieces, or allocate once at start",
		    a->order);
		because(a,
			"orders above 3 are not retried by the allocator (PAGE_ALLOC_COSTLY_ORDER)");
		if (!gfp_noretry(&a->gfp)) {
			add(a, FOR_DEVELOPER,
			    "where there is a fallback: __GFP_NORETRY|__GFP_NOWARN for the first try");
			because(a, "neither flag is set, so the request works hard and warns");
		}
	} else if (a->order) {
		add(a, FOR_DEVELOPER,
		    "try a smaller order when this fails, or use single pages (fragments)");
		because(a, "order %ld%s", a->order,
			p->atomic ? " from a context that cannot wait" : "");
	}
	if (p->compact.can == TRI_NO &&
	    (p->compact.why == RULES_WHY_NEEDS_FS_IO || p->compact.why == RULES_WHY_NEEDS_IO)) {
		add(a, FOR_DEVELOPER,
		    "allocate before the locks are taken that forbid %s, so that GFP_KERNEL can be used",
		    gfp_io(&a->gfp) ? "__GFP_FS" : "__GFP_IO");
		because(a, "compaction was refused for the missing flag");
	}
}

static void large_block(struct analysis *a, const struct judged *j)
{
	const struct rules_path *p = &a->path;
	const struct rules_result *v = &j->result;
	bool per_order = a->cause == CAUSE_PER_ORDER_MARK;
	char name[48];

	zone_name(j->zone, name, sizeof(name));
	if (per_order && !j->edge && v->n_steps && v->step[v->n_steps - 1].free > 0) {
		add(a, FOR_OPERATOR,
		    "do not raise vm.min_free_kbytes: this kernel asks for min >> order in large blocks. With a min of %s below %ld kB the request would have passed",
		    name, v->step[v->n_steps - 1].free * j->page_kb << a->order);
		because(a, "%ld kB in blocks of order >= %ld against %ld kB",
			v->step[v->n_steps - 1].free * j->page_kb, a->order,
			v->step[v->n_steps - 1].mark * j->page_kb);
		add(a, FOR_OPERATOR,
		    "update to 4.4 or later, or ask the vendor for commit 97a16fc82a7c (\"mm, page_alloc: only enforce watermarks for order-0 allocations\")");
		because(a, "the check per order is what failed");
	}
	if (kver_at_least(&a->request.kver, 2, 6, 35)) {
		add(a, FOR_OPERATOR,
		    "before the load that needs it: echo 1 > /proc/sys/vm/compact_memory (it costs CPU time, and does not last)");
		because(a, "%ld kB are free in %s, too little of it in blocks of order >= %ld",
			v->free * j->page_kb, name, a->order);
	}
	if (p->compact.can == TRI_YES && p->costly) {
		add(a, FOR_OPERATOR,
		    "lower vm.extfrag_threshold (default 500), so that compaction is taken more often in place of reclaim");
		because(a, "compaction was allowed");
	}
	if (p->atomic && !per_order) {
		add(a, FOR_OPERATOR,
		    "raise vm.min_free_kbytes: kswapd then keeps more free, and larger blocks with it");
		because(a, "the request cannot wait for compaction");
	}
}

static void by_cause(struct analysis *a)
{
	const struct judged *j = a->main_zone >= 0 ? &a->zone[a->main_zone] : NULL;
	const struct report *r = a->r;
	char name[48] = "";

	if (j)
		zone_name(j->zone, name, sizeof(name));
	switch (a->cause) {
	case CAUSE_FRAGMENTED:
	case CAUSE_PER_ORDER_MARK:
		large_block(a, j);
		developer(a);
		users_of_memory(a);
		break;
	case CAUSE_LOW_MEMORY:
	case CAUSE_STALL:
		if (j)
			earlier_kswapd(a, j);
		users_of_memory(a);
		if (!a->path.atomic && j) {
			add(a, FOR_OPERATOR,
			    "less load or more memory: reclaim was%s possible and %s stayed at its mark",
			    a->path.reclaim.can == TRI_YES ? "" : " not", name);
			because(a, "free %ld kB, min %ld kB", j->zone->free, j->zone->min);
		}
		developer(a);
		break;
	case CAUSE_CMA:
		add(a, FOR_OPERATOR,
		    "make the CMA area smaller (cma= on the command line, or the size of its reserved-memory node in the device tree)");
		if (j->zone->free_cma >= 0)
			because(a,
				"%ld kB of what is free in %s are CMA's and only movable pages may use them",
				j->zone->free_cma, name);
		else
			because(a,
				"the free blocks of %s are of type C, which only movable pages may use",
				name);
		earlier_kswapd(a, j);
		if (j->result.verdict == RULES_NO_BLOCK && a->order > 0)
			large_block(a, j);
		developer(a);
		break;
	case CAUSE_HIGHATOMIC:
		if (j->zone->highatomic >= 0) {
			add(a, FOR_OPERATOR,
			    "raise vm.min_free_kbytes; fewer atomic requests of high order (smaller MTU, smaller receive buffers) shrink the reserve");
			because(a, "%ld kB of %s are reserved for them", j->zone->highatomic, name);
		} else {
			add(a, FOR_OPERATOR,
			    "raise vm.min_free_kbytes; fewer atomic requests of high order (smaller MTU, smaller receive buffers) shrink the reserve");
			because(a, "free blocks of type H in %s", name);
		}
		if (j->result.verdict == RULES_NO_BLOCK && a->order > 0)
			large_block(a, j);
		developer(a);
		break;
	case CAUSE_BOOST:
		add(a, FOR_OPERATOR, "vm.watermark_boost_factor=0 turns the boost off");
		because(a, "%ld of %ld kB of the mark of %s are boost", j->zone->boost,
			j->zone->min, name);
		developer(a);
		break;
	case CAUSE_RESERVE:
		add(a, FOR_OPERATOR,
		    "a larger vm.lowmem_reserve_ratio for %s makes the reserve smaller", name);
		because(a, "%ld kB of it are kept from this request",
			j->result.reserve * j->page_kb);
		users_of_memory(a);
		break;
	case CAUSE_SMALL_ZONE:
		add(a, FOR_DEVELOPER,
		    "do not ask for GFP_DMA unless the device cannot address more; a DMA mask in the DMA API does it better");
		because(a, "the request may only use %s", name);
		if (a->order > 3)
			developer(a);
		break;
	case CAUSE_RACE:
		add(a, FOR_NOBODY,
		    "nothing to do for a single one; if it repeats, memory is short for moments: raise vm.min_free_kbytes");
		because(a, "%s passes by %ld kB", name, j->result.margin * j->page_kb);
		break;
	case CAUSE_MEMCG:
		add(a, FOR_OPERATOR,
		    "raise the limit of the cgroup, or look for what its tasks allocate in the kernel (memory.kmem.*, memory.stat)");
		because(a, "the cache %s is a cgroup's own", r->slub[0].cache);
		break;
	case CAUSE_VMALLOC_SPACE:
		add(a, FOR_OPERATOR,
		    "give vmalloc more room (vmalloc=SIZE on the command line, 32-bit), or look for what fills it: /proc/vmallocinfo");
		because(a, "%s", r->detail);
		break;
	case CAUSE_VMALLOC_PAGES:
		users_of_memory(a);
		add(a, FOR_DEVELOPER,
		    "limit the size before vmalloc() is asked, above all where it comes from user space");
		because(a, "%ld bytes", r->bytes);
		break;
	case CAUSE_PERCPU:
		add(a, FOR_DEVELOPER,
		    "allocate where sleeping is possible, or in steps: an atomic request only gets what is ready");
		because(a, "%s%ld bytes%s%s",
			r->percpu_atomic < 0 ? "" :
			r->percpu_atomic     ? "atomic=1, " :
					       "atomic=0, ",
			r->bytes, r->detail[0] ? ", " : "", r->detail);
		break;
	case CAUSE_CMA_HOLE:
		add(a, FOR_OPERATOR,
		    "make the CMA area larger (cma= on the command line, or its reserved-memory node), or let the driver allocate at boot");
		if (r->cma_free >= 0)
			because(a, "the largest free run is %ld pages, %ld are needed",
				r->cma_largest, r->cma_pages);
		else
			because(a, "error -12 for %ld pages", r->cma_pages);
		break;
	case CAUSE_CMA_BUSY:
		add(a, FOR_OPERATOR,
		    "find what pins pages in the area (direct I/O, GUP, a file system's metadata); try again after sync");
		because(a, "error -16 for %ld pages%s", r->cma_pages,
			r->cma_busy ? ", PFNs busy" : "");
		add(a, FOR_DEVELOPER, "try again: an area that is busy may be free a moment later");
		because(a, "error -16");
		break;
	case CAUSE_DMA_POOL:
		add(a, FOR_OPERATOR,
		    "coherent_pool=SIZE on the command line sets the size of the pool");
		if (r->bytes >= 0)
			because(a, "%ld bytes were asked for", r->bytes);
		else
			because(a, "%s", r->detail[0] ? r->detail : "the pool was exhausted");
		break;
	case CAUSE_NOT_SHOWN:
		if (a->judged_path)
			developer(a);
		add(a, FOR_OPERATOR,
		    "find the rest of this report, or one that is not rate-limited: the zones decide between lack of memory and fragmentation");
		because(a, "no Mem-Info");
		break;
	default:
		break;
	}
}

void advise(struct analysis *a)
{
	a->harmless = fallback(a);
	by_cause(a);
}
