# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Single patches of the series: header, exported form, what checkpatch says of it. Source it after scripts/lib.sh and
# scripts/lib-tree.sh, set mail to a directory for what is taken apart, and call read_series and read_headers.
# shellcheck disable=SC2154 # variables of lib.sh and lib-tree.sh

# read_headers: INDEX.info (author, subject), INDEX.msg and INDEX.diff in $mail of each patch, as git am would take them;
# names those that are no patch.
read_headers() {
	local i
	for i in "${!names[@]}"; do
		git_plain mailinfo -b "$mail/$i.msg" "$mail/$i.diff" <"$patches/$K/${names[i]}" >"$mail/$i.info" ||
			echo "${names[i]} is no patch in mailbox form"
	done
}

# info FIELD INDEX, subject INDEX, topic_of INDEX: of the header.
info() { sed -n "s/^$1: //p" "$mail/$2.info"; }
subject() { info Subject "$1" | sed 's/^\[PATCH\] //'; }
topic_of() { sed -n 's/^Topic: //p' "$mail/$1.msg"; }

# exported INDEX: the patch as it goes upstream: without our trailers, with a sign-off.
exported() {
	awk -v s="Signed-off-by: $(info Author "$1") <$(info Email "$1")>" \
		'!done && /^(Topic|Upstream-status): / { next } !done && /^---$/ { print s; done = 1 } { print }' "$patches/$K/${names[$1]}"
}

# export_files COMMIT DIRECTORY: those of the files named on stdin that COMMIT has.
export_files() {
	local files
	mkdir -p "$2"
	mapfile -t files < <(comm -12 <(sort -u) <(git_tree ls-tree -r --name-only "$1" | sort))
	((${#files[@]} == 0)) || git_tree archive "$1" -- "${files[@]}" | tar -xf - -C "$2"
}

# checkpatch INDEX [FILE]: what checkpatch --strict finds in the exported form, but for what configs/checkpatch.conf accepts
# with a reason: "TYPE | subject or * | reason". Which of those lines were needed is added to FILE. Needs read_state.
checkpatch() {
	local text type subject key cache=$line/checkpatch
	subject=$(subject "$1")
	mkdir -p "$cache"
	key=$({ git_tree rev-parse "$state_base"; exported "$1"; } | sha256sum)
	key=$cache/${key%% *}
	if [[ ! -f $key ]]; then
		# Commit ids in messages are upstream's; this tree has no history to look them up in. The system's python3
		# comes first because Debian's packages give their modules to that one only.
		exported "$1" | (cd "$tree" && PATH=/usr/bin:$PATH perl scripts/checkpatch.pl --strict --terse --show-types --no-summary \
			--ignore UNKNOWN_COMMIT_ID -) >"$key.new" 2>&1 || true
		if grep -vE '^-:[0-9]+: ' "$key.new" | tail -n 1 | grep .; then
			echo "${names[$1]}: checkpatch did not run to its end, see above"
			return 0
		fi
		mv "$key.new" "$key"
	fi
	while read -r text; do
		type=$(sed -nE 's/^[^ ]* (ERROR|WARNING|CHECK):([A-Z0-9_]+): .*/\2/p' <<<"$text")
		if awk -F ' *[|] *' -v t="$type" -v s="$subject" '
			!/^#/ && $1 == t && ($2 == "*" || $2 == s) && $3 != "" { print $1 " | " $2; f = 1 }
			END { exit !f }' "$top/configs/checkpatch.conf" >>"${2:-/dev/null}"; then continue; fi
		echo "${names[$1]}:${text#-:}"
	done <"$key"
}

# series_events PATCH...: the trace events that these patches add, a line each; one that they only give another form was
# there before.
series_events() {
	perl -0777 -ne '
		$old{$1} = 1 while /^-(?:TRACE_EVENT\w*\(|DEFINE_EVENT\w*\(\w+,[\s-]*)(\w+),/mg;
		push @new, $1 while /^\+(?:TRACE_EVENT\w*\(|DEFINE_EVENT\w*\(\w+,[\s+]*)(\w+),/mg;
		END { print "$_\n" for grep { !$old{$_} } @new }' "$@"
}
