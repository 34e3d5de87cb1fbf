// SPDX-License-Identifier: GPL-2.0-only
#include "live/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "live/file.h"
#include "str.h"

static const struct {
	const char *name, *file;
} files[] = {
	{ "boot_id", "/proc/sys/kernel/random/boot_id" },
	{ "cpus_possible", "/sys/devices/system/cpu/possible" },
	{ "cpus_online", "/sys/devices/system/cpu/online" },
	{ "nodes_online", "/sys/devices/system/node/online" },
	{ "thp_enabled", "/sys/kernel/mm/transparent_hugepage/enabled" },
	{ "thp_defrag", "/sys/kernel/mm/transparent_hugepage/defrag" },
	{ "thp_shrink_underused", "/sys/kernel/mm/transparent_hugepage/shrink_underused" },
	{ "vm.min_free_kbytes", "/proc/sys/vm/min_free_kbytes" },
	{ "vm.extfrag_threshold", "/proc/sys/vm/extfrag_threshold" },
	{ "vm.compaction_proactiveness", "/proc/sys/vm/compaction_proactiveness" },
	{ "fs.pipe-max-size", "/proc/sys/fs/pipe-max-size" },
};

static const char *const options[] = {
	"CONFIG_REASON_COUNTERS", "CONFIG_TRANSPARENT_HUGEPAGE",
	"CONFIG_COMPACTION",	  "CONFIG_NUMA",
	"CONFIG_MEMCG",		  "CONFIG_HIST_TRIGGERS",
	"CONFIG_KPROBE_EVENTS",
};

static void add(struct facts *f, const char *name, const char *value)
{
	if (f->n == FACTS_MAX || !value[0])
		return;
	str_copy(f->fact[f->n].name, sizeof(f->fact[0].name), name, strlen(name));
	str_copy(f->fact[f->n++].value, sizeof(f->fact[0].value), value, strcspn(value, "\n"));
}

void facts_read(struct facts *f, const struct system *s)
{
	struct utsname u;
	unsigned int i;

	f->n = 0;
	if (!uname(&u)) {
		add(f, "release", u.release);
		add(f, "version", u.version);
		add(f, "machine", u.machine);
		add(f, "host", u.nodename);
	}
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		char *text = file_read_system(files[i].file, 4096, NULL);

		if (text)
			add(f, files[i].name, text);
		free(text);
	}
	for (i = 0; i < ARRAY_SIZE(options); i++) {
		const char set[2] = { system_option(s, options[i]) };

		if (set[0] != '?')
			add(f, options[i], set[0] == '-' ? "n" : set);
	}
}

const char *facts_value(const struct facts *f, const char *name)
{
	unsigned int i;

	for (i = 0; i < f->n; i++)
		if (!strcmp(f->fact[i].name, name))
			return f->fact[i].value;
	return NULL;
}
