// SPDX-License-Identifier: GPL-2.0-only
/* Values are literals from the kernels' gfp.h; where each boundary was read is in Documentation/explain-rules.rst. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gfp.h"

static struct kver release(const char *text)
{
	struct kver v;

	assert_true(kver_parse(&v, text) > 0);
	return v;
}

static struct gfp decode(const char *text, uint32_t value)
{
	struct kver v = release(text);
	struct gfp g;

	gfp_decode(&g, &v, value);
	return g;
}

/* In that release the value reads so; bits without meaning are last, in hex. */
static void reads(const char *text, uint32_t value, const char *want)
{
	struct gfp g = decode(text, value);
	char got[GFP_TEXT_MAX];
	int n = gfp_format(&g, got, sizeof(got));

	if (strcmp(got, want) || n != (int)strlen(want))
		fail_msg("%s %#x: got \"%s\", want \"%s\"", text, value, got, want);
}

/* The bits of 2.6.32, most of which stay until 4.3. Older kernels are read by the same rule. */
static void test_2_6_32(void **state)
{
	(void)state;
	reads("2.6.32", 0x0, "GFP_NOWAIT");
	reads("2.6.32", 0x1, "GFP_DMA");
	reads("2.6.32", 0x10, "GFP_NOIO");
	reads("2.6.32", 0x20, "GFP_ATOMIC");
	reads("2.6.32", 0x50, "GFP_NOFS");
	reads("2.6.32", 0xd0, "GFP_KERNEL");
	reads("2.6.32", 0x800d0, "GFP_TEMPORARY");
	reads("2.6.32", 0x200d0, "GFP_USER");
	reads("2.6.32", 0x200d2, "GFP_HIGHUSER");
	reads("2.6.32", 0x200da, "GFP_HIGHUSER_MOVABLE");
	reads("2.6.32", 0x4020, "GFP_ATOMIC|__GFP_COMP");
	reads("2.6.32", 0x8020, "GFP_ATOMIC|__GFP_ZERO");
	reads("2.6.32", 0x100, "__GFP_COLD");
	reads("2.6.32", 0x5f04, "GFP_DMA32|__GFP_COLD|__GFP_NOWARN|__GFP_REPEAT|__GFP_NOFAIL|__GFP_NORETRY|__GFP_COMP");
	reads("2.6.32", 0x50000, "__GFP_NOMEMALLOC|__GFP_THISNODE");
	reads("2.6.18", 0x20, "GFP_ATOMIC");
}

/* __GFP_NOTRACK: only with CONFIG_KMEMCHECK, always from 3.8 on. */
static void test_notrack(void **state)
{
	struct gfp_layout l;
	struct gfp g;
	struct kver v = release("3.7");

	(void)state;
	reads("3.7", 0x200020, "GFP_ATOMIC|__GFP_NOTRACK");
	gfp_layout_of(&l, &v, 0);
	assert_false(gfp_decode_layout(&g, &l, 0x200020));
	assert_int_equal(g.unknown, 0x200000);
	v = release("3.8");
	gfp_layout_of(&l, &v, 0);
	assert_true(gfp_decode_layout(&g, &l, 0x200020));
}

/* 32dba98e085f (2.6.38): __GFP_NO_KSWAPD, and GFP_TRANSHUGE with it. */
static void test_2_6_38(void **state)
{
	(void)state;
	reads("2.6.37", 0x400000, "0x400000");
	reads("2.6.38", 0x400000, "__GFP_NO_KSWAPD");
	reads("2.6.38", 0x4352da, "GFP_TRANSHUGE");
	reads("2.6.37", 0x4352da, "GFP_HIGHUSER_MOVABLE|__GFP_NOWARN|__GFP_NORETRY|__GFP_COMP|__GFP_NOMEMALLOC|0x400000");
}

/* 78afd5612deb (2.6.39): __GFP_OTHER_NODE. */
static void test_2_6_39(void **state)
{
	(void)state;
	reads("2.6.38", 0x8000d0, "GFP_KERNEL|0x800000");
	reads("2.6.39", 0x8000d0, "GFP_KERNEL|__GFP_OTHER_NODE");
}

/* a756cf590853 (3.3): __GFP_WRITE. */
static void test_3_3(void **state)
{
	(void)state;
	reads("3.2.4", 0x10200da, "GFP_HIGHUSER_MOVABLE|0x1000000");
	reads("3.3", 0x10200da, "GFP_HIGHUSER_MOVABLE|__GFP_WRITE");
}

/* b37f1dd0f543 (3.6): __GFP_MEMALLOC. */
static void test_3_6(void **state)
{
	(void)state;
	reads("3.5", 0x2020, "GFP_ATOMIC|0x2000");
	reads("3.6", 0x2020, "GFP_ATOMIC|__GFP_MEMALLOC");
}

/* 7a64bf05b2a6 (3.8): __GFP_KMEMCG; RHEL 7 keeps it. 52383431b37c (3.16) removed it. */
static void test_kmemcg(void **state)
{
	(void)state;
	reads("3.7", 0x104050, "GFP_NOFS|__GFP_COMP|0x100000");
	reads("3.8", 0x104050, "GFP_NOFS|__GFP_COMP|__GFP_KMEMCG");
	reads("3.10.0-957.el7.x86_64", 0x104050, "GFP_NOFS|__GFP_COMP|__GFP_KMEMCG");
	reads("3.10.0-327.22.2.el7.x86_64", 0x1040d0, "GFP_KERNEL|__GFP_COMP|__GFP_KMEMCG");
	reads("3.15", 0x1000d0, "GFP_KERNEL|__GFP_KMEMCG");
	reads("3.16", 0x1000d0, "GFP_KERNEL|0x100000");
}

/* 8f4fc071b192 (4.1): __GFP_NOACCOUNT. */
static void test_4_1(void **state)
{
	(void)state;
	reads("4.0", 0x1000d0, "GFP_KERNEL|0x100000");
	reads("4.1", 0x1000d0, "GFP_KERNEL|__GFP_NOACCOUNT");
	reads("4.2.0-rc7+", 0x2040d0, "GFP_KERNEL|__GFP_COMP|__GFP_NOTRACK");
}

/* d0164adc89f6 (4.4): __GFP_WAIT became __GFP_DIRECT_RECLAIM and __GFP_KSWAPD_RECLAIM, and __GFP_ATOMIC is new. */
static void test_4_4(void **state)
{
	(void)state;
	reads("4.3", 0xd0, "GFP_KERNEL");
	reads("4.4", 0x24000c0, "GFP_KERNEL");
	reads("4.4", 0x2400040, "GFP_NOFS");
	reads("4.4", 0x2400000, "GFP_NOIO");
	reads("4.4", 0x2080020, "GFP_ATOMIC");
	reads("4.4", 0x2000000, "GFP_NOWAIT");
	reads("4.4", 0x24000d0, "GFP_TEMPORARY");
	reads("4.4", 0x24200ca, "GFP_HIGHUSER_MOVABLE");
	/* The old GFP_KERNEL, read by the new rule. */
	reads("4.4", 0xd0, "__GFP_IO|__GFP_FS|__GFP_RECLAIMABLE");
	reads("4.3", 0x80010, "GFP_NOIO|__GFP_RECLAIMABLE");
	reads("4.4", 0x4352ca, "GFP_TRANSHUGE");
	reads("4.4", 0, "0");
}

/* a9bb7e620efd (4.5): accounting is asked for instead of refused. */
static void test_4_5(void **state)
{
	(void)state;
	reads("4.4", 0x25000c0, "GFP_KERNEL|__GFP_NOACCOUNT");
	reads("4.5", 0x25000c0, "GFP_KERNEL_ACCOUNT");
}

/* 444eb2a449ef (4.6): GFP_TRANSHUGE does not reclaim. 25160354b4fa (4.8): two names, one with direct reclaim. */
static void test_transhuge(void **state)
{
	(void)state;
	reads("4.5", 0x4352ca, "GFP_TRANSHUGE");
	reads("4.6", 0x352ca, "GFP_TRANSHUGE");
	reads("4.8", 0x342ca, "GFP_TRANSHUGE_LIGHT");
	reads("4.8", 0x4342ca, "GFP_TRANSHUGE");
}

/* 41b6167e8f74 (4.10): __GFP_OTHER_NODE removed, two flags move down. */
static void test_4_10(void **state)
{
	(void)state;
	reads("4.9.0", 0x24000c0, "GFP_KERNEL");
	reads("4.9.0", 0x800000, "__GFP_OTHER_NODE");
	reads("4.9.0", 0x1000000, "__GFP_WRITE");
	reads("4.10", 0x14000c0, "GFP_KERNEL");
	reads("4.10", 0x1080020, "GFP_ATOMIC");
	reads("4.10", 0x800000, "__GFP_WRITE");
	reads("4.14.113", 0x140000a, "GFP_NOIO|__GFP_HIGHMEM|__GFP_MOVABLE");
}

/* 7e7844226f10 (4.12): __GFP_NOLOCKDEP, with CONFIG_LOCKDEP only. */
static void test_4_12(void **state)
{
	struct kver v = release("4.12");
	struct gfp_layout l;

	(void)state;
	reads("4.11", 0x34000c0, "GFP_KERNEL|0x2000000");
	reads("4.12", 0x34000c0, "GFP_KERNEL|__GFP_NOLOCKDEP");
	gfp_layout_of(&l, &v, 0);
	assert_int_equal(l.flag[25], GFP_F_NONE);
	gfp_layout_of(&l, &v, GFP_CONFIG_LOCKDEP);
	assert_int_equal(l.flag[25], GFP_F_NOLOCKDEP);
}

/* dcda9b04713c (4.13): __GFP_REPEAT became __GFP_RETRY_MAYFAIL. */
static void test_4_13(void **state)
{
	struct gfp old = decode("4.12", 0x14004c0), new = decode("4.13", 0x14004c0);

	(void)state;
	reads("4.12", 0x14004c0, "GFP_KERNEL|__GFP_REPEAT");
	reads("4.13", 0x14004c0, "GFP_KERNEL|__GFP_RETRY_MAYFAIL");
	assert_true(gfp_repeat(&old) && !gfp_retry_mayfail(&old));
	assert_true(gfp_retry_mayfail(&new) && !gfp_repeat(&new));
}

/* 0ee931c4e31a (4.14): GFP_TEMPORARY removed. */
static void test_4_14(void **state)
{
	(void)state;
	reads("4.13", 0x14000d0, "GFP_TEMPORARY");
	reads("4.14", 0x14000d0, "GFP_KERNEL|__GFP_RECLAIMABLE");
}

/* 453f85d43fa9 and 75f296d93bcb (4.15): __GFP_COLD and __GFP_NOTRACK removed, their bits stay empty. */
static void test_4_15(void **state)
{
	(void)state;
	reads("4.14", 0x16001c0, "GFP_KERNEL|__GFP_COLD|__GFP_NOTRACK");
	reads("4.15", 0x16001c0, "GFP_KERNEL|0x200100");
}

/* Shakeel Butt's patch of May 2018 (4.18) fills the gaps; RHEL 8 stays with it. */
static void test_4_18(void **state)
{
	(void)state;
	reads("4.17", 0x14000c0, "GFP_KERNEL");
	reads("4.18", 0x6000c0, "GFP_KERNEL");
	reads("4.18", 0x480020, "GFP_ATOMIC");
	reads("4.18", 0x100, "__GFP_WRITE");
	reads("4.18", 0xe000c0, "GFP_KERNEL|__GFP_NOLOCKDEP");
	reads("4.18.0-305.el8", 0x6280ca, "GFP_HIGHUSER_MOVABLE|__GFP_ZERO");
	reads("5.0", 0x7000c0, "GFP_KERNEL_ACCOUNT");
}

/* Alexey Dobriyan's "mm: shuffle GFP_* flags" (5.1). */
static void test_5_1(void **state)
{
	(void)state;
	reads("5.0", 0x6040c0, "GFP_KERNEL|__GFP_COMP");
	reads("5.1", 0x40cc0, "GFP_KERNEL|__GFP_COMP");
	reads("5.1", 0xa20, "GFP_ATOMIC");
	reads("5.1", 0x100cca, "GFP_HIGHUSER_MOVABLE");
	reads("5.9.0-0.rc4.5.fc34.x86_64+debug", 0x800, "GFP_NOWAIT");
	reads("5.9.0-0.rc4.5.fc34.x86_64+debug", 0x900, "GFP_NOWAIT|__GFP_ZERO");
	reads("5.10", 0x400cc0, "GFP_KERNEL_ACCOUNT");
	reads("5.10", 0x13000, "__GFP_NOWARN|__GFP_NORETRY|__GFP_WRITE");
	reads("5.10", 0x1c20ca, "GFP_TRANSHUGE_LIGHT");
	reads("5.10", 0x1c25ca, "GFP_TRANSHUGE|__GFP_ZERO");
}

/* 013bb59dbb7c and c275c5c6d50a (5.14): __GFP_ZEROTAGS, and __GFP_SKIP_KASAN_POISON whether or not there is KASAN. */
static void test_5_14(void **state)
{
	(void)state;
	reads("5.13", 0x800cc0, "GFP_KERNEL|__GFP_NOLOCKDEP");
	reads("5.14", 0x800cc0, "GFP_KERNEL|__GFP_ZEROTAGS");
	reads("5.14", 0x1100cca, "GFP_HIGHUSER_MOVABLE");
	reads("5.13", 0x1100cca, "GFP_HIGHUSER_MOVABLE|0x1000000");
	reads("5.14", 0x100cca, "GFP_HIGHUSER|__GFP_MOVABLE");
	reads("5.14", 0x2000cc0, "GFP_KERNEL|__GFP_NOLOCKDEP");
}

/* Android's 5.15 has the KASAN flags of 5.18 and __GFP_CMA. */
static void test_android_5_15(void **state)
{
	struct gfp g = decode("5.15.78-android13-8", 0x8100cca);

	(void)state;
	reads("5.15.78-android13-8", 0x8100cca, "GFP_HIGHUSER_MOVABLE|__GFP_CMA");
	reads("5.15.78", 0x8100cca, "GFP_HIGHUSER|__GFP_MOVABLE|0x8000000");
	assert_int_equal(g.layout.vendor, KVER_ANDROID);
	g = decode("5.15.78-android13-8", 0x10000cc0);
	assert_true(gfp_has(&g, GFP_F_NOLOCKDEP));
}

/* 5.18: the KASAN flags exist with CONFIG_KASAN_HW_TAGS only; __GFP_NOLOCKDEP keeps its distance. */
static void test_5_18(void **state)
{
	(void)state;
	reads("5.17", 0x1000cc0, "GFP_KERNEL|__GFP_SKIP_KASAN_POISON");
	reads("5.18", 0x1000cc0, "GFP_KERNEL|__GFP_SKIP_ZERO");
	reads("5.18", 0x100cca, "GFP_HIGHUSER_MOVABLE");
	reads("5.18", 0x6100cca, "GFP_HIGHUSER_MOVABLE");
	reads("6.1", 0x2000cc0, "GFP_KERNEL|__GFP_SKIP_KASAN_UNPOISON");
	reads("5.18", 0x8000cc0, "GFP_KERNEL|__GFP_NOLOCKDEP");
}

/* 2973d8229b78 (6.3): __GFP_ATOMIC removed, its bit stays empty. */
static void test_6_3(void **state)
{
	(void)state;
	reads("6.2", 0xa20, "GFP_ATOMIC");
	reads("6.3", 0xa20, "GFP_ATOMIC|0x200");
	reads("6.3", 0x820, "GFP_ATOMIC");
	reads("6.2", 0x820, "GFP_NOWAIT|__GFP_HIGH");
}

/* 0a54864f8dfb (6.4): one KASAN flag less. */
static void test_6_4(void **state)
{
	(void)state;
	reads("6.3", 0x4000cc0, "GFP_KERNEL|__GFP_SKIP_KASAN_POISON");
	reads("6.4", 0x4000cc0, "GFP_KERNEL|__GFP_NOLOCKDEP");
	reads("6.4", 0x2000cc0, "GFP_KERNEL|__GFP_SKIP_KASAN");
	reads("6.4", 0x8000cc0, "GFP_KERNEL|0x8000000");
}

/* 16f5dfbc851b (6.8): GFP_NOWAIT is silent, so no report has it any more. */
static void test_6_8(void **state)
{
	(void)state;
	reads("6.7", 0x800, "GFP_NOWAIT");
	reads("6.8", 0x800, "__GFP_KSWAPD_RECLAIM");
	reads("6.8", 0x2800, "GFP_NOWAIT");
}

/* 772dd0342727 and 21c690a349ba (6.10): an enum without gaps for options that are off, and __GFP_NO_OBJ_EXT. */
static void test_6_10(void **state)
{
	static const struct {
		unsigned int config;
		uint8_t flag[5];
	} stacks[] = {
		{ 0, { 0 } },
		{ GFP_CONFIG_OBJ_EXT, { GFP_F_NO_OBJ_EXT } },
		{ GFP_CONFIG_LOCKDEP | GFP_CONFIG_OBJ_EXT, { GFP_F_NOLOCKDEP, GFP_F_NO_OBJ_EXT } },
		{ GFP_CONFIG_KASAN_HW | GFP_CONFIG_OBJ_EXT, { GFP_F_SKIP_ZERO, GFP_F_SKIP_KASAN, GFP_F_NO_OBJ_EXT } },
		{ GFP_CONFIG_KASAN_HW | GFP_CONFIG_LOCKDEP | GFP_CONFIG_OBJ_EXT,
		  { GFP_F_SKIP_ZERO, GFP_F_SKIP_KASAN, GFP_F_NOLOCKDEP, GFP_F_NO_OBJ_EXT } },
	};
	struct kver v = release("6.12.107");
	struct gfp_layout l;
	struct gfp g;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(stacks) / sizeof(stacks[0]); i++) {
		assert_true(gfp_layout_of(&l, &v, stacks[i].config));
		assert_memory_equal(&l.flag[24], stacks[i].flag, 5);
	}
	reads("6.9", 0x1000cc0, "GFP_KERNEL|__GFP_SKIP_ZERO");
	reads("6.10", 0x1000cc0, "GFP_KERNEL|__GFP_NO_OBJ_EXT");
	g = decode("6.10", 0x1000cc0);
	assert_true(g.others);
	g = decode("6.10", 0xcc0);
	assert_false(g.others);
}

/* Rostedt's "tracing: gfp: Remove duplication of recording GFP flags" (6.15): flags are named in the order of their bits. */
static void test_6_15(void **state)
{
	(void)state;
	reads("6.14", 0x40dc0, "GFP_KERNEL|__GFP_COMP|__GFP_ZERO");
	reads("6.15", 0x40dc0, "GFP_KERNEL|__GFP_ZERO|__GFP_COMP");
}

/* 7.0: __GFP_NO_OBJ_EXT is there without CONFIG_SLAB_OBJ_EXT too. */
static void test_7_0(void **state)
{
	struct kver v = release("6.19"), w = release("7.0");
	struct gfp_layout l;

	(void)state;
	gfp_layout_of(&l, &v, 0);
	assert_int_equal(l.flag[24], GFP_F_NONE);
	gfp_layout_of(&l, &w, 0);
	assert_int_equal(l.flag[24], GFP_F_NO_OBJ_EXT);
	reads("7.2.8", 0x820, "GFP_ATOMIC");
	reads("7.2.8", 0x2000cc0, "GFP_KERNEL|__GFP_NO_OBJ_EXT");
}

static void test_unknown_version(void **state)
{
	struct kver none;
	struct gfp_layout l;
	struct gfp g;
	char buf[64];

	(void)state;
	kver_parse(&none, "");
	assert_false(gfp_layout_of(&l, &none, 0));
	assert_false(gfp_decode(&g, &none, 0x40cc0));
	assert_int_equal(g.unknown, 0x40cc0);
	assert_true(gfp_layout_range(&g.layout, buf, sizeof(buf)) > 0);
	assert_string_equal(buf, "unknown");
}

static void test_format_cut(void **state)
{
	struct gfp g = decode("5.10", 0xffffffff);
	char buf[GFP_TEXT_MAX], small[8];
	int n = gfp_format(&g, buf, sizeof(buf));

	(void)state;
	assert_true(n > 0 && n < GFP_TEXT_MAX);
	assert_int_equal(g.unknown, 0xff000000);
	assert_int_equal(gfp_format(&g, small, sizeof(small)), n);
	assert_int_equal(strlen(small), 7);
	assert_memory_equal(small, buf, 7);
	assert_int_equal(gfp_format(&g, NULL, 0), n);
}

static void range_is(const char *text, uint32_t value, const char *want)
{
	struct gfp g = decode(text, value);
	char buf[128];

	gfp_layout_range(&g.layout, buf, sizeof(buf));
	assert_string_equal(buf, want);
}

static void test_range_text(void **state)
{
	(void)state;
	range_is("2.6.32", 0, "2.6.32 to 2.6.37");
	range_is("2.6.39", 0, "2.6.39 to 3.2");
	range_is("3.17", 0, "3.16 to 4.0");
	range_is("4.9", 0, "4.8 to 4.9");
	range_is("4.20", 0, "4.18 to 5.0");
	range_is("4.12", 0x2000000, "4.12, CONFIG_LOCKDEP");
	range_is("7.2", 0, "7.0 and later");
	range_is("6.16", 0, "6.15 to 6.19");
}

static struct gfp_names names(const char *text)
{
	struct gfp_names n;

	gfp_parse_names(&n, text, strlen(text));
	return n;
}

static void test_parse_names(void **state)
{
	struct gfp_names n = names("GFP_KERNEL|__GFP_COMP|0x4000000), nodemask=(null)");
	struct kver v = release("5.10");
	gfp_flags_t missing;
	struct gfp_layout l;
	uint32_t value;

	(void)state;
	assert_int_equal(gfp_parse_names(&n, "GFP_KERNEL|__GFP_COMP|0x4000000), nodemask=(null)", 50), 31);
	assert_int_equal(n.names, 2);
	assert_int_equal(n.extra, 0x4000000);
	assert_int_equal(n.bad, 0);
	gfp_layout_of(&l, &v, 0);
	value = gfp_names_value(&n, &l, &missing);
	assert_int_equal(value, 0x4040cc0);
	assert_int_equal(missing, 0);
	/* The same names in another kernel. */
	v = release("4.9");
	gfp_layout_of(&l, &v, 0);
	n = names("GFP_KERNEL|__GFP_COMP");
	assert_int_equal(gfp_names_value(&n, &l, &missing), 0x24040c0);
}

static void test_parse_names_of_trace_events(void **state)
{
	/* Before 4.6 events wrote flags without the underscores. GFP_ATOMIC is the composite in both. */
	struct gfp_names n = names("GFP_WAIT|GFP_IO|GFP_COMP|GFP_ATOMIC");
	struct kver v = release("3.10");
	gfp_flags_t missing;
	struct gfp_layout l;

	(void)state;
	assert_int_equal(n.names, 4);
	assert_int_equal(n.bad, 0);
	gfp_layout_of(&l, &v, 0);
	assert_int_equal(gfp_names_value(&n, &l, &missing), 0x4070);
	assert_int_equal(n.until, KVER(4, 4, 0));
}

static void test_parse_names_garbled(void **state)
{
	struct gfp_names n = names("GFP_KERNEL|__GFP_C0MP||0xzz|__GFP_ZERO");

	(void)state;
	assert_int_equal(n.names, 2);
	assert_int_equal(n.bad, 3);
	assert_string_equal(n.first_bad, "__GFP_C0MP");
	n = names("0x123456789");
	assert_int_equal(n.bad, 1);
	assert_int_equal(n.extra, 0);
	n = names("");
	assert_int_equal(n.names + n.bad, 0);
	n = names("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ");
	assert_int_equal(n.bad, 1);
	assert_int_equal(strlen(n.first_bad), 47);
	/* Names that were never in one kernel. */
	n = names("__GFP_WAIT|__GFP_ZEROTAGS");
	assert_true(n.from >= n.until);
}

static void test_names_missing(void **state)
{
	struct gfp_names n = names("__GFP_WAIT|__GFP_IO");
	struct kver v = release("5.10");
	gfp_flags_t missing;
	struct gfp_layout l;

	(void)state;
	gfp_layout_of(&l, &v, 0);
	assert_int_equal(gfp_names_value(&n, &l, &missing), 0x40);
	assert_int_equal(missing, GFP_BIT(WAIT));
}

static void test_compare(void **state)
{
	struct gfp g = decode("5.10", 0x40cc0);
	struct gfp_names n = names("GFP_KERNEL|__GFP_COMP");
	struct gfp_mismatch m;

	(void)state;
	assert_true(gfp_compare(&g, &n, &m));
	/* The value has a flag that no name names, and the other way round. */
	n = names("GFP_KERNEL|__GFP_ZERO");
	assert_false(gfp_compare(&g, &n, &m));
	assert_int_equal(m.only_value, GFP_BIT(COMP));
	assert_int_equal(m.only_names, GFP_BIT(ZERO));
	n = names("GFP_KERNEL|__GFP_COMP|__GFP_WAIT");
	assert_false(gfp_compare(&g, &n, &m));
	assert_int_equal(m.only_names, GFP_BIT(WAIT));
	/* A name of another era. */
	n = names("GFP_TEMPORARY|__GFP_COMP");
	assert_false(gfp_compare(&g, &n, &m));
	assert_int_equal(m.bad_names, 1);
	/* __GFP_NOLOCKDEP is not in the kernel's own table before 6.15: it is in the hex rest, and that agrees. */
	g = decode("5.10", 0x840cc0);
	n = names("GFP_KERNEL|__GFP_COMP|0x800000");
	assert_true(gfp_compare(&g, &n, &m));
	/* A bit without meaning that the kernel printed in hex too is no disagreement either, one that it did not is. */
	g = decode("5.10", 0x8040cc0);
	n = names("GFP_KERNEL|__GFP_COMP|0x8000000");
	assert_true(gfp_compare(&g, &n, &m));
	n = names("GFP_KERNEL|__GFP_COMP");
	assert_false(gfp_compare(&g, &n, &m));
	assert_int_equal(m.unknown, 0x8000000);
}

static void best_is(uint32_t value, const char *list, const char *hint, unsigned int from, unsigned int until, enum gfp_sure sure,
		    const char *want)
{
	struct gfp_candidate c[GFP_CANDIDATES];
	struct gfp_names n = names(list ? list : "");
	struct kver v;
	char got[GFP_TEXT_MAX];
	size_t count;

	kver_parse(&v, hint ? hint : "");
	count = gfp_infer(value, list ? &n : NULL, hint ? &v : NULL, c, GFP_CANDIDATES);
	assert_true(count > 0);
	gfp_format(&c[0].gfp, got, sizeof(got));
	if (strcmp(got, want) || c[0].gfp.layout.from != from || c[0].gfp.layout.until != until || c[0].sure != sure)
		fail_msg("%#x %s: \"%s\" from %#x until %#x sure %d", value, list ? list : "", got, c[0].gfp.layout.from,
			 c[0].gfp.layout.until, c[0].sure);
}

static void test_infer_by_names(void **state)
{
	(void)state;
	/* The names fit the value in these kernels alone. */
	best_is(0x40cc0, "GFP_KERNEL|__GFP_COMP", NULL, KVER(5, 1, 0), KVER_OPEN, GFP_SURE_CERTAIN, "GFP_KERNEL|__GFP_COMP");
	best_is(0x24000c0, "GFP_KERNEL", NULL, KVER(4, 4, 0), KVER(4, 10, 0), GFP_SURE_CERTAIN, "GFP_KERNEL");
	best_is(0x6000c0, "GFP_KERNEL", NULL, KVER(4, 18, 0), KVER(5, 1, 0), GFP_SURE_CERTAIN, "GFP_KERNEL");
	best_is(0x1100cca, "GFP_HIGHUSER_MOVABLE", NULL, KVER(5, 14, 0), KVER(5, 18, 0), GFP_SURE_CERTAIN, "GFP_HIGHUSER_MOVABLE");
	best_is(0x820, "GFP_ATOMIC", NULL, KVER(6, 3, 0), KVER_OPEN, GFP_SURE_CERTAIN, "GFP_ATOMIC");
	/* Before and after the time of the KASAN bit: two readings, the newer first. */
	best_is(0x100cca, "GFP_HIGHUSER_MOVABLE", NULL, KVER(5, 18, 0), KVER_OPEN, GFP_SURE_LIKELY, "GFP_HIGHUSER_MOVABLE");
	best_is(0x100cca, "GFP_HIGHUSER_MOVABLE", "5.10", KVER(5, 1, 0), KVER(5, 14, 0), GFP_SURE_CERTAIN, "GFP_HIGHUSER_MOVABLE");
	/* A list cut at the end of the line. */
	best_is(0x40cc0, "GFP_KERNEL|__GFP_CO", NULL, KVER(5, 1, 0), KVER_OPEN, GFP_SURE_CERTAIN, "GFP_KERNEL|__GFP_COMP");
	/* The names are stronger than a version that does not fit: a vendor's kernel with newer memory management. */
	best_is(0x140cca, "GFP_HIGHUSER_MOVABLE|__GFP_COMP", "5.14.0-362.el9.x86_64", KVER(5, 18, 0), KVER_OPEN, GFP_SURE_LIKELY,
		"GFP_HIGHUSER_MOVABLE|__GFP_COMP");
}

static void test_infer_without_names(void **state)
{
	(void)state;
	best_is(0x4020, NULL, NULL, KVER(2, 6, 32), KVER(4, 4, 0), GFP_SURE_LIKELY, "GFP_ATOMIC|__GFP_COMP");
	best_is(0x2084020, NULL, NULL, KVER(4, 4, 0), KVER(4, 10, 0), GFP_SURE_LIKELY, "GFP_ATOMIC|__GFP_COMP");
	/* GFP_KERNEL|__GFP_COMP of 4.18, which would have printed that; of the kernels before it an odd mask. */
	best_is(0x6040c0, NULL, NULL, KVER(4, 18, 0), KVER(5, 1, 0), GFP_SURE_POSSIBLE, "GFP_KERNEL|__GFP_COMP");
	best_is(0xcc0, NULL, NULL, KVER(5, 1, 0), KVER_OPEN, GFP_SURE_LIKELY, "GFP_KERNEL");
	/* 0x100000 is __GFP_KMEMCG, which every large kmalloc() had, or __GFP_NOACCOUNT, which hardly any had. */
	best_is(0x104050, NULL, NULL, KVER(3, 8, 0), KVER(3, 16, 0), GFP_SURE_LIKELY, "GFP_NOFS|__GFP_COMP|__GFP_KMEMCG");
	best_is(0x104050, NULL, "3.10", KVER(3, 8, 0), KVER(3, 16, 0), GFP_SURE_LIKELY, "GFP_NOFS|__GFP_COMP|__GFP_KMEMCG");
}

static void test_infer_contradiction(void **state)
{
	struct gfp_candidate c[GFP_CANDIDATES];
	struct gfp_names n = names("GFP_ATOMIC");
	size_t count = gfp_infer(0x40cc0, &n, NULL, c, GFP_CANDIDATES), i;

	(void)state;
	/* No kernel prints that: all that is left is contradicted, and said to be. */
	assert_true(count > 0);
	for (i = 0; i < count; i++)
		assert_int_equal(c[i].sure, GFP_SURE_NO);
	/* A bit that no kernel has. */
	count = gfp_infer(0x80000cc0, NULL, NULL, c, GFP_CANDIDATES);
	assert_true(count > 0);
	assert_int_equal(c[0].sure, GFP_SURE_NO);
	assert_int_equal(c[0].gfp.unknown, 0x80000000);
	/* Room for one only. */
	assert_int_equal(gfp_infer(0x104050, NULL, NULL, c, 1), 1);
	assert_int_equal(gfp_infer(0x104050, NULL, NULL, c, 0), 0);
}

static void test_predicates(void **state)
{
	struct gfp old = decode("3.10", 0x20), kernel = decode("3.10", 0xd0), thp = decode("3.10", 0x4352da);
	struct gfp atomic = decode("5.10", 0xa20), nowait = decode("5.10", 0x800), noio = decode("5.10", 0xc00);
	struct gfp charged = decode("5.10", 0x400cc0), kmemcg = decode("3.10", 0x1000d0);

	(void)state;
	assert_true(gfp_is_atomic(&old) && gfp_wakes_kswapd(&old) && !gfp_may_direct_reclaim(&old));
	assert_true(gfp_may_direct_reclaim(&kernel) && gfp_fs(&kernel) && gfp_io(&kernel) && !gfp_is_atomic(&kernel));
	assert_false(gfp_wakes_kswapd(&thp));
	assert_true(gfp_is_atomic(&atomic) && gfp_wakes_kswapd(&atomic) && !gfp_is_nowait(&atomic));
	assert_true(gfp_is_nowait(&nowait) && !gfp_is_atomic(&nowait));
	assert_true(gfp_may_direct_reclaim(&noio) && !gfp_io(&noio) && !gfp_fs(&noio));
	assert_true(gfp_account(&charged) && gfp_account(&kmemcg) && !gfp_account(&kernel));
}

/* gfp_zone() with the zones of x86-64, of 32-bit x86, of an ARM with one zone. */
static void test_zone_of(void **state)
{
	const unsigned int x86_64 = 1 << GFP_ZONE_DMA | 1 << GFP_ZONE_DMA32 | 1 << GFP_ZONE_NORMAL | 1 << GFP_ZONE_MOVABLE;
	const unsigned int x86_32 = 1 << GFP_ZONE_DMA | 1 << GFP_ZONE_NORMAL | 1 << GFP_ZONE_HIGHMEM | 1 << GFP_ZONE_MOVABLE;
	const unsigned int plain = 1 << GFP_ZONE_NORMAL | 1 << GFP_ZONE_MOVABLE;
	struct gfp kernel = decode("5.10", 0xcc0), user = decode("5.10", 0x100cc2), movable = decode("5.10", 0x100cca);
	struct gfp dma = decode("5.10", 0xcc1), dma32 = decode("5.10", 0xcc4), bad = decode("5.10", 0xcc3);
	struct gfp movable_only = decode("5.10", 0xcc8);

	(void)state;
	assert_int_equal(gfp_zone_of(&kernel, x86_64), GFP_ZONE_NORMAL);
	assert_int_equal(gfp_zone_of(&user, x86_64), GFP_ZONE_NORMAL);
	assert_int_equal(gfp_zone_of(&user, x86_32), GFP_ZONE_HIGHMEM);
	assert_int_equal(gfp_zone_of(&movable, x86_64), GFP_ZONE_MOVABLE);
	assert_int_equal(gfp_zone_of(&movable_only, x86_64), GFP_ZONE_NORMAL);
	assert_int_equal(gfp_zone_of(&dma, x86_64), GFP_ZONE_DMA);
	assert_int_equal(gfp_zone_of(&dma, plain), GFP_ZONE_NORMAL);
	assert_int_equal(gfp_zone_of(&dma32, x86_64), GFP_ZONE_DMA32);
	assert_int_equal(gfp_zone_of(&dma32, x86_32), GFP_ZONE_NORMAL);
	assert_int_equal(gfp_zone_of(&bad, x86_64), -1);
	assert_int_equal(gfp_zone_index(GFP_ZONE_NORMAL, x86_64), 2);
	assert_int_equal(gfp_zone_index(GFP_ZONE_NORMAL, x86_32), 1);
	assert_int_equal(gfp_zone_index(GFP_ZONE_HIGHMEM, x86_64), -1);
}

static void test_zones_guess(void **state)
{
	const unsigned int dma = 1 << GFP_ZONE_DMA, dma32 = 1 << GFP_ZONE_DMA32, normal = 1 << GFP_ZONE_NORMAL;
	const unsigned int high = 1 << GFP_ZONE_HIGHMEM, movable = 1 << GFP_ZONE_MOVABLE, device = 1 << GFP_ZONE_DEVICE;
	struct kver v = release("6.7"), old = release("2.6.32"), mips = release("5.10");

	(void)state;
	assert_int_equal(gfp_zones_guess(dma | dma32 | normal, 5, &v, NULL, NULL), dma | dma32 | normal | movable | device);
	assert_int_equal(gfp_zones_guess(dma | dma32, 4, &old, NULL, NULL), dma | dma32 | normal | movable);
	assert_int_equal(gfp_zones_guess(normal | high, 3, &mips, NULL, NULL), normal | high | movable);
	/* DMA and one of DMA32, HighMem: Normal would be third or second. */
	assert_int_equal(gfp_zones_guess(dma, 4, &old, NULL, NULL), 0);
	assert_int_equal(gfp_zones_guess(normal, 0, &v, NULL, NULL), 0);
	assert_int_equal(gfp_zones_guess(dma | dma32 | normal, 3, &v, NULL, NULL), 0);
	assert_int_equal(gfp_zones_guess(normal, 9, &v, NULL, NULL), 0);
	/* No ZONE_DEVICE before 4.3. */
	assert_int_equal(gfp_zones_guess(dma | dma32 | normal, 5, &old, NULL, NULL), 0);
}

static void test_names_of_zones_and_types(void **state)
{
	int i;

	(void)state;
	assert_int_equal(gfp_zone_from_name("DMA32 free", 5), GFP_ZONE_DMA32);
	assert_int_equal(gfp_zone_from_name("DMA32 free", 3), GFP_ZONE_DMA);
	assert_int_equal(gfp_zone_from_name("normal", 6), -1);
	assert_int_equal(gfp_zone_from_name("", 0), -1);
	for (i = 0; i < GFP_ZONES; i++)
		assert_int_equal(gfp_zone_from_name(gfp_zone_name(i), strlen(gfp_zone_name(i))), i);
	for (i = 0; i < GFP_MTS; i++)
		assert_int_equal(gfp_mt_from_letter(gfp_mt_letter(i)), i);
	assert_int_equal(gfp_mt_from_letter('X'), -1);
	assert_int_equal(gfp_mt_from_letter(0), -1);
	assert_int_equal(gfp_mt_letter(GFP_MT_HIGHATOMIC), 'H');
}

static void test_migratetype(void **state)
{
	struct gfp g = decode("5.10", 0xcc0);

	(void)state;
	assert_int_equal(gfp_migratetype(&g), GFP_MT_UNMOVABLE);
	g = decode("5.10", 0xcd0);
	assert_int_equal(gfp_migratetype(&g), GFP_MT_RECLAIMABLE);
	g = decode("5.10", 0x100cca);
	assert_int_equal(gfp_migratetype(&g), GFP_MT_MOVABLE);
	g = decode("3.10", 0x800d0);
	assert_int_equal(gfp_migratetype(&g), GFP_MT_RECLAIMABLE);
	g = decode("5.10", 0x18);
	assert_int_equal(gfp_migratetype(&g), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_2_6_32), cmocka_unit_test(test_notrack), cmocka_unit_test(test_2_6_38),
		cmocka_unit_test(test_2_6_39), cmocka_unit_test(test_3_3), cmocka_unit_test(test_3_6),
		cmocka_unit_test(test_kmemcg), cmocka_unit_test(test_4_1), cmocka_unit_test(test_4_4),
		cmocka_unit_test(test_4_5), cmocka_unit_test(test_transhuge), cmocka_unit_test(test_4_10),
		cmocka_unit_test(test_4_12), cmocka_unit_test(test_4_13), cmocka_unit_test(test_4_14),
		cmocka_unit_test(test_4_15), cmocka_unit_test(test_4_18), cmocka_unit_test(test_5_1),
		cmocka_unit_test(test_5_14), cmocka_unit_test(test_android_5_15), cmocka_unit_test(test_5_18),
		cmocka_unit_test(test_6_3), cmocka_unit_test(test_6_4), cmocka_unit_test(test_6_8),
		cmocka_unit_test(test_6_10), cmocka_unit_test(test_6_15), cmocka_unit_test(test_7_0),
		cmocka_unit_test(test_unknown_version), cmocka_unit_test(test_format_cut), cmocka_unit_test(test_range_text),
		cmocka_unit_test(test_parse_names), cmocka_unit_test(test_parse_names_of_trace_events),
		cmocka_unit_test(test_parse_names_garbled), cmocka_unit_test(test_names_missing), cmocka_unit_test(test_compare),
		cmocka_unit_test(test_infer_by_names), cmocka_unit_test(test_infer_without_names),
		cmocka_unit_test(test_infer_contradiction), cmocka_unit_test(test_predicates), cmocka_unit_test(test_zone_of),
		cmocka_unit_test(test_zones_guess), cmocka_unit_test(test_names_of_zones_and_types),
		cmocka_unit_test(test_migratetype),
	};

	return cmocka_run_group_tests_name("gfp", tests, NULL, NULL);
}
