# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by the tests that run the tool in guests of their own: source it after scripts/lib.sh and tests/lib.sh.
# shellcheck disable=SC2154 # variables of those two

# tool_archive FILE [LINE ...]: the initramfs of the guest tests, and behind it the tool with ASan and UBSan in place of the
# static one, the libraries that it needs, and LINEs for gen_init_cpio.
tool_archive() {
	local program=$build/tool/kreason-sanitized library dir part to=$1
	shift
	scripts/initramfs &&
		make -s -j2 -C tools/kreason BUILD="$build/tool" "$program" || return 1
	{
		ldd "$program" | grep -o '/[^ ]*' | sort -u | while read -r library; do
			dir=''
			while read -r part; do
				dir+=/$part
				echo "dir $dir 0755 0 0"
			done < <(dirname "${library#/}" | tr / '\n')
			echo "file $library $(readlink -f "$library") 0755 0 0"
		done
		echo "file /bin/kreason $program 0755 0 0"
		for part; do echo "$part"; done
	} | with_files "$initramfs" >"$to"
}

# results NAME: KTAP on standard input, each as a result of ours; what stands before a failed one is its detail.
results() {
	local line why=''
	while read -r line; do
		case $line in
		'ok '*'# SKIP '*) line=${line#ok * }; line=${line#- }; skip "$1: ${line%% # SKIP *}" "${line#*# SKIP }"; why='' ;;
		'ok '*) line=${line#ok * }; pass "$1: ${line#- }"; why='' ;;
		'not ok '*) line=${line#not ok * }; fail "$1: ${line#- }" "$why"; why='' ;;
		'# '*) why+=${line#\# }$'\n' ;;
		esac
	done
}

# guest_test NAME SCRIPT ARCHIVE: boot FLAVOUR with ARCHIVE on the machine that SCRIPT names, and run it as /tests/NAME.sh.
guest_test() {
	local needs rc=0
	read -ra needs <<<"$(sed -n 's/^# guest: *//p' "$2" | tr '\n' ' ')"
	scripts/run-guest name="$1-sanitized" initramfs="$3" "${needs[@]}" timeout=180 -- "/tests/$1.sh" >"$scratch/ktap" 2>"$scratch/verdict" || rc=$?
	results "$1" <"$scratch/ktap"
	((rc == 0)) || fail "$1: the guest" "$(tail -n 5 "$scratch/verdict")"
}
