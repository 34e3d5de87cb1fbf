// SPDX-License-Identifier: GPL-2.0-only
#include "live/saved.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/doc.h"
#include "live/file.h"
#include "str.h"

#define SAVED_MAX	(64 << 20) /* bytes; with all stacks it is less than 20 MB */

bool saved_read(const char *file, json_t **doc, char *why, size_t size)
{
	size_t len;
	char *text = file_read(file, SAVED_MAX, &len);
	json_error_t error;
	const char *kind;

	*doc = NULL;
	if (!text) {
		snprintf(why, size, "%s: %s", file, strerror(errno));
		return false;
	}
	*doc = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	free(text);
	if (!*doc) {
		snprintf(why, size,
			 "%s: line %d: %s; kreason report --save FILE writes what is wanted here",
			 file, error.line, error.text);
		return false;
	}
	kind = json_string_value(json_object_get(*doc, "kreason"));
	if (!kind || (strcmp(kind, "report") && strcmp(kind, "drill")) ||
	    !json_is_array(json_object_get(*doc, "paths")))
		snprintf(why, size,
			 "%s is no report of kreason; kreason report --save FILE writes one", file);
	else if (json_integer_value(json_object_get(*doc, "schema")) != DOC_SCHEMA)
		snprintf(why, size, "%s has schema %lld, this program knows %d", file,
			 (long long)json_integer_value(json_object_get(*doc, "schema")),
			 DOC_SCHEMA);
	else
		return true;
	json_decref(*doc);
	*doc = NULL;
	return false;
}

const json_t *saved_path(const json_t *doc, const char *path)
{
	const json_t *list = json_object_get(doc, "paths");
	size_t i;

	for (i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const char *name = json_string_value(json_object_get(o, "path"));

		if (name && !strcmp(name, path))
			return json_is_array(json_object_get(o, "reasons")) ? o : NULL;
	}
	return NULL;
}

const char *saved_hot(const json_t *path)
{
	const json_t *hot = json_object_get(path, "hot");

	return json_is_true(json_object_get(hot, "dominates")) ?
		       json_string_value(json_object_get(hot, "reason")) :
		       NULL;
}

const char *saved_fact(const json_t *doc, const char *name)
{
	const char *value =
		json_string_value(json_object_get(json_object_get(doc, "kernel"), name));

	return value ? value : "";
}

/* A count that is not negative. */
static bool number(const json_t *o, uint64_t *n)
{
	if (!json_is_integer(o) || json_integer_value(o) < 0)
		return false;
	*n = json_integer_value(o);
	return true;
}

static double spread(const json_t *slices, const char *reason)
{
	double counts[SLICES_MAX], seconds[SLICES_MAX];
	size_t i, n = json_array_size(slices);

	if (n > SLICES_MAX)
		return 0;
	for (i = 0; i < n; i++) {
		const json_t *slice = json_array_get(slices, i);

		seconds[i] = json_number_value(json_object_get(slice, "seconds"));
		counts[i] = json_number_value(
			json_object_get(json_object_get(slice, "counts"), reason));
		if (!(seconds[i] > 0) || !(counts[i] >= 0))
			return 0;
	}
	return noise_spread(counts, seconds, n);
}

bool saved_sample(struct sample *s, const json_t *path, const char *reason, char *why, size_t size)
{
	const json_t *list = json_object_get(path, "reasons");
	const char *group = json_string_value(json_object_get(path, "group"));
	bool found = false, in_group = true;
	uint64_t all = 0, inside = 0;
	size_t i;

	memset(s, 0, sizeof(*s));
	s->seconds = json_number_value(json_object_get(path, "seconds"));
	for (i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const char *name = json_string_value(json_object_get(o, "name"));
		uint64_t count;

		if (!name || !number(json_object_get(o, "count"), &count) ||
		    count > UINT64_MAX / 2 - all) {
			snprintf(why, size, "reason number %zu has no name or no count", i);
			return false;
		}
		all += count;
		if (!group || starts(name, group))
			inside += count;
		if (!strcmp(name, reason)) {
			found = true;
			s->count = count;
			in_group = !group || starts(name, group);
		}
	}
	if (!found) {
		snprintf(why, size, "it has no reason \"%s\"", reason);
		return false;
	}
	if (!(s->seconds > 0)) {
		snprintf(why, size, "it does not say how many seconds it took");
		return false;
	}
	/* The share of one that is normal is among those that are. */
	s->all = in_group ? inside : all - inside;
	s->others = all - s->all;
	s->spread = spread(json_object_get(path, "slices"), reason);
	return true;
}
