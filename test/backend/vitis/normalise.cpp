// normalise.py: normalise
#include "lutra_ops.h"

using namespace lutra;

static void accumulate(const float x[64], float &largest, float &total) {
#pragma HLS INLINE off
  // normalise.py:10  for i in range(64):
  i: for (int i = 0; i < 64; i++) {
#pragma HLS PIPELINE II=1
    float magnitude = absolute(x[i]);
    largest = maximum(largest, magnitude);
    total += magnitude;
  }
}

static void scale(const float x[64], float y[64], float largest) {
#pragma HLS INLINE off
  // normalise.py:14  y[:] = x / largest
  y_0: for (int y_0 = 0; y_0 < 64; y_0++) {
    y[y_0] = x[y_0] / largest;
  }
}

extern "C" void normalise(const float x[64], float y[64], float *return_0) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0 depth=64
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1 depth=64
#pragma HLS INTERFACE m_axi port=return_0 offset=slave bundle=results depth=1
#pragma HLS INTERFACE s_axilite port=return
  // normalise.py:8  largest = np.float32(0)
  float largest = 0.0f;
  // normalise.py:9  total = np.float32(0)
  float total = 0.0f;
  // normalise.py:10  for i in range(64):
  accumulate(x, largest, total);
  // normalise.py:14  y[:] = x / largest
  scale(x, y, largest);
  *return_0 = total;
}
