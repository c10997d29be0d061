/* power.h in long fixed point: see there. */
#ifndef LUTRA_ELEMENTARY_LONG_POWER_H
#define LUTRA_ELEMENTARY_LONG_POWER_H

static inline double lutra_long_pow(double x, double y, int E, int M, int variant) {
  const int width = lutra_working_width(M);
  const lutra_power_case known = lutra_settle_pow(x, y, E, M, variant);
  if (known.settled) return known.result;
  lutra_exact exponent = lutra_long_ln(lutra_wide_of(0, known.x.mantissa), known.x.exponent, width + E + 20);
  exponent.mantissa = lutra_wide_scale(exponent.mantissa, known.y.mantissa);
  exponent.exponent += known.y.exponent;
  exponent.negative ^= known.y.negative;
  const lutra_exact power = lutra_long_power_exact(lutra_long_exp_power(exponent, width), width);
  const double size = lutra_exact_round(power, E, M, variant);
  return known.negative ? -size : size;
}

#endif
