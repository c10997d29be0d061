/*
 * e^x = 2^k * e^(i/32) * e^s: k the nearest integer to x / ln 2, i/32 the nearest to what is left, |s| <= 1/64. The
 * second factor is from a table, the third a Taylor polynomial. Everything has W = precision + 20 fraction bits, the
 * reduction by k ln 2 another 12. Under 1/4 expm1 and sinh are series of their own.
 */
#ifndef LUTRA_ELEMENTARY_EXP_H
#define LUTRA_ELEMENTARY_EXP_H

/* significand / 2^W * 2^exponent, the significand from 0.7 to 1.42 */
typedef struct {
  lutra_i64 significand;
  int exponent;
} lutra_power;

/* An exponent, either way, that no format has. */
static inline int lutra_far(int negative) {
  return negative ? -(1 << 13) : 1 << 13;
}

/* e^r for |r| < 0.36 */
static inline lutra_i64 lutra_exp_core(lutra_i64 r, int width) {
  const lutra_i64 step = (lutra_i64)1 << (width - 5);
  const lutra_i64 i = (r + step / 2) >> (width - 5);
  const lutra_i64 s = r - i * step;
  const lutra_i64 factor = lutra_constant(lutra_exp_table[i + 12][0], 63, width);
  return lutra_mul_shift(factor, lutra_horner(LUTRA_SERIES_EXP, 10, 6, s, width), width);
}

/* e^x as significand and exponent. */
static inline lutra_power lutra_exp_power(lutra_exact x, int width) {
  const int fine = width + 12;
  const lutra_i64 ln2 = lutra_constant(lutra_ln2[0], 63, fine);
  const lutra_i64 inverse = lutra_constant(lutra_inverse_ln2[0], 63, fine);
  lutra_power power;
  if (lutra_exact_top(x) > 12) {
    power.significand = (lutra_i64)1 << width;
    power.exponent = lutra_far(x.negative);
    return power;
  }
  /* The argument rounded down, k = (argument * inverse + 1/2) rounded down: up to 75 bits, and 138. */
  lutra_wide argument = lutra_wide_shift(x.mantissa, x.exponent + fine);
  const lutra_wide back = lutra_wide_shift(argument, -(x.exponent + fine));
  if (x.negative && !lutra_wide_equal(back, x.mantissa)) argument = lutra_wide_add(argument, lutra_wide_of(0, 1));
  const lutra_wide middle = lutra_wide_left(lutra_wide_of(0, 1), 2 * fine - 1);
  lutra_wide product = lutra_wide_add(lutra_wide_scale(argument, (lutra_u64)inverse), middle);
  if (x.negative) product = lutra_wide_sub(product, lutra_wide_of(0, 1));
  const lutra_i64 size = (lutra_i64)lutra_wide_right(product, 2 * fine).word[0];
  const lutra_i64 k = x.negative ? -size : size;
  const lutra_u64 low = x.negative ? 0 - argument.word[0] : argument.word[0];
  const lutra_i64 rest = (lutra_i64)(low - (lutra_u64)k * (lutra_u64)ln2);
  power.significand = lutra_exp_core(rest >> 12, width);
  power.exponent = (int)k;
  return power;
}

static inline lutra_exact lutra_power_exact(lutra_power power, int width) {
  return lutra_exact_of(0, (lutra_u64)power.significand, power.exponent - width);
}

static inline lutra_exact lutra_exp2_core(lutra_pieces x, int width) {
  lutra_exact argument = lutra_size_of(x);
  argument.negative = x.negative;
  if (lutra_top(x) > 12) return lutra_exact_of(0, 1, lutra_far(x.negative));
  const lutra_i64 whole = (lutra_to_fixed(argument, 1) + 1) >> 1;
  const lutra_i64 rest = (lutra_i64)((lutra_u64)lutra_to_fixed(argument, width) - ((lutra_u64)whole << width));
  const lutra_i64 ln2 = lutra_constant(lutra_ln2[0], 63, width);
  const lutra_i64 significand = lutra_exp_core(lutra_mul_shift(rest, ln2, width), width);
  return lutra_exact_of(0, (lutra_u64)significand, (int)whole - width);
}

static inline lutra_exact lutra_expm1_core(lutra_exact x, int width) {
  if (lutra_exact_top(x) < -2) {
    return lutra_scale(x, lutra_horner(LUTRA_SERIES_EXPM1, 16, 2, lutra_to_fixed(x, width), width), width);
  }
  const lutra_power power = lutra_exp_power(x, width);
  if (power.exponent > width) return lutra_power_exact(power, width);
  const lutra_wide one = lutra_wide_left(lutra_wide_of(0, 1), width);
  const lutra_wide value = lutra_wide_shift(lutra_wide_of(0, (lutra_u64)power.significand), power.exponent);
  lutra_exact result = lutra_exact_of(lutra_wide_less(value, one), 0, -width);
  result.mantissa = result.negative ? lutra_wide_sub(one, value) : lutra_wide_sub(value, one);
  return result;
}

/* (e^|x| + e^-|x|) / 2, or their difference. */
static inline lutra_exact lutra_half_sum(lutra_exact x, int width, int difference) {
  x.negative = 0;
  const lutra_power up = lutra_exp_power(x, width);
  x.negative = 1;
  const lutra_power down = lutra_exp_power(x, width);
  const lutra_i64 aligned = (lutra_i64)lutra_right((lutra_u64)down.significand, up.exponent - down.exponent);
  const lutra_i64 sum = difference ? up.significand - aligned : up.significand + aligned;
  return lutra_exact_of(0, (lutra_u64)sum, up.exponent - 1 - width);
}

static inline lutra_exact lutra_sinh_core(lutra_pieces x, int width) {
  lutra_exact result = lutra_size_of(x);
  if (lutra_top(x) < -2) {
    result = lutra_scale(result, lutra_horner(LUTRA_SERIES_SINH, 8, 4, lutra_squared(result, width), width), width);
  } else {
    result = lutra_half_sum(result, width, 1);
  }
  result.negative = x.negative;
  return result;
}

/* tanh x = q / (q + 2), q = expm1(2x) */
static inline lutra_exact lutra_tanh_core(lutra_pieces x, int width) {
  const lutra_exact below_one = lutra_exact_of(x.negative, (LUTRA_ONE << width) - 1, -width);
  lutra_exact twice = lutra_size_of(x);
  twice.exponent++;
  if (lutra_top(x) > 6) return below_one;
  const lutra_exact q = lutra_expm1_core(twice, width);
  /* From q >= 2^(W+2) on the quotient is 1 less one unit, and q + 2 would only grow longer. */
  if (lutra_exact_top(q) > width + 1) return below_one;
  lutra_exact sum = lutra_exact_of(0, 0, -width);
  sum.mantissa = lutra_wide_add(lutra_wide_shift(q.mantissa, q.exponent + width),
                                lutra_wide_left(lutra_wide_of(0, 1), width + 1));
  lutra_exact result = lutra_divide(q, sum, width);
  result.negative = x.negative;
  return result;
}

static inline double lutra_integer_exp(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact argument = lutra_size_of(p);
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_INFINITE) return p.negative ? 0.0 : x;
  if (p.mantissa == 0) return 1.0;
  argument.negative = p.negative;
  return lutra_exact_round(lutra_power_exact(lutra_exp_power(argument, width), width), E, M, variant);
}

static inline double lutra_integer_exp2(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_INFINITE) return p.negative ? 0.0 : x;
  if (p.mantissa == 0) return 1.0;
  return lutra_exact_round(lutra_exp2_core(p, lutra_working_width(M)), E, M, variant);
}

static inline double lutra_integer_expm1(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact argument = lutra_size_of(p);
  if (p.kind == LUTRA_INFINITE && p.negative) return -1.0;
  if (p.kind != LUTRA_FINITE || p.mantissa == 0) return x;
  argument.negative = p.negative;
  return lutra_exact_round(lutra_expm1_core(argument, lutra_working_width(M)), E, M, variant);
}

static inline double lutra_integer_sinh(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE || p.mantissa == 0) return x;
  return lutra_exact_round(lutra_sinh_core(p, lutra_working_width(M)), E, M, variant);
}

static inline double lutra_integer_cosh(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_INFINITE) return lutra_infinity(0);
  if (p.mantissa == 0) return 1.0;
  return lutra_exact_round(lutra_half_sum(lutra_size_of(p), lutra_working_width(M), 0), E, M, variant);
}

static inline double lutra_integer_tanh(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_INFINITE) return p.negative ? -1.0 : 1.0;
  if (p.kind == LUTRA_NAN || p.mantissa == 0) return x;
  return lutra_exact_round(lutra_tanh_core(p, lutra_working_width(M)), E, M, variant);
}

#endif
