// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the live commands read from the kernel, as text: counters, event formats, mounts,
 * histograms, traces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live/counters.h"
#include "live/dist.h"
#include "live/event.h"
#include "live/hints.h"
#include "live/instance.h"
#include "live/place.h"
#include "live/samples.h"
#include "live/stacks.h"
#include "str.h"

static void parse(struct counters *c, const char *text)
{
	char why[WHY_MAX] = "";

	if (!counters_parse(c, text, strlen(text), why, sizeof(why)))
		fail_msg("%s", why);
}

static void counters_good(void **state)
{
	struct counters c;

	(void)state;
	parse(&c, "underused_fault: 0\npartial_cow: 18446744073709551615\nx:\t7\n");
	assert_int_equal(c.n, 3);
	assert_string_equal(c.reason[1].name, "partial_cow");
	assert_true(c.reason[1].value == UINT64_MAX);
	assert_int_equal(counters_find(&c, "x")->value, 7);
	assert_null(counters_find(&c, "partial"));
}

static void counters_bad(void **state)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{ "", "it is empty" },
		{ "a: 1", "line 1: the line has no end" },
		{ "a: 1\n\n", "line 2: no name of a reason" },
		{ "a 1\n", "line 1: no colon after the name" },
		{ "a: -1\n", "line 1: no number of 64 bits" },
		{ "a: 0x1\n", "line 1: text after the number" },
		{ "a: 18446744073709551616\n", "line 1: no number of 64 bits" },
		{ "a: 99999999999999999999999999\n", "line 1: no number of 64 bits" },
		{ "a: 1 \n", "line 1: text after the number" },
		{ "a: 1\nb: 2\na: 3\n", "line 3: the name is there twice" },
		{ "a\033[31m: 1\n", "line 1: no colon after the name" },
		{ "a123456789a123456789a123456789a123456789a123456789a123456789a12: 1\n", NULL },
		{ "a123456789a123456789a123456789a123456789a123456789a123456789a123: 1\n",
		  "line 1: the name is too long" },
	};
	struct counters c;
	char why[WHY_MAX], *many;
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		bool good = counters_parse(&c, bad[i].text, strlen(bad[i].text), why, sizeof(why));

		assert_int_equal(good, !bad[i].why);
		if (bad[i].why)
			assert_string_equal(why, bad[i].why);
		assert_int_equal(c.n, good);
	}
	/* NUL is no end. */
	assert_false(counters_parse(&c, "a: 1\0\n", 6, why, sizeof(why)));
	/* One more than fits. */
	many = calloc(REASONS_MAX + 1, 16);
	assert_non_null(many);
	for (i = 0; i <= REASONS_MAX; i++)
		sprintf(many + strlen(many), "r%u: 1\n", i);
	assert_false(counters_parse(&c, many, strlen(many), why, sizeof(why)));
	assert_string_equal(why, "line 257: more reasons than this program takes");
	free(many);
}

static void counters_move(void **state)
{
	(void)state;
	assert_true(counter_moved(5, 12, 64) == 7);
	assert_true(counter_moved(UINT64_MAX - 2, 4, 64) == 7);
	assert_true(counter_moved(UINT32_MAX - 2, 4, 32) == 7);
	assert_true(counter_moved(5, 12, 32) == 7);
	assert_true(counter_moved(0, UINT64_MAX, 64) == UINT64_MAX);
}

static void distribution(void **state)
{
	const struct path *split = path_find("deferred-split"), *splice = path_find("splice");
	struct counters before, after;
	struct dist d;

	(void)state;
	parse(&before, "underused_fault: 1000\npartial_cow: 4294967290\npartial_exit: 7\n");
	/* The order changed, one is new, one wrapped. */
	parse(&after,
	      "partial_new: 10\nunderused_fault: 1600\npartial_cow: 74\npartial_exit: 17\n");
	dist_make(&d, split, &before, &after, 2.0, 32);
	assert_int_equal(d.all, 700);
	assert_int_equal(d.group, 100);
	assert_int_equal(dist_find(&d, "partial_cow")->count, 80);
	assert_int_equal(dist_find(&d, "partial_new")->count, 10);
	assert_string_equal(dist_top(&d)->name, "partial_cow");
	assert_true(dist_share(&d, dist_top(&d)) == 80.0);
	/* Six times as many, and no problem. */
	assert_true(dist_share(&d, dist_find(&d, "underused_fault")) < 0);
	dist_make(&d, splice, &before, &after, 2.0, 32);
	assert_string_equal(dist_top(&d)->name, "underused_fault");
	assert_int_equal(d.group, 700);
	/* Outcomes as they should be: they have their share, and do not stand out. */
	parse(&before, "success_captured: 0\nskipped_gfp: 0\nskipped_no_free: 0\n");
	parse(&after, "success_captured: 90\nskipped_gfp: 8\nskipped_no_free: 2\n");
	dist_make(&d, path_find("compaction"), &before, &after, 2.0, 64);
	assert_string_equal(dist_top(&d)->name, "skipped_gfp");
	assert_true(dist_share(&d, dist_top(&d)) == 8.0);
	assert_true(dist_share(&d, dist_find(&d, "success_captured")) == 90.0);
	parse(&after, "success_captured: 90\nskipped_gfp: 0\nskipped_no_free: 0\n");
	dist_make(&d, path_find("compaction"), &before, &after, 2.0, 64);
	assert_null(dist_top(&d));
	parse(&after, "partial_cow: 1\n");
	dist_make(&d, split, &after, &after, 2.0, 64);
	assert_null(dist_top(&d));
	assert_true(dist_share(&d, dist_find(&d, "partial_cow")) < 0);
}

static void mounts(void **state)
{
	static const char table[] =
		"debugfs.x /a tmpfs rw 0 0\n"
		"tracefs /fake tmpfs debugfs 0 0\n"
		"none /sys/kernel/debug\\040two\\134 debugfs rw,relatime 0 0\n"
		"none /later debugfs rw 0 0\n"
		"none relative tracefs rw 0 0\n"
		"none /cut tracefs2 rw 0 0\n"
		"none /sys/kernel/tracing tracefs";
	char dir[64], small[8];

	(void)state;
	assert_true(place_mounted(table, "debugfs", dir, sizeof(dir)));
	assert_string_equal(dir, "/sys/kernel/debug two\\");
	assert_true(place_mounted(table, "tracefs", dir, sizeof(dir)));
	assert_string_equal(dir, "/sys/kernel/tracing");
	assert_false(place_mounted(table, "sysfs", dir, sizeof(dir)));
	assert_false(place_mounted("", "tracefs", dir, sizeof(dir)));
	assert_false(place_mounted("a\n\n /x tracefs\na b", "tracefs", dir, sizeof(dir)) &&
		     strcmp(dir, "/x"));
	/* What does not fit is not used cut. */
	assert_true(place_mounted(table, "debugfs", small, sizeof(small)));
	assert_string_equal(small, "/later");
}

#define HEAD	"name: mm_folio_deferred_split\nID: 500\nformat:\n" \
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
		"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define ORDER	"\tfield:u16 order;\toffset:8;\tsize:2;\tsigned:0;\n"
#define REASON	"\tfield:u16 reason;\toffset:10;\tsize:2;\tsigned:0;\n"

static bool format(struct event_info *info, const char *text, char *why)
{
	return event_parse(info, text, strlen(text), "huge_memory", why, WHY_MAX);
}

static void event_formats(void **state)
{
	struct event_info *info = calloc(1, sizeof(*info));
	char why[WHY_MAX];

	(void)state;
	assert_non_null(info);
	assert_true(format(
		info,
		HEAD ORDER REASON
		"\nprint fmt: \"order=%u reason=%s\", REC->order, "
		"__print_symbolic(REC->reason, {0, \"underused_fault\"}, {0x11, \"partial_madv_dontneed\"})\n",
		why));
	assert_int_equal(info->n, 2);
	assert_int_equal(event_reason(info, "underused_fault"), 0);
	assert_int_equal(event_reason(info, "partial_madv_dontneed"), 17);
	assert_int_equal(event_reason(info, "partial"), -1);
	/* Symbols of another field are not its. */
	assert_true(format(
		info,
		HEAD ORDER REASON
		"\nprint fmt: \"%s %u\", __print_symbolic(REC->order, {1, \"a\"}), REC->reason\n",
		why));
	assert_int_equal(info->n, 0);
	/* Nor those of a field whose name is the beginning of it. */
	assert_true(format(info, HEAD ORDER REASON "\nprint fmt: \"%s\", __print_symbolic(REC->reas, {1, \"a\"})\n", why));
	assert_int_equal(info->n, 0);
	/* A kernel that did not put numbers for the names of the enum. */
	assert_true(format(
		info,
		HEAD REASON
		"\nprint fmt: \"%s\", __print_symbolic(REC->reason, {FOO_COLD, \"cold\"}, {4294967296, \"big\"}, {2, \"two\"})\n",
		why));
	assert_int_equal(event_reason(info, "cold"), -1);
	assert_int_equal(event_reason(info, "big"), -1);
	assert_int_equal(event_reason(info, "two"), 2);
	/* Blanks as they like; what comes after does not matter. */
	assert_true(format(info, HEAD REASON "\nprint fmt: \"%s\", __print_symbolic( REC->reason ,{3,\"three\"} , { 4 , \"four\" }, {5, \"cut\n", why));
	assert_int_equal(info->n, 2);
	assert_int_equal(event_reason(info, "four"), 4);
	/* An array, a longer name, and the last word of a type are no such field. */
	assert_false(format(info, HEAD "\tfield:u16 my_reason;\toffset:8;\n\tfield:reason x;\toffset:8;\n\tfield:reason;\n", why));
	assert_true(format(info, HEAD "\tfield:u16 reason [2];\toffset:8;\n", why));
	/* It would be filtered by a field that is not there. */
	assert_false(format(info, HEAD ORDER "\nprint fmt: \"%u\", REC->order\n", why));
	assert_string_equal(why, "the event mm_folio_deferred_split has no field \"reason\"");
	assert_false(format(info, "", why));
	assert_false(format(info, "name:", why));
	assert_false(format(info, "nonsense\n\n\n", why));
	free(info);
}

static const char hist[] =
	"# event histogram\n#\n# trigger info: hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048 if reason == 17 [paused]\n#\n\n"
	"{ common_stacktrace:\n"
	"         folio_remove_rmap_ptes+0x15a/0x230\n"
	"         drv_unmap+0x1/0x20 [drv]\n"
	"         do_syscall_64+0x48/0x350\n"
	"} hitcount:          3\n"
	"{ common_stacktrace:\n"
	"         folio_remove_rmap_ptes+0x15a/0x230\n"
	"         exit_mmap+0x2/0x30\n"
	"} hitcount:        640\n"
	"\nTotals:\n    Hits: 643\n    Entries: 2\n    Dropped: 12\n";

static void histogram(void **state)
{
	struct stacks *s = calloc(1, sizeof(*s));
	char text[512];
	FILE *to;

	(void)state;
	assert_non_null(s);
	assert_true(stacks_from_hist(s, hist));
	stacks_sort(s);
	assert_int_equal(s->n, 2);
	assert_int_equal(s->captured, 643);
	assert_int_equal(s->dropped, 12);
	assert_int_equal(s->stack[0].count, 640);
	assert_string_equal(s->stack[0].frames,
			    "folio_remove_rmap_ptes+0x15a/0x230\nexit_mmap+0x2/0x30\n");
	to = fmemopen(text, sizeof(text), "w");
	stacks_folded(to, s, NULL);
	fclose(to);
	assert_string_equal(
		text,
		"exit_mmap;folio_remove_rmap_ptes 640\ndo_syscall_64;drv_unmap;folio_remove_rmap_ptes 3\n");
	/* The same from another event, and as kernels before 6.3 call it. */
	assert_true(stacks_from_hist(
		s,
		"{ stacktrace:\n         folio_remove_rmap_ptes+0x15a/0x230\n         exit_mmap+0x2/0x30\n} hitcount: 1\n"));
	assert_int_equal(s->n, 2);
	assert_int_equal(s->stack[0].count, 641);
	stacks_free(s);
	/* Cut at any place, it gives no more than what is there and nothing breaks. */
	for (size_t i = 0; i < sizeof(hist); i++) {
		char *cut = strndup(hist, i);

		assert_non_null(cut);
		assert_true(stacks_from_hist(s, cut));
		assert_true(s->captured <= 643);
		free(cut);
		stacks_free(s);
	}
	/* No stack, a count without one, lines of the wrong kind. */
	assert_true(stacks_from_hist(
		s,
		"{ common_stacktrace:\n} hitcount: 5\n} hitcount: 7\n{ reason: 4 } hitcount: 9\n         f+0x1\n"));
	assert_int_equal(s->n, 1);
	assert_int_equal(s->captured, 5);
	assert_string_equal(s->stack[0].frames, "(no stack)\n");
	stacks_free(s);
	free(s);
}

static const char trace[] =
	"           <...>-72      [000] .....    12.100000: mm_folio_deferred_split: pfn=0x200 order=9 reason=partial_exit\n"
	"           <...>-72      [000] .....    12.100001: <stack trace>\n"
	" => deferred_split_folio\n"
	" => exit_mmap\n"
	"CPU:1 [LOST 34 EVENTS]\n"
	"          [x] y-73      [001] .....    12.200000: mm_folio_deferred_split: pfn=0x400 order=9 reason=partial_exit\n"
	"          [x] y-73      [001] .....    12.200001: <stack trace>\n"
	" => deferred_split_folio\n"
	" => exit_mmap\n"
	"           sh-74      [000] .....    12.300000: mm_folio_deferred_split: pfn=0x600 order=9 reason=partial_exit\n"
	"           sh-74      [000] .....    12.300001: <stack trace>\n"
	" => do_exit\n";

static void trace_pipe(void **state)
{
	struct stacks *s = calloc(1, sizeof(*s));
	size_t piece, i, len = strlen(trace);

	(void)state;
	assert_non_null(s);
	/* However the text is divided. */
	for (piece = 1; piece < 80; piece++) {
		struct samples events = { 0 };
		struct stacks_reader r = { .to = s, .events = &events };

		for (i = 0; i < len; i += piece)
			assert_true(stacks_feed(&r, trace + i, i + piece < len ? piece : len - i));
		assert_true(stacks_feed(&r, NULL, 0));
		stacks_sort(s);
		assert_int_equal(s->n, 2);
		assert_int_equal(s->captured, 3);
		assert_int_equal(s->lost, 34);
		assert_int_equal(s->stack[0].count, 2);
		assert_string_equal(s->stack[0].frames, "deferred_split_folio\nexit_mmap\n");
		assert_int_equal(events.seen, 3);
		assert_string_equal(
			samples_get(&events, 2, 0),
			"[x] y-73 mm_folio_deferred_split: pfn=0x400 order=9 reason=partial_exit");
		stacks_free(s);
	}
	free(s);
}

static void too_many_stacks(void **state)
{
	struct stacks *s = calloc(1, sizeof(*s));
	char frames[32];
	unsigned int i;

	(void)state;
	assert_non_null(s);
	for (i = 0; i < STACKS_MAX + 5; i++) {
		sprintf(frames, "f%u\n", i);
		assert_true(stacks_add(s, frames, 2));
	}
	assert_int_equal(s->n, STACKS_MAX);
	assert_int_equal(s->dropped, 10);
	assert_int_equal(s->captured, 2 * (STACKS_MAX + 5));
	stacks_free(s);
	free(s);
}

static void long_lines(void **state)
{
	struct stacks *s = calloc(1, sizeof(*s));
	struct stacks_reader r = { .to = s };
	unsigned int i;

	(void)state;
	assert_non_null(s);
	assert_true(stacks_feed(&r, "x <stack trace>\n", 16));
	/* Frames without end fill no more than the buffer; a line without end is cut. */
	for (i = 0; i < 2000; i++)
		assert_true(stacks_feed(&r, " => function_with_a_name\n", 25));
	for (i = 0; i < 100000; i++)
		assert_true(stacks_feed(&r, " =", 2));
	assert_true(stacks_feed(&r, "\n", 1));
	assert_true(stacks_feed(&r, NULL, 0));
	assert_int_equal(s->n, 1);
	assert_true(strlen(s->stack[0].frames) < STACK_TEXT_MAX);
	stacks_free(s);
	free(s);
}

static void sample_lines(void **state)
{
	struct samples s = { 0 };
	char line[64];
	unsigned int i;

	(void)state;
	samples_add_text(
		&s,
		"# tracer: nop\n\n# entries: 1/1\n[LOST]\nno event\n a-1 [x] 1.0: e: f\n a-1 [000] noon: e: f\n a-1 [000] 1.5:\n");
	assert_int_equal(s.seen, 0);
	assert_null(samples_get(&s, 3, 0));
	for (i = 0; i < SAMPLES_MAX + 3; i++) {
		sprintf(line, "  a-%u [000] d..1. 1.5: event: n=%u", i, i);
		samples_add(&s, line);
	}
	assert_string_equal(samples_get(&s, 1, 0), "a-18 event: n=18");
	assert_string_equal(samples_get(&s, 100, 0), "a-3 event: n=3");
	assert_null(samples_get(&s, 100, SAMPLES_MAX));
}

static void owners(void **state)
{
	char name[96];
	bool runs = false;

	(void)state;
	owner_name(name, sizeof(name), '-', 3);
	assert_true(owner_parse(name, '-', &runs));
	assert_true(runs);
	/* The same number, but another process. */
	snprintf(name, sizeof(name), "kreason-%d-1-0", (int)getpid());
	assert_true(owner_parse(name, '-', &runs));
	assert_false(runs);
	assert_true(owner_parse("kreason-4194305-77-0", '-', &runs));
	assert_false(runs);
	/* Of somebody else who has a similar name. */
	assert_false(owner_parse("kreason", '-', &runs));
	assert_false(owner_parse("kreason-mine", '-', &runs));
	assert_false(owner_parse("kreason-1-2", '-', &runs));
	assert_false(owner_parse("kreason-1-2-3-4", '-', &runs));
	assert_false(owner_parse("kreason-1-2-x", '-', &runs));
	assert_false(owner_parse("kreason-1--2", '-', &runs));
	assert_false(owner_parse("kreason-99999999999999999999999-2-3", '-', &runs));
	assert_false(owner_parse("other-1-2-3", '-', &runs));
}

static void hints(void **state)
{
	(void)state;
	assert_non_null(
		strstr(hint_find(path_find("compaction"), "skipped_gfp")->means, "GFP_NOIO"));
	/* The longest beginning counts. */
	assert_ptr_not_equal(hint_find(path_find("compaction"), "failed_complete"),
			     hint_find(path_find("compaction"), "failed_freelist"));
	/* Names are of one path. */
	assert_ptr_not_equal(hint_find(path_find("splice"), "wait_splice"),
			     hint_find(path_find("compaction"), "wait_splice"));
	assert_non_null(hint_find(path_find("splice"), "brand_new")->next);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_good),
		cmocka_unit_test(counters_bad),
		cmocka_unit_test(counters_move),
		cmocka_unit_test(distribution),
		cmocka_unit_test(mounts),
		cmocka_unit_test(event_formats),
		cmocka_unit_test(histogram),
		cmocka_unit_test(trace_pipe),
		cmocka_unit_test(too_many_stacks),
		cmocka_unit_test(long_lines),
		cmocka_unit_test(sample_lines),
		cmocka_unit_test(owners),
		cmocka_unit_test(hints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
