// SPDX-License-Identifier: GPL-2.0-only
#include "input.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scan.h"

/*
 * What is looked at before a text that was found: some of a report may come before the words that
 * identify it.
 */
#define LOOK_BACK (8 << 10)
#define BLOCK (256 << 10)
#define SIZE (LOOK_BACK + BLOCK)

/*
 * Lines after the one with the text before the sink is asked whether it is busy, as it may be a
 * line behind.
 */
#define AT_LEAST 4

struct reader {
	const struct scan *scan;
	const struct input_sink *sink;
	char *buf;
	size_t len;
	size_t done; /* lines up to here were delivered or left out */
	size_t scanned; /* no text that was not dealt with begins before this */
	size_t counted; /* newlines up to here are in @number */
	unsigned long number; /* of newlines */
	bool active, rest; /* rest: of a line that was longer than the buffer */
	unsigned int at_least;
	bool end;
};

/*
 * In steps short enough for a sum of bytes, which compilers turn into vector instructions (at -O3,
 * see the Makefile).
 */
static unsigned long newlines(const char *p, size_t len)
{
	unsigned long sum = 0;

	while (len) {
		size_t n = len < 255 ? len : 255, i;
		uint8_t some = 0;

		for (i = 0; i < n; i++)
			some += p[i] == '\n';
		sum += some;
		p += n;
		len -= n;
	}
	return sum;
}

static unsigned long number_at(struct reader *r, size_t at)
{
	if (at > r->counted) {
		r->number += newlines(r->buf + r->counted, at - r->counted);
		r->counted = at;
	}
	return r->number + 1;
}

/* The next line goes to the sink; false when there is none yet that is complete. */
static bool deliver(struct reader *r)
{
	const char *line = r->buf + r->done, *newline = memchr(line, '\n', r->len - r->done);
	size_t len = r->len - r->done;
	bool rest = r->rest;

	if (newline) {
		len = newline - line;
		r->rest = false;
	} else if (len == SIZE || (r->end && len)) {
		r->rest = true;
	} else {
		return false;
	}
	if (!rest)
		r->sink->line(r->sink->context, line, len, number_at(r, r->done));
	r->done += len + !!newline;
	return true;
}

/* Go through what is in the buffer. */
static void work(struct reader *r)
{
	while (r->done < r->len) {
		size_t found, start;

		if (r->active) {
			if (r->scanned < r->done)
				r->scanned = r->done;
			if (!r->at_least && !r->sink->busy(r->sink->context)) {
				r->active = false;
				r->sink->gap(r->sink->context);
				continue;
			}
			if (!deliver(r))
				return;
			if (r->at_least)
				r->at_least--;
			continue;
		}

		r->rest = false;
		found = r->scanned + scan_find(r->scan, r->buf + r->scanned, r->len - r->scanned);
		if (found >= r->len) {
			size_t overlap = scan_longest(r->scan) - 1;

			r->scanned = r->len > overlap && r->len - overlap > r->scanned ?
					     r->len - overlap :
					     r->scanned;
			return;
		}
		start = found > LOOK_BACK && found - LOOK_BACK > r->done ? found - LOOK_BACK :
									   r->done;
		if (start > 0 && r->buf[start - 1] != '\n') {
			const char *newline = memchr(r->buf + start, '\n', found - start);

			if (newline)
				start = newline + 1 - r->buf;
		}
		r->at_least = newlines(r->buf + start, found - start) + 1 + AT_LEAST;
		r->done = start;
		r->active = true;
	}
}

/* Make room and read; -errno, 0 at the end, else the number of bytes. */
static ssize_t fill(struct reader *r, int fd)
{
	size_t keep = r->done;
	ssize_t n;

	if (!r->active) {
		/* What may be looked back at. */
		if (r->len > LOOK_BACK && keep < r->len - LOOK_BACK)
			keep = r->len - LOOK_BACK;
		if (keep > r->scanned)
			keep = r->scanned;
	}
	/* The line counter has to see what goes. */
	number_at(r, keep);
	memmove(r->buf, r->buf + keep, r->len - keep);
	r->len -= keep;
	r->done = r->done > keep ? r->done - keep : 0;
	r->scanned = r->scanned > keep ? r->scanned - keep : 0;
	r->counted -= keep;

	do
		n = read(fd, r->buf + r->len, SIZE - r->len);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	r->len += n;
	return n;
}

int input_run(int fd, const char *const *texts, const struct input_sink *sink)
{
	struct reader r = { .sink = sink };
	struct scan *scan = scan_new(texts);
	ssize_t n = -ENOMEM;

	r.scan = scan;
	r.buf = malloc(SIZE);
	if (scan && r.buf) {
		while ((n = fill(&r, fd)) > 0)
			work(&r);
		r.end = true;
		work(&r);
		sink->gap(sink->context);
	}
	scan_free(scan);
	free(r.buf);
	return n < 0 ? (int)n : 0;
}
