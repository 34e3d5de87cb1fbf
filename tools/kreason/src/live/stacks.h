/* SPDX-License-Identifier: GPL-2.0-only */
/* Stacks and how often each was seen, from the text of a histogram or of trace_pipe. */
#ifndef KREASON_LIVE_STACKS_H
#define KREASON_LIVE_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "live/samples.h"

/* What a histogram of the kernel holds by default is 2048. */
#define STACKS_MAX		4096
#define STACK_FRAMES_MAX	64
#define STACK_TEXT_MAX		4096

/**
 * struct stack - one
 * @frames: names, that of the innermost function first, each ended by a newline
 */
struct stack {
	uint64_t count;
	char *frames;
};

/**
 * struct stacks - all of a run
 * @captured: events in them, and in those for which there was no room
 * @dropped:  events that the kernel or this program had no room for
 * @lost:     records that were overwritten before they were read
 */
struct stacks {
	unsigned int n;
	uint64_t captured, dropped, lost;
	struct stack stack[STACKS_MAX];
};

/**
 * struct stacks_reader - reads a text that comes in pieces, line by line
 * @events: where the lines of the events go, or NULL
 * @frames: of the stack that is being read
 */
struct stacks_reader {
	struct stacks *to;
	struct samples *events;
	bool in_stack;
	char line[1024];
	size_t line_len;
	char frames[STACK_TEXT_MAX];
	size_t frames_len;
};

/* All counts are 0 and no stack is there. */
void stacks_free(struct stacks *s);

/* By count, the highest first. */
void stacks_sort(struct stacks *s);

/* @count more of a stack of these @frames. False when memory is short. */
bool stacks_add(struct stacks *s, const char *frames, uint64_t count);

/*
 * The text of the file "hist" of an event with one trigger whose only key is the stack. False when
 * memory is short.
 */
bool stacks_from_hist(struct stacks *s, const char *text);

/* A piece of trace_pipe, where each event is followed by its stack; a piece of length 0 ends it. */
bool stacks_feed(struct stacks_reader *r, const char *text, size_t len);

/*
 * One line each: the functions, the outermost first, with ";" between, then the count. @root: in
 * front of all, or NULL.
 */
void stacks_folded(FILE *to, const struct stacks *s, const char *root);

#endif
