// fir.py: fir
#include "ap_fixed.h"
#include "ap_int.h"

extern "C" void fir(
    const ap_fixed<16, 2> samples[256],
    const ap_fixed<12, 1> taps[16],
    ap_fixed<16, 4, AP_RND_CONV, AP_SAT> filtered[256]) {
#pragma HLS INTERFACE m_axi port=samples offset=slave bundle=gmem0 depth=256
#pragma HLS INTERFACE m_axi port=taps offset=slave bundle=gmem1 depth=16
#pragma HLS INTERFACE m_axi port=filtered offset=slave bundle=gmem2 depth=256
#pragma HLS INTERFACE s_axilite port=return
  // fir.py:11  total += samples[n - k] * taps[k]
  ap_fixed<12, 1> taps_buffer[16];
#pragma HLS ARRAY_PARTITION variable=taps_buffer type=complete dim=1
  taps_buffer_0: for (int taps_buffer_0 = 0; taps_buffer_0 < 16; taps_buffer_0++) {
    taps_buffer[taps_buffer_0] = taps[taps_buffer_0];
  }
  // fir.py:8  for n in range(15, 256):
  n: for (int n = 15; n < 256; n++) {
#pragma HLS PIPELINE II=1
    ap_fixed<33, 7> total = 0;
    k: for (int k = 0; k < 16; k++) {
#pragma HLS UNROLL
      total += samples[n - k] * taps_buffer[k];
    }
    filtered[n] = total;
  }
}
