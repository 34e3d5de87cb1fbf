// SPDX-License-Identifier: GPL-2.0-only
#include "live/metrics.h"

#include <inttypes.h>
#include <string.h>

#include "str.h"

#define COUNTS	"kreason_reasons"	/* without "_total" */
#define PATHS	"kreason_path_readable"
#define TIME	"kreason_read_time_seconds"

/*
 * Bytes of the UTF-8 character at @s, 0 when it is none: too long a form, a surrogate, or above
 * U+10FFFF.
 */
static unsigned int utf8_length(const char *s)
{
	unsigned char c = s[0], second = c ? s[1] : 0;
	unsigned int n = c < 0x80 ? 1 :
			 c < 0xc2 ? 0 :
			 c < 0xe0 ? 2 :
			 c < 0xf0 ? 3 :
			 c < 0xf5 ? 4 :
				    0,
		     i;

	/* The byte that ends the text is no continuation, so nothing is read behind it. */
	for (i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((c == 0xe0 && second < 0xa0) || (c == 0xed && second > 0x9f) ||
	    (c == 0xf0 && second < 0x90) || (c == 0xf4 && second > 0x8f))
		return 0;
	return n;
}

void metrics_label(FILE *to, const char *value)
{
	while (*value) {
		unsigned int n = utf8_length(value);

		if (*value == '\n')
			fputs("\\n", to);
		else if (*value == '\\' || *value == '"')
			fprintf(to, "\\%c", *value);
		else if (n)
			fwrite(value, 1, n, to);
		else
			fputc('?', to);
		value += n ? n : 1;
	}
}

static void family(FILE *to, enum metrics_form form, const char *name, const char *type,
		   const char *unit, const char *help)
{
	const char *total = form == METRICS_PROMETHEUS && !strcmp(type, "counter") ? "_total" : "";

	fprintf(to, "# HELP %s%s %s\n# TYPE %s%s %s\n", name, total, help, name, total, type);
	if (unit && form == METRICS_OPENMETRICS)
		fprintf(to, "# UNIT %s %s\n", name, unit);
}

static void label(FILE *to, const char *name, const char *value)
{
	fprintf(to, "%s=\"", name);
	metrics_label(to, value);
	fputc('"', to);
}

void metrics_write(FILE *to, enum metrics_form form, const struct metrics_path *p, unsigned int n,
		   double time)
{
	unsigned int i, j;

	family(to, form, PATHS, "gauge", NULL, "Whether the counters of this path could be read.");
	for (i = 0; i < n; i++) {
		fprintf(to, PATHS "{");
		label(to, "path", p[i].path->name);
		fprintf(to, "} %d\n", p[i].readable);
	}
	family(to, form, TIME, "gauge", "seconds",
	       "When the counters were read, in seconds since 1970.");
	fprintf(to, TIME " %.3f\n", time);
	family(to, form, COUNTS, "counter", NULL,
	       "How often the kernel took this path for this reason since it was booted.");
	for (i = 0; i < n; i++) {
		for (j = 0; p[i].readable && j < p[i].counters.n; j++) {
			const struct counter *r = &p[i].counters.reason[j];

			fprintf(to, COUNTS "_total{");
			label(to, "path", p[i].path->name);
			fputc(',', to);
			label(to, "reason", r->name);
			fputc(',', to);
			label(to, "in_share", path_in_group(p[i].path, r->name) ? "true" : "false");
			fputc(',', to);
			label(to, "normal", path_normal(p[i].path, r->name) ? "true" : "false");
			fprintf(to, "} %" PRIu64 "\n", r->value);
		}
	}
	if (form == METRICS_OPENMETRICS)
		fputs("# EOF\n", to);
}
