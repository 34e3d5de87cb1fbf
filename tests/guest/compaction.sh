#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What becomes of real requests for direct compaction on a full and on a fragmented node, with exact numbers, checked by
# the kselftest of the series.
# guest: smp=4 mem=512M numa=2 timeout=120
set -eu
. /tests/lib.sh

all_must_run /tests/direct_compact_reasons -d
