/* half: IEEE binary16, kept as its bits.
 *
 *   half x = 1.5f;  half y = x * x + half(0.25f);  float z = y;
 *
 * An operation is done in float and rounded once to nearest even. That is the correctly rounded result of + - * / and
 * sqrt: 24 bits are at least 2 * 11 + 2, so rounding twice changes nothing (Figueroa).
 */
#ifndef LUTRA_HLS_HALF_H
#define LUTRA_HLS_HALF_H

#include <math.h>
#include <stdint.h>

#include <type_traits>
#include <utility>

class half {
 public:
  half() = default;
  half(float x) : bits_(round(x)) {}
  half(double x) : bits_(round(to_odd(x))) {}
  template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
  half(T x) : bits_(round(from_integer(x))) {}

  template <class T, class = decltype(std::declval<const T &>().to_half())>
  explicit half(const T &x) : half(x.to_half()) {}

  operator float() const { return widen(bits_); }

  // The pattern, for those who store it.
  uint16_t get_bits() const { return bits_; }
  static half from_bits(uint16_t bits) {
    half x;
    x.bits_ = bits;
    return x;
  }

  half operator-() const { return from_bits((uint16_t)(bits_ ^ 0x8000)); }
  half operator+() const { return *this; }
  half &operator+=(half b) { return *this = half((float)*this + (float)b); }
  half &operator-=(half b) { return *this = half((float)*this - (float)b); }
  half &operator*=(half b) { return *this = half((float)*this * (float)b); }
  half &operator/=(half b) { return *this = half((float)*this / (float)b); }
  half &operator++() { return *this += half(1.0f); }
  half &operator--() { return *this -= half(1.0f); }
  half operator++(int) {
    const half old = *this;
    ++*this;
    return old;
  }
  half operator--(int) {
    const half old = *this;
    --*this;
    return old;
  }

 private:
  static uint32_t pattern(float x) {
    union {
      float value;
      uint32_t bits;
    } both;
    both.value = x;
    return both.bits;
  }
  static float value(uint32_t bits) {
    union {
      float value;
      uint32_t bits;
    } both;
    both.bits = bits;
    return both.value;
  }

  // To nearest even.
  static uint16_t round(float x) {
    const uint32_t bits = pattern(x);
    const uint32_t sign = (bits >> 16) & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 0x477ff000) return (uint16_t)(sign | 0x7c00);  // 65520 and more
    if (magnitude < 0x38800000) {                                   // below 2^-14: a multiple of 2^-24
      const float steps = value(magnitude) * 16777216.0f;           // exact
      return (uint16_t)(sign | (uint32_t)rintf(steps));
    }
    const uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
    return (uint16_t)(sign | ((rounded - 0x38000000) >> 13));
  }

  static float widen(uint16_t bits) {
    const uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1f;
    const uint32_t fraction = bits & 0x3ff;
    if (exponent == 0x1f) return value(sign | 0x7f800000 | (fraction << 13));
    if (exponent == 0) {
      const float magnitude = (float)fraction * 5.9604644775390625e-8f;  // 2^-24
      return sign != 0 ? -magnitude : magnitude;
    }
    return value(sign | ((exponent + 112) << 23) | (fraction << 13));
  }

  // A double as a float that rounds to the same half: what float cannot hold leaves its last bit set.
  static float to_odd(double x) {
    const float near = (float)x;
    if ((double)near == x || x != x || near - near != 0) return near;
    const uint32_t bits = pattern(near);
    if (bits & 1) return near;
    const bool outward = fabs((double)near) < fabs(x);
    return value(outward ? bits + 1 : bits - 1);
  }

  // |x| from 65520 on is infinity, and float is exact up to 2^24.
  template <class T>
  static float from_integer(T x) {
    if (x > (T)0 && (uint64_t)x > 65536) return INFINITY;
    if (x < (T)0 && (int64_t)x < -65536) return -INFINITY;
    return (float)x;
  }

  uint16_t bits_;
};

#define LUTRA_HALF_OPERATOR(op) \
  inline half operator op(half a, half b) { return half((float)a op(float) b); }
LUTRA_HALF_OPERATOR(+)
LUTRA_HALF_OPERATOR(-)
LUTRA_HALF_OPERATOR(*)
LUTRA_HALF_OPERATOR(/)
#undef LUTRA_HALF_OPERATOR

#define LUTRA_HALF_COMPARISON(op) \
  inline bool operator op(half a, half b) { return (float)a op(float) b; }
LUTRA_HALF_COMPARISON(==)
LUTRA_HALF_COMPARISON(!=)
LUTRA_HALF_COMPARISON(<)
LUTRA_HALF_COMPARISON(<=)
LUTRA_HALF_COMPARISON(>)
LUTRA_HALF_COMPARISON(>=)
#undef LUTRA_HALF_COMPARISON

#endif
