// SPDX-License-Identifier: GPL-2.0-only
#include "live/plan.h"

#include <stdarg.h>
#include <string.h>

#include "str.h"

__attribute__((format(printf, 2, 3)))
static void note(struct plan *p, const char *format, ...)
{
	va_list args;

	if (p->notes == PLAN_NOTES_MAX)
		return;
	va_start(args, format);
	vsnprintf(p->note[p->notes++], WHY_MAX, format, args);
	va_end(args);
}

/*
 * Registers of the first arguments. Kernels since 4.20 know "$arg1" and so on, on most machines;
 * with registers, older ones do as well.
 */
static const char *argument(const struct plan_kernel *k, unsigned int n)
{
	static const struct {
		const char *machine, *reg[4];
	} known[] = {
		{ "x86_64", { "%di", "%si", "%dx", "%cx" } },
		{ "aarch64", { "%x0", "%x1", "%x2", "%x3" } },
		{ "ppc64le", { "%gpr3", "%gpr4", "%gpr5", "%gpr6" } },
		{ "ppc64", { "%gpr3", "%gpr4", "%gpr5", "%gpr6" } },
		{ "s390x", { "%r2", "%r3", "%r4", "%r5" } },
		{ "riscv64", { "%a0", "%a1", "%a2", "%a3" } },
	};
	static const char *const others[] = { "$arg1", "$arg2", "$arg3", "$arg4" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(known[i].machine, k->machine))
			return known[i].reg[n];
	return others[n];
}

static unsigned int pointer_bytes(const struct plan_kernel *k)
{
	return strstr(k->machine, "64") || !strcmp(k->machine, "s390x") ? 8 : 4;
}

static struct plan_event *add(struct plan *p, const char *name, const struct symbol *s, bool ret)
{
	struct plan_event *e = &p->event[p->n++];

	e->name = name;
	e->ret = ret;
	e->stacks = !ret;
	memcpy(e->symbol, s->name, sizeof(e->symbol));
	return e;
}

__attribute__((format(printf, 2, 3)))
static void fetch(struct plan_event *e, const char *format, ...)
{
	va_list args;
	char text[PLAN_ARGS_MAX];

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	str_add(e->args, sizeof(e->args), " %s", text);
}

/*
 * Where the call comes from. A kernel that unwinds by frame pointers leaves it out of the stack: at
 * the first instruction there is no frame yet. Where returns are probed as well, the return address
 * is that of the kernel's own trampoline.
 */
static void fetch_caller(struct plan_event *e, const struct plan_kernel *k)
{
	if (!strcmp(k->machine, "x86_64"))
		fetch(e, "caller=$stack0:u64");
	else if (!strcmp(k->machine, "aarch64"))
		fetch(e, "caller=%%x30:u64");
}

static bool usable(const struct symbol *s)
{
	return s->state == SYMBOL_GOOD || s->state == SYMBOL_ARGS || s->state == SYMBOL_PART;
}

/*
 * The first of several functions that can be probed; why those before it cannot is noted. False if
 * none can.
 */
static bool choose(struct plan *p, const struct plan_kernel *k, struct symbol *s,
		   const char *const *names)
{
	const char *const *name;

	for (name = names; *name; name++) {
		symbol_find(s, k->kallsyms, k->blacklist, *name);
		if (usable(s)) {
			if (s->state != SYMBOL_GOOD)
				note(p, "%s %s.", s->name, symbol_means(s->state));
			if (name != names)
				note(p, "%s is probed in place of %s.", s->name, names[0]);
			return true;
		}
		note(p, "%s %s.", s->name, symbol_means(s->state));
	}
	return false;
}

/* Deferred splits. */

static void plan_deferred_split(struct plan *p, const struct plan_kernel *k)
{
	static const char *const names[] = { "deferred_split_folio", "deferred_split_huge_page",
					     NULL };
	struct symbol s;
	struct plan_event *e;
	int i;

	if (!choose(p, k, &s, names))
		return;
	e = add(p, "queued", &s, false);
	fetch_caller(e, k);
	i = layout_parameter(k->layout, "deferred_split_folio", "partially_mapped");
	if (s.state == SYMBOL_GOOD && i >= 0 && i < 4)
		fetch(e, "partially_mapped=%s:u8", argument(k, i));
	note(p,
	     "Counted are calls, also those that find the folio queued already; the caller in the stack is the nearest to a reason.");
}

/* Direct compaction. */

static void plan_compaction(struct plan *p, const struct plan_kernel *k)
{
	static const char *const gate[] = { "__alloc_pages_direct_compact", "try_to_compact_pages",
					    NULL };
	struct symbol s, inner;
	struct plan_event *e;
	bool outer;
	int i;

	if (!choose(p, k, &s, gate))
		return;
	e = add(p, "asked", &s, false);
	outer = starts(s.name, gate[0]);
	if (outer)
		fetch_caller(e, k);
	i = layout_parameter(k->layout, outer ? gate[0] : gate[1], "gfp_mask");
	if (s.state == SYMBOL_GOOD) {
		if (i >= 0 && i < 4)
			fetch(e, "gfp=%s:u32", argument(k, i));
		else if (outer)
			fetch(e, "gfp=%s:u32", argument(k, 0));
		else /* Before 4.0 a zonelist came first; a pointer is no mask, so whoever reads it can tell. */
			fetch(e, "first=%s:u64 third=%s:u64", argument(k, 0), argument(k, 2));
		fetch(e, "order=%s:u32", argument(k, 1));
	}
	if (!outer)
		note(p,
		     "A request that the allocator does not take as far as that is not seen; one that is refused for its flags is.");
	symbol_find(&inner, k->kallsyms, k->blacklist, gate[1]);
	if (usable(&inner)) {
		e = add(p, "outcome", &inner, true);
		fetch(e, "result=$retval:s32");
	} else if (outer) {
		note(p, "%s %s; so the outcome is not known.", inner.name,
		     symbol_means(inner.state));
	}
}

/* Full pipes. */

static bool pipe_field(struct plan_event *e, const struct plan_kernel *k, const char *name,
		       const char *field)
{
	struct layout_field at;

	if (!layout_find(k->layout, "pipe_inode_info", field, &at))
		return false;
	fetch(e, "%s=+%u(%s):u%u", name, at.offset, argument(k, 0), at.bytes * 8);
	return true;
}

/* Slots in use and all of them, as this kernel counts. */
static bool pipe_slots(struct plan_event *e, const struct plan_kernel *k)
{
	struct layout_field at;
	bool used;

	/* Since 5.5 two indices, before that a number. */
	if (layout_find(k->layout, "pipe_inode_info", "tail", &at))
		used = pipe_field(e, k, "head", "head") && pipe_field(e, k, "tail", "tail");
	else
		used = pipe_field(e, k, "nrbufs", "nrbufs");
	return used &&
	       (pipe_field(e, k, "buffers", "max_usage") ||
		pipe_field(e, k, "buffers", "buffers") || pipe_field(e, k, "buffers", "ring_size"));
}

static void plan_splice(struct plan *p, const struct plan_kernel *k)
{
	static const char *const fill[] = { "splice_to_pipe", NULL };
	static const char *const waits[] = { "pipe_wait_writable", "pipe_wait", "wait_for_space",
					     NULL };
	struct layout_field at = { .offset = 2 * pointer_bytes(k), .bytes = 4 };
	struct plan_event *e;
	bool slots = true;
	struct symbol s;

	if (choose(p, k, &s, fill)) {
		e = add(p, "fill", &s, false);
		if (s.state == SYMBOL_GOOD) {
			/* It is behind two pointers since there is splice(). */
			layout_find(k->layout, "splice_pipe_desc", "nr_pages", &at);
			fetch(e, "nr_pages=+%u(%s):s32", at.offset, argument(k, 1));
			slots = pipe_slots(e, k);
		}
		fetch(add(p, "filled", &s, true), "ret=$retval:s64");
	}
	if (choose(p, k, &s, waits)) {
		e = add(p, "wait", &s, false);
		fetch_caller(e, k);
		if (s.state == SYMBOL_GOOD)
			slots &= pipe_slots(e, k);
		if (starts(s.name, "pipe_wait") && !starts(s.name, "pipe_wait_writable"))
			note(p,
			     "Whoever reads or writes a pipe waits in pipe_wait() as well; the stacks tell splice() apart.");
		if (starts(s.name, "wait_for_space"))
			note(p,
			     "wait_for_space() is called also where there is room, and then does not wait.");
	}
	if (!slots)
		note(p,
		     "Where the slots of a pipe are is not known: no BTF. Give --btf FILE, or what pahole says of struct pipe_inode_info as "
		     "--offset pipe_inode_info.head=N and .tail, .max_usage; before 5.5: .nrbufs and .buffers.");
}

/* Failed allocations. */

static void plan_alloc_failure(struct plan *p, const struct plan_kernel *k)
{
	static const char *const names[] = { "warn_alloc", "warn_alloc_failed", NULL };
	struct plan_event *e;
	struct symbol s;
	int fmt;

	if (!choose(p, k, &s, names))
		return;
	e = add(p, "failed", &s, false);
	fetch_caller(e, k);
	if (s.state == SYMBOL_GOOD) {
		fetch(e, "gfp=%s:u32", argument(k, 0));
		fmt = layout_parameter(k->layout, starts(s.name, names[1]) ? names[1] : names[0],
				       "fmt");
		if (fmt < 0 || fmt > 2)
			fmt = 2;
		/*
		 * The format is followed by the order, where it says so; before 4.9 the order is a
		 * parameter.
		 */
		if (starts(s.name, names[1]))
			fetch(e, "order=%s:u32", argument(k, 1));
		else
			fetch(e, "vararg=%s:u32", argument(k, fmt + 1));
		fetch(e, "what=+0(%s):string", argument(k, fmt));
	}
	note(p,
	     "Allocations with __GFP_NOWARN come there too and print nothing; those that fail without this function are not seen.");
}

void plan_make(struct plan *p, const struct path *path, const struct plan_kernel *k)
{
	static const struct {
		const char *path;
		void (*make)(struct plan *p, const struct plan_kernel *k);
	} plans[] = {
		{ "deferred-split", plan_deferred_split },
		{ "compaction", plan_compaction },
		{ "splice", plan_splice },
		{ "alloc-failure", plan_alloc_failure },
	};
	unsigned int i;

	memset(p, 0, sizeof(*p));
	p->path = path;
	for (i = 0; i < ARRAY_SIZE(plans); i++)
		if (!strcmp(plans[i].path, path->name))
			plans[i].make(p, k);
}

void plan_definition(const struct plan_event *e, const char *group, char *buf, size_t size)
{
	snprintf(buf, size, "%c:%s/%s %s%s", e->ret ? 'r' : 'p', group, e->name, e->symbol,
		 e->args);
}

void plan_print(FILE *to, const struct plan *p, const char *tracefs, double seconds)
{
	char text[PLAN_ARGS_MAX + 2 * SYMBOL_MAX];
	unsigned int i;

	for (i = 0; i < p->notes; i++)
		fprintf(to, "# %s\n", p->note[i]);
	fprintf(to,
		"\n# By hand, as root. The last lines remove all of it.\ncd %s\nmkdir instances/kreason\n",
		tracefs);
	for (i = 0; i < p->n; i++) {
		plan_definition(&p->event[i], "kreason", text, sizeof(text));
		fprintf(to, "echo '%s' >>kprobe_events\n", text);
	}
	for (i = 0; i < p->n; i++)
		if (p->event[i].stacks)
			fprintf(to,
				"t=instances/kreason/events/kreason/%s/trigger  # before 6.3 the key is stacktrace\n"
				"echo 'hist:keys=common_stacktrace' >$t || echo 'hist:keys=stacktrace' >$t\n",
				p->event[i].name);
	fprintf(to,
		"echo 1 >instances/kreason/events/kreason/enable\nsleep %g\necho 0 >instances/kreason/events/kreason/enable\n",
		seconds);
	fprintf(to, "cat instances/kreason/events/kreason/*/hist instances/kreason/trace\nrmdir instances/kreason\n");
	for (i = 0; i < p->n; i++)
		fprintf(to, "echo '-:kreason/%s' >>kprobe_events\n", p->event[i].name);

	fprintf(to, "\n# With perf.\n");
	for (i = 0; i < p->n; i++)
		fprintf(to, "perf probe --add 'kreason:%s=%s%s%s'\n", p->event[i].name,
			p->event[i].symbol, p->event[i].ret ? "%return" : "", p->event[i].args);
	fprintf(to,
		"perf record -e 'kreason:*' -a -g -- sleep %g\nperf report --no-children --stdio\nperf script\nperf probe --del 'kreason:*'\n",
		seconds);

	/* Without an instance of its own it switches off what others trace. */
	fprintf(to, "\n# With trace-cmd.\n");
	for (i = 0; i < p->n; i++) {
		plan_definition(&p->event[i], "kreason", text, sizeof(text));
		fprintf(to, "echo '%s' >>%s/kprobe_events\n", text, tracefs);
	}
	fprintf(to, "trace-cmd record -B kreason");
	for (i = 0; i < p->n; i++)
		fprintf(to, " -e kreason:%s", p->event[i].name);
	fprintf(to, " -T sleep %g\ntrace-cmd report\n", seconds);
	for (i = 0; i < p->n; i++)
		fprintf(to, "echo '-:kreason/%s' >>%s/kprobe_events\n", p->event[i].name, tracefs);
}
