# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by every program in scripts/ and tests/: source it right after `set -euo pipefail`.
# It moves to the top of the repository, reads the pins and gives messages one shape.

# Tests point KREASON_TOP, KREASON_BUILD and KREASON_PATCHES at scratch copies.
top=${KREASON_TOP:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
build=${KREASON_BUILD:-$top/build}
K=${K:-7.2}
FLAVOUR=${FLAVOUR:-kreason}
# shellcheck disable=SC2034 # used by the programs that source this file
patches=${KREASON_PATCHES:-$top/patches}
me=${0##*/}

# Everything a test or a log compares must not depend on the caller's locale or time zone.
export LC_ALL=C TZ=UTC

# say TEXT: one line of progress for people.
say() { printf '%s: %s\n' "$me" "$*"; }

# die TEXT: one line saying what was wrong, where, and what to do next; exit 1.
die() { printf '%s: %s\n' "$me" "$*" >&2; exit 1; }

# stage TEXT, then stage_done [RESULT]: a step that takes long, with its elapsed time.
stage() { stage_text=$* stage_start=$SECONDS; printf '%s: %s ...\n' "$me" "$stage_text"; }
stage_done() { printf '%s: %s: %s (%d s)\n' "$me" "$stage_text" "${1:-done}" $((SECONDS - stage_start)); }

# need PROGRAM PACKAGE: stop with the package to install when a program is missing.
need() { command -v "$1" >/dev/null || die "$1 is missing; install the package $2, or run 'make deps'"; }

# pin LINE: set pin_ver pin_commit pin_korg pin_deb pin_suite pin_debsha pin_need; unknown line: list the lines.
pin() {
	local line
	# shellcheck disable=SC2034 # used by the programs that source this file
	while read -r line pin_ver pin_commit pin_korg pin_deb pin_suite pin_debsha pin_need; do
		[[ $line == "$1" ]] && return 0
	done < <(sed '/^#/d' "$top/configs/kernels.conf")
	die "unknown kernel line K=$1; known: $(lines)"
}

# names_in TABLE: the first column of configs/TABLE.conf in one line of text.
names_in() { awk '!/^#/ { printf "%s%s", s, $1; s = " " }' "$top/configs/$1.conf"; }

# lines: the kernel lines there are.
lines() { names_in kernels; }

# flavour NAME: set src, fl_slowness and fl_fragments from configs/flavours.conf; unknown flavour: list the flavours.
flavour() {
	local name source
	# shellcheck disable=SC2034 # used by the programs that source this file
	while read -r name source fl_slowness fl_fragments; do
		[[ $name == "$1" ]] || continue
		# Checks that build another source than the whole series set KREASON_SRC.
		[[ $source == pristine ]] && src=$line/pristine || src=${KREASON_SRC:-$tree}
		return 0
	done < <(sed '/^#/d' "$top/configs/flavours.conf")
	die "unknown flavour FLAVOUR=$1; known: $(names_in flavours)"
}

# compiler: set cc to gcc, or to CROSS_COMPILE's, and hostcc to gcc, through ccache where it is installed.
compiler() {
	cc=${CROSS_COMPILE:-}gcc hostcc=gcc
	command -v ccache >/dev/null || return 0
	cc="ccache $cc" hostcc="ccache $hostcc"
	export CCACHE_DIR=$build/ccache CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-4G}
	# Paths below the top are hashed relative to the output, and the prefix map only strips what differs between clones.
	export CCACHE_BASEDIR=$top CCACHE_NOHASHDIR=1 CCACHE_IGNOREOPTIONS='-fmacro-prefix-map=*'
	# Flavours differ in task_struct and share no object; so no time is spent on a preprocessor run to find one.
	export CCACHE_DEPEND=1
}

# kmake ARGUMENTS: make in the source of this flavour, output in $out; fixed stamps make the same source the same image.
kmake() {
	compiler
	make -C "$src" O="$out" CC="$cc" HOSTCC="$hostcc" LOCALVERSION="-$FLAVOUR" \
		KBUILD_BUILD_TIMESTAMP="Thu Jan  1 00:00:00 UTC 1970" \
		KBUILD_BUILD_USER=kreason KBUILD_BUILD_HOST=kreason KBUILD_BUILD_VERSION=1 "$@"
}

# with_files ARCHIVE: that initramfs with the files that stdin lists for gen_init_cpio in a second archive behind it. The
# kernel unpacks both; a file of the second replaces one of the first.
with_files() { "$out/usr/gen_init_cpio" -t 0 - | cat "$1" -; }

# bundle NAME[=PROGRAM]...: lines for with_files that make each program /bin/NAME, with its libraries where it expects them.
# One that is not installed is left out.
bundle() {
	local program as lib
	for program; do
		as=${program%%=*} program=${program#*=}
		program=$(command -v "$program") || { say "left out of the guest: $as is not installed" >&2; continue; }
		program=$(readlink -f "$program")
		echo "/bin/$as $program"
		ldd "$program" | sed -nE 's/^[^/]*(\/[^ ]+) .*/\1/p' | while read -r lib; do echo "$lib $(readlink -f "$lib")"; done
	done | awk '
		seen[$1]++ { next }
		{
			n = split($1, d, "/"); p = ""
			for (i = 2; i < n; i++) { p = p "/" d[i]; if (p != "/bin" && !seen[p]++) print "dir " p " 0755 0 0" }
			print "file " $1 " " $2 " 0755 0 0"
		}'
}

# tally PASSED FAILED SKIPPED: add the results of one suite to the sums of the same names, set result to what it is as a whole.
passed=0 failed=0 skipped=0
# shellcheck disable=SC2034
tally() {
	passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
	result=pass
	(($1 > 0)) || result=skip
	(($2 == 0)) || result=FAIL
}

# summary: the sums, as the last line of a program.
summary() { printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"; }

# lock NAME: one program at a time on build/NAME.lock; released when the program ends, however it ends.
lock() {
	mkdir -p "$build"
	exec {lock_fd}>"$build/$1.lock"
	flock -n "$lock_fd" || { say "waiting for another run that holds $build/$1.lock"; flock "$lock_fd"; }
}

# The caller's git environment must not lead our git commands into another repository, nor change what they print.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_COMMON_DIR GIT_PREFIX GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_DIFF_OPTS

cd "$top" || exit
line=$build/$K            # everything generated for this kernel line
# shellcheck disable=SC2034 # used by the programs that source this file
tree=$line/linux          # the git tree with the series applied
# Checks that build with other options set KREASON_OUT, so that the flavour's own output stays as it is.
out=${KREASON_OUT:-$line/$FLAVOUR} # O= of the kernel build for this flavour
# shellcheck disable=SC2034
image=$out/arch/x86/boot/bzImage
# shellcheck disable=SC2034
initramfs=$out/initramfs.cpio
