// SPDX-License-Identifier: GPL-2.0-only
/*
 * Everything, for programs. The schema is in Documentation/explain-json.rst; names are added, never
 * changed.
 */
#include "output.h"

#include <jansson.h>

#include "str.h"

/* Numbers that were not printed are null. */
static json_t *number(long value)
{
	return value < 0 ? json_null() : json_integer(value);
}

static json_t *text(const char *s)
{
	return s[0] ? json_string(s) : json_null();
}

static json_t *tri(enum tri t)
{
	return t == TRI_UNKNOWN ? json_null() : json_boolean(t == TRI_YES);
}

/* The name of a file need not be UTF-8, and the library takes nothing else. */
static json_t *utf8(const char *s)
{
	json_t *o = json_string(s);

	return o ? o : json_null();
}

static json_t *hex(unsigned int value)
{
	char buf[16];

	snprintf(buf, sizeof(buf), "0x%x", value);
	return json_string(buf);
}

static void set(json_t *object, const char *name, json_t *value)
{
	json_object_set_new(object, name, value);
}

static json_t *flag_list(gfp_flags_t flags)
{
	json_t *list = json_array();
	int flag;

	for (flag = 1; flag < GFP_F_COUNT; flag++)
		if (flags & (gfp_flags_t)1 << flag)
			json_array_append_new(list, json_string(gfp_flag_name(flag)));
	return list;
}

static json_t *reading(const struct gfp *g)
{
	char flags[GFP_TEXT_MAX], range[96];
	json_t *o = json_object();

	gfp_format(g, flags, sizeof(flags));
	gfp_layout_range(&g->layout, range, sizeof(range));
	set(o, "text", json_string(flags));
	set(o, "flags", flag_list(g->flags));
	set(o, "unknown_bits", hex(g->unknown));
	set(o, "layout", json_string(range));
	return o;
}

static const char *sure_name(enum gfp_sure sure)
{
	static const char *const names[] = {
		[GFP_SURE_NO] = "no",
		[GFP_SURE_UNLIKELY] = "unlikely",
		[GFP_SURE_POSSIBLE] = "possible",
		[GFP_SURE_LIKELY] = "likely",
		[GFP_SURE_CERTAIN] = "certain",
	};

	return names[sure];
}

static json_t *kernel(const struct analysis *a)
{
	static const char *const sources[] = {
		[VERSION_NONE] = "none",	 [VERSION_REPORT] = "report",
		[VERSION_BOOT] = "boot-message", [VERSION_GIVEN] = "option",
		[VERSION_INFERRED] = "inferred",
	};
	json_t *o = json_object();
	char name[80];

	kver_format(&a->kver, name, sizeof(name));
	set(o, "release", text(a->r->release));
	set(o, "version", a->kver.known ? json_string(name) : json_null());
	set(o, "source", json_string(sources[a->source]));
	if (a->source == VERSION_INFERRED) {
		struct kver from = kver_from_code(a->from), until = kver_from_code(a->until);

		kver_format(&from, name, sizeof(name));
		set(o, "from", json_string(name));
		kver_format(&until, name, sizeof(name));
		set(o, "until", a->until == KVER_OPEN ? json_null() : json_string(name));
	}
	return o;
}

static json_t *mode(const struct analysis *a)
{
	json_t *o = json_object(), *others = json_array(), *differs;
	unsigned int i;

	set(o, "value", a->have_mode ? hex(a->mode) : json_null());
	set(o, "names_printed", text(a->r->names_text));
	set(o, "decoded", a->decoded ? reading(&a->gfp) : json_null());
	set(o, "sure", a->decoded ? json_string(sure_name(a->sure)) : json_null());
	for (i = 1; i < a->candidates; i++) {
		json_t *other = reading(&a->candidate[i].gfp);

		set(other, "sure", json_string(sure_name(a->candidate[i].sure)));
		set(other, "why", text(a->candidate[i].why ? a->candidate[i].why : ""));
		json_array_append_new(others, other);
	}
	set(o, "alternatives", others);
	if (a->mismatch) {
		differs = json_object();
		set(differs, "only_in_value", flag_list(a->differs.only_value));
		set(differs, "only_in_names", flag_list(a->differs.only_names));
		set(differs, "unnamed_bits", hex(a->differs.unknown));
		set(differs, "words_that_are_no_flag", json_integer(a->differs.bad_names));
		set(o, "disagreement", differs);
	} else {
		set(o, "disagreement", json_null());
	}
	return o;
}

static json_t *caller(const struct analysis *a)
{
	const struct report *r = a->r;
	const struct caller *c = &a->caller;
	json_t *o = json_object(), *stack = json_array();
	unsigned int i;

	set(o, "task", text(r->comm[0] ? r->comm : r->cpu_comm));
	set(o, "pid", number(r->pid));
	set(o, "cpu", number(r->cpu));
	set(o, "function", text(c->function));
	set(o, "module", text(c->module));
	set(o, "module_function", text(c->module_function));
	set(o, "helper", text(c->helper));
	set(o, "interrupt", tri(c->interrupt));
	set(o, "pf_memalloc", tri(c->memalloc));
	set(o, "unsure", json_boolean(c->unsure));
	set(o, "device", text(r->dma_device));
	set(o, "stacks_mixed", json_boolean(r->trace_mixed));
	for (i = 0; i < r->frames; i++) {
		json_t *frame = json_object();

		set(frame, "function", json_string(r->frame[i].function));
		set(frame, "module", text(r->frame[i].module));
		set(frame, "unsure", json_boolean(r->frame[i].unsure));
		set(frame, "interrupt", json_boolean(r->frame[i].interrupt));
		json_array_append_new(stack, frame);
	}
	set(o, "workqueue", text(r->workqueue));
	set(o, "role",
	    a->role == ROLE_UNKNOWN ? json_null() :
				      json_string(a->role == ROLE_VICTIM ? "victim" : "culprit"));
	set(o, "stack", stack);
	return o;
}

static json_t *answer(const struct rules_answer *w)
{
	const char *why = rules_why_text(w->why), *source = rules_why_source(w->why);
	json_t *o = json_object();

	set(o, "possible", tri(w->can));
	set(o, "why", text(why ? why : ""));
	set(o, "source", text(source ? source : ""));
	return o;
}

static json_t *path(const struct analysis *a)
{
	json_t *o;
	char alloc[128];

	if (!a->judged_path)
		return json_null();
	rules_alloc_text(&a->request, a->alloc, alloc, sizeof(alloc));
	o = json_object();
	set(o, "atomic", json_boolean(a->path.atomic));
	set(o, "costly", json_boolean(a->path.costly));
	set(o, "alloc_flags", text(alloc));
	set(o, "kswapd", answer(&a->path.kswapd));
	set(o, "reclaim", answer(&a->path.reclaim));
	set(o, "compaction", answer(&a->path.compact));
	set(o, "compaction_may_be_deferred", json_boolean(a->path.deferrable));
	set(o, "oom_killer", answer(&a->path.oom));
	set(o, "retry", answer(&a->path.retry));
	return o;
}

static json_t *printed(const struct zone *z)
{
	json_t *o = json_object(), *reserve = json_array(), *blocks = json_array();
	unsigned int i;

	set(o, "free", number(z->free));
	set(o, "boost", number(z->boost));
	set(o, "min", number(z->min));
	set(o, "low", number(z->low));
	set(o, "high", number(z->high));
	set(o, "reserved_highatomic", number(z->highatomic));
	set(o, "free_highatomic", number(z->free_highatomic));
	set(o, "present", number(z->present));
	set(o, "managed", number(z->managed));
	set(o, "free_cma", number(z->free_cma));
	for (i = 0; i < z->n_reserve; i++)
		json_array_append_new(reserve, json_integer(z->reserve[i]));
	set(o, "lowmem_reserve_pages", reserve);
	for (i = 0; i < z->n_orders; i++) {
		json_t *block = json_object();
		char letters[GFP_MTS + 1];

		rules_usable_letters(z->types[i], letters);
		set(block, "count", number(z->blocks[i]));
		set(block, "types", z->letters ? json_string(letters) : json_null());
		json_array_append_new(blocks, block);
	}
	set(o, "free_blocks", blocks);
	set(o, "free_blocks_total", number(z->total));
	set(o, "free_blocks_readable", json_boolean(z->buddy && !z->bad_buddy));
	set(o, "asterisks_lost", json_boolean(z->stars_lost));
	return o;
}

static json_t *kb(long value, long page_kb)
{
	return value < 0 ? json_null() : json_integer(value * page_kb);
}

static json_t *judged(const struct analysis *a, const struct judged *j)
{
	static const char *const verdicts[] = {
		[RULES_UNKNOWN_VERDICT] = "unknown",	     [RULES_NOT_ELIGIBLE] = "not-eligible",
		[RULES_FAILS_WATERMARK] = "fails-watermark", [RULES_NO_BLOCK] = "no-block",
		[RULES_WOULD_PASS] = "would-pass",
	};
	const struct rules_result *v = &j->result;
	json_t *o = json_object(), *steps, *m;
	char missing[160], letters[GFP_MTS + 1], sentence[320];
	unsigned int i;
	bool judged = v->verdict != RULES_UNKNOWN_VERDICT && v->verdict != RULES_NOT_ELIGIBLE;

	judged_text(a, j, sentence, sizeof(sentence));
	rules_missing_text(v->missing, missing, sizeof(missing));
	set(o, "verdict", json_string(j->allowed == TRI_NO ? "not-allowed" : verdicts[v->verdict]));
	set(o, "text", json_string(sentence));
	set(o, "missing", text(missing));
	if (v->verdict == RULES_NOT_ELIGIBLE)
		return o;
	set(o, "arithmetic",
	    json_string(v->era == RULES_ERA_HALVING ? "halving-per-order" : "order-0-and-blocks"));
	m = json_object();
	set(m, "free", kb(v->free, j->page_kb));
	set(m, "minus_order", kb(v->minus_order, j->page_kb));
	set(m, "minus_cma", kb(v->minus_cma, j->page_kb));
	set(m, "minus_highatomic", kb(v->minus_highatomic, j->page_kb));
	set(m, "free_used",
	    v->free == RULES_UNKNOWN ? json_null() : json_integer(v->free_used * j->page_kb));
	set(m, "min", kb(v->mark, j->page_kb));
	set(m, "boost_left_out", kb(v->mark_boost, j->page_kb));
	set(m, "after_high", kb(v->mark_high, j->page_kb));
	set(m, "after_harder", kb(v->mark_harder, j->page_kb));
	set(m, "after_oom", kb(v->mark_oom, j->page_kb));
	set(m, "lowmem_reserve", kb(v->reserve, j->page_kb));
	set(o, "kb", m);
	set(o, "order0_passes", judged ? json_boolean(v->order0_ok) : json_null());
	steps = json_array();
	for (i = 0; i < v->n_steps; i++) {
		json_t *step = json_object();

		set(step, "without_order", json_integer(v->step[i].order));
		set(step, "subtracted_kb", json_integer(v->step[i].subtracted * j->page_kb));
		set(step, "free_kb", json_integer(v->step[i].free * j->page_kb));
		set(step, "mark_kb", json_integer(v->step[i].mark * j->page_kb));
		set(step, "passes", json_boolean(v->step[i].ok));
		json_array_append_new(steps, step);
	}
	set(o, "steps", steps);
	rules_usable_letters(v->usable, letters);
	set(o, "usable_types", text(letters));
	set(o, "usable_kb_of_order", kb(v->usable_above, j->page_kb));
	set(o, "largest_usable_order",
	    v->largest == RULES_UNKNOWN_ORDER ? json_null() : json_integer(v->largest));
	set(o, "short_by_kb",
	    v->verdict == RULES_FAILS_WATERMARK ? kb(v->short_by, j->page_kb) : json_null());
	set(o, "margin_kb",
	    v->verdict == RULES_WOULD_PASS ? kb(v->margin, j->page_kb) : json_null());
	set(o, "edge_kb", j->edge ? kb(j->edge, j->page_kb) : json_null());
	return o;
}

static json_t *zones(const struct analysis *a)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < a->r->zones; i++) {
		const struct zone *z = &a->r->zone[i];
		json_t *o = json_object();

		set(o, "node", number(z->node));
		set(o, "zone", json_string(gfp_zone_name(z->type)));
		set(o, "printed", printed(z));
		set(o, "judged", i < a->zones ? judged(a, &a->zone[i]) : json_null());
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *slabs(const struct report *r)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < r->slubs; i++) {
		const struct slub *s = &r->slub[i];
		json_t *o = json_object();

		set(o, "cache", text(s->cache));
		set(o, "gfp", s->have_gfp ? hex(s->gfp) : json_null());
		set(o, "gfp_names", text(s->names));
		set(o, "object_size", number(s->object));
		set(o, "order", number(s->order));
		set(o, "min_order", number(s->min_order));
		set(o, "debugging_raised_order", json_boolean(s->debug_raised));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *cma(const struct report *r)
{
	json_t *o;

	if (r->kind != REPORT_CMA)
		return json_null();
	o = json_object();
	set(o, "area", text(r->cma_area));
	set(o, "pages", number(r->cma_pages));
	set(o, "error", number(r->cma_error));
	set(o, "free_pages", number(r->cma_free));
	set(o, "total_pages", number(r->cma_total));
	set(o, "largest_run", number(r->cma_largest));
	return o;
}

static json_t *advice(const struct analysis *a)
{
	static const char *const who[] = {
		[FOR_OPERATOR] = "operator",
		[FOR_DEVELOPER] = "developer",
		[FOR_NOBODY] = "note",
	};
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < a->advices; i++) {
		json_t *o = json_object();

		set(o, "for", json_string(who[a->advice[i].whom]));
		set(o, "do", json_string(a->advice[i].what));
		set(o, "because", text(a->advice[i].because));
		json_array_append_new(list, o);
	}
	return list;
}

static bool report(struct output *o, const struct analysis *a, const char *file)
{
	const struct report *r = a->r;
	json_t *x = json_object(), *list;
	unsigned int i;
	bool good;

	set(x, "kind", json_string(report_kind_name(r->kind)));
	set(x, "file", utf8(file));
	set(x, "line", json_integer(r->line));
	set(x, "last_line", json_integer(r->last_line));
	set(x, "time", text(r->time));
	set(x, "host", text(r->host));
	set(x, "explained", json_boolean(a->explained));
	set(x, "cause", json_string(cause_name(a->cause)));
	set(x, "harmless", json_boolean(a->harmless));
	set(x, "verdict", json_string(a->verdict));
	set(x, "kernel", kernel(a));
	set(x, "order", number(a->order));
	set(x, "bytes", number(r->bytes));
	set(x, "stall_ms", number(r->stall_ms));
	set(x, "page_kb", json_integer(a->page_kb));
	set(x, "kernel_words", text(r->detail));
	set(x, "suppressed_before", number(r->suppressed));
	set(x, "mode", mode(a));
	set(x, "caller", caller(a));
	set(x, "path", path(a));
	set(x, "zones", zones(a));
	set(x, "slab_caches", slabs(r));
	set(x, "cma", cma(r));
	list = json_array();
	for (i = 0; i < r->kernel_lines; i++)
		json_array_append_new(list, json_string(r->kernel_says[i]));
	set(x, "kernel_says", list);
	set(x, "advice", advice(a));
	list = json_array();
	for (i = 0; i < a->unsures; i++)
		json_array_append_new(list, json_string(a->unsure[i]));
	set(x, "unsure", list);

	if (o->number > 1)
		fputs(",\n", o->to);
	good = x && !json_dumpf(x, o->to, JSON_INDENT(1));
	json_decref(x);
	return good;
}

static bool begin(struct output *o)
{
	fputs("{\"schema\": 1, \"reports\": [\n", o->to);
	return true;
}

static bool end(struct output *o, const struct totals *totals)
{
	fprintf(o->to, "],\n\"totals\": {\"reports\": %lu, \"explained\": %lu, \"others\": %lu}}\n",
		totals->reports, totals->explained, totals->others);
	return true;
}

const struct output_form json_form = { begin, report, end };
