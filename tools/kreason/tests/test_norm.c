// SPDX-License-Identifier: GPL-2.0-only
/* Lines as found in the world, and the line that the kernel printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "norm.h"
#include "str.h"

struct lines {
	unsigned int n;
	char text[16][NORM_LINE_MAX + 1];
	struct norm_line line[16];
};

static struct lines got;

static void take(void *context, const struct norm_line *line)
{
	(void)context;
	assert_true(got.n < 16);
	strcpy(got.text[got.n], line->text);
	got.line[got.n++] = *line;
}

static void feed(const char *text)
{
	struct norm *n = norm_new(take, NULL);
	unsigned long number = 0;

	assert_non_null(n);
	got.n = 0;
	while (*text) {
		size_t len = strcspn(text, "\n");

		norm_feed(n, text, len, ++number);
		text += len + !!text[len];
	}
	norm_flush(n);
	norm_free(n);
}

static const struct {
	const char *in, *out, *time, *host, *caller;
	bool foreign;
} prefixes[] = {
	{ "plain text", "plain text", "", "", "", false },
	/* grep -n, grep -C, a build log; a number alone is text. */
	{ "12:[    1.234567] text", "text", "1.234567", "", "", false },
	{ "12-Mar  1 12:00:00 exa kernel: text", "text", "Mar  1 12:00:00", "exa", "", false },
	{ "12:00:00.123 [    1.234567] text", "text", "1.234567", "", "", false },
	{ "12: text", "12: text", "", "", "", false },
	/* journalctl -o short-unix. */
	{ "1769999999.123456 exa kernel: text", "text", "1769999999.123456", "exa", "", false },
	/* dmesg --time-format=iso has no host, so the first word is not one. */
	{ "2026-03-01T12:00:00,123456+00:00 exa text", "exa text",
	  "2026-03-01T12:00:00,123456+00:00", "", "", false },
	{ "2026-03-01T12:00:00.123456+00:00 Node 1 DMA: 1*4kB", "Node 1 DMA: 1*4kB",
	  "2026-03-01T12:00:00.123456+00:00", "", "", false },
	/* The journal in its forms, and what others make of it. */
	{ "{ \"MESSAGE\" : \"Node 0\" }", "Node 0", "", "", "", false },
	{ "\t\"MESSAGE\" : \"Node 0\",", "Node 0", "", "", "", false },
	{ "\036{\"MESSAGE\":\"Node 0\"}", "Node 0", "", "", "", false },
	{ "data: {\"MESSAGE\":\"Node 0\"}", "Node 0", "", "", "", false },
	{ "{\"MESSAGE\":[78,111,100,101, 27,48]}", "Node?0", "", "", "", false },
	{ "{\"MESSAGE\":[78", "N", "", "", "", false },
	{ "    MESSAGE=Node 0", "Node 0", "", "", "", false },
	{ "{\"log\":\"[    1.234567] Node 0\\n\",\"stream\":\"stderr\"}", "Node 0", "1.234567", "",
	  "", false },
	{ "{\"host\":\"a\",\"message\":\"Node 0\"}", "Node 0", "", "", "", false },
	{ "text <br />", "text ", "", "", "", false },
	{ "  [    1.234567] text", "text", "1.234567", "", "", false },
	{ "[12345.678901] text", "text", "12345.678901", "", "", false },
	{ "[    1.234567][    T1] text", "text", "1.234567", "", "T1", false },
	{ "[    1.234567][   C12] text", "text", "1.234567", "", "C12", false },
	{ "[    1.234567]  [2:   Binder:711_1:  740] text", "text", "1.234567", "", "T740", false },
	{ "[    1.234567]  (0)[50:kswapd0]text", "text", "1.234567", "", "T50", false },
	{ "[Mon Oct 12 20:15:06 2026] text", "text", "Mon Oct 12 20:15:06 2026", "", "", false },
	{ "<4>[    1.234567] text", "text", "1.234567", "", "", false },
	{ "<4>text", "text", "", "", "", false },
	{ "<IRQ> [<ffffffff81000000>] f+0x1/0x2", "<IRQ> [<ffffffff81000000>] f+0x1/0x2", "", "",
	  "", false },
	{ "> > >> text", "text", "", "", "", false },
	{ "| > text", "text", "", "", "", false },
	{ "Mar  1 12:00:00 web-1 kernel: text", "text", "Mar  1 12:00:00", "web-1", "", false },
	{ "Mar  1 12:00:00 web-1 kernel: [    1.234567] text", "text", "1.234567", "web-1", "",
	  false },
	{ "Mar  1 12:00:00 kernel: text", "text", "Mar  1 12:00:00", "", "", false },
	{ "Mar  1 2026 12:00:00 web-1 kernel: text", "text", "Mar  1 2026 12:00:00", "web-1", "",
	  false },
	{ "Mar  1 12:00:00 web-1 sshd[12]: text", "sshd[12]: text", "Mar  1 12:00:00", "web-1", "",
	  true },
	{ "2026-03-01T12:00:00.123+01:00 web-1 kernel: text", "text",
	  "2026-03-01T12:00:00.123+01:00", "web-1", "", false },
	{ "2026-03-01 12:00:00 web-1 kernel: text", "text", "2026-03-01 12:00:00", "web-1", "",
	  false },
	{ "<4>1 2026-03-01T12:00:00Z web-1 kernel - - - text", "text", "2026-03-01T12:00:00Z",
	  "web-1", "", false },
	{ "[    1.234567] kernel: text", "text", "1.234567", "", "", false },
	{ "[    1.234567] web-1 kernel: text", "text", "1.234567", "web-1", "", false },
	{ "kern  :warn  : [    1.234567] text", "text", "1.234567", "", "", false },
	{ "4,339,5140900,-,caller=T12;text", "text", "5.140900", "", "T12", false },
	{ "03-01 12:00:00.123  1234  1235 W text", "text", "03-01 12:00:00.123", "", "", false },
	{ "text\r", "text", "", "", "", false },
	{ "\033[1mtext\033[0m", "text", "", "", "", false },
	{ "a&lt;IRQ&gt;&amp;b", "a<IRQ>&b", "", "", "", false },
	{ "3\xc3\x97"
	  "4kB",
	  "3*4kB", "", "", "", false },
	{ "3\\*4kB 2\\_8kB", "3*4kB 2_8kB", "", "", "", false },
	{ "t\x01\xff", "t??", "", "", "", false },
};

static void test_prefixes(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(prefixes); i++) {
		feed(prefixes[i].in);
		if (got.n != 1)
			fail_msg("\"%s\": %u lines", prefixes[i].in, got.n);
		if (strcmp(got.text[0], prefixes[i].out) ||
		    strcmp(got.line[0].time, prefixes[i].time) ||
		    strcmp(got.line[0].host, prefixes[i].host) ||
		    strcmp(got.line[0].caller, prefixes[i].caller) ||
		    got.line[0].foreign != prefixes[i].foreign)
			fail_msg(
				"\"%s\": text \"%s\" time \"%s\" host \"%s\" caller \"%s\" foreign %d",
				prefixes[i].in, got.text[0], got.line[0].time, got.line[0].host,
				got.line[0].caller, got.line[0].foreign);
	}
}

static const struct {
	const char *why, *in, *out[4];
} joins[] = {
	{ "a mailer's wrap",
	  "[    1.000000] a:1kB\n b:2kB\n[    1.000001] c",
	  { "a:1kB b:2kB", "c" } },
	{ "a wrap in a number", "[    1.000000] min:20\n5kB low:1kB", { "min:205kB low:1kB" } },
	{ "a wrap in a key",
	  "[    1.000000] a:1kB inac\ntive_file:5kB",
	  { "a:1kB inactive_file:5kB" } },
	{ "a wrap in a count", "[    1.000000] 0*4kB 12\n34*8kB", { "0*4kB 1234*8kB" } },
	{ "a wrap behind a number that is whole",
	  "[    1.000000] lowmem_reserve[]: 0 62\n62446",
	  { "lowmem_reserve[]: 0 62 62446" } },
	{ "an empty line ends it", "[    1.000000] a\n\nb", { "a", "b" } },
	{ "without time stamps lines are lines", "a\nb", { "a", "b" } },
	{ "a function behind a question mark",
	  "[<1>] ?\nf+0x1/0x2\ng",
	  { "[<1>] ? f+0x1/0x2", "g" } },
	{ "a line of the stack is no continuation",
	  "[    1.000000] Call Trace:\n[<1>] f+0x1/0x2\n? g+0x1/0x2",
	  { "Call Trace:", "[<1>] f+0x1/0x2", "? g+0x1/0x2" } },
	{ "the first line, cut at the words searched for",
	  "exa: page allocation\nfailure: order:1,\nmode:0x20\nCall Trace:",
	  { "exa: page allocation failure: order:1, mode:0x20", "Call Trace:" } },
	{ "an open list of flags",
	  "exa: page allocation failure: order:1, mode:0x20(GFP_A\nTOMIC|__GFP_COMP)\nx",
	  { "exa: page allocation failure: order:1, mode:0x20(GFP_ATOMIC|__GFP_COMP)", "x" } },
	{ "[...] is a line", "[    1.000000] a\n[...]\n[    1.000001] b", { "a", "[...]", "b" } },
	{ "octal newlines", "[    1.000000] a#012b#011c", { "a", "b\tc" } },
	{ "hexadecimal newlines", "[    1.000000] a\\x0ab", { "a", "b" } },
	{ "two records in a line",
	  "[    1.000000] a   [    1.000001] b <4>[    1.000002] c",
	  { "a   ", "b ", "c" } },
	{ "an address is no time stamp",
	  "[    1.000000] a [<ffffffff81000000>] f+0x1/0x2",
	  { "a [<ffffffff81000000>] f+0x1/0x2" } },
	{ "quoted-printable",
	  "a=3D1 this is a line that is as long as the lines of such a mail are, at mo=\nst",
	  { "a=1 this is a line that is as long as the lines of such a mail are, at most" } },
	{ "=10 is text where nothing is quoted-printable",
	  "mems_allowed=10",
	  { "mems_allowed=10" } },
	{ "a wrapped total is no soft break",
	  "[    1.000000] 0*4096kB =\n24kB",
	  { "0*4096kB = 24kB" } },
	{ "JSON",
	  "{\"MESSAGE\":\"a\\tb\\nc \\\"d\\\" \\u0041\",\"X\":\"y\"}",
	  { "a\tb", "c \"d\" A" } },
	{ "journal export",
	  "__CURSOR=1\nMESSAGE=a\n_HOSTNAME=h\n\n__CURSOR=2\nMESSAGE=b",
	  { "a", "b" } },
};

static void test_joins(void **state)
{
	size_t i, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(joins); i++) {
		feed(joins[i].in);
		for (k = 0; k < 4 && joins[i].out[k]; k++)
			if (k >= got.n || strcmp(got.text[k], joins[i].out[k]))
				fail_msg("%s: line %zu is \"%s\", not \"%s\"", joins[i].why, k,
					 k < got.n ? got.text[k] : "missing", joins[i].out[k]);
		if (got.n != k)
			fail_msg("%s: %u lines", joins[i].why, got.n);
	}
}

static void test_numbers_of_lines(void **state)
{
	(void)state;
	feed("a\n[    1.000000] b\nc\n[    1.000001] d");
	assert_int_equal(got.n, 3);
	assert_int_equal(got.line[0].number, 1);
	assert_int_equal(got.line[1].number, 2);
	assert_int_equal(got.line[2].number, 4);
}

/* A line that is too long is cut, one that is continued for ever as well. */
static void test_limits(void **state)
{
	size_t size = 3 * NORM_LINE_MAX, i;
	char *text = malloc(size + 1);

	(void)state;
	assert_non_null(text);
	memset(text, 'x', size);
	text[size] = '\0';
	feed(text);
	assert_int_equal(got.n, 1);
	assert_int_equal(strlen(got.text[0]), NORM_LINE_MAX);

	memcpy(text, "[    1.000000] a\n", 17);
	for (i = 17; i + 1000 < size; i += 1000) {
		memset(text + i, 'y', 999);
		text[i + 999] = '\n';
	}
	text[i] = '\0';
	feed(text);
	assert_true(strlen(got.text[0]) <= NORM_LINE_MAX);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prefixes),
		cmocka_unit_test(test_joins),
		cmocka_unit_test(test_numbers_of_lines),
		cmocka_unit_test(test_limits),
	};

	return cmocka_run_group_tests_name("norm", tests, NULL, NULL);
}
