# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What scripts/check knows about each single check: a function check_NAME for each, and what they share. It prints findings,
# a line each; silence is a pass. Exit 3: there is nothing to look at; exit 4: it could not run, the output says why.
# Source it after scripts/lib.sh, lib-tree.sh, lib-patch.sh and lib-objects.sh.
# shellcheck disable=SC2154 # variables of those, and of scripts/check

nothing=3 cannot=4
sparse=${SPARSE:-sparse}

# Raise it when a change of these programs changes a verdict: no result from before counts any more.
format=2

# The configurations of configs/checks.conf. row NAME: set row_when, row_reach, row_arch, row_cross, row_sparse, row_fragments.
mapfile -t rows < <(awk '!/^#/ && NF { print $1 }' configs/checks.conf)
row() {
	local name fragments f
	while read -r name row_when row_reach row_arch row_cross row_sparse fragments; do
		[[ $name == "$1" ]] || continue
		row_fragments=''
		for f in $fragments; do row_fragments+=" configs/$f.config"; done
		row_fragments=${row_fragments# } row_cross=${row_cross#-}
		return 0
	done < <(sed '/^#/d' configs/checks.conf)
	die "configs/checks.conf has no row $1"
}
sparse_row=$(awk '!/^#/ && $6 == "sparse" { print $1 }' configs/checks.conf)
[[ $sparse_row != *$'\n'* ]] || die "configs/checks.conf: sparse in more than one row: ${sparse_row//$'\n'/ }"

# descendants PID: the processes below it.
descendants() {
	local p
	cat /proc/"$1"/task/*/children 2>/dev/null | tr ' ' '\n' | while read -r p; do [[ -z $p ]] || { descendants "$p"; echo "$p"; }; done
}

# has PROGRAM PACKAGE: end a check that cannot run without it.
has() { command -v "$1" >/dev/null || { echo "$1 is missing; install $2, or run 'scripts/deps check'"; exit "$cannot"; }; }

# version PROGRAM: the line that tells it from another version; empty when it is not there.
version() { command -v "$1" >/dev/null || return 0; { "$1" --version 2>&1 || true; } | sed -n 1p; }

# inputs CHECK: what its verdict depends on besides the source, to tell results apart.
inputs() {
	echo "$format"
	case $1 in
	applies) git --version ;;
	style) cat configs/checkpatch.conf ;;
	cocci) version spatch ;;
	rst) version rst2html ;;
	user) version gcc ;;
	covered) local r; for r in "${rows[@]}"; do inputs "$r"; done ;;
	sparse) inputs "$sparse_row" ;;
	kdoc | reasons) ;;
	*)
		row "$1"
		# shellcheck disable=SC2086 # a list of files
		{ echo "$row_when $row_reach $row_arch"; cat $row_fragments; version "${row_cross}gcc"; }
		# What scripts/config adds to them for this line.
		# shellcheck disable=SC2086
		cat ${row_fragments//.config/-$K.config} 2>/dev/null || :
		[[ $row_sparse == - ]] || version "$sparse"
		;;
	esac
}

# more_than FILE FILE: the lines that the first has and the second has not, or has less often.
more_than() { comm -23 <(sort "$1") <(sort "$2"); }

# plain: messages on stdin without what changes when a line moves: directories and line numbers.
plain() { sed -E "s#($src|\.\./linux|$tmp/(before|after))/##g; s/:[0-9]+(:[0-9]+(-[0-9]+)?)?: /: /g; s/:[0-9]+ /: /g; s/ line [0-9]+/ line/g"; }

# of_topic INDEX: the patches of its topic up to this one. topic_end INDEX: whether it is the last of its topic.
of_topic() { local i; for ((i = 0; i <= $1; i++)); do [[ ${topic[i]} != "${topic[$1]}" ]] || echo "$patches/$K/${names[i]}"; done; }
topic_end() { (($1 + 1 == ${#names[@]})) || [[ ${topic[$1 + 1]} != "${topic[$1]}" ]]; }

# before_topic INDEX: the tree that its topic starts from.
before_topic() {
	local i=$1
	while ((i >= 0)) && [[ ${topic[i]} == "${topic[$1]}" ]]; do i=$((i - 1)); done
	if ((i < 0)); then echo "$state_base"; else echo "${trees[i]}"; fi
}

# Compilers and sparse: ROW is one configuration.

# configure INDEX: the row's configuration for this source. Up to the last patch an option may not be there yet.
configure() {
	local id partial=1
	(($1 + 1 < ${#names[@]})) || partial=''
	id=$partial.$kconfig.${input[$row]}
	[[ ! -e $out/.configured || $(<"$out/.configured") != "$id" ]] || return 0
	mkdir -p "$out"
	FRAGMENTS=$row_fragments PARTIAL=$partial scripts/config 2>&1 || return
	kmake -j2 prepare >"$out/.prepare.log" 2>&1 ||
		{ grep -m 5 -E 'error:|\*\*\*' "$out/.prepare.log" || tail -n 3 "$out/.prepare.log"; return 1; }
	echo "$id" >"$out/.configured"
}

# includes OBJECT: its list of files included, where it was compiled here.
includes() { printf '%s/%s/.%s.cmd\n' "$out" "$(dirname "$1")" "$(basename "$1")"; }

# objects_of UNIT...: set objects to those that are there and configured.
objects_of() {
	local list o
	objects=()
	(($# > 0)) || return 0
	list=$(configured "$@") || return
	for o in $list; do [[ ! -e $src/${o%.o}.c ]] || objects+=("$o"); done
}

# units_of INDEX: what a patch touches that could be compiled in the row.
units_of() {
	if [[ $row_when == topic ]]; then of_topic "$1" | xargs cat | touched_units -
	else touched_units "$patches/$K/${names[$1]}"; fi
}

# to_compile INDEX: set objects. A patch without an object of its own is compiled where its files are included.
to_compile() {
	local own=() reached=() touched units o f
	mapfile -t units < <(units_of "$1")
	objects_of ${units[@]+"${units[@]}"} || return
	[[ $row_reach == series || ${#objects[@]} == 0 ]] || return 0
	touched=$(touched_files "$patches/$K/${names[$1]}" | grep '\.[ch]$' | grep -vE '^(tools|Documentation|samples)/' | sed 's|^|/|') || return 0
	own=(${objects[@]+"${objects[@]}"})
	objects_of "${series_units[@]}" || return
	for o in ${objects[@]+"${objects[@]}"}; do
		[[ " ${own[*]-} " != *" $o "* ]] || continue
		f=$(includes "$o")
		if [[ ! -e $f ]] || grep -qF -e "$touched" "$f"; then reached+=("$o"); fi
	done
	objects=(${own[@]+"${own[@]}"} ${reached[@]+"${reached[@]}"})
}

# messages LOG: "object, gcc or sparse, message" of each warning in the output of make -O, separated by tabs: who said it is
# who was announced last, as not all that gcc says ends with the option of it.
messages() {
	awk -v OFS='\t' -v src="$src" '
		function local(f) { sub(/^\.\.\/linux/, src, f); if (index(f, src "/") == 1) f = substr(f, length(src) + 2); return f }
		/^  (CC|CHECK) / { o = local($NF); sub(/\.c$/, ".o", o); kind = $1 == "CC" ? "gcc" : "sparse" }
		# sparse 0.6.4 takes no MODULE_DESCRIPTION() and the like of this kernel for a constant, in any file.
		/: error: bad constant expression$/ {
			split($1, at, ":"); cmd = "sed -n " at[2] "p \"" src "/" local(at[1]) "\""; text = ""
			cmd | getline text; close(cmd)
			if (text ~ /^MODULE_[A-Z_]+\(/) next
		}
		# A limit of sparse: it comes once for each event of a header that shows gfp flags by name.
		/: error: too long token expansion$/ { split($1, at, ":"); if ((o, at[1]) in long) next; long[o, at[1]] }
		/^[^ ]+: (warning|error): / || /: warning: objtool: / { print o, kind, $0 }' "$1" | plain
}

# known INDEX OBJECT...: the messages that these objects had when they were last compiled before this patch.
known() {
	local i=$1 files=() r
	shift
	while ((--i >= -1)); do
		r=$(result_file "$i" "$row")
		[[ ! -e $r.objects ]] || files+=("$r.objects" "$r.messages")
	done
	printf '%s\n' "$@" | awk -F '\t' '
		FILENAME == "-" { want[$1]; next }
		FNR == 1 { n++ }
		FILENAME ~ /\.objects$/ { if ($1 in want && !($1 in from)) from[$1] = FILENAME; next }
		{ f = FILENAME; sub(/messages$/, "objects", f); if (from[$1] == f) print }' - ${files[@]+"${files[@]}"}
}

# open_row INDEX ROW: src, out and the configuration for what follows.
open_row() {
	row=$2 out=$home/$2
	row "$row"
	has "${row_cross}gcc" "gcc-${row_cross%-}"
	export KREASON_SRC=$src KREASON_OUT=$out ARCH=$row_arch CROSS_COMPILE=$row_cross
	configure "$1" || exit 1
}

# compile FILE: $objects; FILE.objects are those that compile, FILE.messages what was said of them. Prints what fails.
compile() {
	local log=$out/.compile.log o rc=0 with_sparse=()
	# Old objects go, because only what is compiled prints its warnings. sparse 0.6.4 does not know __typeof_unqual__.
	for o in "${objects[@]}"; do rm -f "$out/$o"; done
	if [[ $row_sparse == sparse ]] && command -v "$sparse" >/dev/null; then
		with_sparse=(C=1 CHECK="$sparse" CF=-D__typeof_unqual__=__typeof__)
	fi
	kmake -j"$jobs" -k -O V=0 W=1 PYTHON3=true ${with_sparse[@]+"${with_sparse[@]}"} "${objects[@]}" >"$log" 2>&1 || rc=$?
	for o in "${objects[@]}"; do
		if [[ -e $out/$o ]]; then echo "$o"; else echo "$o does not compile" >&2; fi
	done >"$1.objects" 2>"$tmp/missing"
	messages "$log" | awk -F '\t' 'NR == FNR { compiled[$1]; next } $1 in compiled' "$1.objects" - >"$1.messages"
	if ((rc)) || [[ -s $tmp/missing ]]; then
		cat "$tmp/missing"
		grep -m 10 -E '(error|fatal error): |\*\*\* |No space left' "$log" | plain || tail -n 3 "$log"
	fi
}

# before_row INDEX ROW UNIT...: what is said of these before a patch, as the series is up to INDEX.
before_row() {
	local i=$1 row out r o new=()
	open_row "$1" "$2"
	shift 2
	r=$(result_file "$i" "$row")
	objects_of "$@" || { echo 'which objects are configured cannot be told'; exit 1; }
	for o in ${objects[@]+"${objects[@]}"}; do grep -qxF "$o" "$r.objects" 2>/dev/null || new+=("$o"); done
	objects=(${new[@]+"${new[@]}"})
	((${#objects[@]} == 0)) || compile "$tmp/before"
	mkdir -p "${r%/*}"
	# A patch may not compile, as its own result says; the base does.
	if [[ -e $tmp/before.objects ]]; then
		cat "$tmp/before.messages" >>"$r.messages"
		cat "$tmp/before.objects" >>"$r.objects"
	fi
	printf '%s\n' "$@" >>"$r.before"
}

# check_row INDEX ROW: what the patch touches compiles, and no message of the compiler is new. Those of sparse go to a file for
# check_sparse.
check_row() {
	local i=$1 row out r kind text
	row "$2"
	if [[ $row_when == topic ]] && ! topic_end "$i"; then exit "$nothing"; fi
	open_row "$i" "$2"
	to_compile "$i" || { echo 'which objects are configured cannot be told'; exit 1; }
	r=$(result_file "$i" "$row")
	rm -f "$r".*
	: | tee "$r.messages" "$r.objects" "$r.sources" >"$r.sparse"
	((${#objects[@]} > 0)) || exit "$nothing"
	printf '%s\n' "${objects[@]/%.o/.c}" >"$r.sources"
	compile "$r"
	cp "$out/.compile.log" "$(log_file "$i" "$row")"
	mapfile -t objects <"$r.objects"
	# What is included was compiled as well.
	for o in ${objects[@]+"${objects[@]}"}; do sed -nE "s#^  (\.\./linux|$src)/([^ ]*\.[ch]) .*#\2#p" "$(includes "$o")"; done | sort -u >>"$r.sources"
	known "$i" ${objects[@]+"${objects[@]}"} | cut -f2- >"$tmp/known"
	cut -f2- "$r.messages" >"$tmp/now"
	while IFS=$'\t' read -r kind text; do
		if [[ $kind == gcc ]]; then echo "new: $text"; else echo "new: $text" >>"$r.sparse"; fi
	done < <(more_than "$tmp/now" "$tmp/known")
}

# check_sparse: no message of sparse is new. The compilation of its row has collected them.
check_sparse() {
	local r
	has "$sparse" sparse
	r=$(result_file "$1" "$sparse_row")
	[[ -s $r.objects ]] || exit "$nothing"
	cat "$r.sparse"
}

# check_covered: each C file of the kernel that the patch touches was compiled in one configuration at least.
check_covered() {
	local i=$1 f want row files=()
	want=$(touched_files "$patches/$K/${names[i]}" | grep '\.c$' | grep -vE '^(tools|Documentation|samples)/') || exit "$nothing"
	for row in "${rows[@]}"; do files+=("$(result_file "$i" "$row").sources"); done
	comm -23 <(while read -r f; do [[ ! -e $src/$f ]] || echo "$f"; done <<<"$want" | sort) <(cat "${files[@]}" 2>/dev/null | sort -u) |
		sed 's/.*/no configuration compiles &; add what it needs to one of configs\/checks.conf/'
}

# What needs no configuration.

check_style() { checkpatch "$1" | sed "s/^${names[$1]}://"; }

# compared INDEX FILE...: give tool the names of those that there are in what was before the patch and in what is after;
# print what it says more often. Needs a function tool.
compared() {
	local i=$1
	shift
	printf '%s\n' "$@" | export_files "$(tree_before "$i")" "$tmp/before"
	printf '%s\n' "$@" | export_files "${trees[i]}" "$tmp/after"
	(cd "$tmp/before" && find . -type f -printf '%P\n' | sort | tool) | plain >"$tmp/said"
	(cd "$tmp/after" && find . -type f -printf '%P\n' | sort | tool) | plain >"$tmp/says"
	more_than "$tmp/says" "$tmp/said" | sed 's/^/new: /'
}

check_kdoc() {
	local files kdoc=$src/tools/docs/kernel-doc
	mapfile -t files < <(touched_files "$patches/$K/${names[$1]}" | grep '\.[ch]$' | grep -v '^tools/')
	((${#files[@]} > 0)) || exit "$nothing"
	[[ -e $kdoc ]] || kdoc=$src/scripts/kernel-doc
	[[ -e $kdoc ]] || { echo 'this tree has no kernel-doc'; exit "$cannot"; }
	tool() {
		local rc=0 given
		mapfile -t given
		((${#given[@]} > 0)) || return 0
		PYTHONDONTWRITEBYTECODE=1 "$kdoc" -none -Wall "${given[@]}" >"$tmp/kdoc" 2>&1 || rc=$?
		# It exits with the number of errors; a program that died says so in another way.
		if grep -E '^Traceback|syntax error' "$tmp/kdoc" >&2 || ((rc >= 126)); then echo "kernel-doc ended with $rc" >&2; return 1; fi
		cat "$tmp/kdoc"
	}
	compared "$1" "${files[@]}"
}

check_rst() {
	local files
	has rst2html python3-docutils
	mapfile -t files < <(touched_files "$patches/$K/${names[$1]}" | grep '\.rst$')
	((${#files[@]} > 0)) || exit "$nothing"
	# What only Sphinx knows does not stand alone, and is not judged.
	tool() {
		local f
		while read -r f; do rst2html --report=2 --halt=5 "$f" 2>&1 >/dev/null || echo "$f: rst2html ended with $?"; done |
			grep -E '^[^ ]+:[0-9]+: \(|ended with' | grep -vE 'Unknown (directive type|interpreted text role)' || true
	}
	compared "$1" "${files[@]}"
}

# check_cocci: no report of the tree's semantic patches is new; after the last patch of a topic, for the C files that the
# topic touches, as one file takes up to a minute.
check_cocci() {
	local i=$1 files cocci
	topic_end "$i" || exit "$nothing"
	has spatch coccinelle
	mapfile -t files < <(of_topic "$i" | xargs cat | touched_files - | grep '\.c$' | grep -v '^tools/')
	((${#files[@]} > 0)) || exit "$nothing"
	printf '%s\n' "${files[@]}" | export_files "${trees[i]}" "$tmp/after"
	printf '%s\n' "${files[@]}" | export_files "$(before_topic "$i")" "$tmp/before"
	# Large functions take spatch more stack than the usual 8 MB.
	ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)"
	# Debian's coccinelle comes without the OCaml compiler that some have parts for.
	mapfile -t cocci < <(cd "$src" && grep -rlE --include='*.cocci' 'virtual[[:space:]]+report' scripts/coccinelle | sort | xargs -r grep -L 'script:ocaml')
	((${#cocci[@]} > 0)) || { echo 'this tree has no semantic patches'; exit "$cannot"; }
	export src tmp
	# shellcheck disable=SC2016 # for the shell that is started
	printf '%s\n' "${cocci[@]}" | xargs -P "$ncpu" -I{} bash -c '
		options=$(sed -n "s/^\/\/.*Options://p" "$src/$1" | head -n 1)
		name=${1//\//-}
		say() {
			cd "$tmp/$1" && find . -name "*.c" -printf "%P\n" | sort | xargs -r timeout 900 spatch -D report --no-show-diff --very-quiet \
				--cocci-file "$src/$2" $options -I "$src/include" -I "$src/arch/x86/include"
		}
		say after "$1" >"$tmp/$name.after" 2>"$tmp/$name.error" || { echo "$1 did not run to its end: $(head -n 1 "$tmp/$name.error")"; exit 0; }
		[[ ! -s $tmp/$name.after ]] || say before "$1" >"$tmp/$name.before" 2>/dev/null || true
		touch "$tmp/$name.before"' check {}
	cat "$tmp"/*.before | plain >"$tmp/said"
	cat "$tmp"/*.after | plain >"$tmp/says"
	more_than "$tmp/says" "$tmp/said" | sed 's/^/new: /'
}

# reason_lists: on stdin C; "list value NAME" for each constant of an enum that ends in _reason.
reason_lists() {
	perl -0777 -ne '
		s{/\*.*?\*/|//[^\n]*}{}gs;
		while (/^enum\s+(\w+_reason)\s*\{(.*?)\}/gms) {
			my ($list, $n) = ($1, 0);
			for (split /,/, $2) {
				next unless /^\s*(\w+)\s*(?:=\s*(\d+))?\s*$/;
				$n = $2 if defined $2;
				print "$list $n $1\n" unless $1 =~ /^NR_/;
				$n++;
			}
		}'
}

# check_reasons: lists of reasons are only appended to. What a patch adds for the time until the end of its topic may move.
check_reasons() {
	local f list value name now last=$1
	f=$(touched_files "$patches/$K/${names[$1]}" | grep '^include/linux/.*\.h$') || exit "$nothing"
	until topic_end "$last"; do last=$((last + 1)); done
	# reasons_in TREE
	reasons_in() { ! git_tree cat-file -e "$1:$f" 2>/dev/null || git_tree show "$1:$f" | reason_lists; }
	for f in $f; do
		reasons_in "${trees[$1]}" >"$tmp/after"
		{ reasons_in "$(before_topic "$1")"; [[ -z ${trees[last]-} ]] || reasons_in "${trees[last]}"; } | cut -d ' ' -f 1,3 >"$tmp/lasting"
		while read -r list value name; do
			grep -qxF "$list $value $name" "$tmp/after" && continue
			grep -qxF "$list $name" "$tmp/lasting" || continue
			now=$(awk -v l="$list" -v n="$name" '$1 == l && $3 == n { print "is " $2 }' "$tmp/after")
			echo "$f: $name of enum $list was $value and ${now:-is gone}; append new reasons at the end"
		done < <(reasons_in "$(tree_before "$1")")
	done
}

# check_user: programs for user space that the patch touches compile, with what W=1 asks of the kernel; modules for
# them as the kernel does; the tests of mm/vma.c pass.
check_user() {
	local files f dir o=$home/user log rc touched vma=''
	mapfile -t files < <(touched_files "$patches/$K/${names[$1]}" | grep -E '^tools/.*\.[ch]$')
	((${#files[@]} > 0)) || exit "$nothing"
	log=$(log_file "$1" user)
	row=kreason
	row "$row"
	out=$home/user-headers
	export KREASON_SRC=$src KREASON_OUT=$out ARCH=$row_arch CROSS_COMPILE=''
	configure "$1" || exit 1
	kmake headers >"$log" 2>&1 || { echo 'the headers for user space cannot be made'; tail -n 3 "$log"; exit 1; }
	touched=$(printf '%s\n' "${files[@]##*/}" | sed 's/\./\\./g' | paste -sd '|')
	for f in "${files[@]}"; do
		dir=$o/${f%/*} rc=0
		[[ -e $src/$f ]] || continue
		mkdir -p "$dir"
		case $f in
		tools/testing/vma/*) vma=1 ;;
		*.h) gcc -std=gnu11 -fsyntax-only "${user_warnings[@]}" -Wno-unused-function -I "$src/tools/testing/selftests" -isystem "$out/usr/include" -x c - <<<"#include \"$src/$f\"" ;;
		*/module/*.c) kmake M="$src/${f%/*}" MO="$dir" W=1 KBUILD_MODPOST_WARN=1 "$(basename "$f" .c).o" ;;
		tools/testing/selftests/*.c)
			rm -f "$o/${f%.c}"
			make -C "$src/${f%/*}" OUTPUT="$dir" KHDR_INCLUDES="-isystem $out/usr/include" LDFLAGS=-static \
				EXTRA_CFLAGS="${user_warnings[*]}" "$o/${f%.c}"
			;;
		*) echo "scripts/lib-check.sh does not know how to compile $f" >&2; false ;;
		esac >"$tmp/user" 2>&1 || rc=$?
		cat "$tmp/user" >>"$log"
		if ((rc)); then
			echo "$f does not compile"
			grep -m 5 -E '(error|fatal error): |does not know|\*\*\*' "$tmp/user" | plain || tail -n 3 "$tmp/user"
		else
			# Other files of the tests have warnings of their own.
			grep -E "(^|/)($touched):[0-9]+:[0-9]+: warning: " "$tmp/user" | plain || true
		fi
	done
	[[ -n $vma ]] || return 0
	# Its makefile builds in place, so in a copy of what it includes.
	rm -rf "$o/vma"
	mkdir -p "$o/vma"
	(cd "$src" && cp -r --parents tools/testing/{vma,shared,radix-tree} tools/{include,lib,arch,scripts,build} include/linux include/asm-generic lib mm "$o/vma")
	if ! { make -C "$o/vma/tools/testing/vma" vma && "$o/vma/tools/testing/vma/vma"; } >>"$log" 2>&1; then
		echo 'tools/testing/vma fails:'
		grep -m 5 -E '(error|fatal error): |FAIL|\*\*\*' "$log" | plain || tail -n 3 "$log"
	fi
	rm -rf "$o/vma"
}
user_warnings=(-Wall -Wextra -Wmissing-prototypes -Wold-style-definition -Wno-missing-field-initializers -Wno-unused-parameter -Wno-sign-compare)

# About all patches together: arguments are the item and the file of its result.

# check_sizes TOPIC RESULT: with the counters off, no text is left of the topic but what configs/sizes.conf accepts.
check_sizes() {
	local made known
	made=$(gcc -dumpversion)
	known=$(sed -n 's/^# gcc //p' configs/sizes.conf)
	# shellcheck disable=SC2034 # used by lib-sizes.sh
	results=$(mktemp -d "$tmp_top/sizes.XXXXXX")
	topic_worktree
	size_table "$1" >"$2.table.new" || { echo 'what it touches does not compile, or cannot be compared'; exit 1; }
	mv "$2.table.new" "$2.table"
	[[ $made == "$known" ]] || { echo "configs/sizes.conf is for gcc $known, this is gcc $made"; exit "$cannot"; }
	judge_sizes "$1" <"$2.table"
}

# check_manifest K RESULT: events and reasons of the booted kernel are those that are stored.
check_manifest() {
	local work
	if [[ ! -e $2.made ]]; then
		has qemu-system-x86_64 qemu-system-x86
		scripts/tree --ensure >&2
		read_state
		work=$(tree_work)
		[[ -z $work ]] || { echo "$tree has work that patches/$K has not: $work"; exit "$cannot"; }
		make_manifest >"$2.made.new" || { echo 'the booted kernel cannot be asked'; exit 1; }
		mv "$2.made.new" "$2.made"
	fi
	if [[ -n ${UPDATE:-} ]]; then
		mkdir -p "${manifest%/*}"
		cp "$2.made" "$manifest"
	fi
	judge_manifest "$2.made"
}
