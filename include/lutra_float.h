/*
 * float<E,M>: arithmetic of every float format, bit for bit as src/types/float defines it. C99, C++14, OpenCL C 1.2.
 *
 *     double c = lutra_float_add(a, b, 5, 4, LUTRA_IEEE);   // C and OpenCL: values of float<5,4>, rounded once
 *     float h = lutra_float_mul(x, y, LUTRA_FLOAT16);       // LUTRA_FLOAT16 stands for 5, 10, LUTRA_IEEE
 *     lutra::floating<5, 4> c = a + b;                      // C++
 *
 * A value is the double (or, up to 8 exponent and 23 mantissa bits, 7 for flopoco, the float) that it equals; E, M and
 * the variant come last and are constants. Not here: flopoco with 11 exponent bits, whose values are no doubles.
 * Comparison, negation and fabs are the plain operators; where formats do not differ a function takes none.
 *
 *     F stands for `int E, int M, int variant`; all names begin with lutra_float_
 *
 *     double round(double x, F)                          the nearest value, ties to even; so every float -> float
 *     double add sub mul div(double a, double b, F)
 *     double sqrt(double x, F)
 *     double fmod mod floordiv(double a, double b, F)    C's %; NumPy's % and //
 *     double floor ceil trunc rint(double x, F)
 *     double min max(double a, double b, F)              NaN wins; which of two zeros depends on the format
 *     double sign(double x)                              -1, 0, 1 or NaN
 *     double copysign(double x, double y)                a NaN y counts as positive
 *     int    isnan isinf isfinite(double x)
 *
 *     double from_int(int64 v, F), from_uint(uint64 v, F)                    rounded once
 *     double from_fixed(int64 raw, int fraction, F), from_ufixed(uint64 raw, int fraction, F)
 *     int64  to_fixed(double x, int width, int fraction, int rounding, int overflow)       the raw integer, width <= 64
 *     uint64 to_ufixed(double x, int width, int fraction, int rounding, int overflow)
 *            rounding: LUTRA_TRUNCATE LUTRA_FLOOR LUTRA_NEAREST_EVEN LUTRA_NEAREST_AWAY LUTRA_TOWARD_ZERO
 *            overflow: LUTRA_WRAP LUTRA_SATURATE;  int<N>: to_fixed(x, N, 0, LUTRA_TOWARD_ZERO, LUTRA_WRAP)
 *     int    to_int32(double x)                          NumPy's, as x86 does; of (u)int8, (u)int16: the low bits
 *     int64  to_int64(double x)                          of uint32: the low bits
 *     uint64 to_uint64(double x)
 *
 *     uint64 to_bits(double x, F)                        the bit pattern, of formats that have at most 64 bits
 *     double from_bits(uint64 bits, F)
 *
 * C++: lutra::floating<E, M, variant = LUTRA_IEEE> has + - * / unary - and comparisons; it is made from any number
 * (rounding once) and converts explicitly to float, double and bool; sqrt, floor, min, mod, exp, ... are functions of
 * namespace lutra, found by their argument: mod(a, b). See lutra_float_cpp.h.
 */
#ifndef LUTRA_FLOAT_H
#define LUTRA_FLOAT_H

#include "lutra_wide.h"

#define LUTRA_IEEE 0
#define LUTRA_FTZ 1     /* subnormals are zero */
#define LUTRA_FLOPOCO 2 /* the same, and every exponent code is a number */

#define LUTRA_FLOAT16 5, 10, LUTRA_IEEE
#define LUTRA_FLOAT32 8, 23, LUTRA_IEEE
#define LUTRA_FLOAT64 11, 52, LUTRA_IEEE

#define LUTRA_TRUNCATE 0
#define LUTRA_FLOOR 0 /* the same of an integer in two's complement */
#define LUTRA_NEAREST_EVEN 1
#define LUTRA_NEAREST_AWAY 2
#define LUTRA_TOWARD_ZERO 3

#define LUTRA_WRAP 0
#define LUTRA_SATURATE 1

/* A double taken apart: +- mantissa * 2^exponent, or as `kind` says. */

#define LUTRA_FINITE 0
#define LUTRA_INFINITE 1
#define LUTRA_NAN 2

typedef struct {
  int kind;
  int negative;
  int exponent;
  lutra_u64 mantissa; /* 53 bits, fewer of a subnormal double */
} lutra_pieces;

static inline lutra_u64 lutra_bits_of(double x) {
#ifdef __OPENCL_VERSION__
  return as_ulong(x);
#else
  union {
    double value;
    lutra_u64 bits;
  } both;
  both.value = x;
  return both.bits;
#endif
}

static inline double lutra_of_bits(lutra_u64 bits) {
#ifdef __OPENCL_VERSION__
  return as_double(bits);
#else
  union {
    double value;
    lutra_u64 bits;
  } both;
  both.bits = bits;
  return both.value;
#endif
}

static inline lutra_pieces lutra_unpack(double x) {
  const lutra_u64 bits = lutra_bits_of(x);
  const int code = (int)(bits >> 52) & 0x7ff;
  const lutra_u64 fraction = bits & ((LUTRA_ONE << 52) - 1);
  lutra_pieces pieces;
  pieces.kind = code != 0x7ff ? LUTRA_FINITE : fraction == 0 ? LUTRA_INFINITE : LUTRA_NAN;
  pieces.negative = (int)(bits >> 63);
  pieces.exponent = code == 0 ? -1074 : code - 1075;
  pieces.mantissa = code == 0 ? fraction : fraction | LUTRA_ONE << 52;
  return pieces;
}

static inline double lutra_zero(int negative) {
  return negative ? -0.0 : 0.0;
}

static inline double lutra_infinity(int negative) {
  return lutra_of_bits((lutra_u64)(negative ? 0xfff : 0x7ff) << 52);
}

static inline double lutra_nan(void) {
  return lutra_of_bits((lutra_u64)0xfff << 51);
}

/* +- mantissa * 2^exponent, which is a double; the mantissa is at most 2^53. */
static inline double lutra_pack(int negative, lutra_u64 mantissa, int exponent) {
  const int shift = 53 - lutra_length(mantissa);
  const int code = exponent - shift + 1075;
  lutra_u64 bits;
  if (mantissa == 0) return lutra_zero(negative);
  if (code > 0) {
    const lutra_u64 significand = shift >= 0 ? mantissa << shift : mantissa >> 1;
    bits = ((lutra_u64)code << 52) + (significand - (LUTRA_ONE << 52));
  } else {
    bits = exponent >= -1074 ? mantissa << (exponent + 1074) : mantissa >> (-1074 - exponent);
  }
  return lutra_of_bits(bits | (lutra_u64)negative << 63);
}

/* Formats: a finite value is +- an integer of E's precision times a power of two. */

static inline int lutra_min_exponent(int E, int variant) {
  return (variant == LUTRA_FLOPOCO ? 1 : 2) - (1 << (E - 1));
}

static inline int lutra_max_exponent(int E, int variant) {
  return (1 << (E - 1)) - (variant == LUTRA_FLOPOCO ? 0 : 1);
}

static inline int lutra_is_float16(int E, int M, int variant) {
  return E == 5 && M == 10 && variant == LUTRA_IEEE;
}

static inline int lutra_is_float64(int E, int M, int variant) {
  return E == 11 && M == 52 && variant == LUTRA_IEEE;
}

/*
 * The nearest value of the format to +- mantissa * 2^exponent, ties to even; `sticky`: the true magnitude is a little
 * larger. ieee rounds to the subnormal grid below the smallest normal number; the others round as if exponents were
 * unbounded and then flush what is below it.
 */
static inline double lutra_nearest(int negative, lutra_u64 mantissa, int exponent, int sticky, int E, int M, int variant) {
  const int lift = 63 - lutra_length(mantissa); /* to 63 bits: what sticky adds is far below the last place */
  const int top = exponent - lift + 62;
  const int least = lutra_min_exponent(E, variant);
  const int grid = (variant == LUTRA_IEEE && top < least ? least : top) - M;
  const int shift = grid - (exponent - lift);
  lutra_u64 kept, rest, middle;
  int rounded;
  if (mantissa == 0 || shift > 63) return lutra_zero(negative);
  mantissa = (lift < 0 ? lutra_right_sticky(mantissa, 1) : mantissa << lift) | (lutra_u64)(sticky != 0);
  kept = mantissa >> shift;
  rest = mantissa & ((LUTRA_ONE << shift) - 1);
  middle = LUTRA_ONE << (shift - 1);
  if (rest > middle || (rest == middle && (kept & 1) == 1)) kept++;
  rounded = grid + lutra_length(kept) - 1;
  if (kept == 0) return lutra_zero(negative);
  if (rounded > lutra_max_exponent(E, variant)) return lutra_infinity(negative);
  if (variant != LUTRA_IEEE && rounded < least) return lutra_zero(negative);
  return lutra_pack(negative, kept, grid);
}

static inline double lutra_nearest_wide(int negative, lutra_wide mantissa, int exponent, int sticky, int E, int M,
                                        int variant) {
  const int drop = lutra_wide_length(mantissa) - 63;
  if (drop > 0) {
    const lutra_wide kept = lutra_wide_right(mantissa, drop);
    sticky |= !lutra_wide_equal(lutra_wide_left(kept, drop), mantissa);
    return lutra_nearest(negative, kept.word[0], exponent + drop, sticky, E, M, variant);
  }
  return lutra_nearest(negative, mantissa.word[0], exponent, sticky, E, M, variant);
}

static inline double lutra_float_round(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE || lutra_is_float64(E, M, variant)) return x;
  return lutra_nearest(p.negative, p.mantissa, p.exponent, 0, E, M, variant);
}

/*
 * Arithmetic. A double operation that is rounded again to p = M + 1 bits is exact where 53 >= 2p + 2 (an exact sum,
 * product, quotient or root is never so near a midpoint of p bits that it rounds to it in 53) and no result that
 * matters is a subnormal double: with at most 10 exponent bits. Elsewhere the exact result is made of integers.
 */
static inline int lutra_doubles_do(int E, int M) {
  return M <= 24 && E <= 10;
}

static inline double lutra_exact_add(double a, double b, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(a), q = lutra_unpack(b);
  /* Nine bits below the last place, the lowest sticky; the smaller one loses bits only where they cannot cancel. */
  const int swap = p.exponent < q.exponent || (p.exponent == q.exponent && p.mantissa < q.mantissa);
  const lutra_u64 large = (swap ? q.mantissa : p.mantissa) << 9;
  const int gap = swap ? q.exponent - p.exponent : p.exponent - q.exponent;
  const lutra_u64 small = lutra_right_sticky((swap ? p.mantissa : q.mantissa) << 9, gap);
  const lutra_u64 sum = p.negative == q.negative ? large + small : large - small;
  if (p.kind != LUTRA_FINITE || q.kind != LUTRA_FINITE) return a + b;
  if (sum == 0) return lutra_zero(p.negative && q.negative);
  return lutra_nearest(swap ? q.negative : p.negative, sum, (swap ? q.exponent : p.exponent) - 9, 0, E, M, variant);
}

static inline double lutra_exact_mul(double a, double b, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(a), q = lutra_unpack(b);
  const lutra_u64 low = p.mantissa * q.mantissa, high = lutra_mul_high(p.mantissa, q.mantissa);
  if (p.kind != LUTRA_FINITE || q.kind != LUTRA_FINITE) return a * b;
  return lutra_nearest_wide(p.negative != q.negative, lutra_wide_of(high, low), p.exponent + q.exponent, 0, E, M, variant);
}

static inline double lutra_exact_div(double a, double b, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(a), q = lutra_unpack(b);
  const int negative = p.negative != q.negative;
  if (p.kind != LUTRA_FINITE || q.kind != LUTRA_FINITE || p.mantissa == 0 || q.mantissa == 0) return a / b;
  /* So many quotient bits that the rest only matters as "not zero". */
  const int scale = lutra_length(q.mantissa) + 60;
  const lutra_wide dividend = lutra_wide_left(lutra_wide_of(0, p.mantissa), scale);
  const lutra_wide_rounded quotient = lutra_wide_div(dividend, lutra_wide_of(0, q.mantissa));
  return lutra_nearest_wide(negative, quotient.result, p.exponent - q.exponent - scale, quotient.inexact, E, M, variant);
}

static inline double lutra_exact_sqrt(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE || p.mantissa == 0 || p.negative) return sqrt(x);
  const int least = 116 - lutra_length(p.mantissa);
  const int shift = ((p.exponent - least) & 1) == 0 ? least : least + 1; /* an even exponent */
  const lutra_wide_rounded root = lutra_wide_sqrt(lutra_wide_left(lutra_wide_of(0, p.mantissa), shift));
  return lutra_nearest_wide(0, root.result, (p.exponent - shift) / 2, root.inexact, E, M, variant);
}

static inline double lutra_float_add(double a, double b, int E, int M, int variant) {
  if (lutra_is_float64(E, M, variant)) return a + b;
  return lutra_doubles_do(E, M) ? lutra_float_round(a + b, E, M, variant) : lutra_exact_add(a, b, E, M, variant);
}

static inline double lutra_float_sub(double a, double b, int E, int M, int variant) {
  return lutra_float_add(a, -b, E, M, variant);
}

static inline double lutra_float_mul(double a, double b, int E, int M, int variant) {
  if (lutra_is_float64(E, M, variant)) return a * b;
  return lutra_doubles_do(E, M) ? lutra_float_round(a * b, E, M, variant) : lutra_exact_mul(a, b, E, M, variant);
}

static inline double lutra_float_div(double a, double b, int E, int M, int variant) {
  if (lutra_is_float64(E, M, variant)) return a / b;
  return lutra_doubles_do(E, M) ? lutra_float_round(a / b, E, M, variant) : lutra_exact_div(a, b, E, M, variant);
}

static inline double lutra_float_sqrt(double x, int E, int M, int variant) {
  if (lutra_is_float64(E, M, variant)) return sqrt(x);
  return lutra_doubles_do(E, M) ? lutra_float_round(sqrt(x), E, M, variant) : lutra_exact_sqrt(x, E, M, variant);
}

/* a - b * trunc(a / b), exact but for a flush; the sign of a. */
static inline double lutra_float_fmod(double a, double b, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(a), q = lutra_unpack(b);
  lutra_u64 rest;
  int left = p.exponent - q.exponent;
  if (p.kind != LUTRA_FINITE || q.kind == LUTRA_NAN || (q.kind == LUTRA_FINITE && q.mantissa == 0)) return lutra_nan();
  if (q.kind == LUTRA_INFINITE || left < 0) return a;
  rest = p.mantissa % q.mantissa;
  for (int i = 0; i < 192; i++) { /* 11 bits at a time: 53 + 11 = 64 */
    const int step = left < 11 ? left : 11;
    if (left == 0) break;
    rest = (rest << step) % q.mantissa;
    left -= step;
  }
  return lutra_float_round(lutra_pack(p.negative, rest, q.exponent), E, M, variant);
}

/* NumPy's remainder and floor division, each step rounded in the type; float16 takes its steps in float32. */

static inline double lutra_steps_mod(double a, double b, int E, int M, int variant) {
  const double rest = lutra_float_fmod(a, b, E, M, variant);
  if (b == 0) return rest;
  if (rest == 0) return lutra_zero((int)(lutra_bits_of(b) >> 63));
  return (b < 0) != (rest < 0) ? lutra_float_add(rest, b, E, M, variant) : rest;
}

static inline double lutra_float_mod(double a, double b, int E, int M, int variant) {
  if (!lutra_is_float16(E, M, variant)) return lutra_steps_mod(a, b, E, M, variant);
  return lutra_float_round(lutra_steps_mod(a, b, LUTRA_FLOAT32), E, M, variant);
}

static inline double lutra_steps_floordiv(double a, double b, int E, int M, int variant) {
  double rest, quotient, below;
  if (b == 0 || a == 0) return lutra_float_div(a, b, E, M, variant);
  rest = lutra_float_fmod(a, b, E, M, variant);
  quotient = lutra_float_div(lutra_float_sub(a, rest, E, M, variant), b, E, M, variant);
  if (rest != 0 && (b < 0) != (rest < 0)) quotient = lutra_float_sub(quotient, 1.0, E, M, variant);
  if (quotient == 0) return lutra_zero((a < 0) != (b < 0));
  below = lutra_float_round(floor(quotient), E, M, variant);
  return lutra_float_sub(quotient, below, E, M, variant) > 0.5 ? lutra_float_add(below, 1.0, E, M, variant) : below;
}

static inline double lutra_float_floordiv(double a, double b, int E, int M, int variant) {
  if (!lutra_is_float16(E, M, variant)) return lutra_steps_floordiv(a, b, E, M, variant);
  return lutra_float_round(lutra_steps_floordiv(a, b, LUTRA_FLOAT32), E, M, variant);
}

/* Integers in the type: one beyond the largest finite value, which can only be where that is a fraction, is infinity. */

static inline double lutra_float_floor(double x, int E, int M, int variant) {
  return lutra_float_round(floor(x), E, M, variant);
}

static inline double lutra_float_ceil(double x, int E, int M, int variant) {
  return lutra_float_round(ceil(x), E, M, variant);
}

static inline double lutra_float_trunc(double x, int E, int M, int variant) {
  return lutra_float_round(trunc(x), E, M, variant);
}

static inline double lutra_float_rint(double x, int E, int M, int variant) {
  return lutra_float_round(rint(x), E, M, variant);
}

/* Of zeros of different sign the second, as NumPy gives on x86; of float16 the first. */

static inline double lutra_float_min(double a, double b, int E, int M, int variant) {
  return a < b || a != a || (a == b && lutra_is_float16(E, M, variant)) ? a : b;
}

static inline double lutra_float_max(double a, double b, int E, int M, int variant) {
  return a > b || a != a || (a == b && lutra_is_float16(E, M, variant)) ? a : b;
}

static inline double lutra_float_sign(double x) {
  return x > 0 ? 1.0 : x < 0 ? -1.0 : x == 0 ? 0.0 : x;
}

static inline double lutra_float_copysign(double x, double y) {
  const lutra_u64 sign = LUTRA_ONE << 63;
  return lutra_of_bits((lutra_bits_of(x) & ~sign) | (y == y ? lutra_bits_of(y) & sign : 0));
}

static inline int lutra_float_isnan(double x) {
  return x != x;
}

static inline int lutra_float_isinf(double x) {
  return lutra_unpack(x).kind == LUTRA_INFINITE;
}

static inline int lutra_float_isfinite(double x) {
  return lutra_unpack(x).kind == LUTRA_FINITE;
}

#include "lutra_float_convert.h"

#ifdef __cplusplus
#include "lutra_float_cpp.h"
#endif

#endif
