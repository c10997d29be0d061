/* Two's complement numbers of many 64-bit limbs, lowest first. A number reaches on for ever: limbs above its own are
 * its fill, all ones when it is negative and all zeros else. */
#ifndef LUTRA_AP_LIMBS_H
#define LUTRA_AP_LIMBS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

namespace lutra_ap {

__extension__ typedef unsigned __int128 uint128;

inline void fail(const char *what) {
  fprintf(stderr, "ap types: %s\n", what);
  fflush(NULL);
  _Exit(3);
}

struct Limbs {
  const uint64_t *limb;
  int count;
  uint64_t fill;
  uint64_t operator[](int i) const { return i < count ? limb[i] : fill; }
  bool negative() const { return fill != 0; }
};

inline void add(uint64_t *result, int count, const Limbs &a, const Limbs &b) {
  uint64_t carry = 0;
  for (int i = 0; i < count; i++) {
    const uint128 sum = (uint128)a[i] + b[i] + carry;
    result[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
}

inline void subtract(uint64_t *result, int count, const Limbs &a, const Limbs &b) {
  uint64_t borrow = 0;
  for (int i = 0; i < count; i++) {
    const uint128 difference = (uint128)a[i] - b[i] - borrow;
    result[i] = (uint64_t)difference;
    borrow = (uint64_t)(difference >> 64) & 1;
  }
}

// The low `count` limbs of the product; `result` is neither operand.
inline void multiply(uint64_t *result, int count, const Limbs &a, const Limbs &b) {
  for (int i = 0; i < count; i++) result[i] = 0;
  for (int i = 0; i < count; i++) {
    const uint64_t factor = a[i];
    if (factor == 0) continue;
    uint64_t carry = 0;
    for (int k = 0; i + k < count; k++) {
      const uint128 sum = (uint128)factor * b[k] + result[i + k] + carry;
      result[i + k] = (uint64_t)sum;
      carry = (uint64_t)(sum >> 64);
    }
  }
}

inline void shift_left(uint64_t *result, int count, const Limbs &a, int by) {
  const int whole = by / 64;
  const int rest = by % 64;
  for (int i = count - 1; i >= 0; i--) {
    const uint64_t high = i >= whole ? a[i - whole] : 0;
    const uint64_t low = i > whole ? a[i - whole - 1] : 0;
    result[i] = rest == 0 ? high : high << rest | low >> (64 - rest);
  }
}

inline void shift_right(uint64_t *result, int count, const Limbs &a, int by) {
  const int whole = by / 64;
  const int rest = by % 64;
  for (int i = 0; i < count; i++) {
    const uint64_t low = a[i + whole];
    result[i] = rest == 0 ? low : low >> rest | a[i + whole + 1] << (64 - rest);
  }
}

inline int compare(const Limbs &a, const Limbs &b) {
  if (a.fill != b.fill) return a.negative() ? -1 : 1;
  for (int i = (a.count > b.count ? a.count : b.count) - 1; i >= 0; i--) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

inline bool bit(const Limbs &a, int i) { return (a[i / 64] >> (i % 64) & 1) != 0; }

// Whether one of the lowest `bits` bits is set.
inline bool any_below(const Limbs &a, int bits) {
  const int whole = bits / 64;
  for (int i = 0; i < whole && i <= a.count; i++) {
    if (a[i] != 0) return true;
  }
  return bits % 64 != 0 && a[whole] << (64 - bits % 64) != 0;
}

inline void negate(uint64_t *a, int count) {
  uint64_t carry = 1;
  for (int i = 0; i < count; i++) {
    a[i] = ~a[i] + carry;
    carry = carry != 0 && a[i] == 0;
  }
}

// |a| in `count` limbs.
inline void magnitude(uint64_t *result, int count, const Limbs &a) {
  for (int i = 0; i < count; i++) result[i] = a[i];
  if (a.negative()) negate(result, count);
}

// The place of the highest bit that is set, -1 for zero.
inline int top_bit(const uint64_t *a, int count) {
  for (int i = count - 1; i >= 0; i--) {
    if (a[i] != 0) return 64 * i + 63 - __builtin_clzll(a[i]);
  }
  return -1;
}

// a / by into a; the rest comes back.
inline uint64_t divide_short(uint64_t *a, int count, uint64_t by) {
  uint64_t rest = 0;
  for (int i = count - 1; i >= 0; i--) {
    const uint128 part = (uint128)rest << 64 | a[i];
    a[i] = (uint64_t)(part / by);
    rest = (uint64_t)(part % by);
  }
  return rest;
}

// Unsigned: a becomes the rest, `quotient` the quotient; all have `count` limbs, b is not zero. Schoolbook division
// with limbs for digits (Knuth, volume 2, 4.3.1): b is shifted up so that its top bit is set, so each digit guessed
// from the two highest limbs is at most two too large.
template <int COUNT>
inline void divide(uint64_t *quotient, uint64_t *a, const uint64_t *b) {
  for (int i = 0; i < COUNT; i++) quotient[i] = 0;
  const int b_top = top_bit(b, COUNT);
  const int a_top = top_bit(a, COUNT);
  if (a_top < b_top) return;
  if (b_top < 64) {
    for (int i = 0; i < COUNT; i++) quotient[i] = a[i];
    const uint64_t rest = divide_short(quotient, COUNT, b[0]);
    for (int i = 0; i < COUNT; i++) a[i] = 0;
    a[0] = rest;
    return;
  }
  const int digits = b_top / 64 + 1;
  const int up = 63 - b_top % 64;
  uint64_t divisor[COUNT];
  uint64_t rest[COUNT + 1];
  shift_left(divisor, COUNT, Limbs{b, COUNT, 0}, up);
  shift_left(rest, COUNT + 1, Limbs{a, COUNT, 0}, up);
  const uint64_t first = divisor[digits - 1];
  const uint64_t second = divisor[digits - 2];
  for (int j = a_top / 64 + 1 - digits; j >= 0; j--) {
    const uint128 high = (uint128)rest[j + digits] << 64 | rest[j + digits - 1];
    uint128 digit = rest[j + digits] >= first ? (uint128)UINT64_MAX : high / first;
    uint128 left = high - digit * first;
    while (left <= UINT64_MAX && digit * second > (left << 64 | rest[j + digits - 2])) {
      digit--;
      left += first;
    }
    uint64_t borrow = 0;
    uint64_t carry = 0;
    for (int k = 0; k < digits; k++) {
      const uint128 product = digit * divisor[k] + carry;
      carry = (uint64_t)(product >> 64);
      const uint128 difference = (uint128)rest[j + k] - (uint64_t)product - borrow;
      rest[j + k] = (uint64_t)difference;
      borrow = (uint64_t)(difference >> 64) & 1;
    }
    const uint128 difference = (uint128)rest[j + digits] - carry - borrow;
    rest[j + digits] = (uint64_t)difference;
    if ((difference >> 64) != 0) {  // one too large
      digit--;
      uint64_t back = 0;
      for (int k = 0; k < digits; k++) {
        const uint128 sum = (uint128)rest[j + k] + divisor[k] + back;
        rest[j + k] = (uint64_t)sum;
        back = (uint64_t)(sum >> 64);
      }
      rest[j + digits] += back;
    }
    quotient[j] = (uint64_t)digit;
  }
  shift_right(a, COUNT, Limbs{rest, COUNT + 1, 0}, up);
}

// The floating-point number of `precision` bits, all multiples of 2^lowest, that is nearest to a * 2^exponent, ties to
// even. It is a double too; the caller's type may be narrower.
inline double to_floating(const Limbs &a, uint64_t *scratch, int count, int exponent, int precision, int lowest) {
  magnitude(scratch, count, a);
  const int top = top_bit(scratch, count);
  if (top < 0) return 0.0;
  const Limbs value = {scratch, count, 0};
  int last = top + exponent - (precision - 1);
  if (last < lowest) last = lowest;
  const int drop = last - exponent;
  uint64_t kept = 0;
  if (drop <= 0) {
    kept = scratch[0];  // fits the precision: not even its last place is dropped
    last = exponent;
  } else if (drop <= top + 1) {
    shift_right(&kept, 1, value, drop);
    const bool half = bit(value, drop - 1);
    if (half && ((kept & 1) != 0 || any_below(value, drop - 1))) kept++;
  }
  const double result = ldexp((double)kept, last);
  return a.negative() ? -result : result;
}

}  // namespace lutra_ap

#endif
