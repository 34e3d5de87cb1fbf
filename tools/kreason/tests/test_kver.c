// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kver.h"

static const struct {
	const char *text;
	struct kver want;
	size_t len;
} releases[] = {
	{ "3.10.0-957.el7.x86_64", { true, 3, 10, 0, 0, false, KVER_RHEL, 7, -1, 957 }, 21 },
	{ "3.10.0-327.22.2.el7.x86_64 #1", { true, 3, 10, 0, 0, false, KVER_RHEL, 7, -1, 327 }, 26 },
	{ "4.18.0-305.el8", { true, 4, 18, 0, 0, false, KVER_RHEL, 8, -1, 305 }, 14 },
	{ "4.18.0-372.9.1.el8_6.x86_64", { true, 4, 18, 0, 0, false, KVER_RHEL, 8, 6, 372 }, 27 },
	{ "2.6.32-754.el6.x86_64", { true, 2, 6, 32, 0, false, KVER_RHEL, 6, -1, 754 }, 21 },
	{ "5.10.0-rc1+", { true, 5, 10, 0, 1, true, KVER_PLAIN, 0, -1, 0 }, 11 },
	{ "2.6.32-rc4", { true, 2, 6, 32, 4, false, KVER_PLAIN, 0, -1, 0 }, 10 },
	{ "4.2.0-rc7+ #1907", { true, 4, 2, 0, 7, true, KVER_PLAIN, 0, -1, 0 }, 10 },
	{ "5.14.21-150400.24.100-default", { true, 5, 14, 21, 0, false, KVER_SUSE, 15, 4, 0 }, 29 },
	{ "4.12.14-95.3-default", { true, 4, 12, 14, 0, false, KVER_SUSE, 0, -1, 0 }, 20 },
	{ "5.10.0-8-amd64", { true, 5, 10, 0, 0, false, KVER_DEBIAN, 0, -1, 0 }, 14 },
	{ "6.1.0-18+deb12u1-arm64", { true, 6, 1, 0, 0, false, KVER_DEBIAN, 12, -1, 0 }, 22 },
	{ "5.15.0-91-generic", { true, 5, 15, 0, 0, false, KVER_UBUNTU, 0, -1, 0 }, 17 },
	{ "5.9.0-0.rc4.5.fc34.x86_64+debug", { true, 5, 9, 0, 4, false, KVER_FEDORA, 34, -1, 0 }, 31 },
	{ "5.15.78-android13-8-g1", { true, 5, 15, 78, 0, false, KVER_ANDROID, 13, -1, 0 }, 22 },
	{ "4.14.113-18770262-userdebug", { true, 4, 14, 113, 0, false, KVER_ANDROID, 0, -1, 0 }, 27 },
	{ "4.1.12-124.el7uek.x86_64", { true, 4, 1, 12, 0, false, KVER_UEK, 7, -1, 0 }, 24 },
	{ "5.10.215-203.850.amzn2.x86_64", { true, 5, 10, 215, 0, false, KVER_AMAZON, 2, -1, 0 }, 29 },
	{ "3.10.53-1.1.0_ga+g67f859d #1", { true, 3, 10, 53, 0, false, KVER_PLAIN, 0, -1, 0 }, 25 },
	{ "6.7", { true, 6, 7, 0, 0, false, KVER_PLAIN, 0, -1, 0 }, 3 },
	{ "6.7.", { true, 6, 7, 0, 0, false, KVER_PLAIN, 0, -1, 0 }, 3 },
	{ "7.2.8)", { true, 7, 2, 8, 0, false, KVER_PLAIN, 0, -1, 0 }, 5 },
};

static void test_parse(void **state)
{
	struct kver v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
		const struct kver *want = &releases[i].want;

		assert_int_equal(kver_parse(&v, releases[i].text), releases[i].len);
		if (v.known != want->known || v.major != want->major || v.minor != want->minor || v.patch != want->patch ||
		    v.rc != want->rc || v.plus != want->plus || v.vendor != want->vendor || v.rel != want->rel ||
		    v.sp != want->sp || v.build != want->build)
			fail_msg("%s: %d.%d.%d rc%d plus%d vendor %d rel %d sp %d build %d", releases[i].text, v.major, v.minor,
				 v.patch, v.rc, v.plus, v.vendor, v.rel, v.sp, v.build);
	}
}

static void test_no_release(void **state)
{
	static const char *const texts[] = {
		"", "x", "1.2.3", "2.2.14", "5", "5.", ".5", "5.x", "2024.01.15", "5.10x", "999999999999999999.1", "4.300.1", "5..1",
	};
	struct kver v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (kver_parse(&v, texts[i]) || v.known)
			fail_msg("\"%s\" was taken for %d.%d.%d", texts[i], v.major, v.minor, v.patch);
	}
	assert_int_equal(kver_parse(&v, NULL), 0);
}

static const struct {
	const char *line, *at;
} lines[] = {
	{ "CPU: 3 PID: 1732 Comm: cat Not tainted 4.2.0-rc7+ #1907", "4.2.0-rc7+" },
	{ "Pid: 0, comm: swapper Not tainted 2.6.32-rc4 #29", "2.6.32-rc4" },
	{ "CPU: 0 PID: 6792 Comm: go Tainted: G W         5.10.0-rc1+ #3", "5.10.0-rc1+" },
	/* A build number that is followed by a distribution's own version string. */
	{ "CPU: 1 PID: 1 Comm: a Not tainted 5.14.21-150400.22-default #1 SLE15-SP4 0b6a6578", "5.14.21-150400.22-default" },
	/* The task is named like a release. */
	{ "CPU: 1 PID: 1 Comm: 4.2.0 Not tainted 6.1.38 #7", "6.1.38" },
	{ "CPU: 1 PID: 1 Comm: 4.2.0 #1 Not tainted 6.1.38 #7", "6.1.38" },
	{ "[    0.000000] Linux version 5.10.0-8-amd64 (debian-kernel@lists.debian.org) (gcc-10) #1 SMP", "5.10.0-8-amd64" },
};

static void test_find(void **state)
{
	struct kver v;
	const char *at;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		at = kver_find(&v, lines[i].line);
		assert_non_null(at);
		assert_memory_equal(at, lines[i].at, strlen(lines[i].at));
		assert_true(v.known);
	}
	assert_null(kver_find(&v, "Comm: 4.2.0 without a build number"));
	assert_false(v.known);
	assert_null(kver_find(&v, "issue #12 of page #3"));
	assert_null(kver_find(&v, ""));
	assert_null(kver_find(&v, "#1"));
}

static void test_compare(void **state)
{
	struct kver a, b, none;

	(void)state;
	kver_parse(&a, "2.6.38");
	kver_parse(&b, "3.0");
	kver_parse(&none, "");
	assert_true(kver_cmp(&a, &b) < 0);
	assert_true(kver_cmp(&b, &a) > 0);
	assert_int_equal(kver_cmp(&a, &a), 0);
	assert_true(kver_cmp(&none, &a) < 0);
	assert_true(kver_at_least(&a, 2, 6, 38));
	assert_false(kver_at_least(&a, 2, 6, 39));
	assert_false(kver_at_least(&none, 0, 0, 0));
	assert_int_equal(kver_code(&a), 0x020626);
	/* 4.4.302: patches above 255 do not spill into the minor number. */
	kver_parse(&a, "4.4.302");
	assert_int_equal(kver_code(&a), 0x0404ff);
	b = kver_from_code(0x020620);
	assert_int_equal(b.patch, 32);
	assert_true(b.known);
	assert_false(kver_from_code(0).known);
}

static void test_format(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{ "3.10.0-957.el7.x86_64", "3.10.0 (RHEL 7)" },
		{ "4.18.0-372.el8_6", "4.18.0 (RHEL 8.6)" },
		{ "5.14.21-150400.24-default", "5.14.21 (SUSE 15 SP4)" },
		{ "5.10.0-rc1+", "5.10.0-rc1+" },
		{ "5.10.0-8-amd64", "5.10.0 (Debian)" },
		{ "nonsense", "unknown" },
	};
	struct kver v;
	char buf[64], small[4];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		kver_parse(&v, cases[i].text);
		assert_int_equal(kver_format(&v, buf, sizeof(buf)), strlen(cases[i].want));
		assert_string_equal(buf, cases[i].want);
	}
	kver_parse(&v, "5.10.1");
	assert_int_equal(kver_format(&v, small, sizeof(small)), 6);
	assert_string_equal(small, "5.1");
	assert_true(kver_parse(&v, "3.10.0-957.el7") && kver_backports(&v));
	assert_true(kver_parse(&v, "3.10.0") && !kver_backports(&v));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_no_release),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_compare),
		cmocka_unit_test(test_format),
	};

	return cmocka_run_group_tests_name("kver", tests, NULL, NULL);
}
