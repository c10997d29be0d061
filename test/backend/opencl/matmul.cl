// matmul.py: matmul
#pragma OPENCL FP_CONTRACT OFF

#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void matmul(
    __global const float (*restrict a)[16],
    __global const float (*restrict b)[16],
    __global float (*restrict c)[16]) {
  // matmul.py:8  for i in range(16):
  for (int i = 0; i < 16; i++) {
    for (int j_outer = 0; j_outer < 4; j_outer++) {
#pragma unroll
      for (int j_inner = 0; j_inner < 4; j_inner++) {
        float s = 0.0f;
#pragma ii 2
        for (int k = 0; k < 16; k++) {
          s += a[i][k] * b[k][j_outer * 4 + j_inner];
        }
        c[i][j_outer * 4 + j_inner] = s;
      }
    }
  }
}
