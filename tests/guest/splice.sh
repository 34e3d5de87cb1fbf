#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Full pipes of every kind that user space can cause, with exact counts and events, checked by the kselftest of the
# series; real TCP over loopback.
# guest: smp=4 mem=512M numa=1 timeout=120
set -eu
. /tests/lib.sh

all_must_run /tests/pipe_full_reasons -s 3
