# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Shared by the boot tests, in the guest: /tests/lib.sh.

# all_must_run COMMAND...: its KTAP. The guest has all that the tests need, so a skipped one counts as failed.
all_must_run() {
	rc=0
	"$@" >/tmp/result || rc=$?
	sed 's/^ok \([0-9]*\) # SKIP /not ok \1 must not be skipped here: /' /tmp/result
	! grep -q '# SKIP' /tmp/result || rc=1
	return $rc
}

# check NAME COMMAND...: one result. The helper of the kernel tree splits arguments at blanks.
check() {
	name=$1
	shift
	if "$@"; then ktap_test_pass "$name"; else ktap_test_fail "$name"; fi
}

# until_true COMMAND...: it succeeds within 5 s.
until_true() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 500 ] || return 1
		usleep 10000
	done
}

# code N COMMAND...: exits with N; its output is in /tmp/out, its messages in /tmp/err.
code() {
	want=$1 got=0
	shift
	"$@" >/tmp/out 2>/tmp/err || got=$?
	[ $got = "$want" ] || { echo "# exit $got, want $want: $*"; head -n 30 /tmp/out /tmp/err | sed 's/^/#   /'; return 1; }
}

# says TEXT: that output has it. json NAME VALUE: it is JSON with this name, whose value is this wherever it occurs first.
says() { grep -qF -e "$*" /tmp/out || { echo "# no \"$*\" in:"; head -n 30 /tmp/out | sed 's/^/#   /'; return 1; }; }
json() {
	[ "$(sed -n "s/^ *\"$1\": \(.*[^,]\),*\$/\1/p" /tmp/out | head -n 1)" = "$2" ] || { echo "# no $1: $2 in:"; head -n 30 /tmp/out | sed 's/^/#   /'; return 1; }
}

# drill ARGUMENTS; splits N COMMAND...: COMMAND with a workload behind it: N times 8 huge pages, each with one page given back.
drill() { kreason drill deferred-split "$@"; }
splits() {
	times=$1
	shift
	"$@" -- /tests/deferred_split_reasons -n -t MADV_DONTNEED -r "$times"
}

# snapshot FILE: all of tracing but what blocks, what cannot be read, and what never changes: formats and ids.
snapshot() {
	(cd /sys/kernel/tracing && find . | sort && find . -type f ! -name trace_pipe ! -name '*_raw' ! -name format ! -name id |
		sort | xargs grep -H '' 2>/dev/null | grep -v '/stats:.* ts: ') >"$1"
}
# before: what the next two compare with. Looking changes it: sizes are shown in another way from then on.
before() { snapshot /tmp/before; snapshot /tmp/before; }
# identical: to it. same: but for the names of tasks that recorded events, a table which all that trace share.
differs() { diff "$1" "$2" >/tmp/diff || { grep '^[-+]' /tmp/diff | head -n 10 | sed 's/^/# /'; return 1; }; }
identical() {
	snapshot /tmp/now
	differs /tmp/before /tmp/now
}
same() {
	snapshot /tmp/now
	grep -v '^./saved_cmdlines:' /tmp/before >/tmp/b
	grep -v '^./saved_cmdlines:' /tmp/now >/tmp/n
	differs /tmp/b /tmp/n
}
