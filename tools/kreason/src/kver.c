// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "kver.h"

/* A number of at most five digits: longer ones are no part of a version. 0 when there is none. */
static size_t number(const char *s, int *out)
{
	size_t n = 0;

	*out = 0;
	while (n < 6 && isdigit((unsigned char)s[n])) {
		*out = *out * 10 + (s[n] - '0');
		n++;
	}
	return n < 6 ? n : 0;
}

static bool release_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._+-~", c));
}

/* The first place in the @len characters of @s where @what begins. */
static const char *within(const char *s, size_t len, const char *what)
{
	size_t n = strlen(what), i;

	for (i = 0; i + n <= len; i++)
		if (!memcmp(s + i, what, n))
			return s + i;
	return NULL;
}

/* The same, and no letter or digit follows: ".el7" but not in ".elf7". */
static bool has_word(const char *s, size_t len, const char *what)
{
	const char *at = within(s, len, what);
	size_t n = strlen(what);

	return at && (at + n == s + len || !isalnum((unsigned char)at[n]));
}

static void set_suse(struct kver *v, const char *tail, size_t len)
{
	const char *at = tail;
	int n;

	v->vendor = KVER_SUSE;
	/* "-150400.24.100-default": 15 SP4. Releases before SLES 15 number their builds from 1. */
	if (len < 2 || *at != '-')
		return;
	for (n = 0, at++; n < 6; n++)
		if (at + n >= tail + len || !isdigit((unsigned char)at[n]))
			return;
	if (at + 6 < tail + len && isdigit((unsigned char)at[6]))
		return;
	v->rel = (at[0] - '0') * 10 + (at[1] - '0');
	v->sp = (at[2] - '0') * 10 + (at[3] - '0');
}

static void set_el(struct kver *v, const char *at, const char *end)
{
	size_t n;

	v->vendor = KVER_RHEL;
	at += 3;
	n = number(at, &v->rel);
	at += n;
	if (at < end && *at == '_')
		number(at + 1, &v->sp);
	if (within(at, (size_t)(end - at), "uek"))
		v->vendor = KVER_UEK;
}

/* What follows the version tells the vendor. Vendors that add to another one's string come first. */
static void set_vendor(struct kver *v, const char *tail, size_t len)
{
	static const char *const android[] = { "-android", "-userdebug", "-perf", "-qgki", "-gki" };
	static const char *const ubuntu[] = { "-generic", "-lowlatency", "-aws", "-azure", "-gcp", "-oracle", "-kvm", "-virtual" };
	static const char *const suse[] = { "-default", "-desktop", "-pae", "-xen", "-trace", "-kvmsmall", "-preempt" };
	static const char *const debian[] = { "-amd64", "-686", "-686-pae", "-arm64", "-armmp", "-4kc-malta", "-powerpc64le",
					      "-s390x", "-marvell", "-kirkwood" };
	const char *end = tail + len;
	const char *at;
	size_t i;

	for (i = 0; i < sizeof(android) / sizeof(*android); i++) {
		at = within(tail, len, android[i]);
		if (!at)
			continue;
		v->vendor = KVER_ANDROID;
		if (!i)
			number(at + strlen(android[i]), &v->rel);
		return;
	}
	at = within(tail, len, ".amzn");
	if (at) {
		v->vendor = KVER_AMAZON;
		number(at + 5, &v->rel);
		return;
	}
	at = within(tail, len, ".fc");
	if (at && at + 3 < end && isdigit((unsigned char)at[3])) {
		v->vendor = KVER_FEDORA;
		number(at + 3, &v->rel);
		return;
	}
	at = within(tail, len, ".el");
	if (at && at + 3 < end && isdigit((unsigned char)at[3])) {
		set_el(v, at, end);
		return;
	}
	for (i = 0; i < sizeof(ubuntu) / sizeof(*ubuntu); i++) {
		if (has_word(tail, len, ubuntu[i])) {
			v->vendor = KVER_UBUNTU;
			return;
		}
	}
	at = within(tail, len, "+deb");
	for (i = 0; !at && i < sizeof(debian) / sizeof(*debian); i++)
		if (has_word(tail, len, debian[i]))
			at = tail;
	if (at) {
		v->vendor = KVER_DEBIAN;
		if (*at == '+')
			number(at + 4, &v->rel);
		return;
	}
	for (i = 0; i < sizeof(suse) / sizeof(*suse); i++) {
		if (has_word(tail, len, suse[i])) {
			set_suse(v, tail, len);
			return;
		}
	}
}

size_t kver_parse(struct kver *v, const char *text)
{
	const char *s = text, *rc;
	size_t len = 0, n;

	memset(v, 0, sizeof(*v));
	v->sp = -1;
	if (!text)
		return 0;
	while (len < 128 && release_char(text[len]))
		len++;
	/* A full stop that ends a sentence is not part of the release. */
	while (len && text[len - 1] == '.')
		len--;

	n = number(s, &v->major);
	if (!n || s[n] != '.')
		goto none;
	s += n + 1;
	n = number(s, &v->minor);
	if (!n)
		goto none;
	s += n;
	if (*s == '.') {
		n = number(s + 1, &v->patch);
		if (n)
			s += n + 1;
	}
	/* No kernel before 2.4 or after 99 is meant; "1.2.3" and "2024.01.15" are something else. */
	if (v->major < 2 || v->major > 99 || v->minor > 255 || (v->major == 2 && v->minor < 4))
		goto none;
	if ((size_t)(s - text) > len || (*s && release_char(*s) && !strchr(".+-~_", *s)))
		goto none;

	v->known = true;
	n = len - (size_t)(s - text);
	rc = within(s, n, "-rc");
	if (rc)
		number(rc + 3, &v->rc);
	/* "5.9.0-0.rc4.5.fc34" */
	rc = within(s, n, ".rc");
	if (rc && !v->rc)
		number(rc + 3, &v->rc);
	v->plus = text[len - 1] == '+';
	set_vendor(v, s, n);
	if (v->vendor == KVER_RHEL && *s == '-')
		number(s + 1, &v->build);
	return len;
none:
	memset(v, 0, sizeof(*v));
	v->sp = -1;
	return 0;
}

const char *kver_find(struct kver *v, const char *line)
{
	static const char banner[] = "Linux version ";
	const char *at, *word;

	at = strstr(line, banner);
	if (at && kver_parse(v, at + sizeof(banner) - 1))
		return at + sizeof(banner) - 1;

	/*
	 * "... comm: a Not tainted 2.6.32-rc4 #29" and "... Tainted: G W 5.10.0-1+ #3 model": the word before the last " #N".
	 * Taint letters lie between, so the word is looked for from the end.
	 */
	for (at = line + strlen(line); at-- > line;) {
		if (at[0] != '#' || at == line || at[-1] != ' ' || !isdigit((unsigned char)at[1]))
			continue;
		word = at - 1;
		while (word > line && word[-1] != ' ')
			word--;
		if (kver_parse(v, word))
			return word;
	}
	kver_parse(v, "");
	return NULL;
}

unsigned int kver_code(const struct kver *v)
{
	if (!v->known)
		return 0;
	return KVER(v->major, v->minor, v->patch > 255 ? 255 : v->patch);
}

struct kver kver_from_code(unsigned int code)
{
	struct kver v = { .known = code != 0, .sp = -1 };

	v.major = (int)(code >> 16);
	v.minor = (int)(code >> 8 & 255);
	v.patch = (int)(code & 255);
	return v;
}

int kver_cmp(const struct kver *a, const struct kver *b)
{
	unsigned int x = kver_code(a), y = kver_code(b);

	return x < y ? -1 : x > y;
}

bool kver_at_least(const struct kver *v, int a, int b, int c)
{
	return v->known && kver_code(v) >= KVER(a, b, c);
}

bool kver_backports(const struct kver *v)
{
	return v->vendor == KVER_RHEL || v->vendor == KVER_SUSE || v->vendor == KVER_ANDROID;
}

const char *kver_vendor_name(enum kver_vendor vendor)
{
	static const char *const names[KVER_VENDORS] = {
		[KVER_PLAIN] = "upstream",
		[KVER_RHEL] = "RHEL",
		[KVER_UEK] = "Oracle UEK",
		[KVER_FEDORA] = "Fedora",
		[KVER_SUSE] = "SUSE",
		[KVER_DEBIAN] = "Debian",
		[KVER_UBUNTU] = "Ubuntu",
		[KVER_ANDROID] = "Android",
		[KVER_AMAZON] = "Amazon Linux",
	};

	return vendor < KVER_VENDORS ? names[vendor] : "unknown";
}

int kver_format(const struct kver *v, char *buf, size_t size)
{
	char rc[16] = "", vendor[48] = "";

	if (!v->known)
		return snprintf(buf, size, "unknown");
	if (v->rc)
		snprintf(rc, sizeof(rc), "-rc%d", v->rc);
	if (v->vendor != KVER_PLAIN && v->rel && v->sp >= 0)
		snprintf(vendor, sizeof(vendor), v->vendor == KVER_SUSE ? " (%s %d SP%d)" : " (%s %d.%d)",
			 kver_vendor_name(v->vendor), v->rel, v->sp);
	else if (v->vendor != KVER_PLAIN && v->rel)
		snprintf(vendor, sizeof(vendor), " (%s %d)", kver_vendor_name(v->vendor), v->rel);
	else if (v->vendor != KVER_PLAIN)
		snprintf(vendor, sizeof(vendor), " (%s)", kver_vendor_name(v->vendor));
	return snprintf(buf, size, "%d.%d.%d%s%s%s", v->major, v->minor, v->patch, rc, v->plus ? "+" : "", vendor);
}
