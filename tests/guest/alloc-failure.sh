#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Real failures of the page allocator, for every reason that can be had in a guest, checked by the kselftest of the series.
# It waits for the rate limit of the warning, ten seconds each time; with icount a guest that sleeps takes no time, and
# does the same at every run. A stock kernel has the first line of each warning only, and skips what needs more; where
# there are reasons this guest has all that the tests need, so a skipped one is a failure.
# guest: smp=1 icount=1 mem=2G numa=2 timeout=240 append=movablecore=512M
set -eu

rc=0
/tests/alloc_fail_reasons -l >/tmp/result || rc=$?
if [ -e /sys/kernel/debug/alloc_fail_reasons ]; then
	sed -i 's/^ok \([0-9]*\) # SKIP /not ok \1 must not be skipped here: /' /tmp/result
	! grep -q 'must not be skipped' /tmp/result || rc=1
fi
cat /tmp/result
exit $rc
