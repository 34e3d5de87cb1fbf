#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 1, in the guest.
# story: A driver needs a buffer of 128 KB (order 5) while it resets a disk, so it allocates with GFP_NOIO. That fails,
# story: although hundreds of megabytes are free, far above all watermarks. Why, and why did compaction not help?
# guest: smp=1 icount=1 mem=512M numa=2 timeout=120
set -eu

# Fragment memory, allocate once, show free memory and the kernel's message. Without caches reclaim finds nothing that
# would make a block by chance just when it is too late.
echo 3 >/proc/sys/vm/drop_caches
cd /tests
if [ ! -e /sys/kernel/debug/alloc_fail_reasons ]; then
	before=$(sed -n 's/^compact_stall //p' /proc/vmstat)
	./alloc_fail_reasons -s
	echo "    ... and $(($(dmesg | sed -n '/page allocation failure/,$p' | wc -l) - 1)) lines of stack and Mem-Info"
	echo "compact_stall in /proc/vmstat: $before before, $(sed -n 's/^compact_stall //p' /proc/vmstat) after."
	echo "The rest is worked out from these lines, for each zone: which watermark applies, what of the free memory is in"
	echo "blocks of order 5 and above, whether the flags allow compaction. 'kreason explain' does that for the log of any kernel:"
	echo
	dmesg | kreason explain | sed -n '/^request/,/^zones/p; /^  Node/p; /^verdict/,/^operator/p' | sed '$d'
	exit 0
fi

kreason report --no-stacks alloc-failure compaction -- ./alloc_fail_reasons -s >/tmp/report
echo
echo "The counters, which also run where the caller asked for no warning, by 'kreason report':"
echo "(no_reclaim_nowait is the module that fragments memory, until nothing is left to take)"
echo
sed -n '/^alloc-failure:/,$p' /tmp/report
echo "So: above order 3 nothing but compaction makes blocks, and GFP_NOIO does not allow it. Both zones have megabytes to"
echo "spare, none of it in one piece. Higher watermarks do not help this caller: allocate earlier, without GFP_NOIO, or in pieces."
