/* SPDX-License-Identifier: GPL-2.0-only */
/* What kreason report --save has written. */
#ifndef KREASON_LIVE_SAVED_H
#define KREASON_LIVE_SAVED_H

#include <jansson.h>
#include <stdbool.h>

#include "live/noise.h"
#include "live/paths.h"

/*
 * False with the cause, and the place in the file, in @why; *doc is to be released with
 * json_decref().
 */
bool saved_read(const char *file, json_t **doc, char *why, size_t size);

/* The part about a path, or NULL; NULL as well where its counters could not be read then. */
const json_t *saved_path(const json_t *doc, const char *path);

/* The reason that dominated, or NULL. */
const char *saved_hot(const json_t *path);

/* A fact of the kernel, or "". */
const char *saved_fact(const json_t *doc, const char *name);

/*
 * Of @reason. False with the cause in @why where it is not there, or where numbers do not fit
 * together.
 */
bool saved_sample(struct sample *s, const json_t *path, const char *reason, char *why, size_t size);

#endif
