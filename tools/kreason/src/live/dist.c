// SPDX-License-Identifier: GPL-2.0-only
#include "live/dist.h"

#include <string.h>

void dist_make(struct dist *d, const struct path *path, const struct counters *before,
	       const struct counters *after, double seconds, unsigned int bits)
{
	unsigned int i;

	d->path = path;
	d->seconds = seconds;
	d->all = d->group = 0;
	d->n = after->n;
	for (i = 0; i < after->n; i++) {
		const struct counter *was = counters_find(before, after->reason[i].name);
		struct dist_reason *r = &d->reason[i];

		memcpy(r->name, after->reason[i].name, sizeof(r->name));
		r->before = was ? was->value : 0;
		r->after = after->reason[i].value;
		r->count = counter_moved(r->before, r->after, bits);
		r->in_group = path_in_group(path, r->name);
		r->normal = path_normal(path, r->name);
		d->all += r->count;
		if (r->in_group)
			d->group += r->count;
	}
}

const struct dist_reason *dist_find(const struct dist *d, const char *name)
{
	unsigned int i;

	for (i = 0; i < d->n; i++)
		if (!strcmp(d->reason[i].name, name))
			return &d->reason[i];
	return NULL;
}

double dist_share(const struct dist *d, const struct dist_reason *r)
{
	return r->in_group && d->group ? 100.0 * r->count / d->group : -1;
}

const struct dist_reason *dist_top(const struct dist *d)
{
	const struct dist_reason *top = NULL;
	unsigned int i;

	for (i = 0; i < d->n; i++)
		if (!d->reason[i].normal && d->reason[i].count &&
		    (!top || d->reason[i].count > top->count))
			top = &d->reason[i];
	return top;
}
