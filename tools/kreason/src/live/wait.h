/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Time, signals and a command that is measured. Signals are blocked while something is set up in
 * the kernel, and waited for.
 */
#ifndef KREASON_LIVE_WAIT_H
#define KREASON_LIVE_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Seconds on a clock that is not set. */
double wait_now(void);

/*
 * From here on, the signals that end a program wait until wait_until() takes them; SIGPIPE is
 * ignored.
 */
void wait_begin(void);

/* They are taken as usual again. Where output may block, so that the user can end that. */
void wait_end(void);

/**
 * struct wait - for a time, a signal or the end of a command
 * @pid:     of the command, 0 without one
 * @status:  its exit code as a shell has it, once it ended
 * @ended:   the command did
 * @signal:  that asked this program to end, or 0
 */
struct wait {
	pid_t pid;
	int status;
	bool ended;
	int signal;
};

/* Start a command, its standard output to our standard error. False with the cause in @why. */
bool wait_start(struct wait *w, char *const *command, char *why, size_t size);

/* Until wait_now() is @when or something in @w happened. */
void wait_until(struct wait *w, double when);

/* End the command, if it still runs: with the signal that we got, or with SIGTERM. */
void wait_stop(struct wait *w);

#endif
