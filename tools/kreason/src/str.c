// SPDX-License-Identifier: GPL-2.0-only
#include "str.h"

#include <stdint.h>
#include <stdio.h>

void str_copy(char *to, size_t size, const char *from, size_t len)
{
	if (len >= size)
		len = size - 1;
	memcpy(to, from, len);
	to[len] = '\0';
}

void str_add(char *to, size_t size, const char *format, ...)
{
	size_t used = strlen(to);
	va_list args;

	va_start(args, format);
	vsnprintf(to + used, size - used, format, args);
	va_end(args);
}

void str_list_add(char *list, size_t size, unsigned int max, unsigned int *n, const char *format,
		  va_list args)
{
	char *line = list + *n * size;
	unsigned int i;

	if (*n == max)
		return;
	vsnprintf(line, size, format, args);
	for (i = 0; i < *n; i++)
		if (!strcmp(list + i * size, line))
			return;
	++*n;
}

bool str_number(const char **p, long *value)
{
	const char *at = *p;
	uint64_t n = 0;

	if (!is_digit(*at))
		return false;
	for (; is_digit(*at); at++) {
		n = n * 10 + (*at - '0');
		if (n > 1ULL << 53)
			return false;
	}
	*p = at;
	*value = n;
	return true;
}

bool str_hex32(const char **p, unsigned int *value)
{
	const char *at = *p;
	uint64_t n = 0;

	if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
		at += 2;
	if (hex_value(*at) < 0)
		return false;
	for (; hex_value(*at) >= 0; at++) {
		n = n << 4 | hex_value(*at);
		if (n > UINT32_MAX)
			return false;
	}
	*p = at;
	*value = n;
	return true;
}

bool str_in(const char *word, const char *const *sorted, size_t n)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(word, sorted[middle]);

		if (!order)
			return true;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

long str_number_after(const char *text, const char *name)
{
	const char *p = after(text, name);
	long value;

	if (!p)
		return -1;
	p = skip_blank(p);
	return str_number(&p, &value) ? value : -1;
}
