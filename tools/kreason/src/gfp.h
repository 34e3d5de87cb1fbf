/* SPDX-License-Identifier: GPL-2.0-only */
/* GFP flags: which bit meant what in which kernel, and what a set of them asks for. */
#ifndef KREASON_GFP_H
#define KREASON_GFP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kver.h"

/**
 * enum gfp_flag - every flag that any kernel from 2.6.32 on had, independent of its bit
 *
 * Flags that changed name and meaning are two (REPEAT and RETRY_MAYFAIL, WAIT and DIRECT_RECLAIM, KMEMCG, NOACCOUNT and ACCOUNT).
 * GFP_F_NONE is not a flag: a bit without meaning.
 */
enum gfp_flag {
	GFP_F_NONE,
	GFP_F_DMA,
	GFP_F_HIGHMEM,
	GFP_F_DMA32,
	GFP_F_MOVABLE,
	GFP_F_WAIT,
	GFP_F_HIGH,
	GFP_F_IO,
	GFP_F_FS,
	GFP_F_COLD,
	GFP_F_NOWARN,
	GFP_F_REPEAT,
	GFP_F_RETRY_MAYFAIL,
	GFP_F_NOFAIL,
	GFP_F_NORETRY,
	GFP_F_MEMALLOC,
	GFP_F_COMP,
	GFP_F_ZERO,
	GFP_F_NOMEMALLOC,
	GFP_F_HARDWALL,
	GFP_F_THISNODE,
	GFP_F_RECLAIMABLE,
	GFP_F_NOTRACK,
	GFP_F_NO_KSWAPD,
	GFP_F_OTHER_NODE,
	GFP_F_WRITE,
	GFP_F_KMEMCG,
	GFP_F_NOACCOUNT,
	GFP_F_ACCOUNT,
	GFP_F_ATOMIC,
	GFP_F_DIRECT_RECLAIM,
	GFP_F_KSWAPD_RECLAIM,
	GFP_F_NOLOCKDEP,
	GFP_F_ZEROTAGS,
	GFP_F_SKIP_KASAN_UNPOISON,
	GFP_F_SKIP_KASAN_POISON,
	GFP_F_SKIP_KASAN,
	GFP_F_SKIP_ZERO,
	GFP_F_NO_OBJ_EXT,
	GFP_F_CMA,
	GFP_F_COUNT
};

/* A set of flags, one bit per enum gfp_flag. */
typedef uint64_t gfp_flags_t;
#define GFP_BIT(flag) ((gfp_flags_t)1 << GFP_F_##flag)

/**
 * enum gfp_config - options that move or add bits; a log does not show them
 * @GFP_CONFIG_LOCKDEP:     __GFP_NOLOCKDEP exists
 * @GFP_CONFIG_KASAN_HW:    the SKIP_KASAN and SKIP_ZERO bits exist and move those after them
 * @GFP_CONFIG_OBJ_EXT:     __GFP_NO_OBJ_EXT exists where it is optional
 * @GFP_CONFIG_KMEMCHECK:   __GFP_NOTRACK exists
 */
enum gfp_config {
	GFP_CONFIG_LOCKDEP = 1,
	GFP_CONFIG_KASAN_HW = 2,
	GFP_CONFIG_OBJ_EXT = 4,
	GFP_CONFIG_KMEMCHECK = 8,
};

/**
 * struct gfp_layout - the meaning of the 32 bits in a range of kernels
 * @from:   first version (KVER) that has it
 * @until:  first version that has it no more, KVER_OPEN for none
 * @vendor: KVER_PLAIN, or the vendor whose kernels alone have it
 * @config: enum gfp_config bits that it assumes
 * @flag:   enum gfp_flag per bit
 */
struct gfp_layout {
	unsigned int from, until;
	enum kver_vendor vendor;
	unsigned int config;
	uint8_t flag[32];
};

/**
 * struct gfp - a decoded mask
 * @layout:  how it was decoded
 * @value:   the bits as given
 * @flags:   the flags that are set
 * @unknown: bits that have no meaning in @layout
 * @others:  decoding with another configuration (enum gfp_config) of the same kernel gives other flags
 */
struct gfp {
	struct gfp_layout layout;
	uint32_t value;
	gfp_flags_t flags;
	uint32_t unknown;
	bool others;
};

/**
 * gfp_layout_of() - the layout of a kernel
 * @l:      receives it
 * @v:      the kernel; a version before 2.6.32 gets the layout of 2.6.32
 * @config: enum gfp_config bits
 *
 * Return: false when @v is not known; then @l is zeroed.
 */
bool gfp_layout_of(struct gfp_layout *l, const struct kver *v, unsigned int config);

/* gfp_layout_range() - "4.4 to 4.9", "6.3 and later, CONFIG_LOCKDEP" into @buf; returns as snprintf(). */
int gfp_layout_range(const struct gfp_layout *l, char *buf, size_t size);

/**
 * gfp_decode() - decode a mask for a known kernel
 * @g:     receives the result
 * @v:     the kernel
 * @value: the number after "mode:"
 *
 * The configuration of a production kernel is tried first, the others only when bits stay unknown.
 * Return: true when no bit is unknown.
 */
bool gfp_decode(struct gfp *g, const struct kver *v, uint32_t value);

/* gfp_decode_layout() - the same with a given layout. */
bool gfp_decode_layout(struct gfp *g, const struct gfp_layout *l, uint32_t value);

/**
 * gfp_format() - the flags as that kernel prints them: "GFP_NOFS|__GFP_COMP|0x8000000"
 * @g:    a decoded mask
 * @buf:  receives the text, unknown bits last and in hex; "0" for an empty set
 * @size: of @buf; GFP_TEXT_MAX is enough for every value
 *
 * Composite names are those of the kernel that was decoded for, the largest first. Return: as snprintf().
 */
int gfp_format(const struct gfp *g, char *buf, size_t size);
#define GFP_TEXT_MAX 640

/* gfp_flag_name() - "__GFP_COMP". */
const char *gfp_flag_name(enum gfp_flag flag);

/**
 * struct gfp_names - a list of names as found in a log
 * @present:   bit per enum gfp_flag, composites expanded with the meaning of @composite's era, see gfp_names_flags()
 * @names:     how many names were read
 * @composite: bit per row of the table of composites (GFP_KERNEL, ...): what they stand for depends on the kernel
 * @extra:     bits that the kernel printed in hex after the names
 * @bad:       how many words are not a name of any kernel
 * @first_bad: the first of them, cut to fit, "" if none
 * @from:      first version in which all names exist, 0 if no bound
 * @until:     first version in which one of them exists no more, KVER_OPEN for none; @from >= @until when they never met
 */
struct gfp_names {
	gfp_flags_t present;
	uint64_t composite;
	int names;
	uint32_t extra;
	int bad;
	char first_bad[48];
	unsigned int from, until;
};

/**
 * gfp_parse_names() - read "GFP_KERNEL|__GFP_COMP|0x4000000"
 * @n:    receives the result
 * @text: the list, ended by ')' , ',' , a blank or after @len characters
 * @len:  of @text
 *
 * Names of every era are taken, also those of trace events before 4.6 (GFP_WAIT for __GFP_WAIT).
 * Return: how many characters were read; @n->bad counts what was not understood.
 */
size_t gfp_parse_names(struct gfp_names *n, const char *text, size_t len);

/* gfp_names_flags() - the flags that the names stand for in that layout; flags that it does not have are in *missing. */
gfp_flags_t gfp_names_flags(const struct gfp_names *n, const struct gfp_layout *l, gfp_flags_t *missing);

/* gfp_names_value() - the same as bits. */
uint32_t gfp_names_value(const struct gfp_names *n, const struct gfp_layout *l, gfp_flags_t *missing);

/**
 * struct gfp_mismatch - where value and names disagree
 * @only_value: flags of the value that no name names
 * @only_names: flags named but not set in the value
 * @unknown:    bits of the value without meaning, apart from those printed in hex after the names
 * @bad_names:  words that are no name
 */
struct gfp_mismatch {
	gfp_flags_t only_value, only_names;
	uint32_t unknown;
	int bad_names;
};

/* gfp_compare() - fill @m; true when value and names agree. */
bool gfp_compare(const struct gfp *g, const struct gfp_names *n, struct gfp_mismatch *m);

/**
 * enum gfp_sure - how far a decoding without a version can be trusted
 * @GFP_SURE_NO:      contradicts value or names
 * @GFP_SURE_UNLIKELY: possible, but no such call is usual
 * @GFP_SURE_POSSIBLE: one of several
 * @GFP_SURE_LIKELY:  the best of several, or the only usual one
 * @GFP_SURE_CERTAIN: the kernel printed the names itself and they fit, or only this layout has no unknown bit
 */
enum gfp_sure {
	GFP_SURE_NO,
	GFP_SURE_UNLIKELY,
	GFP_SURE_POSSIBLE,
	GFP_SURE_LIKELY,
	GFP_SURE_CERTAIN
};

/**
 * struct gfp_candidate - one reading of a mask
 * @gfp:   the reading, its layout widened to all the kernels that read the value so
 * @score: higher is better; only its order means something
 * @sure:  how far it can be trusted
 * @why:   what speaks against it or for it, one constant phrase
 */
struct gfp_candidate {
	struct gfp gfp;
	int score;
	enum gfp_sure sure;
	const char *why;
};

#define GFP_CANDIDATES 16

/**
 * gfp_infer() - readings of a mask without a version, best first
 * @value: the number, if @have_value
 * @names: the names printed with it, or NULL
 * @hint:  a version that is not certain, or NULL
 * @out:   room for @max
 * @max:   GFP_CANDIDATES is enough
 *
 * Kernels that read the value with the same flags are one candidate. Contradicted readings are left out unless
 * nothing else is left. Return: how many.
 */
size_t gfp_infer(uint32_t value, const struct gfp_names *names, const struct kver *hint,
		 struct gfp_candidate *out, size_t max);

/* What the mask asks for, in the terms of its kernel. */
static inline bool gfp_has(const struct gfp *g, enum gfp_flag flag)
{
	return g->flags & (gfp_flags_t)1 << flag;
}

bool gfp_may_direct_reclaim(const struct gfp *g);	/* __GFP_WAIT before 4.4 */
bool gfp_wakes_kswapd(const struct gfp *g);		/* before 4.4: unless __GFP_NO_KSWAPD */
bool gfp_is_atomic(const struct gfp *g);		/* cannot sleep and may use reserves (GFP_ATOMIC) */
bool gfp_is_nowait(const struct gfp *g);		/* cannot sleep, no reserves (GFP_NOWAIT) */

#define GFP_PREDICATE(name, flag) \
static inline bool gfp_##name(const struct gfp *g) { return gfp_has(g, GFP_F_##flag); }
GFP_PREDICATE(high, HIGH)
GFP_PREDICATE(io, IO)
GFP_PREDICATE(fs, FS)
GFP_PREDICATE(noretry, NORETRY)
GFP_PREDICATE(retry_mayfail, RETRY_MAYFAIL)
GFP_PREDICATE(repeat, REPEAT)
GFP_PREDICATE(nofail, NOFAIL)
GFP_PREDICATE(nowarn, NOWARN)
GFP_PREDICATE(comp, COMP)
GFP_PREDICATE(zero, ZERO)
GFP_PREDICATE(movable, MOVABLE)
GFP_PREDICATE(reclaimable, RECLAIMABLE)
GFP_PREDICATE(memalloc, MEMALLOC)
GFP_PREDICATE(nomemalloc, NOMEMALLOC)
GFP_PREDICATE(hardwall, HARDWALL)
GFP_PREDICATE(thisnode, THISNODE)
GFP_PREDICATE(dma, DMA)
GFP_PREDICATE(dma32, DMA32)
GFP_PREDICATE(highmem, HIGHMEM)
GFP_PREDICATE(write, WRITE)
#undef GFP_PREDICATE

bool gfp_account(const struct gfp *g);			/* charged to a memory cgroup: __GFP_ACCOUNT or __GFP_KMEMCG */

/**
 * enum gfp_zone - zones, lowest first, as the kernel orders them
 */
enum gfp_zone {
	GFP_ZONE_DMA,
	GFP_ZONE_DMA32,
	GFP_ZONE_NORMAL,
	GFP_ZONE_HIGHMEM,
	GFP_ZONE_MOVABLE,
	GFP_ZONE_DEVICE,
	GFP_ZONES
};

/* gfp_zone_from_name() - "DMA32"; -1 when it is none. @len is the length of @name. */
int gfp_zone_from_name(const char *name, size_t len);
const char *gfp_zone_name(enum gfp_zone zone);

/**
 * gfp_zones_guess() - which zones the kernel was configured with
 * @seen:      bit per zone that the log shows
 * @n_reserve: how many numbers "lowmem_reserve[]:" has (one per configured zone), 0 if not known
 * @v:         the kernel
 * @fits:      NULL, or what else a set has to meet
 * @context:   for @fits
 *
 * ZONE_NORMAL and ZONE_MOVABLE always are. Return: bit per zone, 0 when @n_reserve cannot be met or more than one set meets it
 * and they differ in the index of a zone seen.
 */
unsigned int gfp_zones_guess(unsigned int seen, unsigned int n_reserve, const struct kver *v,
			     bool (*fits)(const void *context, unsigned int zones), const void *context);

/**
 * gfp_zone_of() - the highest zone that the request may use: the kernel's gfp_zone()
 * @g:     the mask
 * @zones: bit per configured zone
 *
 * A zone that is not configured is replaced as the kernel does: DMA32, HighMem and DMA by Normal. Combinations that the
 * kernel calls a bug (DMA with HighMem) give -1.
 */
int gfp_zone_of(const struct gfp *g, unsigned int zones);

/* gfp_zone_index() - the zone's place among the configured ones: the index into lowmem_reserve[]; -1 if not among them. */
int gfp_zone_index(enum gfp_zone zone, unsigned int zones);

/**
 * enum gfp_mt - migrate types, by the letters of the log
 */
enum gfp_mt {
	GFP_MT_UNMOVABLE,	/* U */
	GFP_MT_MOVABLE,		/* M */
	GFP_MT_RECLAIMABLE,	/* E */
	GFP_MT_RESERVE,		/* R, before 4.4 */
	GFP_MT_HIGHATOMIC,	/* H, from 4.4 */
	GFP_MT_CMA,		/* C */
	GFP_MT_ISOLATE,		/* I */
	GFP_MTS
};

/* gfp_mt_from_letter() - -1 when it is none. */
int gfp_mt_from_letter(char letter);
char gfp_mt_letter(enum gfp_mt mt);

/* gfp_migratetype() - gfpflags_to_migratetype(); movable and reclaimable together, which the kernel warns of, is -1. */
int gfp_migratetype(const struct gfp *g);

#endif
