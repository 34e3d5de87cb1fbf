#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What becomes of real requests for direct compaction on a full and on a fragmented node, with exact numbers, checked by
# the kselftest of the series. This guest has all that the tests need, so a skipped one is a failure.
# guest: smp=4 mem=512M numa=2 timeout=120
set -eu

rc=0
/tests/direct_compact_reasons -d >/tmp/result || rc=$?
sed 's/^ok \([0-9]*\) # SKIP /not ok \1 must not be skipped here: /' /tmp/result
! grep -q '# SKIP' /tmp/result || rc=1
exit $rc
