/* Floats from and to integers, fixed-point numbers and bit patterns; lutra_float.h includes this and says what is here. */
#ifndef LUTRA_FLOAT_CONVERT_H
#define LUTRA_FLOAT_CONVERT_H

/* raw / 2^fraction, rounded once. Zero is +0. */

static inline double lutra_float_from_ufixed(lutra_u64 raw, int fraction, int E, int M, int variant) {
  return lutra_nearest(0, raw, -fraction, 0, E, M, variant);
}

static inline double lutra_float_from_fixed(lutra_i64 raw, int fraction, int E, int M, int variant) {
  const lutra_u64 bits = (lutra_u64)raw;
  return lutra_nearest(raw < 0, raw < 0 ? 0 - bits : bits, -fraction, 0, E, M, variant);
}

static inline double lutra_float_from_int(lutra_i64 v, int E, int M, int variant) {
  return lutra_float_from_fixed(v, 0, E, M, variant);
}

static inline double lutra_float_from_uint(lutra_u64 v, int E, int M, int variant) {
  return lutra_float_from_ufixed(v, 0, E, M, variant);
}

/* |x| * 2^fraction as an integer, rounded as said (the sign of x matters to LUTRA_FLOOR). */
typedef struct {
  lutra_u64 low; /* its last 64 bits */
  int beyond;    /* there are more */
} lutra_magnitude;

static inline lutra_magnitude lutra_magnitude_of(lutra_pieces x, int fraction, int rounding) {
  const int shift = x.exponent + fraction;
  lutra_magnitude magnitude;
  if (shift >= 0) {
    magnitude.low = shift >= 64 ? 0 : x.mantissa << shift;
    magnitude.beyond = lutra_length(x.mantissa) + shift > 64 && x.mantissa != 0;
    return magnitude;
  }
  magnitude.low = lutra_right(x.mantissa, -shift);
  magnitude.beyond = 0;
  /* Mantissas are too short for a shift of 63 or more to reach the middle. */
  const lutra_u64 rest = -shift >= 63 ? x.mantissa : x.mantissa & ((LUTRA_ONE << -shift) - 1);
  const lutra_u64 middle = -shift >= 63 ? LUTRA_ONE << 62 : LUTRA_ONE << (-shift - 1);
  switch (rounding) {
    case LUTRA_FLOOR:
      magnitude.low += x.negative && rest != 0;
      break;
    case LUTRA_NEAREST_EVEN:
      magnitude.low += rest > middle || (rest == middle && (magnitude.low & 1) == 1);
      break;
    case LUTRA_NEAREST_AWAY:
      magnitude.low += rest >= middle;
      break;
    default:
      break;
  }
  return magnitude;
}

/* NaN is 0. Infinity is the limit of ever larger powers of two: 0 when they wrap. */

static inline lutra_u64 lutra_float_to_ufixed(double x, int width, int fraction, int rounding, int overflow) {
  const lutra_pieces p = lutra_unpack(x);
  const lutra_u64 most = ~(lutra_u64)0 >> (64 - width);
  lutra_magnitude magnitude;
  if (p.kind == LUTRA_NAN) return 0;
  if (p.kind == LUTRA_INFINITE) return overflow == LUTRA_SATURATE && !p.negative ? most : 0;
  magnitude = lutra_magnitude_of(p, fraction, rounding);
  if (overflow == LUTRA_SATURATE) {
    if (p.negative) return 0;
    return magnitude.beyond || magnitude.low > most ? most : magnitude.low;
  }
  return (p.negative ? 0 - magnitude.low : magnitude.low) & most;
}

static inline lutra_i64 lutra_float_to_fixed(double x, int width, int fraction, int rounding, int overflow) {
  const lutra_pieces p = lutra_unpack(x);
  const lutra_u64 most = (LUTRA_ONE << (width - 1)) - 1; /* and the least is -most - 1 */
  lutra_magnitude magnitude;
  if (p.kind == LUTRA_NAN) return 0;
  if (p.kind == LUTRA_INFINITE) {
    return overflow != LUTRA_SATURATE ? 0 : p.negative ? -(lutra_i64)most - 1 : (lutra_i64)most;
  }
  magnitude = lutra_magnitude_of(p, fraction, rounding);
  if (overflow == LUTRA_SATURATE && (magnitude.beyond || magnitude.low > most)) {
    return p.negative ? -(lutra_i64)most - 1 : (lutra_i64)most;
  }
  const lutra_u64 raw = p.negative ? 0 - magnitude.low : magnitude.low;
  return (lutra_i64)(raw << (64 - width)) >> (64 - width);
}

/* What C casts compile to on x86-64: the smallest integer for whatever does not fit. */

static inline int lutra_float_to_int32(double x) {
  return x > -2147483649.0 && x < 2147483648.0 ? (int)x : -2147483647 - 1;
}

static inline lutra_i64 lutra_float_to_int64(double x) {
  const double limit = 9223372036854775808.0;
  return x >= -limit && x < limit ? (lutra_i64)x : (lutra_i64)(LUTRA_ONE << 63);
}

static inline lutra_u64 lutra_float_to_uint64(double x) {
  const double limit = 9223372036854775808.0;
  if (x >= limit) return (lutra_u64)lutra_float_to_int64(x - limit) ^ LUTRA_ONE << 63;
  return (lutra_u64)lutra_float_to_int64(x);
}

/*
 * Bit patterns. ieee and ftz: sign, exponent, fraction. flopoco, most significant first: two exception bits (00 zero,
 * 01 normal, 10 infinity, 11 NaN), sign, exponent, fraction. There is one NaN, positive.
 */

static inline lutra_u64 lutra_float_to_bits(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  const int length = lutra_length(p.mantissa);
  const int top = p.exponent + length - 1;
  const int least = lutra_min_exponent(E, variant);
  const int bias = (1 << (E - 1)) - 1;
  const int flopoco = variant == LUTRA_FLOPOCO;
  lutra_u64 exception = 0, code = 0, fraction = 0;
  if (p.kind != LUTRA_FINITE) {
    exception = p.kind == LUTRA_NAN ? 3 : 2;
    code = flopoco ? 0 : (LUTRA_ONE << E) - 1;
    fraction = p.kind == LUTRA_NAN && !flopoco ? LUTRA_ONE << (M - 1) : 0;
  } else if (p.mantissa != 0) {
    const int shift = M - (length - 1) - (top < least ? least - top : 0);
    const lutra_u64 significand = shift >= 0 ? p.mantissa << shift : lutra_right(p.mantissa, -shift);
    exception = 1;
    code = top < least ? 0 : (lutra_u64)(top + bias);
    fraction = significand & ((LUTRA_ONE << M) - 1);
  }
  const lutra_u64 sign = p.kind != LUTRA_NAN && p.negative ? 1 : 0;
  const lutra_u64 head = (flopoco ? exception << 1 | sign : sign) << E | code;
  return head << M | fraction;
}

static inline double lutra_float_from_bits(lutra_u64 bits, int E, int M, int variant) {
  const lutra_u64 hidden = LUTRA_ONE << M;
  const lutra_u64 fraction = bits & (hidden - 1);
  const int codes = 1 << E;
  const int code = (int)(bits >> M) & (codes - 1);
  const int negative = (int)(bits >> M >> E) & 1;
  const int grid = code - ((1 << (E - 1)) - 1) - M;
  if (variant == LUTRA_FLOPOCO) {
    const int exception = (int)(bits >> M >> (E + 1)) & 3;
    if (exception == 3) return lutra_nan();
    if (exception == 2) return lutra_infinity(negative);
    return exception == 0 ? lutra_zero(negative) : lutra_pack(negative, hidden | fraction, grid);
  }
  if (code == codes - 1) return fraction == 0 ? lutra_infinity(negative) : lutra_nan();
  if (code != 0) return lutra_pack(negative, hidden | fraction, grid);
  return variant == LUTRA_FTZ ? lutra_zero(negative) : lutra_pack(negative, fraction, grid + 1);
}

#endif
