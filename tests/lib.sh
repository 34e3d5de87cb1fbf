# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by the programs in tests/: source it after scripts/lib.sh or alone, report each test once, end with `finish`.
# A test that did not run is skipped with its reason; it never counts as passed.

n_pass=0 n_fail=0 n_skip=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kreason-test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# The captured output of the last command that ok or not_ok ran.
captured=$scratch/captured

pass() { n_pass=$((n_pass + 1)); printf 'ok %d - %s\n' $((n_pass + n_fail + n_skip)) "$1"; }

# skip NAME WHY
skip() { n_skip=$((n_skip + 1)); printf 'ok %d - %s # SKIP %s\n' $((n_pass + n_fail + n_skip)) "$1" "$2"; }

# fail NAME [DETAIL]
fail() {
	n_fail=$((n_fail + 1))
	printf 'not ok %d - %s\n' $((n_pass + n_fail + n_skip)) "$1"
	[[ -z ${2:-} ]] || printf '%s\n' "# ${2//$'\n'/$'\n'# }"
}

# ok NAME COMMAND...: passes when COMMAND exits with 0.
ok() {
	local name=$1 rc=0
	shift
	"$@" >"$captured" 2>&1 || rc=$?
	if ((rc == 0)); then pass "$name"; else fail "$name" "exit $rc from: $*"$'\n'"$(tail -n 20 "$captured")"; fi
}

# not_ok NAME COMMAND...: passes when COMMAND refuses, that is exits with 1 to 123; a signal or a timeout is no refusal.
not_ok() {
	local name=$1 rc=0
	shift
	"$@" >"$captured" 2>&1 || rc=$?
	if ((rc >= 1 && rc <= 123)); then pass "$name"; else fail "$name" "exit $rc from: $*"$'\n'"$(tail -n 20 "$captured")"; fi
}

# exits NAME STATUS COMMAND...: passes when COMMAND exits with exactly this.
exits() {
	local name=$1 want=$2 rc=0
	shift 2
	"$@" >"$captured" 2>&1 || rc=$?
	if ((rc == want)); then pass "$name"; else fail "$name" "exit $rc, expected $want, from: $*"$'\n'"$(tail -n 20 "$captured")"; fi
}

# says NAME TEXT...: passes when the output captured last holds every TEXT.
says() {
	local name=$1 text
	shift
	for text; do
		grep -qF -e "$text" "$captured" ||
			{ fail "$name" "no \"$text\" in:"$'\n'"$(tail -n 20 "$captured")"; return 0; }
	done
	pass "$name"
}

# is NAME GOT EXPECTED: passes when the two are the same text.
is() {
	if [[ $2 == "$3" ]]; then pass "$1"; else fail "$1" "got:      $2"$'\n'"expected: $3"; fi
}

# finish: the summary line; exit 1 when a test failed or none was reported.
finish() {
	printf '%d passed, %d failed, %d skipped\n' "$n_pass" "$n_fail" "$n_skip"
	((n_fail == 0 && n_pass + n_skip > 0)) || exit 1
	exit 0
}
