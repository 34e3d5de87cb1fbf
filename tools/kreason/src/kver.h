/* SPDX-License-Identifier: GPL-2.0-only */
/* Kernel releases: which upstream version a release string stands for, and whose kernel it is. */
#ifndef KREASON_KVER_H
#define KREASON_KVER_H

#include <stdbool.h>
#include <stddef.h>

/**
 * KVER() - an upstream version as one comparable number
 * @a: major
 * @b: minor
 * @c: patch; for 2.6.x the third number is the one that counts
 */
#define KVER(a, b, c) (((unsigned int)(a) << 16) | ((unsigned int)(b) << 8) | (unsigned int)(c))

/* Later than every kernel: the end of a range that is still open. */
#define KVER_OPEN (~0u)

/**
 * enum kver_vendor - whose kernel it is, as far as the release string tells
 * @KVER_PLAIN:   nothing in the string names a vendor: upstream, or built by its user
 * @KVER_RHEL:    RHEL and its rebuilds (".el7", ".el8_6", ".el9")
 * @KVER_UEK:     Oracle's own kernel on an EL user space (".el7uek"); its version is upstream's
 * @KVER_FEDORA:  ".fc34"
 * @KVER_SUSE:    SLES and openSUSE ("-150400.24.100-default")
 * @KVER_DEBIAN:  "-amd64", "+deb12", "-686-pae" and the like
 * @KVER_UBUNTU:  "-generic", "-lowlatency", "-aws" and the like
 * @KVER_ANDROID: "-android13-", "-userdebug", "-perf"
 * @KVER_AMAZON:  ".amzn2"
 * @KVER_VENDORS: how many there are
 */
enum kver_vendor {
	KVER_PLAIN,
	KVER_RHEL,
	KVER_UEK,
	KVER_FEDORA,
	KVER_SUSE,
	KVER_DEBIAN,
	KVER_UBUNTU,
	KVER_ANDROID,
	KVER_AMAZON,
	KVER_VENDORS
};

/**
 * struct kver - a kernel release
 * @known:   false: nothing is known and the other fields are 0
 * @major:   3 in 3.10.0
 * @minor:   10 in 3.10.0
 * @patch:   0 in 3.10.0, 32 in 2.6.32; 0 where the string has two numbers only
 * @rc:      4 in 2.6.32-rc4, else 0. A release candidate counts as its release: flags change in the merge window before -rc1
 * @plus:    the string ends in "+", so commits after the tag: without -rc it may be part of the next version already
 * @vendor:  whose kernel
 * @rel:     7 for ".el7", 15 for SLES 15, 34 for ".fc34", 13 for "android13"; 0 when not known
 * @sp:      minor release (".el8_6") or service pack (150400: 4), -1 when not known
 * @build:   957 in "3.10.0-957.el7", else 0
 */
struct kver {
	bool known;
	int major, minor, patch;
	int rc;
	bool plus;
	enum kver_vendor vendor;
	int rel, sp;
	int build;
};

/**
 * kver_parse() - read a kernel release string
 * @v:    what was read; !@v->known when it is no release
 * @text: begins with the release; what follows the first blank is ignored
 *
 * Return: the number of characters that belong to the release, 0 when there is none.
 */
size_t kver_parse(struct kver *v, const char *text);

/**
 * kver_find() - find the release in a line that names it
 * @v:    what was found
 * @line: such as "CPU: 3 PID: 1 Comm: a Not tainted 4.2.0-rc7+ #1907", "Linux version 5.10.0-8-amd64 (...)"
 *
 * The release is the last word of that form before " #N", or the one after "Linux version". A task named "4.2.0" is no
 * release. Return: where in @line it starts, NULL when there is none.
 */
const char *kver_find(struct kver *v, const char *line);

/* kver_code() - the KVER() number; 0 when not known. */
unsigned int kver_code(const struct kver *v);

/* kver_from_code() - the plain kernel of that KVER() number. */
struct kver kver_from_code(unsigned int code);

/* kver_cmp() - <0, 0, >0 as upstream version a is older than, as old as, newer than b. Unknown is older than all. */
int kver_cmp(const struct kver *a, const struct kver *b);

/* kver_at_least() - the upstream version is known and not older than a.b.c. Says nothing of a vendor's backports. */
bool kver_at_least(const struct kver *v, int a, int b, int c);

/**
 * kver_backports() - may this kernel differ from the upstream version that it names?
 * @v: a release
 *
 * Vendors that keep one version for years put newer memory management into it, so a rule taken from the version is
 * likely and not certain.
 */
bool kver_backports(const struct kver *v);

/* kver_vendor_name() - "upstream", "RHEL", ... */
const char *kver_vendor_name(enum kver_vendor vendor);

/**
 * kver_format() - "3.10.0 (RHEL 7)", "5.10.0-rc1+", "unknown"
 * @v:    a release
 * @buf:  receives the text
 * @size: of @buf
 *
 * Return: the length that the whole text has, as snprintf().
 */
int kver_format(const struct kver *v, char *buf, size_t size);

#endif
