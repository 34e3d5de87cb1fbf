/* SPDX-License-Identifier: GPL-2.0-only */
/* Files as a whole, and where the kernel's files are. */
#ifndef KREASON_LIVE_FILE_H
#define KREASON_LIVE_FILE_H

#include <stddef.h>

/*
 * A file of the running system, such as "/proc/mounts", in @buf. Tests put a made-up tree in its
 * place with KREASON_ROOT. Returns @buf, or NULL with errno ENAMETOOLONG.
 */
char *file_system(char *buf, size_t size, const char *name);

/*
 * All of a file, ended with NUL, at most @limit bytes; gzip'ed ones are unpacked. The caller frees
 * it. NULL with errno, EFBIG where it is longer.
 */
char *file_read(const char *name, size_t limit, size_t *len);

/* file_read() of file_system(). */
char *file_read_system(const char *name, size_t limit, size_t *len);

/*
 * Replace or create a file as a whole: others see all of the old or all of the new text. False with
 * errno.
 */
int file_replace(const char *name, const char *text, size_t len);

#endif
