// collatz.py: collatz
#include <stdint.h>

#include "lutra_c.h"
#include "lutra_check.h"

#pragma ACCEL kernel
void collatz(const int32_t start[4], int32_t steps[4]) {
#pragma ACCEL interface variable=start depth=4
#pragma ACCEL interface variable=steps depth=4
  static const int64_t table_1[4] = {0, 1, 3, 7};
  // collatz.py:8  for i in range(4):
  i: for (int i = 0; i < 4; i++) {
    int64_t n = start[i];
    int64_t count = table_1[i];
    while_: while (n > 1) {
      n = mod64(n, 2) == 0 ? floordiv64(n, 2) : checked_add(checked_mul(3, n), 1);
      count = checked_add(count, 1);
    }
    steps[i] = checked_int32(count);
  }
}
