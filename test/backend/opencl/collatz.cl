// collatz.py: collatz
#pragma OPENCL FP_CONTRACT OFF

#include "lutra_c.h"
#include "lutra_check_cl.h"

__constant long table_1[4] = {0, 1, 3, 7};

#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void collatz(
    __global const int *restrict start,
    __global int *restrict steps,
    __global long *restrict fault) {
  // collatz.py:8  for i in range(4):
  for (int i = 0; i < 4; i++) {
    long n = start[i];
    long count = table_1[i];
    while (n > 1) {
      if (fault[0] != 0) break;
      n = mod64(n, 2) == 0 ? floordiv64(n, 2) : checked_add(checked_mul(3, n), 1);
      count = checked_add(count, 1);
    }
    steps[i] = checked_int32(count);
  }
}
