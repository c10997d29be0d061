// vecadd.py: vecadd
#pragma OPENCL FP_CONTRACT OFF

#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void vecadd(__global const int *restrict a, __global const int *restrict b, __global int *restrict c) {
  // vecadd.py:8  for i in range(64):
  for (int i = 0; i < 64; i++) {
    c[i] = (uint)a[i] + b[i];
  }
}
