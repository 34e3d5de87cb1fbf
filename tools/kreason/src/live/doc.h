/* SPDX-License-Identifier: GPL-2.0-only */
/* A run of drill or report as a document: text, Markdown or JSON. */
#ifndef KREASON_LIVE_DOC_H
#define KREASON_LIVE_DOC_H

#include <jansson.h>
#include <stdio.h>

#include "live/drill.h"
#include "live/facts.h"

/* Names in the JSON form are added, never changed; this grows when one has to be. */
#define DOC_SCHEMA	1

/**
 * struct doc - what to print of a run
 * @kind:     "drill" or "report"
 * @facts:    of the kernel, or NULL
 * @markdown: headings and tables in that form
 * @colour:   escape sequences are welcome
 * @stacks:   how many to print at most, in the forms for people; @events: the same
 */
struct doc {
	const char *kind;
	const struct drill *drill;
	const struct facts *facts;
	bool markdown, colour;
	unsigned int stacks, events;
};

/* What became of a target, in a word for programs. */
const char *doc_phase(const struct target *t);

/* The verdict in one sentence. */
void doc_verdict(const struct doc *doc, const struct target *t, char *buf, size_t size);

void doc_text(FILE *to, const struct doc *doc);

/* NULL when memory is short. */
json_t *doc_json(const struct doc *doc);

#endif
