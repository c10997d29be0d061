// checksum.py: checksum
#pragma OPENCL FP_CONTRACT OFF

#ifdef INTELFPGA_CL
__attribute__((max_global_work_dim(0)))
#endif
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void checksum(__global const uchar *restrict data, __global uint *restrict return_0) {
  // checksum.py:9  total = np.uint32(1)
  uint total = 1;
  // checksum.py:10  for i in range(64):
#pragma unroll 4
  for (int i = 0; i < 64; i++) {
    total = total + data[i];
  }
  // checksum.py:8  def checksum(data):
  uint result = total % 65521;
  *return_0 = result;
}
