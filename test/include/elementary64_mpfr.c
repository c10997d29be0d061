/*
 * Elementary functions of float64, as lutra_elementary_long.h has them, against MPFR.
 *
 *     elementary64_mpfr COUNT SEED [FUNCTION]…    for each: how many results, the largest error in units of the result's last
 *                                                 place, where it is, and how many results are not the nearest double
 *
 * A third of the arguments have any exponent, a third lie where functions change, a third beside points where results are
 * hard: multiples of pi/2, 1, borders of the range.
 */
#include <mpfr.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lutra_elementary_long.h"

typedef int Function(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int Function2(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

struct subject {
  const char *name;
  double (*ours)(double);
  double (*ours2)(double, double);
  Function *exact;
  Function2 *exact2;
};

#define ONE(name) {#name, lutra_##name##d, 0, mpfr_##name, 0}
#define TWO(name) {#name, 0, lutra_##name##d, 0, mpfr_##name}
static const struct subject subjects[] = {
    ONE(exp),  ONE(exp2), ONE(expm1), ONE(log),  ONE(log2), ONE(log10), ONE(log1p), ONE(sin),   ONE(cos),   ONE(tan),
    ONE(asin), ONE(acos), ONE(atan),  ONE(sinh), ONE(cosh), ONE(tanh),  ONE(cbrt),  TWO(atan2), TWO(hypot), TWO(pow),
};

static uint64_t state;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t next(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static double sign(double x) { return next() & 1 ? x : -x; }

static double steps_away(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return of_bits(bits + next() % 65 - 32);
}

static double argument(void) {
  static const double hard[] = {1, 2, 0.5, 709.782712893384, 744.4400719213812, 36.7, 22.0, 1e22, 0x1p-27, 0x1p-53, 0x1p-1022, 0x1p1023};
  switch (next() % 6) {
    case 0:
    case 1:
      return of_bits(next());
    case 2:
    case 3:
      return sign(ldexp(1 + (double)(next() >> 12) * 0x1p-52, (int)(next() % 30) - 20));
    case 4:
      return sign(steps_away(1.5707963267948966 * (double)(1 + (next() >> (next() % 62 + 2)))));
    default:
      return sign(steps_away(hard[next() % (sizeof hard / sizeof *hard)]));
  }
}

static void measure(const struct subject *f, long count) {
  mpfr_t x, y, exact, apart;
  mpfr_inits2(160, x, y, exact, apart, (mpfr_ptr)0);
  double worst = 0, at_x = 0, at_y = 0;
  long other = 0, done = 0;
  while (done < count) {
    const double a = argument(), b = argument();
    const double result = f->ours ? f->ours(a) : f->ours2(a, b);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    if (f->exact) f->exact(exact, x, MPFR_RNDN);
    else f->exact2(exact, x, y, MPFR_RNDN);
    const double nearest = mpfr_get_d(exact, MPFR_RNDN);
    const int same = nearest == result || (isnan(nearest) && isnan(result));
    if (!isfinite(nearest) || nearest == 0) {
      /* Beyond the range of doubles: the nearest is what there is. */
      if (!same && !(isinf(nearest) && fabs(result) >= 0x1.fffffffffffffp1023) && !(nearest == 0 && fabs(result) <= 0x1p-1074)) {
        printf("%s(%a, %a) is %a, not %a\n", f->name, a, b, result, nearest);
        exit(1);
      }
      if (!same) other++;
      continue;
    }
    done++;
    if (!same) other++;
    /* A nearest double errs by half a unit at most: only its neighbours need a measure. */
    if (same) continue;
    mpfr_sub_d(apart, exact, result, MPFR_RNDN);
    int exponent;
    frexp(nearest, &exponent);
    mpfr_mul_2si(apart, apart, exponent - 53 < -1074 ? 1074 : 53 - exponent, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(apart, MPFR_RNDN));
    if (!(error <= worst)) worst = error, at_x = a, at_y = b;
  }
  printf("%s %ld %.6f %a %a %ld\n", f->name, done, worst, at_x, at_y, other);
  fflush(stdout);
  mpfr_clears(x, y, exact, apart, (mpfr_ptr)0);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const long count = atol(argv[1]);
  mpfr_set_emin(-100000);
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    int wanted = argc == 3;
    for (int k = 3; k < argc; k++) wanted |= !strcmp(argv[k], subjects[i].name);
    state = strtoull(argv[2], 0, 10) + i;
    if (wanted) measure(&subjects[i], count);
  }
  return 0;
}
