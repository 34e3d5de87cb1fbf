/* SPDX-License-Identifier: GPL-2.0-only */
/* From input to analyses: what the command, the tests and the fuzzer share. */
#ifndef KREASON_PIPELINE_H
#define KREASON_PIPELINE_H

#include "analyse.h"

/* Gets each analysis in the order of the input; it is freed afterwards. */
typedef void (*analysis_fn)(void *context, const struct analysis *a);

struct pipeline;

struct pipeline *pipeline_new(const struct given *given, analysis_fn fn, void *context);
void pipeline_free(struct pipeline *p);

/* Read a file to its end. 0 or a negative error number. */
int pipeline_file(struct pipeline *p, int fd);

/* The same for text in memory, all of it, without the search for places of interest. */
void pipeline_text(struct pipeline *p, const char *text, size_t len);

/* States of memory seen that are no failed allocation. */
unsigned long pipeline_others(const struct pipeline *p);

/* Memory was short once, so that something is missing. */
bool pipeline_failed(const struct pipeline *p);

#endif
