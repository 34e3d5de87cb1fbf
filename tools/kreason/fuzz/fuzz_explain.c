// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: a log of any content is read, judged and printed in all forms; and the search finds what a plain one finds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "output.h"
#include "pipeline.h"
#include "scan.h"

struct forms {
	struct output out[4];
	FILE *null;
};

static void take(void *context, const struct analysis *a)
{
	struct forms *f = context;
	size_t i;

	for (i = 0; i < 4; i++) {
		f->out[i].number++;
		if (!f->out[i].form->report(&f->out[i], a, "fuzz"))
			abort();
	}
}

static size_t plain_search(const char *const *texts, const char *buf, size_t len)
{
	size_t at, i;

	for (at = 0; at < len; at++)
		for (i = 0; texts[i]; i++)
			if (buf[at] == texts[i][0] && strlen(texts[i]) <= len - at && !memcmp(buf + at, texts[i], strlen(texts[i])))
				return at;
	return len;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static FILE *null;
	static struct scan *scan;
	const struct totals totals = { 0 };
	struct forms forms = {
		.out = { { .form = &text_form, .colour = true }, { .form = &json_form }, { .form = &summary_form },
			 { .form = &summary_json_form } },
	};
	struct pipeline *p;
	size_t i;

	if (!null) {
		null = fopen("/dev/null", "w");
		scan = scan_new(collect_texts);
		if (!null || !scan)
			abort();
	}
	if (scan_find(scan, (const char *)data, size) != plain_search(collect_texts, (const char *)data, size))
		abort();

	for (i = 0; i < 4; i++) {
		forms.out[i].to = null;
		if (!forms.out[i].form->begin(&forms.out[i]))
			abort();
	}
	p = pipeline_new(NULL, take, &forms);
	if (!p)
		abort();
	pipeline_text(p, (const char *)data, size);
	pipeline_free(p);
	for (i = 0; i < 4; i++)
		if (!forms.out[i].form->end(&forms.out[i], &totals))
			abort();
	return 0;
}
