# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Completion for bash: installed as share/bash-completion/completions/kreason. Options and paths are those that --help names.

_kreason() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} help i
	local words=''

	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		words=$(kreason --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
		mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$word")
		return
	fi
	# Behind "--" there is a command of somebody else.
	for ((i = 2; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} != -- ]] || { mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; }
	done
	# The paths are those of all commands.
	[[ $before != --path ]] || command=list
	help=$(kreason "$command" --help 2>/dev/null)
	if [[ $before == --reason ]]; then
		words=$(kreason list --reasons 2>/dev/null | sed -n 's/^ *[0-9][0-9]*  \([a-z_0-9]*\) .*/\1/p')
	elif [[ $before == --format ]]; then
		words='openmetrics prometheus'
	elif [[ $word == -* ]]; then
		words=$(sed -n 's/^  \(--[a-z-]*\).*/\1/p' <<<"$help")
	else
		words=$(sed -n 's/^Paths: \(.*\)\.$/\1/p' <<<"$help" | tr -d ,)
		if [[ -z $words || $before == --@(save|output|btf) ]]; then
			mapfile -t COMPREPLY < <(compgen -f -- "$word")
			return
		fi
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _kreason kreason
