# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by tree and rebase: the source of a kernel as the only commit of a new repository. Source it after lib-tree.sh.
# shellcheck disable=SC2034,SC2154 # variables of lib.sh and lib-tree.sh

# With a fixed committer a commit's id depends on the source and the patches alone.
export GIT_COMMITTER_NAME=kreason GIT_COMMITTER_EMAIL=kreason@localhost

# room: how much space is left, as a part of messages.
room() { df -h --output=avail "$build" | awk 'NR == 2 { printf "%s free below ", $1 }'; printf '%s' "$build"; }

# cause TEXT: the line of an error message that says most.
cause() { grep -m 1 -i 'no space' <<<"$1" || head -n 1 <<<"$1"; }

# unpack SOURCE DIRECTORY [COMMIT]: the files of a tarball, of a Debian package linux-source-*, of a git repository at
# COMMIT, or of any other directory.
unpack() {
	local error
	mkdir -p "$2"
	error=$({
		if [[ -d $1 && -n ${3:-} ]]; then git -C "$1" -c core.autocrlf=false archive "$3" | tar -xf - -C "$2"
		elif [[ -d $1 ]]; then tar -cf - -C "$1" . | tar -xf - -C "$2" --no-same-owner
		elif [[ $1 == *.deb ]]; then
			dpkg-deb --fsys-tarfile "$1" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
				tar -xJf - -C "$2" --strip-components=1 --no-same-owner
		else tar -xf "$1" -C "$2" --strip-components=1 --no-same-owner
		fi
	} 2>&1) || die "unpacking $1 failed: $(cause "$error"); $(room)"
}

# import_base DIRECTORY LINE VERSION: make the files unpacked there the base commit of a new repository, without those
# that configs/excluded.conf names for LINE, and record that in the repository.
import_base() {
	local dir=$1 path error
	while read -r path; do
		# shellcheck disable=SC2086 # the paths are patterns
		(cd "$dir" && rm -rf -- $path)
	done < <(awk -v k="$2" '!/^#/ { for (i = 2; i <= NF; i++) if ($i == k || $i == "*") print $1 }' "$top/configs/excluded.conf")
	error=$(commit_base "$dir" "$3" 2>&1) || die "the import into git failed: $(cause "$error"); $(room)"
	state_ver=$3 state_series=none state_sums=() state_commits=()
	state_base=$(git_plain -C "$dir" rev-parse HEAD)
	state_tip=$state_base
	state_file=$dir/.git/kreason write_state
}

# commit_base DIRECTORY VERSION. In a function whose result is tested set -e has no effect.
commit_base() {
	local epoch='2000-01-01T00:00:00Z'
	cd "$1" || return
	export GIT_AUTHOR_NAME=kreason GIT_AUTHOR_EMAIL=kreason@localhost GIT_AUTHOR_DATE=$epoch GIT_COMMITTER_DATE=$epoch
	git_plain init -q --template= --object-format=sha1 -b kreason &&
		git_plain config feature.manyFiles true &&
		git_plain config core.fsmonitor false &&
		git_plain config gc.auto 0 &&
		# A threshold of one byte lets git add stream all files into one pack instead of 95000 loose objects.
		git_plain -c core.bigFileThreshold=1 -c core.compression=1 add -A -f . &&
		git_plain commit -q --no-gpg-sign -m "Linux $2" &&
		git_plain tag "v$2" &&
		git_plain status --porcelain
}
