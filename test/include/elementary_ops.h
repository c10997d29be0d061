/*
 * Every function of lutra_elementary.h, or with LONG_FORMATS of lutra_elementary_long.h, behind one number, in C, C++ and
 * OpenCL alike. elementary_jobs.ts has the same list.
 */
#ifndef ELEMENTARY_OPS_H
#define ELEMENTARY_OPS_H

/* Names are pasted at once: in OpenCL exp and its kin may be macros. */
#ifdef LONG_FORMATS
#include "lutra_elementary_long.h"
#define CASE(number, name) \
  case number: return lutra_bits_of(own ? lutra_##name##d(x) : lutra_long_##name(x, E, M, variant));
#define CASE2(number, name) \
  case number: return lutra_bits_of(own ? lutra_##name##d(x, y) : lutra_long_##name(x, y, E, M, variant));
#else
#include "lutra_elementary.h"
#define CASE(number, name) \
  case number: return lutra_bits_of(own ? (double)lutra_##name##f((float)x) : lutra_float_##name(x, E, M, variant));
#define CASE2(number, name)                                                    \
  case number:                                                                 \
    return lutra_bits_of(own ? (double)lutra_##name##f((float)x, (float)y)     \
                             : lutra_float_##name(x, y, E, M, variant));
#endif

/* Bits of doubles. The format is E, M, variant; `own`: by the function of float32, or float64. */
static lutra_u64 elementary_op(int op, lutra_u64 a, lutra_u64 b, int E, int M, int variant, int own) {
  const double x = lutra_of_bits(a), y = lutra_of_bits(b);
  switch (op) {
    CASE(0, exp)
    CASE(1, exp2)
    CASE(2, expm1)
    CASE(3, log)
    CASE(4, log2)
    CASE(5, log10)
    CASE(6, log1p)
    CASE(7, sin)
    CASE(8, cos)
    CASE(9, tan)
    CASE(10, asin)
    CASE(11, acos)
    CASE(12, atan)
    CASE(13, sinh)
    CASE(14, cosh)
    CASE(15, tanh)
    CASE(16, cbrt)
    CASE2(17, atan2)
    CASE2(18, hypot)
    CASE2(19, pow)
    default: return 0;
  }
}

#define OPERATION elementary_op

#endif
