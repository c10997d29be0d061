/* The cube root and the hypotenuse, correctly rounded: the floor of the root of an exact integer, and whether anything is left. */
#ifndef LUTRA_ELEMENTARY_ROOT_H
#define LUTRA_ELEMENTARY_ROOT_H

static inline lutra_wide lutra_cube(lutra_u64 x) {
  return lutra_wide_scale(lutra_wide_of(lutra_mul_high(x, x), x * x), x);
}

/* `places`: bits of a root, M + 5 at most. */
static inline double lutra_cbrt_of(double x, int places, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x);
  const int missing = 3 * (M + 3) - lutra_length(p.mantissa);
  const int least = missing > 0 ? missing : 0;
  const int shift = least + (((p.exponent - least) % 3) + 3) % 3; /* so that the exponent divides by 3 */
  const lutra_wide radicand = lutra_wide_left(lutra_wide_of(0, p.mantissa), shift);
  lutra_u64 root = 0;
  if (p.kind != LUTRA_FINITE || p.mantissa == 0) return x;
  for (int place = places - 1; place >= 0; place--) { /* a radicand has up to 3 (M + 3) + 2 bits */
    const lutra_u64 next = root | LUTRA_ONE << place;
    if (!lutra_wide_less(radicand, lutra_cube(next))) root = next;
  }
  const int inexact = !lutra_wide_equal(lutra_cube(root), radicand);
  return lutra_nearest(p.negative, root, (p.exponent - shift) / 3, inexact, E, M, variant);
}

static inline double lutra_integer_cbrt(double x, int E, int M, int variant) {
  return lutra_cbrt_of(x, 34, E, M, variant);
}

/* sqrt(x^2 + y^2); an infinity wins over NaN. */
static inline double lutra_integer_hypot(double x, double y, int E, int M, int variant) {
  const lutra_pieces p = lutra_unpack(x), q = lutra_unpack(y);
  const int swap = lutra_top(p) < lutra_top(q);
  const lutra_pieces large = swap ? q : p, small = swap ? p : q;
  if (p.kind == LUTRA_INFINITE || q.kind == LUTRA_INFINITE) return lutra_infinity(0);
  if (p.kind == LUTRA_NAN || q.kind == LUTRA_NAN) return lutra_nan();
  if (p.mantissa == 0) return lutra_pack(0, q.mantissa, q.exponent);
  if (q.mantissa == 0) return lutra_pack(0, p.mantissa, p.exponent);
  /* y^2 / 2x is less than a quarter of x's last place: all it does is to lie above x. */
  if (lutra_top(large) - lutra_top(small) > M + 3) {
    return lutra_nearest(0, large.mantissa, large.exponent, 1, E, M, variant);
  }
  const int base = p.exponent < q.exponent ? p.exponent : q.exponent;
  const lutra_wide a = lutra_wide_left(lutra_wide_of(0, p.mantissa), p.exponent - base);
  const lutra_wide b = lutra_wide_left(lutra_wide_of(0, q.mantissa), q.exponent - base);
  const lutra_wide sum = lutra_wide_add(lutra_wide_mul(a, a), lutra_wide_mul(b, b));
  const int missing = (2 * (M + 3) - lutra_wide_length(sum) + 1) / 2;
  const int shift = missing > 0 ? missing : 0;
  const lutra_wide_rounded root = lutra_wide_sqrt(lutra_wide_left(sum, 2 * shift));
  return lutra_nearest_wide(0, root.result, base - shift, root.inexact, E, M, variant);
}

#endif
