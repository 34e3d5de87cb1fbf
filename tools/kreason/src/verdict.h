/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of an analysis: only analyse() calls them. */
#ifndef KREASON_VERDICT_H
#define KREASON_VERDICT_H

#include "analyse.h"
#include "str.h"

/* Cause, sentence, and whether that explains it. */
void verdict(struct analysis *a);

/* What to do, each with the evidence that it rests on. */
void advise(struct analysis *a);

PRINTF_LIKE(2, 3) void add_unsure(struct analysis *a, const char *format, ...);

#endif
