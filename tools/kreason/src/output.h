/* SPDX-License-Identifier: GPL-2.0-only */
/* The forms in which analyses are printed. */
#ifndef KREASON_OUTPUT_H
#define KREASON_OUTPUT_H

#include <stdio.h>

#include "analyse.h"

/**
 * struct totals - of a run
 * @reports:   found
 * @explained: of them
 * @others:    states of memory that are no failed allocation
 */
struct totals {
	unsigned long reports, explained, others;
};

struct output;

/**
 * struct output_form - one of them
 * @begin:  before the first report
 * @report: one; @file is the name of the input
 * @end:    after the last
 *
 * All return false when memory is short.
 */
struct output_form {
	bool (*begin)(struct output *o);
	bool (*report)(struct output *o, const struct analysis *a, const char *file);
	bool (*end)(struct output *o, const struct totals *totals);
};

/**
 * struct output - where and how
 * @to:     stream
 * @colour: escape sequences are welcome
 * @number: of reports so far
 * @data:   of the form
 */
struct output {
	const struct output_form *form;
	FILE *to;
	bool colour;
	unsigned long number;
	void *data;
};

extern const struct output_form text_form, json_form, summary_form, summary_json_form;

#endif
