/*
 * Computes long lists of operations: C99 and C++14. OPERATIONS names the header that defines OPERATION.
 *
 * In, on stdin, jobs one after the other: six ints (operation, p0 ... p3, count), then count pairs of 64-bit operands.
 * Out, on stdout: count 64-bit results a job.
 */
#include OPERATIONS

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int32_t job[6];
  while (fread(job, sizeof job, 1, stdin) == 1) {
    const size_t count = (size_t)job[5];
    uint64_t *data = (uint64_t *)malloc(2 * count * sizeof *data);
    if (data == NULL || fread(data, 2 * sizeof *data, count, stdin) != count) return 1;
    for (size_t i = 0; i < count; i++) {
      data[i] = OPERATION(job[0], data[2 * i], data[2 * i + 1], job[1], job[2], job[3], job[4]);
    }
    if (fwrite(data, sizeof *data, count, stdout) != count) return 1;
    free(data);
  }
  return 0;
}
