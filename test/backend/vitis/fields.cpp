// fields.py: fields
#include "ap_int.h"

extern "C" void fields(const ap_uint<12> words[32], const ap_int<5> signs[32], ap_int<8> sums[32]) {
#pragma HLS INTERFACE m_axi port=words offset=slave bundle=gmem0 depth=32
#pragma HLS INTERFACE m_axi port=signs offset=slave bundle=gmem1 depth=32
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2 depth=32
#pragma HLS INTERFACE s_axilite port=return
  // fields.py:8  for i in range(32):
  i: for (int i = 0; i < 32; i++) {
#pragma HLS PIPELINE II=1
    ap_uint<12> w = words[i];
    ap_uint<4> low = w.range(3, 0);
    ap_uint<4> high = w.range(11, 8);
    if (w[7]) {
      sums[i] = signs[i] * low - high;
    } else {
      sums[i] = signs[i] + low;
    }
  }
}
