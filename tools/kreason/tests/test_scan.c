// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "scan.h"

static const char *const texts[] = { "page allocation",
				     "ilure: order:", "lowmem_reserve[]:", NULL };

static void test_places(void **state)
{
	struct scan *s = scan_new(texts);

	(void)state;
	assert_non_null(s);
	assert_int_equal(scan_longest(s), 17);
	assert_int_equal(scan_find(s, "page allocation", 15), 0);
	assert_int_equal(scan_find(s, "page allocation", 14), 14);
	assert_int_equal(scan_find(s, "a page allocation failure: order:", 33), 2);
	assert_int_equal(scan_find(s, "allocation failure: order:", 26), 13);
	assert_int_equal(scan_find(s, "page allocatiox", 15), 15);
	assert_int_equal(scan_find(s, "", 0), 0);
	scan_free(s);
}

/* At every place of a block that is searched in lanes, on its own and in front of another. */
static void test_every_place(void **state)
{
	enum { LEN = 4096 };
	struct scan *s = scan_new(texts);
	char *buf = malloc(LEN);
	size_t at;

	(void)state;
	assert_true(s && buf);
	for (at = 0; at + 13 <= LEN; at++) {
		memset(buf, 'r', LEN);
		if (at + 13 <= LEN - 17)
			memcpy(buf + LEN - 17, "lowmem_reserve[]:", 17);
		memcpy(buf + at, "ilure: order:", 13);
		if (scan_find(s, buf, LEN) != at)
			fail_msg("found at %zu, is at %zu", scan_find(s, buf, LEN), at);
	}
	memset(buf, 'r', LEN);
	assert_int_equal(scan_find(s, buf, LEN), LEN);
	free(buf);
	scan_free(s);
}

/* What the reader looks for obeys the limit that the search sets. */
static void test_texts_are_long_enough(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; collect_texts[i]; i++)
		if (strlen(collect_texts[i]) < SCAN_MIN_LEN)
			fail_msg("\"%s\" is shorter than %d", collect_texts[i], SCAN_MIN_LEN);
	assert_true(i > 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_every_place),
		cmocka_unit_test(test_texts_are_long_enough),
	};

	return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
