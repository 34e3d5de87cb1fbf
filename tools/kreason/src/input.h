/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading logs of any size in constant memory, fast where there is nothing of interest. */
#ifndef KREASON_INPUT_H
#define KREASON_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct input_sink - who takes the lines
 * @line: a line without its newline; @number counts from 1
 * @gap:  lines are left out from here to the next one
 * @busy: more lines are wanted, whatever is in them
 */
struct input_sink {
	void (*line)(void *context, const char *line, size_t len, unsigned long number);
	void (*gap)(void *context);
	bool (*busy)(void *context);
	void *context;
};

/**
 * input_run() - read a file to its end
 * @fd:    open for reading; need not be seekable
 * @texts: where one of these occurs, lines go to @sink from some kB before it on, and on for as
 *         long as it is busy
 * @sink:  who takes them; gap() is called at the end
 *
 * Return: 0, or an error number with a minus.
 */
int input_run(int fd, const char *const *texts, const struct input_sink *sink);

#endif
