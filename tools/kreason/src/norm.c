// SPDX-License-Identifier: GPL-2.0-only
/*
 * A line goes through four stages, each with one line of state at most: soft line breaks of
 * quoted-printable, journal records, pieces at encoded newlines, and continuations. Nothing here
 * knows what a report is, but for the first lines of reports, which must not be taken for a
 * continuation.
 */
#include "norm.h"

#include <stdio.h>
#include <stdlib.h>

#include "str.h"

/* Lines after one with a time stamp for which a line without is taken for its continuation. */
#define CONTINUED_LINES 40

struct prefix {
	char time[40];
	double seconds;
	char host[64];
	char caller[32];
	bool stamped, foreign;
};

struct norm {
	norm_fn fn;
	void *context;

	char raw[NORM_LINE_MAX + 1]; /* a line of input, after soft breaks were joined */
	size_t raw_len;
	unsigned long raw_number;
	bool soft, quoted_printable;

	bool in_export, binary_message, binary_header;

	char held[NORM_LINE_MAX + 1]; /* a line of output that may be continued */
	size_t held_len;
	bool holding, held_open; /* held_open: no blank at its end */
	struct norm_line out;
	int continuable; /* lines left of CONTINUED_LINES */
};

struct norm *norm_new(norm_fn fn, void *context)
{
	struct norm *n = calloc(1, sizeof(*n));

	if (n) {
		n->fn = fn;
		n->context = context;
	}
	return n;
}

void norm_free(struct norm *n)
{
	free(n);
}

static void release(struct norm *n)
{
	if (!n->holding)
		return;
	n->holding = false;
	n->held[n->held_len] = '\0';
	n->out.text = n->held;
	n->fn(n->context, &n->out);
}

/* Continuations. */

/* Keys of a zone's line that a wrap at a fixed column cuts in two. */
static const char *const keys[] = {
	"active_anon",
	"active_file",
	"all_unreclaimable",
	"boost",
	"bounce",
	"dirty",
	"free",
	"free_cma",
	"free_highatomic",
	"free_pcp",
	"high",
	"inactive_anon",
	"inactive_file",
	"isolated(anon)",
	"isolated(file)",
	"kernel_stack",
	"local_pcp",
	"low",
	"lowmem_reserve[]",
	"managed",
	"mapped",
	"min",
	"mlocked",
	"pagetables",
	"pages_scanned",
	"present",
	"reserved_highatomic",
	"shmem",
	"slab_reclaimable",
	"slab_unreclaimable",
	"unevictable",
	"unstable",
	"writeback",
	"writeback_tmp",
	"writepending",
	"zspages",
};

static bool is_key(const char *word, size_t len)
{
	char key[24];

	if (!len || len >= sizeof(key))
		return false;
	str_copy(key, sizeof(key), word, len);
	return str_in(key, keys, ARRAY_SIZE(keys));
}

/* [0-9*]*kB, the rest of a number that was cut. */
static bool is_number_rest(const char *p)
{
	while (is_digit(*p) || *p == '*' || *p == '_')
		p++;
	if (*p == 'k' || *p == 'K')
		p++;
	return *p == 'B' && !is_word(p[1]);
}

/* Was a word cut in two between @tail, which ends a line, and @head, which begins the next? */
static bool word_was_cut(const char *tail, size_t tail_len, const char *head)
{
	const char *word = tail + tail_len, *colon;
	char joined[48];
	size_t len = 0;

	while (word > tail && !is_blank(word[-1]) && word > tail + tail_len - 40)
		word--;
	if (!*word)
		return false;

	if (is_digit(*word) || (colon = memchr(word, ':', tail + tail_len - word)) != NULL) {
		const char *p = is_digit(*word) ? word : colon + 1;

		if (!is_digit(*p))
			return false;
		while (is_digit(*p) || *p == '*' || *p == '_')
			p++;
		if (*p == 'k')
			p++;
		return !*p && is_number_rest(head);
	}

	while (is_lower(head[len]) || head[len] == '_' || head[len] == '(' || head[len] == ')')
		len++;
	if (head[len] != ':' || is_key(head, len) || len > 24)
		return false;
	snprintf(joined, sizeof(joined), "%.*s%.*s", 20, word, (int)len, head);
	return is_key(joined, strlen(joined));
}

/* A list of flags, which has no blank in it, without its end. */
static bool open_list(const char *text)
{
	const char *p = strstr(text, "(GFP_");

	if (!p)
		p = strstr(text, "(__GFP_");
	return p && !strpbrk(p, ") ");
}

/*
 * The first line of a report that has not all of its parts yet, or a line of a trace without its
 * function.
 */
static bool wants_more(const char *held)
{
	size_t len = strlen(held);
	const char *p = after(held, "page allocation"), *mode;

	while (len && is_blank(held[len - 1]))
		len--;
	if (len && held[len - 1] == '?')
		return true;
	/* "[<ffffffff8115dedc>]" alone. */
	if (len > 4 && held[len - 1] == ']' && held[len - 2] == '>')
		return true;
	if (!p || len > 400)
		return false;
	mode = after(p, "mode:");
	if (!mode || !*skip_blank(mode))
		return true;
	return open_list(mode);
}

/* Lines that continue nothing. */
static bool begins(const char *text)
{
	/* "[...]": whoever pasted it left something out. */
	if (starts(text, "[...]") || !strcmp(text, "..."))
		return true;
	return strstr(text, "page allocation failure") || strstr(text, "page allocation stall") ||
	       starts(text, "Mem-Info:") || starts(text, "Mem-info:") ||
	       starts(text, "SLUB: Unable") || strstr(text, "alloc failed, req-size") ||
	       strstr(text, "allocation failed, size=") ||
	       strstr(text, "vmalloc: allocation failure") || strstr(text, "vmalloc error: size");
}

/* A whole line of a stack: "[<addr>] function+0x1/0x2", "? function+0x1/0x2". */
static bool is_frame(const char *p)
{
	if (starts(p, "[<") || starts(p, "([<"))
		return true;
	if (starts(p, "? "))
		p += 2;
	if (!is_word(*p) || is_digit(*p))
		return false;
	while (is_word(*p) || *p == '.')
		p++;
	return starts(p, "+0x");
}

static void append(struct norm *n, const char *text, bool glue)
{
	size_t len = strlen(text);

	if (!glue && n->held_len && n->held_len < NORM_LINE_MAX)
		n->held[n->held_len++] = ' ';
	if (len > NORM_LINE_MAX - n->held_len)
		len = NORM_LINE_MAX - n->held_len;
	memcpy(n->held + n->held_len, text, len);
	n->held_len += len;
	n->held[n->held_len] = '\0';
}

static void deliver(struct norm *n, const char *text, const struct prefix *prefix,
		    unsigned long number)
{
	size_t len;

	text = skip_blank(text);
	len = strlen(text);

	if (n->holding && !prefix->stamped && !n->out.foreign) {
		bool glue = n->held_open &&
			    (word_was_cut(n->held, n->held_len, text) || open_list(n->held));
		bool continued = glue || wants_more(n->held) ||
				 (n->continuable > 0 && !is_frame(text));

		if (*text && continued && !begins(text)) {
			if (n->continuable)
				n->continuable--;
			append(n, text, glue);
			n->held_open = len && !is_blank(text[len - 1]);
			return;
		}
	}
	release(n);
	if (!*text) {
		/* An empty line, as between a pasted log and what its reader says. */
		n->continuable = 0;
		return;
	}
	if (prefix->stamped)
		n->continuable = CONTINUED_LINES;
	else if (n->continuable)
		n->continuable--;

	n->out.number = number;
	memcpy(n->out.time, prefix->time, sizeof(n->out.time));
	memcpy(n->out.host, prefix->host, sizeof(n->out.host));
	memcpy(n->out.caller, prefix->caller, sizeof(n->out.caller));
	n->out.seconds = prefix->seconds;
	n->out.foreign = prefix->foreign;
	n->held_len = 0;
	append(n, text, true);
	n->held_open = len && !is_blank(text[len - 1]);
	n->holding = true;
}

/* Prefixes. */

static bool is_month(const char *p)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	int i;

	for (i = 0; i < 36; i += 3)
		if (!strncmp(p, months + i, 3))
			return true;
	return false;
}

/* hh:mm:ss with an optional fraction; what follows it, or NULL. */
static const char *clock_time(const char *p)
{
	int i;

	for (i = 0; i < 8; i++)
		if (i == 2 || i == 5 ? p[i] != ':' : !is_digit(p[i]))
			return NULL;
	p += 8;
	if ((*p == '.' || *p == ',') && is_digit(p[1]))
		for (p++; is_digit(*p); p++)
			;
	return p;
}

static bool digits(const char *p, int n)
{
	while (n--)
		if (!is_digit(*p++))
			return false;
	return true;
}

/* 2026-03-01T12:00:00.123456+01:00; what follows it, or NULL. */
static const char *iso_time(const char *p)
{
	const char *q;

	if (!digits(p, 4) || p[4] != '-' || !digits(p + 5, 2) || p[7] != '-' || !digits(p + 8, 2) ||
	    (p[10] != 'T' && p[10] != ' '))
		return NULL;
	q = clock_time(p + 11);
	if (!q)
		return NULL;
	if (*q == 'Z')
		return q + 1;
	if ((*q == '+' || *q == '-') && digits(q + 1, 2)) {
		q += 3;
		if (*q == ':')
			q++;
		if (digits(q, 2))
			q += 2;
	}
	return q;
}

/* "Mar  1 12:00:00", also with a year after the day; what follows it, or NULL. */
static const char *syslog_time(const char *p)
{
	long day;

	if (!is_month(p) || p[3] != ' ')
		return NULL;
	p = skip_blank(p + 3);
	if (!str_number(&p, &day) || day > 31 || *p != ' ')
		return NULL;
	p = skip_blank(p);
	if (digits(p, 4) && p[4] == ' ')
		p += 5;
	return clock_time(p);
}

/* "kernel:" or "kernel[0]:"; what follows it, or NULL. */
static const char *kernel_tag(const char *p)
{
	if (!starts(p, "kernel"))
		return NULL;
	p += 6;
	if (*p == '[') {
		do
			p++;
		while (is_digit(*p));
		if (*p++ != ']')
			return NULL;
	}
	return *p == ':' ? p + 1 : NULL;
}

/* Host and tag after the time of a syslog line. */
static const char *syslog_host(const char *p, struct prefix *x)
{
	const char *word = skip_blank(p), *end = word, *next;

	if (kernel_tag(word))
		return kernel_tag(word);
	/* A line that lost its host, or never had one, and is nobody's name. */
	if (starts(word, "Node ") && is_digit(word[5]))
		return p;
	while (*end && !is_blank(*end))
		end++;
	if (end == word || end[-1] == ':' || *word == '[' || *word == '<')
		return p;
	next = skip_blank(end);
	if (kernel_tag(next)) {
		str_copy(x->host, sizeof(x->host), word, end - word);
		return kernel_tag(next);
	}
	/* RFC 5424: "host kernel - - - text". */
	if (starts(next, "kernel - - - ")) {
		str_copy(x->host, sizeof(x->host), word, end - word);
		return next + 13;
	}
	/* "host sshd[123]: text" is another program's; "host text" lost its tag. */
	for (p = next; is_word(*p) || *p == '-' || *p == '.' || *p == '/' || *p == '(' || *p == ')';
	     p++)
		;
	if (p != next && *p == '[' && is_digit(p[1])) {
		do
			p++;
		while (is_digit(*p));
		x->foreign = starts(p, "]: ") || starts(p, "]:");
	}
	str_copy(x->host, sizeof(x->host), word, end - word);
	return end;
}

/*
 * "[  123.456789] ", "[ T123] ", "[2:  Binder:711_1:  740] ", "[Mon Oct 12 20:15:06 2026] "; what
 * follows, or NULL.
 */
static const char *bracket(const char *p, struct prefix *x)
{
	const char *start = skip_blank(p + 1), *q = start, *end = strchr(p, ']');
	long number;

	if (!end || end - p > 48)
		return NULL;
	if (str_number(&q, &number) && *q == '.' && digits(q + 1, 3)) {
		for (q++; is_digit(*q); q++)
			;
		if (*q != ']' && *q != ',' && *q != ' ')
			return NULL;
		str_copy(x->time, sizeof(x->time), start, q - start);
		x->seconds = strtod(start, NULL);
		x->stamped = true;
		return end + 1;
	}
	q = start;
	if ((*q == 'T' || *q == 'C') && is_digit(q[1])) {
		for (q++; is_digit(*q); q++)
			;
		if (q != end || !x->stamped)
			return NULL;
		str_copy(x->caller, sizeof(x->caller), start, q - start);
		return end + 1;
	}
	if (x->stamped && str_number(&q, &number) && *q == ':') {
		const char *last = end;

		while (last > q && is_digit(last[-1]))
			last--;
		if (last == end)
			return NULL;
		snprintf(x->caller, sizeof(x->caller), "T%.*s",
			 (int)(end - last < 20 ? end - last : 20), last);
		return end + 1;
	}
	/* The day of the week, then as in a syslog, then the year. */
	if (is_upper(*start) && is_blank(start[3]) && syslog_time(start + 4)) {
		str_copy(x->time, sizeof(x->time), start, end - start);
		x->stamped = true;
		return end + 1;
	}
	return NULL;
}

/* "6,339,5140900,-,caller=T12;" of /dev/kmsg; what follows it, or NULL. */
static const char *kmsg(const char *p, struct prefix *x)
{
	long level, sequence, usec;
	const char *end, *caller;

	if (!str_number(&p, &level) || *p++ != ',' || !str_number(&p, &sequence) || *p++ != ',' ||
	    !str_number(&p, &usec) || *p++ != ',')
		return NULL;
	end = strchr(p, ';');
	if (!end || end - p > 64)
		return NULL;
	snprintf(x->time, sizeof(x->time), "%ld.%06ld", usec / 1000000, usec % 1000000);
	x->seconds = usec / 1e6;
	caller = strstr(p, "caller=");
	if (caller && caller < end)
		str_copy(x->caller, sizeof(x->caller), caller + 7, end - caller - 7);
	x->stamped = true;
	return end + 1;
}

/* "03-01 12:00:00.123  1234  1234 W " of Android's logcat; what follows it, or NULL. */
static const char *logcat(const char *p)
{
	long pid, tid;

	if (!digits(p, 2) || p[2] != '-' || !digits(p + 3, 2) || p[5] != ' ')
		return NULL;
	p = clock_time(p + 6);
	if (!p)
		return NULL;
	p = skip_blank(p);
	if (!str_number(&p, &pid))
		return NULL;
	p = skip_blank(p);
	if (!str_number(&p, &tid) || !is_blank(*p))
		return NULL;
	p = skip_blank(p);
	return is_upper(*p) && is_blank(p[1]) ? p + 1 : NULL;
}

/*
 * "(0)[50:kswapd0]", CPU and task, behind the time stamp on some boards; what follows it, or NULL.
 */
static const char *cpu_and_task(const char *p, struct prefix *x)
{
	long number;
	const char *end;

	if (*p++ != '(' || !str_number(&p, &number) || *p++ != ')' || *p++ != '[' ||
	    !str_number(&p, &number) || *p != ':')
		return NULL;
	end = strchr(p, ']');
	if (!end || end - p > 24)
		return NULL;
	snprintf(x->caller, sizeof(x->caller), "T%ld", number);
	return end + 1;
}

/* "1769999999.123456" of journalctl -o short-unix; what follows it, or NULL. */
static const char *unix_time(const char *p)
{
	if (!digits(p, 9))
		return NULL;
	while (is_digit(*p))
		p++;
	return *p == '.' && digits(p + 1, 6) && p[7] == ' ' ? p + 7 : NULL;
}

/*
 * "12:" or "12-" of grep -n, or "12:00:00.123 " of a build log, before a time of the kernel or of
 * syslog; what follows it, or NULL.
 */
static const char *counted(const char *p)
{
	const char *q = clock_time(p);
	long number;

	if (q && *q == ' ' && q[1] == '[')
		return q;
	if (!str_number(&p, &number) || (*p != ':' && *p != '-'))
		return NULL;
	p++;
	return *p == '[' || *p == '<' || is_month(p) || iso_time(p) ? p : NULL;
}

/* "<4>"; what follows it, or NULL. */
static const char *level(const char *p)
{
	int n = 0;

	if (*p++ != '<')
		return NULL;
	for (; is_digit(*p); p++)
		n++;
	return n && n < 4 && *p == '>' ? p + 1 : NULL;
}

/* "kern  :warn  : " of dmesg -x; what follows it, or NULL. */
static const char *facility(const char *p)
{
	if (!starts(p, "kern") || (p[4] != ' ' && p[4] != ':'))
		return NULL;
	p = skip_blank(p + 4);
	if (*p++ != ':')
		return NULL;
	while (is_lower(*p))
		p++;
	p = skip_blank(p);
	return *p == ':' ? p + 1 : NULL;
}

static const char *strip_prefix(const char *p, struct prefix *x)
{
	const char *q;
	int turn;

	memset(x, 0, sizeof(*x));
	x->seconds = -1;
	/* Quotes of any depth first: each turn takes one or more, and the line is finite. */
	for (;;) {
		p = skip_blank(p);
		if (*p == '>' || (*p == '|' && (is_blank(p[1]) || p[1] == '>')))
			p++;
		else
			break;
	}
	for (turn = 0; turn < 8; turn++) {
		p = skip_blank(p);
		if ((q = level(p))) {
			/* RFC 5424 has its version between priority and time. */
			if (q[0] == '1' && q[1] == ' ' && iso_time(q + 2))
				q += 2;
		} else if (*p == '[') {
			q = bracket(p, x);
		} else if (*p == '(' && x->stamped) {
			q = cpu_and_task(p, x);
		} else if (is_digit(*p)) {
			q = iso_time(p);
			if (q) {
				str_copy(x->time, sizeof(x->time), p, q - p);
				x->stamped = true;
				/* With a comma it is dmesg --time-format=iso, which has no host. */
				if (!memchr(p, ',', q - p))
					q = syslog_host(q, x);
			} else if ((q = unix_time(p))) {
				str_copy(x->time, sizeof(x->time), p, q - p);
				x->stamped = true;
				q = syslog_host(q, x);
			} else if ((q = logcat(p))) {
				str_copy(x->time, sizeof(x->time), p, strcspn(p + 6, " ") + 6);
				x->stamped = true;
			} else if (!(q = kmsg(p, x))) {
				q = counted(p);
			}
		} else if ((q = syslog_time(p))) {
			str_copy(x->time, sizeof(x->time), p, q - p);
			x->stamped = true;
			q = syslog_host(q, x);
		} else if ((q = facility(p)) || (q = kernel_tag(p))) {
			;
		} else if (x->stamped && !x->host[0] && !x->foreign) {
			/* "[ 12.345678] host kernel: text" of journalctl -o short-monotonic. */
			for (q = p; is_word(*q) || *q == '-' || *q == '.'; q++)
				;
			if (*q == ' ' && kernel_tag(q + 1)) {
				str_copy(x->host, sizeof(x->host), p, q - p);
				q = kernel_tag(q + 1);
			} else {
				q = NULL;
			}
		}
		if (!q)
			break;
		p = q;
	}
	return p;
}

/* Pieces. */

/*
 * The length of an encoded newline at @p, else 0: rsyslog's #012, dmesg's \x0a, a decoded one of
 * JSON.
 */
static size_t encoded_newline(const char *p)
{
	if (*p == '\n')
		return 1;
	if (starts(p, "#012") || starts(p, "\\x0a") || starts(p, "\\x0A") || starts(p, "\\012"))
		return 4;
	if (starts(p, "<br>"))
		return 4;
	if (starts(p, "<br/>"))
		return 5;
	if (starts(p, "<br />"))
		return 6;
	return 0;
}

/* The start of another record in the middle of a line: "   [ 4738.329607] ", or an old "<4>[". */
static bool record_begins(const char *p)
{
	struct prefix x = { .seconds = -1 };

	if (*p == '[')
		return bracket(p, &x) && x.seconds >= 0;
	return *p == '<' && level(p) && *level(p) == '[';
}

/*
 * Encoded characters other than newlines, in place. What is not ASCII afterwards, or would move
 * the cursor of a terminal, becomes a question mark: no part of a report needs it.
 */
static void decode_rest(char *text)
{
	static const struct {
		const char *from;
		char to;
	} codes[] = {
		{ "#011", '\t' },	 { "#033", ' ' },	  { "\\x09", '\t' },
		{ "\\x1b", ' ' },	 { "&lt;", '<' },	  { "&gt;", '>' },
		{ "&amp;", '&' },	 { "&quot;", '"' },	  { "&nbsp;", ' ' },
		{ "&#39;", '\'' },	 { "\xc2\xa0", ' ' },	  { "\xc3\x97", '*' },
		{ "\xe2\x88\x97", '*' }, { "\xe2\x80\xa6", ' ' }, { "\\*", '*' },
		{ "\\_", '_' },
	};
	char *to = text;
	const char *p = text;

	while (*p) {
		size_t i;

		if (*p == 033 && p[1] == '[') {
			for (p += 2; is_digit(*p) || *p == ';'; p++)
				;
			if (*p)
				p++;
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(codes); i++)
			if (*p == codes[i].from[0] && starts(p, codes[i].from))
				break;
		if (i < ARRAY_SIZE(codes)) {
			*to++ = codes[i].to;
			p += strlen(codes[i].from);
		} else {
			*to++ = (*p >= ' ' && *p < 127) || *p == '\t' || *p == '\n' ? *p : '?';
			p++;
		}
	}
	*to = '\0';
}

static void take_apart(struct norm *n, char *line)
{
	struct prefix x;
	char *piece, *p;

	decode_rest(line);
	piece = (char *)strip_prefix(line, &x);
	for (p = piece; *p; p++) {
		size_t newline = encoded_newline(p);
		char first = *p;

		if (newline) {
			*p = '\0';
			deliver(n, piece, &x, n->raw_number);
			/* What follows has the prefix of the whole; it is no continuation. */
			piece = p + newline;
			p = piece - 1;
		} else if ((first == '[' || first == '<') && p > piece && is_blank(p[-1]) &&
			   record_begins(p)) {
			struct prefix next;
			char *rest = (char *)strip_prefix(p, &next);

			*p = '\0';
			deliver(n, piece, &x, n->raw_number);
			memcpy(next.host, x.host, sizeof(x.host));
			x = next;
			piece = rest;
			p = piece - 1;
		}
	}
	deliver(n, piece, &x, n->raw_number);
}

/* Journal records. */

/* The journal prints a list of bytes where a text has others than printable ones. */
static char *json_bytes(char *line, const char *p)
{
	char *to = line;
	long byte;

	while (p = skip_blank(p), str_number(&p, &byte)) {
		*to++ = byte > 0 && byte < 256 ? byte : ' ';
		p = skip_blank(p);
		if (*p != ',')
			break;
		p++;
	}
	*to = '\0';
	return line;
}

/*
 * The text of "MESSAGE" in a line of journalctl -o json, json-pretty, json-seq or json-sse, or of
 * what collectors of logs call it, decoded in place of the line; NULL when it has none.
 */
static char *json_message(char *line)
{
	static const char *const names[] = { "\"MESSAGE\"", "\"message\"", "\"msg\"", "\"log\"" };
	char *start = line, *p = NULL, *to = line;
	unsigned int i;

	if (*start == 036)
		start++;
	else if (starts(start, "data: "))
		start += 6;
	while (is_blank(*start))
		start++;
	if (*start == '{')
		for (i = 0; i < ARRAY_SIZE(names); i++) {
			p = strstr(start, names[i]);
			if (p)
				break;
		}
	else if (starts(start, names[i = 0]))
		p = start;
	if (!p)
		return NULL;
	p += strlen(names[i]);
	while (is_blank(*p))
		p++;
	if (*p++ != ':')
		return NULL;
	while (is_blank(*p))
		p++;
	if (*p == '[')
		return json_bytes(line, p + 1);
	if (*p++ != '"')
		return NULL;
	for (; *p && *p != '"'; p++) {
		int i, value = 0;

		if (*p != '\\') {
			*to++ = *p;
			continue;
		}
		p++;
		switch (*p) {
		case 'n':
			*to++ = '\n';
			break;
		case 't':
			*to++ = '\t';
			break;
		case 'u':
			for (i = 1; i <= 4 && hex_value(p[i]) >= 0; i++)
				value = value << 4 | hex_value(p[i]);
			if (i <= 4)
				return NULL;
			*to++ = value >= 32 && value < 127 ? value : ' ';
			p += 4;
			break;
		case '\0':
			p--;
			break;
		default:
			*to++ = *p;
		}
	}
	*to = '\0';
	return line;
}

/* NAME= of journalctl -o export: the length of NAME, else 0. */
static size_t export_field(const char *p)
{
	size_t len = 0;

	while (is_upper(p[len]) || is_digit(p[len]) || p[len] == '_')
		len++;
	return len > 2 && p[len] == '=' ? len : 0;
}

static void record(struct norm *n, char *line)
{
	char *message;
	size_t field;

	if ((message = json_message(line))) {
		take_apart(n, message);
		return;
	}
	/* journalctl -o verbose. */
	if (is_blank(*line) && starts(skip_blank(line), "MESSAGE=")) {
		take_apart(n, strstr(line, "MESSAGE=") + 8);
		return;
	}
	if (starts(line, "__CURSOR=") || starts(line, "__REALTIME_TIMESTAMP=") ||
	    starts(line, "__MONOTONIC_TIMESTAMP="))
		n->in_export = true;
	if (n->in_export) {
		field = export_field(line);
		if (field == 7 && starts(line, "MESSAGE=")) {
			n->binary_message = false;
			take_apart(n, line + 8);
			return;
		}
		if (!strcmp(line, "MESSAGE")) {
			n->binary_message = n->binary_header = true;
			return;
		}
		if (field || !*line) {
			n->binary_message = false;
			return;
		}
		if (!n->binary_message) {
			/* Something that is no export follows. */
			n->in_export = false;
		} else if (n->binary_header) {
			/*
			 * The length, in eight bytes that clean() made blanks of where they were
			 * zero.
			 */
			size_t skip = 0, i;

			n->binary_header = false;
			for (i = 0; i < 8 && line[i]; i++)
				if (line[i] == ' ')
					skip = i + 1;
			line += skip;
		}
	}
	take_apart(n, line);
}

/* Quoted-printable. */

/* Every = is followed by two hexadecimal digits in capitals. */
static bool is_quoted_printable(const char *p)
{
	bool any = false;

	for (p = strchr(p, '='); p; p = strchr(p + 1, '=')) {
		if (hex_value(p[1]) < 0 || hex_value(p[2]) < 0 || is_lower(p[1]) || is_lower(p[2]))
			return false;
		any = true;
	}
	return any;
}

static void decode_quoted_printable(char *line)
{
	char *to = line;

	for (; *line; line++) {
		if (*line == '=' && hex_value(line[1]) >= 0 && hex_value(line[2]) >= 0) {
			int value = hex_value(line[1]) << 4 | hex_value(line[2]);

			*to++ = value < ' ' || value == 127 ? ' ' : value;
			line += 2;
		} else {
			*to++ = *line;
		}
	}
	*to = '\0';
}

static void whole_line(struct norm *n)
{
	n->soft = false;
	n->raw[n->raw_len] = '\0';
	n->raw_len = 0;
	/*
	 * A bare = cannot be in such text, and "=10" may be in any other; so a line must have =3D
	 * or a soft break, or follow one that had.
	 */
	if (strchr(n->raw, '=')) {
		if (!is_quoted_printable(n->raw))
			n->quoted_printable = false;
		else if (strstr(n->raw, "=3D"))
			n->quoted_printable = true;
		if (n->quoted_printable)
			decode_quoted_printable(n->raw);
	}
	record(n, n->raw);
}

void norm_feed(struct norm *n, const char *line, size_t len, unsigned long number)
{
	size_t i, start = n->raw_len;

	if (!n->soft) {
		n->raw_number = number;
		start = n->raw_len = 0;
	}
	for (i = 0; i < len && n->raw_len < NORM_LINE_MAX; i++)
		n->raw[n->raw_len++] = line[i] ? line[i] : ' ';
	while (n->raw_len > start && n->raw[n->raw_len - 1] == '\r')
		n->raw_len--;
	len = n->raw_len - start;

	if (len && n->raw[n->raw_len - 1] == '=' && n->raw_len < NORM_LINE_MAX &&
	    (n->quoted_printable || (len >= 70 && len <= 76 && n->raw[n->raw_len - 2] != ' '))) {
		n->soft = n->quoted_printable = true;
		n->raw_len--;
		return;
	}
	whole_line(n);
}

void norm_flush(struct norm *n)
{
	if (n->soft)
		whole_line(n);
	release(n);
	n->continuable = 0;
	n->quoted_printable = false;
	n->in_export = false;
}
