#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The tool on a machine with many possible CPUs, most of which never run: counters and buffers are per CPU.
# guest: smp=2 possible=64 mem=1G numa=1 timeout=60
# shellcheck disable=SC1091 # of the kernel tree
. /tests/ktap_helpers.sh
. /tests/lib.sh

ktap_print_header
if [ ! -e /sys/kernel/debug/deferred_split_reasons ]; then
	ktap_skip_all "no reason counters in this kernel"
	exit 4
fi

# On each CPU; the command of drill.
if [ "$1" = workload ]; then
	for cpu in 0 1; do taskset $((1 << cpu)) /tests/deferred_split_reasons -n -t MADV_DONTNEED -r 3 & done
	wait
	exit
fi

ktap_set_plan 9
check "64 possible CPUs" grep -qx 0-63 /sys/devices/system/cpu/possible
check "report: exit 0" code 0 kreason report --json deferred-split -- "$0" workload
check "knows them" json cpus_possible '"0-63"'
check "counted on both: 48" json counted_in_group 48
check "captured on both: 48" json captured 48
check "drill --buffer: exit 0" code 0 drill --json --buffer -- "$0" workload
check "captured on both: 48" json captured 48
check "nothing lost" json lost 0
check "nothing left" test -z "$(ls /sys/kernel/tracing/instances)"
ktap_finished
