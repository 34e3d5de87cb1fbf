/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last few events of a trace as the kernel prints them, with the task and without the rest of
 * what is before them.
 */
#ifndef KREASON_LIVE_SAMPLES_H
#define KREASON_LIVE_SAMPLES_H

#define SAMPLES_MAX	16
#define SAMPLE_TEXT_MAX	320

/**
 * struct samples - a ring
 * @seen: all; number i of them is in @line[i % SAMPLES_MAX]
 */
struct samples {
	unsigned long seen;
	char line[SAMPLES_MAX][SAMPLE_TEXT_MAX];
};

/* A line of trace or trace_pipe; what is no event is left out. */
void samples_add(struct samples *s, const char *line);

/* All lines of a text. */
void samples_add_text(struct samples *s, const char *text);

/* Number @i of the last @most, the oldest first; NULL behind the last. */
const char *samples_get(const struct samples *s, unsigned int most, unsigned int i);

#endif
