// processes.py: processes
#include <cstdint>

static void i_process(const int32_t a[64], int32_t squares[64]) {
#pragma HLS INLINE off
  // processes.py:9  for i in range(64):
  i: for (int i = 0; i < 64; i++) {
#pragma HLS PIPELINE II=1
    squares[i] = a[i] * a[i];
  }
}

static void j_process(int32_t b[64], const int32_t squares[64]) {
#pragma HLS INLINE off
  // processes.py:11  for j in range(64):
  j: for (int j = 0; j < 64; j++) {
#pragma HLS PIPELINE II=1
    b[j] = squares[63 - j] + 1;
  }
}

extern "C" void processes(const int32_t a[64], int32_t b[64]) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=64
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1 depth=64
#pragma HLS INTERFACE s_axilite port=return
#pragma HLS DATAFLOW
  // processes.py:8  squares = np.zeros(64, np.int32)
  int32_t squares[64];
  i_process(a, squares);
  // processes.py:11  for j in range(64):
  j_process(b, squares);
}
