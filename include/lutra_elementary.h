/*
 * Elementary functions of float formats of up to 32 bits (1 + E + M), bit for bit as src/types/float/elementary
 * defines them. C99, C++14 and OpenCL C 1.2.
 *
 *     float y = lutra_expf(x);                           // float32
 *     double y = lutra_float_exp(x, 5, 4, LUTRA_IEEE);   // float<5,4>; float16: lutra_float_exp(x, LUTRA_FLOAT16)
 *     lutra::floating<5, 4> y = exp(x);                  // C++
 *
 * exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt, of two arguments atan2 hypot pow:
 *
 *     float  lutra_<name>f(float x)                      lutra_<name>f(float x, float y)
 *     double lutra_float_<name>(double x, int E, int M, int variant)
 *     double lutra_float_<name>(double x, double y, int E, int M, int variant)
 *
 * Each is one integer algorithm (lutra_elementary/). LUTRA_DOUBLE_SHORTCUT = 1 (the default of hosted C and C++; 0 in
 * synthesis and in OpenCL) asks the platform's double function first and takes its result where every number within
 * 16 units of its last place, and within the algorithm's own error, rounds to the same value: faster, never different.
 * (glibc's functions err by less than 5 units, those of OpenCL by 16 at most, as their manuals state.)
 */
#ifndef LUTRA_ELEMENTARY_H
#define LUTRA_ELEMENTARY_H

#include "lutra_float.h"

#ifndef LUTRA_DOUBLE_SHORTCUT
#if defined(__SYNTHESIS__) || defined(__OPENCL_VERSION__)
#define LUTRA_DOUBLE_SHORTCUT 0
#else
#define LUTRA_DOUBLE_SHORTCUT 1
#endif
#endif

#include "lutra_elementary/tables.h"
#include "lutra_elementary/fixed.h"
#include "lutra_elementary/long/fixed.h"
#include "lutra_elementary/exp.h"
#include "lutra_elementary/log.h"
#include "lutra_elementary/trig.h"
#include "lutra_elementary/arc.h"
#include "lutra_elementary/root.h"
#include "lutra_elementary/long/log.h"
#include "lutra_elementary/power.h"

/*
 * Every number near y rounds to the same value. Near: no further than the algorithm, below 2^-(precision + 13), and
 * the platform, below 2^-48, err together. Nothing is taken to be known where doubles are subnormal.
 */
static inline int lutra_is_clear(double y, int E, int M, int variant) {
  const double doubt = lutra_pack(0, 1, -(M + 14)) + lutra_pack(0, 1, -48);
  const double size = y < 0 ? -y : y;
  if (y != y) return 1;
  if (E == 11 && !(size >= lutra_pack(0, 1, -1000) && size <= lutra_pack(0, 1, 1000))) return 0;
  return lutra_float_round(y * (1 - doubt), E, M, variant) == lutra_float_round(y * (1 + doubt), E, M, variant);
}

#if LUTRA_DOUBLE_SHORTCUT
#define LUTRA_SHORTCUT(y)                      \
  {                                            \
    const double near = y;                     \
    if (lutra_is_clear(near, E, M, variant)) { \
      return lutra_float_round(near, E, M, variant); \
    }                                          \
  }
#else
#define LUTRA_SHORTCUT(y)
#endif

#define LUTRA_ELEMENTARY(name)                                                       \
  static inline double lutra_float_##name(double x, int E, int M, int variant) {     \
    LUTRA_SHORTCUT(name(x))                                                          \
    return lutra_integer_##name(x, E, M, variant);                                   \
  }                                                                                  \
  static inline float lutra_##name##f(float x) {                                     \
    return (float)lutra_float_##name((double)x, LUTRA_FLOAT32);                      \
  }

#define LUTRA_ELEMENTARY2(name)                                                              \
  static inline double lutra_float_##name(double x, double y, int E, int M, int variant) {   \
    LUTRA_SHORTCUT(name(x, y))                                                               \
    return lutra_integer_##name(x, y, E, M, variant);                                        \
  }                                                                                          \
  static inline float lutra_##name##f(float x, float y) {                                    \
    return (float)lutra_float_##name((double)x, (double)y, LUTRA_FLOAT32);                   \
  }

LUTRA_ELEMENTARY(exp)
LUTRA_ELEMENTARY(exp2)
LUTRA_ELEMENTARY(expm1)
LUTRA_ELEMENTARY(log)
LUTRA_ELEMENTARY(log2)
LUTRA_ELEMENTARY(log10)
LUTRA_ELEMENTARY(log1p)
LUTRA_ELEMENTARY(sin)
LUTRA_ELEMENTARY(cos)
LUTRA_ELEMENTARY(tan)
LUTRA_ELEMENTARY(asin)
LUTRA_ELEMENTARY(acos)
LUTRA_ELEMENTARY(atan)
LUTRA_ELEMENTARY(sinh)
LUTRA_ELEMENTARY(cosh)
LUTRA_ELEMENTARY(tanh)
LUTRA_ELEMENTARY(cbrt)
LUTRA_ELEMENTARY2(atan2)
LUTRA_ELEMENTARY2(hypot)
LUTRA_ELEMENTARY2(pow)

#ifdef __cplusplus
namespace lutra {

/* Of wider formats there is no such function, rather than a wrong one. */
template <int E, int M, int variant>
struct narrow {
  static_assert(1 + E + M <= 32, "elementary functions are of formats of up to 32 bits");
  typedef floating<E, M, variant> type;
};

#define LUTRA_NARROW(name)                                                                            \
  template <int E, int M, int variant>                                                                \
  inline typename narrow<E, M, variant>::type name(floating<E, M, variant> x) {                       \
    return floating<E, M, variant>::exactly(lutra_float_##name((double)x, E, M, variant));            \
  }

#define LUTRA_NARROW2(name)                                                                                    \
  template <int E, int M, int variant>                                                                         \
  inline typename narrow<E, M, variant>::type name(floating<E, M, variant> a, floating<E, M, variant> b) {     \
    return floating<E, M, variant>::exactly(lutra_float_##name((double)a, (double)b, E, M, variant));          \
  }

LUTRA_NARROW(exp)
LUTRA_NARROW(exp2)
LUTRA_NARROW(expm1)
LUTRA_NARROW(log)
LUTRA_NARROW(log2)
LUTRA_NARROW(log10)
LUTRA_NARROW(log1p)
LUTRA_NARROW(sin)
LUTRA_NARROW(cos)
LUTRA_NARROW(tan)
LUTRA_NARROW(asin)
LUTRA_NARROW(acos)
LUTRA_NARROW(atan)
LUTRA_NARROW(sinh)
LUTRA_NARROW(cosh)
LUTRA_NARROW(tanh)
LUTRA_NARROW(cbrt)
LUTRA_NARROW2(atan2)
LUTRA_NARROW2(hypot)
LUTRA_NARROW2(pow)

}  // namespace lutra
#endif

#endif
