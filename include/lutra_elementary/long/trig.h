/* trig.h in long fixed point: see there. */
#ifndef LUTRA_ELEMENTARY_LONG_TRIG_H
#define LUTRA_ELEMENTARY_LONG_TRIG_H

static inline lutra_reduced lutra_long_reduce(lutra_pieces x, int E, int M, int variant) {
  const int fine = lutra_working_width(M) + 8;
  lutra_reduced reduced;
  if (lutra_top(x) < -1) {
    reduced.quadrant = 0;
    reduced.rest = lutra_signed_of(x);
    return reduced;
  }
  const lutra_turns turns = lutra_turns_of(x, E, M, variant);
  /* pi/2 with one more fraction bit than pi; 125 fraction bits are given */
  const lutra_wide quarter = lutra_long_constant(lutra_pi[0], lutra_pi[1], fine + 2);
  reduced.rest = lutra_long_scale(lutra_normalize(turns.offset, fine), quarter, fine + 1);
  reduced.rest.negative ^= x.negative;
  reduced.quadrant = (x.negative ? -turns.quadrant : turns.quadrant) & 3;
  return reduced;
}

static inline lutra_wide lutra_long_rest_squared(lutra_exact r, int width) {
  return lutra_long_squared(lutra_wide_length(r.mantissa) > width ? lutra_normalize(r, width) : r, width);
}

static inline lutra_exact lutra_long_sin_rest(lutra_exact r, int width) {
  const lutra_wide square = lutra_long_rest_squared(r, width);
  return lutra_long_scale(r, lutra_long_horner(LUTRA_SERIES_SIN, 11, 0, square, width), width);
}

static inline lutra_exact lutra_long_cos_rest(lutra_exact r, int width) {
  const lutra_wide square = lutra_long_rest_squared(r, width);
  return lutra_long_from_fixed(lutra_long_horner(LUTRA_SERIES_COS, 12, 0, square, width), width);
}

/* The sine of x + turn pi/2. */
static inline double lutra_long_sine(lutra_pieces x, int turn, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_reduced reduced = lutra_long_reduce(x, E, M, variant);
  const int quadrant = reduced.quadrant + turn;
  lutra_exact result =
      (quadrant & 1) == 1 ? lutra_long_cos_rest(reduced.rest, width) : lutra_long_sin_rest(reduced.rest, width);
  result.negative ^= (quadrant & 2) != 0;
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_long_sin(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  return p.mantissa == 0 ? x : lutra_long_sine(p, 0, E, M, variant);
}

static inline double lutra_long_cos(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  return p.mantissa == 0 ? 1.0 : lutra_long_sine(p, 1, E, M, variant);
}

static inline double lutra_long_tan(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  if (p.mantissa == 0) return x;
  const lutra_reduced reduced = lutra_long_reduce(p, E, M, variant);
  const int odd = reduced.quadrant & 1;
  const lutra_exact sine = lutra_long_sin_rest(reduced.rest, width), cosine = lutra_long_cos_rest(reduced.rest, width);
  lutra_exact result = lutra_long_divide(odd ? cosine : sine, odd ? sine : cosine, width + 2);
  result.negative ^= odd;
  return lutra_exact_round(result, E, M, variant);
}

#endif
