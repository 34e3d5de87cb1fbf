#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The tool in a kernel without CONFIG_HIST_TRIGGERS, for tests/kreason-parts: a filter and stacks through a bounded buffer do
# what histograms do elsewhere.
# guest: smp=2 mem=1G numa=1 timeout=90
# shellcheck disable=SC1091 # of the kernel tree
. /tests/ktap_helpers.sh
. /tests/lib.sh

tracing=/sys/kernel/tracing
ktap_print_header
ktap_set_plan 29
before
event=events/huge_memory/mm_folio_deferred_split
# on PID: its instance records; one that is new has tracing on, but no event yet. number NAME: of /tmp/out, the first of that name.
on() { grep -qx 1 $tracing/instances/kreason-"$1"-*/$event/enable && grep -qx 1 $tracing/instances/kreason-"$1"-*/tracing_on; } 2>/dev/null
number() { sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" /tmp/out | head -n 1; }
# sized: the kernel rounds to pages. all: an event and its stack are two records.
sized() { if [ "$size" -lt 1408 ] || [ "$size" -gt 1500 ]; then echo "# $size KB"; return 1; fi; }
all() { [ $(($(number lost) / 2 + $(number captured))) = 11200 ] || { echo "# $(number lost) lost, $(number captured) captured"; return 1; }; }

check "the kernel has no histograms" test -e $tracing/$event/filter -a ! -e $tracing/$event/hist

# The workload faults huge pages in as well, which the same event reports for another reason.
check "drill: exit 0" code 0 splits 10 drill --json
check "drill: counted" json counted_in_group 80
check "drill: captured, and nothing of another reason" json captured 80
check "drill: through a buffer" json method '"buffer"'
check "drill: nothing lost" json lost 0
check "drill: the caller" grep -q do_madvise /tmp/out
check "drill: the last events" grep -q 'mm_folio_deferred_split: .*reason=partial_madv_dontneed' /tmp/out
check "drill: tracing as before" same
check "drill: for people" code 0 splits 5 drill
check "says how" says 'Stacks of partial_madv_dontneed: 40 of 40 events captured in'
check "and through what" says 'through a buffer'
check "drill --folded" code 0 splits 5 drill --folded --reason partial_madv_dontneed
check "one line for each stack, count last" grep -qE '^entry_SYSCALL_64_after_hwframe;do_syscall_64;.*;do_madvise;.* 40$' /tmp/out
check "drill splice: two events, one reason" code 0 kreason drill splice --reason fragments_left -- /tests/pipe_full_reasons -n
check "the last of them" says 'slots=16/16 bytes=22672 offered=8 taken=6 left=2'
check "report: exit 0" code 0 splits 8 kreason report --json
check "report: captured" json captured 64

# More than the buffer holds while nobody reads: the oldest are lost, and the sum is still right.
kreason drill deferred-split --json --events 0 --seconds 60 --reason partial_madv_dontneed >/tmp/out 2>/tmp/err & pid=$!
until_true on $pid
size=$(cat $tracing/instances/kreason-$pid-*/buffer_size_kb)
check "the buffer has its size" sized
kill -STOP $pid
/tests/deferred_split_reasons -n -r 1400 -t MADV_DONTNEED >/dev/null
kill -CONT $pid
sleep 1
kill -INT $pid
rc=0; wait $pid || rc=$?
check "overrun: SIGINT, exit 130" test $rc = 130
check "overrun: counted" json counted_in_group 11200
check "overrun: some were lost" test "$(number lost)" -gt 0
check "overrun: lost and captured are all of them" all

# Too many events for the stacks of all.
check "drill --max-rate: takes a part of the time" code 0 splits 30 drill --json --max-rate 100
check "drill --max-rate: and says so" grep -q '"note": "too many events' /tmp/out

kreason drill deferred-split --seconds 60 --reason partial_madv_dontneed >/dev/null 2>&1 & pid=$!
until_true on $pid
kill -KILL $pid
wait $pid 2>/dev/null || :
code 1 drill --seconds 0.1 --reason partial_cow
check "what a killed run left is removed" same

check "probe: exit 0" code 0 kreason probe deferred-split --json -- /tests/deferred_split_reasons -n -r 5 -t MADV_DONTNEED
check "probe: its stacks" grep -q do_madvise /tmp/out
check "tracing as before" same
ktap_finished
