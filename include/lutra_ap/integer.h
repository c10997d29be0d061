/* ap_int_base<W, S>: W bits, signed or not. Up to 64 bits it is the smallest built-in integer, above it is limbs. */
#ifndef LUTRA_AP_INTEGER_H
#define LUTRA_AP_INTEGER_H

#include <string>
#include <type_traits>

#include "../hls_half.h"
#include "engine.h"

enum ap_q_mode {
  AP_RND,          // nearest, a tie upward
  AP_RND_ZERO,     // nearest, a tie toward zero
  AP_RND_MIN_INF,  // nearest, a tie downward
  AP_RND_INF,      // nearest, a tie away from zero
  AP_RND_CONV,     // nearest, a tie to the even one
  AP_TRN,          // down
  AP_TRN_ZERO      // toward zero
};
enum ap_o_mode { AP_SAT, AP_SAT_ZERO, AP_SAT_SYM, AP_WRAP, AP_WRAP_SM };

template <int W, bool S>
struct ap_int_base;
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
struct ap_fixed_base;
template <int W, bool S>
struct ap_range_ref;
template <int W, bool S>
struct ap_bit_ref;
template <class High, class Low>
struct ap_concat_ref;

namespace lutra_ap {

struct IntegerTag {};  // ap_int_base and references to its bits
struct FixedTag {};

template <int W, bool S>
struct Native {
  typedef typename std::conditional<(W <= 32), int32_t, int64_t>::type From32;
  typedef typename std::conditional<(W <= 16), int16_t, From32>::type From16;
  typedef typename std::conditional<(W <= 8), int8_t, From16>::type Signed;
  typedef typename std::conditional<S, Signed, typename std::make_unsigned<Signed>::type>::type type;
};

// The low W bits, extended to 64.
template <int W, bool S>
inline uint64_t cut(uint64_t x) {
  if (W >= 64) return x;
  const int unused = (64 - W) & 63;
  return S ? (uint64_t)((int64_t)(x << unused) >> unused) : x << unused >> unused;
}

// limb(i) reads on into the fill; set() cuts to W bits.
template <int W, bool S, bool Narrow = (W <= 64)>
struct Storage {
  enum { count = 1 };
  typename Native<W, S>::type value;
  uint64_t limb(int i) const { return i == 0 ? (uint64_t)value : fill(); }
  uint64_t fill() const { return S && (int64_t)value < 0 ? ~(uint64_t)0 : 0; }
  void set(const uint64_t *from) { set_low(from[0]); }
  void set_low(uint64_t low) { value = (typename Native<W, S>::type)cut<W, S>(low); }
  void set_extended(uint64_t low, uint64_t) { set_low(low); }
  void set_limbs(const uint64_t *from, int) { set_low(from[0]); }
};

template <int W, bool S>
struct Storage<W, S, false> {
  enum { count = (W + 63) / 64 };
  uint64_t limbs[count];
  uint64_t limb(int i) const { return i < count ? limbs[i] : fill(); }
  uint64_t fill() const { return S && (int64_t)limbs[count - 1] < 0 ? ~(uint64_t)0 : 0; }
  void set(const uint64_t *from) {
    for (int i = 0; i < count - 1; i++) limbs[i] = from[i];
    limbs[count - 1] = cut<(W - 1) % 64 + 1, S>(from[count - 1]);
  }
  void set_extended(uint64_t low, uint64_t fill) {
    uint64_t from[count];
    from[0] = low;
    for (int i = 1; i < count; i++) from[i] = fill;
    set(from);
  }
  // `from` is signed and has `given` limbs.
  void set_limbs(const uint64_t *from, int given) {
    uint64_t extended[count];
    for (int i = 0; i < count; i++) extended[i] = i < given ? from[i] : (uint64_t)((int64_t)from[given - 1] >> 63);
    set(extended);
  }
};

}  // namespace lutra_ap

template <int W, bool S>
struct ap_int_base : lutra_ap::IntegerTag {
  static_assert(W >= 1 && W <= 16384, "ap_int has 1 to 4096 bits");
  enum { width = W, sign_flag = S, limb_count = (W + 63) / 64 };
  typedef typename lutra_ap::Native<(W <= 64 ? W : 64), S>::type RetType;

  lutra_ap::Storage<W, S> storage;

  ap_int_base() : storage() {}

  template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
  ap_int_base(T x) {
    storage.set_extended((uint64_t)x, std::is_signed<T>::value && x < (T)0 ? ~(uint64_t)0 : 0);
  }

  template <int W2, bool S2>
  ap_int_base(const ap_int_base<W2, S2> &x) {
    lutra_ap::Engine<(W <= 64)>::copy(storage, x.storage);
  }

  // Toward zero; what does not fit wraps, and NaN and infinity are 0.
  ap_int_base(double x) { set_floating(x); }
  ap_int_base(float x) { set_floating((double)x); }
  ap_int_base(half x) { set_floating((double)(float)x); }

  template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2, int N2>
  ap_int_base(const ap_fixed_base<W2, I2, S2, Q2, O2, N2> &x);  // toward zero; ap_fixed.h

  template <int W2, bool S2>
  ap_int_base(const ap_range_ref<W2, S2> &x) : ap_int_base(x.get()) {}
  template <int W2, bool S2>
  ap_int_base(const ap_bit_ref<W2, S2> &x) : ap_int_base((bool)x) {}
  template <class High, class Low>
  ap_int_base(const ap_concat_ref<High, Low> &x) : ap_int_base(x.get()) {}

  // Digits with an optional sign; without a radix the prefix 0x, 0o or 0b says it.
  ap_int_base(const char *text, int radix = 0) : storage() { parse(text, radix); }

  operator RetType() const { return (RetType)storage.limb(0); }

  bool is_neg() const { return storage.fill() != 0; }
  bool sign() const { return is_neg(); }
  bool iszero() const {
    for (int i = 0; i < limb_count; i++) {
      if (storage.limb(i) != 0) return false;
    }
    return true;
  }
  int length() const { return W; }

  bool to_bool() const { return !iszero(); }
  signed char to_char() const { return (signed char)storage.limb(0); }
  unsigned char to_uchar() const { return (unsigned char)storage.limb(0); }
  short to_short() const { return (short)storage.limb(0); }
  unsigned short to_ushort() const { return (unsigned short)storage.limb(0); }
  int to_int() const { return (int)storage.limb(0); }
  unsigned to_uint() const { return (unsigned)storage.limb(0); }
  long to_long() const { return (long)storage.limb(0); }
  unsigned long to_ulong() const { return (unsigned long)storage.limb(0); }
  int64_t to_int64() const { return (int64_t)storage.limb(0); }
  uint64_t to_uint64() const { return storage.limb(0); }
  double to_double() const { return to_floating(0, 53, -1074); }
  float to_float() const { return (float)to_floating(0, 24, -149); }
  half to_half() const { return half((float)to_floating(0, 11, -24)); }

  // this * 2^exponent as a float of so many bits.
  double to_floating(int exponent, int precision, int lowest) const {
    uint64_t scratch[limb_count];
    return lutra_ap::to_floating(lutra_ap::view(storage), scratch, limb_count, exponent, precision, lowest);
  }

  // Bits: those of x(high, low) and x[i] can be assigned.
  bool test(int i) const { return (storage.limb(within(i) / 64) >> (i % 64) & 1) != 0; }
  bool get_bit(int i) const { return test(i); }
  void set_bit(int i, bool value) {
    uint64_t limbs[limb_count];
    for (int k = 0; k < limb_count; k++) limbs[k] = storage.limb(k);
    const uint64_t mask = (uint64_t)1 << (within(i) % 64);
    if (value) limbs[i / 64] |= mask;
    else limbs[i / 64] &= ~mask;
    storage.set(limbs);
  }
  void set(int i) { set_bit(i, true); }
  void clear(int i) { set_bit(i, false); }
  void invert(int i) { set_bit(i, !test(i)); }

  ap_bit_ref<W, S> operator[](int i) { return ap_bit_ref<W, S>{this, within(i)}; }
  bool operator[](int i) const { return test(i); }
  ap_bit_ref<W, S> bit(int i) { return (*this)[i]; }
  bool bit(int i) const { return test(i); }

  ap_range_ref<W, S> range(int high, int low) { return ap_range_ref<W, S>{this, within(high), within(low)}; }
  const ap_range_ref<W, S> range(int high, int low) const {
    return ap_range_ref<W, S>{const_cast<ap_int_base *>(this), within(high), within(low)};
  }
  ap_range_ref<W, S> range() { return range(W - 1, 0); }
  const ap_range_ref<W, S> range() const { return range(W - 1, 0); }
  ap_range_ref<W, S> operator()(int high, int low) { return range(high, low); }
  const ap_range_ref<W, S> operator()(int high, int low) const { return range(high, low); }

  template <class Low>
  ap_concat_ref<ap_int_base, Low> concat(Low &low) {
    return ap_concat_ref<ap_int_base, Low>{*this, low};
  }
  template <class Low>
  ap_concat_ref<const ap_int_base, const Low> concat(const Low &low) const {
    return ap_concat_ref<const ap_int_base, const Low>{*this, low};
  }

  bool and_reduce() const {
    for (int i = 0; i < W; i++) {
      if (!test(i)) return false;
    }
    return true;
  }
  bool or_reduce() const { return !iszero(); }
  bool xor_reduce() const {
    bool odd = false;
    for (int i = 0; i < W; i++) odd ^= test(i);
    return odd;
  }
  bool nand_reduce() const { return !and_reduce(); }
  bool nor_reduce() const { return !or_reduce(); }
  bool xnor_reduce() const { return !xor_reduce(); }

  ap_int_base &reverse() {
    ap_int_base old = *this;
    for (int i = 0; i < W; i++) set_bit(i, old.test(W - 1 - i));
    return *this;
  }
  int countLeadingZeros() const {
    int count = 0;
    while (count < W && !test(W - 1 - count)) count++;
    return count;
  }

  bool operator!() const { return iszero(); }
  ap_int_base operator+() const { return *this; }
  ap_int_base<W + 1, true> operator-() const {
    const ap_int_base<W + 1, true> wide = *this;
    return ap_int_base<W + 1, true>::subtract(ap_int_base<W + 1, true>(), wide);
  }
  ap_int_base operator~() const {
    uint64_t limbs[limb_count];
    for (int i = 0; i < limb_count; i++) limbs[i] = ~storage.limb(i);
    return from_limbs(limbs);
  }

  template <class B>
  ap_int_base &operator+=(const B &b) {
    return *this = ap_int_base(*this + b);
  }
  template <class B>
  ap_int_base &operator-=(const B &b) {
    return *this = ap_int_base(*this - b);
  }
  template <class B>
  ap_int_base &operator*=(const B &b) {
    return *this = ap_int_base(*this * b);
  }
  template <class B>
  ap_int_base &operator/=(const B &b) {
    return *this = ap_int_base(*this / b);
  }
  template <class B>
  ap_int_base &operator%=(const B &b) {
    return *this = ap_int_base(*this % b);
  }
  template <class B>
  ap_int_base &operator&=(const B &b) {
    return *this = ap_int_base(*this & b);
  }
  template <class B>
  ap_int_base &operator|=(const B &b) {
    return *this = ap_int_base(*this | b);
  }
  template <class B>
  ap_int_base &operator^=(const B &b) {
    return *this = ap_int_base(*this ^ b);
  }
  template <class B>
  ap_int_base &operator<<=(const B &b) {
    return *this = *this << b;
  }
  template <class B>
  ap_int_base &operator>>=(const B &b) {
    return *this = *this >> b;
  }
  ap_int_base &operator++() { return *this += 1; }
  ap_int_base &operator--() { return *this -= 1; }
  const ap_int_base operator++(int) {
    const ap_int_base old = *this;
    ++*this;
    return old;
  }
  const ap_int_base operator--(int) {
    const ap_int_base old = *this;
    --*this;
    return old;
  }

  // 10: signed decimal. 2, 8, 16: all bits as digits after a prefix.
  std::string to_string(int radix = 2) const;

  // Arithmetic that wraps to W bits; the operands may be of any width.
  template <class A, class B>
  static ap_int_base add(const A &a, const B &b) {
    ap_int_base result;
    lutra_ap::Engine<(W <= 64)>::add(result.storage, a.storage, b.storage);
    return result;
  }
  template <class A, class B>
  static ap_int_base subtract(const A &a, const B &b) {
    ap_int_base result;
    lutra_ap::Engine<(W <= 64)>::subtract(result.storage, a.storage, b.storage);
    return result;
  }
  template <class A, class B>
  static ap_int_base multiply(const A &a, const B &b) {
    ap_int_base result;
    lutra_ap::Engine<(W <= 64)>::multiply(result.storage, a.storage, b.storage);
    return result;
  }
  static ap_int_base shift_left(const ap_int_base &a, int by) {
    ap_int_base result;
    if (by < W) lutra_ap::Engine<(W <= 64)>::shift_left(result.storage, a.storage, by);
    return result;
  }
  static ap_int_base shift_right(const ap_int_base &a, int by) {
    ap_int_base result;
    if (by < W) lutra_ap::Engine<(W <= 64)>::shift_right(result.storage, a.storage, by);
    else result.storage.set_extended(a.storage.fill(), a.storage.fill());
    return result;
  }

  static ap_int_base from_limbs(const uint64_t *limbs) {
    ap_int_base x;
    x.storage.set(limbs);
    return x;
  }

 private:
  static int within(int i) {
    if (i < 0 || i >= W) lutra_ap::fail("a bit outside the value");
    return i;
  }
  void set_floating(double x) {
    if (x > -9223372036854775808.0 && x < 9223372036854775808.0) {
      const int64_t whole = (int64_t)x;
      storage.set_extended((uint64_t)whole, (uint64_t)(whole >> 63));
      return;
    }
    *this = ap_int_base();
    if (x - x != 0) return;
    int exponent;
    const double fraction = frexp(x, &exponent);
    const int shift = exponent - 53;  // positive: x has no bits below 2^10
    if (shift >= W) return;
    *this = shift_left(ap_int_base((int64_t)ldexp(fraction, 53)), shift);
  }
  void parse(const char *text, int radix) {
    const bool minus = *text == '-';
    if (*text == '-' || *text == '+') text++;
    if (text[0] == '0' && text[1] != '\0') {
      const char mark = (char)(text[1] | 0x20);
      const int named = mark == 'x' ? 16 : mark == 'o' ? 8 : 0;
      if (named != 0 && (radix == 0 || radix == named)) {
        radix = named;
        text += 2;
      } else if (mark == 'b' && (radix == 0 || radix == 2)) {
        radix = 2;
        text += 2;
      }
    }
    if (radix == 0) radix = 10;
    const int step = radix == 16 ? 4 : radix == 8 ? 3 : radix == 2 ? 1 : 0;
    uint64_t limbs[limb_count] = {};
    for (; *text != '\0'; text++) {
      const char c = (char)(*text | 0x20);
      const int digit = *text >= '0' && *text <= '9' ? *text - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
      if (digit >= radix) lutra_ap::fail("a digit that the radix does not have");
      uint64_t carry = (uint64_t)digit;
      for (int i = 0; i < limb_count; i++) {
        const lutra_ap::uint128 next =
            (step != 0 ? (lutra_ap::uint128)limbs[i] << step : (lutra_ap::uint128)limbs[i] * (unsigned)radix) + carry;
        limbs[i] = (uint64_t)next;
        carry = (uint64_t)(next >> 64);
      }
    }
    storage.set(limbs);
    if (minus) *this = subtract(ap_int_base(), *this);
  }
};

template <int W, bool S>
inline std::string ap_int_base<W, S>::to_string(int radix) const {
  uint64_t limbs[limb_count];
  std::string digits;
  if (radix == 10) {
    lutra_ap::magnitude(limbs, limb_count, lutra_ap::view(storage));
    do {
      digits += (char)('0' + lutra_ap::divide_short(limbs, limb_count, 10));
    } while (lutra_ap::top_bit(limbs, limb_count) >= 0);
    if (is_neg()) digits += '-';
    return std::string(digits.rbegin(), digits.rend());
  }
  const int step = radix == 2 ? 1 : radix == 8 ? 3 : radix == 16 ? 4 : 0;
  if (step == 0) lutra_ap::fail("to_string writes radix 2, 8, 10 or 16");
  for (int low = 0; low < W; low += step) {
    int digit = 0;
    for (int i = 0; i < step; i++) digit |= (low + i < W && test(low + i)) << i;
    digits += "0123456789abcdef"[digit];
  }
  return (radix == 2 ? "0b" : radix == 8 ? "0o" : "0x") + std::string(digits.rbegin(), digits.rend());
}

#endif
