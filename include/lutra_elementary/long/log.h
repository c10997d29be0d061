/* log.h in long fixed point: see there. */
#ifndef LUTRA_ELEMENTARY_LONG_LOG_H
#define LUTRA_ELEMENTARY_LONG_LOG_H

static inline lutra_wide lutra_long_log_series(lutra_wide t, int width) {
  return lutra_long_horner(LUTRA_SERIES_LOG, 18, 6, t, width);
}

/* The same number without the zeros at the mantissa's end: products of it stay short. */
static inline lutra_exact lutra_long_shortened(lutra_exact x) {
  int zeros = 0;
  for (int i = 3; i >= 0; i--) {
    const lutra_u64 word = x.mantissa.word[i];
    if (word != 0) zeros = 64 * i + lutra_length(word & (0 - word)) - 1;
  }
  x.mantissa = lutra_wide_right(x.mantissa, zeros);
  x.exponent += zeros;
  return x;
}

/* ln of mantissa * 2^exponent > 0 */
static inline lutra_exact lutra_long_ln(lutra_wide mantissa, int exponent, int width) {
  const int length = lutra_wide_length(mantissa);
  const lutra_wide significand = lutra_wide_shift(mantissa, width - (length - 1)); /* 1 to 2, `width` fraction bits */
  const int upper = lutra_wide_right(significand, width - 5).word[0] >= 45;
  const int k = exponent + length - 1 + upper;
  const lutra_wide z = upper ? significand : lutra_wide_left(significand, 1); /* one fraction bit more */
  const int index = (int)lutra_wide_right(z, width - 5).word[0] - 45;
  const int c = lutra_log_reciprocal[index];
  const lutra_wide t = lutra_wide_sub(lutra_wide_scale(z, (lutra_u64)c), lutra_long_bit(width + 9));
  const lutra_wide polynomial = lutra_long_log_series(lutra_long_right(t, 9), width);
  if (k == 0 && c == 256) {
    return lutra_long_scale(lutra_long_shortened(lutra_long_from_fixed(t, width + 9)), polynomial, width);
  }
  const lutra_wide ln2 = lutra_long_constant(lutra_ln2[0], lutra_ln2[1], width);
  const lutra_wide log = lutra_long_constant(lutra_log_table[index][0], lutra_log_table[index][1], width);
  const lutra_wide tail = lutra_long_mul_shift(t, polynomial, width + 9);
  const lutra_wide whole = lutra_wide_add(lutra_long_mul(lutra_long_of(k), ln2), lutra_long_negate_if(c > 256, log));
  return lutra_long_from_fixed(lutra_wide_add(whole, tail), width);
}

/* ln x, times a factor with `width` fraction bits unless that is 0. */
static inline double lutra_long_logarithm(double x, lutra_wide factor, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_FINITE && p.mantissa == 0) return lutra_infinity(1);
  if (p.negative) return lutra_nan();
  if (p.kind == LUTRA_INFINITE) return x;
  result = lutra_long_ln(lutra_wide_of(0, p.mantissa), p.exponent, width);
  if (!lutra_wide_is_zero(factor)) result = lutra_long_scale(result, factor, width);
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_long_log(double x, int E, int M, int variant) {
  return lutra_long_logarithm(x, lutra_wide_of(0, 0), E, M, variant);
}

static inline double lutra_long_log2(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_wide factor = lutra_long_constant(lutra_inverse_ln2[0], lutra_inverse_ln2[1], width);
  return lutra_long_logarithm(x, factor, E, M, variant);
}

static inline double lutra_long_log10(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_wide factor = lutra_long_constant(lutra_inverse_ln10[0], lutra_inverse_ln10[1], width);
  return lutra_long_logarithm(x, factor, E, M, variant);
}

static inline double lutra_long_log1p(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  const lutra_exact argument = lutra_signed_of(p);
  if (p.kind == LUTRA_INFINITE) return p.negative ? lutra_nan() : x;
  if (p.kind == LUTRA_NAN || p.mantissa == 0) return x;
  if (lutra_top(p) < -6) {
    const lutra_wide series = lutra_long_log_series(lutra_long_to_fixed(argument, width), width);
    return lutra_exact_round(lutra_long_scale(argument, series, width), E, M, variant);
  }
  if (lutra_top(p) > width) { /* 1 + x is x, to this width */
    if (p.negative) return lutra_nan();
    return lutra_exact_round(lutra_long_ln(argument.mantissa, p.exponent, width), E, M, variant);
  }
  const int base = p.exponent < 0 ? p.exponent : 0;
  const lutra_wide sum = lutra_wide_add(lutra_long_to_fixed(argument, -base), lutra_long_bit(-base));
  if (lutra_wide_is_zero(sum)) return lutra_infinity(1);
  if (lutra_long_is_negative(sum)) return lutra_nan();
  return lutra_exact_round(lutra_long_ln(sum, base, width), E, M, variant);
}

#endif
