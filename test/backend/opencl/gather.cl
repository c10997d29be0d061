// gather.py: gather
#pragma OPENCL FP_CONTRACT OFF

#include "lutra_c.h"
#include "lutra_check_cl.h"

#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void gather(
    __global const short *restrict a,
    __global const int *restrict where,
    __global long *restrict out,
    __global long *restrict fault) {
  // gather.py:7  for i in range(8):
  for (int i = 0; i < 8; i++) {
    int out_at = where[i];
    out[i] = (short)floordiv32(a[at(out_at >= 0 ? out_at : (long)out_at + 32 >= 0 ? (long)out_at + 32
        : out_at, 32)], i + 1);
  }
}
