/* arc.h in long fixed point: see there. */
#ifndef LUTRA_ELEMENTARY_LONG_ARC_H
#define LUTRA_ELEMENTARY_LONG_ARC_H

/* pi/2, times 2^turn */
static inline lutra_exact lutra_long_quarter_turn(int turn, int width) {
  lutra_exact x = lutra_long_from_fixed(lutra_long_constant(lutra_pi[0], lutra_pi[1], width + 2), width + 1);
  x.exponent += turn;
  return x;
}

/* a - b in fixed point, with one more fraction bit. */
static inline lutra_exact lutra_long_difference(lutra_exact a, lutra_exact b, int width) {
  const lutra_wide fixed = lutra_wide_sub(lutra_long_to_fixed(a, width + 1), lutra_long_to_fixed(b, width + 1));
  return lutra_long_from_fixed(fixed, width + 1);
}

/* atan(a / b) for 0 < a <= b. */
static inline lutra_exact lutra_long_octant(lutra_exact a, lutra_exact b, int width) {
  const int base = a.exponent < b.exponent ? a.exponent : b.exponent;
  const int far = lutra_exact_top(a) - lutra_exact_top(b) < -6;
  const lutra_wide top = lutra_wide_shift(a.mantissa, far ? 0 : a.exponent - base);
  const lutra_wide bottom = lutra_wide_shift(b.mantissa, far ? 0 : b.exponent - base);
  const int j = far ? 0 : lutra_sixteenths(top, bottom);
  const lutra_exact t = j == 0 ? lutra_long_divide(a, b, width) : lutra_rotated(top, bottom, j, width);
  const lutra_wide series = lutra_long_horner(LUTRA_SERIES_ATAN, 10, 9, lutra_long_squared(t, width), width);
  lutra_exact arc = lutra_long_scale(t, series, width);
  if (j == 0) {
    arc.mantissa = lutra_wide_sub(arc.mantissa, lutra_wide_of(0, 1)); /* atan t < t: see arc.h */
    return arc;
  }
  const lutra_wide angle = lutra_long_constant(lutra_atan_table[j][0], lutra_atan_table[j][1], width);
  return lutra_long_from_fixed(lutra_wide_add(angle, lutra_long_to_fixed(arc, width)), width);
}

/* atan(a / b) for positive a and b. */
static inline lutra_exact lutra_long_angle(lutra_exact a, lutra_exact b, int width) {
  const int steep = lutra_exact_more(a, b);
  const lutra_exact octant = lutra_long_octant(steep ? b : a, steep ? a : b, width);
  return steep ? lutra_long_difference(lutra_long_quarter_turn(0, width), octant, width) : octant;
}

/* sqrt(1 - x^2) to more than `width` bits, for |x| < 1. */
static inline lutra_exact lutra_long_coside(lutra_pieces x, int width) {
  const int fraction = -x.exponent;
  if (fraction >= 106) { /* x^2 is less than two units of 2^-fraction: the root is one unit below 1 */
    lutra_exact root = lutra_exact_of(0, 0, -fraction);
    root.mantissa = lutra_wide_sub(lutra_long_bit(fraction), lutra_wide_of(0, 1));
    return root;
  }
  return lutra_coside(x, width);
}

static inline double lutra_long_atan(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind == LUTRA_NAN || (p.kind == LUTRA_FINITE && p.mantissa == 0)) return x;
  result = p.kind == LUTRA_INFINITE ? lutra_long_quarter_turn(0, width)
                                    : lutra_long_angle(lutra_size_of(p), lutra_exact_of(0, 1, 0), width);
  result.negative = p.negative;
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_long_asin(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  if (p.mantissa == 0 || lutra_top(p) < -width) return x; /* asin x = x (1 + x^2/6 + ...) */
  if (lutra_beside_one(p) > 0) return lutra_nan();
  if (lutra_beside_one(p) == 0) {
    result = lutra_long_quarter_turn(0, width); /* less an angle of 0 less a unit */
    result.mantissa = lutra_wide_add(result.mantissa, lutra_wide_of(0, 1));
  } else {
    result = lutra_long_angle(lutra_size_of(p), lutra_long_coside(p, width), width);
  }
  result.negative = p.negative;
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_long_acos(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(x);
  lutra_exact result;
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  if (p.mantissa == 0 || lutra_top(p) < -width) {
    result = lutra_long_quarter_turn(0, width);
  } else if (lutra_beside_one(p) >= 0) {
    if (lutra_beside_one(p) > 0) return lutra_nan();
    if (!p.negative) return 0.0;
    result = lutra_long_quarter_turn(1, width);
  } else {
    result = lutra_long_angle(lutra_long_coside(p, width), lutra_size_of(p), width);
    if (p.negative) result = lutra_long_difference(lutra_long_quarter_turn(1, width), result, width);
  }
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_long_atan2(double y, double x, int E, int M, int variant) {
  const int width = lutra_working_width(M) + 8;
  const lutra_pieces p = lutra_unpack(y), q = lutra_unpack(x);
  lutra_exact result;
  if (p.kind == LUTRA_NAN || q.kind == LUTRA_NAN) return lutra_nan();
  if (p.kind == LUTRA_INFINITE) {
    result = lutra_long_quarter_turn(q.kind == LUTRA_INFINITE ? -1 : 0, width);
  } else if (p.mantissa == 0 || q.kind == LUTRA_INFINITE) {
    result = lutra_exact_of(0, 0, 0);
  } else if (q.mantissa == 0) {
    result = lutra_long_quarter_turn(0, width);
  } else {
    result = lutra_long_angle(lutra_size_of(p), lutra_size_of(q), width);
  }
  if (q.negative) result = lutra_long_difference(lutra_long_quarter_turn(1, width), result, width);
  result.negative = p.negative;
  return lutra_exact_round(result, E, M, variant);
}

#endif
