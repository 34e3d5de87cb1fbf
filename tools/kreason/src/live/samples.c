// SPDX-License-Identifier: GPL-2.0-only
#include "live/samples.h"

#include <string.h>

#include "str.h"

/*
 * " task-pid [cpu] flags seconds.micros: event: fields". The name of a task may contain anything, a
 * bracket too, but the kernel prints at most 15 characters of it.
 */
void samples_add(struct samples *s, const char *line)
{
	const char *task = skip_blank(line), *p, *cpu = NULL;
	char *to;

	if (*task == '#')
		return;
	for (p = task; (p = strstr(p, " [")); p += 2) {
		const char *q = p + 2 + strspn(p + 2, "0123456789");

		if (q > p + 2 && *q == ']') {
			cpu = p;
			break;
		}
	}
	if (!cpu)
		return;
	p = strstr(cpu, ": ");
	/* In front of the name there is the time. */
	if (!p || p == cpu || !is_digit(p[-1]) || !is_word(p[2]))
		return;
	while (cpu > task && is_blank(cpu[-1]))
		cpu--;
	to = s->line[s->seen++ % SAMPLES_MAX];
	str_copy(to, SAMPLE_TEXT_MAX, task, cpu - task);
	str_add(to, SAMPLE_TEXT_MAX, " %s", p + 2);
}

void samples_add_text(struct samples *s, const char *text)
{
	char line[1024];

	while (*text) {
		size_t len = strcspn(text, "\n");

		str_copy(line, sizeof(line), text, len);
		samples_add(s, line);
		text += len;
		text += *text == '\n';
	}
}

const char *samples_get(const struct samples *s, unsigned int most, unsigned int i)
{
	unsigned long have = s->seen < SAMPLES_MAX ? s->seen : SAMPLES_MAX;

	if (most > have)
		most = have;
	return i < most ? s->line[(s->seen - most + i) % SAMPLES_MAX] : NULL;
}
