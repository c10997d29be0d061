/*
 * Integers of 256 bits, and what C99, C++14 and OpenCL C 1.2 name differently. The float headers compute with these;
 * generated code has no use for them.
 *
 * All are unsigned and wrap. Shifts take any count from 0 up. Loops have constant bounds; nothing is allocated.
 */
#ifndef LUTRA_WIDE_H
#define LUTRA_WIDE_H

#ifdef __OPENCL_VERSION__

#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef long lutra_i64;
typedef ulong lutra_u64;
#define LUTRA_TABLE __constant

#else

#include <math.h>
#include <stdint.h>
typedef int64_t lutra_i64;
typedef uint64_t lutra_u64;
#define LUTRA_TABLE static const

#endif

#define LUTRA_ONE ((lutra_u64)1)

/* Bits up to the highest that is set; 0 of 0. */
static inline int lutra_length(lutra_u64 x) {
#if defined(__OPENCL_VERSION__)
  return 64 - (int)clz(x);
#elif defined(__GNUC__)
  return x == 0 ? 0 : 64 - __builtin_clzll(x);
#else
  int length = 0;
  for (int step = 32; step > 0; step >>= 1) {
    if (x >> step != 0) {
      x >>= step;
      length += step;
    }
  }
  return length + (int)x;
#endif
}

/* The upper half of the product. */
static inline lutra_u64 lutra_mul_high(lutra_u64 a, lutra_u64 b) {
#if defined(__OPENCL_VERSION__)
  return mul_hi(a, b);
#elif defined(__SIZEOF_INT128__)
  __extension__ typedef unsigned __int128 lutra_u128;
  return (lutra_u64)((lutra_u128)a * b >> 64);
#else
  const lutra_u64 a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const lutra_u64 middle = a1 * b0 + (a0 * b0 >> 32);
  const lutra_u64 other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

/* floor(a * b / 2^shift), 0 < shift < 128, where that fits 64 bits: the product of fixed-point numbers. */
static inline lutra_i64 lutra_mul_shift(lutra_i64 a, lutra_i64 b, int shift) {
  const lutra_u64 x = (lutra_u64)a, y = (lutra_u64)b;
  const lutra_u64 low = x * y;
  const lutra_u64 high = lutra_mul_high(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0);
  if (shift >= 64) return (lutra_i64)high >> (shift - 64);
  return (lutra_i64)(high << (64 - shift) | low >> shift);
}

/* x / 2^shift rounded down, for any shift >= 0. */
static inline lutra_u64 lutra_right(lutra_u64 x, int shift) {
  return shift >= 64 ? 0 : x >> shift;
}

/* x / 2^shift, where the last bit of the result also says that what was dropped is not zero. */
static inline lutra_u64 lutra_right_sticky(lutra_u64 x, int shift) {
  if (shift <= 0) return x;
  if (shift >= 64) return x != 0;
  return x >> shift | ((x & ((LUTRA_ONE << shift) - 1)) != 0);
}

/* Least significant word first. */
typedef struct {
  lutra_u64 word[4];
} lutra_wide;

typedef struct {
  lutra_wide result;
  int inexact; /* something is left: the true result is larger */
} lutra_wide_rounded;

static inline lutra_wide lutra_wide_of(lutra_u64 high, lutra_u64 low) {
  lutra_wide x;
  x.word[0] = low;
  x.word[1] = high;
  x.word[2] = 0;
  x.word[3] = 0;
  return x;
}

static inline int lutra_wide_is_zero(lutra_wide x) {
  return (x.word[0] | x.word[1] | x.word[2] | x.word[3]) == 0;
}

static inline int lutra_wide_length(lutra_wide x) {
  for (int i = 3; i > 0; i--) {
    if (x.word[i] != 0) return 64 * i + lutra_length(x.word[i]);
  }
  return lutra_length(x.word[0]);
}

static inline lutra_wide lutra_wide_left(lutra_wide x, int shift) {
  const int words = shift / 64, bits = shift % 64;
  lutra_wide y;
  for (int i = 3; i >= 0; i--) {
    const int from = i - words;
    const lutra_u64 upper = from >= 0 ? x.word[from] : 0;
    const lutra_u64 lower = from >= 1 ? x.word[from - 1] : 0;
    y.word[i] = bits == 0 ? upper : upper << bits | lower >> (64 - bits);
  }
  return y;
}

static inline lutra_wide lutra_wide_right(lutra_wide x, int shift) {
  const int words = shift / 64, bits = shift % 64;
  lutra_wide y;
  for (int i = 0; i < 4; i++) {
    const int from = i + words;
    const lutra_u64 lower = from <= 3 ? x.word[from] : 0;
    const lutra_u64 upper = from <= 2 ? x.word[from + 1] : 0;
    y.word[i] = bits == 0 ? lower : lower >> bits | upper << (64 - bits);
  }
  return y;
}

/* x * 2^by, rounded down. */
static inline lutra_wide lutra_wide_shift(lutra_wide x, int by) {
  return by >= 0 ? lutra_wide_left(x, by) : lutra_wide_right(x, -by);
}

static inline int lutra_wide_equal(lutra_wide a, lutra_wide b) {
  int equal = 1;
  for (int i = 0; i < 4; i++) equal &= a.word[i] == b.word[i];
  return equal;
}

static inline int lutra_wide_less(lutra_wide a, lutra_wide b) {
  int less = 0;
  for (int i = 0; i < 4; i++) less = a.word[i] < b.word[i] || (a.word[i] == b.word[i] && less);
  return less;
}

static inline lutra_wide lutra_wide_add(lutra_wide a, lutra_wide b) {
  lutra_u64 carry = 0;
  for (int i = 0; i < 4; i++) {
    const lutra_u64 part = a.word[i] + carry;
    const lutra_u64 sum = part + b.word[i];
    carry = (part < carry) | (sum < part);
    a.word[i] = sum;
  }
  return a;
}

static inline lutra_wide lutra_wide_sub(lutra_wide a, lutra_wide b) {
  lutra_u64 borrow = 0;
  for (int i = 0; i < 4; i++) {
    const lutra_u64 part = a.word[i] - borrow;
    borrow = (a.word[i] < borrow) | (part < b.word[i]);
    a.word[i] = part - b.word[i];
  }
  return a;
}

/* a * b */
static inline lutra_wide lutra_wide_scale(lutra_wide a, lutra_u64 b) {
  lutra_u64 carry = 0;
  for (int i = 0; i < 4; i++) {
    const lutra_u64 low = a.word[i] * b + carry;
    carry = lutra_mul_high(a.word[i], b) + (low < carry);
    a.word[i] = low;
  }
  return a;
}

/* a * b, both below 2^128. */
static inline lutra_wide lutra_wide_mul(lutra_wide a, lutra_wide b) {
  return lutra_wide_add(lutra_wide_scale(a, b.word[0]), lutra_wide_left(lutra_wide_scale(a, b.word[1]), 64));
}

/* floor(a / b), one bit after the other; b is not 0. */
static inline lutra_wide_rounded lutra_wide_div(lutra_wide a, lutra_wide b) {
  const int steps = lutra_wide_length(a) - lutra_wide_length(b);
  lutra_wide quotient = lutra_wide_of(0, 0);
  lutra_wide_rounded rounded;
  if (steps > 0) b = lutra_wide_left(b, steps);
  for (int i = 0; i < 256; i++) {
    if (i > steps) break;
    quotient = lutra_wide_left(quotient, 1);
    if (!lutra_wide_less(a, b)) {
      a = lutra_wide_sub(a, b);
      quotient.word[0] |= 1;
    }
    b = lutra_wide_right(b, 1);
  }
  rounded.result = quotient;
  rounded.inexact = !lutra_wide_is_zero(a);
  return rounded;
}

/* floor(sqrt(a)), one bit after the other: root is 2 * 2^place times the root so far, bit is 2^(2 place). */
static inline lutra_wide_rounded lutra_wide_sqrt(lutra_wide a) {
  const int places = (lutra_wide_length(a) + 1) / 2;
  lutra_wide bit = lutra_wide_left(lutra_wide_of(0, 1), places == 0 ? 0 : 2 * places - 2);
  lutra_wide root = lutra_wide_of(0, 0);
  lutra_wide_rounded rounded;
  for (int i = 0; i < 128; i++) {
    if (i >= places) break;
    const lutra_wide trial = lutra_wide_add(root, bit);
    root = lutra_wide_right(root, 1);
    if (!lutra_wide_less(a, trial)) {
      a = lutra_wide_sub(a, trial);
      root = lutra_wide_add(root, bit);
    }
    bit = lutra_wide_right(bit, 2);
  }
  rounded.result = root;
  rounded.inexact = !lutra_wide_is_zero(a);
  return rounded;
}

#endif
