#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 3, in the guest.
# story: Deferred splits climb on some hosts of a fleet: huge pages stay whole in memory although parts of them are
# story: unmapped, and reclaim has to split them. Something unmaps parts of huge pages. What?
# guest: smp=2 mem=2G numa=2 timeout=120
set -eu

# What a server does all day: its allocator gives freed memory back, it forks, it unmaps; the kernel balances nodes.
# Each run of a test is 8 huge pages.
run() { /tests/deferred_split_reasons -n -r "$1" -t "$2" >/tmp/out 2>&1 || { cat /tmp/out; exit 1; }; }
# all_day COUNT TEST: eight rounds, in which this is most of what is done.
all_day() {
	for round in 1 2 3 4 5 6 7 8; do
		run "$1" "$2"
		run 1 'copy on write'
		case $round in 2 | 4 | 6 | 8) run 1 'munmap of a part' ;; esac
		case $round in 4 | 8) run 1 'migration, mapped by PTEs' ;; esac
	done
	run 1 'MADV_FREE of a part'
}
workload() { all_day 10 'MADV_DONTNEED'; }
# The same after the allocator was told to give back whole huge pages only.
fixed_workload() { all_day 10 'fault and munmap of whole folios'; }

# The command that the tool measures.
case ${1-} in
workload | fixed_workload)
	"$1"
	exit
	;;
esac

if [ ! -e /sys/kernel/debug/deferred_split_reasons ]; then
	vmstat() { sed -n 's/^thp_deferred_split_page //p' /proc/vmstat; }
	before=$(vmstat)
	workload
	echo "thp_deferred_split_page in /proc/vmstat: $before before the workload, $(vmstat) after it."
	echo "That is all there is. A kprobe on deferred_split_folio() can collect stacks, of all calls alike: also of those"
	echo "that change nothing, and each stack costs more than what it watches."
	exit 0
fi

echo "The tool counts while the workload runs, and has the kernel add up the stacks of the hot reason while it runs again:"
echo
echo "  # kreason report --save before deferred-split -- workload"
kreason report --save /tmp/before --stacks 1 --events 0 deferred-split -- "$0" workload >/tmp/report
sed -n '/^deferred-split:/,$p' /tmp/report
echo "The allocator returns pages of huge pages with MADV_DONTNEED. After it was told to return whole ones only:"
echo
echo "  # kreason report --save after deferred-split -- workload"
# Exit status 1: no reason dominates any more.
kreason report --save /tmp/after --stacks 1 --events 0 deferred-split -- "$0" fixed_workload >/tmp/report || [ $? = 1 ]
sed -n '/^deferred-split:/,/^  (/p' /tmp/report
echo
echo "  # kreason verify before after"
kreason verify /tmp/before /tmp/after
