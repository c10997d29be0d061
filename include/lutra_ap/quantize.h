/* Integers made narrower: bits dropped below are rounded, bits dropped above overflow. */
#ifndef LUTRA_AP_QUANTIZE_H
#define LUTRA_AP_QUANTIZE_H

#include "operators.h"

namespace lutra_ap {

// Whether x / 2^drop, rounded down, must be one more. `half` is the highest dropped bit, `rest` whether a lower one is
// set.
template <ap_q_mode Q>
inline bool rounds_up(bool negative, bool odd, bool half, bool rest) {
  switch (Q) {
    case AP_TRN:
      return false;
    case AP_TRN_ZERO:
      return negative && (half || rest);
    case AP_RND:
      return half;
    case AP_RND_ZERO:
      return half && (rest || negative);
    case AP_RND_MIN_INF:
      return half && rest;
    case AP_RND_INF:
      return half && (rest || !negative);
    case AP_RND_CONV:
      return half && (rest || odd);
  }
  return false;
}

// x / 2^drop as an integer.
template <ap_q_mode Q, int W, bool S>
inline ap_int_base<W + 1, S> round_off(const ap_int_base<W, S> &x, int drop) {
  typedef ap_int_base<W + 1, S> Result;
  const ap_int_base<W, S> below = ap_int_base<W, S>::shift_right(x, drop);
  if (Q == AP_TRN || drop <= 0) return below;
  bool rest;
  const bool half = Engine<(W <= 64)>::dropped(x.storage, drop, &rest);
  const bool up = rounds_up<Q>(x.is_neg(), (below.storage.limb(0) & 1) != 0, half, rest);
  return up ? Result::add(below, ap_int_base<2, false>(1)) : Result(below);
}

// x in W bits.
template <int W, bool S, ap_o_mode O, int W2, bool S2>
inline ap_int_base<W, S> settle(const ap_int_base<W2, S2> &x) {
  static_assert(O != AP_WRAP_SM, "AP_WRAP_SM is not implemented");
  typedef ap_int_base<W, S> Result;
  const Result cut = x;
  if (O == AP_WRAP || order(cut, x) == 0) return cut;
  if (O == AP_SAT_ZERO) return Result();
  const Result ones = ~Result();
  if (!S) return x.is_neg() ? Result() : ones;
  const Result lowest = Result::shift_left(ones, W - 1);
  if (!x.is_neg()) return ~lowest;
  return O == AP_SAT_SYM && W > 1 ? Result(lowest | ap_int_base<2, true>(1)) : lowest;
}

// x * 2^Shift, rounded and settled.
template <int Shift, int W, bool S, ap_q_mode Q, ap_o_mode O, bool Grows = (Shift >= 0)>
struct Rescale {
  template <int W2, bool S2>
  static ap_int_base<W, S> of(const ap_int_base<W2, S2> &x) {
    // With AP_WRAP what is shifted beyond W bits is gone anyway.
    typedef ap_int_base<(O == AP_WRAP ? W : W2 + Shift), (O == AP_WRAP ? S : S2)> Wide;
    return settle<W, S, O>(Wide::shift_left(Wide(x), Shift));
  }
};
template <int Shift, int W, bool S, ap_q_mode Q, ap_o_mode O>
struct Rescale<Shift, W, S, Q, O, false> {
  template <int W2, bool S2>
  static ap_int_base<W, S> of(const ap_int_base<W2, S2> &x) {
    return settle<W, S, O>(round_off<Q>(x, -Shift));
  }
};

// A double times 2^scale, rounded and settled. NaN is 0; infinity saturates, or wraps to 0.
template <int W, bool S, ap_q_mode Q, ap_o_mode O>
inline ap_int_base<W, S> from_double(double x, int scale) {
  if (x != x) return ap_int_base<W, S>();
  int exponent = 2000;
  double fraction = x < 0 ? -1.0 : 1.0;
  if (x - x == 0) fraction = frexp(x, &exponent);
  const ap_int_base<64, true> mantissa = (int64_t)ldexp(fraction, 53);
  const int up = exponent - 53 + scale;
  if (up < 0 && x - x == 0) return settle<W, S, O>(round_off<Q>(mantissa, -up > 64 ? 65 : -up));
  typedef ap_int_base<W + 66, true> Wide;
  return settle<W, S, O>(Wide::shift_left(Wide(mantissa), up > W + 1 || x - x != 0 ? W + 1 : up));
}

}  // namespace lutra_ap

#endif
