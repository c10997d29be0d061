/* Checks of what a Python kernel may do wrong while it runs: C++14 and C99.
 *
 *   a[at(i, 64)]            i if 0 <= i < 64
 *   checked_add(x, y)       x + y if 64 bits hold it
 *
 * A fault is one line on stderr, `lutra fault CODE LINE [words]`, and exit status 3; LINE is the line of the call in
 * the generated file. README.md lists codes and words. Under __SYNTHESIS__ each check is the plain operation.
 *
 * In C++ the functions are in namespace lutra, in C they are macros of the same names.
 */
#ifndef LUTRA_CHECK_H
#define LUTRA_CHECK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The checks, in C and C++ alike, with the caller's line as last argument. */

#ifndef __SYNTHESIS__
static inline void lutra_fault(const char *code, int line, const char *words) {
  fprintf(stderr, "lutra fault %s %d%s%s\n", code, line, words[0] == '\0' ? "" : " ", words);
  fflush(NULL);
  _Exit(3);
}
#define LUTRA_FAULT(wrong, code, line, words) \
  do {                                        \
    if (wrong) lutra_fault(code, line, words); \
  } while (0)
#else
#define LUTRA_FAULT(wrong, code, line, words) \
  do {                                        \
    (void)(line);                             \
  } while (0)
#endif

static inline int64_t lutra_at(int64_t i, int64_t n, int line) {
#ifndef __SYNTHESIS__
  if (i < 0 || i >= n) {
    char words[64];
    snprintf(words, sizeof words, "%lld %lld", (long long)i, (long long)n);
    lutra_fault("index-out-of-range", line, words);
  }
#endif
  (void)n, (void)line;
  return i;
}

static inline int64_t lutra_add(int64_t a, int64_t b, int line) {
  int64_t sum = (int64_t)((uint64_t)a + (uint64_t)b);
  LUTRA_FAULT(((a ^ sum) & (b ^ sum)) < 0, "overflow", line, "");
  return sum;
}

static inline int64_t lutra_sub(int64_t a, int64_t b, int line) {
  int64_t difference = (int64_t)((uint64_t)a - (uint64_t)b);
  LUTRA_FAULT(((a ^ b) & (a ^ difference)) < 0, "overflow", line, "");
  return difference;
}

/* Whether a * b leaves 64 bits. */
static inline int lutra_mul_overflows(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  if (a == -1) return b == INT64_MIN;
  if (b == -1) return a == INT64_MIN;
  if (a > 0) return b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a;
  return b > 0 ? a < INT64_MIN / b : a < INT64_MAX / b;
}

static inline int64_t lutra_mul(int64_t a, int64_t b, int line) {
  LUTRA_FAULT(lutra_mul_overflows(a, b), "overflow", line, "");
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline int64_t lutra_neg(int64_t a, int line) {
  LUTRA_FAULT(a == INT64_MIN, "overflow", line, "");
  return (int64_t)(0 - (uint64_t)a);
}

static inline int64_t lutra_abs(int64_t a, int line) { return a < 0 ? lutra_neg(a, line) : a; }

/* Rounds down, as Python's // does. */
static inline int64_t lutra_floordiv(int64_t a, int64_t b, int line) {
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  LUTRA_FAULT(a == INT64_MIN && b == -1, "overflow", line, "");
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* With the sign of b. */
static inline int64_t lutra_mod(int64_t a, int64_t b, int line) {
  int64_t rest;
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  rest = b == -1 ? 0 : a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/* With the sign of a. */
static inline int64_t lutra_fmod(int64_t a, int64_t b, int line) {
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  return b == -1 ? 0 : a % b;
}

static inline int64_t lutra_shl(int64_t a, int64_t count, int line) {
  LUTRA_FAULT(count < 0, "negative-shift", line, "");
  if (a == 0) return 0;
  LUTRA_FAULT(count > 63, "overflow", line, "");
  int64_t shifted = (int64_t)((uint64_t)a << count);
  LUTRA_FAULT(shifted >> count != a, "overflow", line, "");
  return shifted;
}

static inline int64_t lutra_shr(int64_t a, int64_t count, int line) {
  LUTRA_FAULT(count < 0, "negative-shift", line, "");
  return a >> (count > 63 ? 63 : count);
}

static inline int64_t lutra_pow(int64_t a, int64_t b, int line) {
  int64_t result = 1;
  int64_t rest;
  LUTRA_FAULT(b < 0, "negative-power", line, "");
  if (a == 0 || a == 1) return b == 0 ? 1 : a;
  if (a == -1) return b % 2 == 0 ? 1 : -1;
  for (rest = b; rest > 0; rest--) {
    LUTRA_FAULT(lutra_mul_overflows(result, a), "overflow", line, "");
    result = (int64_t)((uint64_t)result * (uint64_t)a);
  }
  return result;
}

/* int / int of Python: the exact quotient, rounded once. */
static inline double lutra_truediv(int64_t a, int64_t b, int line) {
  const int64_t exact = (int64_t)1 << 53;
  uint64_t dividend, divisor, quotient, rest;
  int exponent = 0;
  double result;
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  if (a >= -exact && a <= exact && b >= -exact && b <= exact) return (double)a / (double)b;
  dividend = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
  divisor = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  if (dividend == 0) return b < 0 ? -0.0 : 0.0;
  quotient = dividend / divisor;
  rest = dividend % divisor;
  /* 62 significant bits and a last one that says whether there is more: the conversion below rounds once. */
  while (quotient < ((uint64_t)1 << 62)) {
    const int carry = rest >= divisor - rest;
    quotient = 2 * quotient + (uint64_t)carry;
    rest = carry ? rest - (divisor - rest) : 2 * rest;
    exponent--;
  }
  result = ldexp((double)(quotient | (uint64_t)(rest != 0)), exponent);
  return (a < 0) != (b < 0) ? -result : result;
}

/* Python floats: division by zero is a fault. */

static inline double lutra_fdiv(double a, double b, int line) {
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  return a / b;
}

/* npy_divmod's steps; each rounds. */
static inline double lutra_python_floordiv(double a, double b) {
  double mod, quotient, below;
  if (b == 0 || a == 0) return a / b;
  mod = fmod(a, b);
  quotient = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) quotient -= 1;
  if (quotient == 0) return (a < 0) != (b < 0) ? -0.0 : 0.0;
  below = floor(quotient);
  return quotient - below > 0.5 ? below + 1 : below;
}

static inline double lutra_python_mod(double a, double b) {
  const double mod = fmod(a, b);
  if (b == 0) return mod;
  if (mod == 0) return copysign(0.0, b);
  return (b < 0) != (mod < 0) ? mod + b : mod;
}

static inline double lutra_ffloordiv(double a, double b, int line) {
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  return lutra_python_floordiv(a, b);
}

static inline double lutra_ffloormod(double a, double b, int line) {
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  return lutra_python_mod(a, b);
}

static inline double lutra_ffmod(double a, double b, int line) {
  LUTRA_FAULT(b == 0, "zero-division", line, "");
  return fmod(a, b);
}

/* `result` is what pow(a, b) gave: where NumPy has inf or nan, Python raises. */
static inline double lutra_fpow(double result, double a, double b, int line) {
  LUTRA_FAULT(a == 0 && b < 0, "zero-division", line, "");
  LUTRA_FAULT(a < 0 && isfinite(a) && isfinite(b) && trunc(b) != b, "domain", line, "complex");
  LUTRA_FAULT(isinf(result) && isfinite(a) && isfinite(b), "overflow", line, "power");
  (void)a, (void)b;
  return result;
}

/* `result` is what the function `name` of the math module gave for x. */
static inline double lutra_math(double result, double x, const char *name, int line) {
#ifndef __SYNTHESIS__
  if ((isnan(result) && !isnan(x)) || (!isfinite(result) && isfinite(x))) {
    char words[64];
    snprintf(words, sizeof words, "%s %.17g %s", name, x, isnan(result) ? "nan" : "inf");
    lutra_fault("domain", line, words);
  }
#endif
  (void)x, (void)name, (void)line;
  return result;
}

/* Conversions: the value if a type with these bounds holds it, else out-of-range with the value and the type. */

static inline int64_t lutra_narrow(int64_t x, int64_t low, int64_t high, const char *type, int line) {
#ifndef __SYNTHESIS__
  if (x < low || x > high) {
    char words[64];
    snprintf(words, sizeof words, "%lld %s", (long long)x, type);
    lutra_fault("out-of-range", line, words);
  }
#endif
  (void)low, (void)high, (void)type, (void)line;
  return x;
}

static inline uint64_t lutra_narrow_unsigned(uint64_t x, uint64_t high, const char *type, int line) {
#ifndef __SYNTHESIS__
  if (x > high) {
    char words[64];
    snprintf(words, sizeof words, "%llu %s", (unsigned long long)x, type);
    lutra_fault("out-of-range", line, words);
  }
#endif
  (void)high, (void)type, (void)line;
  return x;
}

/* Toward zero; `beyond` is the first whole number above the type. */
static inline double lutra_narrow_float(double x, double low, double beyond, const char *type, int line) {
  const double whole = trunc(x) + 0.0;
#ifndef __SYNTHESIS__
  if (!(whole >= low && whole < beyond)) {
    char words[400];
    if (isfinite(x)) snprintf(words, sizeof words, "%.0f %s", whole, type);
    else snprintf(words, sizeof words, "%s", isnan(x) ? "NaN" : x < 0 ? "-Infinity" : "Infinity");
    lutra_fault("out-of-range", line, words);
  }
#endif
  (void)low, (void)beyond, (void)type, (void)line;
  return whole;
}

static inline int64_t lutra_bits(int64_t low, int64_t width, int64_t total, int line) {
#ifndef __SYNTHESIS__
  if (low < 0 || low > total - width) {
    char words[96];
    snprintf(words, sizeof words, "%lld %lld %lld", (long long)low, (long long)(low + width - 1), (long long)total);
    lutra_fault("bit-range", line, words);
  }
#endif
  (void)width, (void)total, (void)line;
  return low;
}

/* Operands that must not be zero, or not negative. */

static inline int64_t lutra_divisor(int64_t x, int line) {
  LUTRA_FAULT(x == 0, "zero-division", line, "");
  return x;
}

static inline int64_t lutra_exponent(int64_t x, int line) {
  LUTRA_FAULT(x < 0, "negative-power", line, "");
  return x;
}

static inline int64_t lutra_count(int64_t x, int line) {
  LUTRA_FAULT(x < 0, "negative-shift", line, "");
  return x;
}

static inline int64_t lutra_radicand(int64_t x, int line) {
  LUTRA_FAULT(x < 0, "domain", line, "root");
  return x;
}

static inline int64_t lutra_step(int64_t x, int line) {
  LUTRA_FAULT(x == 0, "zero-step", line, "");
  return x;
}

#ifdef __cplusplus
#include "lutra_check_cpp.h"
#else
#include "lutra_check_c.h"
#endif

#endif
