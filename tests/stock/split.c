// SPDX-License-Identifier: GPL-2.0-only
/*
 * split TIMES: that many times 8 huge pages, each of which is given back in part. The kselftest of
 * the series does the same with more care, and needs files of sysfs that older kernels do not have.
 */
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_PAGE	(2UL << 20)
#define PAGES		8

int main(int argc, char **argv)
{
	int times = argc == 2 ? atoi(argv[1]) : 0, i;
	long page = sysconf(_SC_PAGESIZE);

	if (times < 1)
		return 2;
	while (times--) {
		char *all = mmap(NULL, (PAGES + 1) * HUGE_PAGE, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *p;

		if (all == MAP_FAILED)
			return 1;
		p = (char *)(((uintptr_t)all + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1));
		if (madvise(p, PAGES * HUGE_PAGE, MADV_HUGEPAGE))
			return 1;
		for (i = 0; i < PAGES; i++) {
			p[i * HUGE_PAGE] = 1;
			if (madvise(p + i * HUGE_PAGE + page, page, MADV_DONTNEED))
				return 1;
		}
		munmap(all, (PAGES + 1) * HUGE_PAGE);
	}
	return 0;
}
