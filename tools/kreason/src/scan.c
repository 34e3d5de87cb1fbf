// SPDX-License-Identifier: GPL-2.0-only
/*
 * Wu and Manber's algorithm over pairs of bytes: the last two bytes of a window as long as the shortest text tell how
 * far the window may move. In text without a match that is nearly always its whole length.
 */
#include "scan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW SCAN_MIN_LEN

struct scan {
	uint8_t shift[1 << 16];
	size_t n, longest;
	struct {
		const char *text;
		size_t len;
	} texts[];
};

static unsigned int pair(const char *p)
{
	return (unsigned char)p[0] << 8 | (unsigned char)p[1];
}

struct scan *scan_new(const char *const *texts)
{
	struct scan *s;
	size_t n = 0, i, at;

	while (texts[n])
		n++;
	s = malloc(sizeof(*s) + n * sizeof(s->texts[0]));
	if (!s)
		return NULL;

	memset(s->shift, WINDOW - 1, sizeof(s->shift));
	s->n = n;
	s->longest = 0;
	for (i = 0; i < n; i++) {
		s->texts[i].text = texts[i];
		s->texts[i].len = strlen(texts[i]);
		if (s->texts[i].len > s->longest)
			s->longest = s->texts[i].len;
		for (at = 0; at + 2 <= WINDOW; at++) {
			uint8_t *shift = &s->shift[pair(texts[i] + at)];
			uint8_t rest = WINDOW - 2 - at;

			if (rest < *shift)
				*shift = rest;
		}
	}
	return s;
}

void scan_free(struct scan *s)
{
	free(s);
}

size_t scan_longest(const struct scan *s)
{
	return s->longest;
}

size_t scan_find(const struct scan *s, const char *buf, size_t len)
{
	const char *end = buf + len, *p = buf + WINDOW - 2;
	size_t i;

	if (len < WINDOW)
		return len;

	while (end - p >= 2) {
		unsigned int shift = s->shift[pair(p)];

		if (shift) {
			p += shift;
			continue;
		}
		for (i = 0; i < s->n; i++) {
			const char *start = p - (WINDOW - 2);

			if ((size_t)(end - start) >= s->texts[i].len &&
			    !memcmp(start, s->texts[i].text, s->texts[i].len))
				return start - buf;
		}
		p++;
	}
	return len;
}
