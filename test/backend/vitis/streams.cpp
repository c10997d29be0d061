// streams.py: streams
#include <cstdint>

#include "hls_stream.h"

extern "C" void streams(hls::stream<int32_t> &x, hls::stream<int32_t> &y) {
#pragma HLS INTERFACE axis port=x
#pragma HLS INTERFACE axis port=y
#pragma HLS INTERFACE s_axilite port=return
  // streams.py:10  y[i] = x[255 - i] * 2
  int32_t x_buffer[256];
#pragma HLS BIND_STORAGE variable=x_buffer type=ram_2p impl=bram
  x_buffer_0: for (int x_buffer_0 = 0; x_buffer_0 < 256; x_buffer_0++) {
    x_buffer[x_buffer_0] = x.read();
  }
  // streams.py:9  for i in range(256):
  i: for (int i = 0; i < 256; i++) {
#pragma HLS PIPELINE II=1
    y.write(x_buffer[255 - i] * 2);
  }
}
