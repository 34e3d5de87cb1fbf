// SPDX-License-Identifier: GPL-2.0-only
#include "live/hints.h"

#include <string.h>

#include "str.h"

static const struct hint hints[] = {
	{ "deferred-split", "underused_",
	  "A huge page was mapped or collapsed and is watched for being mostly zero; each one is, so this is no problem by itself.",
	  "Look at the reasons partial_* instead." },
	{ "deferred-split", "partial_cow",
	  "A write copied a page of a huge page that is or may be shared, typically after fork().",
	  "See in the stacks who writes after fork(); use vfork() or posix_spawn(), or MADV_DONTFORK for large areas." },
	{ "deferred-split", "partial_migrate",
	  "Migration unmapped a huge page piece by piece, which often lasts no longer than the migration.",
	  "See what migrates: compaction, NUMA balancing (numa_pages_migrated in /proc/vmstat), or a cpuset that changes." },
	{ "deferred-split", "partial_device_migrate",
	  "A device driver moved pages of a huge page to or from device memory.",
	  "See in the stacks which driver; larger or aligned ranges move huge pages as a whole." },
	{ "deferred-split", "partial_collapse",
	  "khugepaged or MADV_COLLAPSE took a part of a huge page that another range maps.",
	  "See which mappings are collapsed that are not aligned to huge pages." },
	{ "deferred-split", "partial_reclaim",
	  "Reclaim unmapped a part of a huge page that was given back with MADV_FREE.",
	  "See who calls MADV_FREE for parts of huge pages." },
	{ "deferred-split", "partial_split",
	  "Somebody splits huge pages; those for which it succeeds leave the queue.",
	  "See in the stacks who splits." },
	{ "deferred-split", "partial_munmap",
	  "munmap(), mmap() or mremap() over it, or brk() removed the mapping of a part of a huge page.",
	  "See in the stacks who unmaps; align the sizes of that allocator's areas to huge pages." },
	{ "deferred-split", "partial_exit",
	  "A process ended that mapped a part of a huge page which others still map, or that is spread over mappings.",
	  "See which processes share memory after fork() and end soon." },
	{ "deferred-split", "partial_madv_dontneed",
	  "An application or its allocator gives back parts of huge pages with MADV_DONTNEED.",
	  "Tell the allocator to give back whole huge pages only, or not so early (jemalloc: muzzy_decay_ms, thp; tcmalloc: "
	  "release rate; glibc: M_TRIM_THRESHOLD)." },
	{ "deferred-split", "partial_oom_reap", "The OOM killer took memory from a victim.",
	  "Look at why memory runs out, in the kernel log." },
#define NEVER(reason) \
	{ "deferred-split", reason, \
	  "The kernel has no way to get there that is known; the count was expected to stay 0.", \
	  "Look at the stacks, and tell the authors of the series." }
	NEVER("partial_ksm"),
	NEVER("partial_pgtable_split"),
	NEVER("partial_hwpoison"),
	NEVER("partial_delayed_zap"),
	{ "compaction", "skipped_order_0",
	  "Reclaim gives no single pages: memory is short, not fragmented.",
	  "Look at what uses memory; compaction cannot help." },
	{ "compaction", "skipped_gfp",
	  "The caller must not wait for I/O (GFP_NOIO, memalloc_noio_save(), PR_SET_IO_FLUSHER), so compaction is refused.",
	  "No amount of fragmented free memory helps. See in the stacks who asks, and make the request smaller, earlier, or without that limit." },
	{ "compaction", "skipped_no_free", "There are too few free pages to migrate to.",
	  "Reclaim has to come first: vm.min_free_kbytes, vm.watermark_scale_factor, or less use of memory." },
	{ "compaction", "skipped_extfrag",
	  "By the fragmentation index memory is short rather than fragmented.",
	  "vm.extfrag_threshold is the limit; look at free memory first." },
	{ "compaction", "skipped_deferred",
	  "Compaction failed there recently, and is put off for up to 64 requests.",
	  "Look for what cannot be moved: pinned or unmovable pages, in /proc/pagetypeinfo." },
	{ "compaction", "skipped_no_zone", "Node mask and cpuset allow no zone.",
	  "Look at the memory policy and the cpuset of the tasks in the stacks." },
	{ "compaction", "failed_complete",
	  "All of a zone was scanned and no block became free: what is there cannot be moved.",
	  "Look for pinned or unmovable pages, in /proc/pagetypeinfo." },
	{ "compaction", "failed_partial_skipped",
	  "A part of a zone was scanned and no block became free; the rest had failed before.",
	  "Look for pinned or unmovable pages, in /proc/pagetypeinfo." },
	{ "compaction", "failed_contended",
	  "Too many tasks compact or isolate pages at once, or the task was being killed.",
	  "See in the stacks who asks for large blocks at the same time." },
	{ "compaction", "failed_",
	  "A block was there, but went to others or is restricted by a watermark.",
	  "Look at who else allocates at that order, and at the watermarks in /proc/zoneinfo." },
	{ "compaction", "success_uncompacted",
	  "A block became free before anything was compacted: the stall was for nothing.",
	  "Look at kcompactd and vm.compaction_proactiveness." },
	{ "compaction", "success_", "Compaction made a block; the task waited for it.",
	  "See in the stacks who asks for large blocks; smaller ones with a fallback (kvmalloc) do not wait." },
	{ "splice", "wait_",
	  "A call that may wait found all slots of the pipe taken, and waits for a reader.",
	  "In the events, compare bytes with slots: few bytes in full slots want more slots (F_SETPIPE_SZ) or a reader that does not wait for an "
	  "amount; full slots of full pages mean a slow reader." },
	{ "splice", "nonblock_",
	  "A call that must not wait found all slots of the pipe taken, and returned EAGAIN.",
	  "Wait for POLLOUT, or give the pipe more slots (F_SETPIPE_SZ)." },
	{ "splice", "short_",
	  "A call filled the last slot and returned less than it was asked for.",
	  "Expected where the source has more than the pipe; more slots (F_SETPIPE_SZ) make fewer calls of it." },
	{ "splice", "fragments_",
	  "A source, such as a socket, offered more fragments than the pipe has free slots, however few bytes they are.",
	  "More slots (F_SETPIPE_SZ), or a reader that does not wait for an amount of bytes. What the refused are is attempts, not calls." },
	{ "alloc-failure", "no_zone",
	  "Zone limits, node mask or cpuset leave no zone to allocate from.",
	  "Look at the flags (__GFP_DMA, __GFP_THISNODE), the memory policy and the cpuset of the callers in the stacks." },
	{ "alloc-failure", "no_reclaim_nowait",
	  "The request may not wait and has no reserves (GFP_NOWAIT); many such attempts have a fallback and are harmless.",
	  "See in the stacks who asks, and whether that caller falls back to something smaller." },
	{ "alloc-failure", "no_reclaim_atomic",
	  "An atomic request did not find a page in the reserves either.",
	  "Raise vm.min_free_kbytes, or see in the stacks who asks for large atomic blocks." },
	{ "alloc-failure", "no_reclaim_memalloc",
	  "A task that reclaims memory itself found no page.",
	  "Memory is exhausted: look at what uses it, and at swap and storage." },
	{ "alloc-failure", "noretry",
	  "The caller asked for one try only (__GFP_NORETRY), as huge page faults and others with a fallback do.",
	  "Harmless where the caller falls back; see in the stacks who asks." },
	{ "alloc-failure", "costly_noio",
	  "An order above 3 needs compaction, which is not allowed without __GFP_IO.",
	  "Watermarks do not help. See in the stacks who asks, and allocate earlier, without GFP_NOIO, or in pieces." },
	{ "alloc-failure", "costly_compact_off",
	  "An order above 3 needs compaction, which this kernel does not have.",
	  "Build it with CONFIG_COMPACTION, or ask for smaller blocks." },
	{ "alloc-failure", "costly_", "An order above 3 needed compaction, and that made no block.",
	  "See kreason drill compaction for why; smaller blocks with a fallback (kvmalloc) do not need it." },
	{ "alloc-failure", "oom_victim", "The task is being killed by the OOM killer.",
	  "Look at why memory runs out, in the kernel log." },
	{ "alloc-failure", "no_oom",
	  "Reclaim gave nothing and the OOM killer is not called for such a request.",
	  "Memory is exhausted for it: look at the zones in the warning (kreason explain) and at the callers in the stacks." },
	{ "", "", "This program does not know this reason; the documentation of the kernel does.",
	  "See the stacks." },
};

const struct hint *hint_find(const struct path *path, const char *reason)
{
	const struct hint *best = &hints[ARRAY_SIZE(hints) - 1];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hints) - 1; i++)
		if (!strcmp(hints[i].path, path->name) && starts(reason, hints[i].reason) &&
		    strlen(hints[i].reason) > strlen(best->reason))
			best = &hints[i];
	return best;
}
