/*
 * Fixed point: an integer v with `width` fraction bits stands for v / 2^width. A product rounds down. Nothing else is
 * needed of numbers that fit 64 bits; longer ones are a sign, 256 bits and an exponent.
 */
#ifndef LUTRA_ELEMENTARY_FIXED_H
#define LUTRA_ELEMENTARY_FIXED_H

/* +- mantissa * 2^exponent */
typedef struct {
  int negative;
  int exponent;
  lutra_wide mantissa;
} lutra_exact;

static inline lutra_exact lutra_exact_of(int negative, lutra_u64 mantissa, int exponent) {
  lutra_exact x;
  x.negative = negative;
  x.exponent = exponent;
  x.mantissa = lutra_wide_of(0, mantissa);
  return x;
}

/* |x| of a finite double. */
static inline lutra_exact lutra_size_of(lutra_pieces x) {
  return lutra_exact_of(0, x.mantissa, x.exponent);
}

/* x of a finite double. */
static inline lutra_exact lutra_signed_of(lutra_pieces x) {
  return lutra_exact_of(x.negative, x.mantissa, x.exponent);
}

/* floor(log2 |x|) of a number that is not zero. */
static inline int lutra_top(lutra_pieces x) {
  return x.exponent + lutra_length(x.mantissa) - 1;
}

static inline int lutra_exact_top(lutra_exact x) {
  return x.exponent + lutra_wide_length(x.mantissa) - 1;
}

static inline double lutra_exact_round(lutra_exact x, int E, int M, int variant) {
  return lutra_nearest_wide(x.negative, x.mantissa, x.exponent, 0, E, M, variant);
}

/* Fraction bits of the functions of a format: 20 more than its precision. */
static inline int lutra_working_width(int M) {
  return M + 21;
}

/* A constant of which `digits` fraction bits are given, rounded to nearest. */
static inline lutra_i64 lutra_constant(lutra_u64 value, int digits, int width) {
  return (lutra_i64)(((value >> (digits - width - 1)) + 1) >> 1);
}

/* floor(x * 2^width), where that fits 64 bits. */
static inline lutra_i64 lutra_to_fixed(lutra_exact x, int width) {
  const lutra_wide whole = lutra_wide_shift(x.mantissa, x.exponent + width);
  const lutra_wide back = lutra_wide_shift(whole, -(x.exponent + width));
  const int up = x.negative && !lutra_wide_equal(back, x.mantissa);
  const lutra_u64 size = whole.word[0] + (lutra_u64)up;
  return (lutra_i64)(x.negative ? 0 - size : size);
}

/* v / 2^width */
static inline lutra_exact lutra_from_fixed(lutra_i64 v, int width) {
  return lutra_exact_of(v < 0, v < 0 ? 0 - (lutra_u64)v : (lutra_u64)v, -width);
}

/* x * v / 2^width, exactly. */
static inline lutra_exact lutra_scale(lutra_exact x, lutra_i64 v, int width) {
  x.mantissa = lutra_wide_scale(x.mantissa, v < 0 ? 0 - (lutra_u64)v : (lutra_u64)v);
  x.negative ^= v < 0;
  x.exponent -= width;
  return x;
}

/* The mantissa brought to exactly `bits` bits, what is below dropped. */
static inline lutra_exact lutra_normalize(lutra_exact x, int bits) {
  const int shift = bits - lutra_wide_length(x.mantissa);
  x.mantissa = lutra_wide_shift(x.mantissa, shift);
  x.exponent -= shift;
  return x;
}

/* a / b to `bits` bits or one more, rounded toward zero. */
static inline lutra_exact lutra_divide(lutra_exact a, lutra_exact b, int bits) {
  const int missing = bits + lutra_wide_length(b.mantissa) - lutra_wide_length(a.mantissa);
  const int shift = missing > 0 ? missing : 0;
  lutra_exact quotient;
  quotient.negative = a.negative != b.negative;
  quotient.exponent = a.exponent - b.exponent - shift;
  quotient.mantissa = lutra_wide_div(lutra_wide_left(a.mantissa, shift), b.mantissa).result;
  return quotient;
}

/* x^2 with `width` fraction bits, of an |x| below 1 that has at most 64 bits. */
static inline lutra_i64 lutra_squared(lutra_exact x, int width) {
  const lutra_u64 m = x.mantissa.word[0];
  const lutra_wide square = lutra_wide_of(lutra_mul_high(m, m), m * m);
  return (lutra_i64)lutra_wide_shift(square, 2 * x.exponent + width).word[0];
}

/* Series, by their coefficients. */
#define LUTRA_SERIES_EXP 0   /* 1 / n! */
#define LUTRA_SERIES_EXPM1 1 /* 1 / (n+1)! */
#define LUTRA_SERIES_SINH 2  /* 1 / (2n+1)! */
#define LUTRA_SERIES_SIN 3   /* (-1)^n / (2n+1)! */
#define LUTRA_SERIES_COS 4   /* (-1)^n / (2n)! */
#define LUTRA_SERIES_LOG 5   /* (-1)^n / (n+1) */
#define LUTRA_SERIES_ATAN 6  /* (-1)^n / (2n+1) */

/* The n-th, without its sign. */
static inline lutra_i64 lutra_coefficient(int series, int n, int width) {
  switch (series) {
    case LUTRA_SERIES_EXP:
      return lutra_constant(lutra_inverse_factorial[n][0], 63, width);
    case LUTRA_SERIES_EXPM1:
      return lutra_constant(lutra_inverse_factorial[n + 1][0], 63, width);
    case LUTRA_SERIES_SINH:
    case LUTRA_SERIES_SIN:
      return lutra_constant(lutra_inverse_factorial[2 * n + 1][0], 63, width);
    case LUTRA_SERIES_COS:
      return lutra_constant(lutra_inverse_factorial[2 * n][0], 63, width);
    case LUTRA_SERIES_LOG:
      return lutra_constant(lutra_inverse[n][0], 63, width);
    default:
      return lutra_constant(lutra_inverse[2 * n][0], 63, width);
  }
}

/*
 * c0 + x (c1 + x (c2 + ...)), every product rounded down: at most `terms` terms, up to where one is less than half a
 * unit for |x| <= 2^-reach.
 */
static inline lutra_i64 lutra_horner(int series, int terms, int reach, lutra_i64 x, int width) {
  lutra_i64 sum = 0;
  for (int n = terms - 1; n >= 0; n--) {
    const lutra_i64 c = lutra_coefficient(series, n, width);
    const int alternates = series >= LUTRA_SERIES_SIN;
    if (c == 0 || lutra_length((lutra_u64)c) < reach * n) continue;
    sum = lutra_mul_shift(sum, x, width) + (alternates && (n & 1) == 1 ? -c : c);
  }
  return sum;
}

#endif
