/* ap_fixed_base: V * 2^(I - W), V an integer of W bits. Assignment rounds as Q says and overflows as O says. */
#ifndef LUTRA_AP_FIXED_H
#define LUTRA_AP_FIXED_H

#include "quantize.h"

template <int W, int I, bool S, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_fixed_base : lutra_ap::FixedTag {
  static_assert(N == 0, "saturated bits are not implemented");
  enum { width = W, iwidth = I, sign_flag = S, qmode = Q, omode = O, fraction = W - I };

  ap_int_base<W, S> V;

  ap_fixed_base() {}

  template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2, int N2>
  ap_fixed_base(const ap_fixed_base<W2, I2, S2, Q2, O2, N2> &x)
      : V(lutra_ap::Rescale<(W - I) - (W2 - I2), W, S, Q, O>::of(x.V)) {}
  template <int W2, bool S2>
  ap_fixed_base(const ap_int_base<W2, S2> &x) : V(lutra_ap::Rescale<W - I, W, S, Q, O>::of(x)) {}
  template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
  ap_fixed_base(T x) : V(lutra_ap::Rescale<W - I, W, S, Q, O>::of(lutra_ap::value_of(x))) {}
  template <int W2, bool S2>
  ap_fixed_base(const ap_range_ref<W2, S2> &x) : ap_fixed_base(x.get()) {}
  template <int W2, bool S2>
  ap_fixed_base(const ap_bit_ref<W2, S2> &x) : ap_fixed_base((bool)x) {}
  template <class High, class Low>
  ap_fixed_base(const ap_concat_ref<High, Low> &x) : ap_fixed_base(x.get()) {}
  ap_fixed_base(double x) : V(lutra_ap::from_double<W, S, Q, O>(x, W - I)) {}
  ap_fixed_base(float x) : ap_fixed_base((double)x) {}
  ap_fixed_base(half x) : ap_fixed_base((double)(float)x) {}

  // The value of a pattern.
  static ap_fixed_base from_raw(const ap_int_base<W, S> &raw) {
    ap_fixed_base x;
    x.V = raw;
    return x;
  }

  // Toward zero.
  template <int W2, bool S2>
  ap_int_base<W2, S2> to_integer() const {
    return lutra_ap::Rescale<I - W, W2, S2, AP_TRN_ZERO, AP_WRAP>::of(V);
  }
  ap_int_base<(I > 1 ? I : 1), S> to_ap_int_base() const { return to_integer<(I > 1 ? I : 1), S>(); }
  int to_int() const { return (int)to_int64(); }
  unsigned to_uint() const { return (unsigned)to_int64(); }
  long to_long() const { return (long)to_int64(); }
  int64_t to_int64() const { return to_integer<64, true>().to_int64(); }
  uint64_t to_uint64() const { return to_integer<64, false>().to_uint64(); }
  double to_double() const { return V.to_floating(I - W, 53, -1074); }
  float to_float() const { return (float)V.to_floating(I - W, 24, -149); }
  half to_half() const { return half((float)V.to_floating(I - W, 11, -24)); }

  operator double() const { return to_double(); }
  operator float() const { return to_float(); }
  operator bool() const { return !V.iszero(); }
#define LUTRA_AP_TO_NATIVE(T) \
  operator T() const { return (T)to_integer<64, std::is_signed<T>::value>().storage.limb(0); }
  LUTRA_AP_TO_NATIVE(char)
  LUTRA_AP_TO_NATIVE(signed char)
  LUTRA_AP_TO_NATIVE(unsigned char)
  LUTRA_AP_TO_NATIVE(short)
  LUTRA_AP_TO_NATIVE(unsigned short)
  LUTRA_AP_TO_NATIVE(int)
  LUTRA_AP_TO_NATIVE(unsigned)
  LUTRA_AP_TO_NATIVE(long)
  LUTRA_AP_TO_NATIVE(unsigned long)
  LUTRA_AP_TO_NATIVE(long long)
  LUTRA_AP_TO_NATIVE(unsigned long long)
#undef LUTRA_AP_TO_NATIVE

  int length() const { return W; }
  bool is_neg() const { return V.is_neg(); }
  bool is_zero() const { return V.iszero(); }
  std::string to_string(int radix = 2) const { return V.to_string(radix); }

  // The pattern.
  ap_range_ref<W, S> range(int high, int low) { return V.range(high, low); }
  const ap_range_ref<W, S> range(int high, int low) const { return V.range(high, low); }
  ap_range_ref<W, S> range() { return V.range(); }
  const ap_range_ref<W, S> range() const { return V.range(); }
  ap_range_ref<W, S> operator()(int high, int low) { return V.range(high, low); }
  const ap_range_ref<W, S> operator()(int high, int low) const { return V.range(high, low); }
  ap_bit_ref<W, S> operator[](int i) { return V[i]; }
  bool operator[](int i) const { return V[i]; }

  bool operator!() const { return V.iszero(); }
  ap_fixed_base operator+() const { return *this; }
  ap_fixed_base<W + 1, I + 1, true> operator-() const {
    return ap_fixed_base<W + 1, I + 1, true>::from_raw(-V);
  }
  ap_fixed_base<W, I, S> operator~() const { return ap_fixed_base<W, I, S>::from_raw(~V); }

  template <class B>
  ap_fixed_base &operator+=(const B &b) {
    return *this = ap_fixed_base(*this + b);
  }
  template <class B>
  ap_fixed_base &operator-=(const B &b) {
    return *this = ap_fixed_base(*this - b);
  }
  template <class B>
  ap_fixed_base &operator*=(const B &b) {
    return *this = ap_fixed_base(*this * b);
  }
  template <class B>
  ap_fixed_base &operator/=(const B &b) {
    return *this = ap_fixed_base(*this / b);
  }
  template <class B>
  ap_fixed_base &operator&=(const B &b) {
    return *this = ap_fixed_base(*this & b);
  }
  template <class B>
  ap_fixed_base &operator|=(const B &b) {
    return *this = ap_fixed_base(*this | b);
  }
  template <class B>
  ap_fixed_base &operator^=(const B &b) {
    return *this = ap_fixed_base(*this ^ b);
  }
  template <class B>
  ap_fixed_base &operator<<=(const B &b) {
    return *this = *this << b;
  }
  template <class B>
  ap_fixed_base &operator>>=(const B &b) {
    return *this = *this >> b;
  }
  ap_fixed_base &operator++() { return *this += 1; }
  ap_fixed_base &operator--() { return *this -= 1; }
  const ap_fixed_base operator++(int) {
    const ap_fixed_base old = *this;
    ++*this;
    return old;
  }
  const ap_fixed_base operator--(int) {
    const ap_fixed_base old = *this;
    --*this;
    return old;
  }
};

template <int W, bool S>
template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2, int N2>
inline ap_int_base<W, S>::ap_int_base(const ap_fixed_base<W2, I2, S2, Q2, O2, N2> &x)
    : ap_int_base(x.template to_integer<W, S>()) {}

namespace lutra_ap {

// A fixed operand, or an integer one: a fixed value without fraction.
template <class T, bool Fixed = IsFixed<T>::value>
struct FixedForm {
  enum { width = T::width, integer = T::iwidth, sign_flag = T::sign_flag };
};
template <class T>
struct FixedForm<T, false> {
  enum { width = Form<T>::width, integer = Form<T>::width, sign_flag = Form<T>::sign_flag };
};

template <class A, class B>
struct FixedPair {
  template <class T>
  struct Operand {
    enum { value = IsFixed<T>::value || IsInteger<T>::value || std::is_integral<T>::value };
  };
  enum { value = (IsFixed<A>::value && Operand<B>::value) || (IsFixed<B>::value && Operand<A>::value) };
};

template <class A, class B, bool Pair = FixedPair<A, B>::value>
struct FixedResults {};
template <class A, class B>
struct FixedResults<A, B, true> {
  enum {
    aw = FixedForm<A>::width,
    bw = FixedForm<B>::width,
    ai = FixedForm<A>::integer,
    bi = FixedForm<B>::integer,
    as = FixedForm<A>::sign_flag,
    bs = FixedForm<B>::sign_flag,
    af = aw - ai,
    bf = bw - bi,
    either = as || bs,
    a_common = ai + (bs && !as),
    b_common = bi + (as && !bs),
    integer = (int)a_common > (int)b_common ? (int)a_common : (int)b_common,
    fraction = (int)af > (int)bf ? (int)af : (int)bf,
    whole = integer + fraction  // may be less than one bit where nothing is common
  };
  typedef ap_fixed_base<(whole + 1 > 0 ? whole + 1 : 1), integer + 1, either> Sum;
  typedef ap_fixed_base<(whole + 1 > 0 ? whole + 1 : 1), integer + 1, true> Difference;
  typedef ap_fixed_base<aw + bw, ai + bi, either> Product;
  typedef ap_fixed_base<aw + bs + ((int)bf > 0 ? (int)bf : 0), ai + bf + bs, either> Quotient;
  typedef ap_fixed_base<(whole > 0 ? whole : 1), integer, either> Logic;
  typedef bool Truth;
};


template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
inline const ap_int_base<W, S> &raw_of(const ap_fixed_base<W, I, S, Q, O, N> &x) {
  return x.V;
}
template <class T>
inline auto raw_of(const T &x) -> decltype(value_of(x)) {
  return value_of(x);
}

template <class Count, class Left>
struct ShiftResult : std::enable_if<IsInteger<Count>::value || std::is_integral<Count>::value, Left> {};

// The raw value in the finer of two fractions.
template <int Up, int W, bool S>
inline ap_int_base<W + Up, S> aligned(const ap_int_base<W, S> &x) {
  return ap_int_base<W + Up, S>::shift_left(ap_int_base<W + Up, S>(x), Up);
}

}  // namespace lutra_ap

#define LUTRA_AP_ALIGN                                                          \
  typedef lutra_ap::FixedResults<A, B> Types;                                   \
  const auto x = lutra_ap::aligned<Types::fraction - Types::af>(lutra_ap::raw_of(a)); \
  const auto y = lutra_ap::aligned<Types::fraction - Types::bf>(lutra_ap::raw_of(b));

template <class A, class B>
inline typename lutra_ap::FixedResults<A, B>::Sum operator+(const A &a, const B &b) {
  LUTRA_AP_ALIGN
  typedef typename Types::Sum Result;
  return Result::from_raw(decltype(Result::V)::add(x, y));
}
template <class A, class B>
inline typename lutra_ap::FixedResults<A, B>::Difference operator-(const A &a, const B &b) {
  LUTRA_AP_ALIGN
  typedef typename Types::Difference Result;
  return Result::from_raw(decltype(Result::V)::subtract(x, y));
}
template <class A, class B>
inline typename lutra_ap::FixedResults<A, B>::Product operator*(const A &a, const B &b) {
  typedef typename lutra_ap::FixedResults<A, B>::Product Result;
  return Result::from_raw(decltype(Result::V)::multiply(lutra_ap::raw_of(a), lutra_ap::raw_of(b)));
}
// As many fraction bits as a has; the rest is cut off toward zero.
template <class A, class B>
inline typename lutra_ap::FixedResults<A, B>::Quotient operator/(const A &a, const B &b) {
  typedef lutra_ap::FixedResults<A, B> Types;
  typedef typename Types::Quotient Result;
  enum { up = (int)Result::fraction + Types::bf - Types::af };
  return Result::from_raw(lutra_ap::aligned<(up > 0 ? up : 0)>(lutra_ap::raw_of(a)) /
                          lutra_ap::aligned<(up < 0 ? -up : 0)>(lutra_ap::raw_of(b)));
}

#define LUTRA_AP_LOGIC(op)                                                                  \
  template <class A, class B>                                                               \
  inline typename lutra_ap::FixedResults<A, B>::Logic operator op(const A &a, const B &b) { \
    LUTRA_AP_ALIGN                                                                          \
    return Types::Logic::from_raw(x op y);                                                  \
  }
LUTRA_AP_LOGIC(&)
LUTRA_AP_LOGIC(|)
LUTRA_AP_LOGIC(^)
#undef LUTRA_AP_LOGIC

#define LUTRA_AP_COMPARISON(op)                                                             \
  template <class A, class B>                                                               \
  inline typename lutra_ap::FixedResults<A, B>::Truth operator op(const A &a, const B &b) { \
    LUTRA_AP_ALIGN                                                                          \
    return lutra_ap::order(x, y) op 0;                                                      \
  }
LUTRA_AP_COMPARISON(==)
LUTRA_AP_COMPARISON(!=)
LUTRA_AP_COMPARISON(<)
LUTRA_AP_COMPARISON(<=)
LUTRA_AP_COMPARISON(>)
LUTRA_AP_COMPARISON(>=)
#undef LUTRA_AP_COMPARISON
#undef LUTRA_AP_ALIGN

// Beside a float the value is compared as that float.
#define LUTRA_AP_COMPARE_FLOAT(op, F)                                                             \
  template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>                                \
  inline bool operator op(const ap_fixed_base<W, I, S, Q, O, N> &a, F b) {                        \
    return (F)a op b;                                                                             \
  }                                                                                               \
  template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>                                \
  inline bool operator op(F a, const ap_fixed_base<W, I, S, Q, O, N> &b) {                        \
    return a op(F) b;                                                                             \
  }
#define LUTRA_AP_COMPARE_FLOATS(op) LUTRA_AP_COMPARE_FLOAT(op, double) LUTRA_AP_COMPARE_FLOAT(op, float)
LUTRA_AP_COMPARE_FLOATS(==)
LUTRA_AP_COMPARE_FLOATS(!=)
LUTRA_AP_COMPARE_FLOATS(<)
LUTRA_AP_COMPARE_FLOATS(<=)
LUTRA_AP_COMPARE_FLOATS(>)
LUTRA_AP_COMPARE_FLOATS(>=)
#undef LUTRA_AP_COMPARE_FLOAT
#undef LUTRA_AP_COMPARE_FLOATS

// Shifts keep the type of the value: bits that leave it are gone.
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N, class B>
inline typename lutra_ap::ShiftResult<B, ap_fixed_base<W, I, S, Q, O, N>>::type operator<<(
    const ap_fixed_base<W, I, S, Q, O, N> &a, const B &n) {
  return ap_fixed_base<W, I, S, Q, O, N>::from_raw(a.V << n);
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N, class B>
inline typename lutra_ap::ShiftResult<B, ap_fixed_base<W, I, S, Q, O, N>>::type operator>>(
    const ap_fixed_base<W, I, S, Q, O, N> &a, const B &n) {
  return ap_fixed_base<W, I, S, Q, O, N>::from_raw(a.V >> n);
}

template <class Traits, int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
inline std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out,
                                                    const ap_fixed_base<W, I, S, Q, O, N> &x) {
  return out << x.to_double();
}

#endif
