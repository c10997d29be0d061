// collatz.py: collatz
#include <cstdint>

extern "C" void collatz(const uint32_t start[16], int32_t steps[16], int32_t limit) {
#pragma HLS INTERFACE m_axi port=start offset=slave bundle=gmem0 depth=16
#pragma HLS INTERFACE m_axi port=steps offset=slave bundle=gmem1 depth=16
#pragma HLS INTERFACE s_axilite port=limit
#pragma HLS INTERFACE s_axilite port=return
  // collatz.py:7  for i in range(16):
  i: for (int i = 0; i < 16; i++) {
    uint32_t x = start[i];
    int32_t n = 0;
    while_: while (x > 1u && n < limit) {
      x = x % 2u == 0u ? x / 2u : 3u * x + 1u;
      n++;
    }
    steps[i] = n;
  }
}
