// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE /* memfd_create() */
/*
 * What the live commands read from a kernel or a file. The first byte chooses the reader, the rest of
 * the first line is left out.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "live/counters.h"
#include "live/dist.h"
#include "live/event.h"
#include "live/instance.h"
#include "live/noise.h"
#include "live/saved.h"
#include "live/stacks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char why[WHY_MAX];

static void counters(const char *text, size_t len)
{
	static struct counters zero, c;
	static struct dist d;
	unsigned int i;

	if (!counters_parse(&c, text, len, why, sizeof(why)))
		return;
	if (!c.n || c.n > REASONS_MAX)
		abort();
	for (i = 0; i < N_PATHS; i++) {
		dist_make(&d, &paths[i], &zero, &c, 1, i & 1 ? 32 : 64);
		if (d.n != c.n)
			abort();
		dist_top(&d);
	}
}

static void event(const char *text, size_t len)
{
	static struct event_info info;

	if (event_parse(&info, text, len, "system", why, sizeof(why)))
		event_reason(&info, "wait_splice");
}

static void mounts(const char *text)
{
	char dir[32];

	if (place_mounted(text, "debugfs", dir, sizeof(dir)) && dir[0] != '/')
		abort();
}

static void stacks(const char *text, size_t len, bool hist)
{
	static struct stacks s;
	struct samples events = { 0 };
	struct stacks_reader r = { .to = &s, .events = &events };
	static FILE *null;

	if (!null && !(null = fopen("/dev/null", "w")))
		abort();
	if (hist) {
		if (!stacks_from_hist(&s, text))
			abort();
	} else {
		size_t half = len / 2;

		if ((half && !stacks_feed(&r, text, half)) ||
		    (len - half && !stacks_feed(&r, text + half, len - half)) || !stacks_feed(&r, NULL, 0))
			abort();
		samples_add_text(&events, text);
	}
	stacks_sort(&s);
	stacks_folded(null, &s, NULL);
	stacks_free(&s);
}

static void saved(const char *text, size_t len)
{
	char name[64];
	struct sample s;
	unsigned int i;
	json_t *doc;
	int fd = memfd_create("saved", 0);

	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		abort();
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	if (saved_read(name, &doc, why, sizeof(why))) {
		for (i = 0; i < N_PATHS; i++) {
			const json_t *path = saved_path(doc, paths[i].name);
			const char *hot = path ? saved_hot(path) : NULL;

			if (path && saved_sample(&s, path, hot ? hot : "a", why, sizeof(why))) {
				const struct noise_rule rule = { 0.01, 50, 30, false };

				noise_judge(&s, &s, &rule, why, sizeof(why));
			}
		}
		json_decref(doc);
	}
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *line = size ? memchr(data, '\n', size) : NULL;
	size_t len;
	char *text;
	bool runs;

	if (!line)
		return 0;
	line++;
	len = size - (line - data);
	text = malloc(len + 1);
	if (!text)
		abort();
	memcpy(text, line, len);
	text[len] = '\0';
	switch (data[0]) {
	case 'c':
		counters(text, len);
		break;
	case 'e':
		event(text, len);
		break;
	case 'm':
		mounts(text);
		break;
	case 'h':
	case 't':
		stacks(text, len, data[0] == 'h');
		break;
	case 's':
		saved(text, len);
		break;
	case 'o':
		owner_parse(text, '-', &runs);
		break;
	}
	free(text);
	return 0;
}
