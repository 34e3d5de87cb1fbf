// SPDX-License-Identifier: GPL-2.0-only
#define _XOPEN_SOURCE 700 /* nftw() */
/*
 * What the live commands make of a system, on made-up trees: which file systems, files and options
 * there are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "live/facts.h"
#include "live/file.h"
#include "live/paths.h"
#include "live/saved.h"
#include "str.h"

static char root[64];

static int forget(const char *name, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(name);
}

static int tear_down(void **state)
{
	(void)state;
	unsetenv("KREASON_ROOT");
	return nftw(root, forget, 16, FTW_DEPTH | FTW_PHYS);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(root, "/tmp/kreason-tree.XXXXXX");
	return !mkdtemp(root) || setenv("KREASON_ROOT", root, 1);
}

static void make_directories(char *name)
{
	char *p;

	for (p = name + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(name, 0755);
		*p = '/';
	}
}

/* A file below the root, with the directories that lead to it; without text, a directory. */
static void put(const char *name, const char *text)
{
	char at[PATH_MAX];
	FILE *to;

	assert_non_null(file_system(at, sizeof(at), name));
	make_directories(at);
	if (!text) {
		mkdir(at, 0755);
		return;
	}
	to = fopen(at, "w");
	assert_non_null(to);
	fputs(text, to);
	fclose(to);
}

#define MOUNTS_DEBUG	"debugfs /sys/kernel/debug debugfs rw 0 0\n"
#define MOUNTS_TRACE	"tracefs /sys/kernel/tracing tracefs rw 0 0\n"
#define TRACING		"/sys/kernel/tracing"
#define DEBUG		"/sys/kernel/debug"

static const char format[] =
	"name: splice_pipe_full\nID: 7\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
	"\tfield:u16 reason;\toffset:8;\tsize:2;\tsigned:0;\n\nprint fmt: \"%s\", __print_symbolic(REC->reason, {0, \"wait_splice\"})\n";

static struct path_state *look(const char *path)
{
	static struct path_state state;
	struct system system;

	system_look(&system);
	path_look(&state, path_find(path), &system);
	system_free(&system);
	return &state;
}

static void nothing(void **state)
{
	struct path_state *s;

	(void)state;
	s = look("splice");
	assert_false(s->counters.yes);
	assert_string_equal(s->counters.why, "there is no /proc/mounts");
	put("/proc/mounts", "proc /proc proc rw 0 0\n");
	assert_string_equal(look("splice")->counters.why,
			    "debugfs is not mounted; mount -t debugfs debugfs /sys/kernel/debug");
	assert_string_equal(look("splice")->event[0].why,
			    "tracefs is not mounted; mount -t tracefs tracefs /sys/kernel/tracing");
	put("/proc/filesystems", "nodev\tproc\nnodev\tdebugfs2\n\text4\n");
	assert_string_equal(look("splice")->counters.why,
			    "the kernel has no debugfs (CONFIG_DEBUG_FS is off, or debugfs=off)");
	assert_string_equal(look("splice")->event[0].why,
			    "the kernel has no tracefs (CONFIG_TRACING is off)");
	put("/proc/filesystems", "nodev\tdebugfs\nnodev\ttracefs\n");
	assert_string_equal(look("splice")->event[0].why,
			    "tracefs is not mounted; mount -t tracefs tracefs /sys/kernel/tracing");
	put("/proc/mounts", MOUNTS_DEBUG MOUNTS_TRACE);
	assert_string_equal(look("splice")->counters.why, "there is no debugfs");
}

static void one_topic(void **state)
{
	struct path_state *s;

	(void)state;
	put("/proc/mounts", MOUNTS_DEBUG MOUNTS_TRACE);
	put(DEBUG "/pipe_full_reasons", "wait_splice: 3\nwait_tee: 0\n");
	put(TRACING "/events/splice/splice_pipe_full/format", format);
	put(TRACING "/kprobe_events", "");
	put("/proc/kallsyms",
	    "ffffffff81000000 t not_splice_to_pipe\nffffffff81000001 T splice_to_pipe.cold\nffffffff81000002 t wait_for_space\n"
	    "0000000000000000 t warn_alloc\t[mod]\n");
	s = look("splice");
	assert_true(s->counters.yes);
	assert_int_equal(s->reading.n, 2);
	assert_false(s->event[0].yes);
	assert_true(s->event[1].yes);
	assert_true(s->probe.yes);
	assert_string_equal(s->symbol, "wait_for_space");
	s = look("compaction");
	assert_false(s->counters.yes);
	assert_string_equal(
		s->counters.why,
		"no direct_compact_reasons: this kernel has reason counters, but not those of this path");
	assert_false(s->probe.yes);
	assert_false(path_only_probes(s));
	s = look("alloc-failure");
	assert_string_equal(s->symbol, "warn_alloc");
	assert_true(path_only_probes(s));
	/* A file that is there and says nonsense. */
	put(DEBUG "/direct_compact_reasons", "<html>\n");
	assert_string_equal(
		look("compaction")->counters.why,
		"direct_compact_reasons is not understood: line 1: no name of a reason");
	put(TRACING "/events/splice/splice_pipe_full/format", "name: splice_pipe_full\n");
	assert_false(look("splice")->event[1].yes);
}

static void configurations(void **state)
{
	char at[PATH_MAX];
	gzFile to;

	(void)state;
	put("/proc/mounts", MOUNTS_DEBUG MOUNTS_TRACE);
	put(DEBUG, NULL);
	put(TRACING "/events", NULL);
	assert_non_null(strstr(look("compaction")->counters.why,
			       "its configuration is nowhere to be read"));
	/* As the kernel gives it. */
	to = gzopen(file_system(at, sizeof(at), "/proc/config.gz"), "w");
	assert_non_null(to);
	gzputs(to,
	       "CONFIG_COMPACTION=y\n# CONFIG_REASON_COUNTERS is not set\nCONFIG_TRANSPARENT_HUGEPAGE_MADVISE=y\n");
	gzclose(to);
	assert_string_equal(look("compaction")->counters.why,
			    "no direct_compact_reasons: CONFIG_REASON_COUNTERS is off");
	/* Not an option that only begins like it. */
	assert_string_equal(look("deferred-split")->counters.why,
			    "no deferred_split_reasons: CONFIG_TRANSPARENT_HUGEPAGE is off");
	put("/proc/config.gz", "# CONFIG_COMPACTION is not set\nCONFIG_REASON_COUNTERS=y\n");
	assert_string_equal(look("compaction")->event[0].why,
			    "no mm_compaction_direct_end: CONFIG_COMPACTION is off");
	put("/proc/config.gz", "CONFIG_COMPACTION=y\nCONFIG_REASON_COUNTERS=y\n");
	assert_non_null(strstr(look("compaction")->counters.why, "but not those of this path"));
	put("/proc/config.gz", "CONFIG_COMPACTION=y\n");
	assert_non_null(
		strstr(look("compaction")->counters.why, "this kernel is without the series"));
}

static void tracefs_in_debugfs(void **state)
{
	struct place p;

	(void)state;
	put("/proc/mounts", MOUNTS_DEBUG);
	put(DEBUG "/tracing/events", NULL);
	place_tracefs(&p);
	assert_string_equal(p.dir + strlen(root), DEBUG "/tracing");
}

static void refusals(void **state)
{
	char why[WHY_MAX];

	(void)state;
	put("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	place_refused(why, sizeof(why), "tracefs", EPERM);
	if (geteuid())
		assert_string_equal(why, "tracefs needs root");
	else
		assert_string_equal(why,
				    "tracefs is refused: kernel lockdown is \"confidentiality\"");
	put("/sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
	place_refused(why, sizeof(why), "tracefs", EACCES);
	if (!geteuid())
		assert_non_null(
			strstr(why, "a security module, missing capabilities, or a container"));
	place_refused(why, sizeof(why), "tracefs", EIO);
	assert_string_equal(why, "tracefs: Input/output error");
}

static void facts_of_a_tree(void **state)
{
	struct system system;
	struct facts f;

	(void)state;
	put("/sys/devices/system/cpu/possible", "0-63\n");
	put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\nmore\n");
	put("/proc/config.gz", "CONFIG_NUMA=m\n");
	system_look(&system);
	facts_read(&f, &system);
	assert_string_equal(facts_value(&f, "cpus_possible"), "0-63");
	assert_string_equal(facts_value(&f, "thp_enabled"), "always [madvise] never");
	assert_string_equal(facts_value(&f, "CONFIG_NUMA"), "m");
	assert_string_equal(facts_value(&f, "CONFIG_COMPACTION"), "n");
	assert_null(facts_value(&f, "cpus_online"));
	system_free(&system);
}

static void files(void **state)
{
	char at[PATH_MAX], small[4], *text;
	size_t len;
	struct stat st;

	(void)state;
	assert_null(file_system(small, sizeof(small), "/proc/mounts"));
	file_system(at, sizeof(at), "/new");
	assert_int_equal(file_replace(at, "one\n", 4), 0);
	assert_int_equal(file_replace(at, "two\n", 4), 0);
	text = file_read(at, 100, &len);
	assert_string_equal(text, "two\n");
	assert_int_equal(len, 4);
	free(text);
	assert_int_equal(stat(at, &st), 0);
	assert_int_equal(st.st_mode & 0400, 0400);
	errno = 0;
	assert_null(file_read(at, 3, NULL));
	assert_int_equal(errno, EFBIG);
	file_system(at, sizeof(at), "/none/new");
	assert_int_not_equal(file_replace(at, "x", 1), 0);
	assert_null(file_read(at, 10, NULL));
	/* A directory in its place: nothing half-written is left. */
	put("/dir/inside", "x");
	file_system(at, sizeof(at), "/dir");
	assert_int_not_equal(file_replace(at, "x", 1), 0);
	assert_int_equal(stat(file_system(at, sizeof(at), "/dir/inside"), &st), 0);
	assert_null(file_read(file_system(at, sizeof(at), "/dir"), 10, NULL));
}

static void saved_files(void **state)
{
	static const char *const bad[] = {
		"",
		"{",
		"[]",
		"{}",
		"null",
		"{\"kreason\": \"report\"}",
		"{\"kreason\": \"list\", \"paths\": [], \"schema\": 1}",
		"{\"kreason\": \"report\", \"paths\": {}, \"schema\": 1}",
		"{\"kreason\": \"report\", \"paths\": [], \"schema\": 2}",
		"{\"kreason\": 7, \"paths\": [], \"schema\": 1}",
		"{\"kreason\": \"report\", \"kreason\": \"report\", \"paths\": [], \"schema\": 1}",
	};
	static const char *const bad_samples[] = {
		"[]",
		"[{}]",
		"[{\"name\": \"a\"}]",
		"[{\"name\": \"a\", \"count\": -1}]",
		"[{\"name\": \"a\", \"count\": 1.5}]",
		"[{\"name\": 1, \"count\": 1}]",
		"[7]",
		"[{\"name\": \"b\", \"count\": 1}]",
		"[{\"name\": \"b\", \"count\": 9223372036854775807}, {\"name\": \"a\", \"count\": 9223372036854775807}]",
	};
	char at[PATH_MAX], why[512], text[1024];
	const json_t *path;
	struct sample s;
	unsigned int i;
	json_t *doc;

	(void)state;
	file_system(at, sizeof(at), "/saved");
	assert_false(saved_read(at, &doc, why, sizeof(why)));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		put("/saved", bad[i]);
		assert_false(saved_read(at, &doc, why, sizeof(why)));
		assert_null(doc);
	}
	for (i = 0; i < ARRAY_SIZE(bad_samples); i++) {
		snprintf(
			text, sizeof(text),
			"{\"kreason\": \"report\", \"schema\": 1, \"paths\": [1, {\"path\": \"splice\", \"seconds\": 2, \"reasons\": %s}]}",
			bad_samples[i]);
		put("/saved", text);
		assert_true(saved_read(at, &doc, why, sizeof(why)));
		path = saved_path(doc, "splice");
		assert_non_null(path);
		assert_null(saved_hot(path));
		assert_false(saved_sample(&s, path, "a", why, sizeof(why)));
		json_decref(doc);
	}
	put("/saved",
	    "{\"kreason\": \"report\", \"schema\": 1, \"kernel\": {\"host\": \"h\"}, \"paths\": [{\"path\": \"compaction\"},"
	    "{\"path\": \"deferred-split\", \"seconds\": 2.5, \"group\": \"partial_\", \"hot\": {\"dominates\": true, \"reason\": \"partial_cow\"},"
	    "\"reasons\": [{\"name\": \"underused_fault\", \"count\": 70}, {\"name\": \"partial_cow\", \"count\": 50}, {\"name\": \"partial_exit\", \"count\": 1}],"
	    "\"slices\": [{\"seconds\": 0.5, \"counts\": {}}, {\"seconds\": 0.5, \"counts\": {\"partial_cow\": 50}}, {\"seconds\": 0.5},"
	    "{\"seconds\": 0.5, \"counts\": {\"partial_exit\": 1}}, {\"seconds\": 0.5, \"counts\": {}}]}]}");
	assert_true(saved_read(at, &doc, why, sizeof(why)));
	/* What could not be read then has no counters. */
	assert_null(saved_path(doc, "compaction"));
	assert_null(saved_path(doc, "splice"));
	path = saved_path(doc, "deferred-split");
	assert_string_equal(saved_hot(path), "partial_cow");
	assert_string_equal(saved_fact(doc, "host"), "h");
	assert_string_equal(saved_fact(doc, "release"), "");
	assert_true(saved_sample(&s, path, "partial_cow", why, sizeof(why)));
	assert_int_equal(s.count, 50);
	assert_int_equal(s.all, 51);
	assert_int_equal(s.others, 70);
	assert_true(s.spread == 50);
	assert_true(saved_sample(&s, path, "underused_fault", why, sizeof(why)));
	assert_int_equal(s.all, 70);
	json_decref(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(one_topic, set_up, tear_down),
		cmocka_unit_test_setup_teardown(configurations, set_up, tear_down),
		cmocka_unit_test_setup_teardown(tracefs_in_debugfs, set_up, tear_down),
		cmocka_unit_test_setup_teardown(refusals, set_up, tear_down),
		cmocka_unit_test_setup_teardown(facts_of_a_tree, set_up, tear_down),
		cmocka_unit_test_setup_teardown(files, set_up, tear_down),
		cmocka_unit_test_setup_teardown(saved_files, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
