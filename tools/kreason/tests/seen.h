/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs a log through the whole tool and keeps what tests compare. */
#ifndef KREASON_SEEN_H
#define KREASON_SEEN_H

#include "analyse.h"

#define SEEN_REPORTS 8
#define SEEN_ZONES 8

struct seen_zone {
	char name[48], text[320];
	enum rules_verdict verdict;
	long free_used_kb, mark_kb, reserve_kb, short_by_kb, margin_kb;
	int largest;
};

struct seen {
	enum report_kind kind;
	enum cause cause;
	long order, bytes;
	bool explained, harmless;
	char comm[20], function[64], module[40], helper[64];
	enum tri interrupt, memalloc;
	char flags[GFP_TEXT_MAX];
	enum tri reclaim, compact;
	enum rules_why compact_why;
	unsigned int zones;
	struct seen_zone zone[SEEN_ZONES];
	char verdict[1024];
	char unsure[4096]; /* one per line */
	char advice[4096];
	char text[16384]; /* as kreason explain prints it */
	struct report report; /* without what its pointers point to */
};

struct run_seen {
	unsigned int n;
	unsigned long others;
	struct seen report[SEEN_REPORTS];
};

/*
 * A file in the directory of fixtures, as the command reads it. Fails the test when it cannot be
 * read.
 */
struct run_seen *see_file(const char *name);

/* Text in memory. */
struct run_seen *see_text(const char *text);

/* For tests that have cmocka.h. */
#define HAS(text, part)                                              \
	do {                                                         \
		if (!strstr(text, part))                             \
			fail_msg("no \"%s\" in \"%s\"", part, text); \
	} while (0)

#define HAS_NOT(text, part)                                       \
	do {                                                      \
		if (strstr(text, part))                           \
			fail_msg("\"%s\" in \"%s\"", part, text); \
	} while (0)

#endif
