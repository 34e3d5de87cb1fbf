# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by the programs that move patches between patches/K and the tree: tree, refresh, lint, clean, submit.
# Source it after lib.sh.
# shellcheck disable=SC2154 # variables of lib.sh

# git_plain: git, deaf to the caller's configuration; git_tree: the same in the kernel tree.
git_plain() {
	GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 \
		git -c core.attributesFile=/dev/null -c core.excludesFile=/dev/null "$@"
}
git_tree() { git_plain -C "$tree" "$@"; }

# series: the patches of patches/K in order, one file name per line.
series() { sed 's/#.*//; s/[[:space:]]*$//; /^$/d' "$patches/$K/series"; }

# series_lines: the kernel lines that have a series.
series_lines() { (cd "$patches" && find . -mindepth 2 -maxdepth 2 -name series | sort -V | awk -F/ '{ printf "%s%s", s, $2; s = " " }'); }

# need_series: stop when this kernel line has no series; an empty one is fine.
need_series() {
	[[ -f $patches/$K/series ]] ||
		die "no series for K=$K yet: $patches/$K/series is missing; lines with a series: $(series_lines)"
}

# shellcheck disable=SC2034
helper=reason-counters # the topic that every other one needs

# topics: the topics of the series in its order, one per line; patches_of TOPIC|TOPIC: the files of their patches in order.
topics() { series | sed "s|^|$patches/$K/|" | xargs -r -d '\n' sed -n 's/^Topic: //p' | awk '!seen[$0]++'; }
patches_of() { series | sed "s|^|$patches/$K/|" | xargs -d '\n' grep -lE "^Topic: ($1)\$"; }

# read_series: set names, sums and series_id (one hash over all patches) from patches/K. With series_may_lack set, a
# line without a series has an empty one.
read_series() {
	local name
	names=()
	if [[ -z ${series_may_lack:-} || -f $patches/$K/series ]]; then
		need_series
		mapfile -t names < <(series)
	fi
	sums=()
	for name in ${names[@]+"${names[@]}"}; do
		[[ -f $patches/$K/$name ]] ||
			die "$patches/$K/series names $name, which is not there; add the file or delete the line"
		sums+=("$(sha256sum <"$patches/$K/$name")")
	done
	sums=(${sums[@]+"${sums[@]%% *}"})
	series_id=$(printf '%s\n' ${sums[@]+"${sums[@]}"} | sha256sum)
	series_id=${series_id%% *}
}

# The tree's record of what it was made from, .git/kreason in the tree: version, base commit, series_id,
# then per applied patch its hash and commit. The last commit is the tip that `make tree` left.
state_file=$tree/.git/kreason
read_state() {
	local key a b
	state_ver='' state_base='' state_series='' state_sums=() state_commits=()
	[[ -f $state_file ]] || die "$tree was not made by 'make tree' (.git/kreason is missing); move it away"
	while read -r key a b; do
		case $key in
		version) state_ver=$a ;;
		base) state_base=$a state_tip=$a ;;
		series) state_series=$a ;;
		patch) state_sums+=("$a") state_commits+=("$b") state_tip=$b ;;
		esac
	done <"$state_file"
}

write_state() {
	local i
	{
		printf 'version %s\nbase %s\nseries %s\n' "$state_ver" "$state_base" "$state_series"
		for i in "${!state_sums[@]}"; do printf 'patch %s %s\n' "${state_sums[i]}" "${state_commits[i]}"; done
	} >"$state_file.new"
	mv "$state_file.new" "$state_file"
}

# base_worktree DIR: the base commit, in a worktree of the tree's repository. Needs read_state.
base_worktree() {
	[[ $(git_plain -C "$1" rev-parse HEAD 2>/dev/null) != "$state_base" ]] || return 0
	rm -rf "$1"
	git_tree worktree prune
	git_tree worktree add -q --detach "$1" "$state_base"
}

# unfinished: name the git operation that waits for someone in the tree; empty when none does.
unfinished() {
	if [[ -f $tree/.git/rebase-apply/applying ]]; then echo am
	elif [[ -d $tree/.git/rebase-apply || -d $tree/.git/rebase-merge ]]; then echo rebase
	elif [[ -f $tree/.git/CHERRY_PICK_HEAD ]]; then echo cherry-pick
	elif [[ -f $tree/.git/MERGE_HEAD ]]; then echo merge
	elif [[ -f $tree/.git/REVERT_HEAD ]]; then echo revert
	fi
}

# refuse_unfinished: stop when a git operation waits in the tree.
refuse_unfinished() {
	local op
	op=$(unfinished)
	[[ -z $op ]] || die "a git $op is in progress in $tree
  to finish it: cd $tree; git status says where it stops; resolve, git add, git $op --continue, then make refresh K=$K
  to drop it:   cd $tree; git $op --abort; git reset --hard; git clean -fd"
}

# branch_work: what branch kreason has and patches/K has not, or the other way round; empty when they agree.
branch_work() {
	local head more less
	head=$(git_tree symbolic-ref -q --short HEAD) || head='a detached HEAD'
	[[ $head == kreason ]] || { echo "HEAD is $head, not branch kreason"; return 0; }
	more=$(git_tree rev-list --count "$state_tip..HEAD")
	less=$(git_tree rev-list --count "HEAD..$state_tip")
	((more == 0 || less == 0)) || { echo "branch kreason was rewritten: $less commits replaced by $more"; return 0; }
	((more == 0)) || echo "branch kreason has $more local commits"
	((less == 0)) || echo "branch kreason lacks $less commits of the series"
}

# file_work: changed, staged and untracked files in one line; empty when the worktree is clean. Without optional locks,
# because a status that is killed would leave its lock behind.
file_work() {
	git_tree --no-optional-locks status --porcelain |
		awk 'NR <= 5 { s = s (NR > 1 ? ", " : "uncommitted: ") substr($0, 4) } END { if (NR > 5) s = s " and " NR - 5 " more"; if (NR) print s }'
}

# tree_work: both in one line.
tree_work() { { branch_work; file_work; } | paste -sd ';' | sed 's/;/; /g'; }

# refuse_work: stop when the tree holds work that is not in patches/K, and say how to keep it.
refuse_work() {
	local work
	work=$(tree_work)
	[[ -n $work ]] || return 0
	die "$tree has work that patches/$K has not: $work
  to make patches of it: commit it on branch kreason (git -C $tree switch kreason), then make refresh K=$K
  to put it aside:       git -C $tree stash -u; git -C $tree branch NAME; then the next command
  to throw it away:      git -C $tree switch --discard-changes kreason && git -C $tree reset --hard $state_tip && git -C $tree clean -fd"
}

# refuse_removal: stop when removing the tree would lose anything, other branches and stashes included.
refuse_removal() {
	local refs
	refuse_unfinished
	refuse_work
	refs=$(git_tree for-each-ref --format='%(refname:short)' --no-merged "$state_tip" refs/heads refs/stash | paste -sd ' ')
	[[ -z $refs ]] || die "$tree has commits that are nowhere else, in $refs
  to keep them: git -C $tree push them to another repository, or git -C $tree format-patch
  to drop them: git -C $tree branch -D NAME; git -C $tree stash clear"
}

# linear_branch: stop unless the commits after the base are a series: branch kreason, committed, without merges.
linear_branch() {
	local head files merge
	head=$(git_tree symbolic-ref -q --short HEAD) || head='a detached HEAD'
	[[ $head == kreason ]] || die "HEAD of $tree is $head; git switch kreason there first"
	files=$(file_work)
	[[ -z $files ]] || die "$tree has changes that are not in a commit, $files; commit them on branch kreason (git commit --fixup and git rebase -i --autosquash $state_base change an earlier patch), or drop them"
	git_tree merge-base --is-ancestor "$state_base" HEAD ||
		die "branch kreason of $tree does not descend from its base commit $state_base; git rebase it there"
	merge=$(git_tree rev-list --merges --max-count=1 "$state_base..HEAD")
	[[ -z $merge ]] || die "branch kreason has the merge $merge; a series is linear: git rebase $state_base in $tree"
}

# export_series DIRECTORY: the commits of branch kreason as patches, with their series. An unchanged commit gives an
# unchanged file: no commit ids, versions or user configuration enter the patches. Sets commits and exported.
export_series() {
	rm -rf "$1"
	mkdir -p "$1"
	git_tree format-patch -q -o "$1" -N --zero-commit --no-signature --no-cover-letter --no-renames --no-ext-diff --no-textconv \
		--no-color --no-base --no-thread --no-attach --unified=3 --abbrev=12 --diff-algorithm=histogram --src-prefix=a/ --dst-prefix=b/ \
		"$state_base..HEAD"
	mapfile -t commits < <(git_tree rev-list --reverse "$state_base..HEAD")
	mapfile -t exported < <(cd "$1" && find . -name '*.patch' -printf '%f\n' | sort)
	((${#commits[@]} == ${#exported[@]})) || die "${#commits[@]} commits gave ${#exported[@]} patches: a commit on branch kreason is empty"
	{
		echo '# SPDX-License-Identifier: GPL-2.0-only'
		printf '%s\n' ${exported[@]+"${exported[@]}"}
	} | sed '/^$/d' >"$1/series"
}

# write_series DIRECTORY: bring patches/K to what export_series wrote there, and the tree's record to both. Set names to
# the patches that patches/K has before. Sets changed. Patches first, the series after them, files that no line names
# any more last: an interrupted run loses nothing, and the next one completes it, because the branch has all of it.
write_series() {
	local dir=$patches/$K name mark=$state_file-refreshing
	mkdir -p "$dir"
	changed=0
	: >"$mark"
	for name in ${exported[@]+"${exported[@]}"} series; do
		if cmp -s "$1/$name" "$dir/$name"; then continue; fi
		changed=$((changed + 1))
		if [[ -e $dir/$name ]]; then say "changed $dir/$name"; else say "added $dir/$name"; fi
		cp "$1/$name" "$dir/.$name.new"
		mv "$dir/.$name.new" "$dir/$name"
	done
	for name in ${names[@]+"${names[@]}"}; do
		[[ ! -e $1/$name ]] || continue
		changed=$((changed + 1))
		say "removed $dir/$name"
		rm -f "$dir/$name"
	done
	read_series
	state_series=$series_id state_sums=(${sums[@]+"${sums[@]}"}) state_commits=(${commits[@]+"${commits[@]}"})
	write_state
	rm -f "$mark"
}

# lock_builds: wait for the builds of line K that run, and keep new ones waiting. Before lock tree-K, which a build takes too.
lock_builds() {
	local file
	for file in "$build/$K"-*.lock; do
		[[ ! -e $file ]] || lock "$(basename "$file" .lock)"
	done
}
