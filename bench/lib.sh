# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What scripts/bench and its tests share: source it after scripts/lib.sh and scripts/lib-tree.sh.
# shellcheck disable=SC2154 # variables of lib.sh

results=$build/bench
raw=$results/raw

# rows TABLE: the first column of bench/TABLE.conf, a line each. field TABLE ROW COLUMN: one of its fields.
rows() { awk -F ' *[|] *' '!/^#/ && NF { print $1 }' "bench/$1.conf"; }
field() { awk -F ' *[|] *' -v r="$2" -v c="$3" '!/^#/ && $1 == r { print $c }' "bench/$1.conf"; }

# paths_of VARIANT: the paths that are measured in it.
paths_of() {
	case $(field variants "$1" 4) in
	all) rows paths | grep -v '^read_' ;;
	reach) awk -F ' *[|] *' '!/^#/ && NF && $2 != "-" { print $1 }' bench/paths.conf ;;
	read) rows paths | grep '^read_' ;;
	esac
}

# prepare VARIANT...: their kernels, and an initramfs each with the programs of bench/.
prepare() {
	local f
	mkdir -p "$raw"
	rm -f "$raw"/*
	for f in $(for v; do field variants "$v" 2; done | sort -u); do
		(
			export FLAVOUR=$f
			unset KREASON_OUT
			scripts/build
			scripts/initramfs
		)
		bench_initramfs "$f"
	done
}

# bench_initramfs FLAVOUR: the flavour's own with /bench. The program is the same file on every kernel.
bench_initramfs() {
	local o=$line/$1 f
	gcc -std=gnu11 -O2 -static -Wall -Wextra -Werror -Wno-missing-field-initializers -o "$results/cost" bench/cost.c
	{
		echo "dir /bench 0755 0 0"
		echo "file /bench/cost $results/cost 0755 0 0"
		for f in guest topics.conf paths.conf; do echo "file /bench/$f $top/bench/$f 0755 0 0"; done
	} >"$results/$1.list"
	"$o/usr/gen_init_cpio" -t 0 "$results/$1.list" | cat "$o/initramfs.cpio" - >"$results/$1.cpio"
}

# measure RUNS VARIANT...: the raw results, each in $raw/VARIANT.RUN. Guests that count instructions do not disturb each
# other, so there are as many at once as there are CPUs.
measure() {
	local runs=$1 v run
	shift
	stage "$(($# * runs)) guests"
	for v; do
		for ((run = 1; run <= runs; run++)); do echo "$v $run"; done
	done | xargs -P "$(nproc)" -L 1 bench/run-variant || die "a guest failed, see above"
	stage_done
}

# topics_here: the topics that the series of this kernel line has.
topics_here() { series | sed "s|^|$patches/$K/|" | xargs -r sed -n 's/^Topic: //p' | sort -u; }

# collect: what was measured, a line for each variant and path, separated by tabs:
#   variant path median mean hits runs disturbed why
# Instructions of one unit, of the median operation and on average; what peers saw of one operation, if they say so;
# "same", or how far the runs are apart in median/mean; batches left out; or, in place of all that, why there is nothing.
collect() {
	local v
	for v in "${variants[@]}"; do
		awk -v OFS='\t' -v variant="$v" -v paths="$(paths_of "$v")" '
			BEGIN { n = split(paths, order, "\n") }
			$1 == "#" { if ($2 == "hits") hits[$3] = $4; next }
			$2 == "-" { p = $1; $1 = $2 = ""; sub(/^[ \t]+/, ""); gsub(/\t/, " "); why[p] = $0; next }
			NF == 6 {
				units = $2; median = $4 / units; mean = $5 / units / $3
				if (!($1 in runs) || median < low[$1]) low[$1] = median
				if (!($1 in runs) || median > high[$1]) high[$1] = median
				if (!($1 in runs) || mean < mlow[$1]) mlow[$1] = mean
				if (!($1 in runs) || mean > mhigh[$1]) mhigh[$1] = mean
				if (!($1 in runs)) { first[$1] = median; mfirst[$1] = mean; ops[$1] = $3 }
				runs[$1]++; disturbed[$1] += $6
				next
			}
			{ print "bench: " FILENAME ": cannot be understood: " $0 >"/dev/stderr"; exit 1 }
			END {
				for (i = 1; i <= n; i++) {
					p = order[i]
					if (p in runs) {
						differ = "same"
						if (low[p] < high[p] || mlow[p] < mhigh[p])
							differ = sprintf("%.2f/%.2f", high[p] - low[p], mhigh[p] - mlow[p])
						# The first batch is in the hits as well.
						h = (p in hits) ? sprintf("%.3f", hits[p] / (ops[p] * 10 / 9)) : "-"
						print variant, p, sprintf("%.3f", first[p]), sprintf("%.3f", mfirst[p]), h, differ, disturbed[p], "-"
					} else {
						if (!(p in why)) why[p] = "no result, and nothing says why"
						print variant, p, "-", "-", "-", "-", "-", why[p]
					}
				}
			}' "$raw/$v".[0-9] || return
	done
}

# compare: the cost of each path against what is stored, as a table; fails when one rose by more than 2 instructions.
compare() {
	local here
	here=$(topics_here)
	awk -F '\t' -v here="$here" -v compiler="$(gcc -dumpversion)" '
		FILENAME == ARGV[1] {
			split($0, f, / *[|] */)
			if (f[1] !~ /^#/ && f[1] != "") { want[f[1]] = f[2]; order[n++] = f[1] }
			next
		}
		{ m[$1, $2] = $3; why[$1, $2] = $8; if (!seen[$2]++) paths[k++] = $2 }
		END {
			printf "%-26s %12s %12s %9s %9s\n", "instructions of one unit", "stock", "kreason", "added", "stored"
			for (i = 0; i < k; i++) {
				p = paths[i]
				if (m["stock", p] == "-" || m["kreason", p] == "-") {
					w = m["stock", p] == "-" ? why["stock", p] : why["kreason", p]
					verdict = p in want && want[p] != "-" ? "FAIL: has a stored value and was not measured" : "not measured"
					printf "%-26s %s: %s\n", p, verdict, w
					bad += verdict ~ /FAIL/
					continue
				}
				added = m["kreason", p] - m["stock", p]
				verdict = "ok"
				if (!(p in want) || want[p] == "-") { verdict = "FAIL: no stored value; make bench UPDATE=1"; stored = "-" }
				else {
					stored = sprintf("%+.2f", want[p])
					if (added > want[p] + 2) verdict = sprintf("FAIL: %+.2f above it, 2 are accepted", added - want[p])
				}
				printf "%-26s %12.2f %12.2f %+9.2f %9s %s\n", p, m["stock", p], m["kreason", p], added, stored, verdict
				bad += verdict ~ /FAIL/
			}
			for (i = 0; i < n; i++)
				if (order[i] != "compiler" && !(order[i] in seen)) { print order[i] ": FAIL: has a stored value and is no path"; bad++ }
			if ("compiler" in want && want["compiler"] != compiler) print "stored with gcc " want["compiler"] ", measured with gcc " compiler
			exit bad > 0
		}' "${KREASON_BENCH_EXPECTED:-bench/expected.conf}" "$results/cost.tsv"
}

# json_cost: the same as JSON.
json_cost() {
	awk -F '\t' -v kernel="$pin_ver" -v compiler="gcc $(gcc -dumpfullversion)" '
		function number(x) { return x == "-" ? "null" : x }
		BEGIN { printf "{\n  \"kernel\": \"%s\",\n  \"compiler\": \"%s\",\n  \"unit\": \"instructions\",\n  \"results\": [", kernel, compiler }
		{
			gsub(/["\\]/, "\\\\&", $8)
			printf "%s\n    {\"variant\": \"%s\", \"path\": \"%s\", \"median\": %s, \"mean\": %s, \"events\": %s, \"runs_same\": %s, \"why_not\": %s}",
				(NR > 1) ? "," : "", $1, $2, number($3), number($4), number($5), ($6 == "-") ? "null" : ($6 == "same") ? "true" : "false",
				($8 == "-") ? "null" : "\"" $8 "\""
		}
		END { printf "\n  ]\n}\n" }' "$results/cost.tsv"
}

# Tables: rows of cells separated by tabs, the first row is the head. as_text and as_rst print them.
as_text() {
	awk -F '\t' '
		{ for (i = 1; i <= NF; i++) { c[NR, i] = $i; if (length($i) > w[i]) w[i] = length($i) } nf[NR] = NF }
		END {
			for (r = 1; r <= NR; r++) {
				s = ""
				for (i = 1; i <= nf[r]; i++) s = s sprintf(i == 1 ? "%-*s" : "  %*s", w[i], c[r, i])
				sub(/ +$/, "", s)
				print s
			}
		}'
}

as_rst() {
	awk -F '\t' '
		NR == 1 { print ".. list-table::\n   :header-rows: 1\n" }
		{ for (i = 1; i <= NF; i++) print (i == 1 ? "   * - " : "     - ") $i }
		END { print "" }'
}

# table_counting: what counting adds, and what is left of it when it is configured off.
table_counting() {
	awk -F '\t' -v OFS='\t' '
		FILENAME == ARGV[1] { split($0, f, / *[|] */); if (f[1] !~ /^#/ && f[1] != "") { reaches[f[1]] = f[2]; limit[f[1]] = f[3]; order[n++] = f[1] } next }
		{ m[$1, $2] = $3; why[$1, $2] = $8 }
		function added(v, p) { return !((v, p) in m) || m[v, p] == "-" || m["stock", p] == "-" ? "-" : sprintf("%+.2f", m[v, p] - m["stock", p]) }
		END {
			print "path", "stock", "kreason", "added", "limit", "", "off adds"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (!(("stock", p) in m)) continue
				if (m["stock", p] == "-" || m["kreason", p] == "-") { print p, "not measured: " (m["stock", p] == "-" ? why["stock", p] : why["kreason", p]); continue }
				a = added("kreason", p)
				v = limit[p] == "-" ? "" : a + 0 <= limit[p] + 0 ? "met" : "missed"
				print p, sprintf("%.2f", m["stock", p]), sprintf("%.2f", m["kreason", p]), a, limit[p], v, added("off", p)
			}
		}' bench/paths.conf "$results/cost.tsv"
}

# table_events: what enabled events add to the same paths.
table_events() {
	awk -F '\t' -v OFS='\t' '
		{ m[$1, $2] = $3; if ($1 == "event") order[n++] = $2 }
		function added(v, p) { return !((v, p) in m) || m[v, p] == "-" || m["stock", p] == "-" ? "-" : sprintf("%+.2f", m[v, p] - m["stock", p]) }
		END {
			print "path", "stock", "counting", "no record matches the filter", "event enabled", "hist by stack"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (m["stock", p] == "-") continue
				print p, sprintf("%.2f", m["stock", p]), added("kreason", p), added("filtered", p), added("event", p), added("hist", p)
			}
		}' "$results/cost.tsv"
}

# table_peers: what it costs to see one event by other means, on a kernel without the patches.
table_peers() {
	awk -F '\t' -v OFS='\t' '
		FILENAME == ARGV[1] { split($0, f, / *[|] */); if (f[1] !~ /^#/ && f[3] == "peers") peers[np++] = f[1]; next }
		{ m[$1, $2] = $3; hits[$1, $2] = $5; why[$1, $2] = $8; if ($1 == "peers") order[n++] = $2 }
		function added(v, p) { return !((v, p) in m) || m[v, p] == "-" || m["stock", p] == "-" ? "-" : sprintf("%+.2f", m[v, p] - m["stock", p]) }
		END {
			printf "path"
			for (j = 0; j < np; j++) printf "\t%s", peers[j]
			print "", "counting", "cheapest / counting", "own event"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (m["peers", p] == "-" || m["stock", p] == "-" || m["kreason", p] == "-") continue
				printf "%s", p
				best = ""
				for (j = 0; j < np; j++) {
					c = "-"
					if (m[peers[j], p] != "-") {
						h = hits[peers[j], p] == "-" ? 1 : hits[peers[j], p]
						if (h > 0) { c = (m[peers[j], p] - m["peers", p]) / h; if (best == "" || c < best) best = c; c = sprintf("%.2f", c) }
					}
					printf "\t%s", c
				}
				a = m["kreason", p] - m["stock", p]
				print "", sprintf("%+.2f", a), ((best != "" && a > 0) ? sprintf("%.1f", best / a) : "-"), added("event", p)
			}
		}' bench/variants.conf "$results/cost.tsv"
}

# table_reading: what it takes to read the counters, by the number of possible CPUs.
table_reading() {
	awk -F '\t' -v OFS='\t' '
		$1 ~ /^cpus_/ { c = substr($1, 6); if (!(c in seen)) { seen[c]; cpus[nc++] = c } if (c == cpus[0]) order[n++] = $2; m[c, $2] = $3; why[$2] = $8 }
		END {
			printf "file"
			for (j = 0; j < nc; j++) printf "\t%s", cpus[j] (cpus[j] == 1 ? " CPU" : " CPUs")
			print "", "each CPU more"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (m[cpus[0], p] == "-") { print p, "not measured: " why[p]; continue }
				printf "%s", p
				for (j = 0; j < nc; j++) printf "\t%.0f", m[cpus[j], p]
				print "", sprintf("%.2f", (m[cpus[nc - 1], p] - m[cpus[0], p]) / (cpus[nc - 1] - cpus[0]))
			}
		}' "$results/cost.tsv"
}

# table: all of it for a terminal.
table() {
	printf '\nInstructions of one unit, in %s\n\n' "linux $pin_ver"
	table_counting | as_text
	printf '\nAdded to the same paths by\n\n'
	table_events | as_text
	printf '\nOther means to see one event, on a stock kernel, instructions each\n\n'
	table_peers | as_text
	printf '\nReading the counters, by the number of possible CPUs\n\n'
	table_reading | as_text
	echo
	awk -F '\t' '$6 != "same" && $6 != "-" { print "runs differ: " $1 " " $2 " by " $6 " (median/mean)"; n++ } END { if (!n) print "All runs gave the same digits." }' "$results/cost.tsv"
	awk -F '\t' '$8 != "-" { print "not measured: " $1 " " $2 ": " $8 }' "$results/cost.tsv" | sort -u
}
