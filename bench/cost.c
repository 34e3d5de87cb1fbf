// SPDX-License-Identifier: GPL-2.0-only
/*
 * Count the instructions that paths of the kernel execute.
 *
 * For a guest of QEMU with -icount shift=0: one tick of the TSC is one executed
 * instruction, in the kernel or here. Each path is a loop over one operation,
 * the same on every kernel. Operations are done in batches. A batch starts
 * right after a tick of the timer and ends before the next one, so that no
 * interrupt and no other task is part of it; what it needs is made before, and
 * what it leaves is undone after, neither of which is counted.
 *
 * Usage: cost [-h FILE] [PATH...]
 * -h: FILE has the hits of a probe as its second word, as kprobe_profile
 * Without PATH all that this kernel has. Output, one line for each path:
 *
 *	PATH UNITS DISTURBED HITS INSTRUCTIONS[xTIMES]...
 *
 * UNITS of each operation, such as pages; how many batches were left out because
 * a tick hit them all the same, or an operation that is to fail did not; HITS of
 * the probe in the operations measured; INSTRUCTIONS of each operation, in the
 * order in which they were done. A path that cannot be run here says "PATH - WHY".
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DEBUGFS		"/sys/kernel/debug/"
#define PAGE		4096UL
#define HUGE		(512 * PAGE)
#define NSEC		1000000000ULL
#define TICK		10000000ULL	/* ns, so instructions, between ticks with HZ=100 */
#define REST		3		/* ticks before each batch, for RCU callbacks */
#define SWITCH		3000		/* more than sched_yield() takes when alone */
#define BATCHES		9
#define MAX_OPS		512		/* of a batch */
#define MAX_TRIES	200

struct path {
	const char *name;
	int ops;	/* of a batch */
	int units;	/* that the cost is given for, of one operation; 0: 1 */
	/* Once: whether the path can be run, as a reason why not. */
	const char *(*open)(const struct path *p);
	void (*prepare)(const struct path *p);
	void (*op)(const struct path *p, int i);
	void (*cleanup)(const struct path *p);
	void (*close)(const struct path *p);
	const char *arg;
};

static void die(const char *what)
{
	fprintf(stderr, "cost: %s: %s\n", what, strerror(errno));
	exit(1);
}

static inline uint64_t now(void)
{
	uint32_t low, high;

	asm volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/* Return soon after a tick, when whoever was woken up meanwhile is done. */
static uint64_t after_tick(void)
{
	struct timespec ts;
	uint64_t t, last;

	if (clock_gettime(CLOCK_MONOTONIC, &ts))
		die("clock_gettime");
	t = ts.tv_sec * NSEC + ts.tv_nsec;
	t += REST * TICK - t % TICK + TICK / 50;
	ts.tv_sec = t / NSEC;
	ts.tv_nsec = t % NSEC;
	if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL))
		die("clock_nanosleep");
	do {
		t = now();
		sched_yield();
		last = now();
	} while (last - t > SWITCH);
	return last;
}

/* Memory: one mapping for each operation, too far apart to be merged. */

static char *area, *reserved;
static size_t area_size;

static char *area_of(int i)
{
	return area + i * 2 * HUGE;
}

static void reserve(const struct path *p)
{
	area_size = (p->ops + 1) * 2 * HUGE;
	reserved = mmap(NULL, area_size, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (reserved == MAP_FAILED)
		die("mmap");
	area = reserved + HUGE - (uintptr_t)reserved % HUGE;
}

static void map(int i, size_t size, int advice)
{
	char *p = mmap(area_of(i), size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	if (p == MAP_FAILED || madvise(p, size, advice))
		die("mmap of anonymous memory");
}

static void unreserve(const struct path *p)
{
	(void)p;
	if (munmap(reserved, area_size))
		die("munmap");
}

static void prepare_thp(const struct path *p)
{
	int i;

	reserve(p);
	for (i = 0; i < p->ops; i++) {
		map(i, HUGE, MADV_HUGEPAGE);
		*area_of(i) = 1;
	}
}

static void prepare_anon(const struct path *p)
{
	size_t j;
	int i;

	reserve(p);
	for (i = 0; i < p->ops; i++) {
		map(i, HUGE, MADV_NOHUGEPAGE);
		for (j = 0; j < HUGE; j += PAGE)
			area_of(i)[j] = 1;
	}
}

static void prepare_thp_fault(const struct path *p)
{
	int i;

	reserve(p);
	for (i = 0; i < p->ops; i++)
		map(i, HUGE, MADV_HUGEPAGE);
}

/* One mapping for all, its page table made by the first page. */
static void prepare_fault(const struct path *p)
{
	reserve(p);
	map(0, HUGE, MADV_NOHUGEPAGE);
	*area_of(0) = 1;
}

static const char *have_thp(const struct path *p)
{
	(void)p;
	if (access("/sys/kernel/mm/transparent_hugepage", F_OK))
		return "no transparent huge pages";
	return NULL;
}

static void op_dontneed(const struct path *p, int i)
{
	(void)p;
	if (madvise(area_of(i), PAGE, MADV_DONTNEED))
		die("MADV_DONTNEED");
}

static void op_munmap_part(const struct path *p, int i)
{
	(void)p;
	if (munmap(area_of(i) + HUGE / 2, HUGE / 2))
		die("munmap");
}

static void op_munmap(const struct path *p, int i)
{
	(void)p;
	if (munmap(area_of(i), HUGE))
		die("munmap");
}

static void op_touch(const struct path *p, int i)
{
	(void)p;
	*(volatile char *)area_of(i) = 1;
}

static void op_touch_next(const struct path *p, int i)
{
	(void)p;
	*(volatile char *)(area_of(0) + (i + 1) * PAGE) = 1;
}

/* A file on tmpfs that is in memory already. */

static int file = -1;

static const char *open_file(const struct path *p)
{
	static char buf[PAGE];
	size_t j;

	(void)p;
	file = memfd_create("cost", 0);
	if (file < 0)
		die("memfd_create");
	for (j = 0; j < HUGE; j += PAGE)
		if (write(file, buf, PAGE) != (ssize_t)PAGE)
			die("write");
	return NULL;
}

static void close_file(const struct path *p)
{
	(void)p;
	close(file);
}

static void prepare_file(const struct path *p)
{
	size_t j;
	char *m;
	int i;

	reserve(p);
	for (i = 0; i < p->ops; i++) {
		m = mmap(area_of(i), HUGE, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0);
		if (m == MAP_FAILED)
			die("mmap of a file");
		for (j = 0; j < HUGE; j += PAGE)
			(void)*(volatile char *)(m + j);
	}
}

/* The unit is a page of this process. */
static int fork_pages;

static const char *open_fork(const struct path *p)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long resident;

	(void)p;
	if (!f || fscanf(f, "%*d %ld", &resident) != 1)
		die("/proc/self/statm");
	fclose(f);
	fork_pages = resident;
	return NULL;
}

static void op_fork(const struct path *p, int i)
{
	pid_t pid = fork();

	(void)p;
	(void)i;
	if (!pid)
		_exit(0);
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		die("fork");
}

/* Pipes and sockets. */

static int fds[2], sock[2];
static char buffer[64 * 1024];

static const char *open_pipe(const struct path *p)
{
	(void)p;
	if (pipe2(fds, O_CLOEXEC))
		die("pipe");
	return NULL;
}

static void close_pipe(const struct path *p)
{
	(void)p;
	close(fds[0]);
	close(fds[1]);
}

static const char *open_splice(const struct path *p)
{
	open_file(p);
	open_pipe(p);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sock))
		die("socketpair");
	return NULL;
}

static void close_splice(const struct path *p)
{
	close_file(p);
	close_pipe(p);
	close(sock[0]);
	close(sock[1]);
}

static const char *open_full(const struct path *p)
{
	loff_t off = 0;

	open_file(p);
	open_pipe(p);
	if (splice(file, &off, fds[1], NULL, HUGE, SPLICE_F_NONBLOCK) != 16 * (ssize_t)PAGE)
		die("filling a pipe");
	return NULL;
}

static void close_full(const struct path *p)
{
	close_file(p);
	close_pipe(p);
}

static void op_pipe(const struct path *p, int i)
{
	(void)p;
	(void)i;
	if (write(fds[1], buffer, PAGE) != (ssize_t)PAGE ||
	    read(fds[0], buffer, PAGE) != (ssize_t)PAGE)
		die("pipe");
}

static void op_splice(const struct path *p, int i)
{
	loff_t off = 0;
	ssize_t n = 4 * PAGE;

	(void)p;
	(void)i;
	if (splice(file, &off, fds[1], NULL, n, 0) != n ||
	    splice(fds[0], NULL, sock[0], NULL, n, 0) != n ||
	    recv(sock[1], buffer, n, MSG_WAITALL) != n)
		die("splice");
}

static void op_full(const struct path *p, int i)
{
	loff_t off = 0;

	(void)p;
	(void)i;
	if (splice(file, &off, fds[1], NULL, PAGE, SPLICE_F_NONBLOCK) != -1 || errno != EAGAIN)
		die("splice to a full pipe");
}

/* Allocations, by the test module of the alloc-failure topic. */

#define CONTROL DEBUGFS "alloc_fail_test"

static int control = -1;
static bool spoiled;		/* a batch, by an operation that does not fail as it should */

static void command(const char *text)
{
	if (write(control, text, strlen(text)) < 0)
		die(text);
}

static const char *open_control(const struct path *p)
{
	(void)p;
	control = open(CONTROL, O_WRONLY);
	return control < 0 ? "the module alloc_fail_test is not loaded" : NULL;
}

/*
 * No block above order 4 is left, and plenty below. A request that fails reclaims
 * first, which may make a block. Then this has to be done again. Each batch finds the
 * same: a warning costs some 2500 more for each order that has a free block.
 */
static void prepare_fragmented(const struct path *p)
{
	int failed = 0;

	command("release");
	while (failed < 3) {
		command("fragment nid=0 gfp=GFP_NOIO order=4");
		failed = write(control, p->arg, strlen(p->arg)) < 0 ? failed + 1 : 0;
	}
}

static void close_control(const struct path *p)
{
	(void)p;
	close(control);
}

static void close_fragmented(const struct path *p)
{
	command("release");
	close_control(p);
}

static void op_command(const struct path *p, int i)
{
	(void)i;
	command(p->arg);
}

static void op_refused(const struct path *p, int i)
{
	(void)i;
	if (write(control, p->arg, strlen(p->arg)) >= 0)
		spoiled = true;
}

/*
 * The warning goes to the log, not to the console: what a serial port costs says
 * nothing about the kernel.
 */

#define IGNORE_LOGLEVEL "/sys/module/printk/parameters/ignore_loglevel"

static void set_console(const char *ignore, int level)
{
	int fd = open(IGNORE_LOGLEVEL, O_WRONLY);

	if (fd < 0 || write(fd, ignore, 1) != 1 || klogctl(8, NULL, level))
		die(IGNORE_LOGLEVEL);
	close(fd);
}

static const char *open_warning(const struct path *p)
{
	const char *why = open_control(p);

	if (!why)
		set_console("N", 2);
	return why;
}

static void close_warning(const struct path *p)
{
	set_console("Y", 7);
	close_fragmented(p);
}

/* There is one such warning in 10 s at most. Time that nobody uses passes at once. */
static void prepare_warning(const struct path *p)
{
	prepare_fragmented(p);
	sleep(11);
}

/* Files with counters. */

static const char *have_file(const struct path *p)
{
	return access(p->arg, R_OK) ? "this kernel has no such file" : NULL;
}

static void op_read(const struct path *p, int i)
{
	int fd = open(p->arg, O_RDONLY);
	ssize_t n;

	(void)i;
	while ((n = read(fd, buffer, sizeof(buffer))) > 0)
		;
	if (fd < 0 || n)
		die(p->arg);
	close(fd);
}

#define ALLOC(gfp, order) "alloc nid=0 gfp=" gfp " order=" order

static const struct path paths[] = {
	{
		.name = "thp_dontneed_page", .ops = 64, .open = have_thp,
		.prepare = prepare_thp, .op = op_dontneed, .cleanup = unreserve,
	}, {
		.name = "thp_munmap_part", .ops = 64, .open = have_thp,
		.prepare = prepare_thp, .op = op_munmap_part, .cleanup = unreserve,
	}, {
		.name = "thp_munmap", .ops = 64, .open = have_thp, .prepare = prepare_thp,
		.op = op_munmap, .cleanup = unreserve,
	}, {
		.name = "anon_munmap_page", .ops = 8, .units = 512, .prepare = prepare_anon,
		.op = op_munmap, .cleanup = unreserve,
	}, {
		.name = "file_munmap_page", .ops = 8, .units = 512, .open = open_file,
		.prepare = prepare_file, .op = op_munmap, .cleanup = unreserve,
		.close = close_file,
	}, {
		.name = "fork_exit", .ops = 16, .open = open_fork, .op = op_fork,
	}, {
		.name = "fault_page", .ops = 511, .prepare = prepare_fault,
		.op = op_touch_next, .cleanup = unreserve,
	}, {
		.name = "fault_thp", .ops = 16, .open = have_thp,
		.prepare = prepare_thp_fault, .op = op_touch, .cleanup = unreserve,
	}, {
		.name = "pipe_write_read", .ops = 512, .open = open_pipe, .op = op_pipe,
		.close = close_pipe,
	}, {
		.name = "splice_to_socket", .ops = 64, .open = open_splice, .op = op_splice,
		.close = close_splice,
	}, {
		.name = "splice_full_pipe", .ops = 512, .open = open_full, .op = op_full,
		.close = close_full,
	}, {
		.name = "alloc_nothing", .ops = 256, .open = open_control, .op = op_refused,
		.close = close_control, .arg = ALLOC("GFP_KERNEL", "99"),
	}, {
		.name = "alloc_order0", .ops = 256, .open = open_control, .op = op_command,
		.close = close_control, .arg = ALLOC("GFP_KERNEL", "0"),
	}, {
		.name = "alloc_order3", .ops = 256, .open = open_control, .op = op_command,
		.close = close_control, .arg = ALLOC("GFP_KERNEL", "3"),
	}, {
		.name = "alloc_order5_noio_fails", .ops = 16, .open = open_control,
		.prepare = prepare_fragmented, .op = op_refused, .close = close_fragmented,
		.arg = ALLOC("GFP_NOIO|__GFP_NOWARN", "5"),
	}, {
		.name = "alloc_order5_noio_warns", .ops = 1, .open = open_warning,
		.prepare = prepare_warning, .op = op_refused, .close = close_warning,
		.arg = ALLOC("GFP_NOIO", "5"),
	}, {
		.name = "read_deferred_split", .ops = 16, .open = have_file, .op = op_read,
		.arg = DEBUGFS "deferred_split_reasons",
	}, {
		.name = "read_direct_compact", .ops = 16, .open = have_file, .op = op_read,
		.arg = DEBUGFS "direct_compact_reasons",
	}, {
		.name = "read_pipe_full", .ops = 16, .open = have_file, .op = op_read,
		.arg = DEBUGFS "pipe_full_reasons",
	}, {
		.name = "read_alloc_fail", .ops = 16, .open = have_file, .op = op_read,
		.arg = DEBUGFS "alloc_fail_reasons",
	},
};

static const char *hits_file;

static long hits(void)
{
	long n = 0;
	FILE *f;

	if (!hits_file)
		return 0;
	f = fopen(hits_file, "r");
	if (!f || fscanf(f, "%*s %ld", &n) != 1)
		die(hits_file);
	fclose(f);
	return n;
}

static void measure(const struct path *p)
{
	static uint64_t ops[BATCHES * MAX_OPS], batch[MAX_OPS];
	const char *why = p->open ? p->open(p) : NULL;
	uint64_t tick, before, after = 0;
	int i, n, done = -1, tries = 0, disturbed = 0;
	long hits_before, hits_seen = 0;

	if (why) {
		printf("%s - %s\n", p->name, why);
		return;
	}
	/* The first batch only fills caches. */
	while (done < BATCHES) {
		if (++tries > MAX_TRIES) {
			printf("%s - no undisturbed batch in %d\n", p->name, MAX_TRIES);
			exit(1);
		}
		if (p->prepare)
			p->prepare(p);
		hits_before = hits();
		spoiled = false;
		tick = after_tick();
		before = now();
		for (i = 0; i < p->ops; i++) {
			p->op(p, i);
			after = now();
			batch[i] = after - before;
			before = after;
		}
		hits_before = hits() - hits_before;
		if (p->cleanup)
			p->cleanup(p);
		if (spoiled || after - tick > TICK * 95 / 100) {
			disturbed++;
			continue;
		}
		if (done >= 0) {
			memcpy(ops + done * p->ops, batch, p->ops * sizeof(batch[0]));
			hits_seen += hits_before;
		}
		done++;
	}
	if (p->close)
		p->close(p);

	printf("%s %d %d %ld", p->name, p->open == open_fork ? fork_pages : p->units ?: 1,
	       disturbed, hits_seen);
	for (i = 0; i < BATCHES * p->ops; i += n) {
		for (n = 1; i + n < BATCHES * p->ops && ops[i + n] == ops[i]; n++)
			;
		printf(n > 1 ? " %llux%d" : " %llu", (unsigned long long)ops[i], n);
	}
	putchar('\n');
	fflush(stdout);
}

int main(int argc, char **argv)
{
	size_t i;
	int a, c;

	while ((c = getopt(argc, argv, "h:")) != -1) {
		if (c != 'h')
			return 2;
		hits_file = optarg;
	}
	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		for (a = optind; a < argc && strcmp(argv[a], paths[i].name); a++)
			;
		if (optind == argc || a < argc)
			measure(&paths[i]);
	}
	return 0;
}
