// SPDX-License-Identifier: GPL-2.0-only
/*
 * Let several CPUs count the same reason at once, as fast as they can.
 *
 * Usage: contend CPUS ROUNDS
 * On each CPU a process splices to a full pipe of its own, non-blocking, so that
 * nothing is shared but the counter. Output, one line for each round: the
 * nanoseconds that one call took, on average over all CPUs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CALLS	100000
#define MAX_CPUS 64

static struct {
	atomic_int ready;
	atomic_int go;
	uint64_t ns[MAX_CPUS];
} *shared;

static void die(const char *what)
{
	fprintf(stderr, "contend: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now(void)
{
	struct timespec ts;

	if (clock_gettime(CLOCK_MONOTONIC, &ts))
		die("clock_gettime");
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static void call(int file, int pipe)
{
	loff_t off = 0;

	if (splice(file, &off, pipe, NULL, 1, SPLICE_F_NONBLOCK) != -1 || errno != EAGAIN)
		die("splice to a full pipe");
}

static void child(int cpu)
{
	static char buf[16 * 4096];
	int fds[2], file, i;
	uint64_t start;
	cpu_set_t set;
	loff_t off = 0;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity");
	file = memfd_create("contend", 0);
	if (file < 0 || write(file, buf, sizeof(buf)) != sizeof(buf) || pipe(fds) ||
	    splice(file, &off, fds[1], NULL, sizeof(buf), SPLICE_F_NONBLOCK) != sizeof(buf))
		die("filling a pipe");

	atomic_fetch_add(&shared->ready, 1);
	while (!atomic_load(&shared->go))
		sched_yield();
	start = now();
	for (i = 0; i < CALLS; i++)
		call(file, fds[1]);
	shared->ns[cpu] = now() - start;
	_exit(0);
}

int main(int argc, char **argv)
{
	int cpus = argc == 3 ? atoi(argv[1]) : 0;
	int rounds = argc == 3 ? atoi(argv[2]) : 0;
	uint64_t sum;
	int cpu, status;

	if (cpus < 1 || cpus > MAX_CPUS || rounds < 1) {
		fprintf(stderr, "usage: contend CPUS ROUNDS\n");
		return 2;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die("mmap");

	while (rounds--) {
		atomic_store(&shared->ready, 0);
		atomic_store(&shared->go, 0);
		for (cpu = 0; cpu < cpus; cpu++) {
			pid_t pid = fork();

			if (pid < 0)
				die("fork");
			if (!pid)
				child(cpu);
		}
		while (atomic_load(&shared->ready) < cpus)
			sched_yield();
		atomic_store(&shared->go, 1);
		for (cpu = 0; cpu < cpus; cpu++)
			if (wait(&status) < 0 || status)
				return 1;
		for (sum = 0, cpu = 0; cpu < cpus; cpu++)
			sum += shared->ns[cpu];
		printf("%.1f\n", (double)sum / cpus / CALLS);
		fflush(stdout);
	}
	return 0;
}
