// SPDX-License-Identifier: GPL-2.0-only
#include "live/layout.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/file.h"
#include "live/place.h"
#include "str.h"

#define BTF_MAX		(64 << 20)
#define DEPTH_MAX	8	/* of anonymous structures, and of types for a type */

bool layout_take(struct layout *l, const void *data, size_t len, char *why, size_t size)
{
	struct btf *btf;

	/* It has an opinion on everything, on standard error. */
	libbpf_set_print(NULL);
	/* It keeps the length in 32 bits. */
	btf = len <= BTF_MAX ? btf__new(data, len) : NULL;
	if (!btf) {
		snprintf(why, size, "it is no BTF, or a kind that this program does not know");
		return false;
	}
	btf__free(l->btf);
	l->btf = btf;
	return true;
}

bool layout_load(struct layout *l, const char *file, char *why, size_t size)
{
	char what[WHY_MAX / 2];
	size_t len;
	char *data = file_read(file, BTF_MAX, &len);
	bool good;

	if (!data) {
		place_refused(why, size, file, errno);
		return false;
	}
	good = layout_take(l, data, len, what, sizeof(what));
	if (!good)
		snprintf(why, size, "%s: %s", file, what);
	free(data);
	return good;
}

void layout_free(struct layout *l)
{
	btf__free(l->btf);
	l->btf = NULL;
	l->n = 0;
}

static bool name_ok(const char *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!is_word(p[i]))
			return false;
	return len > 0 && len < LAYOUT_NAME_MAX && !is_digit(p[0]);
}

/* A decimal number up to @max; moves *p behind it. */
static bool number(const char **p, unsigned long max, unsigned int *value)
{
	unsigned long n = 0;
	const char *at = *p;

	for (; is_digit(*at); at++) {
		n = n * 10 + (*at - '0');
		if (n > max)
			return false;
	}
	if (at == *p)
		return false;
	*p = at;
	*value = n;
	return true;
}

bool layout_give(struct layout *l, const char *text, char *why, size_t size)
{
	size_t structure = strcspn(text, ".="), field = 0;
	struct layout_field at = { .bytes = 4 };
	const char *p = text + structure;

	if (*p == '.') {
		field = strcspn(p + 1, "=");
		p += 1 + field;
	}
	if (!name_ok(text, structure) || !name_ok(text + structure + 1, field) || *p++ != '=' ||
	    !number(&p, 65535, &at.offset) || (*p == ':' && (p++, !number(&p, 8, &at.bytes))) ||
	    *p) {
		snprintf(
			why, size,
			"\"%s\" is not STRUCTURE.FIELD=OFFSET or STRUCTURE.FIELD=OFFSET:BYTES, such as pipe_inode_info.nrbufs=64",
			text);
		return false;
	}
	if (at.bytes != 1 && at.bytes != 2 && at.bytes != 4 && at.bytes != 8) {
		snprintf(why, size, "\"%s\": a field has 1, 2, 4 or 8 bytes", text);
		return false;
	}
	if (l->n == LAYOUT_GIVEN_MAX) {
		snprintf(why, size, "\"%s\" is one field too many", text);
		return false;
	}
	str_copy(l->given[l->n].structure, LAYOUT_NAME_MAX, text, structure);
	str_copy(l->given[l->n].field, LAYOUT_NAME_MAX, text + structure + 1, field);
	l->given[l->n++].at = at;
	return true;
}

static const struct btf_type *plain(const struct btf *btf, __u32 id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);
	int i;

	for (i = 0; t && i < DEPTH_MAX && (btf_is_mod(t) || btf_is_typedef(t)); i++)
		t = btf__type_by_id(btf, t->type);
	return t;
}

static bool find(const struct btf *btf, const struct btf_type *t, const char *field,
		 unsigned long base, int depth, struct layout_field *at)
{
	const struct btf_member *m = btf_members(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++) {
		const char *name = btf__name_by_offset(btf, m[i].name_off);
		const struct btf_type *type = plain(btf, m[i].type);
		unsigned long bit = base + btf_member_bit_offset(t, i);

		if (!type || !name)
			continue;
		if (!*name && btf_is_composite(type) && depth < DEPTH_MAX &&
		    find(btf, type, field, bit, depth + 1, at))
			return true;
		if (strcmp(name, field))
			continue;
		if (btf_member_bitfield_size(t, i) || bit % 8 || bit / 8 > 65535)
			return false;
		at->offset = bit / 8;
		at->bytes = btf_is_ptr(type) ? btf__pointer_size(btf) : type->size;
		return (btf_is_ptr(type) || btf_is_int(type) || btf_is_any_enum(type)) &&
		       (at->bytes == 1 || at->bytes == 2 || at->bytes == 4 || at->bytes == 8);
	}
	return false;
}

bool layout_find(const struct layout *l, const char *structure, const char *field,
		 struct layout_field *at)
{
	unsigned int i;
	int id;

	for (i = 0; i < l->n; i++) {
		if (strcmp(l->given[i].structure, structure) || strcmp(l->given[i].field, field))
			continue;
		*at = l->given[i].at;
		return true;
	}
	id = l->btf ? btf__find_by_name_kind(l->btf, structure, BTF_KIND_STRUCT) : -1;
	return id > 0 && find(l->btf, btf__type_by_id(l->btf, id), field, 0, 0, at);
}

int layout_parameter(const struct layout *l, const char *function, const char *name)
{
	int id = l->btf ? btf__find_by_name_kind(l->btf, function, BTF_KIND_FUNC) : -1;
	const struct btf_type *t = id > 0 ? btf__type_by_id(l->btf, id) : NULL;
	const struct btf_param *p;
	unsigned int i;

	t = t ? btf__type_by_id(l->btf, t->type) : NULL;
	if (!t || !btf_is_func_proto(t))
		return -1;
	p = btf_params(t);
	for (i = 0; i < btf_vlen(t); i++) {
		const char *is = btf__name_by_offset(l->btf, p[i].name_off);

		if (is && !strcmp(is, name))
			return i;
	}
	return -2;
}

const char *layout_enum(const struct layout *l, const char *enumeration, long long value)
{
	int id = l->btf ? btf__find_by_name_kind(l->btf, enumeration, BTF_KIND_ENUM) : -1;
	const struct btf_type *t = id > 0 ? btf__type_by_id(l->btf, id) : NULL;
	const struct btf_enum *e;
	unsigned int i;

	if (!t)
		return NULL;
	e = btf_enum(t);
	for (i = 0; i < btf_vlen(t); i++)
		if ((btf_kflag(t) ? (long long)e[i].val : (long long)(__u32)e[i].val) == value)
			return btf__name_by_offset(l->btf, e[i].name_off);
	return NULL;
}
