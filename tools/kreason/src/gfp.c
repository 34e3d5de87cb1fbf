// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables say which bit meant what from which version on. Where each boundary comes from is in
 * Documentation/explain-rules.rst. Ranges are half open: a row holds for from <= version < until.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfp.h"

#define V(a, b) KVER(a, b, 0)
#define ALWAYS 0, KVER_OPEN

/* Rows of this bit are placed one after the other from bit 24 on, in the order of the table, when their option is on. */
#define STACKED 24
#define STACKED_FROM V(6, 10)

struct bit_row {
	uint8_t bit, flag;
	unsigned int from, until;
	uint8_t need;			/* enum gfp_config bits */
	uint8_t vendor;			/* of these kernels alone; KVER_PLAIN: of all */
	uint8_t never;			/* not of these */
};

#define LOCKDEP GFP_CONFIG_LOCKDEP
#define KASAN GFP_CONFIG_KASAN_HW
#define OBJ_EXT GFP_CONFIG_OBJ_EXT
#define KMEMCHECK GFP_CONFIG_KMEMCHECK

static const struct bit_row bit_rows[] = {
	{ 0, GFP_F_DMA, ALWAYS, 0, 0, 0 },
	{ 1, GFP_F_HIGHMEM, ALWAYS, 0, 0, 0 },
	{ 2, GFP_F_DMA32, ALWAYS, 0, 0, 0 },
	{ 3, GFP_F_MOVABLE, ALWAYS, 0, 0, 0 },
	{ 4, GFP_F_WAIT, 0, V(4, 4), 0, 0, 0 },
	{ 4, GFP_F_RECLAIMABLE, V(4, 4), KVER_OPEN, 0, 0, 0 },
	{ 5, GFP_F_HIGH, ALWAYS, 0, 0, 0 },
	{ 6, GFP_F_IO, ALWAYS, 0, 0, 0 },
	{ 7, GFP_F_FS, ALWAYS, 0, 0, 0 },
	{ 8, GFP_F_COLD, 0, V(4, 15), 0, 0, 0 },
	{ 8, GFP_F_WRITE, V(4, 18), V(5, 1), 0, 0, 0 },
	{ 8, GFP_F_ZERO, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 9, GFP_F_NOWARN, 0, V(5, 1), 0, 0, 0 },
	{ 9, GFP_F_ATOMIC, V(5, 1), V(6, 3), 0, 0, 0 },
	{ 10, GFP_F_REPEAT, 0, V(4, 13), 0, 0, 0 },
	{ 10, GFP_F_RETRY_MAYFAIL, V(4, 13), V(5, 1), 0, 0, 0 },
	{ 10, GFP_F_DIRECT_RECLAIM, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 11, GFP_F_NOFAIL, 0, V(5, 1), 0, 0, 0 },
	{ 11, GFP_F_KSWAPD_RECLAIM, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 12, GFP_F_NORETRY, 0, V(5, 1), 0, 0, 0 },
	{ 12, GFP_F_WRITE, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 13, GFP_F_MEMALLOC, V(3, 6), V(5, 1), 0, 0, 0 },
	{ 13, GFP_F_NOWARN, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 14, GFP_F_COMP, 0, V(5, 1), 0, 0, 0 },
	{ 14, GFP_F_RETRY_MAYFAIL, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 15, GFP_F_ZERO, 0, V(5, 1), 0, 0, 0 },
	{ 15, GFP_F_NOFAIL, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 16, GFP_F_NOMEMALLOC, 0, V(5, 1), 0, 0, 0 },
	{ 16, GFP_F_NORETRY, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 17, GFP_F_HARDWALL, 0, V(5, 1), 0, 0, 0 },
	{ 17, GFP_F_MEMALLOC, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 18, GFP_F_THISNODE, 0, V(5, 1), 0, 0, 0 },
	{ 18, GFP_F_COMP, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 19, GFP_F_RECLAIMABLE, 0, V(4, 4), 0, 0, 0 },
	{ 19, GFP_F_ATOMIC, V(4, 4), V(5, 1), 0, 0, 0 },
	{ 19, GFP_F_NOMEMALLOC, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 20, GFP_F_KMEMCG, V(3, 8), V(3, 16), 0, 0, 0 },
	{ 20, GFP_F_NOACCOUNT, V(4, 1), V(4, 5), 0, 0, 0 },
	{ 20, GFP_F_ACCOUNT, V(4, 5), V(5, 1), 0, 0, 0 },
	{ 20, GFP_F_HARDWALL, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 21, GFP_F_NOTRACK, 0, V(3, 8), KMEMCHECK, 0, 0 },
	{ 21, GFP_F_NOTRACK, V(3, 8), V(4, 15), 0, 0, 0 },
	{ 21, GFP_F_DIRECT_RECLAIM, V(4, 18), V(5, 1), 0, 0, 0 },
	{ 21, GFP_F_THISNODE, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 22, GFP_F_NO_KSWAPD, KVER(2, 6, 38), V(4, 4), 0, 0, 0 },
	{ 22, GFP_F_DIRECT_RECLAIM, V(4, 4), V(4, 18), 0, 0, 0 },
	{ 22, GFP_F_KSWAPD_RECLAIM, V(4, 18), V(5, 1), 0, 0, 0 },
	{ 22, GFP_F_ACCOUNT, V(5, 1), KVER_OPEN, 0, 0, 0 },
	{ 23, GFP_F_OTHER_NODE, KVER(2, 6, 39), V(4, 10), 0, 0, 0 },
	{ 23, GFP_F_WRITE, V(4, 10), V(4, 18), 0, 0, 0 },
	{ 23, GFP_F_NOLOCKDEP, V(4, 18), V(5, 14), LOCKDEP, 0, 0 },
	{ 23, GFP_F_ZEROTAGS, V(5, 14), KVER_OPEN, 0, 0, 0 },
	{ 24, GFP_F_WRITE, V(3, 3), V(4, 10), 0, 0, 0 },
	{ 24, GFP_F_KSWAPD_RECLAIM, V(4, 10), V(4, 18), 0, 0, 0 },
	{ 24, GFP_F_SKIP_KASAN_POISON, V(5, 14), V(5, 15), 0, 0, 0 },
	{ 24, GFP_F_SKIP_KASAN_POISON, V(5, 15), V(5, 16), 0, 0, KVER_ANDROID },
	{ 24, GFP_F_SKIP_KASAN_POISON, V(5, 16), V(5, 18), 0, 0, 0 },
	{ 24, GFP_F_SKIP_ZERO, V(5, 18), V(6, 10), KASAN, 0, 0 },
	{ 25, GFP_F_KSWAPD_RECLAIM, V(4, 4), V(4, 10), 0, 0, 0 },
	{ 25, GFP_F_NOLOCKDEP, V(4, 12), V(4, 18), LOCKDEP, 0, 0 },
	{ 25, GFP_F_NOLOCKDEP, V(5, 14), V(5, 15), LOCKDEP, 0, 0 },
	{ 25, GFP_F_NOLOCKDEP, V(5, 15), V(5, 16), LOCKDEP, 0, KVER_ANDROID },
	{ 25, GFP_F_NOLOCKDEP, V(5, 16), V(5, 18), LOCKDEP, 0, 0 },
	{ 25, GFP_F_SKIP_KASAN_UNPOISON, V(5, 18), V(6, 4), KASAN, 0, 0 },
	{ 25, GFP_F_SKIP_KASAN, V(6, 4), V(6, 10), KASAN, 0, 0 },
	{ 26, GFP_F_SKIP_KASAN_POISON, V(5, 18), V(6, 4), KASAN, 0, 0 },
	{ 26, GFP_F_NOLOCKDEP, V(6, 4), V(6, 10), LOCKDEP, 0, 0 },
	{ 27, GFP_F_NOLOCKDEP, V(5, 18), V(6, 4), LOCKDEP, 0, 0 },
	/* The bits of 5.18 and one more, ahead of time, in Android's 5.15. */
	{ 24, GFP_F_SKIP_ZERO, V(5, 15), V(5, 16), KASAN, KVER_ANDROID, 0 },
	{ 25, GFP_F_SKIP_KASAN_UNPOISON, V(5, 15), V(5, 16), KASAN, KVER_ANDROID, 0 },
	{ 26, GFP_F_SKIP_KASAN_POISON, V(5, 15), V(5, 16), KASAN, KVER_ANDROID, 0 },
	{ 27, GFP_F_CMA, V(5, 15), V(5, 16), 0, KVER_ANDROID, 0 },
	{ 28, GFP_F_NOLOCKDEP, V(5, 15), V(5, 16), LOCKDEP, KVER_ANDROID, 0 },
	/* From 6.10 on the bits are an enum in which only the options that are on take a place. */
	{ STACKED, GFP_F_SKIP_ZERO, STACKED_FROM, KVER_OPEN, KASAN, 0, 0 },
	{ STACKED, GFP_F_SKIP_KASAN, STACKED_FROM, KVER_OPEN, KASAN, 0, 0 },
	{ STACKED, GFP_F_NOLOCKDEP, STACKED_FROM, KVER_OPEN, LOCKDEP, 0, 0 },
	{ STACKED, GFP_F_NO_OBJ_EXT, STACKED_FROM, V(7, 0), OBJ_EXT, 0, 0 },
	{ STACKED, GFP_F_NO_OBJ_EXT, V(7, 0), KVER_OPEN, 0, 0, 0 },
};

#define N_BIT_ROWS (sizeof(bit_rows) / sizeof(bit_rows[0]))

static const char *const flag_names[GFP_F_COUNT] = {
	[GFP_F_NONE] = "none",
	[GFP_F_DMA] = "__GFP_DMA",
	[GFP_F_HIGHMEM] = "__GFP_HIGHMEM",
	[GFP_F_DMA32] = "__GFP_DMA32",
	[GFP_F_MOVABLE] = "__GFP_MOVABLE",
	[GFP_F_WAIT] = "__GFP_WAIT",
	[GFP_F_HIGH] = "__GFP_HIGH",
	[GFP_F_IO] = "__GFP_IO",
	[GFP_F_FS] = "__GFP_FS",
	[GFP_F_COLD] = "__GFP_COLD",
	[GFP_F_NOWARN] = "__GFP_NOWARN",
	[GFP_F_REPEAT] = "__GFP_REPEAT",
	[GFP_F_RETRY_MAYFAIL] = "__GFP_RETRY_MAYFAIL",
	[GFP_F_NOFAIL] = "__GFP_NOFAIL",
	[GFP_F_NORETRY] = "__GFP_NORETRY",
	[GFP_F_MEMALLOC] = "__GFP_MEMALLOC",
	[GFP_F_COMP] = "__GFP_COMP",
	[GFP_F_ZERO] = "__GFP_ZERO",
	[GFP_F_NOMEMALLOC] = "__GFP_NOMEMALLOC",
	[GFP_F_HARDWALL] = "__GFP_HARDWALL",
	[GFP_F_THISNODE] = "__GFP_THISNODE",
	[GFP_F_RECLAIMABLE] = "__GFP_RECLAIMABLE",
	[GFP_F_NOTRACK] = "__GFP_NOTRACK",
	[GFP_F_NO_KSWAPD] = "__GFP_NO_KSWAPD",
	[GFP_F_OTHER_NODE] = "__GFP_OTHER_NODE",
	[GFP_F_WRITE] = "__GFP_WRITE",
	[GFP_F_KMEMCG] = "__GFP_KMEMCG",
	[GFP_F_NOACCOUNT] = "__GFP_NOACCOUNT",
	[GFP_F_ACCOUNT] = "__GFP_ACCOUNT",
	[GFP_F_ATOMIC] = "__GFP_ATOMIC",
	[GFP_F_DIRECT_RECLAIM] = "__GFP_DIRECT_RECLAIM",
	[GFP_F_KSWAPD_RECLAIM] = "__GFP_KSWAPD_RECLAIM",
	[GFP_F_NOLOCKDEP] = "__GFP_NOLOCKDEP",
	[GFP_F_ZEROTAGS] = "__GFP_ZEROTAGS",
	[GFP_F_SKIP_KASAN_UNPOISON] = "__GFP_SKIP_KASAN_UNPOISON",
	[GFP_F_SKIP_KASAN_POISON] = "__GFP_SKIP_KASAN_POISON",
	[GFP_F_SKIP_KASAN] = "__GFP_SKIP_KASAN",
	[GFP_F_SKIP_ZERO] = "__GFP_SKIP_ZERO",
	[GFP_F_NO_OBJ_EXT] = "__GFP_NO_OBJ_EXT",
	[GFP_F_CMA] = "__GFP_CMA",
};

/* Names that stand for several flags, or for one under another name. */
enum composite {
	C_TRANSHUGE,
	C_TRANSHUGE_LIGHT,
	C_HIGHUSER_MOVABLE,
	C_HIGHUSER,
	C_USER,
	C_TEMPORARY,
	C_KERNEL_ACCOUNT,
	C_KERNEL,
	C_NOFS,
	C_ATOMIC,
	C_NOIO,
	C_NOWAIT,
	C_DMA,
	C_DMA32,
	C_THISNODE,
	C_IOFS,
	C_RECLAIM,
	C_COUNT
};

static const char *const composite_names[C_COUNT] = {
	[C_TRANSHUGE] = "GFP_TRANSHUGE",
	[C_TRANSHUGE_LIGHT] = "GFP_TRANSHUGE_LIGHT",
	[C_HIGHUSER_MOVABLE] = "GFP_HIGHUSER_MOVABLE",
	[C_HIGHUSER] = "GFP_HIGHUSER",
	[C_USER] = "GFP_USER",
	[C_TEMPORARY] = "GFP_TEMPORARY",
	[C_KERNEL_ACCOUNT] = "GFP_KERNEL_ACCOUNT",
	[C_KERNEL] = "GFP_KERNEL",
	[C_NOFS] = "GFP_NOFS",
	[C_ATOMIC] = "GFP_ATOMIC",
	[C_NOIO] = "GFP_NOIO",
	[C_NOWAIT] = "GFP_NOWAIT",
	[C_DMA] = "GFP_DMA",
	[C_DMA32] = "GFP_DMA32",
	[C_THISNODE] = "GFP_THISNODE",
	[C_IOFS] = "GFP_IOFS",
	[C_RECLAIM] = "__GFP_RECLAIM",
};

#define B(flag) GFP_BIT(flag)
#define OLD_NOFS (B(WAIT) | B(IO))
#define OLD_KERNEL (OLD_NOFS | B(FS))
#define OLD_USER (OLD_KERNEL | B(HARDWALL))
#define OLD_HIGHUSER (OLD_USER | B(HIGHMEM))
#define RECLAIM (B(DIRECT_RECLAIM) | B(KSWAPD_RECLAIM))
#define NEW_NOFS (RECLAIM | B(IO))
#define NEW_KERNEL (NEW_NOFS | B(FS))
#define NEW_USER (NEW_KERNEL | B(HARDWALL))
#define NEW_HIGHUSER (NEW_USER | B(HIGHMEM))
#define SKIP (B(SKIP_KASAN_POISON) | B(SKIP_KASAN_UNPOISON) | B(SKIP_KASAN))
#define THP_OLD (B(COMP) | B(NOMEMALLOC) | B(NORETRY) | B(NOWARN))
#define THP_NEW (B(COMP) | B(NOMEMALLOC) | B(NOWARN))

struct composite_row {
	uint8_t name;
	unsigned int from, until;
	gfp_flags_t flags;		/* those that the layout does not have are left out */
};

static const struct composite_row composite_rows[] = {
	{ C_TRANSHUGE, KVER(2, 6, 38), V(4, 4), OLD_HIGHUSER | B(MOVABLE) | THP_OLD | B(NO_KSWAPD) },
	{ C_TRANSHUGE, V(4, 4), V(4, 6), (NEW_HIGHUSER & ~B(KSWAPD_RECLAIM)) | B(MOVABLE) | THP_OLD },
	{ C_TRANSHUGE, V(4, 6), V(4, 8), (NEW_HIGHUSER & ~RECLAIM) | B(MOVABLE) | THP_OLD },
	{ C_TRANSHUGE, V(4, 8), KVER_OPEN, (NEW_HIGHUSER & ~B(KSWAPD_RECLAIM)) | B(MOVABLE) | SKIP | THP_NEW },
	{ C_TRANSHUGE_LIGHT, V(4, 8), KVER_OPEN, (NEW_HIGHUSER & ~RECLAIM) | B(MOVABLE) | SKIP | THP_NEW },
	{ C_HIGHUSER_MOVABLE, 0, V(4, 4), OLD_HIGHUSER | B(MOVABLE) },
	{ C_HIGHUSER_MOVABLE, V(4, 4), KVER_OPEN, NEW_HIGHUSER | B(MOVABLE) | SKIP },
	{ C_HIGHUSER, 0, V(4, 4), OLD_HIGHUSER },
	{ C_HIGHUSER, V(4, 4), KVER_OPEN, NEW_HIGHUSER },
	{ C_USER, 0, V(4, 4), OLD_USER },
	{ C_USER, V(4, 4), KVER_OPEN, NEW_USER },
	{ C_TEMPORARY, 0, V(4, 4), OLD_KERNEL | B(RECLAIMABLE) },
	{ C_TEMPORARY, V(4, 4), V(4, 14), NEW_KERNEL | B(RECLAIMABLE) },
	{ C_KERNEL_ACCOUNT, V(4, 5), KVER_OPEN, NEW_KERNEL | B(ACCOUNT) },
	{ C_KERNEL, 0, V(4, 4), OLD_KERNEL },
	{ C_KERNEL, V(4, 4), KVER_OPEN, NEW_KERNEL },
	{ C_NOFS, 0, V(4, 4), OLD_NOFS },
	{ C_NOFS, V(4, 4), KVER_OPEN, NEW_NOFS },
	{ C_ATOMIC, 0, V(4, 4), B(HIGH) },
	{ C_ATOMIC, V(4, 4), V(6, 3), B(HIGH) | B(ATOMIC) | B(KSWAPD_RECLAIM) },
	{ C_ATOMIC, V(6, 3), KVER_OPEN, B(HIGH) | B(KSWAPD_RECLAIM) },
	{ C_NOIO, 0, V(4, 4), B(WAIT) },
	{ C_NOIO, V(4, 4), KVER_OPEN, RECLAIM },
	{ C_NOWAIT, 0, V(4, 4), 0 },
	{ C_NOWAIT, V(4, 4), V(6, 8), B(KSWAPD_RECLAIM) },
	{ C_NOWAIT, V(6, 8), KVER_OPEN, B(KSWAPD_RECLAIM) | B(NOWARN) },
	{ C_DMA, ALWAYS, B(DMA) },
	{ C_DMA32, ALWAYS, B(DMA32) },
	{ C_THISNODE, 0, V(4, 1), B(THISNODE) | B(NOWARN) | B(NORETRY) },
	{ C_IOFS, 0, V(4, 4), B(IO) | B(FS) },
	{ C_RECLAIM, V(4, 4), KVER_OPEN, RECLAIM },
};

#define N_COMPOSITE_ROWS (sizeof(composite_rows) / sizeof(composite_rows[0]))

/*
 * The order in which the kernel tries names, each one taking its bits: larger composites first. Rows of C_... + 64 are
 * composites. GFP_THISNODE and GFP_IOFS never were in the kernel's own table, so they are read but not written.
 */
#define C(name) (64 + C_##name)
static const uint8_t order_until_614[] = {
	C(TRANSHUGE), C(TRANSHUGE_LIGHT), C(HIGHUSER_MOVABLE), C(HIGHUSER), C(USER), C(TEMPORARY), C(KERNEL_ACCOUNT),
	C(KERNEL), C(NOFS), C(ATOMIC), C(NOIO), C(NOWAIT), C(DMA), GFP_F_HIGHMEM, C(DMA32), GFP_F_WAIT, GFP_F_HIGH, GFP_F_ATOMIC,
	GFP_F_IO, GFP_F_FS, GFP_F_COLD, GFP_F_NOWARN, GFP_F_REPEAT, GFP_F_RETRY_MAYFAIL, GFP_F_NOFAIL, GFP_F_NORETRY,
	GFP_F_COMP, GFP_F_ZERO, GFP_F_NOMEMALLOC, GFP_F_MEMALLOC, GFP_F_HARDWALL, GFP_F_THISNODE, GFP_F_RECLAIMABLE,
	GFP_F_MOVABLE, GFP_F_ACCOUNT, GFP_F_KMEMCG, GFP_F_NOACCOUNT, GFP_F_NOTRACK, GFP_F_NO_KSWAPD, GFP_F_OTHER_NODE,
	GFP_F_WRITE, C(RECLAIM), GFP_F_DIRECT_RECLAIM, GFP_F_KSWAPD_RECLAIM, GFP_F_ZEROTAGS, GFP_F_SKIP_ZERO,
	GFP_F_SKIP_KASAN_POISON, GFP_F_SKIP_KASAN_UNPOISON, GFP_F_SKIP_KASAN, GFP_F_NOLOCKDEP, GFP_F_NO_OBJ_EXT, GFP_F_CMA,
};

static const uint8_t order_from_615[] = {
	C(TRANSHUGE), C(TRANSHUGE_LIGHT), C(HIGHUSER_MOVABLE), C(HIGHUSER), C(USER), C(KERNEL_ACCOUNT), C(KERNEL), C(NOFS),
	C(ATOMIC), C(NOIO), C(NOWAIT), C(DMA), C(DMA32), C(RECLAIM), GFP_F_HIGHMEM, GFP_F_MOVABLE, GFP_F_RECLAIMABLE,
	GFP_F_HIGH, GFP_F_IO, GFP_F_FS, GFP_F_ZERO, GFP_F_DIRECT_RECLAIM, GFP_F_KSWAPD_RECLAIM, GFP_F_WRITE, GFP_F_NOWARN,
	GFP_F_RETRY_MAYFAIL, GFP_F_NOFAIL, GFP_F_NORETRY, GFP_F_MEMALLOC, GFP_F_COMP, GFP_F_NOMEMALLOC, GFP_F_HARDWALL,
	GFP_F_THISNODE, GFP_F_ACCOUNT, GFP_F_ZEROTAGS, GFP_F_SKIP_ZERO, GFP_F_SKIP_KASAN, GFP_F_NOLOCKDEP, GFP_F_NO_OBJ_EXT,
	GFP_F_CMA,
};
#undef C

/* The versions at which some meaning changes, and the first one of all. */
static const unsigned int epochs[] = {
	KVER(2, 6, 32), KVER(2, 6, 38), KVER(2, 6, 39), V(3, 3), V(3, 6), V(3, 8), V(3, 16), V(4, 1), V(4, 4), V(4, 5), V(4, 6),
	V(4, 8), V(4, 10), V(4, 12), V(4, 13), V(4, 14), V(4, 15), V(4, 18), V(5, 1), V(5, 14), V(5, 15), V(5, 16), V(5, 18),
	V(6, 3), V(6, 4), V(6, 8), V(6, 10), V(6, 15), V(7, 0), KVER_OPEN,
};

#define N_EPOCHS (sizeof(epochs) / sizeof(epochs[0]) - 1)

/* From here on the kernel prints the names after the value. */
#define NAMES_FROM V(4, 6)

/*
 * What a kernel may have been configured with, production first: memory cgroups (which bring object extensions) yes,
 * debugging no.
 */
static const uint8_t configs[] = {
	OBJ_EXT, OBJ_EXT | LOCKDEP, OBJ_EXT | KASAN, OBJ_EXT | KASAN | LOCKDEP, OBJ_EXT | KMEMCHECK, OBJ_EXT | KMEMCHECK | LOCKDEP,
	0, LOCKDEP, KASAN, KASAN | LOCKDEP,
};

#define N_CONFIGS (sizeof(configs) / sizeof(configs[0]))

static bool row_holds(const struct bit_row *r, unsigned int code, enum kver_vendor vendor, unsigned int config)
{
	return code >= r->from && code < r->until && (r->need & config) == r->need &&
	       (!r->vendor || r->vendor == vendor) && (!r->never || r->never != vendor);
}

/* The options on which bits of that version depend: others make no difference. */
static unsigned int config_matters(unsigned int code, enum kver_vendor vendor)
{
	unsigned int used = 0;
	size_t i;

	for (i = 0; i < N_BIT_ROWS; i++)
		if (row_holds(&bit_rows[i], code, vendor, ~0u))
			used |= bit_rows[i].need;
	return used;
}

static void fill_layout(struct gfp_layout *l, unsigned int code, enum kver_vendor vendor, unsigned int config)
{
	unsigned int next = STACKED;
	size_t i;

	memset(l, 0, sizeof(*l));
	if (code < epochs[0])
		code = epochs[0];
	for (i = 0; i < N_EPOCHS; i++) {
		if (code >= epochs[i] && code < epochs[i + 1]) {
			l->from = epochs[i];
			l->until = epochs[i + 1];
		}
	}
	l->config = config & config_matters(code, vendor);
	for (i = 0; i < N_BIT_ROWS; i++) {
		const struct bit_row *r = &bit_rows[i];

		if (!row_holds(r, code, vendor, config))
			continue;
		if (r->vendor)
			l->vendor = vendor;
		if (r->from >= STACKED_FROM && r->bit == STACKED)
			l->flag[next++] = r->flag;
		else
			l->flag[r->bit] = r->flag;
	}
}

bool gfp_layout_of(struct gfp_layout *l, const struct kver *v, unsigned int config)
{
	memset(l, 0, sizeof(*l));
	if (!v->known)
		return false;
	fill_layout(l, kver_code(v), v->vendor, config);
	return true;
}

static int format_version(unsigned int code, char *buf, size_t size)
{
	if (code >> 16 == 2)
		return snprintf(buf, size, "%u.%u.%u", code >> 16, code >> 8 & 255, code & 255);
	return snprintf(buf, size, "%u.%u", code >> 16, code >> 8 & 255);
}

/* The version before the one that ends a range; the last of a series by name. */
static int format_last(unsigned int until, char *buf, size_t size)
{
	unsigned int major = until >> 16, minor = until >> 8 & 255;
	static const struct { unsigned int major, last; } series[] = {
		{ 3, 19 }, { 4, 20 }, { 5, 19 }, { 6, 19 },
	};
	size_t i;

	if (major == 2)
		return snprintf(buf, size, "2.6.%u", (until & 255) - 1);
	if (minor)
		return snprintf(buf, size, "%u.%u", major, minor - 1);
	if (major == 3)
		return snprintf(buf, size, "2.6.39");
	for (i = 0; i < sizeof(series) / sizeof(series[0]); i++)
		if (series[i].major == major - 1)
			return snprintf(buf, size, "%u.%u", major - 1, series[i].last);
	return snprintf(buf, size, "before %u.0", major);
}

int gfp_layout_range(const struct gfp_layout *l, char *buf, size_t size)
{
	char from[24], last[24], extra[96] = "";

	if (!l->from)
		return snprintf(buf, size, "unknown");
	format_version(l->from, from, sizeof(from));
	if (l->config & (LOCKDEP | KASAN | KMEMCHECK))
		snprintf(extra, sizeof(extra), "%s%s%s", l->config & LOCKDEP ? ", CONFIG_LOCKDEP" : "",
			 l->config & KASAN ? ", CONFIG_KASAN_HW_TAGS" : "", l->config & KMEMCHECK ? ", CONFIG_KMEMCHECK" : "");
	if (l->until == KVER_OPEN)
		return snprintf(buf, size, "%s and later%s%s%s", from, extra, l->vendor ? ", " : "",
				l->vendor ? kver_vendor_name(l->vendor) : "");
	format_last(l->until, last, sizeof(last));
	if (!strcmp(from, last))
		return snprintf(buf, size, "%s%s%s%s", from, extra, l->vendor ? ", " : "",
				l->vendor ? kver_vendor_name(l->vendor) : "");
	return snprintf(buf, size, "%s to %s%s%s%s", from, last, extra, l->vendor ? ", " : "",
			l->vendor ? kver_vendor_name(l->vendor) : "");
}

bool gfp_decode_layout(struct gfp *g, const struct gfp_layout *l, uint32_t value)
{
	unsigned int bit;

	memset(g, 0, sizeof(*g));
	g->layout = *l;
	g->value = value;
	for (bit = 0; bit < 32; bit++) {
		if (!(value & (uint32_t)1 << bit))
			continue;
		if (l->flag[bit] == GFP_F_NONE)
			g->unknown |= (uint32_t)1 << bit;
		else
			g->flags |= (gfp_flags_t)1 << l->flag[bit];
	}
	return !g->unknown;
}

static unsigned int count_bits(uint32_t value)
{
	unsigned int n = 0;

	for (; value; value &= value - 1)
		n++;
	return n;
}

bool gfp_decode(struct gfp *g, const struct kver *v, uint32_t value)
{
	struct gfp_layout l;
	struct gfp other;
	bool others = false;
	size_t i;

	if (!gfp_layout_of(&l, v, configs[0])) {
		memset(g, 0, sizeof(*g));
		g->value = value;
		g->unknown = value;
		return false;
	}
	gfp_decode_layout(g, &l, value);
	for (i = 1; i < N_CONFIGS; i++) {
		gfp_layout_of(&l, v, configs[i]);
		gfp_decode_layout(&other, &l, value);
		if (count_bits(other.unknown) < count_bits(g->unknown)) {
			*g = other;
			others = false;
		} else if (!other.unknown && other.flags != g->flags) {
			others = true;
		}
	}
	g->others = others;
	return !g->unknown;
}

static gfp_flags_t layout_flags(const struct gfp_layout *l)
{
	gfp_flags_t flags = 0;
	unsigned int bit;

	for (bit = 0; bit < 32; bit++)
		if (l->flag[bit] != GFP_F_NONE)
			flags |= (gfp_flags_t)1 << l->flag[bit];
	return flags;
}

/* What the composite stands for in that layout; false when it has no such name. */
static bool composite_flags(enum composite name, const struct gfp_layout *l, gfp_flags_t *flags)
{
	size_t i;

	for (i = 0; i < N_COMPOSITE_ROWS; i++) {
		const struct composite_row *r = &composite_rows[i];

		if (r->name == name && l->from >= r->from && l->from < r->until) {
			*flags = r->flags & layout_flags(l);
			return true;
		}
	}
	return false;
}

struct text {
	char *buf;
	size_t size, len;
};

static void add(struct text *t, const char *s)
{
	size_t room = t->len < t->size ? t->size - t->len : 0;
	int n = snprintf(room ? t->buf + t->len : NULL, room, "%s%s", t->len ? "|" : "", s);

	if (n > 0)
		t->len += (size_t)n;
}

/*
 * The walk over the kernel's table: names into @t, if there is one. Return: which composites took bits. Two masks with the
 * same flags read alike when these are the same, but for the order.
 */
static uint64_t name_flags(const struct gfp *g, struct text *t)
{
	bool new_order = g->layout.from >= V(6, 15);
	const uint8_t *order = new_order ? order_from_615 : order_until_614;
	size_t n = new_order ? sizeof(order_from_615) : sizeof(order_until_614), i;
	uint64_t used = 0;
	gfp_flags_t left = g->flags, flags;

	if (!g->value && g->layout.from && g->layout.from < V(4, 4)) {
		if (t)
			add(t, composite_names[C_NOWAIT]);
		return used | (uint64_t)1 << C_NOWAIT;
	}
	for (i = 0; i < n && left; i++) {
		if (order[i] < 64) {
			flags = (gfp_flags_t)1 << order[i];
			if (t && left & flags)
				add(t, flag_names[order[i]]);
			left &= ~flags;
		} else if (composite_flags(order[i] - 64, &g->layout, &flags) && flags && (left & flags) == flags) {
			if (t)
				add(t, composite_names[order[i] - 64]);
			used |= (uint64_t)1 << (order[i] - 64);
			left &= ~flags;
		}
	}
	return used;
}

int gfp_format(const struct gfp *g, char *buf, size_t size)
{
	struct text t = { buf, size, 0 };
	char hex[16];

	if (size)
		buf[0] = 0;
	name_flags(g, &t);
	if (g->unknown) {
		snprintf(hex, sizeof(hex), "%#x", g->unknown);
		add(&t, hex);
	}
	if (!t.len)
		add(&t, "0");
	return (int)t.len;
}

const char *gfp_flag_name(enum gfp_flag flag)
{
	return flag > GFP_F_NONE && flag < GFP_F_COUNT ? flag_names[flag] : flag_names[GFP_F_NONE];
}

/* The versions in which a name exists at all: the widest range of its rows. */
static void flag_range(enum gfp_flag flag, unsigned int *from, unsigned int *until)
{
	size_t i;

	*from = KVER_OPEN;
	*until = 0;
	for (i = 0; i < N_BIT_ROWS; i++) {
		if (bit_rows[i].flag != flag)
			continue;
		if (bit_rows[i].from < *from)
			*from = bit_rows[i].from;
		if (bit_rows[i].until > *until)
			*until = bit_rows[i].until;
	}
}

static void composite_range(enum composite name, unsigned int *from, unsigned int *until)
{
	size_t i;

	*from = KVER_OPEN;
	*until = 0;
	for (i = 0; i < N_COMPOSITE_ROWS; i++) {
		if (composite_rows[i].name != name)
			continue;
		if (composite_rows[i].from < *from)
			*from = composite_rows[i].from;
		if (composite_rows[i].until > *until)
			*until = composite_rows[i].until;
	}
}

static bool is(const char *word, size_t len, const char *name)
{
	return strlen(name) == len && !memcmp(word, name, len);
}

static void limit(struct gfp_names *n, unsigned int from, unsigned int until)
{
	if (from > n->from)
		n->from = from;
	if (until < n->until)
		n->until = until;
}

/* Hex digits after 0x, at most eight. */
static bool parse_hex(const char *word, size_t len, uint32_t *value)
{
	static const char digits[] = "0123456789abcdef";
	const char *at;
	size_t i;

	if (len < 3 || len > 10 || word[0] != '0' || (word[1] | 32) != 'x')
		return false;
	*value = 0;
	for (i = 2; i < len; i++) {
		at = word[i] ? strchr(digits, word[i] >= 'A' && word[i] <= 'F' ? word[i] | 32 : word[i]) : NULL;
		if (!at)
			return false;
		*value = *value << 4 | (uint32_t)(at - digits);
	}
	return true;
}

static bool one_name(struct gfp_names *n, const char *word, size_t len)
{
	unsigned int i, from, until;
	uint32_t value;

	if (parse_hex(word, len, &value)) {
		n->extra |= value;
		return true;
	}
	/* An empty set. */
	if (is(word, len, "none") || is(word, len, "0"))
		return true;
	for (i = 0; i < C_COUNT; i++) {
		if (!is(word, len, composite_names[i]))
			continue;
		n->composite |= (uint64_t)1 << i;
		n->names++;
		composite_range(i, &from, &until);
		limit(n, from, until);
		return true;
	}
	/* Until 4.5 the trace events wrote GFP_X for __GFP_X; nobody else did. */
	for (i = GFP_F_NONE + 1; i < GFP_F_COUNT; i++) {
		if (!is(word, len, flag_names[i]) && !is(word, len, flag_names[i] + 2))
			continue;
		n->present |= (gfp_flags_t)1 << i;
		n->names++;
		flag_range(i, &from, &until);
		limit(n, from, until);
		return true;
	}
	return false;
}

static bool ends_list(char c)
{
	return !c || c == ')' || c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

size_t gfp_parse_names(struct gfp_names *n, const char *text, size_t len)
{
	size_t at = 0, word;

	memset(n, 0, sizeof(*n));
	n->until = KVER_OPEN;
	while (at < len && !ends_list(text[at])) {
		word = at;
		while (at < len && !ends_list(text[at]) && text[at] != '|')
			at++;
		if (!one_name(n, text + word, at - word) && n->bad++ == 0)
			snprintf(n->first_bad, sizeof(n->first_bad), "%.*s", at - word < 47 ? (int)(at - word) : 47, text + word);
		if (at < len && text[at] == '|')
			at++;
	}
	return at;
}

gfp_flags_t gfp_names_flags(const struct gfp_names *n, const struct gfp_layout *l, gfp_flags_t *missing)
{
	gfp_flags_t flags = n->present & layout_flags(l), composite;
	unsigned int i;

	if (missing)
		*missing = n->present & ~layout_flags(l);
	for (i = 0; i < C_COUNT; i++)
		if (n->composite >> i & 1 && composite_flags(i, l, &composite))
			flags |= composite;
	return flags;
}

uint32_t gfp_names_value(const struct gfp_names *n, const struct gfp_layout *l, gfp_flags_t *missing)
{
	gfp_flags_t flags = gfp_names_flags(n, l, missing);
	uint32_t value = n->extra;
	unsigned int bit;

	for (bit = 0; bit < 32; bit++)
		if (l->flag[bit] != GFP_F_NONE && flags >> l->flag[bit] & 1)
			value |= (uint32_t)1 << bit;
	return value;
}

bool gfp_compare(const struct gfp *g, const struct gfp_names *n, struct gfp_mismatch *m)
{
	gfp_flags_t missing, named = gfp_names_flags(n, &g->layout, &missing);
	unsigned int bit, i;
	gfp_flags_t composite;

	memset(m, 0, sizeof(*m));
	/* The kernel's own table lacks some flags (__GFP_NOLOCKDEP), which then are in the hex rest. */
	for (bit = 0; bit < 32; bit++)
		if (n->extra >> bit & 1 && g->layout.flag[bit] != GFP_F_NONE)
			named |= (gfp_flags_t)1 << g->layout.flag[bit];
	m->only_value = g->flags & ~named;
	m->only_names = (named & ~g->flags) | missing;
	m->unknown = g->unknown & ~n->extra;
	m->bad_names = n->bad;
	/* A composite that this layout does not have names flags that cannot be listed. */
	for (i = 0; i < C_COUNT; i++)
		if (n->composite >> i & 1 && !composite_flags(i, &g->layout, &composite))
			m->bad_names++;
	return !m->only_value && !m->only_names && !m->unknown && !m->bad_names;
}

bool gfp_may_direct_reclaim(const struct gfp *g)
{
	return gfp_has(g, GFP_F_WAIT) || gfp_has(g, GFP_F_DIRECT_RECLAIM);
}

bool gfp_wakes_kswapd(const struct gfp *g)
{
	if (g->layout.from < V(4, 4))
		return !gfp_has(g, GFP_F_NO_KSWAPD);
	return gfp_has(g, GFP_F_KSWAPD_RECLAIM);
}

bool gfp_is_atomic(const struct gfp *g)
{
	return !gfp_may_direct_reclaim(g) && gfp_has(g, GFP_F_HIGH);
}

bool gfp_is_nowait(const struct gfp *g)
{
	return !gfp_may_direct_reclaim(g) && !gfp_has(g, GFP_F_HIGH);
}

bool gfp_account(const struct gfp *g)
{
	return gfp_has(g, GFP_F_ACCOUNT) || gfp_has(g, GFP_F_KMEMCG);
}

/* How usual a request reads; 0 is an ordinary one. A kernel that would have refused or warned is far below. */
static int plausibility(const struct gfp *g, const char **why)
{
	bool reclaim = gfp_may_direct_reclaim(g), split = g->layout.from >= V(4, 4);
	gfp_flags_t zones = g->flags & (B(DMA) | B(HIGHMEM) | B(DMA32));
	int score = 0;

#define AGAINST(condition, points, text) do { if (condition) { score -= (points); *why = (text); } } while (0)
	*why = NULL;
	AGAINST(gfp_has(g, GFP_F_NOMEMALLOC) && gfp_has(g, GFP_F_MEMALLOC), 2, "__GFP_MEMALLOC and __GFP_NOMEMALLOC together");
	AGAINST(gfp_has(g, GFP_F_WRITE) && !gfp_has(g, GFP_F_HIGHMEM), 1, "__GFP_WRITE without __GFP_HIGHMEM");
	AGAINST(gfp_has(g, GFP_F_REPEAT) && !reclaim, 2, "__GFP_REPEAT for a request that cannot sleep");
	AGAINST(gfp_has(g, GFP_F_RETRY_MAYFAIL) && !reclaim, 3, "__GFP_RETRY_MAYFAIL for a request that cannot sleep");
	AGAINST(gfp_has(g, GFP_F_NOFAIL) && !reclaim, 3, "__GFP_NOFAIL for a request that cannot sleep");
	AGAINST(gfp_has(g, GFP_F_NOFAIL) && gfp_has(g, GFP_F_NORETRY), 3, "__GFP_NOFAIL and __GFP_NORETRY together");
	AGAINST(gfp_has(g, GFP_F_HIGH) && reclaim, 1, "__GFP_HIGH for a request that can sleep");
	AGAINST((g->flags & SKIP) && !gfp_has(g, GFP_F_HIGHMEM), 1, "KASAN flags on kernel memory");
	AGAINST(gfp_has(g, GFP_F_ZEROTAGS) && !gfp_has(g, GFP_F_HIGHMEM), 2, "__GFP_ZEROTAGS on kernel memory");
	AGAINST(gfp_has(g, GFP_F_FS) && !gfp_has(g, GFP_F_IO), 3, "__GFP_FS without __GFP_IO");
	AGAINST((gfp_has(g, GFP_F_FS) || gfp_has(g, GFP_F_IO)) && !reclaim, split ? 1 : 3,
		"I/O allowed in a request that cannot sleep");
	AGAINST(split && !reclaim && !gfp_has(g, GFP_F_KSWAPD_RECLAIM), 3, "neither direct reclaim nor kswapd");
	/* GFP_TRANSHUGE, which has __GFP_NOMEMALLOC, is the exception. */
	AGAINST(split && reclaim && !gfp_has(g, GFP_F_KSWAPD_RECLAIM) && !gfp_has(g, GFP_F_NOMEMALLOC), 3,
		"direct reclaim without kswapd");
	AGAINST(split && gfp_has(g, GFP_F_HIGH) && !reclaim && !gfp_has(g, GFP_F_ATOMIC) && g->layout.from < V(6, 3), 2,
		"__GFP_HIGH without __GFP_ATOMIC");
	AGAINST(gfp_has(g, GFP_F_ATOMIC) && !gfp_has(g, GFP_F_HIGH), 3, "__GFP_ATOMIC without __GFP_HIGH");
	AGAINST(gfp_has(g, GFP_F_ATOMIC) && reclaim, 6, "__GFP_ATOMIC with direct reclaim, which the kernel warns of");
	AGAINST(gfp_has(g, GFP_F_NOACCOUNT), 2, "__GFP_NOACCOUNT, which few callers used");
	AGAINST(gfp_has(g, GFP_F_NOWARN), 4, "__GFP_NOWARN, which suppresses the message");
	AGAINST((g->flags & B(MOVABLE)) && (g->flags & B(RECLAIMABLE)), 6, "movable and reclaimable, which the kernel warns of");
	AGAINST(zones & (zones - 1), 8, "two zone modifiers, which is a bug in the caller");
#undef AGAINST
	return score;
}

struct reading {
	struct gfp_candidate c;
	uint64_t named;			/* name_flags() */
};

/* Kernels that read the value alike, and call it the same, are one candidate: widen the one that is there. */
static bool merge(struct reading *all, size_t n, const struct reading *new)
{
	const struct gfp *g = &new->c.gfp;
	size_t i;

	for (i = 0; i < n; i++) {
		struct gfp_candidate *c = &all[i].c;
		struct gfp_layout *l = &c->gfp.layout;

		if (c->gfp.flags != g->flags || c->gfp.unknown != g->unknown || all[i].named != new->named)
			continue;
		if (l->vendor != g->layout.vendor || (c->sure == GFP_SURE_NO) != (new->c.sure == GFP_SURE_NO))
			continue;
		/* An option that makes no difference is not worth a candidate; one that does has other flags. */
		if (g->layout.from >= l->from && g->layout.until <= l->until) {
			l->config &= g->layout.config;
			return true;
		}
		if (g->layout.from != l->until)
			continue;
		l->until = g->layout.until;
		l->config &= g->layout.config;
		if (new->c.score > c->score) {
			c->score = new->c.score;
			c->why = new->c.why;
		}
		return true;
	}
	return false;
}

/*
 * Do names and value go together? Where some words could not be read, only those that could be are held against it.
 */
static bool names_fit(const struct gfp *g, const struct gfp_names *names)
{
	struct gfp_mismatch m;

	if (gfp_compare(g, names, &m))
		return true;
	return names->bad && m.bad_names == names->bad && !m.only_names && !g->unknown;
}

static int better(const void *x, const void *y)
{
	const struct gfp_candidate *a = &((const struct reading *)x)->c, *b = &((const struct reading *)y)->c;

	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	/* Of two that are alike the newer one. */
	return a->gfp.layout.from < b->gfp.layout.from ? 1 : -(a->gfp.layout.from > b->gfp.layout.from);
}

#define SCORE_HINT 6
#define SCORE_NO_NAMES 3
#define SCORE_CONFIG 1
#define SCORE_CONTRADICTED (-1000)

size_t gfp_infer(uint32_t value, const struct gfp_names *names, const struct kver *hint, struct gfp_candidate *out, size_t max)
{
	struct reading all[N_EPOCHS * N_CONFIGS];
	enum kver_vendor vendor = hint && hint->known ? hint->vendor : KVER_PLAIN;
	bool have_names = names && (names->names || names->extra);
	size_t n = 0, good = 0, i, j;

	for (i = 0; i < N_EPOCHS; i++) {
		unsigned int done = 0;

		for (j = 0; j < N_CONFIGS; j++) {
			struct gfp_candidate *new = &all[n].c;
			struct gfp_layout l;

			fill_layout(&l, epochs[i], vendor, configs[j]);
			if (done >> l.config & 1)
				continue;
			done |= 1u << l.config;
			gfp_decode_layout(&new->gfp, &l, value);
			new->score = plausibility(&new->gfp, &new->why);
			new->sure = GFP_SURE_POSSIBLE;
			/* Production kernels have no lockdep; the options that every one has cost nothing. */
			if (l.config & (LOCKDEP | KASAN | KMEMCHECK))
				new->score -= SCORE_CONFIG;
			if (hint && hint->known && kver_code(hint) >= l.from && kver_code(hint) < l.until)
				new->score += SCORE_HINT;
			if (have_names && l.from < NAMES_FROM) {
				/* Nothing printed names then, except trace events. */
				new->score -= SCORE_NO_NAMES;
			} else if (!have_names && l.from >= NAMES_FROM) {
				new->score -= SCORE_NO_NAMES;
				if (!new->why)
					new->why = "kernels from 4.6 on print the names too";
			}
			if (have_names ? !names_fit(&new->gfp, names) : new->gfp.unknown != 0) {
				new->sure = GFP_SURE_NO;
				new->score += SCORE_CONTRADICTED;
				new->why = have_names ? "the names printed with it do not fit" : "bits without meaning";
			}
			all[n].named = name_flags(&new->gfp, NULL);
			if (!merge(all, n, &all[n]))
				n++;
		}
	}
	qsort(all, n, sizeof(all[0]), better);
	while (good < n && all[good].c.sure != GFP_SURE_NO)
		good++;
	for (i = 0; i < good; i++) {
		struct gfp_candidate *c = &all[i].c;
		int best = all[0].c.score, second = good > 1 ? all[1].c.score : SCORE_CONTRADICTED;

		if (i)
			c->sure = c->score <= best - 4 ? GFP_SURE_UNLIKELY : GFP_SURE_POSSIBLE;
		else if (have_names)
			c->sure = best > second ? GFP_SURE_CERTAIN : GFP_SURE_LIKELY;
		else if (good == 1)
			c->sure = GFP_SURE_CERTAIN;
		else if (best >= second + 2)
			c->sure = GFP_SURE_LIKELY;
	}
	n = good ? good : n;
	if (n > max)
		n = max;
	for (i = 0; i < n; i++)
		out[i] = all[i].c;
	return n;
}

static const char *const zone_names[GFP_ZONES] = {
	[GFP_ZONE_DMA] = "DMA",
	[GFP_ZONE_DMA32] = "DMA32",
	[GFP_ZONE_NORMAL] = "Normal",
	[GFP_ZONE_HIGHMEM] = "HighMem",
	[GFP_ZONE_MOVABLE] = "Movable",
	[GFP_ZONE_DEVICE] = "Device",
};

int gfp_zone_from_name(const char *name, size_t len)
{
	int i;

	for (i = 0; i < GFP_ZONES; i++)
		if (is(name, len, zone_names[i]))
			return i;
	return -1;
}

const char *gfp_zone_name(enum gfp_zone zone)
{
	return zone < GFP_ZONES ? zone_names[zone] : "unknown";
}

static unsigned int index_of(enum gfp_zone zone, unsigned int zones)
{
	return count_bits(zones & ((1u << zone) - 1));
}

unsigned int gfp_zones_guess(unsigned int seen, unsigned int n_reserve, const struct kver *v,
			     bool (*fits)(const void *context, unsigned int zones), const void *context)
{
	const unsigned int always = 1u << GFP_ZONE_NORMAL | 1u << GFP_ZONE_MOVABLE;
	unsigned int set, found = 0, all = (1u << GFP_ZONES) - 1;
	int i;

	seen &= all;
	if (!n_reserve)
		return 0;
	for (set = 0; set <= all; set++) {
		if ((set & (always | seen)) != (always | seen) || count_bits(set) != n_reserve)
			continue;
		/* ZONE_DEVICE came with 4.3, on 64-bit machines, which have no HighMem. */
		if (set >> GFP_ZONE_DEVICE & 1 &&
		    ((v->known && !kver_at_least(v, 4, 3, 0)) || set >> GFP_ZONE_HIGHMEM & 1))
			continue;
		/* A 32-bit machine with HighMem has no DMA32. */
		if (set >> GFP_ZONE_DMA32 & 1 && set >> GFP_ZONE_HIGHMEM & 1)
			continue;
		if (fits && !fits(context, set))
			continue;
		if (!found) {
			found = set;
			continue;
		}
		/* More than one: good enough when the zones seen and Normal have the same place in both. */
		for (i = 0; i < GFP_ZONES; i++)
			if ((seen | always) >> i & 1 && index_of(i, set) != index_of(i, found))
				return 0;
	}
	return found;
}

int gfp_zone_of(const struct gfp *g, unsigned int zones)
{
	bool dma = gfp_has(g, GFP_F_DMA), dma32 = gfp_has(g, GFP_F_DMA32), high = gfp_has(g, GFP_F_HIGHMEM);
	enum gfp_zone zone = GFP_ZONE_NORMAL;

	if (dma + dma32 + high > 1)
		return -1;
	if (high && gfp_has(g, GFP_F_MOVABLE))
		return GFP_ZONE_MOVABLE;
	if (dma)
		zone = GFP_ZONE_DMA;
	else if (dma32)
		zone = GFP_ZONE_DMA32;
	else if (high)
		zone = GFP_ZONE_HIGHMEM;
	return zones >> zone & 1 ? zone : GFP_ZONE_NORMAL;
}

int gfp_zone_index(enum gfp_zone zone, unsigned int zones)
{
	return zone < GFP_ZONES && zones >> zone & 1 ? (int)index_of(zone, zones) : -1;
}

static const char mt_letters[GFP_MTS + 1] = {
	[GFP_MT_UNMOVABLE] = 'U',
	[GFP_MT_MOVABLE] = 'M',
	[GFP_MT_RECLAIMABLE] = 'E',
	[GFP_MT_RESERVE] = 'R',
	[GFP_MT_HIGHATOMIC] = 'H',
	[GFP_MT_CMA] = 'C',
	[GFP_MT_ISOLATE] = 'I',
};

int gfp_mt_from_letter(char letter)
{
	const char *at = letter ? strchr(mt_letters, letter) : NULL;

	return at ? (int)(at - mt_letters) : -1;
}

char gfp_mt_letter(enum gfp_mt mt)
{
	return mt < GFP_MTS ? mt_letters[mt] : '?';
}

int gfp_migratetype(const struct gfp *g)
{
	if (gfp_has(g, GFP_F_MOVABLE))
		return gfp_has(g, GFP_F_RECLAIMABLE) ? -1 : GFP_MT_MOVABLE;
	return gfp_has(g, GFP_F_RECLAIMABLE) ? GFP_MT_RECLAIMABLE : GFP_MT_UNMOVABLE;
}
