/*
 * x = n pi/2 + r, |r| <= pi/4. n and r come from x * 2/pi, of which only the bits below 4 are computed: the mantissa
 * times a window of the bits of 2/pi (Payne and Hanek), wide enough that r keeps W bits even for the x nearest to a
 * multiple of pi/2. Then Taylor polynomials in r^2 with W = precision + 20 fraction bits: sin r = r S(r^2),
 * cos r = C(r^2).
 */
#ifndef LUTRA_ELEMENTARY_TRIG_H
#define LUTRA_ELEMENTARY_TRIG_H

typedef struct {
  int quadrant; /* n mod 4 */
  lutra_exact rest;
} lutra_reduced;

/* |x| 2/pi mod 4 as the nearest integer, up to 4, and what is left of it. */
typedef struct {
  int quadrant;
  lutra_exact offset;
} lutra_turns;

/* The 64 bits of 2/pi from fraction bit `from` on (the first is 0); zeros before the first. */
static inline lutra_u64 lutra_circle_bits(int from) {
  const int word = from >> 6, skip = from & 63;
  const lutra_u64 first = word >= 0 ? lutra_two_over_pi[word] : 0;
  const lutra_u64 second = word >= -1 ? lutra_two_over_pi[word + 1] : 0;
  return skip == 0 ? first : first << skip | second >> (64 - skip);
}

/*
 * The last `kept` <= 256 bits of floor(c * 2^end), c = 2/pi rounded to end + after bits: up is the carry of that
 * rounding, which reaches here only through ones (64 in a row the table has nowhere).
 */
static inline lutra_wide lutra_circle_window(int end, int after, int kept) {
  const lutra_u64 next = lutra_circle_bits(end);
  const lutra_u64 up = after < 63 && next >> (63 - after) == ~(lutra_u64)0 >> (63 - after);
  lutra_wide bits;
  for (int i = 0; i < 4; i++) bits.word[i] = lutra_circle_bits(end - 64 * (i + 1));
  const lutra_wide window = lutra_wide_add(bits, lutra_wide_of(0, up));
  return lutra_wide_right(lutra_wide_left(window, 256 - kept), 256 - kept);
}

static inline lutra_turns lutra_turns_of(lutra_pieces x, int E, int M, int variant) {
  const int precision = M + 1;
  const int fraction = lutra_working_width(M) + 2 * precision + E + 8;
  const int largest = lutra_max_exponent(E, variant) - M; /* of an integer mantissa */
  const int reach = largest > 0 ? largest : 0;
  const int drop = 53 - precision; /* x has no more bits than its format, and is no subnormal double */
  const int exponent = x.exponent + drop;
  const lutra_wide window = lutra_circle_window(fraction + exponent, reach - exponent, fraction + 2);
  const int clear = 256 - (fraction + 2);
  const lutra_wide turns = lutra_wide_right(lutra_wide_left(lutra_wide_scale(window, x.mantissa >> drop), clear), clear);
  const lutra_wide middle = lutra_wide_left(lutra_wide_of(0, 1), fraction - 1);
  const lutra_wide quadrant = lutra_wide_right(lutra_wide_add(turns, middle), fraction);
  const lutra_wide whole = lutra_wide_left(quadrant, fraction);
  lutra_turns result;
  result.quadrant = (int)quadrant.word[0];
  result.offset = lutra_exact_of(lutra_wide_less(turns, whole), 0, -fraction);
  result.offset.mantissa = result.offset.negative ? lutra_wide_sub(whole, turns) : lutra_wide_sub(turns, whole);
  return result;
}

static inline lutra_reduced lutra_reduce(lutra_pieces x, int E, int M, int variant) {
  const int fine = lutra_working_width(M) + 8;
  lutra_reduced reduced;
  if (lutra_top(x) < -1) {
    reduced.quadrant = 0;
    reduced.rest = lutra_signed_of(x);
    return reduced;
  }
  const lutra_turns turns = lutra_turns_of(x, E, M, variant);
  /* pi/2 with one more fraction bit than pi */
  reduced.rest = lutra_scale(lutra_normalize(turns.offset, fine), lutra_constant(lutra_pi[0], 61, fine), fine + 1);
  reduced.rest.negative ^= x.negative;
  reduced.quadrant = (x.negative ? -turns.quadrant : turns.quadrant) & 3;
  return reduced;
}

static inline lutra_i64 lutra_rest_squared(lutra_exact r, int width) {
  return lutra_squared(lutra_wide_length(r.mantissa) > width ? lutra_normalize(r, width) : r, width);
}

static inline lutra_exact lutra_sin_rest(lutra_exact r, int width) {
  return lutra_scale(r, lutra_horner(LUTRA_SERIES_SIN, 9, 0, lutra_rest_squared(r, width), width), width);
}

static inline lutra_exact lutra_cos_rest(lutra_exact r, int width) {
  return lutra_from_fixed(lutra_horner(LUTRA_SERIES_COS, 10, 0, lutra_rest_squared(r, width), width), width);
}

/* The sine of x + turn pi/2. */
static inline double lutra_integer_sine(lutra_pieces x, int turn, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_reduced reduced = lutra_reduce(x, E, M, variant);
  const int quadrant = reduced.quadrant + turn;
  lutra_exact result =
      (quadrant & 1) == 1 ? lutra_cos_rest(reduced.rest, width) : lutra_sin_rest(reduced.rest, width);
  result.negative ^= (quadrant & 2) != 0;
  return lutra_exact_round(result, E, M, variant);
}

static inline double lutra_integer_sin(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  return p.mantissa == 0 ? x : lutra_integer_sine(p, 0, E, M, variant);
}

static inline double lutra_integer_cos(double x, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  return p.mantissa == 0 ? 1.0 : lutra_integer_sine(p, 1, E, M, variant);
}

static inline double lutra_integer_tan(double x, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_pieces p = lutra_unpack(x);
  if (p.kind != LUTRA_FINITE) return lutra_nan();
  if (p.mantissa == 0) return x;
  const lutra_reduced reduced = lutra_reduce(p, E, M, variant);
  const int odd = reduced.quadrant & 1;
  const lutra_exact sine = lutra_sin_rest(reduced.rest, width), cosine = lutra_cos_rest(reduced.rest, width);
  lutra_exact result = lutra_divide(odd ? cosine : sine, odd ? sine : cosine, width + 2);
  result.negative ^= odd;
  return lutra_exact_round(result, E, M, variant);
}

#endif
