#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 3, in the guest.
# story: Deferred splits climb on some hosts of a fleet: huge pages stay whole in memory although parts of them are
# story: unmapped, and reclaim has to split them. Something unmaps parts of huge pages. What?
# guest: smp=2 mem=2G numa=2 timeout=120
set -eu
. /demo/lib.sh

reasons=/sys/kernel/debug/deferred_split_reasons
event=/sys/kernel/tracing/events/huge_memory/mm_folio_deferred_split

# What a server does all day: its allocator gives freed memory back, it forks, it unmaps; the kernel balances nodes.
# Each run of a test is 8 huge pages.
run() { /tests/deferred_split_reasons -n -r "$1" -t "$2" >/tmp/out 2>&1 || { cat /tmp/out; exit 1; }; }
others() {
	run 8 'copy on write'
	run 4 'munmap of a part'
	run 2 'migration, mapped by PTEs'
	run 1 'MADV_FREE of a part'
}
workload() {
	run 80 'MADV_DONTNEED'
	others
}
# The same after the allocator was told to give back whole huge pages only.
fixed_workload() {
	run 80 'fault and munmap of whole folios'
	others
}

vmstat() { sed -n 's/^thp_deferred_split_page //p' /proc/vmstat; }

if [ ! -e $reasons ]; then
	before=$(vmstat)
	workload
	echo "thp_deferred_split_page in /proc/vmstat: $before before the workload, $(vmstat) after it."
	echo "That is all there is. A kprobe on deferred_split_folio() can collect stacks, of all calls alike: also of those"
	echo "that change nothing, and each stack costs more than what it watches."
	exit 0
fi

# count WORKLOAD: run it, and show how far the counters moved.
count() {
	cat $reasons >/tmp/before
	"$1"
	cat $reasons >/tmp/after
	echo
	table /tmp/before /tmp/after partial_
}

echo "First the counters, which always run: $reasons before and after the workload"
count workload

read -r number name share </tmp/hot
echo
echo "The hot reason is $name, $share % of the folios that became partially mapped. Now stacks for this reason only,"
echo "added up by the kernel while the workload runs again:"
echo "  echo 'hist:keys=common_stacktrace if reason == $number' >$event/trigger"
echo
trigger="hist:keys=common_stacktrace:sort=hitcount.descending if reason == $number"
echo "$trigger" >$event/trigger
workload
cat $event/hist >/tmp/hist
echo "!$trigger" >$event/trigger

awk '
	/^[{] common_stacktrace:/ { n = 0; next }
	/^[}]/ {
		if (++stacks <= 3) {
			hits = $0; sub(/.*hitcount: */, "", hits); sub(/ .*/, "", hits)
			printf "  %d times\n", hits
			for (i = 0; i < n && i < 14; i++) printf "      %s\n", frame[i]
			if (n > 14) printf "      ... %d more\n", n - 14
			print ""
		}
		next
	}
	/^ +[^ ]/ { sub(/^ +/, ""); frame[n++] = $0 }
	/Dropped:/ { if ($2 > 0) printf "  %d events did not fit the histogram\n", $2 }
	END { if (!stacks) { print "no stack was captured"; exit 1 } }' /tmp/hist

echo "The allocator returns pages of huge pages with MADV_DONTNEED. After it was told to return whole ones only:"
count fixed_workload
echo
echo "$name does not move any more. What is left is spread over causes that do not stand out."
