/* How lutra_testbench.h stores lutra::floating: as the float or, where that is too small, the double of its value. */
#ifndef LUTRA_TESTBENCH_FLOAT_H
#define LUTRA_TESTBENCH_FLOAT_H

#include <type_traits>

#include "lutra_float.h"
#include "lutra_testbench.h"

namespace lutra {

template <int E, int M, int Variant>
struct stored<floating<E, M, Variant> > {
  static const bool single = M <= 23 && E <= (Variant == LUTRA_FLOPOCO ? 7 : 8);
  typedef typename std::conditional<single, float, double>::type item;
  static const int limbs = 1;
  static const bool wide = false;
  static const char *dtype() { return single ? "f4" : "f8"; }
  static floating<E, M, Variant> get(const item *from) { return floating<E, M, Variant>(*from); }
  static void put(item *to, const floating<E, M, Variant> &value) { *to = static_cast<item>(value); }
};

}  // namespace lutra

#endif
