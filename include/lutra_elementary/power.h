/*
 * x^y = e^(y ln x), with ln x to precision + exponent + 40 fraction bits so that the product has W = precision + 20.
 * Rational cases are computed exactly and rounded once, for they alone can hit a midpoint: a power of two to a power
 * that leaves it one, whole powers of up to 128 bits, and x^(n/2^j) of perfect squares; also x^0.5 = sqrt x. Zeros,
 * infinities, NaN and negative x are as C's pow has them.
 */
#ifndef LUTRA_ELEMENTARY_POWER_H
#define LUTRA_ELEMENTARY_POWER_H

/* Signed fixed point of more than 64 bits. */
typedef struct {
  int negative;
  lutra_wide size;
} lutra_signed;

static inline lutra_signed lutra_signed_of(int negative, lutra_wide size) {
  lutra_signed x;
  x.negative = negative;
  x.size = size;
  return x;
}

static inline lutra_signed lutra_signed_add(lutra_signed a, lutra_signed b) {
  if (a.negative == b.negative) return lutra_signed_of(a.negative, lutra_wide_add(a.size, b.size));
  return lutra_wide_less(a.size, b.size) ? lutra_signed_of(b.negative, lutra_wide_sub(b.size, a.size))
                                         : lutra_signed_of(a.negative, lutra_wide_sub(a.size, b.size));
}

/* x / 2^shift, rounded down. */
static inline lutra_signed lutra_signed_right(lutra_signed x, int shift) {
  const lutra_wide whole = lutra_wide_right(x.size, shift);
  const int up = x.negative && !lutra_wide_equal(lutra_wide_left(whole, shift), x.size);
  return lutra_signed_of(x.negative, lutra_wide_add(whole, lutra_wide_of(0, (lutra_u64)up)));
}

static inline lutra_signed lutra_signed_mul_shift(lutra_signed a, lutra_signed b, int shift) {
  return lutra_signed_right(lutra_signed_of(a.negative != b.negative, lutra_wide_mul(a.size, b.size)), shift);
}

/* A constant of 127 fraction bits, rounded to nearest. */
static inline lutra_wide lutra_long_constant(lutra_u64 high, lutra_u64 low, int width) {
  const lutra_wide twice = lutra_wide_right(lutra_wide_of(high, low), 126 - width);
  return lutra_wide_right(lutra_wide_add(twice, lutra_wide_of(0, 1)), 1);
}

/* lutra_ln with up to 72 fraction bits: see there. */
static inline lutra_exact lutra_long_ln(lutra_u64 mantissa, int exponent, int width) {
  const int length = lutra_length(mantissa);
  const lutra_wide significand = lutra_wide_shift(lutra_wide_of(0, mantissa), width - (length - 1));
  const int upper = lutra_wide_right(significand, width - 5).word[0] >= 45;
  const int k = exponent + length - 1 + upper;
  const lutra_wide z = upper ? significand : lutra_wide_left(significand, 1);
  const int index = (int)lutra_wide_right(z, width - 5).word[0] - 45;
  const int c = lutra_log_reciprocal[index];
  const lutra_signed one = lutra_signed_of(1, lutra_wide_left(lutra_wide_of(0, 1), width + 9));
  const lutra_signed t = lutra_signed_add(lutra_signed_of(0, lutra_wide_scale(z, (lutra_u64)c)), one);
  const lutra_signed x = lutra_signed_right(t, 9);
  lutra_signed sum = lutra_signed_of(0, lutra_wide_of(0, 0));
  lutra_exact result;
  for (int n = 13; n >= 0; n--) {
    const lutra_wide inverse = lutra_long_constant(lutra_inverse[n][0], lutra_inverse[n][1], width);
    if (lutra_wide_length(inverse) < 6 * n) continue;
    sum = lutra_signed_add(lutra_signed_mul_shift(sum, x, width), lutra_signed_of(n & 1, inverse));
  }
  if (k == 0 && c == 256) {
    result.negative = t.negative;
    result.exponent = -2 * width - 9;
    result.mantissa = lutra_wide_mul(t.size, sum.size);
    return result;
  }
  const lutra_wide ln2 = lutra_long_constant(lutra_ln2[0], lutra_ln2[1], width);
  const lutra_wide log = lutra_long_constant(lutra_log_table[index][0], lutra_log_table[index][1], width);
  const lutra_signed whole = lutra_signed_of(k < 0, lutra_wide_scale(ln2, (lutra_u64)(k < 0 ? -k : k)));
  sum = lutra_signed_mul_shift(t, sum, width + 9);
  sum = lutra_signed_add(lutra_signed_add(whole, lutra_signed_of(c > 256, log)), sum);
  result.negative = sum.negative;
  result.exponent = -width;
  result.mantissa = sum.size;
  return result;
}

/* A number with an odd mantissa. */
static inline lutra_pieces lutra_odd(lutra_pieces x) {
  for (int step = 32; step > 0; step >>= 1) {
    if ((x.mantissa & ((LUTRA_ONE << step) - 1)) == 0) {
      x.mantissa >>= step;
      x.exponent += step;
    }
  }
  return x;
}

/* floor(sqrt(x)) of x < 2^54 */
static inline lutra_u64 lutra_small_sqrt(lutra_u64 x) {
  lutra_u64 root = 0;
  for (int place = 26; place >= 0; place--) {
    const lutra_u64 next = root | LUTRA_ONE << place;
    if (next * next <= x) root = next;
  }
  return root;
}

/* (2^e)^y where e * y is an integer; NaN elsewhere. */
static inline double lutra_power_of_power(int e, lutra_pieces y, int E, int M, int variant) {
  const lutra_i64 product = (lutra_i64)e * (lutra_i64)y.mantissa;
  const int sign = e > 0 ? 1 : e < 0 ? -1 : 0;
  int size;
  if (y.exponent < 0 && product != 0) {
    if (y.exponent < -62 || (product & (((lutra_i64)1 << -y.exponent) - 1)) != 0) return lutra_nan();
  }
  if (product == 0 || lutra_top(y) > 14) {
    size = sign * (1 << 20); /* beyond every format, but for e = 0 */
  } else {
    size = (int)(y.exponent < 0 ? product >> -y.exponent : product * ((lutra_i64)1 << y.exponent));
  }
  return lutra_nearest(0, 1, y.negative ? -size : size, 0, E, M, variant);
}

/* x^y of a positive x where it is rational and short; NaN elsewhere. Mantissas are odd. */
static inline double lutra_exact_power(lutra_pieces x, lutra_pieces y, int E, int M, int variant) {
  lutra_wide power = lutra_wide_of(0, 1);
  int count;
  if (y.mantissa == 1 && y.exponent == -1 && !y.negative) {
    return lutra_float_sqrt(lutra_pack(0, x.mantissa, x.exponent), E, M, variant);
  }
  if (x.mantissa == 1) return lutra_power_of_power(x.exponent, y, E, M, variant);
  for (int i = 0; i < 6; i++) { /* a mantissa of 32 bits is a square of squares no more often */
    const lutra_u64 root = lutra_small_sqrt(x.mantissa);
    if (y.exponent >= 0) break;
    if (root * root != x.mantissa || (x.exponent & 1) != 0) return lutra_nan();
    x.mantissa = root;
    x.exponent /= 2;
    y.exponent++;
  }
  if (lutra_top(y) > 7) return lutra_nan();
  count = (int)(y.mantissa << y.exponent);
  if (lutra_length(x.mantissa) * count > 128) return lutra_nan();
  for (int i = 0; i < 64; i++) { /* from 3 on a mantissa has two bits */
    if (i < count) power = lutra_wide_scale(power, x.mantissa);
  }
  if (!y.negative) return lutra_nearest_wide(0, power, x.exponent * count, 0, E, M, variant);
  const int scale = lutra_wide_length(power) + 60;
  const lutra_wide_rounded quotient = lutra_wide_div(lutra_wide_left(lutra_wide_of(0, 1), scale), power);
  return lutra_nearest_wide(0, quotient.result, -x.exponent * count - scale, quotient.inexact, E, M, variant);
}

/* e^(y ln x) of a positive x */
static inline double lutra_rounded_power(lutra_pieces x, lutra_pieces y, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  lutra_exact exponent = lutra_long_ln(x.mantissa, x.exponent, width + E + 20);
  exponent.mantissa = lutra_wide_scale(exponent.mantissa, y.mantissa);
  exponent.exponent += y.exponent;
  exponent.negative ^= y.negative;
  return lutra_exact_round(lutra_power_exact(lutra_exp_power(exponent, width), width), E, M, variant);
}

static inline double lutra_integer_pow(double x, double y, int E, int M, int variant) {
  const lutra_pieces q = lutra_odd(lutra_unpack(y));
  lutra_pieces p = lutra_odd(lutra_unpack(x));
  const int whole = q.kind == LUTRA_INFINITE || q.exponent >= 0;
  const int negative = p.negative && q.kind == LUTRA_FINITE && q.exponent == 0;
  const double size = p.negative ? -x : x;
  double result;
  if (y == 0 || x == 1) return 1.0;
  if (p.kind == LUTRA_NAN || q.kind == LUTRA_NAN) return lutra_nan();
  if (q.kind == LUTRA_INFINITE) {
    if (size == 1) return 1.0;
    return (size > 1) != q.negative ? lutra_infinity(0) : 0.0;
  }
  if (p.kind == LUTRA_INFINITE) return q.negative ? lutra_zero(negative) : lutra_infinity(negative);
  if (x == 0) return q.negative ? lutra_infinity(negative) : lutra_zero(negative);
  if (p.negative && !whole) return lutra_nan();
  p.negative = 0;
  result = lutra_exact_power(p, q, E, M, variant);
  if (result != result) result = lutra_rounded_power(p, q, E, M, variant);
  return negative ? -result : result;
}

#endif
