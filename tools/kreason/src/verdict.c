// SPDX-License-Identifier: GPL-2.0-only
#include "verdict.h"

#include <stdio.h>

#include "str.h"

const char *cause_name(enum cause cause)
{
	static const char *const names[CAUSES] = {
		[CAUSE_UNKNOWN] = "unknown",
		[CAUSE_LOW_MEMORY] = "low-memory",
		[CAUSE_FRAGMENTED] = "fragmented",
		[CAUSE_PER_ORDER_MARK] = "per-order-mark",
		[CAUSE_CMA] = "only-cma-free",
		[CAUSE_HIGHATOMIC] = "only-highatomic-free",
		[CAUSE_BOOST] = "watermark-boost",
		[CAUSE_RESERVE] = "lowmem-reserve",
		[CAUSE_SMALL_ZONE] = "small-zone",
		[CAUSE_RACE] = "race",
		[CAUSE_NO_ZONE] = "no-zone",
		[CAUSE_NOT_SHOWN] = "not-shown",
		[CAUSE_STALL] = "stall",
		[CAUSE_MEMCG] = "memcg-limit",
		[CAUSE_SLAB] = "slab-page",
		[CAUSE_VMALLOC_SPACE] = "vmalloc-space",
		[CAUSE_VMALLOC_PAGES] = "vmalloc-pages",
		[CAUSE_PERCPU] = "percpu",
		[CAUSE_CMA_HOLE] = "cma-no-hole",
		[CAUSE_CMA_BUSY] = "cma-busy",
		[CAUSE_CMA_OTHER] = "cma-other",
		[CAUSE_DMA_POOL] = "dma-pool",
	};

	return names[cause];
}

static PRINTF_LIKE(2, 3) void say(struct analysis *a, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(a->verdict, sizeof(a->verdict), format, args);
	va_end(args);
}

/* Zones of at most this are too small to be expected to hold large blocks: the 16 MB of ISA DMA. */
#define SMALL_ZONE_KB (16L << 10)

static long zone_size(const struct zone *z)
{
	return z->managed >= 0 ? z->managed : z->present;
}

/* Blocks of the order and above in types that the request cannot use. */
static bool blocks_of(const struct analysis *a, const struct judged *j, enum gfp_mt type)
{
	const struct zone *z = j->zone;
	unsigned int order;

	for (order = a->order; order < z->n_orders; order++)
		if (z->blocks[order] > 0 && (z->types[order] & 1u << type) &&
		    !(j->result.usable & 1u << type))
			return true;
	return false;
}

/*
 * Free pages that the request may not use, and what comes on top of the mark: the largest of them
 * that alone makes the difference.
 */
static enum cause decisive(const struct judged *j)
{
	const struct rules_result *v = &j->result;
	const struct {
		long pages;
		enum cause cause;
	} extra[] = {
		{ v->minus_cma, CAUSE_CMA },
		{ j->zone->boost > 0 ? j->zone->boost / j->page_kb - v->mark_boost : 0,
		  CAUSE_BOOST },
		{ v->minus_highatomic, CAUSE_HIGHATOMIC },
		{ v->reserve, CAUSE_RESERVE },
	};
	long need = v->mark_oom + (v->reserve > 0 ? v->reserve : 0), best = 0;
	enum cause cause = CAUSE_LOW_MEMORY;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(extra); i++)
		if (extra[i].pages > best && v->free_used + extra[i].pages > need) {
			best = extra[i].pages;
			cause = extra[i].cause;
		}
	return cause;
}

static enum cause zone_cause(const struct analysis *a, const struct judged *j)
{
	const struct rules_result *v = &j->result;
	enum cause cause;

	switch (v->verdict) {
	case RULES_FAILS_WATERMARK:
		if (v->era == RULES_ERA_HALVING && v->order0_ok)
			return v->usable_above > 0 ? CAUSE_PER_ORDER_MARK : CAUSE_FRAGMENTED;
		cause = decisive(j);
		if (cause != CAUSE_LOW_MEMORY)
			return cause;
		if (a->order > 0 && zone_size(j->zone) >= 0 && zone_size(j->zone) <= SMALL_ZONE_KB)
			return CAUSE_SMALL_ZONE;
		return CAUSE_LOW_MEMORY;
	case RULES_NO_BLOCK:
		if (j->zone->letters && blocks_of(a, j, GFP_MT_CMA))
			return CAUSE_CMA;
		if (j->zone->letters && blocks_of(a, j, GFP_MT_HIGHATOMIC))
			return CAUSE_HIGHATOMIC;
		if (zone_size(j->zone) >= 0 && zone_size(j->zone) <= SMALL_ZONE_KB)
			return CAUSE_SMALL_ZONE;
		return a->order > 0 ? CAUSE_FRAGMENTED : CAUSE_LOW_MEMORY;
	case RULES_WOULD_PASS:
		return j->edge ? CAUSE_PER_ORDER_MARK : CAUSE_RACE;
	default:
		return CAUSE_UNKNOWN;
	}
}

void judged_text(const struct analysis *a, const struct judged *j, char *buf, size_t size)
{
	const struct rules_result *v = &j->result;
	char missing[160];

	buf[0] = '\0';
	if (j->unnamed) {
		str_add(buf, size, "not asked: the kernel's own lines leave it out");
		return;
	}
	if (j->allowed == TRI_NO) {
		str_add(buf, size, "not allowed by the node mask or the cpuset");
		return;
	}
	switch (v->verdict) {
	case RULES_NOT_ELIGIBLE:
		str_add(buf, size, "not for this request: its mask does not reach this zone");
		return;
	case RULES_FAILS_WATERMARK:
		str_add(buf, size, "fails by %ld kB", v->short_by * j->page_kb);
		if (v->era == RULES_ERA_HALVING && v->order0_ok && !v->usable_above)
			str_add(buf, size, ": nothing of order >= %ld is free", a->order);
		break;
	case RULES_NO_BLOCK:
		str_add(buf, size, "nothing usable of order >= %ld", a->order);
		if (v->largest >= 0)
			str_add(buf, size, " (largest usable: order %d)", v->largest);
		else if (v->largest == -1)
			str_add(buf, size, " (nothing usable at all)");
		break;
	case RULES_WOULD_PASS:
		if (j->edge) {
			str_add(buf, size,
				"on the edge: passes by %ld kB by its free blocks, fails by %ld kB by its counter of free pages",
				v->margin * j->page_kb, j->edge * j->page_kb);
			break;
		}
		str_add(buf, size, "would pass (race, margin %ld kB)", v->margin * j->page_kb);
		break;
	default:
		rules_missing_text(v->missing, missing, sizeof(missing));
		str_add(buf, size, "cannot be told: missing %s", missing[0] ? missing : "numbers");
		if ((v->missing & RULES_MISS_BLOCKS) && v->order0_ok &&
		    !(v->missing & (RULES_MISS_FREE | RULES_MISS_MARK)))
			str_add(buf, size, "; order 0 passes, so memory itself is not short there");
		return;
	}
	if (v->missing) {
		rules_missing_text(v->missing, missing, sizeof(missing));
		str_add(buf, size, "; not certain without %s", missing);
	}
}

/* Who asked, as the subject of a sentence. */
static void subject(const struct analysis *a, char *buf, size_t size)
{
	const struct report *r = a->r;
	const struct caller *c = &a->caller;
	const char *comm = r->comm[0] ? r->comm : r->cpu_comm[0] ? r->cpu_comm : "the task";

	buf[0] = '\0';
	if (r->trace_mixed) {
		str_add(buf, size, "%s", comm);
		return;
	}
	if (c->interrupt == TRI_YES && c->function[0])
		str_add(buf, size, "%s() in an interrupt", c->function);
	else if (c->function[0])
		str_add(buf, size, "%s in %s()", comm, c->function);
	else
		str_add(buf, size, "%s", comm);
	if (c->module[0])
		str_add(buf, size, " [%s]", c->module);
}

/* What reclaim and compaction could do about it, as the end of a sentence. */
static void remedy(const struct analysis *a, char *buf, size_t size)
{
	const struct rules_path *p = &a->path;

	buf[0] = '\0';
	if (!a->judged_path)
		return;
	if (p->reclaim.can == TRI_NO && p->reclaim.why == RULES_WHY_MEMALLOC)
		str_add(buf, size,
			"; the request comes from reclaim itself (PF_MEMALLOC), so it may not wait for reclaim");
	else if (p->reclaim.can == TRI_NO)
		str_add(buf, size,
			"; the request may not sleep, so nothing could be reclaimed%s for it",
			a->order ? " or compacted" : "");
	else if (a->order && p->compact.can == TRI_NO)
		str_add(buf, size,
			"; reclaim was possible, but compaction, which alone makes large blocks, was refused: %s",
			rules_why_text(p->compact.why));
	else if (a->order && p->compact.can == TRI_YES && a->said.compaction[0])
		str_add(buf, size,
			"; reclaim and compaction were allowed and did not make one (compaction: %s, says the kernel)",
			a->said.compaction);
	else if (a->order && p->compact.can == TRI_YES)
		str_add(buf, size, "; reclaim and compaction were allowed and did not make one%s",
			p->deferrable ?
				" (compaction may have been deferred, which the log does not show)" :
				"");
	else if (p->reclaim.can == TRI_YES)
		str_add(buf, size, "; reclaim was allowed and did not free enough");
}

static void why(const struct analysis *a, const struct judged *j, enum cause cause, char *buf,
		size_t size)
{
	const struct rules_result *v = &j->result;
	const struct zone *z = j->zone;
	long kb = j->page_kb, need = v->mark_oom + (v->reserve > 0 ? v->reserve : 0);
	char name[48];

	zone_name(z, name, sizeof(name));
	buf[0] = '\0';
	switch (cause) {
	case CAUSE_PER_ORDER_MARK:
		if (j->edge) {
			str_add(buf, size,
				"%s is on the edge: this kernel wants more than %ld kB in blocks of order %ld and above (%s %ld kB >> %ld), and by the counter of free pages, which it goes by, %ld kB are missing; by the free blocks, listed a moment later, %ld kB are to spare",
				name, v->step[v->n_steps - 1].mark * kb, a->order,
				v->mark_oom == v->mark ? "min" : "mark", v->mark_oom * kb, a->order,
				j->edge * kb, v->margin * kb);
			break;
		}
		str_add(buf, size,
			"%s has %ld kB in blocks of order %ld and above, but this kernel wants more than %ld kB there (%s %ld kB >> %ld), a rule that 4.4 dropped",
			name, v->usable_above * kb, a->order,
			v->n_steps ? v->step[v->n_steps - 1].mark * kb : -1,
			v->mark_oom == v->mark ? "min" : "mark", v->mark_oom * kb, a->order);
		break;
	case CAUSE_FRAGMENTED:
		str_add(buf, size, "%s has %ld kB free, but no usable block of order %ld or above",
			name, v->free * kb, a->order);
		if (v->largest >= 0)
			str_add(buf, size, " (largest: order %d)", v->largest);
		break;
	case CAUSE_CMA:
		if (v->verdict == RULES_NO_BLOCK)
			str_add(buf, size,
				"%s has free blocks of order %ld and above only in CMA areas, which this request may not use",
				name, a->order);
		else
			str_add(buf, size,
				"of %ld kB free in %s, %ld kB are CMA's, which this request may not use; the rest, %ld kB, is not above %ld kB",
				v->free * kb, name, v->minus_cma * kb, v->free_used * kb,
				need * kb);
		break;
	case CAUSE_HIGHATOMIC:
		if (v->verdict == RULES_NO_BLOCK)
			str_add(buf, size,
				"what %s has free%s is reserved for atomic requests of higher orders (type H)",
				name, a->order ? " in large enough blocks" : "");
		else
			str_add(buf, size,
				"of %ld kB free in %s, %ld kB count as reserved for atomic requests of higher orders (highatomic); the rest, %ld kB, is not above %ld kB",
				v->free * kb, name, v->minus_highatomic * kb, v->free_used * kb,
				need * kb);
		break;
	case CAUSE_BOOST:
		str_add(buf, size,
			"%s misses its mark by %ld kB, and %ld kB of that mark are a temporary boost after fragmentation",
			name, v->short_by * kb, z->boost);
		break;
	case CAUSE_RESERVE:
		str_add(buf, size,
			"%s is above its mark of %ld kB, but %ld kB more are kept for requests that cannot use higher zones (lowmem_reserve); %ld kB are missing",
			name, v->mark_oom * kb, v->reserve * kb, v->short_by * kb);
		break;
	case CAUSE_SMALL_ZONE:
		str_add(buf, size,
			"only %s, which has %ld kB in all, may serve it, and %ld kB of it are free",
			name, zone_size(z), v->free * kb);
		break;
	case CAUSE_LOW_MEMORY:
		if (v->verdict == RULES_NO_BLOCK)
			str_add(buf, size, "%s has nothing free that it may use", name);
		else
			str_add(buf, size,
				"memory is short: %s has %ld kB that the request may use, and needs more than %ld kB",
				name, v->free_used * kb, need * kb);
		break;
	case CAUSE_RACE:
		str_add(buf, size,
			"the numbers, printed a moment after the failure, would let it pass in %s with %ld kB to spare: memory was freed in between, or a limit that the report does not show was hit",
			name, v->margin * kb);
		break;
	default:
		break;
	}
}

/* One node was asked, and several are shown: one that would pass need not be that one. */
static bool node_unknown(const struct analysis *a)
{
	unsigned int i;
	int node = -1;

	if (!gfp_thisnode(&a->gfp))
		return false;
	for (i = 0; i < a->zones; i++) {
		const struct judged *j = &a->zone[i];

		if (j->allowed == TRI_NO || j->result.verdict == RULES_NOT_ELIGIBLE)
			continue;
		if (node >= 0 && j->zone->node != node)
			return true;
		node = j->zone->node;
	}
	return false;
}

static int rank(const struct judged *j, bool node_unknown)
{
	if (j->cause == CAUSE_RACE)
		return node_unknown ? 1 : 3;
	return j->cause == CAUSE_UNKNOWN ? 0 : 2;
}

/* Which of two zones says more about the failure. */
static bool tells_more(const struct judged *j, const struct judged *than, bool node_unknown)
{
	long size = zone_size(j->zone), other = zone_size(than->zone);

	if (rank(j, node_unknown) != rank(than, node_unknown))
		return rank(j, node_unknown) > rank(than, node_unknown);
	if (j->zone->type == than->zone->type)
		return j->zone->free > than->zone->free;
	/* Where the line is cut before the size: the marks are shares of it. */
	if (size < 0 || other < 0) {
		size = j->zone->min;
		other = than->zone->min;
	}
	return size > other;
}

/*
 * The zone that the sentence is about: one that would pass, else of those that could be judged the
 * largest, and of one type on several nodes that with most free memory. Where only one node was
 * asked and it is not known which, a zone that fails before one that would pass.
 */
static int choose_zone(struct analysis *a)
{
	bool unknown = node_unknown(a);
	unsigned int i;
	int best = -1;

	for (i = 0; i < a->zones; i++) {
		struct judged *j = &a->zone[i];

		if (j->allowed == TRI_NO || j->result.verdict == RULES_NOT_ELIGIBLE)
			continue;
		j->cause = zone_cause(a, j);
		if (best < 0 || tells_more(j, &a->zone[best], unknown))
			best = i;
	}
	if (best >= 0 && unknown)
		add_unsure(
			a,
			"__GFP_THISNODE: one node was asked, and the report does not say which; the verdict is about one that fails, if any does");
	return best;
}

static bool any_zone_shown(const struct analysis *a)
{
	unsigned int i;

	for (i = 0; i < a->zones; i++)
		if (a->zone[i].zone->marks || a->zone[i].zone->buddy)
			return true;
	return false;
}

static void failed(struct analysis *a)
{
	const struct report *r = a->r;
	char who[160], size[64], because[400], end[400];
	unsigned int i;

	subject(a, who, sizeof(who));
	analysis_size(a, size, sizeof(size));
	a->explained = true;
	a->main_zone = choose_zone(a);
	remedy(a, end, sizeof(end));

	if (starts(a->said.reason, "no_zone")) {
		a->cause = CAUSE_NO_ZONE;
		say(a, "%s did not get %s: none of the zones may serve it, the kernel says (%s)", who,
		    size, a->said.reason);
		return;
	}
	if (!any_zone_shown(a)) {
		a->cause = CAUSE_NOT_SHOWN;
		if (r->kind == REPORT_STALL)
			a->cause = CAUSE_STALL;
		say(a,
		    "%s did not get %s. The state of memory is not in the report, so what stood in the way is not known%s",
		    who, size, end);
		add_unsure(
			a, "no Mem-Info: %s",
			r->complete ?
				"the zones are left out" :
				"rate-limited, cut or lost; free memory, marks and fragmentation are unknown");
		return;
	}
	if (a->main_zone < 0) {
		a->cause = CAUSE_NO_ZONE;
		say(a, "%s did not get %s: none of the zones that were printed may serve it", who,
		    size);
		return;
	}
	for (i = 0; i < a->zones; i++)
		if (a->zone[i].allowed != TRI_NO &&
		    a->zone[i].result.verdict == RULES_UNKNOWN_VERDICT &&
		    a->zone[a->main_zone].cause != CAUSE_UNKNOWN) {
			zone_name(a->zone[i].zone, size, sizeof(size));
			add_unsure(a,
				   "%s could not be judged; the verdict is that of the other zones",
				   size);
			break;
		}
	analysis_size(a, size, sizeof(size));
	a->cause = a->zone[a->main_zone].cause;
	why(a, &a->zone[a->main_zone], a->cause, because, sizeof(because));
	if (a->cause == CAUSE_UNKNOWN) {
		char text[256];

		judged_text(a, &a->zone[a->main_zone], text, sizeof(text));
		say(a, "%s did not get %s; why %s%s", who, size, text, end);
	} else {
		say(a, "%s did not get %s: %s%s", who, size, because,
		    a->cause == CAUSE_RACE ? "" : end);
	}
}

static void stalled(struct analysis *a)
{
	char who[160], size[64];
	enum cause cause;

	failed(a);
	cause = a->cause;
	subject(a, who, sizeof(who));
	analysis_size(a, size, sizeof(size));
	a->cause = CAUSE_STALL;
	if (a->main_zone >= 0 && cause != CAUSE_RACE && cause != CAUSE_UNKNOWN &&
	    cause != CAUSE_STALL) {
		char because[400];

		why(a, &a->zone[a->main_zone], cause, because, sizeof(because));
		say(a, "%s has waited %ld.%03ld s for %s and goes on trying, so nothing failed: %s",
		    who, a->r->stall_ms / 1000, a->r->stall_ms % 1000, size, because);
	} else {
		say(a, "%s has waited %ld.%03ld s for %s and goes on trying, so nothing failed",
		    who, a->r->stall_ms / 1000, a->r->stall_ms % 1000, size);
	}
}

static void orphan(struct analysis *a)
{
	unsigned int i;

	if (a->order >= 0 && a->decoded) {
		failed(a);
		return;
	}
	a->cause = CAUSE_UNKNOWN;
	say(a,
	    "The first line of this report is missing, so neither order nor flags are known and no zone can be judged%s",
	    a->r->zones ? "; --order and --mode give them by hand" : "");
	for (i = 0; i < a->r->zones; i++) {
		const struct zone *z = &a->r->zone[i];
		char name[48];

		zone_name(z, name, sizeof(name));
		if (z->free >= 0 && z->min >= 0 && z->free <= z->min)
			add_unsure(
				a,
				"%s has %ld kB free, not above its min of %ld kB: no request without access to reserves passes there",
				name, z->free, z->min);
	}
}

static void slab(struct analysis *a)
{
	const struct report *r = a->r;
	const struct slub *s = r->slubs ? &r->slub[0] : NULL;
	const char *group = s ? strchr(s->cache, '(') : NULL;

	a->explained = s && (s->cache[0] || s->have_gfp);
	if (!a->explained) {
		a->cause = CAUSE_UNKNOWN;
		say(a, "A slab cache got no page; which one and with what flags is not in the log");
		return;
	}
	a->cause = group ? CAUSE_MEMCG : CAUSE_SLAB;
	if (group) {
		say(a,
		    "The cache %s belongs to a memory cgroup and got no new slab of order %ld: as the page allocator, which warns by itself, has said nothing, the likely cause is the limit of that cgroup on kernel memory, not a lack of memory",
		    s->cache, s->min_order >= 0 ? s->min_order : 0);
		add_unsure(
			a,
			"that it was the limit is concluded from the silence of the page allocator; its message may also be rate-limited or cut out of the log");
	} else {
		say(a,
		    "The cache %s got no new slab: the page allocator's own report is not here (rate-limited, cut, or the limit of a memory cgroup), so why is not known",
		    s->cache[0] ? s->cache : "(not named)");
	}
	if (s->nodes && s->objects >= 0)
		add_unsure(a, "%ld objects in %ld slabs, %ld of them free at that moment",
			   s->objects, s->slabs, s->free);
}

static void vmalloc(struct analysis *a)
{
	const struct report *r = a->r;
	char who[160];

	subject(a, who, sizeof(who));
	a->explained = r->bytes >= 0;
	a->cause = CAUSE_VMALLOC_PAGES;
	if (r->kind == REPORT_VMAP) {
		a->cause = CAUSE_VMALLOC_SPACE;
		say(a,
		    "%ld bytes of address space for vmalloc or vmap were not to be had: the range is full or has no hole of that size; memory itself is not the problem",
		    r->bytes);
		return;
	}
	if (strstr(r->detail, "exceeds total pages"))
		say(a,
		    "%s asked vmalloc for %ld bytes, which is more than the machine has: the size is wrong or comes from user space unchecked",
		    who, r->bytes);
	else if (strstr(r->detail, "vm_struct allocation failed"))
		a->cause = CAUSE_VMALLOC_SPACE,
		say(a,
		    "%s got no address space for %ld bytes of vmalloc: the range is full or has no hole of that size",
		    who, r->bytes);
	else if (strstr(r->detail, "failed to map pages"))
		say(a, "%s got the pages for %ld bytes of vmalloc, but none for the page tables",
		    who, r->bytes);
	else if (strstr(r->detail, "page array"))
		say(a,
		    "%s asked vmalloc for %ld bytes, and already the list of its pages could not be allocated",
		    who, r->bytes);
	else if (strstr(r->detail, "failed to allocate pages"))
		say(a,
		    "%s asked vmalloc for %ld bytes, and single pages ran out, or the task was killed while it waited",
		    who, r->bytes);
	else if (r->done_bytes >= 0)
		say(a,
		    "%s asked vmalloc for %ld bytes and got pages for %ld of them: single pages ran out, or the task was killed while it waited",
		    who, r->bytes, r->done_bytes);
	else
		say(a,
		    "%s asked vmalloc for %ld bytes and got no pages or no address space for them: the message of this kernel does not tell which",
		    who, r->bytes);
	a->main_zone = choose_zone(a);
}

static void percpu(struct analysis *a)
{
	const struct report *r = a->r;
	char who[160];

	subject(a, who, sizeof(who));
	a->cause = CAUSE_PERCPU;
	a->explained = r->bytes >= 0;
	if (strstr(r->detail, "no space left"))
		say(a,
		    "%s asked for %ld bytes on each CPU without sleeping, and the areas that are ready had none left: a worker extends them in the background, which an atomic request cannot wait for",
		    who, r->bytes);
	else if (strstr(r->detail, "illegal size"))
		say(a,
		    "%s asked for %ld bytes aligned to %ld on each CPU, which the allocator never gives: a bug of the caller",
		    who, r->bytes, r->percpu_align);
	else
		say(a, "%s asked for %ld bytes on each CPU; the allocator says: %s", who, r->bytes,
		    r->detail[0] ? r->detail : "nothing more");
}

static void cma(struct analysis *a)
{
	const struct report *r = a->r;
	char area[96] = "The CMA area", what[256] = "";

	if (r->cma_area[0])
		snprintf(area, sizeof(area), "The CMA area %.64s", r->cma_area);
	if (r->cma_free >= 0)
		snprintf(what, sizeof(what),
			 " (%ld of its %ld pages are free, the largest run is %ld)", r->cma_free,
			 r->cma_total, r->cma_largest);
	a->explained = r->cma_pages >= 0 && r->cma_error >= 0;
	if (!a->explained) {
		a->cause = CAUSE_CMA_OTHER;
		say(a, "%s did not give what was asked for; the %s is not readable", area,
		    r->cma_pages < 0 ? "number of pages" : "error");
		return;
	}
	switch (r->cma_error) {
	case 12:
		a->cause = CAUSE_CMA_HOLE;
		if (r->cma_free >= 0 && r->cma_largest >= r->cma_pages)
			say(a,
			    "%s has a run of %ld pages and still none for %ld pages%s: the alignment does not fit, or all holes were tried and busy",
			    area, r->cma_largest, r->cma_pages, what);
		else
			say(a, "%s has no hole of %ld pages%s", area, r->cma_pages, what);
		break;
	case 16:
		a->cause = CAUSE_CMA_BUSY;
		say(a,
		    "%s had a hole of %ld pages%s, but pages in it that others had borrowed could not be moved away: they are pinned, or under writeback",
		    area, r->cma_pages, what);
		if (r->cma_busy)
			add_unsure(
				a,
				"%u ranges of pages were found busy just before; how many of them for this request is not shown",
				r->cma_busy);
		break;
	case 4:
		a->cause = CAUSE_CMA_OTHER;
		say(a, "The task was interrupted by a signal while it waited for %ld pages of %s",
		    r->cma_pages, r->cma_area[0] ? r->cma_area : "a CMA area");
		break;
	default:
		a->cause = CAUSE_CMA_OTHER;
		say(a, "%s did not give %ld pages, error %ld%s", area, r->cma_pages, r->cma_error,
		    what);
	}
	if (r->cma_free < 0)
		add_unsure(
			a,
			"the list of free runs is missing (printed with CONFIG_CMA_DEBUG only): holes and fragmentation of the area are unknown");
}

const char *role_text(enum role role)
{
	switch (role) {
	case ROLE_VICTIM:
		return "victim: it asked for a single page or two; what is free is short for everybody, or not for it";
	case ROLE_CULPRIT:
		return "culprit: it asks for more in one piece than the allocator promises (orders up to 3)";
	default:
		return "";
	}
}

static enum role role_of(const struct analysis *a)
{
	if (a->order > 3)
		return ROLE_CULPRIT;
	switch (a->cause) {
	case CAUSE_LOW_MEMORY:
	case CAUSE_CMA:
	case CAUSE_HIGHATOMIC:
	case CAUSE_BOOST:
	case CAUSE_RESERVE:
		return a->order <= 1 ? ROLE_VICTIM : ROLE_UNKNOWN;
	default:
		return ROLE_UNKNOWN;
	}
}

/*
 * Requests that the allocator does not give up on by itself. Where the OOM killer is of no use, it
 * gives up when reclaim makes no progress; without __GFP_FS it goes on.
 */
static void too_small_to_fail(struct analysis *a)
{
	enum rules_why oom = a->path.oom.why;

	if (a->judged_path && a->path.reclaim.can == TRI_YES && !a->said.reason[0] &&
	    a->path.retry.why == RULES_WHY_RETRIES && oom != RULES_WHY_MAYFAIL &&
	    oom != RULES_WHY_LOWMEM && oom != RULES_WHY_THISNODE)
		add_unsure(
			a,
			"the allocator retries such a request until it has a page; that it failed means that the task was being killed, or that it is one that the stack does not show to have PF_MEMALLOC");
}

void verdict(struct analysis *a)
{
	const struct report *r = a->r;

	switch (r->kind) {
	case REPORT_PAGE_ALLOC:
	case REPORT_STALL:
		if (a->order < 0 || !a->have_mode || !a->decoded) {
			say(a, "The request cannot be told: %s",
			    a->order < 0 ?
				    "its order is not readable" :
			    !a->have_mode ?
				    "its flags are not readable" :
				    "no kernel has flags that fit the number and the names printed");
			a->cause = CAUSE_UNKNOWN;
		} else if (r->kind == REPORT_STALL) {
			stalled(a);
		} else {
			failed(a);
			a->role = role_of(a);
			too_small_to_fail(a);
		}
		break;
	case REPORT_ORPHAN:
		orphan(a);
		break;
	case REPORT_SLUB:
		slab(a);
		break;
	case REPORT_VMALLOC:
	case REPORT_VMAP:
		vmalloc(a);
		break;
	case REPORT_PERCPU:
		percpu(a);
		break;
	case REPORT_CMA:
		cma(a);
		break;
	case REPORT_DMA_POOL:
		a->cause = CAUSE_DMA_POOL;
		a->explained = true;
		if (r->bytes < 0)
			say(a,
			    "%s found the pool for DMA in atomic context exhausted: drivers hold more of it at once than it has, or the piece was too large",
			    r->dma_device[0] ? r->dma_device : "A device");
		else
			say(a,
			    "At boot, %ld kB%s%s for DMA in atomic context were not to be had; devices that need such memory will fail later, others do not notice",
			    r->bytes / 1024, r->names_text[0] ? " with " : "", r->names_text);
		break;
	default:
		break;
	}
	if (r->slubs && r->kind != REPORT_SLUB && r->slub[0].debug_raised)
		add_unsure(
			a,
			"debugging of the slab cache %s makes its pages larger than they would be",
			r->slub[0].cache);
}
