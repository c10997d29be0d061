/* Every function of lutra_float.h behind one number, in C, C++ and OpenCL alike. float_ops.ts has the same list. */
#ifndef FLOAT_OPS_H
#define FLOAT_OPS_H

#include "lutra_float.h"

/* Operands and result are bits: of a double, or of an integer. p[0..3]: E, M, variant; or width, fraction, rounding, overflow. */
static lutra_u64 float_op(int op, lutra_u64 a, lutra_u64 b, int p0, int p1, int p2, int p3) {
  const double x = lutra_of_bits(a), y = lutra_of_bits(b);
  switch (op) {
    case 0: return lutra_bits_of(lutra_float_add(x, y, p0, p1, p2));
    case 1: return lutra_bits_of(lutra_float_sub(x, y, p0, p1, p2));
    case 2: return lutra_bits_of(lutra_float_mul(x, y, p0, p1, p2));
    case 3: return lutra_bits_of(lutra_float_div(x, y, p0, p1, p2));
    case 4: return lutra_bits_of(lutra_float_fmod(x, y, p0, p1, p2));
    case 5: return lutra_bits_of(lutra_float_mod(x, y, p0, p1, p2));
    case 6: return lutra_bits_of(lutra_float_floordiv(x, y, p0, p1, p2));
    case 7: return lutra_bits_of(lutra_float_min(x, y, p0, p1, p2));
    case 8: return lutra_bits_of(lutra_float_max(x, y, p0, p1, p2));
    case 9: return lutra_bits_of(lutra_float_copysign(x, y));
    case 10: return lutra_bits_of(lutra_float_sqrt(x, p0, p1, p2));
    case 11: return lutra_bits_of(lutra_float_floor(x, p0, p1, p2));
    case 12: return lutra_bits_of(lutra_float_ceil(x, p0, p1, p2));
    case 13: return lutra_bits_of(lutra_float_trunc(x, p0, p1, p2));
    case 14: return lutra_bits_of(lutra_float_rint(x, p0, p1, p2));
    case 15: return lutra_bits_of(lutra_float_sign(x));
    case 16: return (lutra_u64)lutra_float_isnan(x);
    case 17: return (lutra_u64)lutra_float_isinf(x);
    case 18: return (lutra_u64)lutra_float_isfinite(x);
    case 19: return lutra_bits_of(lutra_float_round(x, p0, p1, p2));
    case 20: return lutra_bits_of(lutra_float_from_int((lutra_i64)a, p0, p1, p2));
    case 21: return lutra_bits_of(lutra_float_from_uint(a, p0, p1, p2));
    case 22: return lutra_bits_of(lutra_float_from_fixed((lutra_i64)a, p3, p0, p1, p2));
    case 23: return lutra_bits_of(lutra_float_from_ufixed(a, p3, p0, p1, p2));
    case 24: return (lutra_u64)lutra_float_to_fixed(x, p0, p1, p2, p3);
    case 25: return lutra_float_to_ufixed(x, p0, p1, p2, p3);
    case 26: return (lutra_u64)(lutra_i64)lutra_float_to_int32(x);
    case 27: return (lutra_u64)lutra_float_to_int64(x);
    case 28: return lutra_float_to_uint64(x);
    case 29: return lutra_float_to_bits(x, p0, p1, p2);
    case 30: return lutra_bits_of(lutra_float_from_bits(a, p0, p1, p2));
    default: return 0;
  }
}

#define OPERATION float_op

#endif
