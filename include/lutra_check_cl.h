/*
 * The checks of lutra_check.h in OpenCL C 1.2. A kernel cannot end its program: the first fault is noted in the buffer
 * `fault` (an argument of the kernel), the value used from there on is one that does no harm, and the host reports it.
 *
 *     fault[0]  what, one of LUTRA_FAULT_...; 0 while all is well
 *     fault[1]  the line of the kernel's file
 *     fault[2], fault[3], fault[4]  numbers for the message
 *
 * With LUTRA_UNCHECKED defined each check is the plain operation.
 */
#ifndef LUTRA_CHECK_CL_H
#define LUTRA_CHECK_CL_H

#include "lutra_fault_codes.h"

typedef __global long *lutra_faults;

#ifdef LUTRA_UNCHECKED
#define LUTRA_NOTE(wrong, code, a, b, c) \
  do {                                   \
  } while (0)
#else
#define LUTRA_NOTE(wrong, code, a, b, c)     \
  do {                                       \
    if ((wrong) && fault[0] == 0) {          \
      fault[0] = (code);                     \
      fault[1] = line;                       \
      fault[2] = (a);                        \
      fault[3] = (b);                        \
      fault[4] = (c);                        \
    }                                        \
  } while (0)
#endif

#define at(i, n) lutra_at(i, n, fault, __LINE__)
static inline long lutra_at(long i, long n, lutra_faults fault, int line) {
  const bool outside = i < 0 || i >= n;
  LUTRA_NOTE(outside, LUTRA_FAULT_INDEX, i, n, 0);
#ifdef LUTRA_UNCHECKED
  return i;
#else
  return outside ? 0 : i;
#endif
}

/* ---- Python ints ---- */

#define checked_add(a, b) lutra_add(a, b, fault, __LINE__)
static inline long lutra_add(long a, long b, lutra_faults fault, int line) {
  const long sum = (long)((ulong)a + (ulong)b);
  LUTRA_NOTE(((a ^ sum) & (b ^ sum)) < 0, LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  return sum;
}

#define checked_sub(a, b) lutra_sub(a, b, fault, __LINE__)
static inline long lutra_sub(long a, long b, lutra_faults fault, int line) {
  const long difference = (long)((ulong)a - (ulong)b);
  LUTRA_NOTE(((a ^ b) & (a ^ difference)) < 0, LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  return difference;
}

static inline bool lutra_mul_overflows(long a, long b) {
  const long high = mul_hi(a, b);
  return high != (long)((ulong)a * (ulong)b) >> 63;
}

#define checked_mul(a, b) lutra_mul(a, b, fault, __LINE__)
static inline long lutra_mul(long a, long b, lutra_faults fault, int line) {
  LUTRA_NOTE(lutra_mul_overflows(a, b), LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  return (long)((ulong)a * (ulong)b);
}

#define checked_neg(a) lutra_neg(a, fault, __LINE__)
static inline long lutra_neg(long a, lutra_faults fault, int line) {
  LUTRA_NOTE(a == LONG_MIN, LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  return (long)(0 - (ulong)a);
}

#define checked_abs(a) lutra_abs(a, fault, __LINE__)
static inline long lutra_abs(long a, lutra_faults fault, int line) { return a < 0 ? lutra_neg(a, fault, line) : a; }

#define checked_floordiv(a, b) lutra_floordiv(a, b, fault, __LINE__)
static inline long lutra_floordiv(long a, long b, lutra_faults fault, int line) {
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  LUTRA_NOTE(a == LONG_MIN && b == -1, LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  if (b == 0) return 0;
  if (b == -1) return (long)(0 - (ulong)a);
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

#define checked_fmod(a, b) lutra_fmod(a, b, fault, __LINE__)
static inline long lutra_fmod(long a, long b, lutra_faults fault, int line) {
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  return b == 0 || b == -1 ? 0 : a % b;
}

#define checked_mod(a, b) lutra_mod(a, b, fault, __LINE__)
static inline long lutra_mod(long a, long b, lutra_faults fault, int line) {
  const long rest = lutra_fmod(a, b, fault, line);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

#define checked_shl(a, n) lutra_shl(a, n, fault, __LINE__)
static inline long lutra_shl(long a, long count, lutra_faults fault, int line) {
  const long by = count < 0 || count > 63 ? 0 : count;
  const long shifted = (long)((ulong)a << by);
  LUTRA_NOTE(count < 0, LUTRA_FAULT_NEGATIVE_SHIFT, 0, 0, 0);
  LUTRA_NOTE(a != 0 && (count > 63 || shifted >> by != a), LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  return shifted;
}

#define checked_shr(a, n) lutra_shr(a, n, fault, __LINE__)
static inline long lutra_shr(long a, long count, lutra_faults fault, int line) {
  LUTRA_NOTE(count < 0, LUTRA_FAULT_NEGATIVE_SHIFT, 0, 0, 0);
  return a >> (count < 0 || count > 63 ? 63 : count);
}

#define checked_pow(a, n) lutra_pow(a, n, fault, __LINE__)
static inline long lutra_pow(long a, long b, lutra_faults fault, int line) {
  long result = 1;
  LUTRA_NOTE(b < 0, LUTRA_FAULT_NEGATIVE_POWER, 0, 0, 0);
  if (a == 0 || a == 1) return b == 0 ? 1 : a;
  if (a == -1) return b % 2 == 0 ? 1 : -1;
  LUTRA_NOTE(b > 64, LUTRA_FAULT_OVERFLOW, 0, 0, 0);
  for (long rest = b > 64 ? 64 : b; rest > 0; rest--) {
    LUTRA_NOTE(lutra_mul_overflows(result, a), LUTRA_FAULT_OVERFLOW, 0, 0, 0);
    result = (long)((ulong)result * (ulong)a);
  }
  return result;
}

/* ---- An integer as a narrower one ---- */

static inline long lutra_narrow(long x, long low, long high, int type, lutra_faults fault, int line) {
  LUTRA_NOTE(x < low || x > high, LUTRA_FAULT_RANGE, x, type, 0);
  return x;
}

static inline ulong lutra_narrow_unsigned(ulong x, ulong high, int type, lutra_faults fault, int line) {
  LUTRA_NOTE(x > high, LUTRA_FAULT_RANGE_UNSIGNED, (long)x, type, 0);
  return x;
}

#define checked_int8(x) ((char)lutra_narrow(x, CHAR_MIN, CHAR_MAX, 8, fault, __LINE__))
#define checked_int16(x) ((short)lutra_narrow(x, SHRT_MIN, SHRT_MAX, 16, fault, __LINE__))
#define checked_int32(x) ((int)lutra_narrow(x, INT_MIN, INT_MAX, 32, fault, __LINE__))
#define checked_int64(x) ((long)(x))
#define checked_uint8(x) ((uchar)lutra_narrow(x, 0, UCHAR_MAX, -8, fault, __LINE__))
#define checked_uint16(x) ((ushort)lutra_narrow(x, 0, USHRT_MAX, -16, fault, __LINE__))
#define checked_uint32(x) ((uint)lutra_narrow(x, 0, UINT_MAX, -32, fault, __LINE__))
#define checked_uint64(x) ((ulong)lutra_narrow(x, 0, LONG_MAX, -64, fault, __LINE__))
#define checked_int8_from_uint64(x) ((char)lutra_narrow_unsigned(x, CHAR_MAX, 8, fault, __LINE__))
#define checked_int16_from_uint64(x) ((short)lutra_narrow_unsigned(x, SHRT_MAX, 16, fault, __LINE__))
#define checked_int32_from_uint64(x) ((int)lutra_narrow_unsigned(x, INT_MAX, 32, fault, __LINE__))
#define checked_int64_from_uint64(x) ((long)lutra_narrow_unsigned(x, LONG_MAX, 64, fault, __LINE__))
#define checked_python_int_from_uint64(x) \
  ((long)lutra_narrow_unsigned(x, LONG_MAX, LUTRA_TYPE_PYTHON_INT, fault, __LINE__))

/* int<bits> and uint<bits>. */
#define checked_bits_signed(x, bits) \
  lutra_narrow(x, LONG_MIN >> (64 - (bits)), LONG_MAX >> (64 - (bits)), LUTRA_TYPE_EXACT + (bits), fault, __LINE__)
#define checked_bits_unsigned(x, bits)                                                                  \
  lutra_narrow(x, 0, (bits) > 63 ? LONG_MAX : LONG_MAX >> (63 - (bits)), -(LUTRA_TYPE_EXACT + (bits)), fault, \
               __LINE__)

/* ---- Operands ---- */

#define checked_low_bit(low, width, total) lutra_bits(low, width, total, fault, __LINE__)
static inline long lutra_bits(long low, long width, long total, lutra_faults fault, int line) {
  const bool outside = low < 0 || low > total - width;
  LUTRA_NOTE(outside, LUTRA_FAULT_BITS, low, low + width - 1, total);
  return outside ? 0 : low;
}

#define checked_divisor(x) lutra_divisor(x, fault, __LINE__)
static inline long lutra_divisor(long x, lutra_faults fault, int line) {
  LUTRA_NOTE(x == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  return x == 0 ? 1 : x;
}

#define checked_exponent(x) lutra_exponent(x, fault, __LINE__)
static inline long lutra_exponent(long x, lutra_faults fault, int line) {
  LUTRA_NOTE(x < 0, LUTRA_FAULT_NEGATIVE_POWER, 0, 0, 0);
  return x < 0 ? 0 : x;
}

#define checked_count(x) lutra_count(x, fault, __LINE__)
static inline long lutra_count(long x, lutra_faults fault, int line) {
  LUTRA_NOTE(x < 0, LUTRA_FAULT_NEGATIVE_SHIFT, 0, 0, 0);
  return x < 0 ? 0 : x;
}

#define checked_radicand(x) lutra_radicand(x, fault, __LINE__)
static inline long lutra_radicand(long x, lutra_faults fault, int line) {
  LUTRA_NOTE(x < 0, LUTRA_FAULT_ROOT, 0, 0, 0);
  return x < 0 ? 0 : x;
}

#define checked_step(x) lutra_step(x, fault, __LINE__)
static inline long lutra_step(long x, lutra_faults fault, int line) {
  LUTRA_NOTE(x == 0, LUTRA_FAULT_ZERO_STEP, 0, 0, 0);
  return x == 0 ? 1 : x;
}

/* ---- Floats ---- */

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* int / int of Python: the exact quotient, rounded once. */
#define checked_truediv(a, b) lutra_truediv(a, b, fault, __LINE__)
static inline double lutra_truediv(long a, long b, lutra_faults fault, int line) {
  const long exact = 1L << 53;
  ulong divisor, quotient, rest;
  int exponent = 0;
  double result;
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  if (b == 0) return 0;
  if (a >= -exact && a <= exact && b >= -exact && b <= exact) return (double)a / (double)b;
  if (a == 0) return b < 0 ? -0.0 : 0.0;
  divisor = b < 0 ? 0 - (ulong)b : (ulong)b;
  quotient = (a < 0 ? 0 - (ulong)a : (ulong)a) / divisor;
  rest = (a < 0 ? 0 - (ulong)a : (ulong)a) % divisor;
  /* 62 significant bits and a last one that says whether there is more: the conversion below rounds once. */
  while (quotient < (1UL << 62)) {
    const bool carry = rest >= divisor - rest;
    quotient = 2 * quotient + carry;
    rest = carry ? rest - (divisor - rest) : 2 * rest;
    exponent--;
  }
  result = ldexp((double)(quotient | (rest != 0)), exponent);
  return (a < 0) != (b < 0) ? -result : result;
}

#define checked_fdiv(a, b) lutra_fdiv(a, b, fault, __LINE__)
static inline double lutra_fdiv(double a, double b, lutra_faults fault, int line) {
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  return a / b;
}

/* npy_divmod's steps; each rounds. */
#define checked_ffloordiv(a, b) lutra_ffloordiv(a, b, fault, __LINE__)
static inline double lutra_ffloordiv(double a, double b, lutra_faults fault, int line) {
  double mod, quotient, below;
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  if (b == 0 || a == 0) return a / b;
  mod = fmod(a, b);
  quotient = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) quotient -= 1;
  if (quotient == 0) return (a < 0) != (b < 0) ? -0.0 : 0.0;
  below = floor(quotient);
  return quotient - below > 0.5 ? below + 1 : below;
}

#define checked_ffloormod(a, b) lutra_ffloormod(a, b, fault, __LINE__)
static inline double lutra_ffloormod(double a, double b, lutra_faults fault, int line) {
  double mod;
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  mod = fmod(a, b);
  if (b == 0) return mod;
  if (mod == 0) return copysign(0.0, b);
  return (b < 0) != (mod < 0) ? mod + b : mod;
}

#define checked_ffmod(a, b) lutra_ffmod(a, b, fault, __LINE__)
static inline double lutra_ffmod(double a, double b, lutra_faults fault, int line) {
  LUTRA_NOTE(b == 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  return fmod(a, b);
}

/* `result` is what pow(a, b) gave. */
#define checked_fpow(result, a, b) lutra_fpow(result, a, b, fault, __LINE__)
static inline double lutra_fpow(double result, double a, double b, lutra_faults fault, int line) {
  LUTRA_NOTE(a == 0 && b < 0, LUTRA_FAULT_ZERO_DIVISION, 0, 0, 0);
  LUTRA_NOTE(a < 0 && isfinite(a) && isfinite(b) && trunc(b) != b, LUTRA_FAULT_COMPLEX, 0, 0, 0);
  LUTRA_NOTE(isinf(result) && isfinite(a) && isfinite(b), LUTRA_FAULT_POWER, 0, 0, 0);
  return result;
}

/* `result` is what a function of the math module gave for x; `name` is LUTRA_SQRT, LUTRA_EXP, ... */
#define checked_math(result, x, name) lutra_math(result, x, name, fault, __LINE__)
static inline double lutra_math(double result, double x, int name, lutra_faults fault, int line) {
  const bool wrong = (isnan(result) && !isnan(x)) || (!isfinite(result) && isfinite(x));
  LUTRA_NOTE(wrong, LUTRA_FAULT_MATH, name, as_long(x), isnan(result) ? 0 : 1);
  return result;
}

/* Toward zero; `beyond` is the first whole number above the type. */
static inline double lutra_narrow_float(double x, double low, double beyond, int type, lutra_faults fault, int line) {
  const double whole = trunc(x) + 0.0;
  const bool outside = !(whole >= low && whole < beyond);
  LUTRA_NOTE(outside, LUTRA_FAULT_RANGE_FLOAT, as_long(x), type, 0);
  return outside ? 0 : whole;
}

#define checked_int8_from_float(x) ((char)lutra_narrow_float(x, -0x1p7, 0x1p7, 8, fault, __LINE__))
#define checked_int16_from_float(x) ((short)lutra_narrow_float(x, -0x1p15, 0x1p15, 16, fault, __LINE__))
#define checked_int32_from_float(x) ((int)lutra_narrow_float(x, -0x1p31, 0x1p31, 32, fault, __LINE__))
#define checked_int64_from_float(x) ((long)lutra_narrow_float(x, -0x1p63, 0x1p63, 64, fault, __LINE__))
#define checked_uint8_from_float(x) ((uchar)lutra_narrow_float(x, 0, 0x1p8, -8, fault, __LINE__))
#define checked_uint16_from_float(x) ((ushort)lutra_narrow_float(x, 0, 0x1p16, -16, fault, __LINE__))
#define checked_uint32_from_float(x) ((uint)lutra_narrow_float(x, 0, 0x1p32, -32, fault, __LINE__))
#define checked_uint64_from_float(x) ((ulong)lutra_narrow_float(x, 0, 0x1p64, -64, fault, __LINE__))
#define checked_python_int_from_float(x) \
  ((long)lutra_narrow_float(x, -0x1p63, 0x1p63, LUTRA_TYPE_PYTHON_INT, fault, __LINE__))
#endif

#endif
