/* exp.h in long fixed point: see there. */
#ifndef LUTRA_ELEMENTARY_LONG_EXP_H
#define LUTRA_ELEMENTARY_LONG_EXP_H

/* significand / 2^W * 2^exponent, the significand from 0.7 to 1.42 */
typedef struct {
  lutra_wide significand;
  int exponent;
} lutra_long_power;

/* e^r for |r| < 0.36 */
static inline lutra_wide lutra_long_exp_core(lutra_wide r, int width) {
  const lutra_wide steps = lutra_long_right(lutra_wide_add(r, lutra_long_bit(width - 6)), width - 5);
  const lutra_wide s = lutra_wide_sub(r, lutra_wide_left(steps, width - 5));
  const int i = (int)(lutra_i64)steps.word[0] + 12;
  const lutra_wide factor = lutra_long_constant(lutra_exp_table[i][0], lutra_exp_table[i][1], width);
  return lutra_long_mul_shift(factor, lutra_long_horner(LUTRA_SERIES_EXP, 12, 6, s, width), width);
}

/* e^x as significand and exponent. */
static inline lutra_long_power lutra_long_exp_power(lutra_exact x, int width) {
  const int fine = width + 12;
  const lutra_wide ln2 = lutra_long_constant(lutra_ln2[0], lutra_ln2[1], fine);
  const lutra_wide inverse = lutra_long_constant(lutra_inverse_ln2[0], lutra_inverse_ln2[1], fine);
  lutra_long_power power;
  if (lutra_exact_top(x) > 12) {
    power.significand = lutra_long_bit(width);
    power.exponent = lutra_far(x.negative);
    return power;
  }
  const lutra_wide argument = lutra_long_to_fixed(x, fine);
  const lutra_wide middle = lutra_long_bit(2 * fine - 1);
  const lutra_wide k = lutra_long_right(lutra_wide_add(lutra_long_mul(argument, inverse), middle), 2 * fine);
  const lutra_wide rest = lutra_wide_sub(argument, lutra_long_mul(k, ln2));
  power.significand = lutra_long_exp_core(lutra_long_right(rest, 12), width);
  power.exponent = (int)(lutra_i64)k.word[0];
  return power;
}

static inline lutra_exact lutra_long_power_exact(lutra_long_power power, int width) {
  lutra_exact x = lutra_long_from_fixed(power.significand, width);
  x.exponent += power.exponent;
  return x;
}

static inline lutra_exact lutra_long_exp2_core(lutra_exact x, int width) {
  if (lutra_exact_top(x) > 12) return lutra_exact_of(0, 1, lutra_far(x.negative));
  const lutra_wide whole = lutra_long_right(lutra_wide_add(lutra_long_to_fixed(x, 1), lutra_wide_of(0, 1)), 1);
  const lutra_wide rest = lutra_wide_sub(lutra_long_to_fixed(x, width), lutra_wide_left(whole, width));
  const lutra_wide ln2 = lutra_long_constant(lutra_ln2[0], lutra_ln2[1], width);
  lutra_long_power power;
  power.significand = lutra_long_exp_core(lutra_long_mul_shift(rest, ln2, width), width);
  power.exponent = (int)(lutra_i64)whole.word[0];
  return lutra_long_power_exact(power, width);
}

static inline lutra_exact lutra_long_expm1_core(lutra_exact x, int width) {
  if (lutra_exact_top(x) < -2) {
    const lutra_wide series = lutra_long_horner(LUTRA_SERIES_EXPM1, 18, 2, lutra_long_to_fixed(x, width), width);
    return lutra_long_scale(x, series, width);
  }
  const lutra_long_power power = lutra_long_exp_power(x, width);
  if (power.exponent > width) return lutra_long_power_exact(power, width);
  const lutra_wide value = lutra_wide_shift(power.significand, power.exponent);
  return lutra_long_from_fixed(lutra_wide_sub(value, lutra_long_bit(width)), width);
}

/* (e^|x| + e^-|x|) / 2, or their difference. */
static inline lutra_exact lutra_long_half_sum(lutra_exact x, int width, int difference) {
  x.negative = 0;
  lutra_long_power up = lutra_long_exp_power(x, width);
  x.negative = 1;
  const lutra_long_power down = lutra_long_exp_power(x, width);
  const lutra_wide aligned = lutra_wide_right(down.significand, up.exponent - down.exponent);
  up.significand = lutra_wide_add(up.significand, lutra_long_negate_if(difference, aligned));
  up.exponent -= 1;
  return lutra_long_power_exact(up, width);
}

static inline lutra_exact lutra_long_sinh_core(lutra_exact x, int width) {
  const int negative = x.negative;
  x.negative = 0;
  if (lutra_exact_top(x) < -2) {
    const lutra_wide square = lutra_long_squared(x, width);
    x = lutra_long_scale(x, lutra_long_horner(LUTRA_SERIES_SINH, 10, 4, square, width), width);
  } else {
    x = lutra_long_half_sum(x, width, 1);
  }
  x.negative = negative;
  return x;
}

/* tanh x = q / (q + 2), q = expm1(2x) */
static inline lutra_exact lutra_long_tanh_core(lutra_exact x, int width) {
  const int negative = x.negative;
  lutra_exact below_one = lutra_exact_of(negative, 0, -width);
  below_one.mantissa = lutra_wide_sub(lutra_long_bit(width), lutra_wide_of(0, 1));
  if (lutra_exact_top(x) > 6) return below_one;
  x.negative = 0;
  x.exponent++;
  const lutra_exact q = lutra_long_expm1_core(x, width);
  /* From q >= 2^(W+2) on the quotient is 1 less one unit, and q + 2 would only grow longer. */
  if (lutra_exact_top(q) > width + 1) return below_one;
  const lutra_wide sum = lutra_wide_add(lutra_long_to_fixed(q, width), lutra_long_bit(width + 1));
  lutra_exact result = lutra_long_divide(q, lutra_long_from_fixed(sum, width), width);
  result.negative = negative;
  return result;
}

static inline double lutra_long_exp(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_INFINITE) return p.negative ? 0.0 : x;
  if (p.mantissa == 0) return 1.0;
  return lutra_exact_round(lutra_long_power_exact(lutra_long_exp_power(lutra_signed_of(p), width), width), E, M, variant);
}

static inline double lutra_long_exp2(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_INFINITE) return p.negative ? 0.0 : x;
  if (p.mantissa == 0) return 1.0;
  return lutra_exact_round(lutra_long_exp2_core(lutra_signed_of(p), lutra_working_width(M)), E, M, variant);
}

static inline double lutra_long_expm1(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_INFINITE && p.negative) return -1.0;
  if (p.kind != LUTRA_FINITE || p.mantissa == 0) return x;
  return lutra_exact_round(lutra_long_expm1_core(lutra_signed_of(p), lutra_working_width(M)), E, M, variant);
}

static inline double lutra_long_sinh(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE || p.mantissa == 0) return x;
  return lutra_exact_round(lutra_long_sinh_core(lutra_signed_of(p), lutra_working_width(M)), E, M, variant);
}

static inline double lutra_long_cosh(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_INFINITE) return lutra_infinity(0);
  if (p.mantissa == 0) return 1.0;
  return lutra_exact_round(lutra_long_half_sum(lutra_size_of(p), lutra_working_width(M), 0), E, M, variant);
}

static inline double lutra_long_tanh(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind == LUTRA_INFINITE) return p.negative ? -1.0 : 1.0;
  if (p.kind == LUTRA_NAN || p.mantissa == 0) return x;
  return lutra_exact_round(lutra_long_tanh_core(lutra_signed_of(p), lutra_working_width(M)), E, M, variant);
}

#endif
