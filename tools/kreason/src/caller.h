/* SPDX-License-Identifier: GPL-2.0-only */
/* Who asked: what a stack says of the code behind a request, and of the state that it ran in. */
#ifndef KREASON_CALLER_H
#define KREASON_CALLER_H

#include "report.h"

/**
 * struct known_caller - a place in the kernel that is known to go on without the memory, or not to
 * @function: the begin of a function's name; the whole name when it ends in "$"
 * @what:     what the memory is for
 * @without:  what happens without it
 * @fallback: with what the caller goes on; a smaller piece is nothing that is left after one page
 */
struct known_caller {
	const char *function, *what, *without;
	enum { FALLBACK_NONE, FALLBACK_OTHER, FALLBACK_SMALLER } fallback;
};

/**
 * struct caller - what the stack says
 * @function:    the one that asked, without the allocator's own and general helpers; "" if the stack has none
 * @module:      of @function, or of the first function behind it that is in a module
 * @module_function: that function, where it is not @function
 * @helper:      the general function through which it asked (krealloc, __alloc_skb), "" if none
 * @path:        @function and the next ones behind it
 * @interrupt:   the request comes from an interrupt, so the task that is named was only interrupted
 * @memalloc:    the request comes from reclaim itself
 * @compaction:  the stack shows that compaction is compiled in
 * @unsure:      only functions with a question mark, or the stacks of two CPUs in one
 * @network:     @helper makes buffers of the network
 * @known:       known place, NULL if none
 * @known_in:    the function that it was known by
 */
struct caller {
	char function[64], module[40], module_function[64], helper[64], path[256], known_in[64];
	enum tri interrupt, memalloc, compaction;
	bool unsure, network;
	const struct known_caller *known;
};

void caller_of(const struct report *r, struct caller *c);

#endif
