#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Full pipes of every kind that user space can cause, with exact counts and events, checked by the kselftest of the
# series; real TCP over loopback. This guest has all that the tests need, so a skipped one is a failure.
# guest: smp=4 mem=512M numa=1 timeout=120
set -eu

ifconfig lo 127.0.0.1 up

rc=0
/tests/pipe_full_reasons -s 3 >/tmp/result || rc=$?
sed 's/^ok \([0-9]*\) # SKIP /not ok \1 must not be skipped here: /' /tmp/result
! grep -q '# SKIP' /tmp/result || rc=1
exit $rc
