// checksum.py: checksum
#include <stdint.h>

#pragma ACCEL kernel
void checksum(const uint8_t data[64], uint32_t *return_0) {
#pragma ACCEL interface variable=data depth=64
#pragma ACCEL interface variable=return_0 depth=1
  // checksum.py:9  total = np.uint32(1)
  uint32_t total = 1;
  // checksum.py:10  for i in range(64):
#pragma ACCEL parallel flatten factor=4 reduction=total
  i: for (int i = 0; i < 64; i++) {
    total = total + data[i];
  }
  // checksum.py:8  def checksum(data):
  uint32_t result = total % 65521;
  *return_0 = result;
}
