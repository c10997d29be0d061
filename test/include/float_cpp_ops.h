/* The type lutra::floating behind the numbers of float_ops.h, and three elementary functions: p0 is which format, of those in float.test.ts. */
#ifndef FLOAT_CPP_OPS_H
#define FLOAT_CPP_OPS_H

#include "lutra_elementary.h"

template <typename T>
static lutra_u64 floating_op(int op, double x, double y) {
  const T a = x, b = y;
  T c = a;
  switch (op) {
    case 0: return lutra_bits_of((double)(a + b));
    case 1: return lutra_bits_of((double)(c -= b));
    case 2: return lutra_bits_of((double)(c *= b));
    case 3: return lutra_bits_of((double)(a / b));
    case 4: return lutra_bits_of((double)fmod(a, b));
    case 5: return lutra_bits_of((double)mod(a, b));
    case 6: return lutra_bits_of((double)floordiv(a, b));
    case 7: return lutra_bits_of((double)min(a, b));
    case 8: return lutra_bits_of((double)max(a, b));
    case 9: return lutra_bits_of((double)copysign(a, b));
    case 10: return lutra_bits_of((double)sqrt(a));
    case 11: return lutra_bits_of((double)floor(a));
    case 12: return lutra_bits_of((double)ceil(a));
    case 13: return lutra_bits_of((double)trunc(a));
    case 14: return lutra_bits_of((double)rint(a));
    case 15: return lutra_bits_of((double)sign(a));
    case 16: return isnan(a);
    case 17: return isinf(a);
    case 18: return isfinite(a);
    case 19: return lutra_bits_of((double)exp(a));
    case 20: return lutra_bits_of((double)atan2(a, b));
    case 21: return lutra_bits_of((double)pow(a, b));
    default: return 0;
  }
}

static lutra_u64 floating_ops(int op, lutra_u64 a, lutra_u64 b, int format, int, int, int) {
  const double x = lutra_of_bits(a), y = lutra_of_bits(b);
  switch (format) {
    case 0: return floating_op<lutra::floating<4, 3> >(op, x, y);
    case 1: return floating_op<lutra::floating<5, 10> >(op, x, y);
    case 2: return floating_op<lutra::floating<8, 23, LUTRA_FLOPOCO> >(op, x, y);
    case 3: return floating_op<lutra::floating<9, 22, LUTRA_FTZ> >(op, x, y);
    default: return 0;
  }
}

#define OPERATION floating_ops

#endif
