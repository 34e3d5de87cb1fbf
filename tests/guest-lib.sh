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
