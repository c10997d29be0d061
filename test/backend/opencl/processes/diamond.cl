// kernel.py: diamond
#pragma OPENCL FP_CONTRACT OFF

// i_process: reads a, writes t
#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void diamond_i_process(__global const int *restrict a, __global int *restrict t) {
  // kernel.py:10  for i in range(32):
  for (int i = 0; i < 32; i++) {
    t[i] = (uint)a[i] * 2;
  }
}

// j_process: reads t, writes u, after i_process
#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void diamond_j_process(__global const int *restrict t, __global int *restrict u) {
  // kernel.py:12  for j in range(32):
  for (int j = 0; j < 32; j++) {
    u[j] = (uint)t[31 - j] + 1;
  }
}

// k_process: reads t, writes v, after i_process
#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void diamond_k_process(__global const int *restrict t, __global int *restrict v) {
  // kernel.py:14  for k in range(32):
  for (int k = 0; k < 32; k++) {
    v[k] = (uint)t[k] * 3;
  }
}

// l_process: reads u v, writes b, after j_process k_process
#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void diamond_l_process(
    __global int *restrict b,
    __global const int *restrict u,
    __global const int *restrict v) {
  // kernel.py:16  for l in range(32):
  for (int l = 0; l < 32; l++) {
    b[l] = (uint)u[l] - v[l];
  }
}
