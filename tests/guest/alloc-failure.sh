#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Real failures of the page allocator, for every reason that can be had in a guest, checked by the kselftest of the series.
# It waits for the rate limit of the warning, ten seconds each time; with icount a guest that sleeps takes no time, and
# does the same at every run. A stock kernel has the first line of each warning only, and skips what needs more.
# guest: smp=1 icount=1 mem=2G numa=2 timeout=240 append=movablecore=512M
set -eu
. /tests/lib.sh

if [ -e /sys/kernel/debug/alloc_fail_reasons ]; then all_must_run /tests/alloc_fail_reasons -l
else /tests/alloc_fail_reasons -l; fi
