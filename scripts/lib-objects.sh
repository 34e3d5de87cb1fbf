# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Which objects patches touch and a configuration has, and compiling them, in an output of its own (KREASON_OUT).
# Source it after scripts/lib.sh.
# shellcheck disable=SC2154 # variables of lib.sh

# touched_files PATCH...: the files as they are called with these patches applied; one that they delete is not among them.
touched_files() { cat "$@" | sed -n 's|^+++ b/\([^[:space:]]*\).*|\1|p' | sort -u; }

# touched_units PATCH...: one object for each C file of the kernel that these patches touch, tests among them.
touched_units() { touched_files "$@" | sed -n 's|\.c$|.o|p' | grep -vE '^(tools|Documentation|samples)/' || true; }

# touched_objects PATCH...: those of the kernel proper.
touched_objects() { touched_units "$@" | grep -v '/tests/' || true; }

# configured OBJECT...: those of them that the configuration in $out has. kbuild compiles others as well when asked to.
configured() {
	local dir
	for dir in $(dirname -- "$@" | sort -u); do
		[[ -e $src/$dir/Makefile ]] || continue
		make -sf - <<-END || exit
			include $out/include/config/auto.conf
			srctree := $src
			src := $src/$dir
			obj := $dir
			include $src/$dir/Makefile
			units := \$(obj-y) \$(obj-m) \$(lib-y) \$(lib-m)
			parts := \$(foreach o,\$(units:.o=),\$(\$(o)-y) \$(\$(o)-objs))
			.DEFAULT_GOAL := list
			list:; @:\$(info \$(addprefix $dir/,\$(units) \$(parts)))
		END
	done | tr ' ' '\n' | sort -u | comm -12 - <(printf '%s\n' "$@" | sort -u)
}

# build_objects OBJECT...: those that are configured, warnings as errors; fails when that is none of them.
build_objects() {
	local log=$out.objects.log objects
	scripts/build prepare || return
	flavour "$FLAVOUR"
	mapfile -t objects < <(configured "$@")
	echo "${#objects[@]} of $# objects are configured"
	((${#objects[@]} > 0)) || return
	kmake -j"$(nproc)" "${objects[@]}" >"$log" 2>&1 ||
		{ grep -m 5 -nE 'error:|\*\*\*|No space left' "$log"; echo "the whole log is $log"; return 1; }
}
