// sine.py: sine
#include <cstdint>

#include "lutra_ops.h"

using namespace lutra;

extern "C" void sine(const uint16_t phase[128], int16_t wave[128]) {
#pragma HLS INTERFACE m_axi port=phase offset=slave bundle=gmem0 depth=128
#pragma HLS INTERFACE m_axi port=wave offset=slave bundle=gmem1 depth=128
#pragma HLS INTERFACE s_axilite port=return
  static const int table[16] = {
    0, 12539, 23170, 30273, 32767, 30273, 23170, 12539, 0, -12539, -23170, -30273, -32767,
    -30273, -23170, -12539,
  };
#pragma HLS BIND_STORAGE variable=table type=rom_np impl=lutram
  static const int table_1[2][2] = {
    {1, 2},
    {4, 8},
  };
#pragma HLS BIND_STORAGE variable=table_1 type=rom_np impl=lutram
  // sine.py:11  for i in range(128):
  i: for (int i = 0; i < 128; i++) {
#pragma HLS PIPELINE II=1
    uint16_t step = phase[i] >> 12;
    wave[i] = floordiv(table[step], table_1[i % 2][step % 2]);
  }
}
