// filter.py: filter
#pragma OPENCL FP_CONTRACT OFF

#include "lutra_c.h"

#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void filter(
    __global const short *restrict x,
    __global const short *restrict taps,
    __global short *restrict y) {
  // filter.py:8  for n in range(29):
#pragma ivdep
  for (int n = 0; n < 29; n++) {
    y[n] = shr_even64(x[n] * taps[0], 13);
#pragma unroll
    for (int t = 1; t < 4; t++) {
      y[n] = clamp64(shr_even64((y[n] << 13) + x[n + t] * taps[t], 13), -32768, 32767);
    }
  }
}
