/* What NumPy and Python mean by an operator where C++ means something else; for the built-in types and half.
 *
 *   floordiv(a, b)   floormod(a, b)   truncmod(a, b)      // by zero: 0 for integers, inf or nan for floats
 *   shift_left(a, n)   shift_right(a, n)                  // any n: a shift past the width leaves only the sign
 *   square(x)   minimum(a, b)   maximum(a, b)   sign_of(x)   absolute(x)   round_even(x)   copy_sign(x, y)
 *   truncate_to<int8_t>(x)                                // a float to an integer as x86 does
 *   value_lt(a, b) ...                                    // by value: int64_t with uint64_t, int64_t with double
 *
 * Signed integers wrap. Exact types (ap_int, ap_fixed) are in lutra_exact.h.
 */
#ifndef LUTRA_OPS_H
#define LUTRA_OPS_H

#include <math.h>
#include <stdint.h>

#include <type_traits>

#include "hls_half.h"

namespace lutra {

namespace ops {

template <class T, class R = T>
using IfSigned = typename std::enable_if<std::is_integral<T>::value && std::is_signed<T>::value, R>::type;
template <class T, class R = T>
using IfUnsigned = typename std::enable_if<std::is_integral<T>::value && std::is_unsigned<T>::value, R>::type;
template <class T, class R = T>
using IfInteger = typename std::enable_if<std::is_integral<T>::value, R>::type;
template <class T, class R = T>
using IfFloat = typename std::enable_if<std::is_floating_point<T>::value, R>::type;

// The operands of one operator are of one type; a literal beside it may be of another.
template <class T>
struct Same {
  typedef T type;
};
template <class T>
using Again = typename Same<T>::type;

}  // namespace ops

// Rounds down. INT_MIN // -1 wraps.
template <class T>
inline ops::IfSigned<T> floordiv(T a, ops::Again<T> b) {
  if (b == 0) return 0;
  if (b == -1) return (T)(0 - (typename std::make_unsigned<T>::type)a);
  const T rest = (T)(a % b);
  return (T)(a / b - (rest != 0 && (rest < 0) != (b < 0)));
}
template <class T>
inline ops::IfUnsigned<T> floordiv(T a, ops::Again<T> b) {
  return b == 0 ? 0 : (T)(a / b);
}

// The rest of floordiv, with the sign of b.
template <class T>
inline ops::IfSigned<T> floormod(T a, ops::Again<T> b) {
  if (b == 0 || b == -1) return 0;
  const T rest = (T)(a % b);
  return rest != 0 && (rest < 0) != (b < 0) ? (T)(rest + b) : rest;
}
template <class T>
inline ops::IfUnsigned<T> floormod(T a, ops::Again<T> b) {
  return b == 0 ? 0 : (T)(a % b);
}

// The rest of the quotient toward zero, with the sign of a.
template <class T>
inline ops::IfSigned<T> truncmod(T a, ops::Again<T> b) {
  return b == 0 || b == -1 ? 0 : (T)(a % b);
}
template <class T>
inline ops::IfUnsigned<T> truncmod(T a, ops::Again<T> b) {
  return b == 0 ? 0 : (T)(a % b);
}

// Floats take the steps of npy_divmod, each rounded in the type; half takes them in float.
inline float remainder_of(float a, float b) { return ::fmodf(a, b); }
inline double remainder_of(double a, double b) { return ::fmod(a, b); }

template <class T>
inline ops::IfFloat<T> truncmod(T a, ops::Again<T> b) {
  return remainder_of(a, b);
}
template <class T>
inline ops::IfFloat<T> floormod(T a, ops::Again<T> b) {
  const T mod = remainder_of(a, b);
  if (b == 0) return mod;
  if (mod == 0) return (T)::copysign(0.0, (double)b);
  return (b < 0) != (mod < 0) ? mod + b : mod;
}
template <class T>
inline ops::IfFloat<T> floordiv(T a, ops::Again<T> b) {
  if (b == 0 || a == 0) return a / b;
  const T mod = remainder_of(a, b);
  T quotient = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) quotient -= 1;
  if (quotient == 0) return (a < 0) != (b < 0) ? -(T)0 : (T)0;
  const T below = (T)::floor((double)quotient);
  return quotient - below > (T)0.5 ? below + 1 : below;
}
inline half truncmod(half a, half b) { return half(::fmodf((float)a, (float)b)); }
inline half floormod(half a, half b) { return half(floormod((float)a, (float)b)); }
inline half floordiv(half a, half b) { return half(floordiv((float)a, (float)b)); }

template <class T, class N>
inline ops::IfInteger<T> shift_left(T a, N n) {
  return n < (N)(8 * sizeof(T)) && !(n < (N)0) ? (T)((uint64_t)a << n) : (T)0;
}
template <class T, class N>
inline ops::IfInteger<T> shift_right(T a, N n) {
  if (n < (N)(8 * sizeof(T)) && !(n < (N)0)) return (T)(a >> n);
  return a < (T)0 ? (T)-1 : (T)0;
}

// Wraps; n is not negative.
template <class T>
inline ops::IfInteger<T> int_pow(T a, ops::Again<T> n) {
  uint64_t result = 1;
  uint64_t base = (uint64_t)a;
  for (uint64_t rest = (uint64_t)n; rest != 0; rest >>= 1) {
    if (rest & 1) result *= base;
    base *= base;
  }
  return (T)result;
}

// x ** 2, of any type.
template <class T>
inline T square(T x) {
  return (T)(x * x);
}

// NaN wins; of equal floats, zeros of different sign, the second is the result. For half it is the first.
template <class T>
inline ops::IfInteger<T> minimum(T a, ops::Again<T> b) {
  return b < a ? b : a;
}
template <class T>
inline ops::IfInteger<T> maximum(T a, ops::Again<T> b) {
  return b > a ? b : a;
}
template <class T>
inline ops::IfFloat<T> minimum(T a, ops::Again<T> b) {
  return a < b || a != a ? a : b;
}
template <class T>
inline ops::IfFloat<T> maximum(T a, ops::Again<T> b) {
  return a > b || a != a ? a : b;
}
inline half minimum(half a, half b) { return a <= b || a != a ? a : b; }
inline half maximum(half a, half b) { return a >= b || a != a ? a : b; }

// -1, 0 or 1; of either zero +0, of NaN NaN.
template <class T>
inline ops::IfInteger<T> sign_of(T x) {
  return (T)((x > (T)0) - (x < (T)0));
}
template <class T>
inline ops::IfFloat<T> sign_of(T x) {
  return x > 0 ? (T)1 : x < 0 ? (T)-1 : x == 0 ? (T)0 : x;
}
inline half sign_of(half x) { return half(sign_of((float)x)); }

template <class T>
inline ops::IfSigned<T> absolute(T x) {
  return x < 0 ? (T)(0 - (typename std::make_unsigned<T>::type)x) : x;
}
template <class T>
inline ops::IfUnsigned<T> absolute(T x) {
  return x;
}
inline float absolute(float x) { return ::fabsf(x); }
inline double absolute(double x) { return ::fabs(x); }
inline half absolute(half x) { return half(::fabsf((float)x)); }

// To a whole number, halves to the even one.
inline float round_even(float x) { return ::rintf(x); }
inline double round_even(double x) { return ::rint(x); }
inline half round_even(half x) { return half(::rintf((float)x)); }

// A NaN has no sign here: it counts as positive.
inline float copy_sign(float x, float y) { return ::copysignf(x, y != y ? 1.0f : y); }
inline double copy_sign(double x, double y) { return ::copysign(x, y != y ? 1.0 : y); }
inline half copy_sign(half x, half y) { return half(copy_sign((float)x, (float)y)); }

// A float to an integer as a C cast does on x86-64: out of range is the lowest int32 or int64, cut to the type.
template <class T>
inline T truncate_to(double x) {
  if (sizeof(T) < 4 || (sizeof(T) == 4 && std::is_signed<T>::value)) {
    return (T)(x > -2147483649.0 && x < 2147483648.0 ? (int32_t)x : INT32_MIN);
  }
  if (sizeof(T) == 8 && std::is_unsigned<T>::value && x >= 0x1p63) {
    return (T)(x < 0x1p64 ? (uint64_t)x : 0);
  }
  return (T)(x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN);
}
template <>
inline bool truncate_to<bool>(double x) {
  return x != 0;
}

// Comparison by value across signedness, and of integers with double.
namespace ops {

template <class A, class B>
inline typename std::enable_if<std::is_integral<A>::value && std::is_integral<B>::value, int>::type order(A a, B b) {
  const bool a_below = a < (A)0;
  const bool b_below = b < (B)0;
  if (a_below != b_below) return a_below ? -1 : 1;
  if (a_below) return (int64_t)a < (int64_t)b ? -1 : (int64_t)a > (int64_t)b;
  return (uint64_t)a < (uint64_t)b ? -1 : (uint64_t)a > (uint64_t)b;
}
// 2: not ordered. Beyond 2^53 the whole part of b, an integer there, decides.
template <class A>
inline IfInteger<A, int> order(A a, double b) {
  if (b != b) return 2;
  if (b >= 0x1p64) return -1;
  if (b < -0x1p63) return 1;
  const double whole = ::floor(b);
  const int by_whole = whole < 0 ? order(a, (int64_t)whole) : order(a, (uint64_t)whole);
  return by_whole == 0 && b > whole ? -1 : by_whole;
}
template <class B>
inline IfInteger<B, int> order(double a, B b) {
  const int other = order(b, a);
  return other == 2 ? 2 : -other;
}
inline int order(double a, double b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2; }

}  // namespace ops

template <class A, class B>
inline bool value_eq(A a, B b) {
  return ops::order(a, b) == 0;
}
template <class A, class B>
inline bool value_ne(A a, B b) {
  return ops::order(a, b) != 0;
}
template <class A, class B>
inline bool value_lt(A a, B b) {
  return ops::order(a, b) == -1;
}
template <class A, class B>
inline bool value_le(A a, B b) {
  return ops::order(a, b) <= 0;
}
template <class A, class B>
inline bool value_gt(A a, B b) {
  return ops::order(a, b) == 1;
}
template <class A, class B>
inline bool value_ge(A a, B b) {
  const int order = ops::order(a, b);
  return order == 0 || order == 1;
}

// The bit pattern of a float, and the float of a pattern.
inline uint32_t bits_of(float x) {
  union {
    float value;
    uint32_t bits;
  } both;
  both.value = x;
  return both.bits;
}
inline uint64_t bits_of(double x) {
  union {
    double value;
    uint64_t bits;
  } both;
  both.value = x;
  return both.bits;
}
inline float float_of(uint32_t bits) {
  union {
    float value;
    uint32_t bits;
  } both;
  both.bits = bits;
  return both.value;
}
inline double double_of(uint64_t bits) {
  union {
    double value;
    uint64_t bits;
  } both;
  both.bits = bits;
  return both.value;
}

}  // namespace lutra

#endif
