// histogram.py: histogram
#include <cstdint>

extern "C" void histogram(const uint8_t data[4096], int32_t counts_out[16]) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0 depth=4096
#pragma HLS INTERFACE m_axi port=counts_out offset=slave bundle=gmem1 depth=16
#pragma HLS INTERFACE s_axilite port=return
  // histogram.py:8  counts = np.zeros(16, np.int32)
  int32_t counts[16];
  counts_0: for (int counts_0 = 0; counts_0 < 16; counts_0++) {
    counts[counts_0] = 0;
  }
  // histogram.py:9  for i in range(4096):
  i: for (int i = 0; i < 4096; i++) {
#pragma HLS PIPELINE II=2
    counts[data[i] >> 4]++;
  }
  counts_out_0: for (int counts_out_0 = 0; counts_out_0 < 16; counts_out_0++) {
    counts_out[counts_out_0] = counts[counts_out_0];
  }
}
