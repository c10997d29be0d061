/* Arithmetic of ap_int_base: Engine<true> where all operands and the result fit one limb, Engine<false> for any width.
 * A kernel of narrow types never instantiates, and never compiles, the wide one. */
#ifndef LUTRA_AP_ENGINE_H
#define LUTRA_AP_ENGINE_H

#include "limbs.h"

namespace lutra_ap {

template <bool Narrow>
struct Engine;

template <>
struct Engine<true> {
  template <class R, class A>
  static void copy(R &r, const A &a) {
    r.set_low(a.limb(0));
  }
  template <class R, class A, class B>
  static void add(R &r, const A &a, const B &b) {
    r.set_low(a.limb(0) + b.limb(0));
  }
  template <class R, class A, class B>
  static void subtract(R &r, const A &a, const B &b) {
    r.set_low(a.limb(0) - b.limb(0));
  }
  template <class R, class A, class B>
  static void multiply(R &r, const A &a, const B &b) {
    r.set_low(a.limb(0) * b.limb(0));
  }
  // by is less than the width, so less than 64.
  template <class R, class A>
  static void shift_left(R &r, const A &a, int by) {
    r.set_low(a.limb(0) << by);
  }
  template <class R, class A>
  static void shift_right(R &r, const A &a, int by) {
    r.set_low(a.fill() != 0 ? ~(~a.limb(0) >> by) : a.limb(0) >> by);
  }
  template <class A, class B>
  static int order(const A &a, const B &b) {
    if (a.fill() != b.fill()) return a.fill() != 0 ? -1 : 1;
    return a.limb(0) < b.limb(0) ? -1 : a.limb(0) > b.limb(0);
  }
  // The two highest of `drop` dropped bits: the top one, and whether one below it is set.
  template <class A>
  static bool dropped(const A &a, int drop, bool *rest) {
    const uint64_t low = a.limb(0);
    *rest = drop > 64 ? low != 0 : drop > 1 && low << (65 - drop) != 0;
    return drop > 64 ? a.fill() != 0 : (low >> (drop - 1) & 1) != 0;
  }
  // Toward zero; b is not zero. The rest has the sign of a.
  template <class Q, class R, class A, class B>
  static void divide(Q *quotient, R *rest, const A &a, const B &b) {
    const uint64_t x = a.fill() != 0 ? 0 - a.limb(0) : a.limb(0);
    const uint64_t y = b.fill() != 0 ? 0 - b.limb(0) : b.limb(0);
    const uint64_t q[2] = {x / y, 0};
    uint64_t negated[2] = {x / y, 0};
    negate(negated, 2);
    quotient->set_limbs(a.fill() != b.fill() ? negated : q, 2);
    const uint64_t r = x % y;
    rest->set_low(a.fill() != 0 ? 0 - r : r);
  }
};

// The limbs of a value, for as long as it is alive.
template <int Count>
struct View {
  uint64_t limbs[Count];
  uint64_t fill;
  template <class A>
  explicit View(const A &a) : fill(a.fill()) {
    for (int i = 0; i < Count; i++) limbs[i] = a.limb(i);
  }
  operator Limbs() const { return Limbs{limbs, Count, fill}; }
};
template <class A>
inline View<A::count> view(const A &a) {
  return View<A::count>(a);
}

template <>
struct Engine<false> {
  template <class R, class A>
  static void copy(R &r, const A &a) {
    uint64_t limbs[R::count];
    for (int i = 0; i < R::count; i++) limbs[i] = a.limb(i);
    r.set(limbs);
  }
  template <class R, class A, class B>
  static void add(R &r, const A &a, const B &b) {
    uint64_t limbs[R::count];
    lutra_ap::add(limbs, R::count, view(a), view(b));
    r.set(limbs);
  }
  template <class R, class A, class B>
  static void subtract(R &r, const A &a, const B &b) {
    uint64_t limbs[R::count];
    lutra_ap::subtract(limbs, R::count, view(a), view(b));
    r.set(limbs);
  }
  template <class R, class A, class B>
  static void multiply(R &r, const A &a, const B &b) {
    uint64_t limbs[R::count];
    lutra_ap::multiply(limbs, R::count, view(a), view(b));
    r.set(limbs);
  }
  template <class R, class A>
  static void shift_left(R &r, const A &a, int by) {
    uint64_t limbs[R::count];
    lutra_ap::shift_left(limbs, R::count, view(a), by);
    r.set(limbs);
  }
  template <class R, class A>
  static void shift_right(R &r, const A &a, int by) {
    uint64_t limbs[R::count];
    lutra_ap::shift_right(limbs, R::count, view(a), by);
    r.set(limbs);
  }
  template <class A, class B>
  static int order(const A &a, const B &b) {
    return compare(view(a), view(b));
  }
  template <class A>
  static bool dropped(const A &a, int drop, bool *rest) {
    const View<A::count> limbs(a);
    const int bits = 64 * A::count;
    *rest = any_below(limbs, drop - 1 < bits ? drop - 1 : bits);
    return drop > bits ? a.fill() != 0 : bit(limbs, drop - 1);
  }
  template <class Q, class R, class A, class B>
  static void divide(Q *quotient, R *rest, const A &a, const B &b) {
    enum { count = (int)A::count > (int)B::count ? (int)A::count : (int)B::count };
    uint64_t left[count + 1], divisor[count], result[count + 1];
    magnitude(left, count, view(a));
    magnitude(divisor, count, view(b));
    lutra_ap::divide<count>(result, left, divisor);
    left[count] = 0;
    result[count] = 0;
    if (a.fill() != b.fill()) negate(result, count + 1);
    if (a.fill() != 0) negate(left, count + 1);
    quotient->set_limbs(result, count + 1);
    rest->set_limbs(left, count + 1);
  }
};

}  // namespace lutra_ap

#endif
