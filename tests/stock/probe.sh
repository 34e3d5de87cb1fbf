#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kreason probe in a stock kernel, for tests/probe: known workloads give the numbers that another probe counts, and nothing
# is left behind.
# guest: smp=2 mem=1G numa=2 timeout=120
# shellcheck disable=SC1091 # of the kernel tree
. /tests/ktap_helpers.sh
. /tests/lib.sh

tracing=/sys/kernel/tracing
ktap_print_header
ktap_set_plan 66

# Somebody else's probe, on the same function, that counts by itself.
function=$(grep -oE ' T (deferred_split_folio|deferred_split_huge_page)$' /proc/kallsyms | sed 's/^ T //')
echo "p:other/oracle $function" >>$tracing/kprobe_events
echo 1 >$tracing/events/other/oracle/enable
hits() { awk '$1 == "oracle" { print $2 }' $tracing/kprobe_profile; }

state() {
	(cd $tracing && cat kprobe_events set_event tracing_on trace_options && ls instances events && grep -H . events/other/*/enable events/other/*/trigger) >"$1" 2>&1
}
state /tmp/before
same() {
	state /tmp/now
	differs /tmp/before /tmp/now
}
probes() { grep -c ':kreason_' $tracing/kprobe_events || :; }
has() { [ "$(probes)" -ge "$1" ]; }
# counted FILE: its calls. What came since the last look is what the oracle counted.
counted() { sed -n "s/^queued *calls of $function(): //p" "$1"; }
as_oracle() {
	is=$(hits)
	echo "# the oracle counted $((is - was)), kreason $(counted "$1")"
	[ $((is - was)) -gt 0 ] && [ "$(counted "$1")" = $((is - was)) ]
}

echo "# $(uname -r), $function"

was=$(hits)
check "deferred-split: exit 0" code 0 kreason probe deferred-split -- /tests/split 5
check "deferred-split: all calls" as_oracle /tmp/out
check "deferred-split: as many in the values" test "$(awk '/call=queued/ { n += $1 } END { print n }' /tmp/out)" = "$(counted /tmp/out)"
check "deferred-split: the caller is named" grep -qE 'call=queued  caller=[a-z_]+\+0x' /tmp/out
check "deferred-split: the stack of the workload" says do_madvise
check "deferred-split: it begins with the function" grep -qE "^      $function\+0x[0-9a-f]+/0x" /tmp/out
check "deferred-split: nothing is left" same

was=$(hits)
check "--buffer: exit 0" code 0 kreason probe deferred-split --buffer -- /tests/split 1
check "--buffer: all calls" as_oracle /tmp/out
check "--buffer: the stack of the workload" says do_madvise
check "--buffer: nothing is left" same

check "--json: exit 0" code 0 kreason probe deferred-split --json -- /tests/split 1
check "--json: what it is" json path '"deferred-split"'
check "--json: nothing lost" json records_lost 0

# Case study 2: 18 fragments for 16 slots. The third call finds none free, nor does it wait: it must not.
check "splice: exit 0" code 0 kreason probe splice --btf /tests/layout.btf -- /tests/pipe_full_reasons -n
cp /tmp/out /tmp/slots
check "splice: one wait" says 'wait     calls of pipe_wait_writable(): 1'
check "splice: an empty pipe takes what there is" says 'call=fill  nr_pages=10  used=0  slots=16  returned=14170'
check "splice: the rest of the slots" says 'call=fill  nr_pages=8  used=10  slots=16  returned=8502'
check "splice: all slots in use" says 'call=fill  nr_pages=2  used=16  slots=16  returned=-11'
check "splice: the reader made room" says 'call=fill  nr_pages=2  used=14  slots=16  returned=1904'
check "splice: who waits finds all in use" grep -qE 'call=wait  caller=[a-z_.0-9+]+  used=16  slots=16' /tmp/out
check "splice: the path from TCP" says tcp_splice_data_recv
check "splice: nothing is left" same

# What --print says of the offsets, given by hand.
kreason probe splice --print --btf /tests/layout.btf >/tmp/print
head=$(sed -n 's/.* head=+\([0-9]*\)(.*/\1/p' /tmp/print | head -n 1) tail=$(sed -n 's/.* tail=+\([0-9]*\)(.*/\1/p' /tmp/print | head -n 1)
size=$(sed -n 's/.* buffers=+\([0-9]*\)(.*/\1/p' /tmp/print | head -n 1)
check "--offset: exit 0" code 0 kreason probe splice --offset "pipe_inode_info.head=$head" --offset "pipe_inode_info.tail=$tail" \
	--offset "pipe_inode_info.max_usage=$size" -- /tests/pipe_full_reasons -n
check "--offset: the same slots" test "$(grep call=fill /tmp/out)" = "$(grep call=fill /tmp/slots)"
check "without either: exit 0" code 0 kreason probe splice -- /tests/pipe_full_reasons -n
check "without either: says what to give" says '--offset pipe_inode_info.head=N'

# More huge pages than one of the two nodes has: compaction is asked for, and then one fails. Two probes at once.
huge=/sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages
check "two at once: exit 0" code 0 kreason probe compaction -- sh -c "kreason probe alloc-failure -- sh -c \"echo 300 >$huge\" >/tmp/failed"
echo 0 >$huge
check "compaction: huge pages were asked for" grep -qE 'call=asked  .*gfp=0x[0-9a-f]+  flags=.*__GFP_COMP.*  order=9' /tmp/out
check "compaction: the outcome has a name" grep -qE 'order=9  result=[a-z_]+$' /tmp/out
check "compaction: their stack" says nr_hugepages_store_common
cp /tmp/failed /tmp/out
check "alloc-failure: an allocation of that order failed" grep -qE 'call=failed  .*flags=.*__GFP_NOWARN.*  order=9  message=page allocation failure: order:%u' /tmp/out
check "two at once: nothing is left" same

check "nothing happens: exit 1" code 1 kreason probe deferred-split --seconds 0.3
check "no such command: exit 2" code 2 kreason probe deferred-split -- /nothing
check "no such command: nothing is left" same
check "a wrong --btf: exit 2" code 2 kreason probe splice --btf /proc/version

# Ended from outside.
kreason probe deferred-split --seconds 60 >/tmp/one 2>&1 & one=$!
until_true has 1
kreason probe deferred-split --seconds 60 >/tmp/two 2>&1 & two=$!
check "two of one path: both run" until_true has 2
usleep 500000
was=$(hits)
/tests/split 2
kill -INT $one
rc=0; wait $one || rc=$?
check "SIGINT: exit 130" test $rc = 130
check "SIGINT: all calls" as_oracle /tmp/one
check "SIGINT: the other one's probe stays" test "$(probes)" = 1
kill -TERM $two
rc=0; wait $two || rc=$?
check "SIGTERM: exit 143" test $rc = 143
check "SIGTERM: all calls" as_oracle /tmp/two
check "SIGTERM: nothing is left" same

# Nobody reads, and the pipe is full before it prints.
none() { [ "$(probes)" = 0 ]; }
gone() { ! grep -qs . "/proc/$1/cmdline"; }
mkfifo /tmp/unread
exec 9<>/tmp/unread
dd if=/dev/zero bs=65536 count=1 >&9 2>/dev/null
kreason probe deferred-split --seconds 0.3 >&9 2>/dev/null & one=$!
until_true has 1
until_true none
usleep 500000
kill -TERM $one
until_true gone $one || kill -KILL $one
rc=0; wait $one || rc=$?
check "SIGTERM where nobody reads: exit 143" test $rc = 143
exec 9>&-
check "SIGTERM where nobody reads: nothing is left" same

# Killed later and later. One that runs keeps its probe.
kreason probe deferred-split --seconds 60 >/tmp/one 2>&1 & one=$!
until_true has 1
mine=$(grep -o ':kreason_[^/]*' $tracing/kprobe_events)
killed=0
for i in 0 2 4 6 8; do
	kreason probe splice --seconds 60 >/dev/null 2>&1 & pid=$!
	until_true grep -q ":kreason_${pid}_" $tracing/kprobe_events
	usleep $((i * 3000))
	kill -KILL $pid && killed=$((killed + 1))
	wait $pid 2>/dev/null || :
done
check "5 of 5 killed" test $killed = 5
check "the last one has left something" has 2
check "the next run: exit 1" code 1 kreason probe deferred-split --seconds 0.1
check "has removed it, but not what is in use" test "$(grep -o ':kreason_[^/]*' $tracing/kprobe_events)" = "$mine"
kill -INT $one
wait $one 2>/dev/null || :
check "and its own goes with it" same

# What --print says does the same by hand, and removes it.
kreason probe deferred-split --print >/tmp/print
sed -n '/^# By hand/,/^$/p' /tmp/print | sed 's/^sleep .*/\/tests\/split 1/' >/tmp/hand
check "--print: by hand" code 0 sh -e /tmp/hand
check "--print: the same stacks" says do_madvise
check "--print: nothing is left" same

# with TOOL PATH WORKLOAD: what --print says for TOOL, with WORKLOAD in place of the time that passes. Its output has an event of
# each probe; perf calls those of returns NAME__return. The workload waits: trace-cmd has recorded nothing if its command ends
# before its recorders have begun.
with() {
	kreason probe "$2" --print --btf /tests/layout.btf >/tmp/print
	printf '#!/bin/sh\nsleep 1\n%s\n' "$3" >/tmp/work
	chmod +x /tmp/work
	sed -n "/^# With $1/,/^\$/p" /tmp/print | sed 's,sleep 10,/tmp/work,' >/tmp/hand
	(cd /tmp && code 0 sh -e /tmp/hand) || return
	sed -n "s/^echo '[pr]:kreason\/\([a-z]*\) .*/\1/p" /tmp/print >/tmp/events
	while read -r event; do
		grep -qE "[: ]$event(__return)?: " /tmp/out || { echo "# no event $event"; head -n 20 /tmp/err /tmp/out | sed 's/^/#   /'; return 1; }
	done </tmp/events
}
for tool in perf trace-cmd; do
	if ! command -v $tool >/dev/null; then
		for name in deferred-split splice compaction alloc-failure "all calls" "nothing is left"; do
			ktap_test_skip "--print: with $tool: $name: it is not installed; make deps, scripts/deps bench"
		done
		continue
	fi
	was=$(hits)
	check "--print: with $tool: deferred-split" with $tool deferred-split '/tests/split 1'
	check "--print: with $tool: all calls, while another probe goes on" test $(($(hits) - was)) = "$(grep -c 'queued: ' /tmp/out)"
	check "--print: with $tool: splice" with $tool splice '/tests/pipe_full_reasons -n'
	check "--print: with $tool: compaction" with $tool compaction "echo 300 >$huge"
	echo 0 >$huge
	check "--print: with $tool: alloc-failure" with $tool alloc-failure "echo 300 >$huge"
	echo 0 >$huge
	check "--print: with $tool: nothing is left" same
done
ktap_finished
