// convolution.py: convolution
#include <cstdint>

extern "C" void convolution(const uint8_t image[32][32], const int16_t weights[3][3], int32_t out[30][30]) {
#pragma HLS INTERFACE m_axi port=image offset=slave bundle=gmem0 depth=1024
#pragma HLS INTERFACE m_axi port=weights offset=slave bundle=gmem1 depth=9
#pragma HLS INTERFACE m_axi port=out offset=slave bundle=gmem2 depth=900
#pragma HLS INTERFACE s_axilite port=return
  // convolution.py:8  out = np.zeros((30, 30), np.int32)
  out_0: for (int out_0 = 0; out_0 < 30; out_0++) {
    out_1: for (int out_1 = 0; out_1 < 30; out_1++) {
      out[out_0][out_1] = 0;
    }
  }
  // convolution.py:9  for y in range(30):
  uint8_t lines[3][32] = {};
#pragma HLS ARRAY_PARTITION variable=lines type=complete dim=1
#pragma HLS BIND_STORAGE variable=lines type=ram_2p impl=lutram
  uint8_t window[3][3] = {};
#pragma HLS ARRAY_PARTITION variable=window type=complete dim=1
#pragma HLS ARRAY_PARTITION variable=window type=complete dim=2
  y: for (int y = 0; y < 32; y++) {
    lines_1: for (int lines_1 = 0; lines_1 < 32; lines_1++) {
      lines_0: for (int lines_0 = 0; lines_0 < 2; lines_0++) {
        lines[lines_0][lines_1] = lines[lines_0 + 1][lines_1];
      }
      lines[2][lines_1] = image[y][lines_1];
    }
    x: for (int x = 0; x < 32; x++) {
#pragma HLS PIPELINE II=1
      window_0: for (int window_0 = 0; window_0 < 3; window_0++) {
        window_1: for (int window_1 = 0; window_1 < 2; window_1++) {
          window[window_0][window_1] = window[window_0][window_1 + 1];
        }
        window[window_0][2] = lines[window_0][x];
      }
      if (x >= 2 && y >= 2) {
        int32_t total = 0;
        r: for (int r = 0; r < 3; r++) {
          c: for (int c = 0; c < 3; c++) {
            total += (int16_t)(window[r][c] * weights[r][c]);
          }
        }
        out[y - 2][x - 2] = total;
      }
    }
  }
}
