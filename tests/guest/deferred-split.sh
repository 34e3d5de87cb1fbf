#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Real deferred splits of every kind that user space can cause, with exact numbers, checked by the kselftest of the
# series; all CPUs count at once for 20 s. This guest has all that the tests need, so a skipped one is a failure.
# guest: smp=4 mem=2G numa=2 timeout=240
set -eu

echo +memory >/sys/fs/cgroup/cgroup.subtree_control
echo 512M >/sys/block/zram0/disksize
mkswap /dev/zram0 >/dev/null
swapon /dev/zram0

rc=0
/tests/deferred_split_reasons -d -s 20 >/tmp/result || rc=$?
sed 's/^ok \([0-9]*\) # SKIP /not ok \1 must not be skipped here: /' /tmp/result
! grep -q '# SKIP' /tmp/result || rc=1
exit $rc
