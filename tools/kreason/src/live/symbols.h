/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions to probe, in the text of /proc/kallsyms. */
#ifndef KREASON_LIVE_SYMBOLS_H
#define KREASON_LIVE_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#define SYMBOL_MAX	128

/**
 * enum symbol_state - what a probe on a function is worth
 * @SYMBOL_MISSING:     inlined into its callers, named otherwise, or of another kernel
 * @SYMBOL_GOOD:        every call comes there
 * @SYMBOL_ARGS:        .isra or .constprop: arguments may have been dropped, so that the others are in
 *                      other registers
 * @SYMBOL_PART:        .part: its beginning is in the callers, so that not every call comes there
 * @SYMBOL_BLACKLISTED: the kernel refuses probes there
 * @SYMBOL_AMBIGUOUS:   several functions have that name; a probe would be on any one, or is refused
 */
enum symbol_state {
	SYMBOL_MISSING,
	SYMBOL_GOOD,
	SYMBOL_ARGS,
	SYMBOL_PART,
	SYMBOL_BLACKLISTED,
	SYMBOL_AMBIGUOUS,
};

/**
 * struct symbol - a function
 * @name: as the kernel has it, with what the compiler added
 */
struct symbol {
	enum symbol_state state;
	char name[SYMBOL_MAX];
};

/*
 * The function @base, or the best of its variants. @blacklist: text of debugfs's kprobes/blacklist, or NULL. What is at
 * hand is probed in this order: the function itself, a variant of which all calls come, one of which some do.
 */
void symbol_find(struct symbol *s, const char *kallsyms, const char *blacklist, const char *base);

/*
 * "NAME+0xOFFSET" of an address, in @buf; @buf, or NULL where no function is before it, as where
 * the kernel shows no addresses.
 */
char *symbol_at(const char *kallsyms, uint64_t address, char *buf, size_t size);

/* What a state means, as the end of a sentence that begins with the name; "" for SYMBOL_GOOD. */
const char *symbol_means(enum symbol_state state);

#endif
