# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Shared by the case studies, in the guest.

# table BEFORE AFTER [PREFIX]: how far each counter of a reasons file moved between two copies of it, and its share of all
# reasons that begin with PREFIX. The number of a reason is its line, from 0; /tmp/hot gets number, name and share of the
# most frequent one.
table() {
	awk -F ': ' -v prefix="${3-}" '
		function counts(reason) { return prefix == "" || index(reason, prefix) == 1 }
		BEGIN { n = 0 }
		FNR == NR { before[$1] = $2; next }
		{ name[n] = $1; was[n] = before[$1]; is[n] = $2; d[n] = $2 - before[$1]; if (counts($1)) sum += d[n]; n++ }
		END {
			printf "  %-26s %8s %8s %8s  %s\n", "reason", "before", "after", "change", prefix ? "share of " prefix "*" : "share"
			for (i = 0; i < n; i++) {
				if (is[i] == 0) { unused++; continue }
				share = ""
				if (counts(name[i]) && sum) share = sprintf("%5.1f %%", 100 * d[i] / sum)
				printf "  %-26s %8d %8d %8d  %s\n", name[i], was[i], is[i], d[i], share
				if (counts(name[i]) && d[i] > most) { hot = i; most = d[i] }
			}
			printf "  (%d more reasons, all 0)\n", unused
			if (most) print hot, name[hot], int(100 * most / sum + 0.5) >"/tmp/hot"
		}' "$1" "$2"
}
