// SPDX-License-Identifier: GPL-2.0-only
#include "live/place.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live/file.h"
#include "str.h"

#define TABLE_MAX	(4 << 20) /* bytes of /proc/mounts; hosts of containers have thousands of lines */

/* The kernel writes blank, tab, newline and backslash as three octal digits. */
static bool unescape(char *to, size_t size, const char *from, size_t len)
{
	size_t used = 0, i;

	for (i = 0; i < len; i++) {
		char c = from[i];

		if (c == '\\' && i + 3 < len && from[i + 1] >= '0' && from[i + 1] <= '3' &&
		    from[i + 2] >= '0' && from[i + 2] <= '7' && from[i + 3] >= '0' &&
		    from[i + 3] <= '7') {
			c = (from[i + 1] - '0') << 6 | (from[i + 2] - '0') << 3 |
			    (from[i + 3] - '0');
			i += 3;
		}
		if (used + 1 >= size)
			return false;
		to[used++] = c;
	}
	to[used] = '\0';
	return used > 0;
}

bool place_mounted(const char *mounts, const char *type, char *dir, size_t size)
{
	const char *line, *end;
	size_t type_len = strlen(type);

	for (line = mounts; *line; line = *end ? end + 1 : end) {
		const char *at, *at_end, *fs;

		end = line + strcspn(line, "\n");
		at = line + strcspn(line, " \n");
		if (*at != ' ')
			continue;
		at++;
		at_end = at + strcspn(at, " \n");
		if (*at_end != ' ')
			continue;
		fs = at_end + 1;
		if (strncmp(fs, type, type_len) ||
		    (fs[type_len] != ' ' && fs[type_len] != '\n' && fs[type_len]))
			continue;
		if (*at == '/' && unescape(dir, size, at, at_end - at))
			return true;
	}
	return false;
}

/* The state between brackets in a file such as "none [integrity] confidentiality". */
static void lockdown(char *state, size_t size)
{
	char *text = file_read_system("/sys/kernel/security/lockdown", 4096, NULL);
	const char *from = text ? strchr(text, '[') : NULL;

	state[0] = '\0';
	if (from)
		str_copy(state, size, from + 1, strcspn(from + 1, "]\n"));
	free(text);
}

void place_refused(char *why, size_t size, const char *what, int error)
{
	char state[32];

	switch (error) {
	case EACCES:
	case EPERM:
		if (geteuid()) {
			snprintf(why, size, "%s needs root", what);
			return;
		}
		lockdown(state, sizeof(state));
		if (state[0] && strcmp(state, "none"))
			snprintf(why, size, "%s is refused: kernel lockdown is \"%s\"", what,
				 state);
		else
			snprintf(
				why, size,
				"%s is refused even to root: a security module, missing capabilities, or a container",
				what);
		return;
	case ENOENT:
		snprintf(why, size, "there is no %s", what);
		return;
	default:
		snprintf(why, size, "%s: %s", what, strerror(error));
	}
}

/* Whether the kernel knows a file system. Without the list, it may. */
static bool known(const char *type)
{
	char *text = file_read_system("/proc/filesystems", 1 << 16, NULL), *p = text;
	size_t len = strlen(type);
	bool found = !text;

	while (p && (p = strstr(p, type))) {
		if (p > text && p[-1] == '\t' && (p[len] == '\n' || !p[len]))
			found = true;
		p += len;
	}
	free(text);
	return found;
}

static bool usable(struct place *p, const char *type)
{
	DIR *dir = opendir(p->dir);

	if (dir) {
		closedir(dir);
		return true;
	}
	place_refused(p->why, sizeof(p->why), type, errno);
	p->dir[0] = '\0';
	return false;
}

static bool find(struct place *p, const char *type)
{
	char *mounts, dir[PATH_MAX];
	bool found;

	memset(p, 0, sizeof(*p));
	mounts = file_read_system("/proc/mounts", TABLE_MAX, NULL);
	if (!mounts) {
		place_refused(p->why, sizeof(p->why), "/proc/mounts", errno);
		return false;
	}
	found = place_mounted(mounts, type, dir, sizeof(dir)) &&
		file_system(p->dir, sizeof(p->dir), dir);
	free(mounts);
	return found;
}

void place_debugfs(struct place *p)
{
	if (find(p, "debugfs"))
		usable(p, "debugfs");
	else if (p->why[0])
		;
	else if (!known("debugfs"))
		snprintf(p->why, sizeof(p->why),
			 "the kernel has no debugfs (CONFIG_DEBUG_FS is off, or debugfs=off)");
	else
		snprintf(p->why, sizeof(p->why),
			 "debugfs is not mounted; mount -t debugfs debugfs /sys/kernel/debug");
}

void place_tracefs(struct place *p)
{
	struct place debugfs;

	if (find(p, "tracefs")) {
		usable(p, "tracefs");
		return;
	}
	if (p->why[0])
		return;
	/* Looking into it mounts tracefs there; before 4.1 it was a part of debugfs. */
	place_debugfs(&debugfs);
	if (debugfs.dir[0] && place_file(&debugfs, p->dir, sizeof(p->dir), "tracing/events") &&
	    !access(p->dir, X_OK)) {
		place_file(&debugfs, p->dir, sizeof(p->dir), "tracing");
		if (usable(p, "tracefs"))
			return;
	}
	p->dir[0] = '\0';
	if (p->why[0])
		return;
	if (!known("tracefs"))
		snprintf(p->why, sizeof(p->why),
			 "the kernel has no tracefs (CONFIG_TRACING is off)");
	else
		snprintf(p->why, sizeof(p->why),
			 "tracefs is not mounted; mount -t tracefs tracefs /sys/kernel/tracing");
}

char *place_file(const struct place *p, char *buf, size_t size, const char *name)
{
	int len = snprintf(buf, size, "%s/%s", p->dir, name);

	if (len < 0 || (size_t)len >= size) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return buf;
}
