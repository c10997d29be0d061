/*
 * Fixed point of more than 64 bits: an integer v of 256 bits, two's complement, with `width` fraction bits stands for
 * v / 2^width. A product is shifted right arithmetically, so it rounds down. No product here has more than 255 bits.
 */
#ifndef LUTRA_ELEMENTARY_LONG_FIXED_H
#define LUTRA_ELEMENTARY_LONG_FIXED_H

static inline lutra_wide lutra_long_of(lutra_i64 v) {
  lutra_wide x;
  x.word[0] = (lutra_u64)v;
  for (int i = 1; i < 4; i++) x.word[i] = v < 0 ? ~(lutra_u64)0 : 0;
  return x;
}

/* 2^place */
static inline lutra_wide lutra_long_bit(int place) {
  return lutra_wide_left(lutra_wide_of(0, 1), place);
}

static inline int lutra_long_is_negative(lutra_wide x) {
  return (int)(x.word[3] >> 63);
}

static inline lutra_wide lutra_long_negate_if(int condition, lutra_wide x) {
  return condition ? lutra_wide_sub(lutra_wide_of(0, 0), x) : x;
}

/* The low 256 bits of a * b, which are those of the signed product too. */
static inline lutra_wide lutra_long_mul(lutra_wide a, lutra_wide b) {
  lutra_wide sum = lutra_wide_of(0, 0);
  for (int i = 0; i < 4; i++) {
    lutra_u64 carry = 0;
    for (int j = 0; i + j < 4; j++) {
      const lutra_u64 low = a.word[i] * b.word[j];
      const lutra_u64 part = sum.word[i + j] + carry;
      carry = lutra_mul_high(a.word[i], b.word[j]) + (part < carry);
      sum.word[i + j] = part + low;
      carry += sum.word[i + j] < low;
    }
  }
  return sum;
}

/* floor(x / 2^shift) */
static inline lutra_wide lutra_long_right(lutra_wide x, int shift) {
  const lutra_u64 fill = lutra_long_is_negative(x) ? ~(lutra_u64)0 : 0;
  for (int i = 0; i < 4; i++) x.word[i] ^= fill;
  x = lutra_wide_right(x, shift);
  for (int i = 0; i < 4; i++) x.word[i] ^= fill;
  return x;
}

/* floor(x * 2^by) */
static inline lutra_wide lutra_long_shift(lutra_wide x, int by) {
  return by >= 0 ? lutra_wide_left(x, by) : lutra_long_right(x, -by);
}

static inline lutra_wide lutra_long_mul_shift(lutra_wide a, lutra_wide b, int shift) {
  return lutra_long_right(lutra_long_mul(a, b), shift);
}

/* floor(x * 2^width) */
static inline lutra_wide lutra_long_to_fixed(lutra_exact x, int width) {
  return lutra_long_shift(lutra_long_negate_if(x.negative, x.mantissa), x.exponent + width);
}

/* v / 2^width */
static inline lutra_exact lutra_long_from_fixed(lutra_wide v, int width) {
  lutra_exact x;
  x.negative = lutra_long_is_negative(v);
  x.exponent = -width;
  x.mantissa = lutra_long_negate_if(x.negative, v);
  return x;
}

/* x * v / 2^width, exactly. */
static inline lutra_exact lutra_long_scale(lutra_exact x, lutra_wide v, int width) {
  const int negative = lutra_long_is_negative(v);
  x.mantissa = lutra_long_mul(x.mantissa, lutra_long_negate_if(negative, v));
  x.negative ^= negative;
  x.exponent -= width;
  return x;
}

/*
 * a / b to `bits` bits or one more, rounded toward zero: floor(a * 2^shift / b), one bit after the other, the rest
 * kept below 2b, so that a * 2^shift may be longer than 256 bits.
 */
static inline lutra_exact lutra_long_divide(lutra_exact a, lutra_exact b, int bits) {
  const int ahead = lutra_wide_length(b.mantissa) - lutra_wide_length(a.mantissa);
  const int shift = bits + ahead > 0 ? bits + ahead : 0;
  const int steps = shift - ahead; /* quotient bits after the first */
  lutra_wide rest = lutra_wide_shift(a.mantissa, ahead < 0 ? 0 : ahead);
  const lutra_wide divisor = lutra_wide_left(b.mantissa, ahead < 0 ? -ahead : 0);
  lutra_exact quotient;
  quotient.negative = a.negative != b.negative;
  quotient.exponent = a.exponent - b.exponent - shift;
  quotient.mantissa = lutra_wide_of(0, 0);
  for (int i = 0; i < 256; i++) {
    if (i > steps) break;
    quotient.mantissa = lutra_wide_left(quotient.mantissa, 1);
    if (!lutra_wide_less(rest, divisor)) {
      rest = lutra_wide_sub(rest, divisor);
      quotient.mantissa.word[0] |= 1;
    }
    rest = lutra_wide_left(rest, 1);
  }
  return quotient;
}

/* x^2 with `width` fraction bits, of an x of at most 127 bits. */
static inline lutra_wide lutra_long_squared(lutra_exact x, int width) {
  return lutra_wide_shift(lutra_long_mul(x.mantissa, x.mantissa), 2 * x.exponent + width);
}

/* A constant of 127 fraction bits, rounded to nearest. */
static inline lutra_wide lutra_long_constant(lutra_u64 high, lutra_u64 low, int width) {
  const lutra_wide twice = lutra_wide_right(lutra_wide_of(high, low), 126 - width);
  return lutra_wide_right(lutra_wide_add(twice, lutra_wide_of(0, 1)), 1);
}

/* The n-th coefficient of a series, without its sign. */
static inline lutra_wide lutra_long_coefficient(int series, int n, int width) {
  int at;
  switch (series) {
    case LUTRA_SERIES_EXP: at = n; break;
    case LUTRA_SERIES_EXPM1: at = n + 1; break;
    case LUTRA_SERIES_COS: at = 2 * n; break;
    case LUTRA_SERIES_LOG: return lutra_long_constant(lutra_inverse[n][0], lutra_inverse[n][1], width);
    case LUTRA_SERIES_ATAN: return lutra_long_constant(lutra_inverse[2 * n][0], lutra_inverse[2 * n][1], width);
    default: at = 2 * n + 1; break;
  }
  return lutra_long_constant(lutra_inverse_factorial[at][0], lutra_inverse_factorial[at][1], width);
}

/*
 * c0 + x (c1 + x (c2 + ...)), every product rounded down: at most `terms` terms, up to where one is less than half a
 * unit for |x| <= 2^-reach.
 */
static inline lutra_wide lutra_long_horner(int series, int terms, int reach, lutra_wide x, int width) {
  lutra_wide sum = lutra_wide_of(0, 0);
  for (int n = terms - 1; n >= 0; n--) {
    const lutra_wide c = lutra_long_coefficient(series, n, width);
    const int alternates = series >= LUTRA_SERIES_SIN;
    if (lutra_wide_is_zero(c) || lutra_wide_length(c) < reach * n) continue;
    sum = lutra_wide_add(lutra_long_mul_shift(sum, x, width), lutra_long_negate_if(alternates && (n & 1) == 1, c));
  }
  return sum;
}

#endif
