#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Case study 2, in the guest.
# story: A proxy moves data from a TCP connection into a pipe with splice(), and a reader takes it when 24 KB are there.
# story: The pipe has room for 64 KB. Now and then both hang: splice() does not come back, and the reader waits for more.
# guest: smp=2 mem=512M numa=1 timeout=60
set -eu

if [ ! -e /sys/kernel/debug/pipe_full_reasons ]; then
	/tests/pipe_full_reasons -n
	echo "So the pipe counts as full with a third of its bytes in it. Nothing says how many slots it has, how many are"
	echo "taken, and by what. That took a kprobe on splice_to_pipe(), with the offsets of nr_pages, head and tail in hand."
	exit 0
fi

# drill ARGUMENTS: what the tool says while the same happens once more in each of its phases.
drill() {
	echo
	echo "  # kreason drill splice $*"
	code=0
	kreason drill splice "$@" -- /tests/pipe_full_reasons -n 2>/tmp/err || code=$?
	# 1: no reason dominates.
	[ $code -lt 2 ] || { cat /tmp/err; exit 1; }
}

/tests/pipe_full_reasons -n
drill
echo "Three reasons for one event: the source had more fragments than the pipe has slots, its next attempts found the pipe"
echo "full, and the next call waits. What was left, and what the pipe held then:"
drill --reason fragments_left --stacks 1
echo "and who waits, until when:"
drill --reason wait_splice --stacks 1
echo "All 16 slots hold a fragment of a socket buffer, 1417 bytes each: 22672 bytes of 65536. Two fragments are left in the"
echo "socket, and the call that waits for room is a splice() to a pipe. F_SETPIPE_SZ gives more slots."
