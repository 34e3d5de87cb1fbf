/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An own instance of tracefs: what is set up in it touches nobody else's tracing, and goes when it
 * is removed.
 *
 * The name says whose it is: kreason-PID-START-N, with the start time of the process, so that a
 * number that was used again is no alibi. An instance of a process that is gone is removed by
 * whoever comes next. A live one has a file in it open, for which the kernel itself refuses to
 * remove it, also to somebody in another PID namespace who takes its owner for dead.
 */
#ifndef KREASON_LIVE_INSTANCE_H
#define KREASON_LIVE_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "live/place.h"

struct tracefs_instance;

/**
 * struct instance - one
 * @fd: the open file that keeps it
 */
struct instance {
	struct tracefs_instance *t;
	int fd;
};

#define OWNER_PREFIX	"kreason"

/* "kreason-PID-START-N" for this process. */
void owner_name(char *buf, size_t size, char separator, unsigned int n);

/* Whether @name is of that form, and then whether its process still runs. */
bool owner_parse(const char *name, char separator, bool *runs);

/* Everything below uses the tracefs of this place. */
bool instance_use(const struct place *tracefs);

/*
 * Remove those whose process is gone. How many, and in @kept how many could not be removed because
 * somebody uses them.
 */
unsigned int instance_clean(unsigned int *kept);

/* False with the cause in @why. */
bool instance_open(struct instance *i, unsigned int n, char *why, size_t size);

/* False with errno when it cannot be removed; it then has nothing that is switched on. */
bool instance_close(struct instance *i);

#endif
