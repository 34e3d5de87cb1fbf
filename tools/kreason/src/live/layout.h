/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the fields of the kernel's structures are: from BTF, or as somebody says. */
#ifndef KREASON_LIVE_LAYOUT_H
#define KREASON_LIVE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#define LAYOUT_GIVEN_MAX	16
#define LAYOUT_NAME_MAX		64

struct btf;

/**
 * struct layout_field - of a structure
 * @bytes: 1, 2, 4 or 8
 */
struct layout_field {
	unsigned int offset, bytes;
};

/**
 * struct layout - what is known
 * @btf:   NULL where there is none
 * @given: go before it
 */
struct layout {
	struct btf *btf;
	unsigned int n;
	struct {
		char structure[LAYOUT_NAME_MAX], field[LAYOUT_NAME_MAX];
		struct layout_field at;
	} given[LAYOUT_GIVEN_MAX];
};

/* The BTF of a kernel, as in /sys/kernel/btf/vmlinux. False with the cause in @why. */
bool layout_load(struct layout *l, const char *file, char *why, size_t size);

/* The same from memory. */
bool layout_take(struct layout *l, const void *data, size_t len, char *why, size_t size);

void layout_free(struct layout *l);

/*
 * "STRUCTURE.FIELD=OFFSET" or "...=OFFSET:BYTES", 4 bytes by default. False with the cause in @why.
 */
bool layout_give(struct layout *l, const char *text, char *why, size_t size);

/*
 * A field, also one in an anonymous structure or union. False where it is not known, or no number.
 */
bool layout_find(const struct layout *l, const char *structure, const char *field,
		 struct layout_field *at);

/*
 * The place of a parameter of this name, from 0; -1 where that is not known; -2 where the function
 * has none of that name.
 */
int layout_parameter(const struct layout *l, const char *function, const char *name);

/* The name of a value of an enumeration, or NULL. */
const char *layout_enum(const struct layout *l, const char *enumeration, long long value);

#endif
