# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# A scratch copy of the programs with a kernel of a few files, so that tests of the source side take no time.
# Source it after tests/lib.sh; then scripts are $fake/scripts/NAME, run with K=9.9.
# shellcheck disable=SC2119,SC2120,SC2154 # scratch is of tests/lib.sh; functions named as the verbs pass arguments on

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fake=$scratch/top
fake_tree=$fake/build/9.9/linux
fake_dl=$scratch/downloads
export K=9.9 KREASON_TOP=$fake KREASON_DL_DIR=$fake_dl
export KREASON_DEBIAN_URI=http://127.0.0.1:9/debian KREASON_KORG_URI=http://127.0.0.1:9/linux # nothing answers there
unset KREASON_BUILD KREASON_PATCHES
# Neither what the user has configured, nor what a hook that runs this has set.
mkdir -p "$scratch/home"
export HOME=$scratch/home GIT_CONFIG_NOSYSTEM=1
unset XDG_CONFIG_HOME GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_CONFIG_GLOBAL
export GIT_AUTHOR_NAME='A U Thor' GIT_AUTHOR_EMAIL=author@example.org
export GIT_COMMITTER_NAME='C O Mitter' GIT_COMMITTER_EMAIL=committer@example.org

# fake_source DIRECTORY: the files of the kernel.
fake_source() {
	mkdir -p "$1/mm" "$1/scripts" "$1/Documentation/netlabel"
	seq -f 'line %g' 100 >"$1/mm/a.c"
	seq -f 'line %g' 100 >"$1/mm/b.c"
	printf '*.o\n*.rej\n*.orig\n' >"$1/.gitignore"
	printf '%s = %s\n' VERSION 9 PATCHLEVEL 9 SUBLEVEL 1 EXTRAVERSION '' >"$1/Makefile"
	echo draft >"$1/Documentation/netlabel/draft-ietf-cipso-ipsecurity-01.txt"
	echo tracked >"$1/tracked.o"
	# Finds one fault: the word "unstylish".
	cat >"$1/scripts/checkpatch.pl" <<-'END'
		while (<STDIN>) { print "-:$.: WARNING:STYLE: unstylish\n" if /^\+.*unstylish/ }
	END
}

# fake_repo: a fresh scratch copy with its tarball and an empty series.
fake_repo() {
	rm -rf "$fake" "$fake_dl"
	mkdir -p "$fake/configs" "$fake/patches/9.9" "$fake_dl" "$scratch/src"
	cp -r "$repo/scripts" "$fake/"
	cp "$repo/configs/excluded.conf" "$fake/configs/"
	fake_source "$scratch/src/linux-9.9.1"
	tar -C "$scratch/src" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cJf "$fake_dl/linux_9.9.1.orig.tar.xz" linux-9.9.1
	fake_sha=$(sha256sum <"$fake_dl/linux_9.9.1.orig.tar.xz")
	fake_sha=${fake_sha%% *}
	fake_pin - "$fake_sha"
	echo '# SPDX-License-Identifier: GPL-2.0-only' >"$fake/patches/9.9/series"
}

# fake_pin KORG_SHA DEBIAN_SHA
fake_pin() {
	printf '9.9 9.9.1 %040d %s 9.9.1-1 sid %s required\n8.8 8.8.1 %040d - 8.8.1-1 sid - optional\n' 0 "$1" "$2" 0 >"$fake/configs/kernels.conf"
}

# fake_commit FILE LINE TEXT SUBJECT: change one line of a file and commit it on the current branch.
fake_commit() {
	sed -i "$2s/.*/$3/" "$fake_tree/$1"
	git -C "$fake_tree" commit -qam "$4

Topic: reason-counters
Upstream-status: to-submit"
}

fetch() { "$fake/scripts/fetch" "$@"; }
tree() { "$fake/scripts/tree" "$@"; }
refresh() { "$fake/scripts/refresh" "$@"; }
in_tree() { git -C "$fake_tree" "$@"; }
