# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by the tests that run the tool in guests of their own: source it after scripts/lib.sh and tests/lib.sh.
# shellcheck disable=SC2154 # variables of those two

# tool_archive FILE [LINE ...]: the initramfs of the guest tests, and behind it the tool with ASan and UBSan in place of the
# static one, and LINEs for gen_init_cpio.
tool_archive() {
	local program=$build/tool/kreason-sanitized to=$1
	shift
	scripts/initramfs &&
		make -s -j2 -C tools/kreason BUILD="$build/tool" "$program" || return 1
	{
		bundle "kreason=$program"
		printf '%s\n' "$@"
	} | with_files "$initramfs" >"$to"
}

# results NAME: KTAP on standard input, each as a result of ours; what stands before a failed one is its detail.
results() {
	local line name why=''
	while read -r line; do
		case $line in
		'ok '*'# SKIP '*) line=${line#ok * }; line=${line#- } name=${line%%# SKIP *}; skip "$1${name:+: ${name% }}" "${line#*# SKIP }"; why='' ;;
		'ok '*) line=${line#ok * }; pass "$1: ${line#- }"; why='' ;;
		'not ok '*) line=${line#not ok * }; fail "$1: ${line#- }" "$why"; why='' ;;
		'# '*) why+=${line#\# }$'\n' ;;
		esac
	done
}

# guest_test NAME SCRIPT ARCHIVE [OPTION ...]: boot FLAVOUR with ARCHIVE on the machine that SCRIPT names, and run it as
# /tests/NAME.sh. OPTIONs are more of those of scripts/run-guest.
guest_test() {
	local needs rc=0
	read -ra needs <<<"$(sed -n 's/^# guest: *//p' "$2" | tr '\n' ' ')"
	scripts/run-guest name="$1-sanitized" initramfs="$3" "${needs[@]}" timeout=180 "${@:4}" -- "/tests/$1.sh" >"$scratch/ktap" 2>"$scratch/verdict" || rc=$?
	results "$1" <"$scratch/ktap"
	((rc == 0)) || fail "$1: the guest" "$(tail -n 5 "$scratch/verdict")"
}
