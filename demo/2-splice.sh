#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 2, in the guest.
# story: A proxy moves data from a TCP connection into a pipe with splice(), and a reader takes it when 24 KB are there.
# story: The pipe has room for 64 KB. Now and then both hang: splice() does not come back, and the reader waits for more.
# guest: smp=2 mem=512M numa=1 timeout=60
set -eu
. /demo/lib.sh

reasons=/sys/kernel/debug/pipe_full_reasons
tracing=/sys/kernel/tracing

if [ ! -e $reasons ]; then
	/tests/pipe_full_reasons -n
	echo "So the pipe counts as full with a third of its bytes in it. Nothing says how many slots it has, how many are"
	echo "taken, and by what. That took a kprobe on splice_to_pipe(), with the offsets of nr_pages, head and tail in hand."
	exit 0
fi

cat $reasons >/tmp/1
echo 1 >$tracing/events/splice/enable
/tests/pipe_full_reasons -n
echo 0 >$tracing/events/splice/enable
cat $reasons >/tmp/2
echo
echo "The counters, which always run: $reasons before and after"
echo
table /tmp/1 /tmp/2
echo
echo "The events in $tracing/events/splice:"
echo
sed -n 's/^.* \(splice_pipe_[a-z_]*: \)/  \1/p' $tracing/trace
echo
echo "All 16 slots hold a fragment of a socket buffer, 1417 bytes each: 22672 bytes of 65536. Two fragments are left in the"
echo "socket, and the call that waits for room is a splice() to a pipe. F_SETPIPE_SZ gives more slots."
