/*
 * Operations of NumPy and of exact types that C has no operator for: C99, C++14 and OpenCL C 1.2.
 *
 *     floordiv32(a, b)          rounds down; by zero it gives 0, as NumPy's int32 does
 *     sext32(x, 12)             the low 12 bits of x as a signed number
 *     shr_even64(x, 8)          x / 2^8 to the nearest integer, ties to even
 *
 * 32 and 64 say how many bits a function computes with; narrower integers are promoted to 32. A leading u is for
 * unsigned numbers. Nothing here overflows in the sense of C: what does not fit wraps.
 */
#ifndef LUTRA_C_H
#define LUTRA_C_H

#ifdef __OPENCL_VERSION__
#define LUTRA_I32 int
#define LUTRA_U32 uint
#define LUTRA_I64 long
#define LUTRA_U64 ulong
#else
#include <math.h>
#include <stdint.h>
#include <string.h>
#define LUTRA_I32 int32_t
#define LUTRA_U32 uint32_t
#define LUTRA_I64 int64_t
#define LUTRA_U64 uint64_t
#endif

/* ---- Division ---- */

#define LUTRA_UNSIGNED_DIVISION(N)                                                                       \
  static inline LUTRA_U##N ufloordiv##N(LUTRA_U##N a, LUTRA_U##N b) { return b == 0 ? 0 : a / b; }       \
  static inline LUTRA_U##N umod##N(LUTRA_U##N a, LUTRA_U##N b) { return b == 0 ? 0 : a % b; }

/* By -1 there is never a rest, and the machine's own division may trap. */
#define LUTRA_SIGNED_DIVISION(N)                                                                         \
  static inline LUTRA_I##N fmod##N(LUTRA_I##N a, LUTRA_I##N b) { return b == 0 || b == -1 ? 0 : a % b; } \
  static inline LUTRA_I##N mod##N(LUTRA_I##N a, LUTRA_I##N b) {                                          \
    const LUTRA_I##N rest = fmod##N(a, b);                                                               \
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;                                         \
  }                                                                                                      \
  static inline LUTRA_I##N floordiv##N(LUTRA_I##N a, LUTRA_I##N b) {                                     \
    if (b == 0) return 0;                                                                                \
    if (b == -1) return (LUTRA_I##N)(0 - (LUTRA_U##N)a);                                                 \
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));                                               \
  }

LUTRA_UNSIGNED_DIVISION(32)
LUTRA_UNSIGNED_DIVISION(64)
LUTRA_SIGNED_DIVISION(32)
LUTRA_SIGNED_DIVISION(64)

/* a / b, b not 0, to an integer: toward zero, or to the nearest with ties to even or away from zero (up if positive). */
static inline LUTRA_I64 div_zero64(LUTRA_I64 a, LUTRA_I64 b) {
  return b == -1 ? (LUTRA_I64)(0 - (LUTRA_U64)a) : a / b;
}

static inline LUTRA_U64 abs64(LUTRA_I64 a) { return a < 0 ? 0 - (LUTRA_U64)a : (LUTRA_U64)a; }

/* 2 * rest against the divisor, without doubling: -1, 0 or 1. */
static inline int lutra_c_half(LUTRA_U64 rest, LUTRA_U64 divisor) {
  const LUTRA_U64 other = divisor - rest;
  return rest < other ? -1 : rest > other;
}

static inline LUTRA_I64 div_even64(LUTRA_I64 a, LUTRA_I64 b) {
  const LUTRA_I64 below = floordiv64(a, b);
  const int middle = lutra_c_half(abs64(mod64(a, b)), abs64(b));
  return below + (middle > 0 || (middle == 0 && (below & 1) != 0));
}

static inline LUTRA_I64 div_away64(LUTRA_I64 a, LUTRA_I64 b) {
  const LUTRA_I64 below = floordiv64(a, b);
  const int middle = lutra_c_half(abs64(mod64(a, b)), abs64(b));
  return below + (middle > 0 || (middle == 0 && (a < 0) == (b < 0)));
}

/* ---- Powers, shifts ---- */

#define LUTRA_POWER(N)                                                    \
  static inline LUTRA_U##N pow##N(LUTRA_U##N base, LUTRA_U##N exponent) { \
    LUTRA_U##N result = 1;                                                \
    for (; exponent != 0; exponent >>= 1) {                               \
      if ((exponent & 1) != 0) result *= base;                            \
      base *= base;                                                       \
    }                                                                     \
    return result;                                                        \
  }

LUTRA_POWER(32)
LUTRA_POWER(64)

/* NumPy's: by a negative count, or by the width or more, only the sign is left. */
#define LUTRA_SHIFTS(N)                                                                                 \
  static inline LUTRA_U##N shl##N(LUTRA_U##N a, LUTRA_U##N count) { return count < N ? a << count : 0; } \
  static inline LUTRA_I##N shr##N(LUTRA_I##N a, LUTRA_U##N count) { return a >> (count < N ? count : N - 1); } \
  static inline LUTRA_U##N ushr##N(LUTRA_U##N a, LUTRA_U##N count) { return count < N ? a >> count : 0; }

LUTRA_SHIFTS(32)
LUTRA_SHIFTS(64)

/* x / 2^n to an integer, 0 < n < 63. */
static inline LUTRA_I64 shr_zero64(LUTRA_I64 x, int n) {
  return (x + (x < 0 ? ((LUTRA_I64)1 << n) - 1 : 0)) >> n;
}

static inline LUTRA_I64 shr_even64(LUTRA_I64 x, int n) {
  const LUTRA_I64 below = x >> n;
  const LUTRA_U64 rest = (LUTRA_U64)x & (((LUTRA_U64)1 << n) - 1);
  const LUTRA_U64 middle = (LUTRA_U64)1 << (n - 1);
  return below + (rest > middle || (rest == middle && (below & 1) != 0));
}

static inline LUTRA_I64 shr_away64(LUTRA_I64 x, int n) {
  const LUTRA_U64 rest = (LUTRA_U64)x & (((LUTRA_U64)1 << n) - 1);
  const LUTRA_U64 middle = (LUTRA_U64)1 << (n - 1);
  return (x >> n) + (rest > middle || (rest == middle && x >= 0));
}

static inline LUTRA_U64 ushr_even64(LUTRA_U64 x, int n) {
  const LUTRA_U64 below = x >> n;
  const LUTRA_U64 rest = x & (((LUTRA_U64)1 << n) - 1);
  const LUTRA_U64 middle = (LUTRA_U64)1 << (n - 1);
  return below + (rest > middle || (rest == middle && (below & 1) != 0));
}

static inline LUTRA_U64 ushr_away64(LUTRA_U64 x, int n) { return (x >> n) + (x >> (n - 1) & 1); }

/* ---- Low bits, bounds ---- */

static inline LUTRA_I32 sext32(LUTRA_U32 x, int bits) { return (LUTRA_I32)(x << (32 - bits)) >> (32 - bits); }
static inline LUTRA_I64 sext64(LUTRA_U64 x, int bits) { return (LUTRA_I64)(x << (64 - bits)) >> (64 - bits); }

#define LUTRA_ORDER(NAME, T)                                        \
  static inline T min##NAME(T a, T b) { return b < a ? b : a; }     \
  static inline T max##NAME(T a, T b) { return b > a ? b : a; }     \
  static inline T clamp##NAME(T x, T low, T high) { return x < low ? low : x > high ? high : x; }

LUTRA_ORDER(32, LUTRA_I32)
LUTRA_ORDER(64, LUTRA_I64)
LUTRA_ORDER(u32, LUTRA_U32)
LUTRA_ORDER(u64, LUTRA_U64)

static inline LUTRA_U32 abs32(LUTRA_I32 a) { return a < 0 ? 0 - (LUTRA_U32)a : (LUTRA_U32)a; }
static inline int sign64(LUTRA_I64 a) { return (a > 0) - (a < 0); }

/* -1, 0 or 1 as a is less than, equal to or greater than b. */
static inline int compare_i64_u64(LUTRA_I64 a, LUTRA_U64 b) {
  return a < 0 || (LUTRA_U64)a < b ? -1 : (LUTRA_U64)a > b;
}

/* ---- Square roots of integers ---- */

/* The largest number whose square is not above x. */
static inline LUTRA_U64 sqrt64(LUTRA_U64 x) {
  LUTRA_U64 root = 0;
  LUTRA_U64 rest = x;
  LUTRA_U64 bit = (LUTRA_U64)1 << 62;
  while (bit > rest) bit >>= 2;
  for (; bit != 0; bit >>= 2) {
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return root;
}

/* The nearest; there are no ties among integers. */
static inline LUTRA_U64 sqrt_nearest64(LUTRA_U64 x) {
  const LUTRA_U64 root = sqrt64(x);
  return root + (x - root * root > root);
}

/* ---- Floats ---- */

/* As NumPy: a NaN wins, and of equal operands (zeros of either sign) the second. */
static inline float min_f32(float a, float b) { return a < b || a != a ? a : b; }
static inline float max_f32(float a, float b) { return a > b || a != a ? a : b; }
static inline float sign_f32(float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : x == 0 ? 0.0f : x; }

#ifdef __OPENCL_VERSION__
static inline uint bits_of_f32(float x) { return as_uint(x); }
static inline float f32_of_bits(uint bits) { return as_float(bits); }
static inline float copysign_f32(float x, float y) { return copysign(x, y != y ? 1.0f : y); }

/* Correctly rounded also where the device's own division and root are not. */
#ifdef LUTRA_ROUNDED_DIVISION
static inline float div_f32(float a, float b) { return a / b; }
static inline float sqrt_f32(float x) { return sqrt(x); }
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static inline float div_f32(float a, float b) { return (float)((double)a / (double)b); }
static inline float sqrt_f32(float x) { return (float)sqrt((double)x); }
#endif
#else
static inline uint32_t bits_of_f32(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float f32_of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline uint64_t bits_of_f64(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline double f64_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline float copysign_f32(float x, float y) { return copysignf(x, y != y ? 1.0f : y); }
#endif

#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static inline ulong bits_of_f64(double x) { return as_ulong(x); }
static inline double f64_of_bits(ulong bits) { return as_double(bits); }
#endif

static inline double min_f64(double a, double b) { return a < b || a != a ? a : b; }
static inline double max_f64(double a, double b) { return a > b || a != a ? a : b; }
static inline double sign_f64(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : x == 0 ? 0.0 : x; }
static inline double copysign_f64(double x, double y) { return copysign(x, y != y ? 1.0 : y); }

/* -1, 0 or 1 as a is less than, equal to or greater than x, exactly; 2 for a NaN. */
static inline int compare_i64_f64(LUTRA_I64 a, double x) {
  if (x != x) return 2;
  if (x >= 0x1p63) return -1;
  if (x < -0x1p63) return 1;
  {
    const double whole = trunc(x);
    const LUTRA_I64 b = (LUTRA_I64)whole;
    if (a != b) return a < b ? -1 : 1;
    return whole < x ? -1 : whole > x;
  }
}

static inline int compare_u64_f64(LUTRA_U64 a, double x) {
  if (x != x) return 2;
  if (x >= 0x1p64) return -1;
  if (x < 0) return 1;
  {
    const double whole = trunc(x);
    const LUTRA_U64 b = (LUTRA_U64)whole;
    if (a != b) return a < b ? -1 : 1;
    return whole < x ? -1 : 0;
  }
}
#endif

#endif
