/* SPDX-License-Identifier: GPL-2.0-only */
/* Small helpers for text that ends in NUL and comes from a stranger. */
#ifndef KREASON_STR_H
#define KREASON_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

/* What isdigit() and the like would say in the C locale, for any char. */
static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}
static inline bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}
static inline bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}
static inline bool is_alpha(char c)
{
	return is_upper(c) || is_lower(c);
}
static inline bool is_word(char c)
{
	return is_alpha(c) || is_digit(c) || c == '_';
}
static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline int hex_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static inline bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static inline const char *skip_blank(const char *p)
{
	while (is_blank(*p))
		p++;
	return p;
}

/* What follows @what in @text, or NULL. */
static inline const char *after(const char *text, const char *what)
{
	const char *p = strstr(text, what);

	return p ? p + strlen(what) : NULL;
}

/* Copy at most @len bytes into a buffer of @size, always ended. */
void str_copy(char *to, size_t size, const char *from, size_t len);

/* Append to a buffer of @size, cut where it is full. */
PRINTF_LIKE(3, 4) void str_add(char *to, size_t size, const char *format, ...);

/*
 * Append a line to a list of at most @max lines of @size bytes, unless it is full or has that line.
 */
void str_list_add(char *list, size_t size, unsigned int max, unsigned int *n, const char *format,
		  va_list args);

/*
 * A decimal number at *p, moved behind it. False, and *p unchanged, when there is none or it is
 * above 2^53, which no counter of pages reaches.
 */
bool str_number(const char **p, long *value);

/*
 * A hexadecimal number after an optional 0x. False when there is none or it has more than 32 bits.
 */
bool str_hex32(const char **p, unsigned int *value);

/* The number that follows @name in @text, or -1. */
long str_number_after(const char *text, const char *name);

/* The word is one of a sorted list. */
bool str_in(const char *word, const char *const *sorted, size_t n);

#endif
