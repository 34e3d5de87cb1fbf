/* SPDX-License-Identifier: GPL-2.0-only */
/* What a report means: decoded, computed and judged; each output only prints it. */
#ifndef KREASON_ANALYSE_H
#define KREASON_ANALYSE_H

#include "caller.h"
#include "report.h"

/* What the user knows and the log does not say. */
struct given {
	struct kver kver; /* .known when given */
	long order; /* -1: not given */
	bool have_mode;
	unsigned int mode;
};

/* Why it failed, in one word; names are in cause_name() and documented in the manual page. */
enum cause {
	CAUSE_UNKNOWN,
	CAUSE_LOW_MEMORY, /* no more free memory than the mark */
	CAUSE_FRAGMENTED, /* free, but not in one piece */
	CAUSE_PER_ORDER_MARK, /* until 4.3: a block is there, the mark for its order is missed */
	CAUSE_CMA, /* what is free is CMA's, which the request cannot use */
	CAUSE_HIGHATOMIC, /* what is free is reserved for atomic requests of higher orders */
	CAUSE_BOOST, /* the mark is missed for its boost alone */
	CAUSE_RESERVE, /* the mark is missed for lowmem_reserve alone */
	CAUSE_SMALL_ZONE, /* the only zone allowed is small */
	CAUSE_RACE, /* the numbers, printed a moment later, would let it pass */
	CAUSE_NO_ZONE, /* no zone that was printed may be used */
	CAUSE_NOT_SHOWN, /* without Mem-Info: only what the request was is known */
	CAUSE_STALL, /* slow, not failed */
	CAUSE_MEMCG, /* limit of a memory cgroup */
	CAUSE_SLAB, /* a slab cache got no page, and no report of the page allocator says why */
	CAUSE_VMALLOC_SPACE, /* address space */
	CAUSE_VMALLOC_PAGES, /* pages */
	CAUSE_PERCPU,
	CAUSE_CMA_HOLE, /* no hole large enough in a CMA area */
	CAUSE_CMA_BUSY, /* pages in a CMA area could not be moved away */
	CAUSE_CMA_OTHER,
	CAUSE_DMA_POOL,
	CAUSES
};

const char *cause_name(enum cause cause);

enum advice_for { FOR_OPERATOR, FOR_DEVELOPER, FOR_NOBODY };

/* @because is the evidence in this report. */
struct advice {
	enum advice_for whom;
	char what[256], because[192];
};

struct judged {
	const struct zone *zone;
	enum tri allowed; /* by nodemask and cpuset; TRI_NO: not asked */
	bool unnamed; /* not among those that the kernel's own lines name */
	struct rules_result result;
	long page_kb;
	/* Pages: would pass by the free blocks, but misses a mark by this going by the counter. */
	long edge;
	enum cause cause;
};

/* Of a kernel with the series of this repository: the words of its "alloc_fail: reason:" line. */
struct said {
	char reason[32], compaction[24];
	bool zones; /* and lines of zones follow it */
};

/* What the caller is in it, as far as order and cause tell. */
enum role {
	ROLE_UNKNOWN,
	ROLE_VICTIM, /* asked for little; others used the memory */
	ROLE_CULPRIT, /* asked for more than the allocator promises */
};

const char *role_text(enum role role);

enum version_source { VERSION_NONE, VERSION_REPORT, VERSION_BOOT, VERSION_GIVEN, VERSION_INFERRED };

struct analysis {
	const struct report *r;

	struct kver kver;
	enum version_source source;
	unsigned int from, until; /* KVER range where it was inferred */
	unsigned int ahead; /* KVER that a vendor's memory management is of at least, else 0 */

	long order;
	bool have_mode;
	unsigned int mode;
	bool decoded;
	struct gfp gfp;
	struct gfp_candidate candidate[GFP_CANDIDATES];
	unsigned int candidates;
	enum gfp_sure sure;
	bool mismatch;
	struct gfp_mismatch differs;

	struct caller caller;
	struct said said;
	struct rules_request request;
	struct rules_path path;
	unsigned int alloc;
	bool judged_path;
	enum tri cpuset; /* in one that does not allow all nodes */
	long page_kb;

	struct judged *zone;
	unsigned int zones;

	enum cause cause;
	int main_zone; /* index into zone, -1 none */
	char verdict[1024];
	struct advice advice[10];
	unsigned int advices;
	char unsure[24][256];
	unsigned int unsures;
	enum role role;
	bool harmless, explained;
};

/* NULL when memory is short. Keeps a pointer to @r. */
struct analysis *analyse(const struct report *r, const struct given *given);
void analysis_free(struct analysis *a);

/* "order 5 (128 kB)", "4096 bytes", ...: what was asked for. */
void analysis_size(const struct analysis *a, char *buf, size_t size);

/* "fails by 12 kB", "nothing usable of order >= 5 (largest usable: order 3)", ... */
void judged_text(const struct analysis *a, const struct judged *j, char *buf, size_t size);

#endif
