// SPDX-License-Identifier: GPL-2.0-only
/* kreason verify: is the reason that dominated gone, by more than noise? */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "live/cli.h"
#include "live/saved.h"
#include "str.h"

#define P	0.01
#define FALL	50
/*
 * With 30 before and 15 after in the same time, p is 0.013; a fall to half of less than this is
 * never more than noise.
 */
#define LEAST	30

static void help(void)
{
	printf("usage: kreason verify [OPTIONS] BEFORE AFTER\n"
	       "\n"
	       "Compares two files of kreason report --save: did the reason that dominated in BEFORE fall? Fixed means that its rate\n"
	       "and its share both fell by half or more, and by more than noise. Each is tested one-sided, against the normal\n"
	       "approximation of two proportions; events that come in bursts count as less, by their variance over the parts of the\n"
	       "measurement.\n"
	       "\n"
	       "  --path PATH    only this path, default all that had a reason that dominated\n"
	       "  --reason R     this reason in place of that one; needs --path\n"
	       "  --fall P       percent that rate and share have to fall by, default %d\n"
	       "  --p P          probability below which a fall is more than noise, default %g\n"
	       "  --ran          the workload ran also where nothing was counted afterwards\n"
	       "  --json\n"
	       "  --help\n"
	       "\n"
	       "Exit status: 0 fixed, 1 not fixed, 2 wrong usage or unreadable files, 3 cannot tell.\n",
	       FALL, P);
}

struct verify {
	const char *file[2];
	json_t *doc[2];
	struct noise_rule rule;
	bool json;
	json_t *list;
	unsigned int judged, verdicts[3];
};

static const char *const names[] = { [NOISE_FIXED] = "fixed",
				     [NOISE_NOT_FIXED] = "not fixed",
				     [NOISE_CANNOT_TELL] = "cannot tell" };

static double share(const struct sample *s)
{
	return s->all ? 100.0 * s->count / s->all : 0;
}

static json_t *sample(const struct sample *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "count", json_integer(s->count));
	json_object_set_new(o, "of", json_integer(s->all));
	json_object_set_new(o, "seconds", json_real(s->seconds));
	json_object_set_new(o, "rate", json_real(s->seconds > 0 ? s->count / s->seconds : 0));
	json_object_set_new(o, "share", s->all ? json_real(share(s)) : json_null());
	json_object_set_new(o, "spread", s->spread > 0 ? json_real(s->spread) : json_null());
	return o;
}

static void say(struct verify *v, const char *path, const char *reason, enum noise_verdict verdict,
		const char *why, const struct sample *before, const struct sample *after)
{
	v->judged++;
	v->verdicts[verdict]++;
	if (v->json) {
		json_t *o = json_object();

		json_object_set_new(o, "path", json_string(path));
		json_object_set_new(o, "reason", json_string(reason));
		json_object_set_new(o, "verdict", json_string(names[verdict]));
		json_object_set_new(o, "why", json_string(why));
		if (before) {
			json_object_set_new(o, "before", sample(before));
			json_object_set_new(o, "after", sample(after));
			json_object_set_new(o, "p_rate", json_real(noise_rate_fell(before, after)));
			json_object_set_new(o, "p_share",
					    json_real(noise_share_fell(before, after)));
		}
		json_array_append_new(v->list, o);
		return;
	}
	printf("%s, %s: %s\n  %s\n", path, reason, names[verdict], why);
	if (!before)
		return;
	printf("  before %10" PRIu64 " in %7.1f s, %10.1f/s, %5.1f %% of %" PRIu64 "\n",
	       before->count, before->seconds, before->count / before->seconds, share(before),
	       before->all);
	printf("  after  %10" PRIu64 " in %7.1f s, %10.1f/s, %5.1f %% of %" PRIu64 "\n",
	       after->count, after->seconds, after->count / after->seconds, share(after),
	       after->all);
	if ((before->count && !before->spread) || (after->count && !after->spread))
		printf("  how even the counts are over time is not known everywhere; bursts could be taken for a change\n");
	else if (before->spread > 1.5 || after->spread > 1.5)
		printf("  the counts come in bursts (variance %.1f times that of even ones before, %.1f after), which is allowed for\n",
		       before->spread, after->spread);
}

static void judge(struct verify *v, const char *path, const char *reason)
{
	const json_t *part[2] = { saved_path(v->doc[0], path), saved_path(v->doc[1], path) };
	struct sample s[2];
	char why[512], text[256];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (!part[i])
			snprintf(why, sizeof(why), "%s has no counters of this path", v->file[i]);
		else if (saved_sample(&s[i], part[i], reason, text, sizeof(text)))
			continue;
		else
			snprintf(why, sizeof(why), "%s: %s", v->file[i], text);
		say(v, path, reason, NOISE_CANNOT_TELL, why, NULL, NULL);
		return;
	}
	say(v, path, reason, noise_judge(&s[0], &s[1], &v->rule, why, sizeof(why)), why, &s[0],
	    &s[1]);
}

static void compare_facts(const struct verify *v)
{
	static const char *const same[] = { "host", "release", "version", "cpus_online" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(same); i++) {
		const char *a = saved_fact(v->doc[0], same[i]), *b = saved_fact(v->doc[1], same[i]);

		if (strcmp(a, b))
			printf("note: %s was \"%s\" and is \"%s\"\n", same[i], a, b);
	}
}

static enum noise_verdict overall(const struct verify *v)
{
	if (v->verdicts[NOISE_NOT_FIXED])
		return NOISE_NOT_FIXED;
	return v->verdicts[NOISE_CANNOT_TELL] || !v->judged ? NOISE_CANNOT_TELL : NOISE_FIXED;
}

int verify_main(int argc, char **argv)
{
	enum { OPT_PATH = 256, OPT_REASON, OPT_FALL, OPT_P, OPT_RAN, OPT_JSON };
	static const struct option options[] = {
		{ "path", required_argument, NULL, OPT_PATH },
		{ "reason", required_argument, NULL, OPT_REASON },
		{ "fall", required_argument, NULL, OPT_FALL },
		{ "p", required_argument, NULL, OPT_P },
		{ "ran", no_argument, NULL, OPT_RAN },
		{ "json", no_argument, NULL, OPT_JSON },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	static const int status[] = {
		[NOISE_FIXED] = CLI_YES, [NOISE_NOT_FIXED] = CLI_NO, [NOISE_CANNOT_TELL] = CLI_CANNOT
	};
	struct verify v = { .rule = { .p = P, .fall = FALL, .least = LEAST } };
	const char *reason = NULL;
	const struct path *path = NULL;
	enum noise_verdict verdict;
	int option, result = EXIT_USAGE;
	char why[512];
	unsigned int i;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPT_PATH:
			path = path_find(optarg);
			if (!path)
				return command_wrong("verify", "no path \"%s\"; there are: %s",
						     optarg, path_names());
			break;
		case OPT_REASON:
			reason = optarg;
			break;
		case OPT_FALL:
			if (!cli_number("verify", "--fall", optarg, 1, 100, &v.rule.fall))
				return EXIT_USAGE;
			break;
		case OPT_P:
			if (!cli_number("verify", "--p", optarg, 0.001, 0.5, &v.rule.p))
				return EXIT_USAGE;
			break;
		case OPT_RAN:
			v.rule.ran = true;
			break;
		case OPT_JSON:
			v.json = true;
			break;
		case 'h':
			help();
			return 0;
		default:
			return command_usage("verify");
		}
	}
	if (argc - optind != 2)
		return command_wrong(
			"verify",
			"give two files of kreason report --save, the one from before first");
	if (reason && !path)
		return command_wrong("verify", "--reason needs --path, one of: %s", path_names());
	for (i = 0; i < 2; i++) {
		v.file[i] = argv[optind + i];
		if (!saved_read(v.file[i], &v.doc[i], why, sizeof(why))) {
			command_wrong("verify", "%s", why);
			goto out;
		}
	}
	if (v.json)
		v.list = json_array();
	else
		compare_facts(&v);
	for (i = 0; i < N_PATHS; i++) {
		const json_t *part = saved_path(v.doc[0], paths[i].name);
		const char *hot = reason ? reason : part ? saved_hot(part) : NULL;

		if ((!path || path == &paths[i]) && hot)
			judge(&v, paths[i].name, hot);
	}
	verdict = overall(&v);
	if (v.json) {
		json_t *doc = json_object();

		json_object_set_new(doc, "kreason", json_string("verify"));
		json_object_set_new(doc, "schema", json_integer(1));
		json_object_set_new(doc, "verdict", json_string(names[verdict]));
		json_object_set(doc, "paths", v.list);
		json_dumpf(doc, stdout, JSON_INDENT(2));
		putchar('\n');
		json_decref(doc);
	} else if (!v.judged) {
		printf("cannot tell: no reason dominated in %s; name one with --path and --reason\n",
		       v.file[0]);
	} else if (v.judged > 1) {
		printf("together: %s\n", names[verdict]);
	}
	result = cli_flush("verify");
	if (!result)
		result = status[verdict];
out:
	for (i = 0; i < 2; i++)
		json_decref(v.doc[i]);
	json_decref(v.list);
	return result;
}
