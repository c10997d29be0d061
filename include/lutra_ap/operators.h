/* Operators of ap_int and ap_uint with each other and with C's integers; the widths of results are UG1399's.
 *
 *   a + b, a - b      one bit more than the wider, an unsigned operand beside a signed one counting one more;
 *                     a - b is signed
 *   a * b             the sum of the widths
 *   a / b             a's width, one more if b is signed; toward zero
 *   a % b             the narrower width; the sign of a
 *   a & b, |, ^       the wider, an unsigned operand beside a signed one counting one more
 *   a << n, a >> n    a's type; a negative n shifts the other way
 */
#ifndef LUTRA_AP_OPERATORS_H
#define LUTRA_AP_OPERATORS_H

#include <iosfwd>

#include "references.h"

namespace lutra_ap {

template <class T>
struct IsInteger : std::is_base_of<IntegerTag, T> {};
template <class T>
struct IsFixed : std::is_base_of<FixedTag, T> {};

// Width and sign of an operand. char is 8 bits, bool 1.
template <class T, bool Native = std::is_integral<T>::value>
struct Form {
  enum { width = T::width, sign_flag = T::sign_flag };
};
template <class T>
struct Form<T, true> {
  enum { width = std::is_same<T, bool>::value ? 1 : 8 * (int)sizeof(T), sign_flag = std::is_signed<T>::value };
};

template <class A, class B>
struct IntegerPair {
  enum {
    value = (IsInteger<A>::value && (IsInteger<B>::value || std::is_integral<B>::value)) ||
            (std::is_integral<A>::value && IsInteger<B>::value)
  };
};

// The widths of results; only asked of integer pairs.
template <class A, class B>
struct Grow {
  enum {
    aw = Form<A>::width,
    bw = Form<B>::width,
    as = Form<A>::sign_flag,
    bs = Form<B>::sign_flag,
    either = as || bs,
    a_common = aw + (bs && !as),
    b_common = bw + (as && !bs),
    common = (int)a_common > (int)b_common ? (int)a_common : (int)b_common,
    rest = (int)aw < bw + (as && !bs) ? (int)aw : bw + (as && !bs)
  };
  typedef ap_int_base<common + 1, either> Sum;
  typedef ap_int_base<common + 1, true> Difference;
  typedef ap_int_base<aw + bw, either> Product;
  typedef ap_int_base<aw + bs, either> Quotient;
  typedef ap_int_base<rest, as> Rest;
  typedef ap_int_base<common, either> Logic;
  typedef ap_int_base<aw, as> Left;
};

template <class A, class B, bool Pair = IntegerPair<A, B>::value>
struct Results {};
template <class A, class B>
struct Results<A, B, true> : Grow<A, B> {
  typedef bool Truth;
};

// An operand as a value.
template <int W, bool S>
inline const ap_int_base<W, S> &value_of(const ap_int_base<W, S> &x) {
  return x;
}
template <class T>
inline auto value_of(const T &x) -> decltype(x.get()) {
  return x.get();
}
template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
inline ap_int_base<Form<T>::width, Form<T>::sign_flag> value_of(T x) {
  return ap_int_base<Form<T>::width, Form<T>::sign_flag>(x);
}

template <int W1, bool S1, int W2, bool S2>
inline int order(const ap_int_base<W1, S1> &a, const ap_int_base<W2, S2> &b) {
  return Engine<(W1 <= 64 && W2 <= 64)>::order(a.storage, b.storage);
}

// With the signs of C.
template <int W1, bool S1, int W2, bool S2, class Quotient, class Rest>
inline void divide(const ap_int_base<W1, S1> &a, const ap_int_base<W2, S2> &b, Quotient *quotient, Rest *rest) {
  if (b.iszero()) fail("division by zero");
  Engine<(W1 <= 64 && W2 <= 64)>::divide(&quotient->storage, &rest->storage, a.storage, b.storage);
}

enum { far = 1 << 20 };  // farther than any width

template <int W, bool S>
inline int shift_count(const ap_int_base<W, S> &n) {
  if (order(n, ap_int_base<32, true>((int)far)) > 0) return far;
  if (order(n, ap_int_base<32, true>(-(int)far)) < 0) return -(int)far;
  return n.to_int();
}
template <int W, bool S>
inline ap_int_base<W, S> shift(const ap_int_base<W, S> &a, int left) {
  return left >= 0 ? ap_int_base<W, S>::shift_left(a, left) : ap_int_base<W, S>::shift_right(a, -left);
}

}  // namespace lutra_ap

template <class A, class B>
inline typename lutra_ap::Results<A, B>::Sum operator+(const A &a, const B &b) {
  return lutra_ap::Results<A, B>::Sum::add(lutra_ap::value_of(a), lutra_ap::value_of(b));
}
template <class A, class B>
inline typename lutra_ap::Results<A, B>::Difference operator-(const A &a, const B &b) {
  return lutra_ap::Results<A, B>::Difference::subtract(lutra_ap::value_of(a), lutra_ap::value_of(b));
}
template <class A, class B>
inline typename lutra_ap::Results<A, B>::Product operator*(const A &a, const B &b) {
  return lutra_ap::Results<A, B>::Product::multiply(lutra_ap::value_of(a), lutra_ap::value_of(b));
}
template <class A, class B>
inline typename lutra_ap::Results<A, B>::Quotient operator/(const A &a, const B &b) {
  typename lutra_ap::Results<A, B>::Quotient quotient;
  typename lutra_ap::Results<A, B>::Rest rest;
  lutra_ap::divide(lutra_ap::value_of(a), lutra_ap::value_of(b), &quotient, &rest);
  return quotient;
}
template <class A, class B>
inline typename lutra_ap::Results<A, B>::Rest operator%(const A &a, const B &b) {
  typename lutra_ap::Results<A, B>::Quotient quotient;
  typename lutra_ap::Results<A, B>::Rest rest;
  lutra_ap::divide(lutra_ap::value_of(a), lutra_ap::value_of(b), &quotient, &rest);
  return rest;
}

#define LUTRA_AP_LOGIC(op)                                                               \
  template <class A, class B>                                                            \
  inline typename lutra_ap::Results<A, B>::Logic operator op(const A &a, const B &b) {   \
    typedef typename lutra_ap::Results<A, B>::Logic Result;                              \
    const Result x = lutra_ap::value_of(a), y = lutra_ap::value_of(b);                   \
    uint64_t limbs[Result::limb_count];                                                  \
    for (int i = 0; i < Result::limb_count; i++) limbs[i] = x.storage.limb(i) op y.storage.limb(i); \
    return Result::from_limbs(limbs);                                                    \
  }
LUTRA_AP_LOGIC(&)
LUTRA_AP_LOGIC(|)
LUTRA_AP_LOGIC(^)
#undef LUTRA_AP_LOGIC

template <class A, class B>
inline typename lutra_ap::Results<A, B>::Left operator<<(const A &a, const B &n) {
  typedef typename lutra_ap::Results<A, B>::Left Left;
  return lutra_ap::shift(Left(lutra_ap::value_of(a)), lutra_ap::shift_count(lutra_ap::value_of(n)));
}
template <class A, class B>
inline typename lutra_ap::Results<A, B>::Left operator>>(const A &a, const B &n) {
  typedef typename lutra_ap::Results<A, B>::Left Left;
  return lutra_ap::shift(Left(lutra_ap::value_of(a)), -lutra_ap::shift_count(lutra_ap::value_of(n)));
}

#define LUTRA_AP_COMPARISON(op)                                                         \
  template <class A, class B>                                                           \
  inline typename lutra_ap::Results<A, B>::Truth operator op(const A &a, const B &b) {  \
    return lutra_ap::order(lutra_ap::value_of(a), lutra_ap::value_of(b)) op 0;          \
  }
LUTRA_AP_COMPARISON(==)
LUTRA_AP_COMPARISON(!=)
LUTRA_AP_COMPARISON(<)
LUTRA_AP_COMPARISON(<=)
LUTRA_AP_COMPARISON(>)
LUTRA_AP_COMPARISON(>=)
#undef LUTRA_AP_COMPARISON

// Beside a float the integer becomes that float.
#define LUTRA_AP_WITH_FLOAT(op, Result, F)                            \
  template <int W, bool S>                                            \
  inline Result operator op(const ap_int_base<W, S> &a, F b) {        \
    return (F)a.to_double() op b;                                     \
  }                                                                   \
  template <int W, bool S>                                            \
  inline Result operator op(F a, const ap_int_base<W, S> &b) {        \
    return a op(F) b.to_double();                                     \
  }
#define LUTRA_AP_WITH_FLOATS(op)        \
  LUTRA_AP_WITH_FLOAT(op, double, double) \
  LUTRA_AP_WITH_FLOAT(op, float, float)
#define LUTRA_AP_COMPARE_FLOATS(op)     \
  LUTRA_AP_WITH_FLOAT(op, bool, double) \
  LUTRA_AP_WITH_FLOAT(op, bool, float)
LUTRA_AP_WITH_FLOATS(+)
LUTRA_AP_WITH_FLOATS(-)
LUTRA_AP_WITH_FLOATS(*)
LUTRA_AP_WITH_FLOATS(/)
LUTRA_AP_COMPARE_FLOATS(==)
LUTRA_AP_COMPARE_FLOATS(!=)
LUTRA_AP_COMPARE_FLOATS(<)
LUTRA_AP_COMPARE_FLOATS(<=)
LUTRA_AP_COMPARE_FLOATS(>)
LUTRA_AP_COMPARE_FLOATS(>=)
#undef LUTRA_AP_WITH_FLOAT
#undef LUTRA_AP_WITH_FLOATS
#undef LUTRA_AP_COMPARE_FLOATS

// (a, b): a's bits above b's.
template <int W1, bool S1, int W2, bool S2>
inline ap_concat_ref<ap_int_base<W1, S1>, ap_int_base<W2, S2>> operator,(ap_int_base<W1, S1> &a,
                                                                         ap_int_base<W2, S2> &b) {
  return ap_concat_ref<ap_int_base<W1, S1>, ap_int_base<W2, S2>>(a, b);
}
template <int W1, bool S1, int W2, bool S2>
inline ap_int_base<W1 + W2, false> operator,(const ap_int_base<W1, S1> &a, const ap_int_base<W2, S2> &b) {
  typedef ap_int_base<W1 + W2, false> Bits;
  return Bits::shift_left(Bits(ap_int_base<W1, false>(a)), W2) | Bits(ap_int_base<W2, false>(b));
}

template <class Traits, class T>
inline typename std::enable_if<lutra_ap::IsInteger<T>::value, std::basic_ostream<char, Traits> &>::type operator<<(
    std::basic_ostream<char, Traits> &out, const T &x) {
  typedef std::basic_ostream<char, Traits> Stream;
  const auto base = out.flags() & Stream::basefield;
  return out << lutra_ap::value_of(x).to_string(base == Stream::hex ? 16 : base == Stream::oct ? 8 : 10).c_str();
}

#endif
