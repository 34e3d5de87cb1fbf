#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# guest: smp=4 mem=2G numa=2 timeout=60
# The guest itself: what every other boot test relies on is there.
# shellcheck disable=SC1091 # of the kernel tree
. /tests/ktap_helpers.sh

ktap_print_header
ktap_set_plan 7
ktap_test_result "two NUMA nodes online" test "$(cat /sys/devices/system/node/online)" = 0-1
ktap_test_result "four CPUs online" test "$(nproc)" = 4
ktap_test_result "both nodes have memory" test "$(cat /sys/devices/system/node/has_memory)" = 0-1
ktap_test_result "THP on request" grep -qF '[madvise]' /sys/kernel/mm/transparent_hugepage/enabled
ktap_test_result "debugfs mounted" grep -q /sys/kernel/debug.debugfs /proc/mounts
ktap_test_result "trace events with stack and hist triggers" \
	grep -q 'stacktrace.*hist\|hist.*stacktrace' /sys/kernel/tracing/events/kmem/mm_page_alloc/trigger
echo 64M >/sys/block/zram0/disksize && mkswap /dev/zram0 >/dev/null && swapon /dev/zram0
ktap_test_result "swap on zram" grep -q zram0 /proc/swaps
ktap_finished
