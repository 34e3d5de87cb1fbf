// SPDX-License-Identifier: GPL-2.0-only
/* Runs the fuzz target once on each file named, for compilers without libFuzzer. */
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		FILE *f = fopen(argv[i], "r");
		unsigned char *data = malloc(1 << 20);
		size_t size;

		if (!f || !data) {
			perror(argv[i]);
			return 1;
		}
		size = fread(data, 1, 1 << 20, f);
		LLVMFuzzerTestOneInput(data, size);
		free(data);
		fclose(f);
	}
	printf("%d inputs\n", argc - 1);
	return argc < 2;
}
