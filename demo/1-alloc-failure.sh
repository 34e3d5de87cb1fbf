#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 1, in the guest.
# story: A driver needs a buffer of 128 KB (order 5) while it resets a disk, so it allocates with GFP_NOIO. That fails,
# story: although hundreds of megabytes are free, far above all watermarks. Why, and why did compaction not help?
# guest: smp=1 icount=1 mem=512M numa=2 timeout=120
set -eu
. /demo/lib.sh

failed=/sys/kernel/debug/alloc_fail_reasons
compact=/sys/kernel/debug/direct_compact_reasons

# Fragment memory, allocate once, show free memory and the kernel's message. Without caches reclaim finds nothing that
# would make a block by chance just when it is too late.
echo 3 >/proc/sys/vm/drop_caches
cd /tests
before=$(sed -n 's/^compact_stall //p' /proc/vmstat)
[ ! -e $failed ] || { cat $failed >/tmp/1; cat $compact >/tmp/3; }
./alloc_fail_reasons -s
if [ ! -e $failed ]; then
	echo "    ... and $(($(dmesg | sed -n '/page allocation failure/,$p' | wc -l) - 1)) lines of stack and Mem-Info"
	echo "compact_stall in /proc/vmstat: $before before, $(sed -n 's/^compact_stall //p' /proc/vmstat) after."
	echo "The rest is to be worked out by hand, for each zone: which watermark applies, what of the free memory is in"
	echo "blocks of order 5 and above, whether the flags allow compaction, and what happened to it if so."
	exit 0
fi
cat $failed >/tmp/2
cat $compact >/tmp/4
echo
echo "The counters, which also run where the caller asked for no warning: $failed"
echo "(no_reclaim_nowait is the module that fragments memory, until nothing is left to take)"
echo
table /tmp/1 /tmp/2
echo
echo "and $compact"
echo
table /tmp/3 /tmp/4
echo
echo "So: above order 3 nothing but compaction makes blocks, and GFP_NOIO does not allow it. Both zones have megabytes to"
echo "spare, none of it in one piece. Higher watermarks do not help this caller: allocate earlier, without GFP_NOIO, or in pieces."
