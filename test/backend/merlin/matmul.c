// matmul.py: matmul
#include <stdint.h>

#pragma ACCEL kernel
void matmul(const float a[16][16], const float b[16][16], float c[16][16]) {
#pragma ACCEL interface variable=a depth=16,16
#pragma ACCEL interface variable=b depth=16,16
#pragma ACCEL interface variable=c depth=16,16
  // matmul.py:8  for i in range(16):
  i: for (int i = 0; i < 16; i++) {
    j_outer: for (int j_outer = 0; j_outer < 4; j_outer++) {
#pragma ACCEL parallel flatten
      j_inner: for (int j_inner = 0; j_inner < 4; j_inner++) {
        float s = 0.0f;
#pragma ACCEL pipeline II=2
        k: for (int k = 0; k < 16; k++) {
          s += a[i][k] * b[k][j_outer * 4 + j_inner];
        }
        c[i][j_outer * 4 + j_inner] = s;
      }
    }
  }
}
