# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What scripts/bench and its tests share: source it after scripts/lib.sh,
# lib-tree.sh, lib-objects.sh, lib-topics.sh and lib-sizes.sh.
# shellcheck disable=SC2154 # variables of lib.sh

# results_in DIR: from here on; the subset of --check has its own, so that it leaves the last full run alone.
results_in() { results=$1 raw=$1/raw; }
results_in "$build/bench"
# shellcheck disable=SC2034
checked=$build/bench/check

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
	static_program cost
	for f in $(for v; do field variants "$v" 2; done | sort -u); do
		FLAVOUR=$f scripts/build
		FLAVOUR=$f scripts/initramfs
		bench_initramfs "$f"
	done
}

# static_program NAME: bench/NAME.c as $results/NAME, for any kernel.
static_program() { gcc -std=gnu11 -O2 -static -Wall -Wextra -Werror -o "$results/$1" "bench/$1.c"; }

# bench_initramfs FLAVOUR: the flavour's own with /bench.
bench_initramfs() {
	local out=$line/$1 f
	{
		echo "dir /bench 0755 0 0"
		echo "file /bench/cost $results/cost 0755 0 0"
		for f in guest topics.conf paths.conf; do echo "file /bench/$f $top/bench/$f 0755 0 0"; done
		if [[ $1 == peers ]]; then bundle perf bpftrace; fi
	} | with_files "$out/initramfs.cpio" >"$results/$1.cpio"
}

# measure RUNS VARIANT...: the raw results, each in $raw/VARIANT.RUN. Guests that count instructions do not disturb each
# other, so there are as many at once as there are CPUs.
measure() {
	local runs=$1 v run
	shift
	stage "$(($# * runs)) guests"
	for v; do
		for ((run = 1; run <= runs; run++)); do echo "$v $run"; done
	done | xargs -P "$(nproc)" -L 1 bench/run-variant "$results" || die "a guest failed, see above"
	stage_done
}

# collect: what was measured, a line for each variant and path, separated by tabs:
#   variant path median mean added hits runs disturbed why
# Instructions of one unit, of the median operation and on average; how many more than in the base variant, the median of
# the differences between operations of the same place in the sequence; hits of the probe in one operation (variant
# kprobe), or records in the trace buffer (variant event); "same", or how far the medians and means of the runs are apart; batches left out; or, in place of all that, why
# there is nothing.
collect() {
	local v base
	for v in "${variants[@]}"; do
		base=$(field variants "$v" 3)
		[[ $base == - || ! -e $raw/$base.1 ]] && base=$v
		awk -v OFS='\t' -v variant="$v" -v paths="$(paths_of "$v")" -v base="$raw/$base.1" '
			BEGIN { n = split(paths, order, "\n") }
			# The median of the values whose frequencies are in count[], total of them.
			function median(total,    v, k, i, j, t, keys) {
				for (v in count) {
					for (j = k++; j > 0 && keys[j - 1] > v + 0; j--) keys[j] = keys[j - 1]
					keys[j] = v + 0
				}
				for (i = t = 0; i < k; i++) if ((t += count[keys[i]]) > total / 2) return keys[i]
			}
			function clear(    v) { for (v in count) delete count[v] }
			# The values of the line in value[], their number; their sum in sum, their frequencies in count[].
			function values(value,    i, f, k) {
				clear(); sum = k = 0
				for (i = 5; i <= NF; i++) {
					split($i "x1", f, "x")
					count[f[1]] += f[2]; sum += f[1] * f[2]
					while (f[2]--) value[k++] = f[1]
				}
				return k
			}
			FNR == 1 { part++ }
			part == 1 {
				if (NF && $1 != "#" && $2 != "-") { m = values(value); for (i = 0; i < m; i++) was[$1, i] = value[i]; ops[$1] = m; was_units[$1] = $2 }
				next
			}
			NF == 0 || $1 == "#" { next }
			$2 == "-" { p = $1; $1 = $2 = ""; sub(/^[ \t]+/, ""); gsub(/\t/, " "); why[p] = $0; next }
			NF >= 5 && ($2 $3 $4) ~ /^[0-9]+$/ {
				p = $1; units = $2
				m = values(value)
				med = median(m) / units; avg = sum / units / m
				if (!(p in runs)) {
					first[p] = low[p] = high[p] = med; mfirst[p] = mlow[p] = mhigh[p] = avg; hits[p] = $4 / m; added[p] = "-"
					if (variant != "stock" && ops[p] == m && was_units[p] == units) {
						clear()
						for (i = 0; i < m; i++) count[value[i] - was[p, i]]++
						added[p] = sprintf("%.3f", median(m) / units)
					}
				}
				if (med < low[p]) low[p] = med
				if (med > high[p]) high[p] = med
				if (avg < mlow[p]) mlow[p] = avg
				if (avg > mhigh[p]) mhigh[p] = avg
				runs[p]++; disturbed[p] += $3
				next
			}
			{ print "bench: " FILENAME ": cannot be understood: " substr($0, 1, 200) >"/dev/stderr"; exit 1 }
			END {
				for (i = 1; i <= n; i++) {
					p = order[i]
					if (p in runs) {
						differ = "same"
						if (low[p] < high[p] || mlow[p] < mhigh[p])
							differ = sprintf("%.3f/%.3f", high[p] - low[p], mhigh[p] - mlow[p])
						print variant, p, sprintf("%.3f", first[p]), sprintf("%.3f", mfirst[p]), added[p], sprintf("%.3f", hits[p]), differ, disturbed[p], "-"
					} else {
						if (!(p in why)) why[p] = "no result, and nothing says why"
						print variant, p, "-", "-", "-", "-", "-", "-", why[p]
					}
				}
			}' "$raw/$base.1" "$raw/$v".[0-9] || return
	done
}

# compare: the cost of each path against what is stored, as a table; fails when one rose by more than 2 instructions, or
# by more than a tenth where it is large: a printed warning has numbers that change with what else is in the guest.
compare() {
	awk -F '\t' -v compiler="$(gcc -dumpversion)" '
		FILENAME == ARGV[1] {
			split($0, f, / *[|] */)
			if (f[1] !~ /^#/ && f[1] != "") { want[f[1]] = f[2]; order[n++] = f[1] }
			next
		}
		{ m[$1, $2] = $3; add[$1, $2] = $5; why[$1, $2] = $9; if (!seen[$2]++) paths[k++] = $2 }
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
				added = add["kreason", p] + 0
				verdict = "ok"
				if (!(p in want) || want[p] == "-") { verdict = "FAIL: no stored value; make bench UPDATE=1"; stored = "-" }
				else {
					stored = sprintf("%+.2f", want[p])
					accepted = want[p] > 200 ? want[p] / 10 : 2
					if (added > want[p] + accepted) verdict = sprintf("FAIL: %+.2f above it, %d are accepted", added - want[p], accepted)
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
			gsub(/["\\]/, "\\\\&", $9)
			printf "%s\n    {\"variant\": \"%s\", \"path\": \"%s\", \"median\": %s, \"mean\": %s, \"added\": %s, \"hits\": %s, \"runs_same\": %s, \"why_not\": %s}",
				(NR > 1) ? "," : "", $1, $2, number($3), number($4), number($5), number($6),
				($7 == "-") ? "null" : ($7 == "same") ? "true" : "false", ($9 == "-") ? "null" : "\"" $9 "\""
		}
		END { printf "\n  ]\n}\n" }' "$results/cost.tsv"
}

# Tables: rows of cells separated by tabs, the first row is the head. as_text and as_rst print them.
as_text() {
	awk -F '\t' -v rst="${1-}" '
		{ for (i = 1; i <= NF; i++) { c[NR, i] = $i == "" ? "-" : $i; if (length(c[NR, i]) > w[i]) w[i] = length(c[NR, i]) } if (NF > n) n = NF }
		END {
			for (i = 1; i <= n; i++) { r = sprintf("%*s", w[i], ""); gsub(/ /, "=", r); line = line (i > 1 ? "  " : "") r }
			if (rst) print line
			for (r = 1; r <= NR; r++) {
				s = ""
				for (i = 1; i <= n; i++) s = s sprintf(i == 1 ? "%-*s" : "  %*s", w[i], (((r, i) in c) ? c[r, i] : "-"))
				print s
				if (rst && r == 1) print line
			}
			if (rst) print line
		}'
}
as_rst() { as_text rst; }

# table_counting: what counting adds, and what is left of it when it is configured off.
table_counting() {
	awk -F '\t' -v OFS='\t' '
		FILENAME == ARGV[1] { split($0, f, / *[|] */); if (f[1] !~ /^#/ && f[1] != "") { limit[f[1]] = f[3]; order[n++] = f[1] } next }
		{ m[$1, $2] = $3; add[$1, $2] = $5 }
		function added(v, p) { return !((v, p) in add) || add[v, p] == "-" ? "-" : sprintf("%+.2f", add[v, p]) }
		END {
			print "path", "stock", "kreason", "added", "limit", "is", "off adds"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (!(("stock", p) in m)) continue
				if (m["stock", p] == "-" || m["kreason", p] == "-") { print p; continue }
				a = added("kreason", p)
				v = limit[p] == "-" ? "" : a + 0 <= limit[p] + 0 ? "met" : "missed"
				print p, sprintf("%.2f", m["stock", p]), sprintf("%.2f", m["kreason", p]), a, limit[p], v, added("off", p)
			}
		}' bench/paths.conf "$results/cost.tsv"
}

# table_events: what enabled events add to the same paths.
table_events() {
	awk -F '\t' -v OFS='\t' '
		{ m[$1, $2] = $3; add[$1, $2] = $5; if ($1 == "event") order[n++] = $2 }
		function added(v, p) { return !((v, p) in add) || add[v, p] == "-" ? "-" : sprintf("%+.2f", add[v, p]) }
		END {
			print "path", "stock", "counting", "no record matches the filter", "event enabled", "hist by stack"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (m["stock", p] == "-") continue
				print p, sprintf("%.2f", m["stock", p]), added("kreason", p), added("filtered", p), added("event", p), added("hist", p)
			}
		}' "$results/cost.tsv"
}

# table_peers: what it costs to see one event by other means, on a kernel without the patches, and by those of the series.
table_peers() {
	awk -F '\t' -v OFS='\t' '
		FILENAME == ARGV[1] { split($0, f, / *[|] */); if (f[1] !~ /^#/ && f[3] == "peers") peers[np++] = f[1]; next }
		FILENAME == ARGV[2] { split($0, f, / *[|] */); counts[f[1]] = split(f[2], g, " "); next }
		{ add[$1, $2] = $5; hits[$1, $2] = $6; if ($1 == "peers") order[n++] = $2 }
		function each(v, p, h) { return !((v, p) in add) || add[v, p] == "-" || !(h > 0) ? "-" : add[v, p] / h }
		function cell(x) { return x == "-" ? x : sprintf("%.1f", x) }
		END {
			printf "path"
			for (j = 0; j < np; j++) { h = peers[j]; gsub(/_/, ", ", h); printf "\t%s", h }
			print "", "counting", "cheapest / counting", "65 or more", "own event", "below kprobe"
			for (i = 0; i < n; i++) {
				p = order[i]
				count = each("kreason", p, counts[p])
				if (count == "-") continue
				printf "%s", p
				best = "-"
				for (j = 0; j < np; j++) {
					c = each(peers[j], p, hits["kprobe", p])
					if (c != "-" && (best == "-" || c < best)) best = c
					printf "\t%s", cell(c)
				}
				own = each("event", p, hits["event", p])
				kprobe = each("kprobe", p, hits["kprobe", p])
				ratio = best != "-" && count > 0 ? best / count : "-"
				print "", cell(count), cell(ratio), (ratio == "-" ? "-" : ratio >= 65 ? "met" : "missed"),
					cell(own), (own == "-" || kprobe == "-" ? "-" : own < kprobe ? "met" : "missed")
			}
		}' bench/variants.conf bench/paths.conf "$results/cost.tsv"
}

# table_reading: what it takes to read the counters, by the number of possible CPUs.
table_reading() {
	awk -F '\t' -v OFS='\t' '
		$1 ~ /^cpus_/ { c = substr($1, 6); if (!(c in seen)) { seen[c]; cpus[nc++] = c } if (c == cpus[0]) order[n++] = $2; m[c, $2] = $3 }
		END {
			printf "file"
			for (j = 0; j < nc; j++) printf "\t%s", cpus[j] (cpus[j] == 1 ? " CPU" : " CPUs")
			print "", "each CPU more"
			for (i = 0; i < n; i++) {
				p = order[i]
				if (m[cpus[0], p] == "-") { print p; continue }
				printf "%s", p
				for (j = 0; j < nc; j++) printf "\t%s", (m[cpus[j], p] == "-" ? "-" : sprintf("%.0f", m[cpus[j], p]))
				print "", m[cpus[nc - 1], p] == "-" ? "-" : sprintf("%.2f", (m[cpus[nc - 1], p] - m[cpus[0], p]) / (cpus[nc - 1] - cpus[0]))
			}
		}' "$results/cost.tsv"
}

# sizes: a line for each topic, alone on the helper: topic text data rodata, against the stock objects; last all objects
# of the whole series, with the counters on and off.
sizes() {
	(
		local topic objects
		topic_worktree
		for topic in "${topics[@]}"; do
			apply "$topic" >&2
			mapfile -t objects < <(patches_of "$topic" | xargs cat | touched_objects -)
			build_objects "${objects[@]}" >&2
			cp "$(linked "$out" "${objects[@]}")" "$results/$topic.o"
			printf '%s\t%s\n' "$topic" "$(grown "$(linked "$line/stock" "${objects[@]}")" "$results/$topic.o")"
		done
	)
	printf 'all, whole kernel\t%s\n' "$(grown "$line/stock/vmlinux" "$line/kreason/vmlinux")"
	printf 'all, whole kernel, counters off\t%s\n' "$(grown "$line/stock/vmlinux" "$line/off/vmlinux")"
}

# counters: a line for each set of counters in the patched kernel: name, bytes on each CPU, increments, others. An
# increment is one instruction on this CPU's copy; others are instructions that get at the copy in another way.
counters() {
	local vmlinux=$line/kreason/vmlinux
	{
		nm -S "$vmlinux" | awk '/ _*[a-z_]*_reasons_counts$/ { print "symbol", $4, $1, $2 }'
		objdump -d --no-show-raw-insn "$vmlinux" | grep -E '%gs:|\block\b'
	} | awk '
		BEGIN { n = 0 }
		# The low 32 bits of a hexadecimal number tell apart all that is in the kernel.
		function low(h,    i, n) {
			h = tolower(substr(h, length(h) > 8 ? length(h) - 7 : 1))
			for (i = 1; i <= length(h); i++) n = n * 16 + index("0123456789abcdef", substr(h, i, 1)) - 1
			return n
		}
		$1 == "symbol" { name[n] = $2; from[n] = low($3); size[n] = low($4); n++; next }
		{
			a = -1
			if (match($0, /# [0-9a-f]+/)) a = low(substr($0, RSTART + 2, RLENGTH - 2))
			else if (match($0, /-0x[0-9a-f]+/)) a = 4294967296 - low(substr($0, RSTART + 3, RLENGTH - 3))
			for (i = 0; i < n; i++)
				if (a >= from[i] && a < from[i] + size[i]) {
					if ($0 ~ /\tinc[lq] +%gs:/ && $0 !~ /lock/) { inc[i]++; example[i] = $0 } else other[i]++
				}
		}
		END {
			for (i = 0; i < n; i++) {
				sub(/_counts$/, "", name[i]); sub(/^[^\t]*\t/, "", example[i]); gsub(/\t/, " ", example[i])
				printf "%s\t%d\t%d\t%d\t%s\n", name[i], size[i], inc[i], other[i], example[i]
			}
		}'
}

# table_memory: what counters take and how they are incremented.
table_memory() {
	awk -F '\t' -v OFS='\t' '
		BEGIN { print "counters", "reasons", "bytes on a CPU", "on 8 CPUs", "on 256 CPUs", "increments", "other accesses", "one of them" }
		{ print $1, $2 / 8, $2, $2 * 8, $2 * 256, $3, $4, $5; sum += $2 }
		END { print "all", sum / 8, sum, sum * 8, sum * 256 }' "$results/counters.tsv"
}

table_size() { awk -F '\t' -v OFS='\t' 'BEGIN { print "topic", "text", "data", "read-only data" } { print $1, sprintf("%+d", $2), sprintf("%+d", $3), sprintf("%+d", $4) }' "$results/size.tsv"; }

# json_rest: sizes, memory and contention.
json_rest() {
	awk -F '\t' -v kernel="$pin_ver" '
		FNR == 1 { part++; n = 0; print part == 1 ? "{\n  \"kernel\": \"" kernel "\",\n  \"size\": [" : part == 2 ? "\n  ],\n  \"counters\": [" : "\n  ],\n  \"contention\": [" }
		{ printf "%s", (n++ ? ",\n" : "") }
		part == 1 { printf "    {\"topic\": \"%s\", \"text\": %d, \"data\": %d, \"rodata\": %d}", $1, $2, $3, $4 }
		part == 2 { printf "    {\"counters\": \"%s\", \"bytes_per_cpu\": %d, \"increments\": %d, \"other_accesses\": %d}", $1, $2, $3, $4 }
		part == 3 { split($0, f, " "); printf "    {\"counters\": \"%s\", \"cpus\": %d, \"ns\": %s}", f[1] == "atomic" ? "shared" : "per-CPU", f[2], f[3] }
		END { print "\n  ]\n}" }' "$results/size.tsv" "$results/counters.tsv" "$results/contention"
}

# Contention: the same kernel with counters that all CPUs share.

# build_atomic: the series and bench/atomic.patch, in a worktree of the tree's repository, to build/$K/atomic.
build_atomic() {
	local src=$line/atomic-src
	lock "$K-atomic-src"
	read_state
	if [[ $(git_plain -C "$src" rev-parse HEAD 2>/dev/null) != "$state_tip" ]]; then
		rm -rf "$src"
		git_tree worktree prune
		git_tree worktree add -q --detach "$src" "$state_tip"
	fi
	if git_plain -C "$src" diff --quiet HEAD; then git_plain -C "$src" apply "$top/bench/atomic.patch" || die "bench/atomic.patch does not apply"; fi
	FLAVOUR=kreason KREASON_SRC=$src KREASON_OUT=$line/atomic scripts/build
}

# contention: nanoseconds of a call that counts, on 4 CPUs at once and on one: a line "KERNEL CPUS NS" for each guest.
# Real time on a host that does other things as well, so the kernels take turns and each guest gives its best round.
contention() {
	local cpus turn f out_of out=$line/kreason
	static_program contend
	printf 'dir /bench 0755 0 0\nfile /bench/contend %s 0755 0 0\n' "$results/contend" |
		with_files "$out/initramfs.cpio" >"$results/contend.cpio"
	for ((turn = 0; turn < 5; turn++)); do
		for cpus in 1 4; do
			for f in kreason atomic; do
				out_of=$line/$f/arch/x86/boot/bzImage
				FLAVOUR=kreason scripts/run-guest name="bench-contend-$f" smp="$cpus" parallel=1 numa=1 mem=1G timeout=120 kernel="$out_of" \
					initramfs="$results/contend.cpio" -- "/bench/contend $cpus 5" 2>"$results/contend.log" |
					sort -n | head -n 1 | sed "s/^/$f $cpus /" || { cat "$results/contend.log" >&2; return 1; }
			done
		done
	done
}

table_contention() {
	awk -v OFS='\t' '
		{ if (!(($1, $2) in best) || $3 < best[$1, $2]) best[$1, $2] = $3 }
		END {
			print "CPUs", "per-CPU counters, ns", "shared atomic counters, ns", "ratio"
			for (c = 1; c <= 4; c += 3) print c, best["kreason", c], best["atomic", c], sprintf("%.2f", best["atomic", c] / best["kreason", c])
		}' "$results/contention"
}

# notes: what was not measured and why, and which runs are not the same to the digit.
notes() {
	awk -F '\t' '
		$7 != "same" && $7 != "-" { print $1 ", " $2 ": the runs are " $7 " apart (median/mean)"; n++ }
		END { if (!n) print "All runs gave the same digits." }' "$results/cost.tsv"
	awk -F '\t' '
		$9 != "-" && !(($2, $9) in variants) { order[n++] = $2 SUBSEP $9 }
		$9 != "-" { variants[$2, $9] = variants[$2, $9] " " $1 }
		END { for (i = 0; i < n; i++) { split(order[i], f, SUBSEP); print f[1] ", not measured in" variants[order[i]] ": " f[2] } }' "$results/cost.tsv"
}

# Where each table goes in a text: its name, its head.
tables=(counting events peers reading memory size contention)
declare -A heads=(
	[counting]='Instructions of one unit of each path'
	[events]='What enabled events add to the paths that reach an instrument, to the stock cost of one operation'
	[peers]='Other means to see one event, on a stock kernel: instructions for each event'
	[reading]='Instructions to read the counters, by the number of possible CPUs'
	[memory]='Memory, and instructions that increment'
	[size]='Bytes of text and data, each topic alone on the helper'
	[contention]='Contention: one call that counts, nanoseconds'
)

# all_tables: for a terminal.
all_tables() {
	local t
	for t in "${tables[@]}"; do
		printf '\n%s\n\n' "${heads[$t]}"
		"table_$t" | as_text
	done
	echo
	notes
}

# document: bench/cost.rst.in with the tables in place of the lines @NAME@.
document() {
	local text
	while IFS= read -r text; do
		case $text in
		@notes@) notes | sed 's/^/- /' ;;
		@machine@) machine | sed 's/^/- /' ;;
		@paths@) awk -F ' *[|] *' '!/^#/ && NF { print "- " $1 ": " $4 }' bench/paths.conf ;;
		@*@) text=${text//@/}; "table_$text" | as_rst ;;
		*) printf '%s\n' "$text" ;;
		esac
	done <bench/cost.rst.in
}

# machine: what the numbers depend on.
machine() {
	echo "linux $pin_ver, $(gcc --version | head -n 1)"
	qemu-system-x86_64 --version | head -n 1
	if command -v perf >/dev/null; then perf --version; fi
	if command -v bpftrace >/dev/null; then bpftrace --version; fi
}

# plots: SVG of the peers and of reading, in directory $1.
plots() {
	awk -F '\t' '
		FILENAME == ARGV[1] { if (FNR == 1) { nf = NF; for (i = 2; i <= NF; i++) head[i] = $i; next } if (FNR == 2) for (i = 2; i <= NF; i++) peer[i] = $i; next }
		$1 == "thp_dontneed_page" { counting = $3; own = $5; hist = $6 }
		END {
			gsub(/\+/, "", counting); gsub(/\+/, "", own); gsub(/\+/, "", hist)
			print "\"counting, always on\" " counting; print "\"own event\" " own; print "\"own event, hist by stack\" " hist
			for (i = 2; i < nf - 4; i++) if (peer[i] != "-") { print "\"" head[i] "\" " peer[i] }
		}' <(table_peers) <(table_events) >"$results/peers.dat"
	table_reading | awk -F '\t' '
		FNR == 1 { for (i = 2; i < NF; i++) { cpus[i] = $i; sub(/ .*/, "", cpus[i]) } nf = NF; next }
		NF == nf { sub(/^read_/, "", $1); name[n++] = $1; for (i = 2; i < NF; i++) v[n - 1, i] = $i }
		END {
			printf "cpus"; for (j = 0; j < n; j++) printf "\t%s", name[j]; print ""
			for (i = 2; i < nf; i++) { printf "%s", cpus[i]; for (j = 0; j < n; j++) printf "\t%s", v[j, i]; print "" }
		}' >"$results/reading.dat"
	gnuplot <<-END
		set terminal svg size 760,380 font "sans-serif,13" background "white"
		set output "$1/cost-peers.svg"
		set title "One page of a huge page is unmapped: instructions to see it"
		set logscale x; set xrange [1:100000]; set grid xtics; unset key; set xtics nomirror; set ytics nomirror
		set yrange [$(wc -l <"$results/peers.dat") - 0.4:-0.6]; set style fill solid 0.7; set boxwidth 0.7
		set rmargin 6; set xlabel "instructions, logarithmic"
		plot "$results/peers.dat" using (\$2 / 2):0:(\$2 / 2):(0.35):ytic(1) notitle with boxxyerror lc rgb "#4477aa", \
			"" using 2:0:(sprintf("%.0f", \$2)) notitle with labels left offset 0.5,0
		reset
		set output "$1/cost-cpus.svg"
		set title "Reading a file of counters"
		set xlabel "possible CPUs"; set ylabel "instructions"; set key top left; set grid; set datafile separator "\t"
		set key autotitle columnhead noenhanced
		plot for [i = 2:$(($(head -n 1 "$results/reading.dat" | tr -cd '\t' | wc -c) + 1))] "$results/reading.dat" using 1:i with linespoints lw 2
	END
	sed -i '1a <!-- SPDX-License-Identifier: GPL-2.0-only -->' "$1/cost-peers.svg" "$1/cost-cpus.svg"
}

# expected: what bench/expected.conf is to say.
expected() {
	cat <<-'END'
		# SPDX-License-Identifier: GPL-2.0-only
		# What counting adds to each path, in instructions, as `make bench UPDATE=1` stored it. `make test` fails when one rises
		# by more than 2.
		#
		# path | instructions
		#
	END
	echo "compiler | $(gcc -dumpversion)"
	awk -F '\t' '
		$1 == "kreason" && $5 != "-" { printf "%s | %.2f\n", $2, $5 }' "$results/cost.tsv"
}
