// SPDX-License-Identifier: GPL-2.0-only
#include "live/symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "str.h"

/* A word from @p on: up to a blank, a newline, or @end. */
static size_t word(const char *p, const char *end)
{
	const char *from = p;

	while (p < end && *p && !is_blank(*p) && *p != '\n')
		p++;
	return p - from;
}

static const char *line_end(const char *p)
{
	const char *end = strchr(p, '\n');

	return end ? end : p + strlen(p);
}

/* Lines "ADDRESS-ADDRESS name". A name that several functions have is refused if one of them is. */
static bool listed(const char *blacklist, const char *name, size_t len)
{
	const char *p, *end;

	for (p = blacklist; p && *p; p = *end ? end + 1 : end) {
		end = line_end(p);
		p += word(p, end);
		while (p < end && is_blank(*p))
			p++;
		if (word(p, end) == len && !memcmp(p, name, len))
			return true;
	}
	return false;
}

/*
 * What a suffix of the compiler does to a function; SYMBOL_MISSING where it is none or no function.
 */
static enum symbol_state suffix(const char *p, size_t len)
{
	enum symbol_state state = SYMBOL_GOOD;
	const char *end = p + len;

	while (p < end) {
		const char *name = p + 1, *dot;

		if (*p != '.')
			return SYMBOL_MISSING;
		for (dot = name; dot < end && *dot != '.'; dot++)
			;
		if (dot == name)
			return SYMBOL_MISSING;
		if (is_digit(*name) || (dot - name == 4 && !memcmp(name, "llvm", 4)))
			;
		else if ((dot - name == 4 && !memcmp(name, "isra", 4)) ||
			 (dot - name == 9 && !memcmp(name, "constprop", 9)))
			state = state == SYMBOL_PART ? SYMBOL_PART : SYMBOL_ARGS;
		else if (dot - name == 4 && !memcmp(name, "part", 4))
			state = SYMBOL_PART;
		else
			return SYMBOL_MISSING; /* .cold and the like: not where a function begins */
		p = dot;
	}
	return state;
}

/* The better ones first: what a probe there would show. */
static int rank(enum symbol_state state)
{
	static const int ranks[] = {
		[SYMBOL_GOOD] = 5,	[SYMBOL_ARGS] = 4,	  [SYMBOL_PART] = 3,
		[SYMBOL_AMBIGUOUS] = 2, [SYMBOL_BLACKLISTED] = 1, [SYMBOL_MISSING] = 0,
	};

	return ranks[state];
}

void symbol_find(struct symbol *s, const char *kallsyms, const char *blacklist, const char *base)
{
	size_t base_len = strlen(base);
	const char *p, *end;

	s->state = SYMBOL_MISSING;
	str_copy(s->name, sizeof(s->name), base, base_len);
	for (p = kallsyms; p && *p; p = *end ? end + 1 : end) {
		enum symbol_state state;
		size_t len;
		char type;

		end = line_end(p);
		p += word(p, end);
		if (end - p < 4 || *p != ' ' || p[2] != ' ')
			continue;
		type = p[1];
		p += 3;
		len = word(p, end);
		if (!strchr("tTwW", type) || len < base_len || len >= sizeof(s->name) ||
		    memcmp(p, base, base_len))
			continue;
		state = suffix(p + base_len, len - base_len);
		if (state == SYMBOL_MISSING)
			continue;
		if (listed(blacklist, p, len))
			state = SYMBOL_BLACKLISTED;
		if (s->state != SYMBOL_MISSING && strlen(s->name) == len &&
		    !memcmp(s->name, p, len)) {
			if (s->state != SYMBOL_BLACKLISTED)
				s->state = SYMBOL_AMBIGUOUS;
			continue;
		}
		if (rank(state) <= rank(s->state))
			continue;
		s->state = state;
		str_copy(s->name, sizeof(s->name), p, len);
	}
}

char *symbol_at(const char *kallsyms, uint64_t address, char *buf, size_t size)
{
	const char *p, *end, *name = NULL;
	uint64_t best = 0;

	for (p = kallsyms; p && *p; p = *end ? end + 1 : end) {
		char *stop;
		uint64_t at = strtoull(p, &stop, 16);

		end = line_end(p);
		if (stop + 3 >= end || stop[0] != ' ' || stop[2] != ' ' ||
		    !strchr("tTwW", stop[1]) || at > address || at <= best)
			continue;
		best = at;
		name = stop + 3;
	}
	if (!name)
		return NULL;
	snprintf(buf, size, "%.*s+0x%" PRIx64, (int)word(name, line_end(name)), name,
		 address - best);
	return buf;
}

const char *symbol_means(enum symbol_state state)
{
	switch (state) {
	case SYMBOL_MISSING:
		return "is not in /proc/kallsyms: inlined into its callers, or this kernel has it under another name or not at all";
	case SYMBOL_ARGS:
		return "has lost arguments to the optimizer, so what it was called with is not shown";
	case SYMBOL_PART:
		return "is only a part of the function, whose beginning is inlined: not every call comes there, and its arguments are not shown";
	case SYMBOL_BLACKLISTED:
		return "is on the kernel's list of functions that must not be probed";
	case SYMBOL_AMBIGUOUS:
		return "is the name of several functions, of which a probe would take any one";
	case SYMBOL_GOOD:
		break;
	}
	return "";
}
