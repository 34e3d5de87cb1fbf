#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The live commands of the tool: known workloads give the numbers that it prints, and tracing is afterwards as it was before.
# guest: smp=2 mem=1G numa=1 timeout=180
# shellcheck disable=SC1091 # of the kernel tree
. /tests/ktap_helpers.sh
. /tests/lib.sh

tracing=/sys/kernel/tracing
ktap_print_header
if [ ! -e /sys/kernel/debug/deferred_split_reasons ]; then
	ktap_set_plan 8
	check "a kernel without the series: list exits with 1" code 1 kreason list
	check "it says what it is" says "counters  no: no deferred_split_reasons: this kernel is without the series"
	check "and what is left" says "deferred-split: only probes"
	check "and how to use it" says "deferred_split_folio(): kreason probe deferred-split"
	check "watch: exit 3" code 3 kreason watch --count 1
	check "drill: exit 3" code 3 kreason drill --json compaction
	check "it says what to do next" says "; kreason probe compaction gives the nearest answer"
	check "report: exit 3" code 3 kreason report
	ktap_finished
fi

# The workload alone.
split() { /tests/deferred_split_reasons -n -r "$1" -t MADV_DONTNEED >/dev/null; }

instances() { ls $tracing/instances; }
none() { [ -z "$(instances)" ]; }

not() { ! "$@" 2>/dev/null; }

some() { [ "$(instances | wc -l)" -ge "$1" ]; }
# mine: the one of process $pid is there; running N: so many histograms add up.
mine() { instances | grep -q "^kreason-$pid-"; }
running() {
	[ "$(cat $tracing/instances/*/events/huge_memory/mm_folio_deferred_split/trigger 2>/dev/null | grep -c 'active')" -ge "$1" ]
}

ktap_set_plan 51
before

check "list: something to explain" code 0 kreason list
check "list: all four paths have both" test "$(grep -c ': counters and events$' /tmp/out)" = 4
code 0 kreason list --reasons
check "list: the tool knows every reason of this kernel" test "$(grep -c "does not know this reason" /tmp/out)" = 0

check "drill: dominates, exit 0" code 0 splits 10 drill --json --events 0
check "drill: counted" json counted_in_group 80
check "drill: captured by the histogram" json captured 80
check "drill: method" json method '"histogram"'
check "drill: nothing lost" json lost 0
check "drill: one stack, with its caller" grep -q do_madvise /tmp/out
check "drill: tracing as before, byte for byte" identical

check "drill --buffer: exit 0" code 0 splits 10 drill --json --buffer
check "drill --buffer: captured" json captured 80
check "drill --buffer: method" json method '"buffer"'
check "drill --buffer: tracing as before" same

check "drill --folded" code 0 splits 5 drill --folded --reason partial_madv_dontneed
check "drill --folded: one line, the outermost first, count last" \
	grep -qE '^entry_SYSCALL_64_after_hwframe;do_syscall_64;.*;do_madvise;.* 40$' /tmp/out
check "drill: a reason that does not happen, exit 1" code 1 splits 1 drill --reason partial_cow
check "drill: no such reason, exit 2" code 2 splits 1 drill --reason partial_moon
check "drill: nothing happens, exit 1" code 1 drill --seconds 0.3
check "drill: no command of that name, exit 2" code 2 drill -- /nothing

check "drill --max-rate: takes a part of the time" code 0 splits 30 drill --json --max-rate 100
check "drill --max-rate: and says so" grep -q '"note": "too many events' /tmp/out

check "drill --reason: the events say what the pipe held" code 0 kreason drill splice --reason fragments_left -- /tests/pipe_full_reasons -n
check "drill: the last event" says 'slots=16/16 bytes=22672 offered=8 taken=6 left=2 bytes_taken=8502 reason=fragments_left'
check "drill: none dominates, exit 1" code 1 kreason drill splice -- /tests/pipe_full_reasons -n
check "drill: says so" says 'No reason dominates: the most frequent one, fragments_refused, has 50.0 %'

# Two at once, each of which sees everything, and neither of which removes the other.
kreason drill deferred-split --json --seconds 60 --reason partial_madv_dontneed >/tmp/one 2>&1 & one=$!
until_true running 1
kreason drill deferred-split --json --seconds 60 --reason partial_madv_dontneed >/tmp/two 2>&1 & two=$!
check "two drills at once: both run" until_true running 2
check "a live one cannot be removed by others" not rmdir "$tracing/instances/kreason-$one-"*
split 5
kill -INT $one; kill -TERM $two
rc=0; wait $one || rc=$?
check "SIGINT: exit 130" test $rc = 130
rc=0; wait $two || rc=$?
check "SIGTERM: exit 143" test $rc = 143
check "two drills at once: all of 40 each" test "$(cat /tmp/one /tmp/two | grep -c '"captured": 40,')" = 2

# Ended in the middle of whatever it was doing: later and later, then with all switched on.
killed=0
# Not before there is an instance: mkdir() of one that is killed makes the kernel (7.2) warn that memory is short.
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
	kreason drill deferred-split --seconds 60 --reason partial_madv_dontneed >/tmp/err 2>&1 & pid=$!
	until_true mine || { echo "# pid $pid, instances $(instances)"; sed "s/^/#   /" /tmp/err; break; }
	usleep $((i * 3000))
	kill -KILL $pid && killed=$((killed + 1))
	wait $pid 2>/dev/null || :
done
check "20 of 20 killed" test $killed = 20
check "the last one has left something" some 1
check "the next drill" code 1 drill --seconds 0.1 --reason partial_cow
check "has removed it" same

# A line of watch is of the interval in which the workload ran.
kreason watch --interval 3 --count 1 deferred-split >/tmp/out & pid=$!
usleep 500000
split 5
wait $pid
check "watch: count and share of one interval" grep -qE 'partial_madv_dontneed count 40 rate [0-9.]+/s total [0-9]+ share 100.0 %$' /tmp/out

check "report --save, before" code 0 splits 8 kreason report --save /tmp/r1
check "report: all paths" test "$(grep -cE '^(deferred-split|compaction|splice|alloc-failure): ' /tmp/out)" = 4
code 1 kreason report --save /tmp/r2 -- /tests/deferred_split_reasons -n -r 8 -t 'fault and munmap of whole folios'
check "verify: fixed, exit 0" code 0 kreason verify /tmp/r1 /tmp/r2
check "verify: the same again is not fixed, exit 1" code 1 kreason verify /tmp/r1 /tmp/r1
check "report: tracing as before" same

# The counters of one topic only.
mkdir -p /tmp/topic/sys/kernel/debug
ln -s /proc /tmp/topic/proc
ln -s /sys/kernel/tracing /tmp/topic/sys/kernel/tracing
ln -s /sys/kernel/debug/pipe_full_reasons /tmp/topic/sys/kernel/debug
export KREASON_ROOT=/tmp/topic
check "one topic: the others are not readable, and no obstacle" code 0 kreason report --json --threshold 50 -- /tests/pipe_full_reasons -n
check "one topic: three of four" test "$(grep -c '"phase": "unreadable"' /tmp/out)" = 3
check "one topic: stacks of the other" json captured 2
unset KREASON_ROOT

# Where it is mounted does not matter.
umount -l $tracing
mkdir /tmp/elsewhere
mount -t tracefs trace /tmp/elsewhere
check "tracefs elsewhere" code 0 splits 5 drill --json
umount -l /tmp/elsewhere
check "no tracefs, exit 3" code 3 splits 1 drill --json
check "says what to do" says '"why": "tracefs is not mounted; mount -t tracefs tracefs /sys/kernel/tracing"'
# Below debugfs, where kernels before 4.1 have it and later ones mount it as well.
mkdir -p /tmp/old/proc /tmp/old/sys/kernel/debug/tracing
mount -t tracefs trace /tmp/old/sys/kernel/debug/tracing
echo "debugfs /sys/kernel/debug debugfs rw 0 0" >/tmp/old/proc/mounts
ln -s /sys/kernel/debug/deferred_split_reasons /tmp/old/sys/kernel/debug
export KREASON_ROOT=/tmp/old
check "tracefs in debugfs" code 0 splits 5 drill --json
check "tracefs in debugfs: captured" json captured 40
unset KREASON_ROOT
umount -l /sys/kernel/debug
check "no debugfs, exit 3" code 3 drill --seconds 0.1
check "says what to do" says 'debugfs is not mounted; mount -t debugfs debugfs /sys/kernel/debug'
ktap_finished
