/* What Lutra means by an operator on exact types where ap_int and ap_fixed mean something else. R is the result type.
 *
 *   exact_div<R>(a, b)   exact_floordiv<R>(a, b)   exact_floormod<R>(a, b)   exact_truncmod<R>(a, b)
 *   exact_pow<R>(a, n)   exact_neg<R>(a)   exact_abs<R>(a)   exact_sign<R>(a)   exact_min<R>(a, b)   exact_max<R>(a, b)
 *   exact_shl(a, n)   exact_shr(a, n)   exact_sqrt(a)   exact_floor(a)   exact_ceil(a)   exact_trunc(a)   exact_rint(a)
 *   whole_of(a)   half_of(a)   get_bits<W>(a, low)   raw_of(a)   from_raw<T>(bits)
 *
 * b is not zero, n and the operand of sqrt are not negative: checked_divisor and its kin of lutra_check.h see to that.
 * Sums, differences, products and comparisons are those of the types themselves.
 */
#ifndef LUTRA_EXACT_H
#define LUTRA_EXACT_H

#include "ap_fixed.h"
#include "ap_int.h"
#include "hls_half.h"

namespace lutra {

namespace exact {

template <int W, bool S>
struct Integer {
  typedef ap_int<W> type;
};
template <int W>
struct Integer<W, false> {
  typedef ap_uint<W> type;
};

// What a type is: raw * 2^-F, raw of W bits.
template <int W_, int F_, bool S_, ap_q_mode Q_ = AP_TRN_ZERO, ap_o_mode O_ = AP_WRAP>
struct Form {
  enum { W = W_, F = F_, S = S_ };
  static const ap_q_mode Q = Q_;
  static const ap_o_mode O = O_;
  typedef typename Integer<W_, S_>::type Raw;
};
template <int W, bool S>
Form<W, 0, S> form(const ap_int_base<W, S> *);
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
Form<W, W - I, S, Q, O> form(const ap_fixed_base<W, I, S, Q, O, N> *);
template <class T>
struct FormOf : decltype(form((const T *)0)) {};

constexpr int least(int a, int b) { return a < b ? a : b; }
constexpr int most(int a, int b) { return a > b ? a : b; }

template <int W, bool S>
inline typename Integer<W, S>::type raw(const ap_int_base<W, S> &x) {
  return x;
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
inline typename Integer<W, S>::type raw(const ap_fixed_base<W, I, S, Q, O, N> &x) {
  typename Integer<W, S>::type bits = 0;
  bits.range(W - 1, 0) = x.range(W - 1, 0);
  return bits;
}

template <class T, bool Fixed>
struct Make {
  template <class Bits>
  static T of(const Bits &bits) {
    return T(bits);
  }
};
template <class T>
struct Make<T, true> {
  template <class Bits>
  static T of(const Bits &bits) {
    const typename Integer<FormOf<T>::W, false>::type pattern = bits;
    T x = 0;
    x.range(FormOf<T>::W - 1, 0) = pattern.range(FormOf<T>::W - 1, 0);
    return x;
  }
};
template <int W, bool S>
std::false_type fixed_type(const ap_int_base<W, S> *);
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
std::true_type fixed_type(const ap_fixed_base<W, I, S, Q, O, N> *);

// Two operands as integers of one scale, signed.
template <class A, class B>
struct Pair {
  typedef FormOf<A> FA;
  typedef FormOf<B> FB;
  enum {
    F = most(FA::F, FB::F),
    W = most(FA::W + F - FA::F, FB::W + F - FB::F) + 1  // one more for the sign
  };
  typedef ap_int<W> Wide;
  static Wide left(const A &a) { return Wide(raw(a)) << (F - FA::F); }
  static Wide right(const B &b) { return Wide(raw(b)) << (F - FB::F); }
};

// Rounded down; W is one more than either needs, so the quotient has room.
template <int W>
inline ap_int<W> floor_quotient(const ap_int<W> &a, const ap_int<W> &b) {
  const ap_int<W> quotient = a / b;
  const ap_int<W> rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? ap_int<W>(quotient - 1) : quotient;
}

}  // namespace exact

// The bits of a value as an integer of its sign, and the value of bits.
template <class T>
inline typename exact::FormOf<T>::Raw raw_of(const T &x) {
  return exact::raw(x);
}
template <class T, class Bits>
inline T from_raw(const Bits &bits) {
  return exact::Make<T, decltype(exact::fixed_type((const T *)0))::value>::of(bits);
}

// Rounded down.
template <class R, class A, class B>
inline R exact_div(const A &a, const B &b) {
  typedef exact::FormOf<A> FA;
  typedef exact::FormOf<B> FB;
  enum {
    shift = (int)FB::F - (int)FA::F + (int)exact::FormOf<R>::F,
    up = exact::most(shift, 0),
    down = exact::most(-shift, 0)
  };
  typedef ap_int<exact::most(FA::W + up, FB::W + down) + 2> Wide;
  const Wide dividend = Wide(exact::raw(a)) << (int)up;
  const Wide divisor = Wide(exact::raw(b)) << (int)down;
  return from_raw<R>(exact::floor_quotient(dividend, divisor));
}

template <class R, class A, class B>
inline R exact_floordiv(const A &a, const B &b) {
  typedef ap_int<exact::Pair<A, B>::W + 1> Wide;
  return R(exact::floor_quotient(Wide(exact::Pair<A, B>::left(a)), Wide(exact::Pair<A, B>::right(b))));
}

// With the sign of b.
template <class R, class A, class B>
inline R exact_floormod(const A &a, const B &b) {
  typedef typename exact::Pair<A, B>::Wide Wide;
  const Wide divisor = exact::Pair<A, B>::right(b);
  const Wide rest = exact::Pair<A, B>::left(a) % divisor;
  return from_raw<R>(rest != 0 && (rest < 0) != (divisor < 0) ? Wide(rest + divisor) : rest);
}

// With the sign of a.
template <class R, class A, class B>
inline R exact_truncmod(const A &a, const B &b) {
  typedef typename exact::Pair<A, B>::Wide Wide;
  return from_raw<R>(Wide(exact::Pair<A, B>::left(a) % exact::Pair<A, B>::right(b)));
}

// R has at least the fraction bits of every power that n can ask for.
template <class R, class A, class N>
inline R exact_pow(const A &a, const N &n) {
  typedef exact::FormOf<R> FR;
  typedef ap_int<FR::W> Wide;
  const Wide base = exact::raw(a);
  const int count = (int)n;
  Wide power = 1;
  for (int i = 0; i < count; i++) power = Wide(power * base);
  const int up = FR::F - exact::FormOf<A>::F * count;
  return from_raw<R>(up >= FR::W ? Wide(0) : Wide(power << up));
}

template <class R, class A>
inline R exact_neg(const A &a) {
  return R(-R(a));
}
template <class R, class A>
inline R exact_abs(const A &a) {
  typedef ap_int<exact::FormOf<A>::W + 1> Wide;
  const Wide x = exact::raw(a);
  return from_raw<R>(x < 0 ? Wide(-x) : x);
}
template <class R, class A>
inline R exact_sign(const A &a) {
  return R(a < 0 ? -1 : a > 0 ? 1 : 0);
}
template <class R, class A, class B>
inline R exact_min(const A &a, const B &b) {
  return b < a ? R(b) : R(a);
}
template <class R, class A, class B>
inline R exact_max(const A &a, const B &b) {
  return b > a ? R(b) : R(a);
}

// In the type of a; bits that leave it are gone.
template <class A, class N>
inline A exact_shl(const A &a, const N &n) {
  enum { W = exact::FormOf<A>::W };
  return n >= (int)W ? A(0) : A(a << (int)n);
}
template <class A, class N>
inline A exact_shr(const A &a, const N &n) {
  enum { W = exact::FormOf<A>::W };
  if (n < (int)W) return A(a >> (int)n);
  return a < 0 ? from_raw<A>(ap_int<1>(-1)) : A(0);
}

// Functions in the type of the operand; what it does not hold overflows as it says.
template <class A>
inline A exact_sqrt(const A &a) {
  typedef exact::FormOf<A> F;
  enum { up = exact::most(F::F, 0), down = exact::most(-F::F, 0), W = F::W + up + 1 };
  typedef ap_uint<W> Wide;
  const Wide scaled = Wide(exact::raw(a)) << (int)up;
  const Wide square = scaled >> (int)down;
  Wide below = 0;
  for (int i = W / 2; i >= 0; i--) {
    const Wide more = below | (Wide(1) << i);
    if (ap_uint<2 * W>(more * more) <= square) below = more;
  }
  if (F::Q == AP_RND_CONV || F::Q == AP_RND_INF) {
    typedef ap_int<2 * W + down + 6> Far;  // (below + 1/2)^2, both sides times 4
    const Far odd = Far(below) * 2 + 1;
    const Far distance = Far(Far(scaled) * 4) - Far(Far(odd * odd) << (int)down);
    if (distance > 0 || (distance == 0 && (F::Q == AP_RND_INF || below[0]))) below = Wide(below + 1);
  }
  return A(from_raw<ap_ufixed<W, W - F::F>>(below));
}
template <class A>
inline A exact_floor(const A &a) {
  enum { W = exact::most(exact::FormOf<A>::W - exact::FormOf<A>::F, 0) + 2 };
  return exact::FormOf<A>::F <= 0 ? a : A(ap_fixed<W, W, AP_TRN>(a));
}
template <class A>
inline A exact_ceil(const A &a) {
  enum { W = exact::most(exact::FormOf<A>::W - exact::FormOf<A>::F, 0) + 2 };
  return exact::FormOf<A>::F <= 0 ? a : A(-ap_fixed<W, W, AP_TRN>(-a));
}
template <class A>
inline A exact_trunc(const A &a) {
  enum { W = exact::most(exact::FormOf<A>::W - exact::FormOf<A>::F, 0) + 2 };
  return exact::FormOf<A>::F <= 0 ? a : A(ap_fixed<W, W, AP_TRN_ZERO>(a));
}
template <class A>
inline A exact_rint(const A &a) {
  enum { W = exact::most(exact::FormOf<A>::W - exact::FormOf<A>::F, 0) + 2 };
  return exact::FormOf<A>::F <= 0 ? a : A(ap_fixed<W, W, AP_RND_CONV>(a));
}

// The integer part, toward zero.
template <class A>
inline ap_int<exact::most(exact::FormOf<A>::W - exact::FormOf<A>::F, 0) + 1> whole_of(const A &a) {
  return ap_int<exact::most(exact::FormOf<A>::W - exact::FormOf<A>::F, 0) + 1>(a);
}

// float16, rounded once. An integer that float does not hold is infinite in half anyway.
template <int W, bool S>
inline half half_of(const ap_int_base<W, S> &a) {
  return a > 70000 ? half(70000.0f) : a < -70000 ? half(-70000.0f) : half((float)a.to_int());
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
inline half half_of(const ap_fixed_base<W, I, S, Q, O, N> &a) {
  return a.to_half();
}

// Bits low .. low + W - 1.
template <int W, class A>
inline ap_uint<W> get_bits(const A &a, int low) {
  const ap_uint<exact::FormOf<A>::W> bits = exact::raw(a);
  return ap_uint<W>(bits >> low);
}

}  // namespace lutra

#endif
