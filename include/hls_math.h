/* hls::sqrt and its kin. What is exact here (sqrt, rounding, min, max, ...) is exact everywhere; exp, sin and the like
 * are the platform's. */
#ifndef LUTRA_HLS_MATH_H
#define LUTRA_HLS_MATH_H

#include <cmath>

#include "hls_half.h"

namespace hls {

// half takes the step in float: exact for rounding, correctly rounded for sqrt and fmod.
#define LUTRA_HLS_UNARY(name)                             \
  inline double name(double x) { return std::name(x); }   \
  inline float name(float x) { return std::name(x); }     \
  inline half name(half x) { return half(std::name((float)x)); }
#define LUTRA_HLS_BINARY(name)                                            \
  inline double name(double x, double y) { return std::name(x, y); }      \
  inline float name(float x, float y) { return std::name(x, y); }         \
  inline half name(half x, half y) { return half(std::name((float)x, (float)y)); }
#define LUTRA_HLS_TEST(name)                            \
  inline bool name(double x) { return std::name(x); }   \
  inline bool name(float x) { return std::name(x); }    \
  inline bool name(half x) { return std::name((float)x); }

LUTRA_HLS_UNARY(sqrt)
LUTRA_HLS_UNARY(fabs)
LUTRA_HLS_UNARY(floor)
LUTRA_HLS_UNARY(ceil)
LUTRA_HLS_UNARY(trunc)
LUTRA_HLS_UNARY(round)
LUTRA_HLS_UNARY(rint)
LUTRA_HLS_UNARY(exp)
LUTRA_HLS_UNARY(exp2)
LUTRA_HLS_UNARY(expm1)
LUTRA_HLS_UNARY(log)
LUTRA_HLS_UNARY(log2)
LUTRA_HLS_UNARY(log10)
LUTRA_HLS_UNARY(log1p)
LUTRA_HLS_UNARY(sin)
LUTRA_HLS_UNARY(cos)
LUTRA_HLS_UNARY(tan)
LUTRA_HLS_UNARY(asin)
LUTRA_HLS_UNARY(acos)
LUTRA_HLS_UNARY(atan)
LUTRA_HLS_UNARY(sinh)
LUTRA_HLS_UNARY(cosh)
LUTRA_HLS_UNARY(tanh)
LUTRA_HLS_UNARY(cbrt)
LUTRA_HLS_BINARY(fmin)
LUTRA_HLS_BINARY(fmax)
LUTRA_HLS_BINARY(fmod)
LUTRA_HLS_BINARY(copysign)
LUTRA_HLS_BINARY(pow)
LUTRA_HLS_BINARY(atan2)
LUTRA_HLS_BINARY(hypot)
LUTRA_HLS_TEST(isnan)
LUTRA_HLS_TEST(isinf)
LUTRA_HLS_TEST(isfinite)
LUTRA_HLS_TEST(signbit)
#undef LUTRA_HLS_UNARY
#undef LUTRA_HLS_BINARY
#undef LUTRA_HLS_TEST

template <class T>
inline T abs(T x) {
  return x < T(0) ? T(-x) : x;
}
inline double abs(double x) { return fabs(x); }
inline float abs(float x) { return fabs(x); }
inline half abs(half x) { return fabs(x); }

}  // namespace hls

#endif
