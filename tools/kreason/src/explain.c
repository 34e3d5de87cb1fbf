// SPDX-License-Identifier: GPL-2.0-only
/* kreason explain: reports of failed allocations, from a log. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "output.h"
#include "pipeline.h"
#include "str.h"

#define EXIT_NONE 1
#define EXIT_UNEXPLAINED 3

struct run {
	struct output out;
	struct totals totals;
	const char *file;
	bool failed;
};

static void help(void)
{
	printf("usage: kreason explain [OPTIONS] [FILE ...]\n"
	       "\n"
	       "Explains the page allocation failures, and what else failed to allocate, in kernel logs of any form: dmesg,\n"
	       "syslog, journal, mail, bug tracker. Without FILE, or for -, it reads standard input.\n"
	       "\n"
	       "  --summary         group by cause and caller, with counts\n"
	       "  --json            everything as JSON\n"
	       "  --kernel RELEASE  take this release (uname -r) in place of what the log says\n"
	       "  --order N         for reports whose first line is lost\n"
	       "  --mode HEX        the same\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 explained, 1 no report found, 2 wrong usage or unreadable input, 3 found but none explainable.\n");
}

static void take(void *context, const struct analysis *a)
{
	struct run *run = context;

	run->totals.reports++;
	run->totals.explained += a->explained;
	run->out.number++;
	if (!run->out.form->report(&run->out, a, run->file))
		run->failed = true;
}

static int one_file(struct run *run, const struct given *given, const char *name)
{
	struct pipeline *p;
	struct stat st;
	int fd = STDIN_FILENO, error;

	run->file = name;
	if (strcmp(name, "-")) {
		fd = open(name, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			return command_wrong("explain", "%s: %s", name, strerror(errno));
	} else {
		run->file = "standard input";
	}
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		close(fd);
		return command_wrong("explain", "%s is a directory; name the log files in it", name);
	}
	p = pipeline_new(given, take, run);
	error = p ? pipeline_file(p, fd) : -ENOMEM;
	if (p) {
		run->totals.others += pipeline_others(p);
		run->failed |= pipeline_failed(p);
	}
	pipeline_free(p);
	if (fd != STDIN_FILENO)
		close(fd);
	return error ? command_wrong("explain", "%s: %s", run->file, strerror(-error)) : 0;
}

int explain_main(int argc, char **argv)
{
	enum { OPT_SUMMARY = 256, OPT_JSON, OPT_KERNEL, OPT_ORDER, OPT_MODE };
	static const struct option options[] = { { "summary", no_argument, NULL, OPT_SUMMARY },
						 { "json", no_argument, NULL, OPT_JSON },
						 { "kernel", required_argument, NULL, OPT_KERNEL },
						 { "order", required_argument, NULL, OPT_ORDER },
						 { "mode", required_argument, NULL, OPT_MODE },
						 { "help", no_argument, NULL, 'h' },
						 { 0 } };
	struct given given = { .order = -1 };
	struct run run = { 0 };
	bool json = false, summary = false;
	const char *p;
	int option, status = 0;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_SUMMARY:
			summary = true;
			break;
		case OPT_JSON:
			json = true;
			break;
		case OPT_KERNEL:
			if (!kver_parse(&given.kver, optarg) || !given.kver.known)
				return command_wrong(
					"explain",
					"--kernel %s is no kernel release; give what uname -r prints, such as 3.10.0-957.el7.x86_64",
					optarg);
			break;
		case OPT_ORDER:
			p = optarg;
			if (!str_number(&p, &given.order) || *p || given.order >= RULES_ORDERS)
				return command_wrong(
					"explain", "--order %s is no order; give a number from 0 to %d",
					optarg, RULES_ORDERS - 1);
			break;
		case OPT_MODE:
			p = optarg;
			given.have_mode = str_hex32(&p, &given.mode) && !*p;
			if (!given.have_mode)
				return command_wrong(
					"explain",
					"--mode %s is no number of 32 bits in hexadecimal; give it as the log has it, such as 0x104050",
					optarg);
			break;
		case 'h':
			help();
			return 0;
		default:
			return command_usage("explain");
		}
	}

	run.out.form = summary ? json ? &summary_json_form : &summary_form :
		       json    ? &json_form :
				 &text_form;
	run.out.to = stdout;
	run.out.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	if (!run.out.form->begin(&run.out))
		return command_wrong("explain", "no memory");
	if (optind == argc) {
		if (isatty(STDIN_FILENO))
			fprintf(stderr,
				"kreason explain: reading the log from the terminal, end with Ctrl-D; or name a file\n");
		status = one_file(&run, &given, "-");
	}
	for (; optind < argc; optind++) {
		int error = one_file(&run, &given, argv[optind]);

		if (error)
			status = error;
	}
	if (!run.out.form->end(&run.out, &run.totals))
		run.failed = true;
	if (run.failed)
		return command_wrong("explain", "no memory for a part of the output");
	if (fflush(stdout) || ferror(stdout))
		return command_wrong("explain", "standard output: %s", strerror(errno));
	if (status)
		return status;
	if (!run.totals.reports) {
		fprintf(stderr, "kreason explain: no report of a failed allocation found");
		if (run.totals.others)
			fprintf(stderr,
				"; %lu of the OOM killer or SysRq, which this command does not explain",
				run.totals.others);
		fputc('\n', stderr);
		return EXIT_NONE;
	}
	return run.totals.explained ? 0 : EXIT_UNEXPLAINED;
}
