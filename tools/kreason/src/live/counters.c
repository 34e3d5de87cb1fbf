// SPDX-License-Identifier: GPL-2.0-only
#include "live/counters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "live/file.h"
#include "str.h"

/* Digits at *p, moved behind them. False when there are none or it is more than 64 bits. */
static bool number(const char **p, const char *end, uint64_t *value)
{
	const char *at = *p;
	uint64_t n = 0;

	for (; at < end && is_digit(*at); at++) {
		unsigned int digit = *at - '0';

		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	if (at == *p)
		return false;
	*p = at;
	*value = n;
	return true;
}

static const char *parse_line(struct counters *c, const char *p, const char *end)
{
	struct counter *r = &c->reason[c->n];
	const char *name = p;

	if (c->n == REASONS_MAX)
		return "more reasons than this program takes";
	while (p < end && is_word(*p))
		p++;
	if (p == name)
		return "no name of a reason";
	if (p - name >= REASON_NAME_MAX)
		return "the name is too long";
	if (p == end || *p != ':')
		return "no colon after the name";
	str_copy(r->name, sizeof(r->name), name, p - name);
	if (counters_find(c, r->name))
		return "the name is there twice";
	p++;
	while (p < end && is_blank(*p))
		p++;
	if (!number(&p, end, &r->value))
		return "no number of 64 bits";
	if (p != end)
		return "text after the number";
	c->n++;
	return NULL;
}

bool counters_parse(struct counters *c, const char *text, size_t len, char *why, size_t size)
{
	const char *p = text, *all = text + len, *wrong = NULL;
	unsigned int line = 0;

	c->n = 0;
	while (p < all && !wrong) {
		const char *end = memchr(p, '\n', all - p);

		line++;
		wrong = end ? parse_line(c, p, end) : "the line has no end";
		if (!wrong)
			p = end + 1;
	}
	if (!wrong && c->n)
		return true;
	c->n = 0;
	if (wrong)
		snprintf(why, size, "line %u: %s", line, wrong);
	else
		snprintf(why, size, "it is empty");
	return false;
}

bool counters_read(struct counters *c, const char *file, char *why, size_t size)
{
	const char *base = strrchr(file, '/');
	char what[WHY_MAX / 2];
	size_t len;
	char *text = file_read(file, 1 << 16, &len);
	bool good;

	base = base ? base + 1 : file;
	if (!text) {
		c->n = 0;
		place_refused(why, size, base, errno);
		return false;
	}
	good = counters_parse(c, text, len, what, sizeof(what));
	free(text);
	if (!good)
		snprintf(why, size, "%s is not understood: %s", base, what);
	return good;
}

const struct counter *counters_find(const struct counters *c, const char *name)
{
	unsigned int i;

	for (i = 0; i < c->n; i++)
		if (!strcmp(c->reason[i].name, name))
			return &c->reason[i];
	return NULL;
}

unsigned int counters_bits(void)
{
	struct utsname u;

	if (uname(&u))
		return 64;
	/*
	 * x86_64, aarch64, ppc64le, riscv64, mips64, sparc64, loongarch64, and two without the
	 * number.
	 */
	return strstr(u.machine, "64") || !strcmp(u.machine, "s390x") ||
			       !strcmp(u.machine, "alpha") ?
		       64 :
		       32;
}

uint64_t counter_moved(uint64_t before, uint64_t after, unsigned int bits)
{
	uint64_t moved = after - before;

	return bits == 32 ? moved & UINT32_MAX : moved;
}
