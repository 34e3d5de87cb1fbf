// SPDX-License-Identifier: GPL-2.0-only
#include "live/event.h"

#include <errno.h>
#include <event-parse.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/file.h"
#include "str.h"

#define FORMAT_MAX	(1 << 20)

static void symbols(struct event_info *info, const struct tep_print_arg *arg)
{
	const struct tep_print_flag_sym *s;

	for (; arg; arg = arg->next) {
		if (arg->type != TEP_PRINT_SYMBOL || !arg->symbol.field ||
		    arg->symbol.field->type != TEP_PRINT_FIELD || !arg->symbol.field->field.name ||
		    strcmp(arg->symbol.field->field.name, "reason"))
			continue;
		for (s = arg->symbol.symbols; s && info->n < REASONS_MAX; s = s->next) {
			unsigned long number;
			char *end;

			if (!s->value || !s->str || strlen(s->str) >= REASON_NAME_MAX)
				continue;
			/* A name that the kernel did not replace by its number is no number. */
			errno = 0;
			number = strtoul(s->value, &end, 0);
			if (end == s->value || *end || errno || number > UINT_MAX)
				continue;
			strcpy(info->symbol[info->n].name, s->str);
			info->symbol[info->n++].number = number;
		}
	}
}

bool event_parse(struct event_info *info, const char *format, size_t len, const char *system,
		 char *why, size_t size)
{
	struct tep_handle *tep = tep_alloc();
	struct tep_event *event = NULL;
	bool good = false;

	info->n = 0;
	if (!tep) {
		snprintf(why, size, "no memory");
		return false;
	}
	tep_set_loglevel(TEP_LOG_NONE);
	/* It takes what it does not understand of the print format; the fields are what counts. */
	if (tep_parse_format(tep, &event, format, len, system) < 0 || !event) {
		snprintf(why, size, "the format of an event in %s is not understood", system);
	} else if (!tep_find_field(event, "reason")) {
		snprintf(why, size, "the event %s has no field \"reason\"",
			 event->name ? event->name : "");
	} else {
		symbols(info, event->print_fmt.args);
		good = true;
	}
	tep_free(tep);
	return good;
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
