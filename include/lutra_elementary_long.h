/*
 * Elementary functions of float formats of 33 to 64 bits (1 + E + M), float64 above all, bit for bit as
 * src/types/float/elementary defines them: the algorithms of lutra_elementary.h in integers of 256 bits. C99, C++14 and
 * OpenCL C 1.2.
 *
 *     double y = lutra_expd(x);                          // float64
 *     double y = lutra_long_exp(x, 11, 40, LUTRA_IEEE);  // float<11,40>
 *
 * Names and arguments as in lutra_elementary.h:
 *
 *     double lutra_<name>d(double x)                     lutra_<name>d(double x, double y)
 *     double lutra_long_<name>(double x, int E, int M, int variant)
 *     double lutra_long_<name>(double x, double y, int E, int M, int variant)
 */
#ifndef LUTRA_ELEMENTARY_LONG_H
#define LUTRA_ELEMENTARY_LONG_H

#include "lutra_elementary.h"

#include "lutra_elementary/long/exp.h"
#include "lutra_elementary/long/trig.h"
#include "lutra_elementary/long/arc.h"
#include "lutra_elementary/long/root.h"
#include "lutra_elementary/long/power.h"

#define LUTRA_LONG(name) \
  static inline double lutra_##name##d(double x) { return lutra_long_##name(x, LUTRA_FLOAT64); }
#define LUTRA_LONG2(name) \
  static inline double lutra_##name##d(double x, double y) { return lutra_long_##name(x, y, LUTRA_FLOAT64); }

LUTRA_LONG(exp)
LUTRA_LONG(exp2)
LUTRA_LONG(expm1)
LUTRA_LONG(log)
LUTRA_LONG(log2)
LUTRA_LONG(log10)
LUTRA_LONG(log1p)
LUTRA_LONG(sin)
LUTRA_LONG(cos)
LUTRA_LONG(tan)
LUTRA_LONG(asin)
LUTRA_LONG(acos)
LUTRA_LONG(atan)
LUTRA_LONG(sinh)
LUTRA_LONG(cosh)
LUTRA_LONG(tanh)
LUTRA_LONG(cbrt)
LUTRA_LONG2(atan2)
LUTRA_LONG2(hypot)
LUTRA_LONG2(pow)

#endif
