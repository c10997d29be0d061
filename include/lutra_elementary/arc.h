/*
 * The angle of a point (b, a) in the first octant, z = a/b <= 1: with j/16 the nearest to z, atan z = atan(j/16) +
 * atan t, t = (16a - jb) / (16b + ja), |t| <= 1/31; atan t = t P(t^2). The other octants by pi/2 - and pi -. asin and
 * acos are the angles of (sqrt(1 - x^2), x), the root of an exact integer. W = precision + 28 fraction bits.
 */
#ifndef LUTRA_ELEMENTARY_ARC_H
#define LUTRA_ELEMENTARY_ARC_H

/* pi/2, times 2^turn */
static inline lutra_exact lutra_quarter_turn(int turn, int width) {
  return lutra_exact_of(0, (lutra_u64)lutra_constant(lutra_pi[0], 61, width), turn - width - 1);
}

/* a - b in fixed point, with one more fraction bit. */
static inline lutra_exact lutra_difference(lutra_exact a, lutra_exact b, int width) {
  return lutra_from_fixed(lutra_to_fixed(a, width + 1) - lutra_to_fixed(b, width + 1), width + 1);
}

/* 16 a / b to the nearest integer (a half rounds up); a <= b are multiples of one power of two. */
static inline int lutra_sixteenths(lutra_wide a, lutra_wide b) {
  const lutra_wide sought = lutra_wide_left(a, 5), step = lutra_wide_left(b, 1);
  lutra_wide limit = b;
  int j = 0;
  for (int i = 1; i <= 16; i++) {
    if (!lutra_wide_less(sought, limit)) j = i;
    limit = lutra_wide_add(limit, step);
  }
  return j;
}

/* (16a - jb) / (16b + ja), rounded toward zero */
static inline lutra_exact lutra_rotated(lutra_wide a, lutra_wide b, int j, int width) {
  const lutra_wide ahead = lutra_wide_left(a, 4), behind = lutra_wide_scale(b, (lutra_u64)j);
  const lutra_wide along = lutra_wide_add(lutra_wide_left(b, 4), lutra_wide_scale(a, (lutra_u64)j));
  lutra_exact t = lutra_exact_of(lutra_wide_less(ahead, behind), 0, -width);
  const lutra_wide across = t.negative ? lutra_wide_sub(behind, ahead) : lutra_wide_sub(ahead, behind);
  t.mantissa = lutra_wide_div(lutra_wide_left(across, width), along).result;
  return t;
}

/* atan(a / b) for 0 < a <= b. */
static inline lutra_exact lutra_octant(lutra_exact a, lutra_exact b, int width) {
  const int base = a.exponent < b.exponent ? a.exponent : b.exponent;
  const int far = lutra_exact_top(a) - lutra_exact_top(b) < -6;
  const lutra_wide top = lutra_wide_shift(a.mantissa, far ? 0 : a.exponent - base);
  const lutra_wide bottom = lutra_wide_shift(b.mantissa, far ? 0 : b.exponent - base);
  const int j = far ? 0 : lutra_sixteenths(top, bottom);
  const lutra_exact t = j == 0 ? lutra_divide(a, b, width) : lutra_rotated(top, bottom, j, width);
  const lutra_i64 square = lutra_squared(t, width);
  lutra_exact arc = lutra_scale(t, lutra_horner(LUTRA_SERIES_ATAN, 7, 9, square, width), width);
  if (j == 0) {
    /* atan t < t: without the last unit a quotient that is a midpoint would not be seen to lie below it. */
    arc.mantissa = lutra_wide_sub(arc.mantissa, lutra_wide_of(0, 1));
    return arc;
  }
  return lutra_from_fixed(lutra_constant(lutra_atan_table[j][0], 63, width) + lutra_to_fixed(arc, width), width);
}

/* |a| > |b|, of numbers that are not zero. */
static inline int lutra_exact_more(lutra_exact a, lutra_exact b) {
  const int tops = lutra_exact_top(a) - lutra_exact_top(b);
  const int base = a.exponent < b.exponent ? a.exponent : b.exponent;
  if (tops != 0) return tops > 0;
  return lutra_wide_less(lutra_wide_shift(b.mantissa, b.exponent - base), lutra_wide_shift(a.mantissa, a.exponent - base));
}

/* atan(a / b) for positive a and b. */
static inline lutra_exact lutra_angle(lutra_exact a, lutra_exact b, int width) {
  const int steep = lutra_exact_more(a, b);
  const lutra_exact octant = lutra_octant(steep ? b : a, steep ? a : b, width);
  return steep ? lutra_difference(lutra_quarter_turn(0, width), octant, width) : octant;
}

/* sqrt(1 - x^2) to more than `width` bits, for 2^-width <= |x| <= 1. */
static inline lutra_exact lutra_coside(lutra_pieces x, int width) {
  const int fraction = -x.exponent;
  const lutra_wide one = lutra_wide_left(lutra_wide_of(0, 1), 2 * fraction);
  const lutra_wide taken = lutra_wide_of(lutra_mul_high(x.mantissa, x.mantissa), x.mantissa * x.mantissa);
  const lutra_wide square = lutra_wide_sub(one, taken);
  const int missing = width + 2 - (lutra_wide_length(square) >> 1);
  const int shift = missing > 0 ? missing : 0;
  lutra_exact root = lutra_exact_of(0, 0, -fraction - shift);
  root.mantissa = lutra_wide_sqrt(lutra_wide_left(square, 2 * shift)).result;
  return root;
}

/* 1: |x| > 1; 0: |x| = 1; -1: below. */
static inline int lutra_beside_one(lutra_pieces x) {
  if (lutra_top(x) != 0) return lutra_top(x) > 0 ? 1 : -1;
  return x.mantissa == LUTRA_ONE << 52 ? 0 : 1;
}

static inline double lutra_integer_atan(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind == LUTRA_NAN || (p.kind == LUTRA_FINITE && p.mantissa == 0)) return x;
  result = p.kind == LUTRA_INFINITE ? lutra_quarter_turn(0, width)
                                    : lutra_angle(lutra_size_of(p), lutra_exact_of(0, 1, 0), width);
  result.negative = p.negative;
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_integer_asin(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  if (p.mantissa == 0 || lutra_top(p) < -width) return x; /* asin x = x (1 + x^2/6 + ...) */
  if (lutra_beside_one(p) > 0) return lutra_nan();
  if (lutra_beside_one(p) == 0) {
    result = lutra_quarter_turn(0, width); /* less an angle of 0 less a unit */
    result.mantissa = lutra_wide_add(result.mantissa, lutra_wide_of(0, 1));
  } else {
    result = lutra_angle(lutra_size_of(p), lutra_coside(p, width), width);
  }
  result.negative = p.negative;
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_integer_acos(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  if (p.mantissa == 0 || lutra_top(p) < -width) {
    result = lutra_quarter_turn(0, width);
  } else if (lutra_beside_one(p) >= 0) {
    if (lutra_beside_one(p) > 0) return lutra_nan();
    if (!p.negative) return 0.0;
    result = lutra_quarter_turn(1, width);
  } else {
    result = lutra_angle(lutra_coside(p, width), lutra_size_of(p), width);
    if (p.negative) result = lutra_difference(lutra_quarter_turn(1, width), result, width);
  }
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_integer_atan2(double y, double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(y), q = lutra_unpack(x);
  lutra_exact result;
  if (p.kind == LUTRA_NAN || q.kind == LUTRA_NAN) return lutra_nan();
  if (p.kind == LUTRA_INFINITE) {
    result = lutra_quarter_turn(q.kind == LUTRA_INFINITE ? -1 : 0, width);
  } else if (p.mantissa == 0 || q.kind == LUTRA_INFINITE) {
    result = lutra_exact_of(0, 0, 0);
  } else if (q.mantissa == 0) {
    result = lutra_quarter_turn(0, width);
  } else {
    result = lutra_angle(lutra_size_of(p), lutra_size_of(q), width);
  }
  if (q.negative) result = lutra_difference(lutra_quarter_turn(1, width), result, width);
  result.negative = p.negative;
  return lutra_exact_round(result, E, M, variant);
}

#endif
