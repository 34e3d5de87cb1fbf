#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The tool in a kernel with the helper and the topic deferred-split alone, for tests/kreason-parts: that path as ever, the
# others as on a kernel without the series, and each command says so.
# guest: smp=2 mem=1G numa=1 timeout=60
# shellcheck disable=SC1091 # of the kernel tree
. /tests/ktap_helpers.sh
. /tests/lib.sh

ktap_print_header
ktap_set_plan 25
before

check "the kernel has this topic only" test "$(cd /sys/kernel/debug && echo *_reasons)" = deferred_split_reasons
check "list: exit 0" code 0 kreason list
check "list: this path has both" says "deferred-split: counters and events"
check "list: the others have probes" test "$(grep -c ': only probes$' /tmp/out)" = 3
check "list: why" says "counters  no: no pipe_full_reasons: this kernel has reason counters, but not those of this path"
check "list: why no event" says "event     no: no mm_compaction_direct_end: this kernel has reason counters, but not those of this path"

check "drill: exit 0" code 0 splits 10 drill --json --events 0
check "drill: counted" json counted_in_group 80
check "drill: captured" json captured 80
check "drill: by the histogram" json method '"histogram"'
check "drill: tracing as before, byte for byte" identical

check "drill of a path that is not there: exit 3" code 3 kreason drill --json compaction
check "says what there is instead" says "but not those of this path; kreason probe compaction gives the nearest answer"
check "that does" code 0 kreason probe splice -- /tests/pipe_full_reasons -n
check "with what it can tell" says "calls of splice_to_pipe(): 5"

check "report: exit 0" code 0 splits 8 kreason report --json --save /tmp/r1
check "report: three of four are not there" test "$(grep -c '"phase": "unreadable"' /tmp/out)" = 3
check "report: stacks of the other" json captured 64
code 1 kreason report --save /tmp/r2 -- /tests/deferred_split_reasons -n -r 8 -t 'fault and munmap of whole folios'
check "verify: fixed, exit 0" code 0 kreason verify /tmp/r1 /tmp/r2

check "watch: exit 0" code 0 kreason watch --interval 0.2 --count 1
check "watch: says what is not there" says "splice no pipe_full_reasons: this kernel has reason counters"
check "watch of what is not there: exit 3" code 3 kreason watch splice
check "export: exit 0" code 0 kreason export
check "export: one path of four" test "$(grep '^kreason_path_readable' /tmp/out | grep -c ' 0$') $(grep '^kreason_path_readable' /tmp/out | grep -c ' 1$')" = "3 1"
check "tracing as before" same
ktap_finished
