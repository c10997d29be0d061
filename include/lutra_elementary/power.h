/*
 * x^y = e^(y ln x), with ln x to precision + exponent + 40 fraction bits so that the product has W = precision + 20.
 * Rational cases are computed exactly and rounded once, for they alone can hit a midpoint: a power of two to a power
 * that leaves it one, whole powers of up to 128 bits, and x^(n/2^j) of perfect squares; also x^0.5 = sqrt x. Zeros,
 * infinities, NaN and negative x are as C's pow has them.
 */
#ifndef LUTRA_ELEMENTARY_POWER_H
#define LUTRA_ELEMENTARY_POWER_H

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

/* (2^e)^y where e * y is an integer; NaN elsewhere. The mantissa of y is odd. */
static inline double lutra_power_of_power(int e, lutra_pieces y, int E, int M, int variant) {
  const int sign = e > 0 ? 1 : e < 0 ? -1 : 0;
  int size = sign * (1 << 20); /* beyond every format, but for e = 0 */
  if (y.exponent < 0) {
    const int halvings = y.exponent < -20 ? 20 : -y.exponent; /* |e| is below 2^20 */
    if ((e & ((1 << halvings) - 1)) != 0) return lutra_nan();
    e /= 1 << halvings;
  }
  if (e != 0 && lutra_top(y) <= 14) {
    size = e * (int)(y.exponent > 0 ? y.mantissa << y.exponent : y.mantissa);
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
  for (int i = 0; i < 6; i++) { /* a mantissa of 53 bits is a square of squares no more often */
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
  lutra_exact exponent = lutra_long_ln(lutra_wide_of(0, x.mantissa), x.exponent, width + E + 20);
  exponent.mantissa = lutra_wide_scale(exponent.mantissa, y.mantissa);
  exponent.exponent += y.exponent;
  exponent.negative ^= y.negative;
  return lutra_exact_round(lutra_power_exact(lutra_exp_power(exponent, width), width), E, M, variant);
}

/* What is known of x^y without a logarithm. */
typedef struct {
  int settled;
  double result; /* where it is settled */
  int negative;  /* elsewhere: x^y is -(|x|^y) */
  lutra_pieces x, y; /* |x| and y, their mantissas odd */
} lutra_power_case;

static inline lutra_power_case lutra_settled_pow(lutra_power_case known, double result) {
  known.settled = 1;
  known.result = result;
  return known;
}

static inline lutra_power_case lutra_settle_pow(double x, double y, int E, int M, int variant) {
  lutra_power_case known;
  known.x = lutra_odd(lutra_unpack(x));
  known.y = lutra_odd(lutra_unpack(y));
  const int whole = known.y.kind == LUTRA_INFINITE || known.y.exponent >= 0;
  const int is_negative = known.x.negative;
  const double size = is_negative ? -x : x;
  known.settled = 0;
  known.result = 0;
  known.negative = is_negative && known.y.kind == LUTRA_FINITE && known.y.exponent == 0;
  known.x.negative = 0;
  if (y == 0 || x == 1) return lutra_settled_pow(known, 1.0);
  if (known.x.kind == LUTRA_NAN || known.y.kind == LUTRA_NAN) return lutra_settled_pow(known, lutra_nan());
  if (known.y.kind == LUTRA_INFINITE) {
    if (size == 1) return lutra_settled_pow(known, 1.0);
    return lutra_settled_pow(known, (size > 1) != known.y.negative ? lutra_infinity(0) : 0.0);
  }
  if (known.x.kind == LUTRA_INFINITE) {
    return lutra_settled_pow(known, known.y.negative ? lutra_zero(known.negative) : lutra_infinity(known.negative));
  }
  if (x == 0) {
    return lutra_settled_pow(known, known.y.negative ? lutra_infinity(known.negative) : lutra_zero(known.negative));
  }
  if (is_negative && !whole) return lutra_settled_pow(known, lutra_nan());
  const double exact = lutra_exact_power(known.x, known.y, E, M, variant);
  return exact != exact ? known : lutra_settled_pow(known, known.negative ? -exact : exact);
}

static inline double lutra_integer_pow(double x, double y, int E, int M, int variant) {
  const lutra_power_case known = lutra_settle_pow(x, y, E, M, variant);
  if (known.settled) return known.result;
  const double size = lutra_rounded_power(known.x, known.y, E, M, variant);
  return known.negative ? -size : size;
}

#endif
