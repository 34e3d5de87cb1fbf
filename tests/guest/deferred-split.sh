#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Real deferred splits of every kind that user space can cause, with exact numbers, checked by the kselftest of the
# series; the 20 s are for all CPUs counting at once.
# guest: smp=4 mem=2G numa=2 timeout=240

echo +memory >/sys/fs/cgroup/cgroup.subtree_control
echo 512M >/sys/block/zram0/disksize
mkswap /dev/zram0 >/dev/null
swapon /dev/zram0

/tests/deferred_split_reasons -s 20
