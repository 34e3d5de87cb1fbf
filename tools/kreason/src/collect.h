/* SPDX-License-Identifier: GPL-2.0-only */
/* Puts the lines of a log together to reports, several of which may be printed at the same time. */
#ifndef KREASON_COLLECT_H
#define KREASON_COLLECT_H

#include "report.h"

struct collect;

/* Takes over the report. */
typedef void (*collect_fn)(void *context, struct report *report);

struct collect *collect_new(collect_fn fn, void *context);
void collect_free(struct collect *c);

void collect_line(struct collect *c, const struct norm_line *line);

/* Whether a report is open, so that lines without any of collect_texts matter. */
bool collect_busy(const struct collect *c);

/* Memory was short once, so that a report is missing. */
bool collect_failed(const struct collect *c);

/* No more lines: what is open is complete, or never will be. */
void collect_end(struct collect *c);

/* The memory states that are no failed allocation: of the OOM killer, of SysRq. */
unsigned long collect_others(const struct collect *c);

/*
 * Lines with none of these can begin no report, nor stand in the middle of one whose beginning is
 * lost. Each is at least SCAN_MIN_LEN long. Words that a mailer may have cut in two have both
 * halves here. Ended by NULL.
 */
extern const char *const collect_texts[];

#endif
