#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 1, in the guest.
# story: A driver allocates buffers of 128 KB (order 5) with GFP_NOIO while it resets a disk. It fails, although megabytes
# story: are free and other allocations of that size succeed after a moment. Why was memory not compacted for this one?
# guest: smp=2 mem=512M numa=2 timeout=60
set -eu
. /demo/lib.sh

failed=/sys/kernel/debug/alloc_fail_reasons
compact=/sys/kernel/debug/direct_compact_reasons

# Fragment memory, allocate once, show free memory and the kernel's message.
cd /tests
before=$(sed -n 's/^compact_stall //p' /proc/vmstat)
[ ! -e $failed ] || { cat $failed >/tmp/1; cat $compact >/tmp/3; }
./alloc_fail_reasons -s
if [ ! -e $failed ]; then
	echo "compact_stall in /proc/vmstat: $before before, $(sed -n 's/^compact_stall //p' /proc/vmstat) after."
	echo "The rest is to be worked out by hand, for each zone: which watermark applies, what of the free memory is in"
	echo "blocks of order 5 and above, whether the flags allow compaction, and what happened to it if so."
	exit 0
fi
cat $failed >/tmp/2
cat $compact >/tmp/4
echo
echo "The counters, which also run where the caller asked for no warning: $failed"
echo
table /tmp/1 /tmp/2
echo
echo "and $compact"
echo
table /tmp/3 /tmp/4
