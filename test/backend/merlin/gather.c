// gather.py: gather
#include <stdint.h>

#include "lutra_c.h"
#include "lutra_check.h"

#pragma ACCEL kernel
void gather(const int16_t a[32], const int32_t where[8], int64_t out[8]) {
#pragma ACCEL interface variable=a depth=32
#pragma ACCEL interface variable=where depth=8
#pragma ACCEL interface variable=out depth=8
  // gather.py:7  for i in range(8):
  i: for (int i = 0; i < 8; i++) {
    int out_at = where[i];
    out[i] = (int16_t)floordiv32(a[at(out_at >= 0 ? out_at : (int64_t)out_at + 32 >= 0 ? (int64_t)out_at + 32
        : out_at, 32)], i + 1);
  }
}
