/*
 * elementary_ops.h before anything is rounded: a result is a digest of the long integer that the algorithm would
 * round (of NaN, infinities and the like it is the double itself). elementary_pieces.ts makes the same digest.
 */
#include "lutra_float.h"

#include "lutra_elementary/tables.h"

#include "lutra_elementary/fixed.h"

static double digest(lutra_exact x) {
  const lutra_u64 prime = 0x9e3779b97f4a7c15;
  lutra_u64 sum = (lutra_u64)x.negative;
  if (lutra_wide_is_zero(x.mantissa)) return lutra_zero(x.negative);
  while ((x.mantissa.word[0] & 1) == 0) {
    x.mantissa = lutra_wide_right(x.mantissa, 1);
    x.exponent++;
  }
  for (int i = 3; i >= 0; i--) sum = (sum ^ sum >> 29 ^ x.mantissa.word[i]) * prime;
  sum = (sum ^ sum >> 29 ^ (lutra_u64)(lutra_i64)x.exponent) * prime;
  return lutra_of_bits(sum & ~(LUTRA_ONE << 62)); /* no NaN */
}

#define lutra_exact_round(x, E, M, variant) ((void)(E), (void)(variant), digest(x))
#define LUTRA_DOUBLE_SHORTCUT 0

#include "elementary_ops.h"
