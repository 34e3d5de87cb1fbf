# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# How much larger the series makes the kernel. Source it after scripts/lib.sh, lib-tree.sh, lib-objects.sh and lib-topics.sh,
# and set results to a directory.
# shellcheck disable=SC2034,SC2154 # variables of those

# linked DIRECTORY OBJECT...: those of them that are there, as one, so that moved functions count once.
linked() {
	local dir=$1 o there=()
	shift
	for o; do [[ ! -e $dir/$o ]] || there+=("$dir/$o"); done
	ld -r -o "$results/linked.o" "${there[@]}"
	echo "$results/linked.o"
}

# grown OLD NEW: bytes of text, data and read-only data that NEW has more than OLD, by the kernel's bloat-o-meter.
grown() {
	"$tree/scripts/bloat-o-meter" -c "$1" "$2" | sed -nE 's/^Total: Before=([0-9]+), After=([0-9]+),.*/\1 \2/p' |
		awk '{ printf "%s%d", s, $2 - $1; s = "\t" } END { print "" }'
}

# build_as FLAVOUR DIRECTORY OBJECT...: in DIRECTORY these objects as FLAVOUR has them; of series flavours from $KREASON_SRC.
build_as() {
	local FLAVOUR=$1 out=$2 src
	local -x KREASON_OUT=$2
	export FLAVOUR
	shift 2
	build_objects "$@"
}

# accepted TOPIC OBJECT: by how many bytes the object may differ from stock when the counters are off. Where a line has a
# table of its own, that has the last word.
size_files=(configs/sizes.conf)
[[ ! -e configs/sizes-$K.conf ]] || size_files+=("configs/sizes-$K.conf")
accepted() { awk -F ' *[|] *' -v t="$1" -v o="$2" '!/^#/ && $1 == t && $2 == o { n = $3 } END { print n + 0 }' "${size_files[@]}"; }

# size_table TOPIC: the topic alone on the helper; object, bytes of text more than stock with the counters on, with them off, what is accepted for that.
# Needs topic_worktree.
size_table() {
	local topic=$1 o on=$topic_out off=$topic_out_off objects on_by off_by
	mapfile -t objects < <(patches_of "$topic" | xargs cat | touched_objects -)
	{
		apply "$topic" &&
			build_as kreason "$on" "${objects[@]}" &&
			build_as off "$off" "${objects[@]}" &&
			build_as stock "$line/stock" "${objects[@]}"
	} >&2 || return
	for o in "${objects[@]}"; do
		[[ -e $line/stock/$o && -e $on/$o && -e $off/$o ]] || continue
		on_by=$(grown "$line/stock/$o" "$on/$o" | cut -f1) off_by=$(grown "$line/stock/$o" "$off/$o" | cut -f1)
		[[ -n $on_by && -n $off_by ]] || { echo "bloat-o-meter cannot compare $o" >&2; return 1; }
		printf '%s\t%d\t%d\t%d\n' "$o" "$on_by" "$off_by" "$(accepted "$topic" "$o")"
	done
}

# judge_sizes TOPIC: of a table on stdin, what is not as accepted.
judge_sizes() {
	awk -F '\t' -v t="$1" -v file="${size_files[-1]}" '
		$3 != $4 { printf "%s with the counters off: %+d bytes of text, accepted %+d; find out why, then: %s | %s | %d | REASON in %s\n", $1, $3, $4, t, $1, $3, file }
		END { if (!NR) print "no object to compare" }'
}
