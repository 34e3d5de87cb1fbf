// SPDX-License-Identifier: GPL-2.0-only
#include "live/event.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/file.h"
#include "str.h"

/*
 * Not with libtraceevent, which decodes whole records: a file that is not what it expects ends the
 * program (1.7), and of all that is in it two things are wanted.
 */

#define FORMAT_MAX	(1 << 20)
#define FIELD		"reason"
#define SYMBOLIC	"__print_symbolic("

/* The name of a field in "field:u16 reason;", without the brackets of an array. */
static bool field_is(const char *text, size_t len, const char *name)
{
	const char *end = memchr(text, '[', len), *p;

	if (!end)
		end = text + len;
	while (end > text && is_blank(end[-1]))
		end--;
	for (p = end; p > text && is_word(p[-1]); p--)
		;
	return (size_t)(end - p) == strlen(name) && !strncmp(p, name, end - p) && p > text;
}

static bool has_field(const char *format, const char *name)
{
	const char *p = format;

	while ((p = strstr(p, "\tfield:"))) {
		size_t len;

		p += strlen("\tfield:");
		len = strcspn(p, ";\n");
		if (p[len] == ';' && field_is(p, len, name))
			return true;
	}
	return false;
}

/* "{ 17, "name" }" at *p, moved behind it. A value that is no number is taken and left out. */
static bool symbol(struct event_info *info, const char **p)
{
	const char *value, *value_end, *name;
	unsigned long number;
	char *end;
	size_t len;

	if (**p != '{')
		return false;
	value = skip_blank(*p + 1);
	value_end = strpbrk(value, ",\n");
	if (!value_end || *value_end != ',')
		return false;
	name = skip_blank(value_end + 1);
	if (*name++ != '"')
		return false;
	len = strcspn(name, "\"\n");
	if (name[len] != '"')
		return false;
	*p = skip_blank(name + len + 1);
	if (**p != '}')
		return false;
	*p = skip_blank(*p + 1);

	/* Where the kernel left the name of an enum, there is no number to filter by. */
	if (!is_digit(*value) || !len || len >= REASON_NAME_MAX || info->n == REASONS_MAX)
		return true;
	errno = 0;
	number = strtoul(value, &end, 0);
	if (errno || skip_blank(end) != value_end || number > UINT_MAX)
		return true;
	str_copy(info->symbol[info->n].name, REASON_NAME_MAX, name, len);
	info->symbol[info->n++].number = number;
	return true;
}

/* The list in __print_symbolic(REC->reason, { 0, "a" }, { 1, "b" }). */
static void symbols(struct event_info *info, const char *format)
{
	const char *p = strstr(format, "\nprint fmt:");

	while (p && (p = strstr(p, SYMBOLIC))) {
		const char *expression = skip_blank(p + strlen(SYMBOLIC)), *end;

		p = strpbrk(expression, ",\n");
		if (!p || *p != ',')
			return;
		for (end = p; end > expression && is_blank(end[-1]); end--)
			;
		if ((size_t)(end - expression) != strlen("REC->" FIELD) ||
		    strncmp(expression, "REC->" FIELD, end - expression))
			continue;
		for (p = skip_blank(p + 1); symbol(info, &p) && *p == ','; p = skip_blank(p + 1))
			;
		return;
	}
}

bool event_parse(struct event_info *info, const char *format, size_t len, const char *system,
		 char *why, size_t size)
{
	size_t name_len;

	info->n = 0;
	name_len = starts(format, "name: ") ? strcspn(format + 6, " \n") : 0;
	if (strlen(format) != len || !name_len || !strstr(format, "\nformat:\n")) {
		snprintf(why, size, "the format of an event in %s is not understood", system);
		return false;
	}
	if (!has_field(format, FIELD)) {
		snprintf(why, size, "the event %.*s has no field \"" FIELD "\"",
			 name_len < 64 ? (int)name_len : 64, format + 6);
		return false;
	}
	symbols(info, format);
	return true;
}

bool event_read(struct event_info *info, const struct place *tracefs, const char *system,
		const char *event, char *why, size_t size)
{
	char at[PATH_MAX], name[160];
	size_t len;
	char *text;
	bool good;

	snprintf(name, sizeof(name), "events/%s/%s/format", system, event);
	text = place_file(tracefs, at, sizeof(at), name) ? file_read(at, FORMAT_MAX, &len) : NULL;
	if (!text) {
		info->n = 0;
		place_refused(why, size, name, errno);
		return false;
	}
	good = event_parse(info, text, len, system, why, size);
	free(text);
	return good;
}

long event_reason(const struct event_info *info, const char *name)
{
	unsigned int i;

	for (i = 0; i < info->n; i++)
		if (!strcmp(info->symbol[i].name, name))
			return info->symbol[i].number;
	return -1;
}
