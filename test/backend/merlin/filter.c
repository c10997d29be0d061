// filter.py: filter
#include <stdint.h>

#include "lutra_c.h"

#pragma ACCEL kernel
void filter(const int16_t x[32], const int16_t taps[4], int16_t y[29]) {
#pragma ACCEL interface variable=x depth=32
#pragma ACCEL interface variable=taps depth=4
#pragma ACCEL interface variable=y depth=29
  // filter.py:8  for n in range(29):
  n: for (int n = 0; n < 29; n++) {
    y[n] = shr_even64(x[n] * taps[0], 13);
#pragma ACCEL parallel flatten
    t: for (int t = 1; t < 4; t++) {
      y[n] = clamp64(shr_even64((y[n] << 13) + x[n + t] * taps[t], 13), -32768, 32767);
    }
  }
}
