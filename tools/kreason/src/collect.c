// SPDX-License-Identifier: GPL-2.0-only
#include "collect.h"

#include <stdio.h>
#include <stdlib.h>

#include "str.h"

const char *const collect_texts[] = { "page allocation",
				      "ilure: order:",
				      "ilure. order:",
				      "allocation failure",
				      "allocation failed",
				      "vmalloc error: size",
				      "vmap allocation for size",
				      "vmalloc_node_range for size",
				      "alloc failed, req-size",
				      "pool for atomic allocation",
				      "DMA pool exhausted for ",
				      "coherent pool is too small",
				      "Unable to allocate memory on",
				      "Linux version ",
				      "lowmem_reserve[]:",
				      "default order: ",
				      "invoked oom-killer",
				      NULL };

/*
 * Reports that are open at once; more CPUs than that do not print into one log without ever ending
 * a report.
 */
#define OPEN_MAX 8
/* Lines that belong to none of the open reports before one is taken to be over. */
#define QUIET_MAX 250
/* The same after its last regular line: what the slab allocator and the driver say follows. */
#define QUIET_COMPLETE 12
/* Messages of one line and some that follow it. */
#define QUIET_SHORT 6

struct collect {
	collect_fn fn;
	void *context;
	struct report *open[OPEN_MAX]; /* oldest first */
	bool over[OPEN_MAX];
	unsigned int n;
	unsigned long others;
	bool failed;

	/* Lines in front of the one that they belong to. */
	struct kver boot_version;
	char boot_release[96], boot_host[64];
	long suppressed;
	unsigned int suppressed_age, busy_age, cma_busy;
};

struct collect *collect_new(collect_fn fn, void *context)
{
	struct collect *c = calloc(1, sizeof(*c));

	if (c) {
		c->fn = fn;
		c->context = context;
		c->suppressed = -1;
	}
	return c;
}

void collect_free(struct collect *c)
{
	unsigned int i;

	if (!c)
		return;
	for (i = 0; i < c->n; i++)
		report_free(c->open[i]);
	free(c);
}

unsigned long collect_others(const struct collect *c)
{
	return c->others;
}

bool collect_failed(const struct collect *c)
{
	return c->failed;
}

bool collect_busy(const struct collect *c)
{
	return c->n > 0;
}

/*
 * A report that was printed together with another, whose Mem-Info came only once, was in the same
 * state of memory.
 */
static void share_meminfo(struct collect *c, struct report *r)
{
	unsigned int i;

	if (r->zones || !r->trace_mixed || r->meminfo_shared)
		return;
	for (i = 0; i < c->n; i++) {
		const struct report *from = c->open[i];
		struct zone *zone;

		if (from == r || !from->zones || !from->trace_mixed || from->meminfo_shared)
			continue;
		zone = malloc(from->zones * sizeof(*zone));
		if (!zone)
			return;
		memcpy(zone, from->zone, from->zones * sizeof(*zone));
		free(r->zone);
		r->zone = zone;
		r->zones = r->zones_room = from->zones;
		r->pages_ram = from->pages_ram;
		r->swap_total = from->swap_total;
		r->swap_free = from->swap_free;
		r->meminfo = r->meminfo_shared = true;
		return;
	}
}

/* Reports go out in the order in which they began. */
static void send(struct collect *c)
{
	while (c->n && c->over[0]) {
		struct report *r = c->open[0];

		c->n--;
		memmove(c->open, c->open + 1, c->n * sizeof(c->open[0]));
		memmove(c->over, c->over + 1, c->n * sizeof(c->over[0]));
		if (r->kind == REPORT_OOM) {
			c->others++;
			report_free(r);
		} else {
			c->fn(c->context, r);
		}
	}
}

static void end_report(struct collect *c, unsigned int i)
{
	report_end(c->open[i]);
	c->over[i] = true;
	/* Two that were printed together end together. */
	share_meminfo(c, c->open[i]);
}

void collect_end(struct collect *c)
{
	unsigned int i;

	for (i = 0; i < c->n; i++)
		report_end(c->open[i]);
	for (i = 0; i < c->n; i++)
		end_report(c, i);
	send(c);
}

static struct report *open_report(struct collect *c, enum report_kind kind,
				  const struct norm_line *line)
{
	struct report *r;

	if (c->n == OPEN_MAX) {
		end_report(c, 0);
		send(c);
	}
	r = report_new(kind, line);
	if (!r) {
		c->failed = true;
		return NULL;
	}
	if (c->boot_version.known &&
	    (!c->boot_host[0] || !r->host[0] || !strcmp(c->boot_host, r->host))) {
		r->kver = c->boot_version;
		memcpy(r->release, c->boot_release, sizeof(r->release));
		r->release_from_boot = true;
	}
	if (c->suppressed_age)
		r->suppressed = c->suppressed;
	c->suppressed_age = 0;
	c->open[c->n] = r;
	c->over[c->n++] = false;
	return r;
}

/* First lines. */

/* A list such as "0-1,3" or "(null)" after @name. */
static void list_after(const char *text, const char *name, char *buf, size_t size)
{
	const char *p = after(text, name);

	if (p)
		str_copy(buf, size, p, strcspn(p, " \t"));
}

/*
 * mems_allowed is last and a list of numbers; cpuset before it may have any name, and a comma ends
 * nodemask's only there.
 */
static void read_masks(struct report *r, const char *text)
{
	char *end;

	list_after(text, "nodemask=", r->nodemask, sizeof(r->nodemask));
	end = strstr(r->nodemask, ",cpuset");
	if (end)
		*end = '\0';
	list_after(text, "cpuset=", r->cpuset, sizeof(r->cpuset));
	end = strstr(r->cpuset, ",mems_allowed");
	if (end)
		*end = '\0';
	list_after(text, "mems_allowed=", r->mems_allowed, sizeof(r->mems_allowed));
}

static void read_mode(struct report *r, const char *text)
{
	const char *p = after(text, "mode:");
	size_t len;

	if (!p)
		p = after(text, "gfp_mask=");
	if (!p) {
		report_note(r, "the line has no \"mode:\": it is cut");
		return;
	}
	p = skip_blank(p);
	r->have_mode = str_hex32(&p, &r->mode);
	if (r->have_mode && (is_word(*p) || *p == '?')) {
		r->have_mode = false;
		report_note(r, "the number after \"mode:\" is not readable");
	} else if (!r->have_mode) {
		report_note(r, "the number after \"mode:\" is missing or not readable");
	}
	r->mode_ends_line = r->have_mode && !*p;
	while (*p && *p != '(' && *p != ',' && !is_blank(*p))
		p++;
	if (*p != '(')
		return;
	p++;
	len = strcspn(p, ")");
	str_copy(r->names_text, sizeof(r->names_text), p, len);
	gfp_parse_names(&r->names, p, len);
	r->have_names = r->names.names > 0 || r->names.extra;
	if (!p[len])
		report_note(r, "the list of flags in the first line is cut");
}

/* An older kernel's first line ends with the number; only newer ones have something behind it. */
static void read_order(struct report *r, const char *text)
{
	const char *p = after(text, "order:");
	long order;

	if (!p)
		p = after(text, "order=");
	p = p ? skip_blank(p) : "";
	if (str_number(&p, &order) && order < RULES_ORDERS && !is_word(*p))
		r->order = order;
	else
		report_note(r, "the order is missing or not readable");
}

/*
 * The task's name: up to 15 bytes before the text, which may follow another program's output on
 * the same line.
 */
static void read_comm(struct report *r, const char *text, const char *at)
{
	const char *start = text;

	while (at > text && (is_blank(at[-1]) || at[-1] == ':'))
		at--;
	if (at - text > 15) {
		start = at;
		while (start > text && at - start < 15 && !is_blank(start[-1]) && start[-1] != ']')
			start--;
	}
	str_copy(r->comm, sizeof(r->comm), start, at - start);
}

static void page_alloc(struct report *r, const char *text, const char *at)
{
	if (starts(at, "page allocation failure."))
		r->form |= FORM_DOT;
	if (strstr(at, "nodemask="))
		r->form |= FORM_NODEMASK;
	if (strstr(at, ",cpuset="))
		r->form |= FORM_CPUSET;
	read_comm(r, text, at);
	read_order(r, at);
	read_mode(r, at);
	read_masks(r, at);
	if (r->kind == REPORT_STALL) {
		const char *p = after(at, " for ");
		long value;

		if (p && str_number(&p, &value) && value < 1L << 40)
			r->stall_ms = starts(p, "ms") ? value : value * 1000;
	}
}

static void vmalloc(struct report *r, const char *text, const char *at)
{
	const char *p;

	read_comm(r, text, at);
	str_copy(r->detail, sizeof(r->detail), at, strcspn(at, "("));
	p = strstr(r->detail, ", mode:");
	if (p)
		r->detail[p - r->detail] = '\0';
	read_mode(r, at);
	read_masks(r, at);
	r->bytes = str_number_after(at, "allocation failure:");
	if (r->bytes < 0)
		r->bytes = str_number_after(at, " of ");
	if (r->bytes < 0)
		r->bytes = str_number_after(at, "size ");
	r->done_bytes = str_number_after(at, "allocated ");
	p = after(at, "page order ");
	r->order = 0;
	if (p && (!str_number(&p, &r->order) || r->order >= RULES_ORDERS))
		r->order = -1;
}

static void cma(struct collect *c, struct report *r, const char *text)
{
	const char *p = after(text, "cma_alloc: "), *end;

	r->cma_pages = str_number_after(text, "req-size:");
	p = p ? skip_blank(p) : "";
	end = strstr(p, ": alloc failed");
	if (end && end > p)
		str_copy(r->cma_area, sizeof(r->cma_area), p, end - p);
	p = after(text, "ret:");
	p = p ? skip_blank(p) : "";
	if (*p == '-')
		p++;
	if (!str_number(&p, &r->cma_error))
		report_note(r, "the error code is missing");
	if (c->busy_age)
		r->cma_busy = c->cma_busy;
	c->busy_age = c->cma_busy = 0;
}

/*
 * "4+7+166=>357 pages, total: 2048 pages" before 3.x, "72@184+3886@4306=> 3958 free of 8192 total
 * pages" since. From 6.15 on the runs stand in lines of their own, "range 0: 72@184", and the sum
 * in the last.
 */
static bool cma_runs(struct report *r, const char *text)
{
	const char *p = after(text, "number of available pages:");
	long run, where;

	if (!p && starts(text, "cma: range "))
		p = after(text + strlen("cma: range "), ": ");
	if (!p && starts(text, "=> "))
		p = text;
	if (!p)
		return false;
	p = skip_blank(p);
	while (str_number(&p, &run)) {
		if (run > r->cma_largest)
			r->cma_largest = run;
		if (*p == '@') {
			p++;
			if (!str_number(&p, &where))
				return true;
		}
		if (*p != '+')
			break;
		p++;
	}
	p = after(text, "=>");
	if (!p)
		return true;
	p = skip_blank(p);
	if (!str_number(&p, &r->cma_free))
		return true;
	r->cma_total = str_number_after(p, " free of ");
	if (r->cma_total < 0)
		r->cma_total = str_number_after(p, "total:");
	if (r->cma_largest < 0)
		r->cma_largest = 0;
	return true;
}

static void percpu(struct report *r, const char *text)
{
	const char *p;

	r->bytes = str_number_after(text, "size=");
	r->percpu_align = str_number_after(text, "align=");
	r->percpu_atomic = str_number_after(text, "atomic=");
	/* Until 3.17 without "atomic=". */
	p = after(text, "atomic=");
	if (!p)
		p = after(text, "align=");
	p = p ? after(p, ", ") : NULL;
	if (p) {
		str_copy(r->detail, sizeof(r->detail), p, strlen(p));
		p = strstr(r->detail, ", mode:");
		if (p)
			r->detail[p - r->detail] = '\0';
	}
	if (strstr(text, "mode:"))
		read_mode(r, text);
}

static void dma_pool(struct report *r, const char *text)
{
	const char *p;
	size_t len;

	/* At run time: the device, with the series the flags; until 5.7 the size of the pool. */
	if ((p = after(text, "DMA pool exhausted for "))) {
		str_copy(r->dma_device, sizeof(r->dma_device), p, strcspn(p, ", \t"));
		r->dma_bytes = -1;
		if (strstr(p, "mode:"))
			read_mode(r, p);
		return;
	}
	if (strstr(text, "coherent pool is too small")) {
		str_copy(r->detail, sizeof(r->detail), text, strlen(text));
		return;
	}
	p = after(text, "failed to allocate ");

	if (p && str_number(&p, &r->bytes) && r->bytes < 1L << 40)
		r->bytes *= starts(p, " KiB") ? 1024 : 1;
	p = p ? strstr(p, "GFP_") : NULL;
	if (p) {
		len = strcspn(p, " ");
		str_copy(r->names_text, sizeof(r->names_text), p, len);
		gfp_parse_names(&r->names, p, len);
		r->have_names = r->names.names > 0;
	}
}

static void slub(struct report *r, const char *text)
{
	struct slub *s;
	const char *p = after(text, "gfp=");

	if (r->slubs == REPORT_SLUBS) {
		r->slub_repeats++;
		return;
	}
	s = &r->slub[r->slubs++];
	s->object = s->buffer = s->order = s->min_order = -1;
	s->slab = starts(text, "SLAB:");
	if (!p)
		return;
	s->have_gfp = str_hex32(&p, &s->gfp);
	if (*p == '(') {
		p++;
		str_copy(s->names, sizeof(s->names), p, strcspn(p, ")"));
		s->have_names = s->names[0];
	}
	/* 2.6.3x to 3.x: "SLAB: ... on node N (gfp=0x20)" and a line with the cache. */
}

static bool same_stream(const struct report *r, const struct norm_line *line)
{
	if (r->host[0] && line->host[0] && strcmp(r->host, line->host))
		return false;
	return !r->caller[0] || !line->caller[0] || !strcmp(r->caller, line->caller);
}

/* The last open report of the stream, or NULL. */
static struct report *current(struct collect *c, const struct norm_line *line)
{
	unsigned int i;

	for (i = c->n; i-- > 0;)
		if (!c->over[i] && same_stream(c->open[i], line))
			return c->open[i];
	return NULL;
}

static bool has_meminfo(enum report_kind kind)
{
	return kind == REPORT_PAGE_ALLOC || kind == REPORT_STALL || kind == REPORT_VMALLOC;
}

/*
 * A new report begins in a stream. One that is open was printed before, or is being printed by
 * another CPU at this moment; which of the two it is shows when more of the older one comes, see
 * lacking().
 */
static void begin(struct collect *c, struct report *fresh, const struct norm_line *line)
{
	unsigned int i;

	for (i = 0; i < c->n; i++) {
		struct report *r = c->open[i];

		if (r == fresh || c->over[i] || !same_stream(r, line))
			continue;
		if (!has_meminfo(r->kind))
			end_report(c, i);
		else if (has_meminfo(fresh->kind) &&
			 (r->complete || r->caller[0] || r->quiet > 20 ||
			  (r->seconds >= 0 && line->seconds > r->seconds + 1)))
			end_report(c, i);
	}
	send(c);
}

/* Words that only the first line of one kind of report has; those of page allocations are apart. */
static const struct {
	enum report_kind kind;
	const char *words, *also;
} first_words[] = {
	{ REPORT_VMALLOC, "vmalloc: allocation failure", "" },
	{ REPORT_VMALLOC, "vmalloc error: size", "" },
	{ REPORT_VMALLOC, "vmalloc size", "allocation failure" },
	{ REPORT_VMAP, "vmap allocation for size", "" },
	{ REPORT_VMAP, "vmalloc_node_range for size", "failed" },
	{ REPORT_PERCPU, "allocation failed, size=", "align=" },
	{ REPORT_CMA, "alloc failed, req-size", "" },
	{ REPORT_DMA_POOL, "DMA: failed to allocate", "pool for atomic" },
	{ REPORT_DMA_POOL, "DMA pool exhausted for ", "" },
	{ REPORT_DMA_POOL, "atomic DMA coherent pool is too small", "" },
	{ REPORT_OOM, "invoked oom-killer", "" },
	{ REPORT_OOM, "ysrq: Show Memory", "" },
	{ REPORT_OOM, "ysRq : Show Memory", "" },
};

/* What the line is the first of, and where in it; REPORT_KINDS for none. */
static enum report_kind kind_of(const char *text, const char **at)
{
	unsigned int i;

	*at = text;
	/* The subject of a mail has the first line of the report below it. */
	if (starts(text, "Subject:"))
		return REPORT_KINDS;
	*at = strstr(text, "page allocation failure");
	if (*at) {
		const char *p = *at + strlen("page allocation failure");

		/* Not what a person writes about one. */
		if ((*p == ':' || *p == '.') && starts(skip_blank(p + 1), "order"))
			return REPORT_PAGE_ALLOC;
		return REPORT_KINDS;
	}
	*at = strstr(text, "page allocation stall");
	if (*at)
		return strstr(*at, " for ") && strstr(*at, "order") ? REPORT_STALL : REPORT_KINDS;
	*at = text;
	if (starts(text, "SLUB: Unable to allocate memory") ||
	    starts(text, "SLAB: Unable to allocate memory"))
		return REPORT_SLUB;
	for (i = 0; i < ARRAY_SIZE(first_words); i++) {
		*at = strstr(text, first_words[i].words);
		if (*at && strstr(*at, first_words[i].also))
			return first_words[i].kind;
	}
	return REPORT_KINDS;
}

static bool is_first_line(struct collect *c, const struct norm_line *line)
{
	const char *text = line->text, *at;
	enum report_kind kind = kind_of(text, &at);
	struct report *r = current(c, line);

	if (kind == REPORT_KINDS)
		return false;
	/* What a slab cache says after the page allocator failed belongs to that report. */
	if (kind == REPORT_SLUB && r && (has_meminfo(r->kind) || r->kind == REPORT_ORPHAN) &&
	    r->quiet < QUIET_COMPLETE) {
		slub(r, text);
		r->last_line = line->number;
		r->quiet = 0;
		return true;
	}

	r = open_report(c, kind, line);
	if (!r)
		return true;
	begin(c, r, line);
	switch (kind) {
	case REPORT_PAGE_ALLOC:
	case REPORT_STALL:
		page_alloc(r, text, at);
		break;
	case REPORT_VMALLOC:
		vmalloc(r, text, at);
		break;
	case REPORT_VMAP:
		r->bytes = str_number_after(at, "for size");
		str_copy(r->detail, sizeof(r->detail), at, strlen(at));
		if (strstr(at, "mode:"))
			read_mode(r, at);
		break;
	case REPORT_PERCPU:
		percpu(r, at);
		break;
	case REPORT_CMA:
		cma(c, r, text);
		break;
	case REPORT_DMA_POOL:
		dma_pool(r, at);
		break;
	case REPORT_SLUB:
		slub(r, text);
		break;
	default:
		break;
	}
	return true;
}

/* Lines that come before the report that they belong to. */
static void in_front(struct collect *c, const struct norm_line *line)
{
	const char *p;
	long value;

	if (c->suppressed_age)
		c->suppressed_age--;
	if (c->busy_age)
		c->busy_age--;

	if ((p = strstr(line->text, "Linux version "))) {
		struct kver v;
		const char *found = kver_find(&v, p);

		if (found) {
			c->boot_version = v;
			str_copy(c->boot_release, sizeof(c->boot_release), found,
				 strcspn(found, " \t"));
			memcpy(c->boot_host, line->host, sizeof(c->boot_host));
		}
	} else if ((p = strstr(line->text, " callbacks suppressed"))) {
		const char *start = p;

		while (start > line->text && is_digit(start[-1]))
			start--;
		if (str_number(&start, &value) && start == p) {
			c->suppressed = value;
			c->suppressed_age = 8;
		}
	} else if (strstr(line->text, "PFNs busy")) {
		c->cma_busy++;
		c->busy_age = 12;
	}
}

/* Does a report have room for this part? */
static bool lacks(const struct report *r, enum report_part part, int node, int type)
{
	const struct zone *z = type >= 0 ? report_find_zone(r, node, type) : NULL;

	switch (part) {
	case PART_MEMINFO:
		return !r->meminfo;
	case PART_MARKS:
		return !z || !z->marks;
	case PART_RESERVE:
		return r->now_zone >= 0 && !r->zone[r->now_zone].n_reserve;
	case PART_BUDDY:
		return !z || !z->buddy;
	default:
		return true;
	}
}

/* The device that a failed allocation was for, which the DMA mapping code names. */
static bool dma_failure(struct report *r, const char *text)
{
	const char *p = strstr(text, "dma_alloc_coherent of size"), *end = p;

	if (!p || r->dma_device[0])
		return false;
	while (end > text && (is_blank(end[-1]) || end[-1] == ':'))
		end--;
	str_copy(r->dma_device, sizeof(r->dma_device), text, end - text);
	r->dma_bytes = str_number_after(p, "of size");
	return true;
}

static bool more_of(struct report *r, const char *text)
{
	const char *p;

	switch (r->kind) {
	case REPORT_DMA_POOL:
	case REPORT_VMAP:
		return false;
	case REPORT_SLUB:
		return report_slub(r, text);
	case REPORT_PERCPU:
		return report_trace(r, text);
	case REPORT_CMA:
		return cma_runs(r, text) || dma_failure(r, text);
	default:
		break;
	}
	if (r->complete && (starts(text, "Mem-Info:") || starts(text, "Mem-info:")))
		return false;
	if ((p = after(text, "alloc_fail: "))) {
		if (r->kernel_lines < REPORT_KERNEL)
			str_copy(r->kernel_says[r->kernel_lines++], sizeof(r->kernel_says[0]), p,
				 strlen(p));
		return true;
	}
	if (dma_failure(r, text))
		return true;
	if (strstr(text, " cpuset=") && strstr(text, "mems_allowed=")) {
		read_masks(r, text);
		return true;
	}
	return report_trace(r, text) || report_slub(r, text) || report_read(r, text);
}

/*
 * Whose task the line "CPU: 1 PID: 2 Comm: a Not tainted" names. Of two with one name the newest,
 * as a list of first lines may be in front.
 */
static struct report *of_task(struct collect *c, const struct norm_line *line)
{
	const char *comm = after(line->text, "omm: ");
	unsigned int i;

	for (i = c->n; i-- > 0;) {
		struct report *r = c->open[i];

		if (!c->over[i] && same_stream(r, line) && r->comm[0] && starts(comm, r->comm) &&
		    !r->cpu_comm[0])
			return r;
	}
	return NULL;
}

/*
 * Which of several reports that are printed at once gets the line: the oldest that lacks it. An
 * older one counts only when something has shown that it goes on behind the first line of a newer
 * one: its task, or a second Mem-Info.
 */
static struct report *lacking(struct collect *c, const struct norm_line *line,
			      const struct report *newest)
{
	enum report_part part;
	int node, type, pass;
	unsigned int i;

	if (strstr(line->text, "omm: ") && strstr(line->text, "ainted"))
		return of_task(c, line);
	part = report_part_of(line->text, &node, &type);
	if (part == PART_NONE)
		return NULL;
	for (pass = 0; pass < 2; pass++) {
		for (i = 0; i < c->n; i++) {
			struct report *r = c->open[i];

			if (c->over[i] || !same_stream(r, line) || !has_meminfo(r->kind))
				continue;
			if (lacks(r, part, node, type) &&
			    (r == newest || r->goes_on || r->meminfo ||
			     (pass && part == PART_MEMINFO)))
				return r;
		}
	}
	return NULL;
}

static unsigned int streams(struct collect *c, const struct norm_line *line)
{
	unsigned int n = 0, i;

	for (i = 0; i < c->n; i++)
		n += !c->over[i] && same_stream(c->open[i], line);
	return n;
}

/* A line in the middle of something: Mem-Info or a slab cache whose first line is lost. */
static struct report *orphan(struct collect *c, const struct norm_line *line)
{
	enum report_part part;
	int node, type;
	struct report *r;

	if (starts(line->text, "cache: ") && strstr(line->text, "default order:")) {
		r = open_report(c, REPORT_SLUB, line);
		if (r) {
			slub(r, "");
			report_note(r, "the first line of the slab allocator's message is missing");
		}
		return r;
	}
	part = report_part_of(line->text, &node, &type);
	if (part == PART_MARKS || part == PART_MEMINFO)
		return open_report(c, REPORT_ORPHAN, line);
	return NULL;
}

static void age(struct collect *c, const struct report *except)
{
	unsigned int i;

	for (i = 0; i < c->n; i++) {
		struct report *r = c->open[i];
		unsigned int max = QUIET_MAX;

		if (r == except || c->over[i])
			continue;
		if (r->kind == REPORT_CMA || r->kind == REPORT_VMAP || r->kind == REPORT_DMA_POOL ||
		    r->kind == REPORT_SLUB)
			max = QUIET_SHORT;
		else if (r->complete)
			max = QUIET_COMPLETE;
		if (++r->quiet > max)
			end_report(c, i);
	}
	send(c);
}

/*
 * The open report that takes the line: the one that it is meant for, else the newest that can use
 * it.
 */
static struct report *taker(struct collect *c, const struct norm_line *line)
{
	struct report *r = NULL;
	unsigned int i;

	if (streams(c, line) > 1) {
		struct report *newest = current(c, line);

		r = lacking(c, line, newest);
		if (r && more_of(r, line->text)) {
			if (r != newest)
				r->goes_on = r->trace_mixed = newest->trace_mixed = true;
			return r;
		}
	}
	for (i = c->n; i-- > 0;)
		if (!c->over[i] && c->open[i] != r && same_stream(c->open[i], line) &&
		    more_of(c->open[i], line->text))
			return c->open[i];
	r = orphan(c, line);
	return r && more_of(r, line->text) ? r : NULL;
}

void collect_line(struct collect *c, const struct norm_line *line)
{
	struct report *r = NULL;

	in_front(c, line);
	if (is_first_line(c, line))
		return;
	if (!line->foreign)
		r = taker(c, line);
	if (r) {
		r->last_line = line->number;
		r->quiet = 0;
	}
	age(c, r);
}
