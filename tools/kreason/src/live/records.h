/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the probes of a plan fetched: records of trace_pipe, and how often each combination of
 * values was seen.
 */
#ifndef KREASON_LIVE_RECORDS_H
#define KREASON_LIVE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kver.h"
#include "live/plan.h"

#define RECORD_FIELDS_MAX	8
#define VALUES_MAX		512
#define VALUE_TEXT_MAX		800
#define PENDING_MAX		256
#define CALLERS_MAX		128

/**
 * struct record - one event
 * @event: its number in the plan
 */
struct record {
	unsigned int event, n;
	long pid;
	struct {
		char name[24], text[96];
	} field[RECORD_FIELDS_MAX];
};

/* A line of trace_pipe. False where it is not one of the plan's events. */
bool record_parse(struct record *r, const char *line, const struct plan *p);

/**
 * struct values - all of a run
 * @plan:    whose records these are
 * @layout:  names of results, if it has BTF
 * @results: text of a format file that has them, or NULL
 * @kver:    to name GFP flags
 * @kallsyms: to name callers, or NULL; @callers: those named so far
 * @records: of each event
 * @lost:    overwritten in the kernel before they were read
 * @other:   of combinations for which there was no room
 * @value:   "NAME=VALUE" of a combination, tabs between them
 * @pending: calls whose return was not seen yet
 */
struct values {
	const struct plan *plan;
	const struct layout *layout;
	const char *results;
	struct kver kver;
	const char *kallsyms;
	unsigned int n_callers;
	struct {
		uint64_t address;
		char name[SYMBOL_MAX + 16];
	} caller[CALLERS_MAX];
	uint64_t records[PLAN_EVENTS_MAX], lost, other;
	unsigned int n, pendings;
	struct value {
		uint64_t count;
		char text[VALUE_TEXT_MAX];
	} value[VALUES_MAX];
	struct record pending[PENDING_MAX];
	char line[1024];
	size_t line_len;
};

/* A piece of trace_pipe. */
void values_feed(struct values *v, const char *text, size_t len);

/* No more will come. Sorts by count, the highest first. */
void values_end(struct values *v);

#endif
