/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the lines of a log, a mail or a bug tracker to the lines that the kernel printed: without
 * quotes, prefixes and encodings, put together where a mailer wrapped them and taken apart where a
 * daemon glued them.
 */
#ifndef KREASON_NORM_H
#define KREASON_NORM_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A longer line is cut here. The longest that a kernel prints has about 1 kB; an escaped journal
 * record more.
 */
#define NORM_LINE_MAX 16384

/**
 * struct norm_line - one line as the kernel printed it
 * @text:    ends in NUL; no blank at its start
 * @number:  of the line in the input that it begins in, from 1
 * @time:    the time stamp as text, "" if none
 * @seconds: the same as a number where it is the kernel's own, else -1
 * @host:    from a syslog prefix, "" if none
 * @caller:  task or CPU that printed it (CONFIG_PRINTK_CALLER and the like), "" if not known
 * @foreign: another program's line in the same log
 */
struct norm_line {
	const char *text;
	unsigned long number;
	char time[40];
	double seconds;
	char host[64];
	char caller[32];
	bool foreign;
};

typedef void (*norm_fn)(void *context, const struct norm_line *line);

struct norm;

struct norm *norm_new(norm_fn fn, void *context);
void norm_free(struct norm *n);

/* One line of input, without its newline. */
void norm_feed(struct norm *n, const char *line, size_t len, unsigned long number);

/* What is held back for a continuation goes out; the next line belongs to another place. */
void norm_flush(struct norm *n);

#endif
