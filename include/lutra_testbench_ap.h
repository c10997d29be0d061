/* How lutra_testbench.h stores ap_int, ap_uint, ap_fixed and ap_ufixed. */
#ifndef LUTRA_TESTBENCH_AP_H
#define LUTRA_TESTBENCH_AP_H

#include "ap_fixed.h"
#include "ap_int.h"
#include "lutra_testbench.h"

namespace lutra {

/* Up to 64 bits: the next NumPy integer. */
template <class T, int W, bool Signed, bool Wide>
struct stored_integer {
  typedef typename integer_item<item_bytes(W), Signed>::type item;
  static const int limbs = 1;
  static const bool wide = false;
  static const char *dtype() { return stored<item>::dtype(); }
  static T get(const item *from) { return T(*from); }
  static void put(item *to, const T &value) { *to = Signed ? (item)value.to_int64() : (item)value.to_uint64(); }
};

/* Beyond: uint64 limbs, the least significant first, the last one extended by the sign. */
template <class T, int W, bool Signed>
struct stored_integer<T, W, Signed, true> {
  typedef uint64_t item;
  static const int limbs = (W + 63) / 64;
  static const bool wide = true;
  static const char *dtype() { return "u8"; }
  static T get(const item *from) {
    T value = 0;
    for (int i = 0; i < limbs; i++) value.range(top(i), 64 * i) = ap_uint<64>(from[i]);
    return value;
  }
  static void put(item *to, const T &value) {
    T copy = value;
    const bool negative = Signed && copy.range(W - 1, W - 1).to_uint64() != 0;
    for (int i = 0; i < limbs; i++) {
      to[i] = copy.range(top(i), 64 * i).to_uint64();
      const int used = top(i) - 64 * i + 1;
      if (negative && used < 64) to[i] |= ~(uint64_t)0 << used;
    }
  }

 private:
  static int top(int limb) { return 64 * limb + 63 < W ? 64 * limb + 63 : W - 1; }
};

template <int W>
struct stored<ap_int<W> > : stored_integer<ap_int<W>, W, true, (W > 64)> {};

template <int W>
struct stored<ap_uint<W> > : stored_integer<ap_uint<W>, W, false, (W > 64)> {};

/* A double holds up to 53 bits: the value itself. Beyond, the raw integer. */
template <class T, class Raw, int W, bool AsValue>
struct stored_fixed {
  typedef double item;
  static const int limbs = 1;
  static const bool wide = false;
  static const char *dtype() { return "f8"; }
  static T get(const item *from) { return T(*from); }
  static void put(item *to, const T &value) { *to = value.to_double(); }
};

template <class T, class Raw, int W>
struct stored_fixed<T, Raw, W, false> : stored<Raw> {
  typedef typename stored<Raw>::item item;
  static T get(const item *from) {
    const Raw raw = stored<Raw>::get(from);
    T value = 0;
    value.range(W - 1, 0) = raw.range(W - 1, 0);
    return value;
  }
  static void put(item *to, const T &value) {
    T copy = value;
    Raw raw = 0;
    raw.range(W - 1, 0) = copy.range(W - 1, 0);
    stored<Raw>::put(to, raw);
  }
};

constexpr bool double_holds(int width, int integer) {
  return width <= 53 && width - integer <= 1074 && integer <= 1023;
}

template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct stored<ap_fixed<W, I, Q, O, N> > : stored_fixed<ap_fixed<W, I, Q, O, N>, ap_int<W>, W, double_holds(W, I)> {};

template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct stored<ap_ufixed<W, I, Q, O, N> > : stored_fixed<ap_ufixed<W, I, Q, O, N>, ap_uint<W>, W, double_holds(W, I)> {};

}  // namespace lutra

#endif
