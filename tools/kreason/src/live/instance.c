// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE /* tracefs.h needs cpu_set_t */
#include "live/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tracefs.h>
#include <unistd.h>

#include "live/file.h"
#include "str.h"

/* Clock ticks since boot at which a process began; 0 where there is none. */
static unsigned long long started(unsigned long pid)
{
	char name[64], *text, *p;
	unsigned long long start = 0;
	int field;

	snprintf(name, sizeof(name), "/proc/%lu/stat", pid);
	text = file_read(name, 4096, NULL);
	/*
	 * The name of the command, in parentheses, may contain anything; field 22 counts from 1,
	 * the one after it is 3.
	 */
	p = text ? strrchr(text, ')') : NULL;
	for (field = 2; p && field < 22; field++) {
		p = strchr(p, ' ');
		p += !!p;
	}
	if (p)
		start = strtoull(p, NULL, 10);
	free(text);
	return start;
}

void owner_name(char *buf, size_t size, char separator, unsigned int n)
{
	unsigned long pid = getpid();

	snprintf(buf, size, "%s%c%lu%c%llu%c%u", OWNER_PREFIX, separator, pid, separator,
		 started(pid), separator, n);
}

bool owner_parse(const char *name, char separator, bool *runs)
{
	unsigned long long number[3];
	const char *p = name + strlen(OWNER_PREFIX);
	char *end;
	int i;

	if (!starts(name, OWNER_PREFIX))
		return false;
	for (i = 0; i < 3; i++) {
		if (*p != separator || !is_digit(p[1]))
			return false;
		errno = 0;
		number[i] = strtoull(p + 1, &end, 10);
		if (errno)
			return false;
		p = end;
	}
	if (*p)
		return false;
	*runs = number[1] && started(number[0]) == number[1];
	return true;
}

bool instance_use(const struct place *tracefs)
{
	char dir[PATH_MAX];

	str_copy(dir, sizeof(dir), tracefs->dir, strlen(tracefs->dir));
	return !tracefs_set_tracing_dir(dir);
}

static void pause_ms(long ms)
{
	struct timespec t = { .tv_nsec = ms * 1000000 };

	nanosleep(&t, NULL);
}

/* Who reads the directory or looks at a file at this moment is gone at the next. */
static bool removed(struct tracefs_instance *t)
{
	int i;

	for (i = 0; i < 20; i++) {
		if (!tracefs_instance_destroy(t))
			return true;
		if (errno != EBUSY)
			return errno == ENOENT;
		pause_ms(10);
	}
	errno = EBUSY;
	return false;
}

unsigned int instance_clean(unsigned int *kept)
{
	/* Not with a pattern: the library (1.6) does not free what it compiles it to. */
	char **names = tracefs_instances(NULL), **name;
	unsigned int gone = 0;
	bool runs;

	*kept = 0;
	for (name = names; name && *name; name++) {
		struct tracefs_instance *t;

		if (!owner_parse(*name, '-', &runs) || runs)
			continue;
		t = tracefs_instance_alloc(NULL, *name);
		if (t && removed(t))
			gone++;
		else
			++*kept;
		tracefs_instance_free(t);
	}
	tracefs_list_free(names);
	return gone;
}

bool instance_open(struct instance *i, unsigned int n, char *why, size_t size)
{
	char name[96];
	int attempt;

	owner_name(name, sizeof(name), '-', n);
	/* Somebody who takes us for dead may remove it before the file in it is open. */
	for (attempt = 0; attempt < 3; attempt++) {
		i->fd = -1;
		i->t = tracefs_instance_create(name);
		if (!i->t) {
			place_refused(why, size, "tracefs instance", errno);
			return false;
		}
		i->fd = tracefs_instance_file_open(i->t, "tracing_on", O_RDONLY);
		if (i->fd >= 0)
			return true;
		tracefs_instance_destroy(i->t);
		tracefs_instance_free(i->t);
	}
	i->t = NULL;
	snprintf(why, size, "the tracefs instance %s does not stay", name);
	return false;
}

bool instance_close(struct instance *i)
{
	bool good;

	if (!i->t)
		return true;
	close(i->fd);
	good = removed(i->t);
	tracefs_instance_free(i->t);
	i->t = NULL;
	return good;
}
