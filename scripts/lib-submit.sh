# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What submit asks of the person who sends and of the record of a topic: source it after lib.sh.
# shellcheck disable=SC2034 # used by the programs that source this file

dco='Signed-off-by certifies the Developer Certificate of Origin: that you wrote it or have the right to pass it on (process/submitting-patches.rst)'

# repository_state DIRECTORY: the refs of a repository that submit made, and what is not committed in it.
repository_state() { git_plain -C "$1" for-each-ref --format='%(refname) %(objectname)' && git_plain -C "$1" status --porcelain; }

# work_in DIRECTORY: says so when somebody has worked in the repository that submit made there, or has sent from it.
work_in() {
	[[ -f $1/.git/kreason-state ]] || return 0 # a run that was interrupted
	[[ $(repository_state "$1") == "$(<"$1/.git/kreason-state")" ]] ||
		echo "$1 was changed since make submit wrote it: take over what is to stay (patches: make refresh; a revision that was sent: Documentation/cover-letters/${1##*/}.changelog), then rm -r it"
}

# fake_address ADDRESS: true when no mail can get there: no domain, one that RFC 2606 reserves, or a noreply address.
fake_address() {
	local address=${1,,}
	[[ ! $address =~ ^[^@[:space:]\<\>]+@([a-z0-9-]+\.)+[a-z]{2,}$ ||
		$address =~ [@.](example|invalid|test|localhost|localdomain)$ ||
		$address =~ [@.]example\.(com|org|net)$ || $address =~ no-?reply ]]
}

# identity: set name, email and me_addr to the person who sends, from git's configuration.
identity() {
	name=$(git config user.name || true) email=$(git config user.email || true)
	local how="git config --global user.name 'Your Name' and user.email you@your.domain; $dco"
	[[ -n $name && -n $email ]] || die "git does not know who sends: $how"
	# Letters of other scripts are bytes that are not ASCII.
	[[ ! ${name,,} =~ ^(root|user|admin|nobody|unknown|test|you|your\ name)$ && $name == *[a-zA-Z$'\x80'-$'\xff']* && $name != *[@\<\>]* ]] ||
		die "user.name \"$name\" is no name of a person: $how"
	! fake_address "$email" || die "user.email \"$email\" is no address that a mailing list can answer: $how"
	me_addr="$name <$email>"
}

# read_record TOPIC: what its changelog says: change_id, revision (the one to send), changes (text for the cover letter)
# and the revision before it, old_line old_commit old_link. The format is explained in submitting.rst.
read_record() {
	local record=Documentation/cover-letters/$1.changelog key state rest entry='' previous='' number=0
	[[ -f $record ]] || die "$record is missing; it names the change-id and revisions of topic $1, see Documentation/submitting.rst"
	change_id='' revision='' changes='' old_line='' old_commit='' old_link=''
	while IFS= read -r entry || [[ -n $entry ]]; do
		number=$((number + 1))
		read -r key state rest <<<"$entry" || continue
		case $entry in
		'#'* | '') continue ;;
		'change-id '*) change_id=$state ;;
		v[1-9]*)
			[[ $key =~ ^v[0-9]+$ ]] || die "$record:$number: $key is no revision; want v1, v2, ..."
			if [[ -z $revision ]]; then
				[[ -z $state ]] || die "$key of $1 was sent; to prepare the next, put a line v$((${key#v} + 1)) above it in $record, and below that what changed, a line \"- ...\" each"
				revision=${key#v}
			else
				[[ -z $previous || $previous == "$((${key#v} + 1))" ]] || die "$record:$number: $key comes after v$previous"
				[[ $state == sent && $rest =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}\ ([0-9.]+)\ ([0-9a-f]{12,40})\ (https?://[^ ]+)$ ]] ||
					die "$record:$number: want \"$key sent YYYY-MM-DD K COMMIT LINK\""
				[[ -n $old_commit ]] || { old_line=${BASH_REMATCH[1]} old_commit=${BASH_REMATCH[2]} old_link=${BASH_REMATCH[3]}; }
				changes+="- Link to $key: ${BASH_REMATCH[3]}"$'\n'
			fi
			previous=${key#v}
			((${key#v} == 1)) || changes+=${changes:+$'\n'}"Changes in $key:"$'\n'
			;;
		'- '* | '  '*)
			[[ -n $previous && $previous != 1 ]] || die "$record:$number: v1 has no changes"
			changes+=$entry$'\n'
			;;
		*) die "$record:$number: not understood: $entry" ;;
		esac
	done <"$record"
	[[ $change_id =~ ^[0-9]{8}-[a-z0-9-]+-[0-9a-f]{12}$ ]] || die "$record has no line \"change-id YYYYMMDD-NAME-12 hex digits\""
	[[ $previous == 1 ]] || die "$record does not end with v1"
	((revision == 1)) || [[ $changes == "Changes in v$revision:"$'\n- '* && $changes != "Changes in v$revision:"$'\n- Link to v'* ]] ||
		die "$record says nothing about what changed in v$revision; put lines \"- ...\" below it"
}
