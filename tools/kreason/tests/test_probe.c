// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <bpf/btf.h>
#include <stdlib.h>
#include <unistd.h>

#include "live/probe.h"
#include "str.h"

/* Symbols. */

static enum symbol_state state_of(const char *kallsyms, const char *blacklist, const char *base,
				  const char *expected)
{
	struct symbol s;

	symbol_find(&s, kallsyms, blacklist, base);
	if (expected)
		assert_string_equal(s.name, expected);
	return s.state;
}

static void symbols(void **state)
{
	static const char all[] =
		"ffffffff81000000 T _text\n"
		"ffffffff81000010 t jbd2_wait_for_space\n"
		"ffffffff81000020 t wait_for_space.isra.0\n"
		"ffffffff81000030 t wait_for_space.isra.0.cold\n"
		"ffffffff81000040 t gate.part.0\n"
		"ffffffff81000050 t gate.constprop.0\n"
		"ffffffff81000060 t only.part.12\n"
		"ffffffff81000070 t cold.cold\n"
		"ffffffff81000080 T warn_alloc\n"
		"ffffffff81000090 D warn_data\n"
		"ffffffff810000a0 t twice\n"
		"ffffffff810000b0 t twice\n"
		"ffffffff810000c0 t lto.llvm.123456789\n"
		"ffffffff810000d0 T both\n"
		"ffffffff810000e0 t both.part.0\n"
		"ffffffffa0000000 t in_module\t[ext4]\n"
		"ffffffff810000f0 t mixed.part.0.isra.0\n"
		"ffffffff81000100 T __kprobes_only";
	static const char blacklist[] =
		"0xffffffff81000080-0xffffffff81000090\twarn_alloc\n"
		"0xffffffff81000040-0xffffffff81000050\tgate.constprop.0\n";

	(void)state;
	assert_int_equal(state_of(all, NULL, "warn_alloc", "warn_alloc"), SYMBOL_GOOD);
	assert_int_equal(state_of(all, blacklist, "warn_alloc", "warn_alloc"), SYMBOL_BLACKLISTED);
	assert_int_equal(state_of(all, NULL, "wait_for_space", "wait_for_space.isra.0"),
			 SYMBOL_ARGS);
	assert_int_equal(state_of(all, NULL, "gate", "gate.constprop.0"), SYMBOL_ARGS);
	/* What may be probed goes before what may not. */
	assert_int_equal(state_of(all, blacklist, "gate", "gate.part.0"), SYMBOL_PART);
	assert_int_equal(state_of(all, NULL, "only", "only.part.12"), SYMBOL_PART);
	assert_int_equal(state_of(all, NULL, "mixed", "mixed.part.0.isra.0"), SYMBOL_PART);
	assert_int_equal(state_of(all, NULL, "cold", "cold"), SYMBOL_MISSING);
	assert_int_equal(state_of(all, NULL, "warn_data", "warn_data"), SYMBOL_MISSING);
	assert_int_equal(state_of(all, NULL, "warn", "warn"), SYMBOL_MISSING);
	assert_int_equal(state_of(all, NULL, "twice", "twice"), SYMBOL_AMBIGUOUS);
	assert_int_equal(state_of(all, NULL, "lto", "lto.llvm.123456789"), SYMBOL_GOOD);
	assert_int_equal(state_of(all, NULL, "both", "both"), SYMBOL_GOOD);
	assert_int_equal(state_of(all, NULL, "in_module", "in_module"), SYMBOL_GOOD);
	assert_int_equal(state_of(all, NULL, "__kprobes_only", "__kprobes_only"), SYMBOL_GOOD);
	assert_int_equal(state_of("", "", "warn_alloc", "warn_alloc"), SYMBOL_MISSING);
}

static void symbols_hostile(void **state)
{
	char text[600];

	(void)state;
	assert_int_equal(state_of("\n\n \n  \nx\nx y\nx T\nx T \n", "\n\t\n-\n", "f", "f"),
			 SYMBOL_MISSING);
	assert_int_equal(state_of("0 T f.\n0 T f..\n0 T f.x\n0 T f.part.0.x\n0 T fpart\n", NULL,
				  "f", "f"),
			 SYMBOL_MISSING);
	assert_int_equal(state_of("0 T", NULL, "f", "f"), SYMBOL_MISSING);
	assert_int_equal(state_of("0 T f", NULL, "f", "f"), SYMBOL_GOOD);
	/* A name that is too long to be kept is no other one. */
	memset(text, '1', sizeof(text));
	memcpy(text, "0 T f.", 6);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(state_of(text, NULL, "f", "f"), SYMBOL_MISSING);
}

static void callers(void **state)
{
	static const char all[] =
		"0000000000001000 T one\n0000000000003000 t three\t[m]\n0000000000002000 D data\n0000000000002000 t two\n";
	char buf[SYMBOL_MAX];

	(void)state;
	assert_string_equal(symbol_at(all, 0x1000, buf, sizeof(buf)), "one+0x0");
	assert_string_equal(symbol_at(all, 0x2fff, buf, sizeof(buf)), "two+0xfff");
	assert_string_equal(symbol_at(all, 0x3010, buf, sizeof(buf)), "three+0x10");
	assert_null(symbol_at(all, 0xfff, buf, sizeof(buf)));
	assert_null(symbol_at("0000000000000000 T one\n0000000000000000 T two\n", 0x1000, buf,
			      sizeof(buf)));
	assert_null(symbol_at("", 0x1000, buf, sizeof(buf)));
	assert_null(symbol_at(NULL, 0x1000, buf, sizeof(buf)));
}

/* Layouts: BTF of structures as kernels have them, made here. */

enum era { OF_3_10, OF_5_10, OF_7_2, OF_7_2_32 };

struct made {
	struct btf *btf;
	struct layout layout;
};

static void make(struct made *m, enum era era)
{
	int u32, u16, pointer, function, index, inner, result, i;
	struct btf *b = btf__new_empty();
	char why[WHY_MAX];
	const void *raw;
	__u32 size;

	memset(m, 0, sizeof(*m));
	assert_non_null(b);
	btf__set_pointer_size(b, era == OF_7_2_32 ? 4 : 8);
	u32 = btf__add_int(b, "unsigned int", 4, 0);
	u16 = btf__add_int(b, "unsigned short", 2, 0);
	/* By this one readers know the size of pointers. */
	btf__add_int(b, "unsigned long", era == OF_7_2_32 ? 4 : 8, 0);
	pointer = btf__add_ptr(b, 0);
	index = btf__add_typedef(b, "pipe_index_t", era == OF_7_2_32 ? u16 : u32);
	if (era == OF_3_10) {
		btf__add_struct(b, "pipe_inode_info", 152);
		btf__add_field(b, "nrbufs", u32, 64 * 8, 0);
		btf__add_field(b, "curbuf", u32, 68 * 8, 0);
		btf__add_field(b, "buffers", u32, 72 * 8, 0);
	} else if (era == OF_5_10) {
		btf__add_struct(b, "pipe_inode_info", 168);
		btf__add_field(b, "head", u32, 80 * 8, 0);
		btf__add_field(b, "tail", u32, 84 * 8, 0);
		btf__add_field(b, "max_usage", u32, 88 * 8, 0);
		btf__add_field(b, "ring_size", u32, 92 * 8, 0);
	} else {
		unsigned int at = era == OF_7_2_32 ? 2 : 4;

		inner = btf__add_struct(b, NULL, 2 * at);
		btf__add_field(b, "head", index, 0, 0);
		btf__add_field(b, "tail", index, at * 8, 0);
		i = btf__add_union(b, "pipe_index", 8);
		btf__add_field(b, "head_tail", u32, 0, 0);
		btf__add_field(b, "", inner, 0, 0);
		btf__add_struct(b, "pipe_inode_info", 168);
		btf__add_field(b, "", i, 72 * 8, 0);
		btf__add_field(b, "max_usage", u32, 80 * 8, 0);
		btf__add_field(b, "poll_usage", u32, 84 * 8, 1);
		btf__add_field(b, "self", inner, 88 * 8, 0);
		btf__add_field(b, "bufs", pointer, 96 * 8, 0);
	}
	if (era != OF_3_10) {
		result = btf__add_enum(b, "compact_result", 4);
		btf__add_enum_value(b, "COMPACT_NOT_SUITABLE_ZONE", 0);
		btf__add_enum_value(b, "COMPACT_SKIPPED", 1);
		assert_true(result > 0);
		function = btf__add_func_proto(b, u32);
		btf__add_func_param(b, "folio", pointer);
		btf__add_func_param(b, "partially_mapped", u32);
		btf__add_func(b, "deferred_split_folio", BTF_FUNC_GLOBAL, function);
		function = btf__add_func_proto(b, u32);
		btf__add_func_param(b, "gfp_mask", u32);
		btf__add_func(b, "try_to_compact_pages", BTF_FUNC_GLOBAL, function);
	}
	raw = btf__raw_data(b, &size);
	assert_non_null(raw);
	assert_true(layout_take(&m->layout, raw, size, why, sizeof(why)));
	/* What was read is a copy. */
	btf__free(b);
}

static void field_is(const struct layout *l, const char *name, unsigned int offset,
		     unsigned int bytes)
{
	struct layout_field at = { 0 };

	assert_true(layout_find(l, "pipe_inode_info", name, &at));
	assert_int_equal(at.offset, offset);
	assert_int_equal(at.bytes, bytes);
}

static void layouts(void **state)
{
	struct layout_field at;
	struct made m;

	(void)state;
	make(&m, OF_3_10);
	field_is(&m.layout, "nrbufs", 64, 4);
	field_is(&m.layout, "buffers", 72, 4);
	assert_false(layout_find(&m.layout, "pipe_inode_info", "tail", &at));
	assert_int_equal(layout_parameter(&m.layout, "try_to_compact_pages", "gfp_mask"), -1);
	layout_free(&m.layout);
	make(&m, OF_7_2);
	field_is(&m.layout, "head", 72, 4);
	field_is(&m.layout, "tail", 76, 4);
	field_is(&m.layout, "bufs", 96, 8);
	/* A bit field and a structure are no number. */
	assert_false(layout_find(&m.layout, "pipe_inode_info", "poll_usage", &at));
	assert_false(layout_find(&m.layout, "pipe_inode_info", "self", &at));
	assert_false(layout_find(&m.layout, "no_structure", "head", &at));
	assert_int_equal(layout_parameter(&m.layout, "deferred_split_folio", "partially_mapped"),
			 1);
	assert_int_equal(layout_parameter(&m.layout, "deferred_split_folio", "no_such"), -2);
	assert_string_equal(layout_enum(&m.layout, "compact_result", 1), "COMPACT_SKIPPED");
	assert_null(layout_enum(&m.layout, "compact_result", 2));
	layout_free(&m.layout);
	make(&m, OF_7_2_32);
	field_is(&m.layout, "tail", 74, 2);
	layout_free(&m.layout);
}

static void layouts_given(void **state)
{
	static const char *const bad[] = {
		"",
		"=",
		".",
		"a",
		"a.b",
		"a.b=",
		"a.=1",
		".b=1",
		"a.b=x",
		"a.b=1x",
		"a.b=-1",
		"a.b=65536",
		"a.b=1:",
		"a.b=1:3",
		"a.b=1:16",
		"a.b=1:4x",
		"a.b=99999999999999999999",
		"a b.c=1",
		"1a.b=1",
		"a.b.c=1",
		"a.b=0x10",
		"a.b=1 ",
		"a.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1",
	};
	struct layout_field at;
	char why[WHY_MAX];
	struct made m;
	unsigned int i;

	(void)state;
	make(&m, OF_5_10);
	assert_true(layout_give(&m.layout, "pipe_inode_info.head=8", why, sizeof(why)));
	assert_true(layout_give(&m.layout, "x.y=65535:2", why, sizeof(why)));
	field_is(&m.layout, "head", 8, 4);
	field_is(&m.layout, "tail", 84, 4);
	assert_true(layout_find(&m.layout, "x", "y", &at));
	assert_int_equal(at.bytes, 2);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		assert_false(layout_give(&m.layout, bad[i], why, sizeof(why)));
	for (i = m.layout.n; i < LAYOUT_GIVEN_MAX; i++)
		assert_true(layout_give(&m.layout, "x.z=1", why, sizeof(why)));
	assert_false(layout_give(&m.layout, "x.z=1", why, sizeof(why)));
	layout_free(&m.layout);
}

/* Whatever stands in a file: no crash, no endless loop, no read beyond it. */
static void layouts_hostile(void **state)
{
	struct layout_field at;
	struct layout l = { 0 };
	char why[WHY_MAX], *data;
	unsigned int i, taken = 0;
	const void *raw;
	struct made m;
	__u32 size;

	(void)state;
	assert_false(layout_take(&l, "", 0, why, sizeof(why)));
	assert_false(layout_take(&l, "not BTF at all, but long enough for a header", 44, why,
				 sizeof(why)));
	make(&m, OF_7_2);
	raw = btf__raw_data(m.layout.btf, &size);
	for (i = 0; i < size; i += 7)
		layout_take(&l, raw, i, why, sizeof(why));
	srand(1);
	for (i = 0; i < 20000; i++) {
		unsigned int n;

		data = malloc(size);
		assert_non_null(data);
		memcpy(data, raw, size);
		for (n = rand() % 4 + 1; n; n--)
			data[rand() % size] = rand();
		if (layout_take(&l, data, size, why, sizeof(why))) {
			taken++;
			layout_find(&l, "pipe_inode_info", "tail", &at);
			layout_find(&l, "pipe_inode_info", "nothing", &at);
			layout_parameter(&l, "deferred_split_folio", "nothing");
			layout_enum(&l, "compact_result", 7);
		}
		free(data);
	}
	/* Some of the damage is where only we would see it. */
	assert_true(taken > 1000);
	layout_free(&l);
	layout_free(&m.layout);
}

/* Plans. */

#define TEXT(symbol)	"ffffffff81000000 T " symbol "\n"

static void plan_for(struct plan *p, const char *path, const char *kallsyms, const char *machine,
		     const struct layout *layout)
{
	struct plan_kernel k = { .kallsyms = kallsyms, .machine = machine, .layout = layout };

	plan_make(p, path_find(path), &k);
}

static void event_is(const struct plan *p, unsigned int i, const char *expected)
{
	char text[1024];

	assert_true(i < p->n);
	plan_definition(&p->event[i], "g", text, sizeof(text));
	assert_string_equal(text, expected);
}

static void noted(const struct plan *p, const char *text)
{
	unsigned int i;

	for (i = 0; i < p->notes && !strstr(p->note[i], text); i++)
		;
	if (i == p->notes)
		fail_msg("no note says \"%s\"", text);
}

static void plans_of_splice(void **state)
{
	static const char new[] = TEXT("splice_to_pipe") TEXT("wait_for_space")
		TEXT("pipe_wait_writable");
	static const char old[] = TEXT("splice_to_pipe") TEXT("pipe_wait");
	struct layout none = { 0 };
	struct plan p;
	struct made m;

	(void)state;
	make(&m, OF_3_10);
	plan_for(&p, "splice", old, "x86_64", &m.layout);
	assert_int_equal(p.n, 3);
	event_is(
		&p, 0,
		"p:g/fill splice_to_pipe nr_pages=+16(%si):s32 nrbufs=+64(%di):u32 buffers=+72(%di):u32");
	event_is(&p, 1, "r:g/filled splice_to_pipe ret=$retval:s64");
	event_is(&p, 2,
		 "p:g/wait pipe_wait caller=$stack0:u64 nrbufs=+64(%di):u32 buffers=+72(%di):u32");
	noted(&p, "reads or writes a pipe waits in pipe_wait()");
	layout_free(&m.layout);
	make(&m, OF_5_10);
	plan_for(&p, "splice", new, "aarch64", &m.layout);
	event_is(
		&p, 0,
		"p:g/fill splice_to_pipe nr_pages=+16(%x1):s32 head=+80(%x0):u32 tail=+84(%x0):u32 buffers=+88(%x0):u32");
	event_is(
		&p, 2,
		"p:g/wait pipe_wait_writable caller=%x30:u64 head=+80(%x0):u32 tail=+84(%x0):u32 buffers=+88(%x0):u32");
	layout_free(&m.layout);
	make(&m, OF_7_2_32);
	plan_for(&p, "splice", new, "armv7l", &m.layout);
	event_is(
		&p, 0,
		"p:g/fill splice_to_pipe nr_pages=+8($arg2):s32 head=+72($arg1):u16 tail=+74($arg1):u16 buffers=+80($arg1):u32");
	layout_free(&m.layout);
	plan_for(&p, "splice", new, "x86_64", &none);
	event_is(&p, 0, "p:g/fill splice_to_pipe nr_pages=+16(%si):s32");
	noted(&p, "--offset pipe_inode_info.head=N");
	plan_for(&p, "splice", TEXT("wait_for_space.isra.0"), "x86_64", &none);
	assert_int_equal(p.n, 1);
	event_is(&p, 0, "p:g/wait wait_for_space.isra.0 caller=$stack0:u64");
	noted(&p, "wait_for_space.isra.0 has lost arguments");
	noted(&p, "splice_to_pipe is not in /proc/kallsyms");
	noted(&p, "also where there is room");
	plan_for(&p, "splice", TEXT("other"), "x86_64", &none);
	assert_int_equal(p.n, 0);
	assert_true(p.notes > 0);
}

static void plans_of_others(void **state)
{
	struct layout none = { 0 };
	struct plan p;
	struct made m;

	(void)state;
	make(&m, OF_7_2);
	plan_for(&p, "deferred-split", TEXT("deferred_split_folio"), "x86_64", &m.layout);
	event_is(&p, 0,
		 "p:g/queued deferred_split_folio caller=$stack0:u64 partially_mapped=%si:u8");
	plan_for(&p, "compaction", TEXT("try_to_compact_pages"), "x86_64", &m.layout);
	event_is(&p, 0, "p:g/asked try_to_compact_pages gfp=%di:u32 order=%si:u32");
	event_is(&p, 1, "r:g/outcome try_to_compact_pages result=$retval:s32");
	noted(&p, "try_to_compact_pages is probed in place of __alloc_pages_direct_compact");
	layout_free(&m.layout);
	plan_for(&p, "deferred-split", TEXT("deferred_split_huge_page"), "x86_64", &none);
	event_is(&p, 0, "p:g/queued deferred_split_huge_page caller=$stack0:u64");
	plan_for(&p, "compaction", TEXT("try_to_compact_pages"), "x86_64", &none);
	event_is(&p, 0, "p:g/asked try_to_compact_pages first=%di:u64 third=%dx:u64 order=%si:u32");
	plan_for(&p, "compaction",
		 TEXT("try_to_compact_pages") TEXT("__alloc_pages_direct_compact"), "x86_64",
		 &none);
	event_is(
		&p, 0,
		"p:g/asked __alloc_pages_direct_compact caller=$stack0:u64 gfp=%di:u32 order=%si:u32");
	event_is(&p, 1, "r:g/outcome try_to_compact_pages result=$retval:s32");
	plan_for(&p, "compaction", TEXT("__alloc_pages_direct_compact.constprop.0"), "x86_64",
		 &none);
	event_is(&p, 0, "p:g/asked __alloc_pages_direct_compact.constprop.0 caller=$stack0:u64");
	assert_int_equal(p.n, 1);
	noted(&p, "the outcome is not known");
	plan_for(&p, "alloc-failure", TEXT("warn_alloc"), "x86_64", &none);
	event_is(
		&p, 0,
		"p:g/failed warn_alloc caller=$stack0:u64 gfp=%di:u32 vararg=%cx:u32 what=+0(%dx):string");
	plan_for(&p, "alloc-failure", TEXT("warn_alloc_failed"), "x86_64", &none);
	event_is(
		&p, 0,
		"p:g/failed warn_alloc_failed caller=$stack0:u64 gfp=%di:u32 order=%si:u32 what=+0(%dx):string");
}

/* Records. */

static struct values *values_of(const struct plan *p, const struct layout *layout)
{
	struct values *v = calloc(1, sizeof(*v));

	assert_non_null(v);
	v->plan = p;
	v->layout = layout;
	kver_parse(&v->kver, "7.2.8");
	return v;
}

static void feed(struct values *v, const char *text)
{
	values_feed(v, text, strlen(text));
}

static void value_is(const struct values *v, unsigned int i, uint64_t count, const char *text)
{
	assert_true(i < v->n);
	assert_string_equal(v->value[i].text, text);
	assert_int_equal(v->value[i].count, count);
}

static void records(void **state)
{
	static const char kallsyms[] = TEXT("splice_to_pipe") TEXT("pipe_wait_writable");
	struct layout none = { 0 };
	struct values *v;
	struct plan p;

	(void)state;
	plan_for(&p, "splice", kallsyms, "x86_64", &none);
	v = values_of(&p, &none);
	feed(v,
	     "          splice-71      [001] ...1.     3.000001: fill: (splice_to_pipe+0x0/0x110) nr_pages=17 head=4294967295 tail=4294967295 buffers=16\n"
	     "          splice-71      [001] ...1.     3.000002: filled: (tcp_splice_data_recv+0x2d/0x40 <- splice_to_pipe) ret=22672\n"
	     /* Others in between, and another order of the calls of two tasks. */
	     "             x y-72      [000] .....     3.000003: fill: (splice_to_pipe+0x0/0x110) nr_pages=2 head=15 tail=4294967295 buffers=16\n"
	     "          splice-71      [001] ...1.     3.000003: fill: (splice_to_pipe+0x0/0x110) nr_pages=3 head=16 tail=0 buffers=16\n"
	     "             x y-72      [000] .....     3.000004: filled: (a <- splice_to_pipe) ret=-11\n"
	     "          splice-71      [001] ...1.     3.000005: filled: (a <- splice_to_pipe) ret=-11\n"
	     "          splice-71      [001] ...1.     3.000006: wait: (pipe_wait_writable+0x0/0x110) head=16 tail=0 buffers=16\n"
	     /* Calls that did not return, of one task and of another. */
	     "          splice-71      [001] ...1.     3.000007: fill: (splice_to_pipe+0x0/0x110) nr_pages=3 head=16 tail=0 buffers=16\n");
	/* Pieces end anywhere. */
	feed(v, "          splice-71      [001] ...1.     3.000008: fi");
	feed(v, "ll: (splice_to_pipe+0x0/0x110) nr_pages=3 head=16 tail=0 buffers=16\n");
	values_end(v);
	assert_int_equal(v->records[0], 5);
	assert_int_equal(v->records[1], 3);
	assert_int_equal(v->records[2], 1);
	assert_int_equal(v->n, 5);
	value_is(v, 0, 2, "call=fill\tnr_pages=3\tused=16\tslots=16");
	value_is(v, 1, 1, "call=fill\tnr_pages=17\tused=0\tslots=16\treturned=22672");
	value_is(v, 2, 1, "call=fill\tnr_pages=2\tused=16\tslots=16\treturned=-11");
	value_is(v, 3, 1, "call=fill\tnr_pages=3\tused=16\tslots=16\treturned=-11");
	value_is(v, 4, 1, "call=wait\tused=16\tslots=16");
	free(v);
}

static void records_of_16_bits(void **state)
{
	struct layout none = { 0 };
	struct values *v;
	struct plan p;

	(void)state;
	plan_for(&p, "splice", TEXT("pipe_wait_writable"), "armv7l", &none);
	v = values_of(&p, &none);
	feed(v,
	     "          splice-71      [001] ...1.     3.000006: wait: (pipe_wait_writable+0x0/0x110) head=5 tail=65525 buffers=16\n");
	values_end(v);
	value_is(v, 0, 1, "call=wait\tused=16\tslots=16");
	free(v);
}

static void records_of_compaction(void **state)
{
	/* The zone is a table of its own, before. */
	static const char format[] =
		"print fmt: \"zone=%-8s ret=%s\", __print_symbolic(REC->idx, { 0, \"DMA\" }, { 1, \"Normal\" }), "
		"__print_symbolic(REC->ret, { 0, \"not_suitable_zone\" }, { 1, \"skipped\" })\n";
	struct layout none = { 0 };
	struct values *v;
	struct plan p;
	struct made m;

	(void)state;
	plan_for(&p, "compaction", TEXT("try_to_compact_pages"), "x86_64", &none);
	v = values_of(&p, &none);
	v->results = format;
	feed(v,
	     "            task-7       [000] .....     3.1: asked: (try_to_compact_pages+0x0/0x2e0) first=3072 third=18446612682070000640 order=5\n"
	     "            task-7       [000] .....     3.2: outcome: (x <- try_to_compact_pages) result=1\n"
	     "            task-7       [000] .....     3.3: asked: (try_to_compact_pages+0x0/0x2e0) first=18446612682070000640 third=0xc00 order=5\n"
	     "            task-7       [000] .....     3.4: outcome: (x <- try_to_compact_pages) result=9\n"
	     "            task-8       [000] .....     3.5: outcome: (x <- try_to_compact_pages) result=1\n");
	values_end(v);
	assert_int_equal(v->n, 3);
	value_is(v, 0, 1, "call=asked\tgfp=0xc00\tflags=GFP_NOIO\torder=5\tresult=9");
	value_is(v, 1, 1, "call=asked\tgfp=0xc00\tflags=GFP_NOIO\torder=5\tresult=skipped");
	value_is(v, 2, 1, "call=outcome\tresult=skipped");
	free(v);
	make(&m, OF_7_2);
	v = values_of(&p, &m.layout);
	feed(v,
	     "            task-8       [000] .....     3.5: outcome: (x <- try_to_compact_pages) result=1\n");
	values_end(v);
	value_is(v, 0, 1, "call=outcome\tresult=COMPACT_SKIPPED");
	free(v);
	layout_free(&m.layout);
}

static void records_of_failures(void **state)
{
	static const char kallsyms[] = "0000000000001000 T slow\n0000000000002000 T warn_alloc\n";
	struct layout none = { 0 };
	struct values *v;
	struct plan p;

	(void)state;
	plan_for(&p, "alloc-failure", kallsyms, "x86_64", &none);
	v = values_of(&p, &none);
	v->kallsyms = kallsyms;
	feed(v,
	     "            task-7       [000] .....     3.1: failed: (warn_alloc+0x0/0x1) caller=4112 gfp=3072 vararg=5 what=\"page allocation failure: order:%u\"\n"
	     "            task-7       [000] .....     3.1: failed: (warn_alloc+0x0/0x1) caller=16 gfp=3072 vararg=77 what=\"vmalloc \"error\": size %lu\"\n"
	     "            task-7       [000] .....     3.1: failed: (warn_alloc+0x0/0x1) caller=4112 gfp=3072 vararg=5 what=(fault)\n"
	     "            task-7       [000] .....     3.1: failed: (warn_alloc+0x0/0x1) caller=4112 gfp=3072 vararg=5 what=\"a\tb\001\"\n");
	values_end(v);
	assert_int_equal(v->n, 4);
	value_is(
		v, 0, 1,
		"call=failed\tcaller=0x10\tgfp=0xc00\tflags=GFP_NOIO\tmessage=vmalloc \"error\": size %lu");
	value_is(v, 2, 1, "call=failed\tcaller=slow+0x10\tgfp=0xc00\tflags=GFP_NOIO\tmessage=a?b?");
	value_is(v, 1, 1, "call=failed\tcaller=slow+0x10\tgfp=0xc00\tflags=GFP_NOIO");
	value_is(
		v, 3, 1,
		"call=failed\tcaller=slow+0x10\tgfp=0xc00\tflags=GFP_NOIO\torder=5\tmessage=page allocation failure: order:%u");
	free(v);
}

static void records_lost(void **state)
{
	struct layout none = { 0 };
	struct values *v;
	struct plan p;

	(void)state;
	plan_for(&p, "splice", TEXT("splice_to_pipe"), "x86_64", &none);
	v = values_of(&p, &none);
	feed(v,
	     "            task-7       [000] .....     3.1: fill: (splice_to_pipe+0x0/0x110) nr_pages=1\n"
	     "CPU:0 [LOST 123 EVENTS]\n"
	     /* Of a call that was lost. */
	     "            task-7       [000] .....     3.1: filled: (x <- splice_to_pipe) ret=5\n"
	     "CPU:1 [LOST 7 EVENTS]\n");
	values_end(v);
	assert_int_equal(v->lost, 130);
	assert_int_equal(v->n, 2);
	value_is(v, 0, 1, "call=fill\tnr_pages=1");
	value_is(v, 1, 1, "call=filled\treturned=5");
	free(v);
}

static void records_hostile(void **state)
{
	static const char *const lines[] = {
		"",
		"fill: (x) nr_pages=1",
		"            task-7       [000] .....     3.1: fill",
		"            task-7       [000] .....     3.1: fill: (",
		"            task-7       [000] .....     3.1: filler: (x) nr_pages=1",
		"            task-7       [] .....     3.1: fill: (x) nr_pages=1",
		"            task-x       [000] .....     3.1: fill: (x) nr_pages=1",
		"                 [000] .....     3.1: fill: (x) nr_pages=1",
		"CPU:0 [LOST",
		"\t\t\t",
		": : : : : fill: (x) nr_pages=1",
	};
	struct layout none = { 0 };
	struct record r;
	struct values *v;
	struct plan p;
	unsigned int i;
	char text[5000];

	(void)state;
	plan_for(&p, "splice", TEXT("splice_to_pipe"), "x86_64", &none);
	for (i = 0; i < ARRAY_SIZE(lines); i++)
		assert_false(record_parse(&r, lines[i], &p));
	/* A name that looks like a record is the name of a task. */
	assert_true(record_parse(
		&r,
		" [000] x: fill: (-7       [000] .....     3.1: fill: (x) nr_pages=1 a= =b c nr_pages",
		&p));
	assert_int_equal(r.pid, 7);
	assert_int_equal(r.n, 2);
	assert_string_equal(r.field[0].name, "nr_pages");
	assert_true(record_parse(
		&r,
		"            task-7       [000] .....     3.1: fill: (x) a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1",
		&p));
	assert_int_equal(r.n, RECORD_FIELDS_MAX);
	/* Endless lines, all bytes, and more combinations than there is room for. */
	v = values_of(&p, &none);
	memset(text, 'x', sizeof(text));
	values_feed(v, text, sizeof(text));
	for (i = 0; i < sizeof(text); i++)
		text[i] = i * 7;
	values_feed(v, text, sizeof(text));
	feed(v, "\n");
	assert_int_equal(v->n, 0);
	for (i = 0; i < VALUES_MAX + PENDING_MAX + 10; i++) {
		snprintf(text, sizeof(text),
			 "            task-%u       [000] .....     3.1: fill: (x) nr_pages=%u\n",
			 i, i);
		feed(v, text);
	}
	values_end(v);
	assert_int_equal(v->n, VALUES_MAX);
	assert_int_equal(v->other, PENDING_MAX + 10);
	free(v);
}

/* What is left of others. */

static void left_behind(void **state)
{
	char text[1024], own[96], name[128];
	const char *p = text;

	(void)state;
	owner_name(own, sizeof(own), '_', 0);
	snprintf(text, sizeof(text),
		 "p:kprobes/myprobe do_sys_open\n"
		 "p:kreason/queued deferred_split_folio\n"
		 "p:%s/queued deferred_split_folio\n"		/* ours: we run */
		 "p:kreason_%ld_1_0/queued deferred_split_folio a=%%di\n" /* our number, of another process that had it before */
		 "r16:kreason_999999999_5_0/filled splice_to_pipe\n"
		 "p:kreason_1_x_0/queued deferred_split_folio\n"
		 "p:kreason_x/kreason_999999999_5_0/queued f\n"
		 "\n:\n:/\np:\n"
		 "p:kreason_999999999_5_0/last f", own, (long)getpid());
	assert_true(probe_left(&p, name, sizeof(name)));
	assert_non_null(strstr(name, "_1_0/queued"));
	assert_true(probe_left(&p, name, sizeof(name)));
	assert_string_equal(name, "kreason_999999999_5_0/filled");
	assert_true(probe_left(&p, name, sizeof(name)));
	assert_string_equal(name, "kreason_999999999_5_0/last");
	assert_false(probe_left(&p, name, sizeof(name)));
	p = text;
	assert_false(probe_left(&p, name, 8));
}

static void trimmed_stacks(void **state)
{
	struct stacks *s = calloc(1, sizeof(*s));

	(void)state;
	assert_non_null(s);
	assert_true(stacks_add(s, "kprobe_dispatcher+0x1\nf+0x1/0x20\ncaller+0x5\n", 2));
	assert_true(stacks_add(s, "opt_pre_handler+0x1\nf+0x1/0x20\ncaller+0x5\n", 3));
	assert_true(stacks_add(s, "ff+0x1\ncaller+0x5\n", 1));
	s->dropped = 9;
	assert_true(probe_trim(s, "f"));
	stacks_sort(s);
	assert_int_equal(s->n, 2);
	assert_int_equal(s->captured, 6);
	assert_int_equal(s->dropped, 9);
	assert_string_equal(s->stack[0].frames, "f+0x1/0x20\ncaller+0x5\n");
	assert_int_equal(s->stack[0].count, 5);
	assert_string_equal(s->stack[1].frames, "ff+0x1\ncaller+0x5\n");
	stacks_free(s);
	free(s);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols),
		cmocka_unit_test(symbols_hostile),
		cmocka_unit_test(callers),
		cmocka_unit_test(layouts),
		cmocka_unit_test(layouts_given),
		cmocka_unit_test(layouts_hostile),
		cmocka_unit_test(plans_of_splice),
		cmocka_unit_test(plans_of_others),
		cmocka_unit_test(records),
		cmocka_unit_test(records_of_16_bits),
		cmocka_unit_test(records_of_compaction),
		cmocka_unit_test(records_of_failures),
		cmocka_unit_test(records_lost),
		cmocka_unit_test(records_hostile),
		cmocka_unit_test(left_behind),
		cmocka_unit_test(trimmed_stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
