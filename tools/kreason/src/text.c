// SPDX-License-Identifier: GPL-2.0-only
#include "output.h"

#include "str.h"

#define WIDTH 110
#define LABEL 12

static const char *paint(const struct output *o, const char *code)
{
	return o->colour ? code : "";
}

#define BOLD(o) paint(o, "\033[1m")
#define RED(o) paint(o, "\033[31m")
#define GREEN(o) paint(o, "\033[32m")
#define YELLOW(o) paint(o, "\033[33m")
#define PLAIN(o) paint(o, "\033[0m")

/* Text after a label, broken between words. */
static PRINTF_LIKE(4, 5) void item(const struct output *o, int indent, const char *label,
				   const char *format, ...)
{
	char text[2048];
	const char *p = text;
	int column, width = indent + LABEL;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	column = fprintf(o->to, "%*s%-*s", indent, "", LABEL, label);
	while (*p) {
		int len = strcspn(p, " ");

		if (column > width && column + 1 + len > WIDTH)
			column = fprintf(o->to, "\n%*s", width, "") - 1;
		else if (column > width)
			column += fprintf(o->to, " ");
		column += fprintf(o->to, "%.*s", len, p);
		p += len;
		p += *p == ' ';
	}
	fputc('\n', o->to);
}

static void version(const struct output *o, const struct analysis *a)
{
	const struct report *r = a->r;
	char name[80], text[320] = "", from[32], until[32];
	unsigned int i;

	kver_format(&a->kver, name, sizeof(name));
	switch (a->source) {
	case VERSION_REPORT:
	case VERSION_BOOT:
		item(o, 0, "kernel", "%s%s%s%s", name,
		     strcmp(name, r->release) ? ", printed as " : "",
		     strcmp(name, r->release) ? r->release : "",
		     a->source == VERSION_BOOT ? " (from the boot message)" : "");
		return;
	case VERSION_GIVEN:
		item(o, 0, "kernel", "%s (given on the command line)", name);
		return;
	case VERSION_INFERRED:
		break;
	default:
		break;
	}
	{
		struct kver f = kver_from_code(a->from), u = kver_from_code(a->until);

		kver_format(&f, from, sizeof(from));
		kver_format(&u, until, sizeof(until));
	}
	if (a->source == VERSION_NONE) {
		if (a->from > KVER(2, 6, 32))
			item(o, 0, "kernel", "not printed; by the form of the report %s or later",
			     from);
		else
			item(o, 0, "kernel", "not printed");
		return;
	}
	str_add(text, sizeof(text), "not printed; %s from %s%s%s, by %s and the form of the report",
		a->sure == GFP_SURE_CERTAIN  ? "certainly" :
		a->sure == GFP_SURE_LIKELY   ? "likely" :
		a->sure == GFP_SURE_POSSIBLE ? "possibly" :
					       "hardly",
		from, a->until == KVER_OPEN ? " on" : " to before ",
		a->until == KVER_OPEN ? "" : until, a->have_mode ? "the flags" : "nothing but");
	item(o, 0, "kernel", "%s", text);
	for (i = 1; i < a->candidates && i < 4; i++) {
		char flags[GFP_TEXT_MAX], range[96];

		gfp_format(&a->candidate[i].gfp, flags, sizeof(flags));
		gfp_layout_range(&a->candidate[i].gfp.layout, range, sizeof(range));
		item(o, 0, "", "or %s: %s%s%s", range, flags, a->candidate[i].why ? ", but " : "",
		     a->candidate[i].why ? a->candidate[i].why : "");
	}
}

static void asked(const struct output *o, const struct analysis *a)
{
	const struct report *r = a->r;
	const struct caller *c = &a->caller;
	const char *comm = r->comm[0] ? r->comm : r->cpu_comm;
	char size[96], text[512] = "";

	if (comm[0])
		str_add(text, sizeof(text), "%s", comm);
	if (r->pid >= 0 && r->cpu >= 0)
		str_add(text, sizeof(text), " (pid %ld, CPU %ld)", r->pid, r->cpu);
	else if (r->pid >= 0)
		str_add(text, sizeof(text), " (pid %ld)", r->pid);
	if (c->interrupt == TRI_YES && comm[0])
		str_add(text, sizeof(text), ", which was only interrupted");
	if (c->function[0])
		str_add(text, sizeof(text), "%s%s()%s", text[0] ? ": " : "", c->function,
			c->unsure ? " (unsure)" : "");
	if (c->module[0])
		str_add(text, sizeof(text), " [%s]", c->module);
	if (c->module_function[0])
		str_add(text, sizeof(text), ", for %s()", c->module_function);
	if (c->helper[0])
		str_add(text, sizeof(text), ", through %s()", c->helper);
	if (r->dma_device[0])
		str_add(text, sizeof(text), "%s%s", text[0] ? ", for " : "", r->dma_device);
	if (r->dma_device[0] && r->dma_bytes >= 0)
		str_add(text, sizeof(text), " (%ld bytes)", r->dma_bytes);
	if (text[0])
		item(o, 0, "asked by", "%s", text);
	if (c->path[0] && strstr(c->path, "<-"))
		item(o, 0, "path", "%s", c->path);
	if (r->workqueue[0])
		item(o, 0, "work", "%s", r->workqueue);
	if (a->role != ROLE_UNKNOWN)
		item(o, 0, "role", "%s", role_text(a->role));
	analysis_size(a, size, sizeof(size));
	item(o, 0, "request", "%s", size);
	if (r->kind == REPORT_STALL)
		item(o, 0, "waited", "%ld.%03ld s so far", r->stall_ms / 1000, r->stall_ms % 1000);

	text[0] = '\0';
	if (a->judged_path) {
		char alloc[128];

		str_add(text, sizeof(text), "%s",
			c->interrupt == TRI_YES ? "interrupt" :
			c->interrupt == TRI_NO	? "process context" :
			starts(comm, "kswapd")	? "kswapd" :
						  "not shown by the stack");
		str_add(text, sizeof(text), "; %s",
			gfp_is_atomic(&a->gfp) ? "atomic: may not sleep, may use reserves" :
			gfp_may_direct_reclaim(&a->gfp) ? "may sleep" :
							  "may not sleep, no reserves");
		if (a->request.pf_memalloc == TRI_YES)
			str_add(text, sizeof(text), "; PF_MEMALLOC (%s)",
				starts(comm, "kswapd") ? "kswapd" :
				a->said.reason[0]      ? "by the kernel's reason" :
							 "in reclaim, by the stack");
		rules_alloc_text(&a->request, a->alloc, alloc, sizeof(alloc));
		if (alloc[0])
			str_add(text, sizeof(text), "; allocator flags %s", alloc);
		item(o, 0, "context", "%s", text);
	}
}

static void mode(const struct output *o, const struct analysis *a)
{
	char flags[GFP_TEXT_MAX], range[96];

	if (!a->have_mode)
		return;
	if (!a->decoded) {
		item(o, 0, "mode", "0x%x, not decoded", a->mode);
		return;
	}
	gfp_format(&a->gfp, flags, sizeof(flags));
	gfp_layout_range(&a->gfp.layout, range, sizeof(range));
	item(o, 0, "mode", "0x%x = %s (bits of %s)", a->mode, flags, range);
	if (a->r->have_names && a->r->have_mode)
		item(o, 0, "", "%s",
		     a->mismatch ? "the names that the kernel printed are others, see below" :
				   "as the kernel printed it");
	if (a->gfp.others)
		item(o, 0, "",
		     "with another configuration of that kernel some bits mean something else");
}

static void answer(const struct output *o, const char *label, const struct rules_answer *w,
		   const char *yes, const char *no, const char *more)
{
	const char *why = rules_why_text(w->why), *source = rules_why_source(w->why);

	if (w->why == RULES_WHY_NONE || w->why == RULES_WHY_ALLOWED)
		why = source = "";
	item(o, 0, label, "%s%s%s%s%s%s%s",
	     w->can == TRI_YES ? yes :
	     w->can == TRI_NO  ? no :
				 "not known",
	     why && why[0] ? ": " : "", why ? why : "", source && source[0] ? " (" : "",
	     source ? source : "", source && source[0] ? ")" : "", more);
}

static void path(const struct output *o, const struct analysis *a)
{
	const struct rules_path *p = &a->path;
	char more[128] = "";

	if (!a->judged_path)
		return;
	if (p->compact.can == TRI_YES && a->said.compaction[0])
		str_add(more, sizeof(more), "; what came of it, by the kernel: %s",
			a->said.compaction);
	else if (p->compact.can == TRI_YES && p->deferrable)
		str_add(more, sizeof(more),
			"; if it was deferred after earlier failures, the log does not show it");
	answer(o, "reclaim", &p->reclaim, "possible",
	       a->order > 0 ? "not possible, nor compaction" : "not possible",
	       p->reclaim.can == TRI_YES && a->request.pf_memalloc == TRI_UNKNOWN ?
		       " (unless the task had PF_MEMALLOC, which this stack does not exclude)" :
		       "");
	if (a->order > 0 && p->reclaim.can != TRI_NO)
		answer(o, "compaction", &p->compact, "allowed", "refused", more);
	if (p->reclaim.can == TRI_NO)
		return;
	if (p->retry.can == TRI_NO && p->oom.can == TRI_NO && p->retry.why == p->oom.why) {
		answer(o, "retries", &p->retry, "yes", "none, and no OOM killer", "");
	} else {
		answer(o, "retries", &p->retry, "yes", "none", "");
		answer(o, "OOM killer", &p->oom, "may be called", "not called", "");
	}
}

/* Arithmetic. */

static void halving(const struct output *o, const struct analysis *a, const struct judged *j)
{
	const struct rules_result *v = &j->result;
	long kb = j->page_kb;
	unsigned int i;

	if (v->n_steps && v->loop_from_blocks)
		item(o, 4, "",
		     "order by order from the free blocks, %ld kB (the zone's counter, read at another moment, says %ld kB); min is halved each time:",
		     v->free_blocks * kb, v->free * kb);
	else if (v->n_steps)
		item(o, 4, "", "order by order; min is halved each time:");
	for (i = 0; i < v->n_steps; i++) {
		const struct rules_step *s = &v->step[i];

		item(o, 4, "", "without blocks of order %u: - %ld = %ld kB %s %ld kB%s", s->order,
		     s->subtracted * kb, s->free * kb, s->ok ? ">" : "<=", s->mark * kb,
		     s->ok ? "" : ": fails");
	}
	if (v->n_steps && v->step[v->n_steps - 1].order + 1 == a->order) {
		const struct rules_step *s = &v->step[v->n_steps - 1];
		long start = v->loop_from_blocks ? v->free_blocks : v->free,
		     first = v->minus_order > 0 ? v->minus_order : 0;
		long left = s->free + first, mark = s->mark;

		/*
		 * The blocks alone, as one would count by hand, unless the pages set aside first
		 * make the difference.
		 */
		if ((left > mark) == s->ok && !v->minus_cma)
			item(o, 4, "",
			     "in one line: %ld - %ld = %ld kB %s %ld kB >> %ld = %ld kB (%ld kB without the %ld pages set aside first)",
			     start * kb, (start - left) * kb, left * kb,
			     s->ok ? ">" : "<=", v->mark_oom * kb, a->order, mark * kb,
			     s->free * kb, first);
		else
			item(o, 4, "", "in one line: %ld - %ld = %ld kB %s %ld kB >> %ld = %ld kB",
			     start * kb, (start - s->free) * kb, s->free * kb,
			     s->ok ? ">" : "<=", v->mark_oom * kb, a->order, mark * kb);
	}
}

static void blocks(const struct output *o, const struct analysis *a, const struct judged *j)
{
	const struct zone *z = j->zone;
	const struct rules_result *v = &j->result;
	char letters[GFP_MTS + 1], text[256] = "";

	if (z->bad_buddy || !z->n_orders || v->free_above == RULES_UNKNOWN ||
	    (v->missing & RULES_MISS_BLOCKS))
		return;
	rules_usable_letters(v->usable, letters);
	str_add(text, sizeof(text), "blocks of order >= %ld: %ld kB", a->order,
		v->free_above * j->page_kb);
	if (z->letters)
		str_add(text, sizeof(text),
			", %ld kB where a type is listed that the request may use (%s)",
			v->usable_above * j->page_kb, letters);
	if (v->largest >= 0)
		str_add(text, sizeof(text), "; largest usable: order %d", v->largest);
	else if (v->largest == -1)
		str_add(text, sizeof(text), "; nothing usable of any order");
	item(o, 4, "", "%s", text);
}

static void arithmetic(const struct output *o, const struct analysis *a, const struct judged *j)
{
	const struct zone *z = j->zone;
	const struct rules_result *v = &j->result;
	long kb = j->page_kb, mark = v->mark;
	char text[320] = "";

	if (z->free < 0 || z->min < 0 || v->free_used == RULES_UNKNOWN ||
	    v->mark_oom == RULES_UNKNOWN) {
		blocks(o, a, j);
		return;
	}
	if (v->alloc & RULES_ALLOC_NO_WATERMARKS) {
		item(o, 4, "", "no mark applies to this request; free %ld kB", v->free * kb);
		blocks(o, a, j);
		return;
	}
	str_add(text, sizeof(text), "free %ld", v->free * kb);
	if (v->minus_order > 0)
		str_add(text, sizeof(text), " - %ld (2^%ld %c 1 pages)", v->minus_order * kb,
			a->order, v->minus_order > 1L << a->order ? '+' : '-');
	if (v->minus_cma > 0)
		str_add(text, sizeof(text), " - %ld CMA", v->minus_cma * kb);
	if (v->minus_highatomic > 0)
		str_add(text, sizeof(text), " - %ld highatomic", v->minus_highatomic * kb);
	if (v->free_used != v->free)
		str_add(text, sizeof(text), " = %ld", v->free_used * kb);
	item(o, 4, "", "%s kB", text);

	text[0] = '\0';
	str_add(text, sizeof(text), "min %ld", mark * kb);
	if (z->boost > 0)
		str_add(text, sizeof(text), " (%ld of it boost%s)", z->boost,
			v->mark_boost > 0 ? ", not counted here" : "");
	if (v->mark_high >= 0 && v->mark_high != mark - v->mark_boost)
		str_add(text, sizeof(text), ", after HIGH %ld", v->mark_high * kb);
	if (v->mark_harder >= 0 && v->mark_harder != v->mark_high)
		str_add(text, sizeof(text), ", after HARDER %ld", v->mark_harder * kb);
	if (v->mark_oom != v->mark_harder)
		str_add(text, sizeof(text), ", after OOM %ld", v->mark_oom * kb);
	if (v->reserve >= 0)
		str_add(text, sizeof(text), "; + lowmem_reserve %ld = %ld", v->reserve * kb,
			(v->mark_oom + v->reserve) * kb);
	item(o, 4, "", "%s kB", text);
	if (v->fast_path)
		item(o, 4, "",
		     "the quick check of order 0 (4.7 to 5.8) leaves the highatomic reserve in: passes");
	else if (v->overflow)
		item(o, 4, "",
		     "%ld is negative, which this kernel (before 3.6) compared as a huge number: passes",
		     v->free_used * kb);
	else
		item(o, 4, "", "%ld %s %ld: %s for order 0", v->free_used * kb,
		     v->order0_ok ? ">" : "<=",
		     (v->mark_oom + (v->reserve > 0 ? v->reserve : 0)) * kb,
		     v->order0_ok ? "passes" : "fails");
	if (v->era == RULES_ERA_HALVING && a->order > 0 && v->order0_ok)
		halving(o, a, j);
	blocks(o, a, j);
}

static const char *zone_colour(const struct output *o, const struct judged *j)
{
	switch (j->result.verdict) {
	case RULES_FAILS_WATERMARK:
	case RULES_NO_BLOCK:
		return RED(o);
	case RULES_WOULD_PASS:
		return GREEN(o);
	case RULES_UNKNOWN_VERDICT:
		return YELLOW(o);
	default:
		return "";
	}
}

static void zones(const struct output *o, const struct analysis *a)
{
	unsigned int i;

	if (!a->zones)
		return;
	item(o, 0, "zones", "%s", "");
	for (i = 0; i < a->zones; i++) {
		const struct judged *j = &a->zone[i];
		char name[48], text[320];

		zone_name(j->zone, name, sizeof(name));
		judged_text(a, j, text, sizeof(text));
		fprintf(o->to, "  %s: %s%s%s\n", name, zone_colour(o, j), text, PLAIN(o));
		if (j->allowed != TRI_NO && j->result.verdict != RULES_NOT_ELIGIBLE)
			arithmetic(o, a, j);
	}
}

static void raw_zones(const struct output *o, const struct analysis *a)
{
	const struct report *r = a->r;
	unsigned int i;

	if (a->zones || !r->zones)
		return;
	item(o, 0, "zones", "%s", "not judged");
	for (i = 0; i < r->zones; i++) {
		char name[48];

		zone_name(&r->zone[i], name, sizeof(name));
		if (r->zone[i].free >= 0 || r->zone[i].min >= 0)
			fprintf(o->to, "  %s: free %ld kB, min %ld kB\n", name, r->zone[i].free,
				r->zone[i].min);
		else
			fprintf(o->to, "  %s: free and min not printed\n", name);
	}
}

/* The flags of the slab allocator's message, which older kernels print as a number only. */
static void slab_flags(const struct analysis *a, const struct slub *s, char *buf, size_t size)
{
	char flags[GFP_TEXT_MAX];
	struct gfp gfp;

	gfp_decode_layout(&gfp, &a->gfp.layout, s->gfp);
	gfp_format(&gfp, flags, sizeof(flags));
	str_add(buf, size, " = %s", flags);
}

static void slabs(const struct output *o, const struct analysis *a)
{
	const struct report *r = a->r;
	unsigned int i;

	for (i = 0; i < r->slubs; i++) {
		const struct slub *s = &r->slub[i];
		char text[400] = "";

		str_add(text, sizeof(text), "%s", s->cache[0] ? s->cache : "cache not named");
		if (s->object >= 0)
			str_add(text, sizeof(text), ": objects of %ld bytes, slabs of order %ld",
				s->object, s->order);
		if (s->object >= 0 && s->min_order >= 0)
			str_add(text, sizeof(text), ", at least %ld", s->min_order);
		if (s->have_gfp)
			str_add(text, sizeof(text), "; gfp=0x%x", s->gfp);
		if (s->have_names)
			str_add(text, sizeof(text), " (%s)", s->names);
		else if (s->have_gfp && a->decoded)
			slab_flags(a, s, text, sizeof(text));
		if (s->debug_raised)
			str_add(text, sizeof(text), "; slab debugging raised the order");
		item(o, 0, "slab cache", "%s", text);
	}
	if (r->slub_repeats)
		item(o, 0, "", "and %u more", r->slub_repeats);
}

static bool report(struct output *o, const struct analysis *a, const char *file)
{
	const struct report *r = a->r;
	static const char *const who[] = {
		[FOR_OPERATOR] = "operator",
		[FOR_DEVELOPER] = "developer",
		[FOR_NOBODY] = "note",
	};
	unsigned int i;

	if (o->number > 1)
		fputc('\n', o->to);
	fprintf(o->to, "%s%s, %s line %lu%s%s%s%s%s%s\n", BOLD(o), report_kind_name(r->kind), file,
		r->line, r->time[0] ? ", at " : "", r->time, r->host[0] ? ", host " : "", r->host,
		a->harmless ? " (harmless)" : "", PLAIN(o));
	version(o, a);
	asked(o, a);
	mode(o, a);
	path(o, a);
	slabs(o, a);
	zones(o, a);
	raw_zones(o, a);
	for (i = 0; i < r->kernel_lines; i++)
		item(o, 0, i ? "" : "kernel says", "%s", r->kernel_says[i]);
	fprintf(o->to, "%s", BOLD(o));
	item(o, 0, "verdict", "[%s] %s.", cause_name(a->cause), a->verdict);
	fprintf(o->to, "%s", PLAIN(o));
	for (i = 0; i < a->advices; i++)
		item(o, 0,
		     !i || a->advice[i].whom != a->advice[i - 1].whom ? who[a->advice[i].whom] : "",
		     "- %s [%s]", a->advice[i].what, a->advice[i].because);
	for (i = 0; i < a->unsures; i++)
		item(o, 0, i ? "" : "unsure", "- %s", a->unsure[i]);
	return true;
}

static bool begin(struct output *o)
{
	(void)o;
	return true;
}

static bool end(struct output *o, const struct totals *totals)
{
	if (totals->reports > 1)
		fprintf(o->to, "\n%lu reports, %lu explained; --summary groups them\n",
			totals->reports, totals->explained);
	return true;
}

const struct output_form text_form = { begin, report, end };
