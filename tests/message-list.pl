# SPDX-License-Identifier: GPL-2.0-only
# message-list.pl <FILES: messages about a failed allocation in the kernel sources named on standard input, one per line:
# file:line, "gfp" when a parameter of the function is a gfp_t, else "-", the text. Heuristic: a call with a string literal
# to something that has the name of a printing function, with the words below in the literal.
use strict;
use warnings;

my $print = qr/\b((?:pr|dev|netdev|netif|net|drm|snd)_(?:emerg|alert|crit|err|error|warn|notice|info|cont|dbg|debug)\w*
	|early_printk|printk\w*|WARN\w*|VM_WARN\w*|dev_WARN\w*|panic|audit_log_lost|audit_panic
	|\w+_(?:err|error|warn|warning|info|notice|dbg|debug|dbg_drmres)|\w*(?:_ERR|_WARN|_ERROR|_INFO|_ERRSTRING))\s*\(/x;
my $words = qr/alloc\w*.{0,60}fail|fail.{0,50}alloc|out\ of\ (?:\w+\ ){0,2}mem|\bno\ (?:\w+\ ){0,2}mem
	|(?:not\ enough|insufficient|lack\ of|low\ on|short\ of|short\ on)\ (?:\w+\ ){0,2}mem
	|(?:unable|could\ ?n.?t|can.?t|cannot|could\ not|can\ not|fail\w*)\ (?:to\ )?(?:\w+\ ){0,3}(?:alloc|get\ page|get\ mem|reserve|create.*(?:cache|pool))
	|enomem|\boom\b|memory\ allocation|allocation\ of|memory.{0,20}(?:exhaust|short)|exhaust.{0,20}mem|pool\ exhausted
	|too\ (?:big|large).{0,20}alloc|alloc.{0,30}too\ (?:big|large)|extension\ vector|vmalloc_node_range\ for\ size/xi;
my $string = qr/"(?:[^"\\\n]++|\\.)*+"/;

local $/;
for my $file (split /\n/, <STDIN>) {
	open my $in, '<', $file or die "$file: $!\n";
	my $text = <$in>;
	next if !defined $text;
	# Comments become blanks, so that offsets and lines stay.
	$text =~ s{$string(*SKIP)(*FAIL)|/\*.*?\*/|//[^\n]*}{ $& =~ tr/\n/ /cr }gse;
	my (@functions, @newlines);
	push @newlines, pos $text while $text =~ /\n/g;
	# A function's body is between braces in the first column; what precedes it up to a blank line, ; or } is its head.
	while ($text =~ /^\{/mg) {
		my $start = pos($text);
		my $end = index $text, "\n}", $start;
		my $head = substr $text, ($start > 600 ? $start - 600 : 0), ($start > 600 ? 600 : $start);
		$head =~ s/.*(?:\n\n|;|\n\}|\n#[^\n]*\n)//s;
		push @functions, [$start, $end < 0 ? length $text : $end, $head =~ /\bgfp_t\b/ ? 'gfp' : '-'];
	}
	my ($function, $line) = (0, 0);
	while ($text =~ /$print/g) {
		my $at = $-[0];
		my $call = substr $text, pos $text, 1000;
		# Up to the ) that ends the call, not looking into strings.
		my ($depth, $length) = (1, 0);
		while ($call =~ /\G(?:$string|'(?:[^'\\]|\\.)+'|([()])|[^"'()]++|.)/gs) {
			$depth += $1 eq '(' ? 1 : -1 if defined $1;
			$length = pos $call;
			last if !$depth;
		}
		my $literal = join '', map { substr $_, 1, -1 } substr($call, 0, $length) =~ /$string/g;
		next if $literal !~ $words;
		next if substr($text, rindex($text, "\n", $at) + 1, $at - rindex($text, "\n", $at) - 1) =~ /^\s*#\s*define/;
		$function++ while $function < $#functions && $functions[$function][1] < $at;
		my $gfp = @functions && $functions[$function][0] <= $at && $at <= $functions[$function][1] ? $functions[$function][2] : '-';
		$line++ while $line <= $#newlines && $newlines[$line] <= $at;
		$literal =~ s/\t/ /g;
		printf "%s:%d\t%s\t%s\n", $file, $line + 1, $gfp, $literal;
	}
}
