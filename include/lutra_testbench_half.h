/* How lutra_testbench.h stores half. */
#ifndef LUTRA_TESTBENCH_HALF_H
#define LUTRA_TESTBENCH_HALF_H

#include "hls_half.h"
#include "lutra_testbench.h"

namespace lutra {

template <>
struct stored<half> {
  typedef uint16_t item;
  static const int limbs = 1;
  static const bool wide = false;
  static const char *dtype() { return "f2"; }
  static half get(const item *from) { return half(lutra_npy_half_to_float(*from)); }
  static void put(item *to, half value) { *to = lutra_npy_float_to_half((float)value); }
};

}  // namespace lutra

#endif
