// SPDX-License-Identifier: GPL-2.0-only
/*
 * Wu and Manber's algorithm over pairs of bytes: the last two bytes of a window as long as the
 * shortest text tell how far the window may move. In text without a match that is nearly always
 * its whole length.
 */
#include "scan.h"

#include <stdbool.h>
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

/* Does a text begin @WINDOW - 2 bytes before @p? */
static bool begins(const struct scan *s, const char *p, const char *end)
{
	const char *start = p - (WINDOW - 2);
	size_t i;

	for (i = 0; i < s->n; i++)
		if ((size_t)(end - start) >= s->texts[i].len &&
		    !memcmp(start, s->texts[i].text, s->texts[i].len))
			return true;
	return false;
}

/*
 * The first window at or after @p and before @stop that holds a text, or a pointer that is not
 * below @stop.
 */
static const char *search(const struct scan *s, const char *p, const char *stop, const char *end)
{
	while (p < stop) {
		unsigned int shift = s->shift[pair(p)];

		if (shift)
			p += shift;
		else if (begins(s, p, end))
			return p;
		else
			p++;
	}
	return p;
}

/*
 * Each step depends on the one before and waits for two loads. So the block is searched in four
 * parts at once, whose steps do not wait for each other.
 */
#define LANES 4
#define IN_LANES 1024

size_t scan_find(const struct scan *s, const char *buf, size_t len)
{
	const char *end = buf + len, *p[LANES], *last[LANES], *stop[LANES];
	unsigned int i;

	if (len < WINDOW)
		return len;
	if (len < IN_LANES) {
		p[0] = search(s, buf + WINDOW - 2, end - 1, end);
		return p[0] < end - 1 ? (size_t)(p[0] - (WINDOW - 2) - buf) : len;
	}

	for (i = 0; i < LANES; i++) {
		p[i] = buf + WINDOW - 2 + len / LANES * i;
		last[i] = stop[i] = i < LANES - 1 ? p[i] + len / LANES : end - 1;
	}
	while (p[0] < stop[0] && p[1] < stop[1] && p[2] < stop[2] && p[3] < stop[3]) {
		unsigned int a = s->shift[pair(p[0])], b = s->shift[pair(p[1])];
		unsigned int c = s->shift[pair(p[2])], d = s->shift[pair(p[3])];

		p[0] += a;
		p[1] += b;
		p[2] += c;
		p[3] += d;
		if (a && b && c && d)
			continue;
		for (i = 0; i < LANES; i++) {
			if (p[i] >= stop[i] || s->shift[pair(p[i])])
				continue;
			/*
			 * A lane before this one may have a text as well, which is then the first.
			 */
			if (begins(s, p[i], end))
				stop[i] = p[i];
			else
				p[i]++;
		}
	}
	for (i = 0; i < LANES; i++) {
		p[i] = search(s, p[i], last[i], end);
		if (p[i] < last[i])
			return p[i] - (WINDOW - 2) - buf;
	}
	return len;
}
