// SPDX-License-Identifier: GPL-2.0-only
#include "analyse.h"
#include "verdict.h"

#include <stdio.h>
#include <stdlib.h>

#include "str.h"

void add_unsure(struct analysis *a, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	str_list_add(a->unsure[0], sizeof(a->unsure[0]), ARRAY_SIZE(a->unsure), &a->unsures, format,
		     args);
	va_end(args);
}

void analysis_size(const struct analysis *a, char *buf, size_t size)
{
	const struct report *r = a->r;

	buf[0] = '\0';
	switch (r->kind) {
	case REPORT_PAGE_ALLOC:
	case REPORT_STALL:
	case REPORT_ORPHAN:
		if (a->order < 0)
			str_add(buf, size, "order unknown");
		else
			str_add(buf, size, "order %ld (%ld kB%s)", a->order, a->page_kb << a->order,
				a->order ? " in one piece" : "");
		break;
	case REPORT_CMA:
		if (r->cma_pages >= 0)
			str_add(buf, size, "%ld pages", r->cma_pages);
		else
			str_add(buf, size, "pages, how many is not readable,");
		str_add(buf, size, " in one piece from a CMA area");
		break;
	case REPORT_SLUB:
		if (r->slubs && r->slub[0].object >= 0)
			str_add(buf, size, "an object of %ld bytes", r->slub[0].object);
		else
			str_add(buf, size, "an object");
		break;
	default:
		if (r->bytes >= 0)
			str_add(buf, size, "%ld bytes", r->bytes);
		else
			str_add(buf, size, "size unknown");
	}
}

/* "0-1,3" holds @node. "(null)" stands for all nodes. */
static bool node_in(const char *list, int node)
{
	const char *p = list;
	long from, to;

	if (!is_digit(*p))
		return true;
	while (str_number(&p, &from)) {
		to = from;
		if (*p == '-') {
			p++;
			if (!str_number(&p, &to))
				return true;
		}
		if (node >= from && node <= to)
			return true;
		if (*p != ',')
			break;
		p++;
	}
	return false;
}

/* The version. */

/*
 * What the form of a report says of its kernel: not older than *from, older than *until. Vendors
 * may differ.
 */
static void form_range(const struct report *r, unsigned int *from, unsigned int *until)
{
	unsigned int i, form = r->form;
	bool buddy = false, letters = false, old_reserve = false;

	for (i = 0; i < r->zones; i++) {
		const struct zone *z = &r->zone[i];
		unsigned int order;

		buddy |= z->n_orders > 0 && !z->bad_buddy && z->total > 0;
		letters |= z->letters;
		for (order = 0; order < z->n_orders; order++)
			old_reserve |= !!(z->types[order] & 1u << GFP_MT_RESERVE);
	}
	*from = KVER(2, 6, 32);
	*until = KVER_OPEN;
#define SINCE(a, b, c, condition)                         \
	do {                                              \
		if ((condition) && *from < KVER(a, b, c)) \
			*from = KVER(a, b, c);            \
	} while (0)
#define BEFORE(a, b, c, condition)                         \
	do {                                               \
		if ((condition) && *until > KVER(a, b, c)) \
			*until = KVER(a, b, c);            \
	} while (0)
	SINCE(3, 7, 0, form & FORM_FREE_CMA);
	SINCE(3, 9, 0, letters || (form & FORM_MANAGED));
	SINCE(4, 1, 0, form & FORM_FREE_PCP);
	SINCE(4, 6, 0, r->have_names);
	SINCE(4, 8, 0, form & FORM_WRITEPENDING);
	SINCE(4, 11, 0, form & FORM_NODEMASK);
	SINCE(5, 0, 0, form & FORM_CPUSET);
	SINCE(5, 14, 0, form & FORM_BOOST);
	SINCE(6, 12, 0, form & FORM_UID);
	BEFORE(3, 0, 0, form & FORM_DOT);
	BEFORE(3, 9, 0, (buddy && !letters) || (form & FORM_OLD_PID));
	BEFORE(4, 4, 0, old_reserve);
	BEFORE(4, 6, 0, r->have_mode && !r->have_names && r->kind == REPORT_PAGE_ALLOC);
	BEFORE(5, 9, 0, form & FORM_UNSTABLE);
#undef SINCE
#undef BEFORE
	if (*from >= *until) {
		/* A vendor's mixture: the form says nothing. */
		*from = KVER(2, 6, 32);
		*until = KVER_OPEN;
	}
}

static void infer_version(struct analysis *a)
{
	const struct report *r = a->r;
	unsigned int from, until, i, kept = 0;
	struct kver hint;

	form_range(r, &from, &until);
	a->from = from;
	a->until = until;
	if (!a->have_mode)
		return;
	hint = kver_from_code(from > KVER(2, 6, 32) ? from : KVER(2, 6, 32));
	a->candidates = gfp_infer(a->mode, r->have_names ? &r->names : NULL,
				  from > KVER(2, 6, 32) ? &hint : NULL, a->candidate,
				  ARRAY_SIZE(a->candidate));

	/* Those that the form of the report excludes are not shown, unless nothing else is left. */
	for (i = 0; i < a->candidates; i++) {
		const struct gfp_layout *l = &a->candidate[i].gfp.layout;

		if (l->from < until && l->until > from) {
			if (kept != i)
				a->candidate[kept] = a->candidate[i];
			kept++;
		}
	}
	if (kept)
		a->candidates = kept;
	if (!a->candidates)
		return;

	a->gfp = a->candidate[0].gfp;
	a->sure = a->candidate[0].sure;
	a->decoded = a->sure != GFP_SURE_NO;
	if (kept) {
		if (a->gfp.layout.from > a->from)
			a->from = a->gfp.layout.from;
		if (a->gfp.layout.until < a->until)
			a->until = a->gfp.layout.until;
		if (kept == 1 && a->sure < GFP_SURE_LIKELY && a->sure != GFP_SURE_NO)
			a->sure = GFP_SURE_LIKELY;
	}
	a->source = VERSION_INFERRED;
}

/* The same rules at both ends of the range? Then it does not matter which kernel of it is meant. */
static bool same_rules(struct analysis *a)
{
	struct rules_request first = a->request, last = a->request;
	struct rules_path p, q;

	first.kver = kver_from_code(a->from);
	last.kver = kver_from_code(a->until == KVER_OPEN ? KVER(7, 2, 0) : a->until - 1);
	rules_path(&first, &p);
	rules_path(&last, &q);
	return (a->from < KVER(4, 4, 0)) == (a->until <= KVER(4, 4, 0)) &&
	       p.reclaim.can == q.reclaim.can && p.compact.can == q.compact.can &&
	       rules_alloc_flags(&first) == rules_alloc_flags(&last);
}

/* Names that fit the number by a later kernel's flags only: the vendor has moved ahead. */
static bool moved_ahead(struct analysis *a)
{
	const struct report *r = a->r;
	struct gfp_candidate candidate[GFP_CANDIDATES];
	struct gfp_mismatch differs;
	unsigned int i, n;
	char range[96];

	if (!r->have_names || !r->have_mode || !kver_backports(&a->kver) ||
	    gfp_compare(&a->gfp, &r->names, &differs))
		return false;
	n = gfp_infer(a->mode, &r->names, NULL, candidate, ARRAY_SIZE(candidate));
	for (i = 0; i < n; i++) {
		const struct gfp *g = &candidate[i].gfp;

		if (g->layout.from <= kver_code(&a->kver) ||
		    !gfp_compare(g, &r->names, &differs))
			continue;
		a->gfp = *g;
		a->ahead = g->layout.from;
		gfp_layout_range(&g->layout, range, sizeof(range));
		add_unsure(
			a,
			"number and names of mode fit the flags of %s, not those of the release: the rules of the first such kernel are used",
			range);
		return true;
	}
	return false;
}

static void decode(struct analysis *a, const struct given *given)
{
	bool known;
	const struct report *r = a->r;

	a->order = r->order >= 0 || !given ? r->order : given->order;
	a->have_mode = r->have_mode;
	a->mode = r->mode;
	if (!a->have_mode && given && given->have_mode) {
		a->have_mode = true;
		a->mode = given->mode;
	}
	if (!a->have_mode && r->kind == REPORT_SLUB && r->slubs && r->slub[0].have_gfp) {
		a->have_mode = true;
		a->mode = r->slub[0].gfp;
	}

	if (given && given->kver.known) {
		a->kver = given->kver;
		a->source = VERSION_GIVEN;
	} else if (r->kver.known) {
		a->kver = r->kver;
		a->source = r->release_from_boot ? VERSION_BOOT : VERSION_REPORT;
	} else {
		infer_version(a);
		return;
	}

	a->from = a->until = kver_code(&a->kver);
	if (!a->have_mode)
		return;
	a->decoded = true;
	a->sure = GFP_SURE_CERTAIN;
	known = gfp_decode(&a->gfp, &a->kver, a->mode);
	if (moved_ahead(a)) {
		a->sure = GFP_SURE_LIKELY;
	} else if (!known) {
		a->candidates = gfp_infer(a->mode, r->have_names ? &r->names : NULL, &a->kver,
					  a->candidate, ARRAY_SIZE(a->candidate));
		add_unsure(
			a,
			"mode 0x%x has bits 0x%x that this kernel's flags do not have: a vendor's own flag, or a wrong digit",
			a->mode, a->gfp.unknown);
		a->sure = GFP_SURE_POSSIBLE;
	}
}

static void compare_names(struct analysis *a)
{
	const struct report *r = a->r;
	char text[160] = "";
	int flag;

	if (!r->have_names || !r->have_mode || !a->decoded)
		return;
	a->mismatch = !gfp_compare(&a->gfp, &r->names, &a->differs);
	if (!a->mismatch)
		return;
	for (flag = 1; flag < GFP_F_COUNT; flag++) {
		if (a->differs.only_value & (gfp_flags_t)1 << flag)
			str_add(text, sizeof(text), " %s only in the number;", gfp_flag_name(flag));
		if (a->differs.only_names & (gfp_flags_t)1 << flag)
			str_add(text, sizeof(text), " %s only in the names;", gfp_flag_name(flag));
	}
	if (a->differs.unknown)
		str_add(text, sizeof(text), " bits 0x%x of the number are unnamed;",
			a->differs.unknown);
	if (a->differs.bad_names)
		str_add(text, sizeof(text), " \"%s\" is no flag of any kernel;",
			r->names.first_bad);
	add_unsure(
		a,
		"number and names of mode disagree:%s the log is damaged, or the kernel is not what it says",
		text);
}

/* What the kernel itself says of the failure. It knows, so it overrules what is concluded here. */

static void read_said(struct analysis *a)
{
	const struct report *r = a->r;
	const char *p;
	unsigned int i;

	for (i = 0; i < r->kernel_lines; i++) {
		const char *line = r->kernel_says[i];

		if ((p = after(line, "reason:")))
			str_copy(a->said.reason, sizeof(a->said.reason), p, strcspn(p, " "));
		if ((p = after(line, " compaction:")))
			str_copy(a->said.compaction, sizeof(a->said.compaction), p,
				 strcspn(p, " "));
		a->said.zones |= starts(line, "Node ");
	}
	if (!strcmp(a->said.reason, "no_reclaim_memalloc"))
		a->caller.memalloc = TRI_YES;
	else if (a->said.reason[0] && !starts(a->said.reason, "no_zone") &&
		 !starts(a->said.reason, "no_reclaim"))
		a->caller.memalloc = TRI_NO;
}

/* Did the request pass this zone by, by the lines of the kernel? */
static void zone_said(const struct analysis *a, struct judged *j)
{
	const struct report *r = a->r;
	char name[48];
	unsigned int i;

	if (starts(a->said.reason, "no_zone"))
		j->allowed = TRI_NO;
	if (!a->said.zones || j->zone->node < 0)
		return;
	zone_name(j->zone, name, sizeof(name));
	for (i = 0; i < r->kernel_lines; i++) {
		const char *p = after(r->kernel_says[i], name);

		if (p && *p == ':' && starts(r->kernel_says[i], name)) {
			if (starts(p, ": not allowed by the cpuset"))
				j->allowed = TRI_NO;
			return;
		}
	}
	/* More than are kept: the others may be among those. */
	if (r->kernel_lines < REPORT_KERNEL) {
		j->allowed = TRI_NO;
		j->unnamed = true;
	}
}

/* The request. */

static long page_size(struct analysis *a)
{
	const struct report *r = a->r;
	long present = 0;
	unsigned int i;

	for (i = 0; i < r->zones; i++)
		if (r->zone[i].base_kb && !r->zone[i].bad_buddy)
			return r->zone[i].base_kb;
	for (i = 0; i < r->zones; i++)
		present += r->zone[i].present > 0 && r->zone[i].present < 1L << 46 ?
				   r->zone[i].present :
				   0;
	if (r->pages_ram > 0)
		for (i = 2; i <= 6; i++) {
			long kb = 1L << i,
			     expected = r->pages_ram < 1L << 46 ? r->pages_ram * kb : 0;

			if (i != 3 && present > expected - expected / 64 &&
			    present < expected + expected / 64)
				return kb;
		}
	if (r->kind == REPORT_PAGE_ALLOC || r->kind == REPORT_STALL)
		add_unsure(a,
			   "the size of a page is not to be seen in the report; 4 kB is assumed");
	return 4;
}

/*
 * Do the reserves of a zone fit to the zones that it would have above it? A number is a share of
 * all pages of the zones from there up to its own index: 0 up to the zone itself, more with each
 * zone that has pages, and no more with one that has none.
 */
static bool reserves_fit_zone(const struct report *r, bool omits, const struct zone *z,
			      unsigned int zones)
{
	int own = gfp_zone_index(z->type, zones), highest = -1, i;
	unsigned int type, n;

	for (n = 0; n < r->zones; n++)
		if (r->zone[n].node == z->node && gfp_zone_index(r->zone[n].type, zones) > highest)
			highest = gfp_zone_index(r->zone[n].type, zones);
	for (type = 0; type < GFP_ZONES; type++) {
		const struct zone *other = report_find_zone(r, z->node, type);
		bool more;

		i = gfp_zone_index(type, zones);
		if (i < 0)
			continue;
		if (i <= own && z->reserve[i])
			return false;
		if (i <= own || !z->reserve[z->n_reserve - 1])
			continue;
		more = z->reserve[i] > z->reserve[i - 1];
		/* From 16 MB on, no usual ratio makes 0 pages of them. */
		if (other && other->present >= 16L << 10 && !more)
			return false;
		/* A zone with pages is printed, from 6.1 on unless it is above the request's. */
		if ((type == GFP_ZONE_DEVICE || (!other && (!omits || i < highest))) && more)
			return false;
	}
	return true;
}

static bool reserves_fit(const void *context, unsigned int zones)
{
	const struct analysis *a = context;
	const struct report *r = a->r;
	bool omits = kver_at_least(&a->request.kver, 6, 1, 0);
	unsigned int i;

	for (i = 0; i < r->zones; i++) {
		const struct zone *z = &r->zone[i];

		if (!z->reserve_odd && (int)z->n_reserve > gfp_zone_index(z->type, zones) &&
		    (int)z->n_reserve > gfp_zone_index(GFP_ZONE_MOVABLE, zones) &&
		    (int)z->n_reserve > gfp_zone_index(GFP_ZONE_DEVICE, zones) &&
		    !reserves_fit_zone(r, omits, z, zones))
			return false;
	}
	return true;
}

static void request(struct analysis *a)
{
	const struct report *r = a->r;
	struct rules_request *q = &a->request;
	unsigned int i, seen = 0, reserves = 0;

	q->kver = a->ahead ? kver_from_code(a->ahead) : a->kver;
	q->gfp = a->gfp;
	q->order = a->order > 0 ? a->order : 0;
	q->page_kb = a->page_kb;
	q->in_interrupt = a->caller.interrupt;
	q->pf_memalloc = a->caller.memalloc;
	q->oom_victim = !strcmp(a->said.reason, "oom_victim") ? TRI_YES : TRI_UNKNOWN;
	q->rt_task = starts(r->comm, "irq/") ? TRI_YES : TRI_UNKNOWN;
	q->compaction = a->caller.compaction;
	a->cpuset = !r->cpuset[0] ? TRI_UNKNOWN : !strcmp(r->cpuset, "/") ? TRI_NO : TRI_YES;

	if (a->source == VERSION_INFERRED) {
		/* From here on the range stands for one kernel, if they all act alike. */
		if (same_rules(a)) {
			q->kver = kver_from_code(a->from);
		} else {
			add_unsure(
				a,
				"no kernel release in the report, and those that it may be from do not act alike");
		}
	}
	for (i = 0; i < r->zones; i++) {
		seen |= 1u << r->zone[i].type;
		if (r->zone[i].n_reserve > reserves && !r->zone[i].reserve_odd)
			reserves = r->zone[i].n_reserve;
	}
	q->zones = r->zones ? gfp_zones_guess(seen, reserves, &q->kver, NULL, NULL) : 0;
	if (r->zones && !q->zones)
		q->zones = gfp_zones_guess(seen, reserves, &q->kver, reserves_fit, a);
	a->alloc = rules_alloc_flags(q);
	rules_path(q, &a->path);
	if (a->said.compaction[0])
		a->path.deferrable = false;
	a->judged_path = true;
}

/* Zones. */

static long pages(long kb, long page_kb)
{
	return kb < 0 ? RULES_UNKNOWN : kb / page_kb;
}

static void to_rules(const struct zone *z, struct rules_zone *to, long page_kb)
{
	unsigned int i;

	rules_zone_init(to, z->type);
	to->free = pages(z->free, page_kb);
	to->min = pages(z->min, page_kb);
	to->low = pages(z->low, page_kb);
	to->high = pages(z->high, page_kb);
	to->boost = pages(z->boost, page_kb);
	to->highatomic = pages(z->highatomic, page_kb);
	to->free_highatomic = pages(z->free_highatomic, page_kb);
	to->free_cma = pages(z->free_cma, page_kb);
	if (!z->reserve_odd) {
		to->n_reserve = z->n_reserve;
		for (i = 0; i < z->n_reserve; i++)
			to->reserve[i] = z->reserve[i];
	}
	if (z->bad_buddy)
		return;
	to->n_orders = z->n_orders;
	to->types_known = z->letters;
	to->types_unsure = z->types_unsure;
	for (i = 0; i < z->n_orders; i++) {
		to->blocks[i] = z->blocks[i];
		to->types[i] = z->types[i];
		if (z->letters && z->blocks[i] > 0 && !z->types[i])
			to->types_unsure |= 1u << i;
	}
}

/*
 * Until 4.3 the kernel takes the blocks of lower orders from the counter of free pages. In a
 * report the two were read at different moments, so the loop is judged by the blocks alone; where
 * the counter says otherwise, it is close.
 */
static long edge(const struct rules_result *v)
{
	long free = v->free_used, missing = 0;
	unsigned int i;

	if (v->verdict != RULES_WOULD_PASS || v->era != RULES_ERA_HALVING || !v->loop_from_blocks)
		return 0;
	for (i = 0; i < v->n_steps; i++) {
		free -= v->step[i].subtracted;
		if (v->step[i].mark - free + 1 > missing)
			missing = v->step[i].mark - free + 1;
	}
	return missing;
}

/* The same remark on several zones is one. */
struct zone_note {
	const char *text;
	char names[120];
	unsigned int n;
};

static void zone_notes(struct analysis *a)
{
	struct zone_note notes[] = {
		{ .text = "the free blocks are not readable, so nothing is said of their sizes" },
		{ .text = "the asterisks between counts and sizes are lost; the counts were told from the places in the line, and they add up to the line's total" },
		{ .text = "the asterisks between counts and sizes are lost; the counts were told from the places in the line, and no total is there to check them with" },
		{ .text = "the line of free blocks is missing" },
		{ .text = "the line with free: and min: is missing" },
	};
	unsigned int i, n;

	for (i = 0; i < a->zones; i++) {
		const struct judged *j = &a->zone[i];
		const struct zone *z = j->zone;
		const bool is[ARRAY_SIZE(notes)] = {
			z->bad_buddy,
			!z->bad_buddy && z->stars_lost && z->total >= 0,
			!z->bad_buddy && z->stars_lost && z->total < 0,
			z->marks && !z->buddy && j->result.verdict != RULES_NOT_ELIGIBLE,
			z->buddy && !z->marks,
		};
		char name[48];

		zone_name(z, name, sizeof(name));
		for (n = 0; n < ARRAY_SIZE(notes); n++)
			if (is[n] && notes[n].n++ < 3)
				str_add(notes[n].names, sizeof(notes[n].names), "%s%s",
					notes[n].n > 1 ? ", " : "", name);
	}
	for (n = 0; n < ARRAY_SIZE(notes); n++) {
		if (notes[n].n > 3)
			str_add(notes[n].names, sizeof(notes[n].names), " and %u more zones",
				notes[n].n - 3);
		if (notes[n].n)
			add_unsure(a, "%s: %s", notes[n].names, notes[n].text);
	}
}

static void judge_zones(struct analysis *a)
{
	const struct report *r = a->r;
	unsigned int i;

	a->zone = r->zones ? calloc(r->zones, sizeof(*a->zone)) : NULL;
	if (!a->zone)
		return;
	a->zones = r->zones;
	for (i = 0; i < r->zones; i++) {
		struct judged *j = &a->zone[i];
		const struct zone *z = &r->zone[i];
		struct rules_zone to;

		j->zone = z;
		j->page_kb = a->page_kb;
		j->allowed = TRI_YES;
		if (z->node >= 0 && is_digit(r->nodemask[0]) && !node_in(r->nodemask, z->node))
			j->allowed = TRI_NO;
		if (z->node >= 0 && a->decoded && gfp_hardwall(&a->gfp) && a->cpuset == TRI_YES &&
		    (a->alloc & RULES_ALLOC_CPUSET) && !node_in(r->mems_allowed, z->node))
			j->allowed = TRI_NO;
		zone_said(a, j);
		to_rules(z, &to, a->page_kb);
		rules_zone_check(&a->request, &to, &j->result);
		j->edge = edge(&j->result);
	}
	zone_notes(a);
}

struct analysis *analyse(const struct report *r, const struct given *given)
{
	struct analysis *a = calloc(1, sizeof(*a));
	unsigned int i;

	if (!a)
		return NULL;
	a->r = r;
	a->main_zone = -1;
	a->page_kb = page_size(a);
	caller_of(r, &a->caller);
	read_said(a);
	decode(a, given);
	compare_names(a);

	if (a->decoded && a->order >= 0) {
		request(a);
		if (r->kind == REPORT_PAGE_ALLOC || r->kind == REPORT_STALL ||
		    r->kind == REPORT_ORPHAN || r->kind == REPORT_VMALLOC)
			judge_zones(a);
	}
	verdict(a);
	advise(a);

	if (r->mode_ends_line && kver_at_least(&a->kver, 4, 6, 0))
		add_unsure(
			a,
			"the first line ends with the number of mode, and this kernel prints names behind it: it is cut, maybe inside the number");
	for (i = 0; i < r->notes; i++)
		add_unsure(a, "%s", r->note[i]);
	if (a->source == VERSION_BOOT)
		add_unsure(
			a,
			"the release is that of the last boot message in the log, not of the report itself");
	if (r->mode_ends_line && a->source == VERSION_INFERRED)
		add_unsure(
			a,
			"that no names follow the number of mode is taken as a sign of a kernel before 4.6, not of a line that is cut");
	if ((a->source == VERSION_REPORT || a->source == VERSION_BOOT) && kver_backports(&a->kver))
		add_unsure(
			a,
			"%s backports memory management from later kernels: rules taken from the version are likely, not certain",
			kver_vendor_name(a->kver.vendor));
	if (r->trace_mixed)
		add_unsure(
			a,
			"another CPU printed its report into this one: parts went to the report that lacked them, stacks may be mixed");
	if (r->meminfo_shared)
		add_unsure(a, "the state of memory is that of the report printed at the same time");
	if (r->trace_elided)
		add_unsure(a, "something was left out of the log where it says [...]");
	if (r->dropped_frames)
		add_unsure(a, "%u more functions in the stack were left out", r->dropped_frames);
	if (r->dropped_zones)
		add_unsure(a, "more than %d zones; the others were left out", REPORT_ZONES);
	if (r->suppressed > 0)
		add_unsure(a, "the kernel dropped %ld such messages just before (rate limit)",
			   r->suppressed);
	return a;
}

void analysis_free(struct analysis *a)
{
	if (!a)
		return;
	free(a->zone);
	free(a);
}
