// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: a log of any content is read, judged and printed, in a form chosen by its length; and
 * the search finds what a plain one finds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "output.h"
#include "pipeline.h"
#include "scan.h"

static void take(void *context, const struct analysis *a)
{
	struct output *out = context;

	out->number++;
	if (!out->form->report(out, a, "fuzz"))
		abort();
}

static size_t plain_search(const char *const *texts, const char *buf, size_t len)
{
	size_t at, i;

	for (at = 0; at < len; at++)
		for (i = 0; texts[i]; i++)
			if (buf[at] == texts[i][0] && strlen(texts[i]) <= len - at &&
			    !memcmp(buf + at, texts[i], strlen(texts[i])))
				return at;
	return len;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static FILE *null;
	static struct scan *scan;
	static const struct output_form *const forms[] = { &text_form, &json_form, &summary_form,
							   &summary_json_form };
	const struct totals totals = { 0 };
	struct output out = { .form = forms[size % 4], .colour = true };
	struct pipeline *p;

	if (!null) {
		null = fopen("/dev/null", "w");
		scan = scan_new(collect_texts);
		if (!null || !scan)
			abort();
	}
	if (scan_find(scan, (const char *)data, size) !=
	    plain_search(collect_texts, (const char *)data, size))
		abort();

	out.to = null;
	if (!out.form->begin(&out))
		abort();
	p = pipeline_new(NULL, take, &out);
	if (!p)
		abort();
	pipeline_text(p, (const char *)data, size);
	pipeline_free(p);
	if (!out.form->end(&out, &totals))
		abort();
	return 0;
}
