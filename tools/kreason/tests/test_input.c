// SPDX-License-Identifier: GPL-2.0-only
/* Files of many blocks: what is delivered, and its numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "input.h"

static const char *const texts[] = { "page allocation", "lowmem_reserve[]:", NULL };

static struct {
	unsigned int lines, hits, gaps;
	unsigned long hit_number[64];
	bool hungry; /* wants everything from the first line on */
	size_t bytes;
} got;

static void line(void *context, const char *text, size_t len, unsigned long number)
{
	(void)context;
	got.lines++;
	got.bytes += len;
	if (len >= 15 && !memcmp(text + len - 15, "page allocation", 15) && got.hits < 64)
		got.hit_number[got.hits++] = number;
}

static void gap(void *context)
{
	(void)context;
	got.gaps++;
}

static bool busy(void *context)
{
	(void)context;
	return got.hungry;
}

static void run(FILE *f)
{
	const struct input_sink sink = { .line = line, .gap = gap, .busy = busy };
	bool hungry = got.hungry;

	memset(&got, 0, sizeof(got));
	got.hungry = hungry;
	fflush(f);
	rewind(f);
	assert_int_equal(input_run(fileno(f), texts, &sink), 0);
	fclose(f);
}

static void test_nothing(void **state)
{
	FILE *f = tmpfile();
	int i;

	(void)state;
	for (i = 0; i < 100000; i++)
		fprintf(f, "line %d of a log in which nothing is\n", i);
	run(f);
	assert_int_equal(got.lines, 0);
}

/* Hits at all distances from the ends of blocks: 37 bytes a line shift them. */
static void test_numbers_across_blocks(void **state)
{
	FILE *f = tmpfile();
	int i;

	(void)state;
	got.hungry = false;
	for (i = 1; i <= 200000; i++) {
		if (i % 4001 == 0)
			fprintf(f, "%.*spage allocation\n", i % 37,
				"-------------------------------------");
		else
			fprintf(f, "a line of thirty-six bytes, about..\n");
	}
	run(f);
	assert_int_equal(got.hits, 49);
	for (i = 0; i < 49; i++)
		assert_int_equal(got.hit_number[i], 4001 * (i + 1));
	/* At most what is looked back at, and a few behind. */
	assert_true(got.lines > 49 * 200 && got.lines < 49 * 300);
}

static void test_everything_once(void **state)
{
	FILE *f = tmpfile();
	int i;

	(void)state;
	got.hungry = true;
	fprintf(f, "page allocation\n");
	for (i = 1; i <= 200000; i++)
		fprintf(f, "a line of thirty-six bytes, about..\n");
	fprintf(f, "the last one, without a newline: page allocation");
	run(f);
	assert_int_equal(got.lines, 200002);
	assert_int_equal(got.hits, 2);
	assert_int_equal(got.hit_number[1], 200002);
	got.hungry = false;
}

/*
 * A line that is longer than the buffer is delivered once, cut, and the lines behind it are whole.
 */
static void test_long_line(void **state)
{
	FILE *f = tmpfile();
	int i;

	(void)state;
	got.hungry = true;
	fprintf(f, "page allocation\n");
	for (i = 0; i < 1000000; i++)
		fputc('x', f);
	fprintf(f, "\nshort page allocation\n");
	run(f);
	assert_int_equal(got.lines, 3);
	assert_int_equal(got.hits, 2);
	assert_int_equal(got.hit_number[1], 3);
	got.hungry = false;
}

/* The words may lie across two reads, in any way. */
static void test_split_reads(void **state)
{
	static const char text[] = "before\nexa: page allocation\nbehind\n";
	const struct input_sink sink = { .line = line, .gap = gap, .busy = busy };
	size_t at;

	(void)state;
	for (at = 1; at < sizeof(text) - 1; at++) {
		int ends[2];

		memset(&got, 0, sizeof(got));
		/* Each read gets one packet. */
		assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
		assert_int_equal(write(ends[1], text, at), at);
		assert_int_equal(write(ends[1], text + at, sizeof(text) - 1 - at),
				 sizeof(text) - 1 - at);
		close(ends[1]);
		assert_int_equal(input_run(ends[0], texts, &sink), 0);
		close(ends[0]);
		if (got.hits != 1 || got.hit_number[0] != 2 || got.lines != 3)
			fail_msg("cut at %zu: %u hits, %u lines", at, got.hits, got.lines);
	}
}

static void test_error(void **state)
{
	const struct input_sink sink = { .line = line, .gap = gap, .busy = busy };

	(void)state;
	assert_true(input_run(-1, texts, &sink) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_numbers_across_blocks),
		cmocka_unit_test(test_everything_once),
		cmocka_unit_test(test_long_line),
		cmocka_unit_test(test_split_reads),
		cmocka_unit_test(test_error),
	};

	return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
