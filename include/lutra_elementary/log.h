/*
 * ln x = k ln 2 - ln c + ln(1 + t): x = 2^k z with 45/64 <= z < 45/32, c about 1/z with 8 fraction bits from a table by
 * the top bits of z, t = cz - 1 exactly, |t| <= 1/64; ln(1 + t) = t P(t). W = precision + 28 fraction bits. Next to 1
 * (k = 0, c = 1) the product t P alone is the result and keeps its relative error.
 */
#ifndef LUTRA_ELEMENTARY_LOG_H
#define LUTRA_ELEMENTARY_LOG_H

static inline lutra_i64 lutra_log_series(lutra_i64 t, int width) {
  return lutra_horner(LUTRA_SERIES_LOG, 12, 6, t, width);
}

/* ln of mantissa * 2^exponent > 0, width <= 58. */
static inline lutra_exact lutra_ln(lutra_u64 mantissa, int exponent, int width) {
  const int length = lutra_length(mantissa);
  const int up = width - (length - 1);
  const lutra_u64 significand = up >= 0 ? mantissa << up : mantissa >> -up; /* 1 to 2, `width` fraction bits */
  const int upper = significand >> (width - 5) >= 45;
  const int k = exponent + length - 1 + upper;
  const lutra_u64 z = upper ? significand : significand << 1; /* one fraction bit more, for the halved ones */
  const int index = (int)(z >> (width - 5)) - 45;
  const int c = lutra_log_reciprocal[index];
  /* width + 9 fraction bits; what the product has above 64 bits is the 1 that is taken off */
  const lutra_i64 t = (lutra_i64)(z * (lutra_u64)c - (width + 9 < 64 ? LUTRA_ONE << (width + 9) : 0));
  const lutra_i64 polynomial = lutra_log_series(t >> 9, width);
  if (k == 0 && c == 256) return lutra_scale(lutra_from_fixed(t, width + 9), polynomial, width);
  const lutra_i64 ln2 = lutra_constant(lutra_ln2[0], 63, width);
  const lutra_i64 log = lutra_constant(lutra_log_table[index][0], 63, width);
  const lutra_i64 tail = lutra_mul_shift(t, polynomial, width + 9);
  return lutra_from_fixed(k * ln2 + (c > 256 ? -log : log) + tail, width);
}

/* ln x times a factor with `width` fraction bits; 0: ln x itself. */
static inline double lutra_integer_logarithm(double x, lutra_i64 factor, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind == LUTRA_NAN) return x;
  if (p.kind == LUTRA_FINITE && p.mantissa == 0) return lutra_infinity(1);
  if (p.negative) return lutra_nan();
  if (p.kind == LUTRA_INFINITE) return x;
  result = lutra_ln(p.mantissa, p.exponent, width);
  if (factor != 0) result = lutra_scale(result, factor, width);
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_integer_log(double x, int E, int M, int variant) {
  return lutra_integer_logarithm(x, 0, E, M, variant);
}

static inline double lutra_integer_log2(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  return lutra_integer_logarithm(x, lutra_constant(lutra_inverse_ln2[0], 63, width), E, M, variant);
}

static inline double lutra_integer_log10(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  return lutra_integer_logarithm(x, lutra_constant(lutra_inverse_ln10[0], 63, width), E, M, variant);
}

static inline double lutra_integer_log1p(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact argument = lutra_size_of(p);
  argument.negative = p.negative;
  if (p.kind == LUTRA_INFINITE) return p.negative ? lutra_nan() : x;
  if (p.kind == LUTRA_NAN || p.mantissa == 0) return x;
  if (lutra_top(p) < -6) {
    const lutra_i64 series = lutra_log_series(lutra_to_fixed(argument, width), width);
    return lutra_exact_round(lutra_scale(argument, series, width), E, M, variant);
  }
  if (lutra_top(p) > width) { /* 1 + x is x, to this width */
    return p.negative ? lutra_nan() : lutra_exact_round(lutra_ln(p.mantissa, p.exponent, width), E, M, variant);
  }
  const int base = p.exponent < 0 ? p.exponent : 0;
  const lutra_i64 sum = lutra_to_fixed(argument, -base) + ((lutra_i64)1 << -base);
  if (sum == 0) return lutra_infinity(1);
  return sum < 0 ? lutra_nan() : lutra_exact_round(lutra_ln((lutra_u64)sum, base, width), E, M, variant);
}

#endif
