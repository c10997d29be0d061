// spread.py: spread
#include <cstdint>

extern "C" void spread(const int32_t a[64][8], uint32_t n, int64_t *return_0) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=512
#pragma HLS INTERFACE s_axilite port=n
#pragma HLS INTERFACE m_axi port=return_0 offset=slave bundle=results depth=1
#pragma HLS INTERFACE s_axilite port=return
  // spread.py:8  t = np.zeros((64, 8), np.int32)
  int32_t t[64][8];
#pragma HLS ARRAY_PARTITION variable=t type=block factor=2 dim=2
  t_0: for (int t_0 = 0; t_0 < 64; t_0++) {
    t_1: for (int t_1 = 0; t_1 < 8; t_1++) {
      t[t_0][t_1] = 0;
    }
  }
  // spread.py:9  u = np.zeros(64, np.int16)
  int16_t u[64];
#pragma HLS ARRAY_RESHAPE variable=u type=cyclic factor=4 dim=1
  u_0: for (int u_0 = 0; u_0 < 64; u_0++) {
    u[u_0] = 0;
  }
#pragma HLS LATENCY max=900
  // spread.py:11  for i in range(64):
  i: for (int i = 0; i < 64; i++) {
#pragma HLS PIPELINE II=1
#pragma HLS DEPENDENCE variable=t type=inter dependent=false
    c: for (int c = 0; c < 8; c++) {
#pragma HLS UNROLL factor=4
      t[i * 5 % 64][c] += a[i][c];
    }
  }
  // spread.py:14  for k in range(n % 64):
  k: for (int k = 0; k < (int)(n % 64u); k++) {
#pragma HLS LOOP_TRIPCOUNT min=0 max=63
    u[k] = t[k][0] & 255;
  }
  // spread.py:16  return np.sum(u)
  int64_t result_sum = 0;
  result_r0: for (int result_r0 = 0; result_r0 < 64; result_r0++) {
    result_sum += u[result_r0];
  }
  *return_0 = result_sum;
}
