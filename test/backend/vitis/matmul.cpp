// matmul.py: matmul

extern "C" void matmul(const float a[16][16], const float b[16][16], float c[16][16]) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=256
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1 depth=256
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2 depth=256
#pragma HLS INTERFACE s_axilite port=return
  // matmul.py:10  c[i, j] = dot(a[i, :], b[:, j])
  float b_buffer[16][16];
#pragma HLS ARRAY_PARTITION variable=b_buffer type=cyclic factor=4 dim=2
#pragma HLS BIND_STORAGE variable=b_buffer type=ram_2p impl=bram
  b_buffer_0: for (int b_buffer_0 = 0; b_buffer_0 < 16; b_buffer_0++) {
    b_buffer_1: for (int b_buffer_1 = 0; b_buffer_1 < 16; b_buffer_1++) {
      b_buffer[b_buffer_0][b_buffer_1] = b[b_buffer_0][b_buffer_1];
    }
  }
  // matmul.py:8  for i in range(16):
  i: for (int i = 0; i < 16; i++) {
    j_outer: for (int j_outer = 0; j_outer < 4; j_outer++) {
#pragma HLS PIPELINE II=1
      j_inner: for (int j_inner = 0; j_inner < 4; j_inner++) {
#pragma HLS UNROLL
        // matmul.py:10  c[i, j] = dot(a[i, :], b[:, j])
        float c_sum = -0.0f;
        c_r0: for (int c_r0 = 0; c_r0 < 16; c_r0++) {
          c_sum += a[i][c_r0] * b_buffer[c_r0][j_outer * 4 + j_inner];
        }
        c[i][j_outer * 4 + j_inner] = c_sum;
      }
    }
  }
}
