// SPDX-License-Identifier: GPL-2.0-only
#include "live/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

char *file_system(char *buf, size_t size, const char *name)
{
	const char *root = getenv("KREASON_ROOT");
	int len = snprintf(buf, size, "%s%s", root ? root : "", name);

	if (len < 0 || (size_t)len >= size) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return buf;
}

char *file_read(const char *name, size_t limit, size_t *len)
{
	size_t size = 4096, used = 0;
	char *text, *bigger;
	gzFile in;
	int n, error;

	errno = 0;
	in = gzopen(name, "re");
	if (!in) {
		if (!errno)
			errno = ENOMEM;
		return NULL;
	}
	text = malloc(size);
	while (text) {
		/* Files of the kernel give short reads, 0 is the end. */
		errno = 0;
		n = gzread(in, text + used, size - used - 1);
		if (n < 0) {
			error = errno ? errno : EIO;
			goto fail;
		}
		if (!n)
			break;
		used += n;
		if (used > limit) {
			error = EFBIG;
			goto fail;
		}
		if (used + 1 < size)
			continue;
		bigger = realloc(text, size * 2);
		if (!bigger) {
			error = ENOMEM;
			goto fail;
		}
		text = bigger;
		size *= 2;
	}
	gzclose(in);
	if (!text) {
		errno = ENOMEM;
		return NULL;
	}
	text[used] = '\0';
	if (len)
		*len = used;
	return text;
fail:
	free(text);
	gzclose(in);
	errno = error;
	return NULL;
}

char *file_read_system(const char *name, size_t limit, size_t *len)
{
	char at[PATH_MAX];

	return file_system(at, sizeof(at), name) ? file_read(at, limit, len) : NULL;
}

static int write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0) {
			if (errno == EINTR)
				continue;
			return -1;
		}
		text += n;
		len -= n;
	}
	return 0;
}

int file_replace(const char *name, const char *text, size_t len)
{
	char new[PATH_MAX];
	mode_t mask;
	int fd, error;

	if (snprintf(new, sizeof(new), "%s.XXXXXX", name) >= (int)sizeof(new)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(new);
	if (fd < 0)
		return -1;
	mask = umask(0);
	umask(mask);
	if (write_all(fd, text, len) || fchmod(fd, 0666 & ~mask) || fsync(fd)) {
		error = errno;
		close(fd);
		goto fail;
	}
	if (close(fd) || rename(new, name)) {
		error = errno;
		goto fail;
	}
	return 0;
fail:
	unlink(new);
	errno = error;
	return -1;
}
