/* SPDX-License-Identifier: GPL-2.0-only */
/* A search for any of several fixed texts, made for blocks in which none of them occurs. */
#ifndef KREASON_SCAN_H
#define KREASON_SCAN_H

#include <stddef.h>

/* The shortest text that may be searched for; the search steps at most this many bytes less one. */
#define SCAN_MIN_LEN 13

struct scan;

/* @texts: ended by NULL, each of at least SCAN_MIN_LEN bytes. NULL when memory is short. */
struct scan *scan_new(const char *const *texts);
void scan_free(struct scan *s);

/* The length of the longest text: a block and its successor overlap by this less one. */
size_t scan_longest(const struct scan *s);

/* Offset of the first occurrence of any text in buf[0..len), or @len. */
size_t scan_find(const struct scan *s, const char *buf, size_t len);

#endif
