// kmeans.py: kmeans
#include <cmath>
#include <cstdint>

#include "lutra_ops.h"

using namespace lutra;

extern "C" void kmeans(const float points[128][2], float centres[4][2], int32_t labels[128]) {
#pragma HLS INTERFACE m_axi port=points offset=slave bundle=gmem0 depth=256
#pragma HLS INTERFACE m_axi port=centres offset=slave bundle=gmem1 depth=8
#pragma HLS INTERFACE m_axi port=labels offset=slave bundle=gmem2 depth=128
#pragma HLS INTERFACE s_axilite port=return
  // kmeans.py:8  for step in range(8):
  step: for (int step = 0; step < 8; step++) {
    p: for (int p = 0; p < 128; p++) {
      float best = INFINITY;
      c: for (int c = 0; c < 4; c++) {
#pragma HLS PIPELINE II=1
        float distance = 0.0f;
        d: for (int d = 0; d < 2; d++) {
#pragma HLS UNROLL
          distance += square(points[p][d] - centres[c][d]);
        }
        if (distance < best) {
          best = distance;
          labels[p] = c;
        }
      }
    }
    k: for (int k = 0; k < 4; k++) {
      // kmeans.py:19  count = np.sum(labels == k)
      int64_t count_sum = 0;
      count_r0: for (int count_r0 = 0; count_r0 < 128; count_r0++) {
        count_sum += labels[count_r0] == k;
      }
      int64_t count = count_sum;
      if (count > 0) {
        e: for (int e = 0; e < 2; e++) {
          float total = 0.0f;
          q: for (int q = 0; q < 128; q++) {
            if (labels[q] == k) {
              total += points[q][e];
            }
          }
          centres[k][e] = total / count;
        }
      }
    }
  }
}
