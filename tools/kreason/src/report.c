// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines about memory are read word by word, not by their form: mailers wrap them anywhere, old
 * kernels with a loaded console printed one number per record, and terminals cut them. What a word
 * belongs to is known from the words before.
 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>

#include "str.h"

enum section { NONE, ZONE, RESERVE, BUDDY };

const char *report_kind_name(enum report_kind kind)
{
	static const char *const names[REPORT_KINDS] = {
		[REPORT_PAGE_ALLOC] = "page-allocation-failure",
		[REPORT_STALL] = "page-allocation-stall",
		[REPORT_VMALLOC] = "vmalloc-failure",
		[REPORT_VMAP] = "vmap-failure",
		[REPORT_PERCPU] = "percpu-failure",
		[REPORT_CMA] = "cma-failure",
		[REPORT_DMA_POOL] = "dma-pool-failure",
		[REPORT_SLUB] = "slab-failure",
		[REPORT_ORPHAN] = "mem-info-without-header",
		[REPORT_OOM] = "out-of-memory",
	};

	return names[kind];
}

struct report *report_new(enum report_kind kind, const struct norm_line *line)
{
	struct report *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->kind = kind;
	r->line = r->last_line = line->number;
	memcpy(r->time, line->time, sizeof(r->time));
	memcpy(r->host, line->host, sizeof(r->host));
	memcpy(r->caller, line->caller, sizeof(r->caller));
	r->seconds = line->seconds;
	r->order = r->bytes = r->done_bytes = r->stall_ms = -1;
	r->cpu = r->pid = -1;
	r->pages_ram = r->pages_reserved = r->pagecache = r->swap_free = r->swap_total = -1;
	r->total_free = r->total_free_cma = r->slab_reclaimable = r->slab_unreclaimable =
		r->unevictable = -1;
	r->cma_pages = r->cma_error = r->cma_free = r->cma_total = r->cma_largest = r->dma_bytes =
		-1;
	r->percpu_align = r->percpu_atomic = r->suppressed = -1;
	r->now_node = r->now_zone = r->pending_zone = r->pending_key = -1;
	return r;
}

void report_free(struct report *r)
{
	if (!r)
		return;
	free(r->zone);
	free(r->frame);
	free(r);
}

void report_note(struct report *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	str_list_add(r->note[0], sizeof(r->note[0]), REPORT_NOTES, &r->notes, format, args);
	va_end(args);
}

struct zone *report_find_zone(const struct report *r, int node, enum gfp_zone type)
{
	unsigned int i;

	for (i = 0; i < r->zones; i++)
		if (r->zone[i].node == node && r->zone[i].type == type)
			return &r->zone[i];
	return NULL;
}

struct zone *report_zone(struct report *r, int node, enum gfp_zone type)
{
	struct zone *z = report_find_zone(r, node, type);
	unsigned int i;

	if (z)
		return z;
	if (r->zones == r->zones_room) {
		unsigned int room = r->zones_room ? 2 * r->zones_room : 8;

		z = r->zones < REPORT_ZONES ? realloc(r->zone, room * sizeof(*z)) : NULL;
		if (!z) {
			r->dropped_zones++;
			return NULL;
		}
		r->zone = z;
		r->zones_room = room;
	}
	z = &r->zone[r->zones++];
	memset(z, 0, sizeof(*z));
	z->node = node;
	z->type = type;
	z->free = z->boost = z->min = z->low = z->high = z->highatomic = z->free_highatomic = -1;
	z->present = z->managed = z->free_cma = z->slab_unreclaimable = z->total = -1;
	z->all_unreclaimable = -1;
	for (i = 0; i < RULES_ORDERS; i++)
		z->blocks[i] = RULES_UNKNOWN;
	return z;
}

void zone_name(const struct zone *z, char *buf, size_t size)
{
	if (z->node >= 0)
		snprintf(buf, size, "Node %d %s", z->node, gfp_zone_name(z->type));
	else
		snprintf(buf, size, "%s", gfp_zone_name(z->type));
}

/* Free blocks. */

/* Numbers as the kernel prints them for blocks of 4 kB pages and of larger ones. */
static bool is_page_size(long kb)
{
	return kb == 4 || kb == 8 || kb == 16 || kb == 64 || kb == 256;
}

static long order_of(const struct zone *z, long kb)
{
	unsigned int order;

	for (order = 0; order < RULES_ORDERS; order++)
		if ((long)z->base_kb << order == kb)
			return order;
	return -1;
}

/* A count for blocks of @kb. Orders that are passed over stay unknown. */
static void buddy_count(struct report *r, struct zone *z, long count, long kb)
{
	long order;

	if (!z->base_kb)
		z->base_kb = is_page_size(kb) ? kb : 4;
	order = order_of(z, kb);
	if (order < (long)r->next_order) {
		/* An order twice, or a size that no block has. */
		z->bad_buddy = true;
		return;
	}
	z->blocks[order] = count;
	r->next_order = order + 1;
	if (z->n_orders < r->next_order)
		z->n_orders = r->next_order;
}

/*
 * Digits that hold a count and a size with nothing between: the size is known from the place in
 * the line, so the count is what is left. Whether that is right is told by the total at the end of
 * the line.
 */
static void buddy_glued(struct report *r, struct zone *z, const char *digits, size_t len)
{
	static const long sizes[] = { 4, 64, 16, 8 };
	char size[24];
	unsigned int order, i;

	if (!z->base_kb) {
		for (i = 0; i < ARRAY_SIZE(sizes) && !z->base_kb; i++) {
			int n = snprintf(size, sizeof(size), "%ld", sizes[i]);

			if (len > (size_t)n && !memcmp(digits + len - n, size, n))
				z->base_kb = sizes[i];
		}
		if (!z->base_kb)
			z->base_kb = 4;
	}
	for (order = r->next_order; order < RULES_ORDERS; order++) {
		int n = snprintf(size, sizeof(size), "%ld", (long)z->base_kb << order);
		char count[24];
		const char *p = count;
		long value;

		if (len < (size_t)n || memcmp(digits + len - n, size, n)) {
			/*
			 * Skipping an order here would be guessing: which one a number belongs to
			 * is its place alone.
			 */
			z->bad_buddy = true;
			return;
		}
		str_copy(count, sizeof(count), digits, len - n);
		if (!*count && r->count[0])
			str_copy(count, sizeof(count), r->count, strlen(r->count));
		r->count[0] = '\0';
		if (!str_number(&p, &value) || *p) {
			z->bad_buddy = true;
			return;
		}
		z->stars_lost = true;
		buddy_count(r, z, value, (long)z->base_kb << order);
		return;
	}
	z->bad_buddy = true;
}

static void buddy_letters(struct report *r, struct zone *z, const char *p, size_t len)
{
	size_t i;

	if (!r->next_order)
		return;
	for (i = 0; i < len; i++) {
		int type;

		if (p[i] == '(' || p[i] == ')')
			continue;
		type = gfp_mt_from_letter(p[i]);
		if (type < 0) {
			z->types_unsure |= 1u << (r->next_order - 1);
			report_note(r, "an unknown letter '%c' in the list of free blocks",
				    p[i] >= ' ' && p[i] < 127 ? p[i] : '?');
		} else {
			z->types[r->next_order - 1] |= 1u << type;
		}
	}
	/* Cut between the letters: others may have followed. */
	if (p[len - 1] != ')')
		z->types_unsure |= 1u << (r->next_order - 1);
	z->letters = true;
}

/* What a log, a mailer or a web page makes of the asterisk. */
static size_t asterisk(const char *p)
{
	return *p == '*' || *p == '_' || *p == 'x';
}

/*
 * The unit: kB; K or k alone where the rest of it was cut off or blown away. What follows, or
 * NULL.
 */
static const char *unit(const char *p)
{
	if (*p != 'k' && *p != 'K')
		return NULL;
	return p[1] == 'B' ? p + 2 : p + 1;
}

static void buddy_end(struct report *r);

/* A word in a line of free blocks; false when it is of something else. */
static bool buddy_word(struct report *r, struct zone *z, const char *word, size_t len)
{
	const char *p = word, *end;
	long count, kb;
	size_t star;

	if (*p == '(') {
		buddy_letters(r, z, p, len);
		return true;
	}
	if (*p == '=') {
		r->expect_total = true;
		p++;
		if (!*p || is_blank(*p))
			return true;
	}
	if (starts(p, "...") || starts(p, "[...]")) {
		z->elided = true;
		return true;
	}
	if (!is_digit(*p)) {
		/* A hole where a number was: what follows is not known to be in its place. */
		if (asterisk(p) && is_digit(p[asterisk(p)])) {
			z->bad_buddy = true;
			return true;
		}
		return false;
	}

	if (r->expect_total) {
		if (str_number(&p, &kb) && unit(p))
			z->total = kb;
		else
			z->bad_buddy = true;
		buddy_end(r);
		return true;
	}

	end = p;
	while (is_digit(*end))
		end++;
	star = asterisk(end);
	if (star && is_digit(end[star])) {
		r->count[0] = '\0';
		if (!str_number(&p, &count) || (p += star, !str_number(&p, &kb)) ||
		    !(end = unit(p))) {
			z->bad_buddy = true;
			return true;
		}
		buddy_count(r, z, count, kb);
		if (*end == '(')
			buddy_letters(r, z, end, word + len - end);
		return true;
	}
	if (unit(end)) {
		buddy_glued(r, z, p, end - p);
		if (*unit(end) == '(')
			buddy_letters(r, z, unit(end), word + len - unit(end));
		return true;
	}
	if (is_blank(*end) || !*end) {
		str_copy(r->count, sizeof(r->count), p, end - p);
		return true;
	}
	z->bad_buddy = true;
	return true;
}

/*
 * The total is printed from the same numbers, so it tells whether all of them were read; and when
 * all but some were, what is missing.
 */
static void buddy_end(struct report *r)
{
	struct zone *z = &r->zone[r->now_zone];
	unsigned int order, unknown = 0, last_unknown = 0;
	long sum = 0;
	char label[48];

	r->section = NONE;
	r->expect_total = false;
	r->count[0] = '\0';
	zone_name(z, label, sizeof(label));
	if (!z->base_kb)
		return;

	/*
	 * How many orders were left out, or cut off where there is no total, is not known; 11 is
	 * what nearly all kernels have.
	 */
	if ((z->elided || z->bad_buddy || z->total < 0) && z->n_orders < 11)
		z->n_orders = 11;
	for (order = 0; order < z->n_orders; order++) {
		long kb = (long)z->base_kb << order;

		if (z->blocks[order] == RULES_UNKNOWN) {
			unknown++;
			last_unknown = order;
		} else if (z->blocks[order] > (1L << 53) / kb) {
			z->bad_buddy = true;
			return;
		} else {
			sum += z->blocks[order] * kb;
		}
		if (sum > 1L << 53) {
			z->bad_buddy = true;
			return;
		}
	}
	if (z->total < 0)
		return;
	if (sum == z->total && unknown) {
		for (order = 0; order < z->n_orders; order++)
			if (z->blocks[order] == RULES_UNKNOWN)
				z->blocks[order] = 0;
		report_note(
			r,
			"%s: not all numbers of free blocks are readable; those that are add up to the total, so the others are 0",
			label);
		z->bad_buddy = false;
	} else if (unknown == 1 && sum < z->total &&
		   (z->total - sum) % ((long)z->base_kb << last_unknown) == 0) {
		z->blocks[last_unknown] = (z->total - sum) / ((long)z->base_kb << last_unknown);
		report_note(
			r,
			"%s: the number of blocks of order %u is not readable; by the total it is %ld",
			label, last_unknown, z->blocks[last_unknown]);
		z->bad_buddy = false;
	} else if (sum != z->total || unknown) {
		z->bad_buddy = true;
		report_note(
			r,
			"%s: the free blocks as read add up to %ld kB, the line says %ld kB: some digits are wrong or lost",
			label, sum, z->total);
	} else {
		z->bad_buddy = false;
	}
}

static void leave(struct report *r)
{
	if (r->section == BUDDY)
		buddy_end(r);
	if (r->section == ZONE && r->zone[r->now_zone].present < 0)
		r->zone[r->now_zone].cut = true;
	r->section = NONE;
	r->pending_key = -1;
}

/* Keys of a zone and of Mem-Info's head. */

enum key {
	K_FREE,
	K_BOOST,
	K_MIN,
	K_LOW,
	K_HIGH,
	K_HIGHATOMIC,
	K_FREE_HIGHATOMIC,
	K_PRESENT,
	K_MANAGED,
	K_FREE_CMA,
	K_SLAB_UNRECLAIMABLE,
	K_SLAB_RECLAIMABLE,
	K_UNEVICTABLE,
	K_WRITEPENDING,
	K_FREE_PCP,
	K_UNSTABLE,
	K_OTHER,
};

static const char *const key_names[] = {
	[K_FREE] = "free",
	[K_BOOST] = "boost",
	[K_MIN] = "min",
	[K_LOW] = "low",
	[K_HIGH] = "high",
	[K_HIGHATOMIC] = "reserved_highatomic",
	[K_FREE_HIGHATOMIC] = "free_highatomic",
	[K_PRESENT] = "present",
	[K_MANAGED] = "managed",
	[K_FREE_CMA] = "free_cma",
	[K_SLAB_UNRECLAIMABLE] = "slab_unreclaimable",
	[K_SLAB_RECLAIMABLE] = "slab_reclaimable",
	[K_UNEVICTABLE] = "unevictable",
	[K_WRITEPENDING] = "writepending",
	[K_FREE_PCP] = "free_pcp",
	[K_UNSTABLE] = "unstable",
};

static enum key key_of(struct report *r, const char *word, size_t len)
{
	enum key key;

	for (key = 0; key < K_OTHER; key++)
		if (strlen(key_names[key]) == len && !memcmp(key_names[key], word, len)) {
			switch (key) {
			case K_BOOST:
				r->form |= FORM_BOOST;
				break;
			case K_MANAGED:
				r->form |= FORM_MANAGED;
				break;
			case K_FREE_CMA:
				r->form |= FORM_FREE_CMA;
				break;
			case K_FREE_PCP:
				r->form |= FORM_FREE_PCP;
				break;
			case K_WRITEPENDING:
				r->form |= FORM_WRITEPENDING;
				break;
			case K_UNSTABLE:
				r->form |= FORM_UNSTABLE;
				break;
			default:
				break;
			}
			return key;
		}
	return K_OTHER;
}

static long *zone_field(struct zone *z, enum key key)
{
	switch (key) {
	case K_FREE:
		return &z->free;
	case K_BOOST:
		return &z->boost;
	case K_MIN:
		return &z->min;
	case K_LOW:
		return &z->low;
	case K_HIGH:
		return &z->high;
	case K_HIGHATOMIC:
		return &z->highatomic;
	case K_FREE_HIGHATOMIC:
		return &z->free_highatomic;
	case K_PRESENT:
		return &z->present;
	case K_MANAGED:
		return &z->managed;
	case K_FREE_CMA:
		return &z->free_cma;
	case K_SLAB_UNRECLAIMABLE:
		return &z->slab_unreclaimable;
	default:
		return NULL;
	}
}

static void zone_value(struct report *r, enum key key, const char *p)
{
	struct zone *z = &r->zone[r->now_zone];
	long *field = zone_field(z, key), value;
	const char *end = p, *rest;
	char label[48];

	r->pending_key = -1;
	if (!field)
		return;
	zone_name(z, label, sizeof(label));
	if (!str_number(&end, &value) || !(rest = unit(end)) || is_word(*rest)) {
		if (!*end && end > p)
			report_note(r, "%s: the line is cut inside \"%s:\", which is left out",
				    label, key_names[key]);
		else
			report_note(r, "%s: the value of \"%s:\" is not readable", label,
				    key_names[key]);
		return;
	}
	*field = value;
	if (key == K_MIN)
		z->marks = true;
}

/* Counters of the whole machine, in pages. */
static bool total_value(struct report *r, enum key key, const char *p)
{
	long value, *field = key == K_FREE		 ? &r->total_free :
			     key == K_FREE_CMA		 ? &r->total_free_cma :
			     key == K_SLAB_RECLAIMABLE	 ? &r->slab_reclaimable :
			     key == K_SLAB_UNRECLAIMABLE ? &r->slab_unreclaimable :
			     key == K_UNEVICTABLE	 ? &r->unevictable :
							   NULL;

	if (!field || !str_number(&p, &value) || is_word(*p))
		return false;
	if (*field < 0)
		*field = value;
	return true;
}

static bool word(struct report *r, const char *w, size_t len)
{
	const char *colon;
	long number;
	int type;

	if (len == 4 && starts(w, "Node")) {
		leave(r);
		r->pending_node_word = 1;
		r->pending_zone = r->now_node = -1;
		return false;
	}
	if (r->pending_node_word) {
		const char *p = w;

		r->pending_node_word = 0;
		if (str_number(&p, &number) && number < 4096 && (!*p || is_blank(*p))) {
			r->now_node = number;
			return false;
		}
	}

	/* "DMA:" begins free blocks, "DMA" may be followed by "free:". */
	type = gfp_zone_from_name(w, w[len - 1] == ':' ? len - 1 : len);
	if (type >= 0) {
		leave(r);
		if (w[len - 1] == ':') {
			struct zone *z = report_zone(r, r->now_node, type);

			r->now_node = r->pending_zone = -1;
			if (!z)
				return true;
			if (z->buddy && z->base_kb)
				return true;
			z->buddy = true;
			r->now_zone = z - r->zone;
			r->section = BUDDY;
			r->next_order = 0;
			return true;
		}
		r->pending_zone = type;
		return false;
	}

	/* "Node 0 active_anon:..." is of the node, not of a zone. */
	if (r->pending_zone < 0)
		r->now_node = -1;

	if (r->section == BUDDY) {
		if (buddy_word(r, &r->zone[r->now_zone], w, len))
			return true;
		leave(r);
	}
	if (starts(w, "lowmem_reserve[]:")) {
		bool had = r->section == ZONE;

		leave(r);
		if (had && !r->zone[r->now_zone].n_reserve)
			r->section = RESERVE;
		return true;
	}
	if (r->section == RESERVE) {
		struct zone *z = &r->zone[r->now_zone];
		const char *p = w;

		if (str_number(&p, &number) && (!*p || is_blank(*p))) {
			if (z->n_reserve < GFP_ZONES)
				z->reserve[z->n_reserve++] = number;
			else
				z->reserve_odd = true;
			return true;
		}
		if (is_digit(*w))
			z->reserve_odd = true;
		leave(r);
	}

	colon = memchr(w, ':', len);
	if (r->pending_zone >= 0 && colon && colon - w == 4 && starts(w, "free")) {
		struct zone *z = report_zone(r, r->now_node, r->pending_zone);

		leave(r);
		r->pending_zone = r->now_node = -1;
		if (!z || z->marks)
			return true;
		r->now_zone = z - r->zone;
		r->section = ZONE;
	} else if (r->pending_zone >= 0) {
		r->pending_zone = r->now_node = -1;
	}

	if (r->section == ZONE) {
		if (r->pending_key >= 0) {
			zone_value(r, r->pending_key, w);
			return true;
		}
		if (colon) {
			enum key key = key_of(r, w, colon - w);

			if (colon + 1 < w + len)
				zone_value(r, key, colon + 1);
			else
				r->pending_key = key;
			return true;
		}
		if (len >= 16 && starts(w, "all_unreclaimable?"))
			return true;
		if ((len == 2 && starts(w, "no")) || (len == 3 && starts(w, "yes"))) {
			r->zone[r->now_zone].all_unreclaimable = *w == 'y';
			return true;
		}
		return false;
	}
	if (colon && !r->zones)
		return total_value(r, key_of(r, w, colon - w), colon + 1);
	return false;
}

/* "N pages RAM" and the like: a number before or after fixed words. */
static bool whole_line(struct report *r, const char *text)
{
	const char *p = text;
	long number;

	if (starts(text, "Mem-Info:") || starts(text, "Mem-info:")) {
		r->meminfo = r->ended_trace = true;
		return true;
	}
	if (starts(text, "Free swap") || starts(text, "Total swap")) {
		p = after(text, "=");
		if (p && (p = skip_blank(p), str_number(&p, &number)) && unit(p))
			*(*text == 'F' ? &r->swap_free : &r->swap_total) = number;
		return true;
	}
	if (!str_number(&p, &number))
		return false;
	if (starts(p, " pages RAM")) {
		r->pages_ram = number;
	} else if (starts(p, " pages reserved")) {
		r->pages_reserved = number;
	} else if (starts(p, " total pagecache pages")) {
		r->pagecache = number;
	} else {
		return starts(p, " pages ");
	}
	r->complete = true;
	return true;
}

bool report_read(struct report *r, const char *text)
{
	char buf[4096];
	bool any = false;

	if (whole_line(r, text)) {
		leave(r);
		return true;
	}
	while (*(text = skip_blank(text))) {
		size_t len = strcspn(text, " \t"), kept;

		/* Words are looked at one by one, so each ends in NUL. */
		str_copy(buf, sizeof(buf), text, len);
		kept = strlen(buf);
		if (kept && len < 64)
			any |= word(r, buf, kept);
		text += len;
	}
	if (any)
		r->meminfo = r->ended_trace = true;
	return any;
}

enum report_part report_part_of(const char *text, int *node, int *type)
{
	const char *p;
	long number;

	*node = *type = -1;
	if (starts(text, "Mem-Info:") || starts(text, "Mem-info:"))
		return PART_MEMINFO;
	if (starts(text, "lowmem_reserve[]:"))
		return PART_RESERVE;
	p = text;
	if (starts(p, "Node ")) {
		p = skip_blank(p + 5);
		if (!str_number(&p, &number) || number >= 4096)
			return PART_NONE;
		*node = number;
		p = skip_blank(p);
	}
	number = strcspn(p, " :\t");
	if (!number)
		return PART_NONE;
	*type = gfp_zone_from_name(p, number);
	if (*type < 0)
		return PART_NONE;
	p += number;
	if (*p == ':')
		return PART_BUDDY;
	p = skip_blank(p);
	return starts(p, "free:") ? PART_MARKS : PART_NONE;
}

/* The task, the kernel, the stack. */

static struct frame *new_frame(struct report *r)
{
	struct frame *f;

	if (r->frames == REPORT_FRAMES) {
		r->dropped_frames++;
		return NULL;
	}
	if (!r->frame) {
		r->frame = calloc(REPORT_FRAMES, sizeof(*f));
		if (!r->frame)
			return NULL;
	}
	f = &r->frame[r->frames++];
	memset(f, 0, sizeof(*f));
	f->interrupt = r->in_interrupt_part;
	return f;
}

static bool is_name(char c)
{
	return is_word(c) || c == '.' || c == '$';
}

/* "+0x1f/0x20" at @p; what follows, or NULL. */
static const char *offset(const char *p)
{
	unsigned int value;

	if (*p++ != '+' || !starts(p, "0x") || !str_hex32(&p, &value))
		return NULL;
	if (*p != '/')
		return p;
	p++;
	return starts(p, "0x") && str_hex32(&p, &value) ? p : NULL;
}

static void frame_module(struct frame *f, const char *p)
{
	const char *name;

	if (*p == ')')
		p++;
	p = skip_blank(p);
	if (*p != '[' || p[1] == '<')
		return;
	name = ++p;
	while (is_word(*p) || *p == '-')
		p++;
	if (p > name && (*p == ']' || *p == ' '))
		str_copy(f->module, sizeof(f->module), name, p - name);
}

static void set_part(struct report *r, const char *text)
{
	if (strstr(text, "<IRQ>") || strstr(text, "<SOFTIRQ>"))
		r->in_interrupt_part = true;
	if (strstr(text, "<EOI>") || strstr(text, "</IRQ>") || strstr(text, "<TASK>"))
		r->in_interrupt_part = false;
}

/*
 * All functions of a line; ARM has two: "[<addr>] (callee+0x4/0x8) from [<addr>]
 * (caller+0x4/0x8)".
 */
static bool frames_of(struct report *r, const char *text)
{
	const char *plus = text;
	bool any = false;

	if (starts(text, "RIP") || starts(text, "PC is at") || starts(text, "LR is at") ||
	    starts(text, "pc :") || starts(text, "lr :") || starts(text, "NIP") ||
	    starts(text, "LR ["))
		return true;
	set_part(r, text);
	while ((plus = strchr(plus, '+'))) {
		const char *name = plus, *end = offset(plus), *before;
		struct frame *f;

		while (name > text && is_name(name[-1]))
			name--;
		/* Big-endian ppc64 has the names of entry points, ".function". */
		if (*name == '.')
			name++;
		if (!end || name == plus || is_digit(*name)) {
			plus++;
			continue;
		}
		before = name;
		while (before > text && (is_blank(before[-1]) || before[-1] == '('))
			before--;
		any = true;
		if (!r->ended_trace &&
		    !(r->frames &&
		      strlen(r->frame[r->frames - 1].function) == (size_t)(plus - name) &&
		      !memcmp(r->frame[r->frames - 1].function, name, plus - name) &&
		      strstr(text, " from "))) {
			f = new_frame(r);
			if (f) {
				str_copy(f->function, sizeof(f->function), name, plus - name);
				f->unsure = before > text && before[-1] == '?';
				frame_module(f, end);
			}
		}
		plus = end;
	}
	return any;
}

static void task_line(struct report *r, const char *text)
{
	const char *p, *found;
	long number;

	p = after(text, "CPU: ");
	if (p && (p = skip_blank(p), str_number(&p, &number)))
		r->cpu = number;
	if (strstr(text, " UID: "))
		r->form |= FORM_UID;
	if (starts(text, "Pid: "))
		r->form |= FORM_OLD_PID;
	p = after(text, "PID: ");
	if (!p)
		p = after(text, "Pid: ");
	if (p && (p = skip_blank(p), str_number(&p, &number)))
		r->pid = number;
	p = after(text, "Comm: ");
	if (!p)
		p = after(text, "comm: ");
	if (p) {
		const char *end = strstr(p, " Not tainted"), *other = strstr(p, " Tainted:"),
			   *dump = strstr(p, " Kdump:");

		if (!end || (other && other < end))
			end = other;
		if (dump && (!end || dump < end))
			end = dump;
		if (!end)
			end = p + strcspn(p, " ");
		str_copy(r->cpu_comm, sizeof(r->cpu_comm), p, end - p);
	}
	if (r->kver.known && !r->release_from_boot)
		return;
	found = kver_find(&r->kver, text);
	if (found) {
		str_copy(r->release, sizeof(r->release), found, strcspn(found, " \t"));
		r->release_from_boot = false;
	}
}

bool report_trace(struct report *r, const char *text)
{
	if ((strstr(text, "Comm: ") && strstr(text, "PID: ")) ||
	    (starts(text, "Pid: ") && strstr(text, "comm: "))) {
		task_line(r, text);
		return true;
	}
	if (starts(text, "Hardware name:"))
		return true;
	if (starts(text, "Workqueue: ")) {
		str_copy(r->workqueue, sizeof(r->workqueue), text + 11, strlen(text + 11));
		return true;
	}
	if (starts(text, "Call Trace:") || starts(text, "Call trace:") ||
	    starts(text, "Backtrace:")) {
		if (!r->ended_trace)
			r->trace = true;
		set_part(r, text);
		return true;
	}
	if (strstr(text, "+0x")) {
		if (!frames_of(r, text))
			return false;
		r->trace = true;
		return true;
	}
	if (starts(text, "<") &&
	    (starts(text, "<IRQ>") || starts(text, "</IRQ>") || starts(text, "<EOI>") ||
	     starts(text, "<TASK>") || starts(text, "</TASK>") || starts(text, "<NMI>") ||
	     starts(text, "</NMI>"))) {
		set_part(r, text);
		return true;
	}
	if ((starts(text, "...") || starts(text, "[...]") || starts(text, "[snip") ||
	     starts(text, "<snip")) &&
	    r->frames && !r->ended_trace) {
		r->trace_elided = true;
		return true;
	}
	return false;
}

/* Slab caches. */

/* "slabs: 3", and "slabs: 2/3" of SLAB, where the second number is that of all. */
static long slab_number(const char *text, const char *name)
{
	const char *p = after(text, name);
	long value;

	if (!p || (p = skip_blank(p), !str_number(&p, &value)))
		return 0;
	if (*p == '/') {
		p++;
		str_number(&p, &value);
	}
	return value > 0 ? value : 0;
}

bool report_slub(struct report *r, const char *text)
{
	struct slub *s = r->slubs ? &r->slub[r->slubs - 1] : NULL;
	const char *p;

	if (!s)
		return false;
	if (starts(text, "cache: ")) {
		p = text + 7;
		if (s->cache[0])
			return false;
		str_copy(s->cache, sizeof(s->cache), p, strcspn(p, ","));
		s->object = str_number_after(p, "object size:");
		s->buffer = str_number_after(p, "buffer size:");
		s->order = str_number_after(p, "default order:");
		if (s->order < 0)
			s->order = str_number_after(p, ", order:");
		s->min_order = str_number_after(p, "min order:");
		return true;
	}
	if (strstr(text, "debugging increased min order")) {
		s->debug_raised = true;
		return true;
	}
	if (starts(text, "node ") && (p = strstr(text, "slabs:"))) {
		s->nodes++;
		s->slabs += slab_number(text, "slabs:");
		s->objects += slab_number(text, "objs:");
		s->free += slab_number(text, "free:");
		return true;
	}
	return false;
}

static void take_blocks(struct zone *to, const struct zone *from)
{
	to->buddy = true;
	memcpy(to->blocks, from->blocks, sizeof(to->blocks));
	memcpy(to->types, from->types, sizeof(to->types));
	to->n_orders = from->n_orders;
	to->types_unsure = from->types_unsure;
	to->letters = from->letters;
	to->stars_lost = from->stars_lost;
	to->bad_buddy = from->bad_buddy;
	to->total = from->total;
	to->base_kb = from->base_kb;
}

/* The parts of one zone whose "Node N" was printed, or survived, with one of them only. */
static void join_zones(struct report *r)
{
	unsigned int i, j, found;

	for (i = 0; i < r->zones; i++) {
		struct zone *z = &r->zone[i], *other = NULL;

		if (z->node >= 0 || z->marks == z->buddy)
			continue;
		for (j = found = 0; j < r->zones; j++)
			if (j != i && r->zone[j].type == z->type) {
				other = &r->zone[j];
				found++;
			}
		if (found != 1 || other->marks == other->buddy || other->marks == z->marks)
			continue;
		if (z->marks) {
			z->node = other->node;
			take_blocks(z, other);
		} else {
			take_blocks(other, z);
			*z = *other;
		}
		memmove(other, other + 1, (r->zone + r->zones - other - 1) * sizeof(*other));
		r->zones--;
		i = -1;
	}
}

void report_end(struct report *r)
{
	leave(r);
	join_zones(r);
}
