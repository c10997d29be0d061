// vecadd.py: vecadd
#include <cstdint>

extern "C" void vecadd(const int32_t a[64], const int32_t b[64], int32_t c[64]) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=64
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1 depth=64
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2 depth=64
#pragma HLS INTERFACE s_axilite port=return
  // vecadd.py:8  for i in range(64):
  i: for (int i = 0; i < 64; i++) {
#pragma HLS PIPELINE II=1
    c[i] = a[i] + b[i];
  }
}
