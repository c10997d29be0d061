// vecadd.py: vecadd
#include <stdint.h>

#pragma ACCEL kernel
void vecadd(const int32_t a[64], const int32_t b[64], int32_t c[64]) {
#pragma ACCEL interface variable=a depth=64
#pragma ACCEL interface variable=b depth=64
#pragma ACCEL interface variable=c depth=64
  // vecadd.py:8  for i in range(64):
#pragma ACCEL pipeline
  i: for (int i = 0; i < 64; i++) {
    c[i] = a[i] + b[i];
  }
}
