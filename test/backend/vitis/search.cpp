// search.py: search
#include <cstdint>

extern "C" void search(const int16_t rows[32][64], int16_t wanted, int64_t *return_0, int64_t *return_1) {
#pragma HLS INTERFACE m_axi port=rows offset=slave bundle=gmem0 depth=2048
#pragma HLS INTERFACE s_axilite port=wanted
#pragma HLS INTERFACE m_axi port=return_0 offset=slave bundle=results depth=1
#pragma HLS INTERFACE m_axi port=return_1 offset=slave bundle=results depth=1
#pragma HLS INTERFACE s_axilite port=return
  // search.py:15  return -1, -1
  bool search_done = false;
  // search.py:7  for i in range(32):
  int search_result = 0;
  int search_result_1 = 0;
  i: for (int i = 0; i < 32; i++) {
    if (rows[i][0] > wanted) {
      break;
    }
    j: for (int j = 0; j < 64; j++) {
      if (rows[i][j] < 0) {
        continue;
      }
      if (rows[i][j] == wanted) {
        search_result = i;
        search_result_1 = j;
        search_done = true;
        break;
      }
    }
    if (search_done) {
      break;
    }
  }
  // search.py:15  return -1, -1
  if (!search_done) {
    search_result = -1;
    search_result_1 = -1;
  }
  *return_0 = search_result;
  *return_1 = search_result_1;
}
