/* root.h for longer mantissas: see there. */
#ifndef LUTRA_ELEMENTARY_LONG_ROOT_H
#define LUTRA_ELEMENTARY_LONG_ROOT_H

static inline double lutra_long_cbrt(double x, int E, int M, int variant) {
  return lutra_cbrt_of(x, 57, E, M, variant);
}

static inline double lutra_long_hypot(double x, double y, int E, int M, int variant) {
  return lutra_integer_hypot(x, y, E, M, variant);
}

#endif
