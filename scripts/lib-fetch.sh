# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by the programs that take a pinned file from somewhere: source it after lib.sh and take the lock dl. It uses
# $build/dl, sets found to the verified file, and keeps in answers what each origin said.
# shellcheck disable=SC2154 # variables of lib.sh

dl=$build/dl
mkdir -p "$dl"
rm -f "$dl"/*.part

found=''
answers=()
answer() { answers+=("$1"); }

# verify FILE SHA256 ORIGIN: true when FILE has that hash. The result is kept for as long as size and mtime stay.
verify() {
	local file=$1 sha=$2 origin=$3 key got
	[[ $sha != - ]] || { answer "$origin: $file cannot be used, configs/kernels.conf has no hash for it"; return 1; }
	key="$sha $(stat -c '%s %.9Y %n' "$file")" || return 1
	if [[ -f $dl/verified ]] && grep -qxF "$key" "$dl/verified"; then return 0; fi
	stage "verifying $file"
	got=$(sha256sum <"$file") || { stage_done unreadable; answer "$origin: $file cannot be read"; return 1; }
	got=${got%% *}
	if [[ $got == "$sha" ]]; then
		stage_done
		printf '%s\n' "$key" >>"$dl/verified"
		return 0
	fi
	stage_done "wrong hash"
	printf '%s: %s is damaged: sha256 expected %s, found %s\n' "$me" "$file" "$sha" "$got" >&2
	answer "$origin: $file has the wrong hash"
	return 1
}

# from_dir DIRECTORY ORIGIN: one of the files of wanted, each "NAME SHA256", that lies there already.
from_dir() {
	local name sha seen=0
	while read -r name sha; do
		[[ -f $1/$name ]] || continue
		seen=1
		if verify "$1/$name" "$sha" "$2"; then found=$1/$name; return 0; fi
		# Only our own directory is written to, and a file without a known hash is not known to be bad.
		if [[ $1 == "$dl" && $sha != - ]]; then
			mv -f "$1/$name" "$1/$name.bad" && say "set aside as $1/$name.bad"
		fi
	done < <(printf '%s\n' "${wanted[@]}")
	((seen)) || answer "$2: no $(printf '%s\n' "${wanted[@]%% *}" | paste -sd '|' | sed 's/|/ or /g') in $1"
	return 1
}

from_dl() { from_dir "$dl" "build/dl"; }

from_dl_dirs() {
	local dirs dir
	[[ -n ${KREASON_DL_DIR:-} ]] || { answer "KREASON_DL_DIR: not set"; return 1; }
	IFS=: read -ra dirs <<<"$KREASON_DL_DIR"
	for dir in "${dirs[@]}"; do
		[[ -n $dir ]] || continue
		if [[ ! -d $dir ]]; then answer "KREASON_DL_DIR: $dir is no directory"; continue; fi
		if from_dir "$dir" KREASON_DL_DIR; then return 0; fi
	done
	return 1
}

# http URI FILE
http() {
	if command -v curl >/dev/null; then
		curl -fsSL --connect-timeout 20 --speed-limit 1000 --speed-time 60 --retry 2 -o "$2" "$1"
	elif command -v wget >/dev/null; then
		wget -nv --timeout=60 --tries=3 -O "$2" "$1"
	else
		echo "neither curl nor wget is installed; run 'make deps'"
		return 1
	fi
}

# apt URI FILE: apt's own downloader knows the proxy and transports of the machine's mirror.
apt() {
	local options=(-o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
	[[ $EUID != 0 ]] || options+=(-o APT::Sandbox::User=root)
	/usr/lib/apt/apt-helper "${options[@]}" download-file "$1" "$2"
}

# download ORIGIN HOW URI NAME SHA256
download() {
	local origin=$1 how=$2 uri=$3 name=$4 sha=$5 log
	[[ $sha != - ]] || { answer "$origin: not tried, configs/kernels.conf has no hash for $name"; return 1; }
	stage "downloading $uri"
	if ! log=$("$how" "$uri" "$dl/$name.part" 2>&1); then
		stage_done failed
		rm -f "$dl/$name.part"
		# apt names the cause before its last line.
		answer "$origin: $uri: $(grep -m 1 '^E: Failed to fetch' <<<"$log" || tail -n 1 <<<"$log")"
		return 1
	fi
	stage_done
	if ! verify "$dl/$name.part" "$sha" "$origin"; then
		mv -f "$dl/$name.part" "$dl/$name.bad" && say "set aside as $dl/$name.bad"
		return 1
	fi
	mv "$dl/$name.part" "$dl/$name"
	found=$dl/$name
	printf '%s\n' "$sha $(stat -c '%s %.9Y %n' "$found")" >>"$dl/verified"
}

# debian_mirror: set mirror to the Debian mirror of this machine, or leave it empty, and how to what can read from it.
debian_mirror() {
	mirror=${KREASON_DEBIAN_URI:-} how=http
	if [[ -z $mirror ]] && command -v apt-get >/dev/null; then
		# shellcheck disable=SC2016 # apt expands $(REPO_URI)
		mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -m 1 '/debian/*$' || true)
	fi
	mirror=${mirror%/}
	[[ ! -x /usr/lib/apt/apt-helper ]] || how=apt
}
