/* x(high, low), x[i] and (a, b): bits of variables that can be read and assigned. */
#ifndef LUTRA_AP_REFERENCES_H
#define LUTRA_AP_REFERENCES_H

#include "integer.h"

// Bits low .. high; written (low, high) they are in reverse order. As an operand it is unsigned, W bits wide.
template <int W, bool S>
struct ap_range_ref : lutra_ap::IntegerTag {
  enum { width = W, sign_flag = false };
  ap_int_base<W, S> *of;
  int high, low;

  ap_range_ref(ap_int_base<W, S> *of_, int high_, int low_) : of(of_), high(high_), low(low_) {}
  ap_range_ref(const ap_range_ref &) = default;

  int length() const { return (high >= low ? high - low : low - high) + 1; }
  ap_int_base<W, false> get() const {
    ap_int_base<W, false> bits = *of;
    if (high < low) {
      bits.reverse();
      return cut(ap_int_base<W, false>::shift_right(bits, W - 1 - low));
    }
    return cut(ap_int_base<W, false>::shift_right(bits, low));
  }
  operator typename ap_int_base<W, false>::RetType() const { return get(); }
  int to_int() const { return get().to_int(); }
  unsigned to_uint() const { return get().to_uint(); }
  int64_t to_int64() const { return get().to_int64(); }
  uint64_t to_uint64() const { return get().to_uint64(); }
  double to_double() const { return get().to_double(); }
  std::string to_string(int radix = 2) const { return get().to_string(radix); }
  bool and_reduce() const { return get() == ones(); }
  bool or_reduce() const { return get().or_reduce(); }
  bool xor_reduce() const { return get().xor_reduce(); }

  template <class T>
  ap_range_ref &operator=(const T &x) {
    put(ap_int_base<W, false>(x));
    return *this;
  }
  ap_range_ref &operator=(const ap_range_ref &x) {
    put(x.get());
    return *this;
  }

  // The low bits of x.
  void put(const ap_int_base<W, false> &x) {
    typedef ap_int_base<W, false> Bits;
    const Bits mask = Bits::shift_left(ones(), high >= low ? low : high);
    Bits value = cut(x);
    if (high < low) value = Bits::shift_right(value.reverse(), W - length());
    value = Bits::shift_left(value, high >= low ? low : high);
    *of = (Bits(*of) & ~mask) | value;
  }

  template <class Low>
  ap_concat_ref<ap_range_ref, Low> concat(Low &other) {
    return ap_concat_ref<ap_range_ref, Low>{*this, other};
  }

 private:
  ap_int_base<W, false> ones() const { return cut(~ap_int_base<W, false>()); }
  ap_int_base<W, false> cut(const ap_int_base<W, false> &x) const {
    const int unused = W - length();
    return ap_int_base<W, false>::shift_right(ap_int_base<W, false>::shift_left(x, unused), unused);
  }
};

template <int W, bool S>
struct ap_bit_ref : lutra_ap::IntegerTag {
  enum { width = 1, sign_flag = false };
  ap_int_base<W, S> *of;
  int place;

  ap_bit_ref(ap_int_base<W, S> *of_, int place_) : of(of_), place(place_) {}
  ap_bit_ref(const ap_bit_ref &) = default;

  int length() const { return 1; }
  ap_int_base<1, false> get() const { return ap_int_base<1, false>(of->test(place)); }
  operator bool() const { return of->test(place); }
  bool to_bool() const { return of->test(place); }
  bool operator~() const { return !of->test(place); }

  template <class T>
  ap_bit_ref &operator=(const T &x) {
    of->set_bit(place, x != 0);
    return *this;
  }
  ap_bit_ref &operator=(const ap_bit_ref &x) {
    of->set_bit(place, (bool)x);
    return *this;
  }
  void put(const ap_int_base<1, false> &x) { of->set_bit(place, !x.iszero()); }
};

namespace lutra_ap {

// A value, or a reference that is itself a small value: what a concatenation keeps of its parts.
template <class T>
struct Part {
  typedef T type;
};
template <int W, bool S>
struct Part<ap_int_base<W, S>> {
  typedef ap_int_base<W, S> &type;
};

template <int W, bool S>
inline int length_of(const ap_int_base<W, S> &) {
  return W;
}
template <class T>
inline auto length_of(const T &x) -> decltype(x.get(), 0) {
  return x.length();
}
template <int W, bool S>
inline ap_int_base<W, false> bits_of(const ap_int_base<W, S> &x) {
  return x;
}
template <class T>
inline auto bits_of(const T &x) -> decltype(x.get()) {
  return x.get();
}
template <int W, bool S, int V>
inline void assign(ap_int_base<W, S> &to, const ap_int_base<V, false> &bits) {
  to = ap_int_base<W, S>(bits);
}
template <class T, int V>
inline auto assign(T &to, const ap_int_base<V, false> &bits) -> decltype(to.put(bits)) {
  to.put(bits);
}

}  // namespace lutra_ap

template <class High, class Low>
struct ap_concat_ref : lutra_ap::IntegerTag {
  enum { width = (int)High::width + (int)Low::width, sign_flag = false };
  typedef ap_int_base<width, false> Bits;
  typename lutra_ap::Part<High>::type high;
  typename lutra_ap::Part<Low>::type low;

  ap_concat_ref(High &high_, Low &low_) : high(high_), low(low_) {}
  ap_concat_ref(const ap_concat_ref &) = default;

  int length() const { return lutra_ap::length_of(high) + lutra_ap::length_of(low); }
  Bits get() const {
    return Bits::shift_left(Bits(lutra_ap::bits_of(high)), lutra_ap::length_of(low)) | Bits(lutra_ap::bits_of(low));
  }
  operator typename Bits::RetType() const { return get(); }
  int to_int() const { return get().to_int(); }
  unsigned to_uint() const { return get().to_uint(); }
  int64_t to_int64() const { return get().to_int64(); }
  uint64_t to_uint64() const { return get().to_uint64(); }
  double to_double() const { return get().to_double(); }
  std::string to_string(int radix = 2) const { return get().to_string(radix); }

  template <class T>
  ap_concat_ref &operator=(const T &x) {
    put(Bits(x));
    return *this;
  }
  ap_concat_ref &operator=(const ap_concat_ref &x) {
    put(x.get());
    return *this;
  }
  void put(const Bits &x) {
    lutra_ap::assign(low, x);
    lutra_ap::assign(high, Bits::shift_right(x, lutra_ap::length_of(low)));
  }
};

#endif
