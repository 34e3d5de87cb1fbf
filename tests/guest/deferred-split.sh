#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Real deferred splits of every kind that user space can cause, with exact numbers, checked by the kselftest of the
# series; all CPUs count at once for 20 s.
# guest: smp=4 mem=2G numa=2 timeout=240
set -eu
. /tests/lib.sh

echo +memory >/sys/fs/cgroup/cgroup.subtree_control
echo 512M >/sys/block/zram0/disksize
mkswap /dev/zram0 >/dev/null
swapon /dev/zram0

all_must_run /tests/deferred_split_reasons -d -s 20
