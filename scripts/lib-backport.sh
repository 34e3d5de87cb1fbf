# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by rebase and lint: which patch of one line is made from which of another, and what it changed. Source it after
# lib-tree.sh.
# shellcheck disable=SC2154 # variables of lib.sh

# patch_subject FILE: the subject, unfolded and without [PATCH].
patch_subject() { git_plain mailinfo -b /dev/null /dev/null <"$1" | sed -n 's/^Subject: \(\[PATCH\] \)*//p'; }

# patch_id FILE: a hash of message and diff that stays when the lines only move.
patch_id() { sed -E '/^index [0-9a-f]+\.\.[0-9a-f]+/d; s/^@@ -[0-9,]+ \+[0-9,]+ @@.*/@@/' "$1" | sha256sum | cut -c1-16; }

# patch_change FILE: what a patch adds and removes, without context.
patch_change() { sed -n '/^diff --git /,$p' "$1" | grep -E '^(diff --git|[-+])' || true; }

# changes_differ FILE FILE
changes_differ() { ! cmp -s <(patch_change "$1") <(patch_change "$2"); }

# backport_notes FILE LINE: its bracketed lines for LINE. They say what differs; that may be a number in the message only.
backport_notes() { sed -n '/^diff --git /q; /^\['"${2//./\\.}"': .*\]$/p' "$1"; }

# backport_fault PATCH CANONICAL LINE: what is wrong with PATCH as a backport; nothing when it is right.
backport_fault() {
	local notes
	notes=$(backport_notes "$1" "$3")
	if [[ -z $2 ]]; then echo "${1##*/}: the line that it comes from has no patch of this subject"
	elif changes_differ "$1" "$2"; then
		[[ -n $notes ]] || echo "${1##*/}: adds or removes other lines than ${2##*/}; say what changed at the end of its message, one line each: [$3: ...]"
	fi
}

# patches/LINE/origin, written by rebase: "from LINE", then for each patch there its patch_id, its name, and "-" or, when
# LINE has no such patch, why. A line that is the first of its kind has no origin.
origin_from() { sed -n 's/^from //p' "$patches/$1/origin" 2>/dev/null || true; }

# behind LINE: the patches of the line that LINE comes from that are not, or no longer, what LINE was made from.
behind() {
	local from name
	from=$(origin_from "$1")
	[[ -n $from ]] || return 0
	while read -r name; do
		grep -q "^$(patch_id "$patches/$from/$name") " "$patches/$1/origin" || echo "$patches/$from/$name"
	done < <(K=$from series)
}
