/* SPDX-License-Identifier: GPL-2.0-only */
/* A report of a failed allocation as it stands in a log: what was printed, nothing concluded. */
#ifndef KREASON_REPORT_H
#define KREASON_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "gfp.h"
#include "kver.h"
#include "norm.h"
#include "rules.h"
#include "str.h"

/*
 * Limits of what is kept of one report, so that no input makes it large. What is beyond is counted
 * as dropped.
 */
#define REPORT_ZONES 256
#define REPORT_FRAMES 96
#define REPORT_NOTES 12
#define REPORT_KERNEL 24
#define REPORT_SLUBS 4

enum report_kind {
	REPORT_PAGE_ALLOC, /* "page allocation failure" */
	REPORT_STALL, /* "page allocation stalls for": slow, not failed */
	REPORT_VMALLOC, /* "vmalloc: allocation failure", "vmalloc error" */
	REPORT_VMAP, /* "vmap allocation for size N failed" */
	REPORT_PERCPU, /* "percpu: allocation failed" */
	REPORT_CMA, /* "cma_alloc: alloc failed" */
	REPORT_DMA_POOL, /* "DMA: failed to allocate N KiB ... pool for atomic allocation" */
	REPORT_SLUB, /* "SLUB: Unable to allocate memory" without a page allocator's report */
	REPORT_ORPHAN, /* Mem-Info whose first line is lost */
	REPORT_OOM, /* the OOM killer's and SysRq's Mem-Info, which are no failed allocation */
	REPORT_KINDS
};

const char *report_kind_name(enum report_kind kind);

/* How a log was printed, which tells something of the kernel that printed it. */
enum report_form {
	FORM_DOT = 1, /* "failure. order" */
	FORM_NODEMASK = 2, /* "nodemask=" in the first line */
	FORM_CPUSET = 4, /* ",cpuset=" too */
	FORM_BOOST = 8,
	FORM_MANAGED = 16,
	FORM_FREE_CMA = 32,
	FORM_FREE_PCP = 64,
	FORM_WRITEPENDING = 128,
	FORM_UNSTABLE = 256,
	FORM_UID = 512, /* "UID:" in the line of the task */
	FORM_OLD_PID = 1024, /* "Pid: 1, comm: a" */
};

struct frame {
	char function[64];
	char module[40];
	bool unsure; /* printed with "?": found on the stack, may be left over */
	bool interrupt; /* between <IRQ> and <EOI> or </IRQ> */
};

/* Numbers are kB as printed, -1 for those that are not there. */
struct zone {
	int node; /* -1: not printed */
	enum gfp_zone type;
	bool marks; /* the line with free: and min: was there */
	bool cut; /* and ended early */
	bool buddy; /* the line with the free blocks was there */
	long free, boost, min, low, high;
	long highatomic, free_highatomic;
	long present, managed, free_cma;
	long slab_unreclaimable;
	int all_unreclaimable; /* -1, 0, 1 */
	long reserve[GFP_ZONES]; /* pages */
	unsigned int n_reserve;
	bool reserve_odd; /* not as many numbers as could be, or something else among them */
	long blocks[RULES_ORDERS]; /* RULES_UNKNOWN: not readable */
	unsigned char types[RULES_ORDERS];
	unsigned int n_orders, types_unsure;
	bool letters;
	bool elided;		/* "..." in that line */
	bool stars_lost; /* a count and its size stood together without the asterisk */
	bool bad_buddy; /* something in the line could not be read */
	long total; /* as printed after "=" */
	unsigned int base_kb; /* size of a block of order 0 */
};

struct slub {
	char cache[80];
	bool have_gfp, have_names;
	unsigned int gfp;
	char names[200];
	long object, buffer, order, min_order;
	long slabs, objects, free; /* sums of nodes */
	int nodes;
	bool debug_raised; /* "debugging increased min order" */
	bool slab; /* SLAB's message, not SLUB's */
};

struct report {
	enum report_kind kind;
	unsigned long line, last_line;
	char time[40];
	double seconds;
	char host[64], caller[32];

	char comm[20];
	long order; /* -1: not printed or not readable */
	bool have_mode, have_names, mode_ends_line;
	unsigned int mode;
	struct gfp_names names;
	char names_text[256];
	char nodemask[64], cpuset[64], mems_allowed[64];
	long bytes; /* of vmalloc, vmap, per-CPU and DMA pool requests */
	long done_bytes; /* "allocated N of M bytes" */
	long stall_ms;
	unsigned int form; /* enum report_form bits */
	char detail[160]; /* the kernel's own words */

	struct kver kver;
	char release[96];
	bool release_from_boot; /* from "Linux version", not from the report */

	long cpu, pid;
	char cpu_comm[20];
	char workqueue[96]; /* "events foo_work [foo]" */
	struct frame *frame;
	unsigned int frames, dropped_frames;
	bool trace, goes_on, trace_mixed, trace_elided, in_interrupt_part;

	bool meminfo, meminfo_shared;
	struct zone *zone;
	unsigned int zones, zones_room, dropped_zones;
	long pages_ram, pages_reserved, pagecache, swap_free, swap_total;
	long total_free, total_free_cma, slab_reclaimable, slab_unreclaimable, unevictable;
	bool complete;

	struct slub slub[REPORT_SLUBS];
	unsigned int slubs;
	unsigned int slub_repeats; /* further ones like these */

	long cma_pages, cma_error, cma_free, cma_total, cma_largest;
	char cma_area[64];
	unsigned int cma_busy; /* "PFNs busy" */
	char dma_device[96];
	long dma_bytes;

	long percpu_align, percpu_atomic;

	char kernel_says[REPORT_KERNEL][256];
	unsigned int kernel_lines;
	long suppressed; /* callbacks */

	char note[REPORT_NOTES][160];
	unsigned int notes;

	/* While it is read. */
	unsigned int quiet; /* lines since the last that belonged to it */
	int now_node, now_zone; /* -1 none */
	int pending_zone, pending_key, pending_node_word;
	int section;
	unsigned int next_order;
	bool expect_total, ended_trace;
	char count[24]; /* a number whose size stands in the next word */
};

struct report *report_new(enum report_kind kind, const struct norm_line *line);
void report_free(struct report *r);

/*
 * Something that a reader should know of how far the report can be trusted; the same is said once.
 */
PRINTF_LIKE(2, 3) void report_note(struct report *r, const char *format, ...);

/* The zone of that node and type, made when it is not there; NULL when there are too many. */
struct zone *report_zone(struct report *r, int node, enum gfp_zone type);
struct zone *report_find_zone(const struct report *r, int node, enum gfp_zone type);

/* "Node 0 Normal" or "Normal". */
void zone_name(const struct zone *z, char *buf, size_t size);

/*
 * report_read() - take what a line says of memory: zones, reserves, free blocks, totals. True if
 * there was anything.
 */
bool report_read(struct report *r, const char *text);

/* report_end() - no more lines: what was begun is closed. */
void report_end(struct report *r);

/* report_trace() - take a line of the task, the kernel or the stack. True if it was one. */
bool report_trace(struct report *r, const char *text);

/* report_slub() - take a line that follows "SLUB: Unable to allocate". True if it was one. */
bool report_slub(struct report *r, const char *text);

/*
 * What a line says of memory, without taking it: what else would take it decides between two open
 * reports.
 */
enum report_part { PART_NONE, PART_MARKS, PART_RESERVE, PART_BUDDY, PART_MEMINFO };
enum report_part report_part_of(const char *text, int *node, int *type);

#endif
