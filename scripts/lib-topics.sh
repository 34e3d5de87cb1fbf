# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Each topic alone on the helper, in a worktree of its own: source it after scripts/lib.sh, scripts/lib-tree.sh and
# scripts/lib-objects.sh. It sets src and out, takes the lock of the worktree and fails when there is no tree.
# shellcheck disable=SC2034,SC2154 # variables of lib.sh

need_series
mapfile -t topics < <(topics | grep -vx "$helper")

topic_out=$line/topics/topic-on
topic_out_off=$line/topics/topic-off

# topic_worktree: use it from here on. Seen from its output it is where the tree is seen from that of a flavour, so that
# ccache knows what a topic does not touch.
topic_worktree() {
	src=$line/topics/linux out=$topic_out
	export KREASON_SRC=$src KREASON_OUT=$out FLAVOUR=kreason
	lock "$K-topic"
	scripts/tree --ensure >/dev/null
	read_state
}

# pristine: the base commit without any change.
pristine() {
	base_worktree "$src"
	git_plain -C "$src" reset -q --hard
	git_plain -C "$src" clean -qfdx
}

# apply TOPIC: its patches and the helper's; git apply knows no fuzz.
apply() {
	local patch
	applied=''
	pristine || return
	for patch in $(patches_of "$helper|$1"); do
		git_plain -C "$src" apply --index "$patch" || { echo "${patch##*/} does not apply"; return 1; }
	done
	applied=y
}
