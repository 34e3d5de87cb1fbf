// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "live/metrics.h"
#include "str.h"

static void label_is(const char *value, const char *expected)
{
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);

	assert_non_null(to);
	metrics_label(to, value);
	fclose(to);
	assert_string_equal(text, expected);
	free(text);
}

static void labels(void **state)
{
	(void)state;
	label_is("", "");
	label_is("partial_munmap", "partial_munmap");
	label_is("a\"b", "a\\\"b");
	label_is("a\\b", "a\\\\b");
	label_is("a\nb", "a\\nb");
	label_is("\\n", "\\\\n");
	label_is("a}b{c,d=\"e\"", "a}b{c,d=\\\"e\\\"");
	label_is("\t\r\x7f", "\t\r\x7f");
}

static void labels_are_utf8(void **state)
{
	(void)state;
	label_is("\xc3\xa4", "\xc3\xa4");
	label_is("\xe2\x82\xac.", "\xe2\x82\xac.");
	label_is("\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7");
	label_is("\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf");
	label_is("\xff", "?");
	label_is("\x80x", "?x");
	label_is("\xc3", "?");			/* cut */
	label_is("\xe2\x82", "??");
	label_is("\xf0\x9f\x90", "???");
	label_is("\xc3\"", "?\\\"");		/* no continuation: the quote is not swallowed */
	label_is("\xe2\x82\n", "??\\n");
	label_is("\xc0\x80", "??");		/* too long a form of NUL */
	label_is("\xe0\x9f\xbf", "???");
	label_is("\xf0\x8f\xbf\xbf", "????");
	label_is("\xed\xa0\x80", "???");		/* surrogate */
	label_is("\xf4\x90\x80\x80", "????");	/* above U+10FFFF */
}

static char *written(enum metrics_form form, const struct metrics_path *p, unsigned int n)
{
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);

	assert_non_null(to);
	metrics_write(to, form, p, n, 1700000000.25);
	fclose(to);
	return text;
}

static void forms(void **state)
{
	static struct metrics_path p[2];
	char *text;

	(void)state;
	p[0].path = path_find("deferred-split");
	p[0].readable = true;
	p[0].counters.n = 2;
	strcpy(p[0].counters.reason[0].name, "underused_fault");
	p[0].counters.reason[0].value = UINT64_MAX;
	strcpy(p[0].counters.reason[1].name, "partial_munmap");
	p[0].counters.reason[1].value = 0;
	p[1].path = path_find("splice");

	text = written(METRICS_OPENMETRICS, p, 2);
	assert_string_equal(
		text,
		"# HELP kreason_path_readable Whether the counters of this path could be read.\n"
		"# TYPE kreason_path_readable gauge\n"
		"kreason_path_readable{path=\"deferred-split\"} 1\n"
		"kreason_path_readable{path=\"splice\"} 0\n"
		"# HELP kreason_read_time_seconds When the counters were read, in seconds since 1970.\n"
		"# TYPE kreason_read_time_seconds gauge\n"
		"# UNIT kreason_read_time_seconds seconds\n"
		"kreason_read_time_seconds 1700000000.250\n"
		"# HELP kreason_reasons How often the kernel took this path for this reason since it was booted.\n"
		"# TYPE kreason_reasons counter\n"
		"kreason_reasons_total{path=\"deferred-split\",reason=\"underused_fault\",in_share=\"false\",normal=\"true\"} 18446744073709551615\n"
		"kreason_reasons_total{path=\"deferred-split\",reason=\"partial_munmap\",in_share=\"true\",normal=\"false\"} 0\n"
		"# EOF\n");
	free(text);

	text = written(METRICS_PROMETHEUS, p, 2);
	assert_non_null(strstr(text, "\n# TYPE kreason_reasons_total counter\n"));
	assert_non_null(strstr(text, "\n# HELP kreason_reasons_total "));
	assert_null(strstr(text, "# UNIT"));
	assert_null(strstr(text, "# EOF"));
	free(text);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels),
		cmocka_unit_test(labels_are_utf8),
		cmocka_unit_test(forms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
