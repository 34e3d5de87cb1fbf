# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the series shows to programs: the formats of its trace events and its reasons with their numbers, as a booted kernel
# has them. Documentation/manifest/LINE.txt stores them, so that a change is a visible one. Source it after scripts/lib.sh,
# lib-tree.sh and lib-patch.sh.
# shellcheck disable=SC2016,SC2154 # for the shell of the guest; variables of those

manifest=Documentation/manifest/$K.txt

# guest_command EVENT...: what prints, in the guest, each event's file and format and each file of reasons.
guest_command() {
	printf 'cd /sys/kernel/tracing/events && for e in %s; do for f in */$e/format; do echo "== event $f"; cat "$f"; done; done; ' "$*"
	printf 'cd /sys/kernel/debug && for f in *_reasons; do echo "== reasons $f"; cat "$f"; done'
}

# as_manifest: that output without what differs from one build or boot to the next, ids and counts, and without what every
# event has, common fields and the table of gfp flags; one line for each name that an event prints.
as_manifest() {
	tr -d '\r' | sed -E '/^print fmt: /s/(__print_flags\([^,]*, "\|", ).*\{ 0, \(\(void \*\)0\) \} ?\)/\1...)/' | awk '
		/^== event / { split($3, p, "/"); kind = "event"; print "\nevent " p[1] ":" p[2]; next }
		/^== reasons / { kind = "reasons"; n = 0; print "\nreasons " $3; next }
		kind == "event" && /^\tfield:/ && !/^\tfield:[^;]* common_/ { sub(/^\t/, "  "); gsub(/\t/, " "); print }
		kind == "event" && /^print fmt: / { gsub(/, \{/, ",\n    {"); print "  " $0 }
		kind == "reasons" && /^[^ :]+:/ { sub(/:.*/, ""); print "  " n++ " " $0 }'
}

# make_manifest: of the kernel kreason; boots it. Fails when an event or every list is missing.
make_manifest() {
	local events event text
	export FLAVOUR=kreason
	mapfile -t events < <(series_events "${names[@]/#/$patches/$K/}")
	scripts/build >&2 && scripts/initramfs >&2 || return
	text=$(scripts/run-guest name=manifest -- "$(guest_command ${events[@]+"${events[@]}"})" | as_manifest) || return
	for event in ${events[@]+"${events[@]}"}; do
		grep -q "^event [a-z_]*:$event\$" <<<"$text" || { echo "the booted kernel has no event $event" >&2; return 1; }
	done
	grep -q '^  0 ' <<<"$text" || { echo 'the booted kernel has no reasons in debugfs' >&2; return 1; }
	echo '# SPDX-License-Identifier: GPL-2.0-only'
	echo "# The trace events and reasons of the series for linux $K, as programs see them. make check K=$K compares a booted kernel"
	echo "# with this; make check UPDATE=1 K=$K renews it."
	printf '%s\n' "$text"
}

# judge_manifest FILE: how it differs from the stored one, and what to do about it.
judge_manifest() {
	if [[ ! -e $manifest ]]; then
		echo "$manifest is missing; make check UPDATE=1 K=$K makes it"
	elif ! diff -U 2 --label "$manifest" --label 'the booted kernel' "$manifest" "$1"; then
		echo "if this is wanted: make check UPDATE=1 K=$K, and commit $manifest"
	fi
}
