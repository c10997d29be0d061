/*
 * float<E,M> as a C++14 type; lutra_float.h includes this.
 *
 *     lutra::floating<5, 4> a = 1.5, b = n;      // rounded once
 *     c[i] = a * b + sqrt(a);                    // each operation rounded once
 *     float x = (float)c[i];
 */
#ifndef LUTRA_FLOAT_CPP_H
#define LUTRA_FLOAT_CPP_H

#include <type_traits>

namespace lutra {

template <int E, int M, int variant = LUTRA_IEEE>
class floating {
  static_assert(E >= 2 && E <= (variant == LUTRA_FLOPOCO ? 10 : 11) && M >= 1 && M <= 52,
                "2 to 11 exponent bits (flopoco: 10) and 1 to 52 mantissa bits");

 public:
  /* What holds a value exactly. */
  typedef typename std::conditional<(E <= (variant == LUTRA_FLOPOCO ? 7 : 8) && M <= 23), float, double>::type storage;

  floating() = default;

  template <typename T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0>
  floating(T x) : value((storage)lutra_float_round((double)x, E, M, variant)) {}

  template <typename T, typename std::enable_if<std::is_integral<T>::value && std::is_signed<T>::value, int>::type = 0>
  floating(T x) : value((storage)lutra_float_from_int(x, E, M, variant)) {}

  template <typename T, typename std::enable_if<std::is_integral<T>::value && std::is_unsigned<T>::value, int>::type = 0>
  floating(T x) : value((storage)lutra_float_from_uint(x, E, M, variant)) {}

  template <int E2, int M2, int variant2>
  explicit floating(floating<E2, M2, variant2> x) : floating((double)x) {}

  /* A value that the format has: nothing is rounded. */
  static floating exactly(double x) {
    floating result;
    result.value = (storage)x;
    return result;
  }

  explicit operator float() const { return (float)value; }
  explicit operator double() const { return value; }
  explicit operator bool() const { return value != 0; }

  friend floating operator+(floating a, floating b) {
    return exactly(lutra_float_add(a.value, b.value, E, M, variant));
  }
  friend floating operator-(floating a, floating b) {
    return exactly(lutra_float_sub(a.value, b.value, E, M, variant));
  }
  friend floating operator*(floating a, floating b) {
    return exactly(lutra_float_mul(a.value, b.value, E, M, variant));
  }
  friend floating operator/(floating a, floating b) {
    return exactly(lutra_float_div(a.value, b.value, E, M, variant));
  }
  friend floating operator-(floating a) { return exactly(-a.value); }

  floating &operator+=(floating b) { return *this = *this + b; }
  floating &operator-=(floating b) { return *this = *this - b; }
  floating &operator*=(floating b) { return *this = *this * b; }
  floating &operator/=(floating b) { return *this = *this / b; }

  friend bool operator==(floating a, floating b) { return a.value == b.value; }
  friend bool operator!=(floating a, floating b) { return a.value != b.value; }
  friend bool operator<(floating a, floating b) { return a.value < b.value; }
  friend bool operator<=(floating a, floating b) { return a.value <= b.value; }
  friend bool operator>(floating a, floating b) { return a.value > b.value; }
  friend bool operator>=(floating a, floating b) { return a.value >= b.value; }

 private:
  storage value;
};

/* Functions of one and two values, each by the C function of the same name. */

#define LUTRA_FUNCTION(name)                                                                  \
  template <int E, int M, int variant>                                                        \
  inline floating<E, M, variant> name(floating<E, M, variant> x) {                            \
    return floating<E, M, variant>::exactly(lutra_float_##name((double)x, E, M, variant));    \
  }

#define LUTRA_FUNCTION2(name)                                                                             \
  template <int E, int M, int variant>                                                                    \
  inline floating<E, M, variant> name(floating<E, M, variant> a, floating<E, M, variant> b) {             \
    return floating<E, M, variant>::exactly(lutra_float_##name((double)a, (double)b, E, M, variant));     \
  }

LUTRA_FUNCTION(sqrt)
LUTRA_FUNCTION(floor)
LUTRA_FUNCTION(ceil)
LUTRA_FUNCTION(trunc)
LUTRA_FUNCTION(rint)
LUTRA_FUNCTION2(fmod)
LUTRA_FUNCTION2(mod)
LUTRA_FUNCTION2(floordiv)
LUTRA_FUNCTION2(min)
LUTRA_FUNCTION2(max)

template <int E, int M, int variant>
inline floating<E, M, variant> abs(floating<E, M, variant> x) {
  return floating<E, M, variant>::exactly(::fabs((double)x));
}

template <int E, int M, int variant>
inline floating<E, M, variant> sign(floating<E, M, variant> x) {
  return floating<E, M, variant>(lutra_float_sign((double)x));
}

template <int E, int M, int variant>
inline floating<E, M, variant> copysign(floating<E, M, variant> x, floating<E, M, variant> y) {
  return floating<E, M, variant>::exactly(lutra_float_copysign((double)x, (double)y));
}

template <int E, int M, int variant>
inline bool isnan(floating<E, M, variant> x) {
  return lutra_float_isnan((double)x) != 0;
}

template <int E, int M, int variant>
inline bool isinf(floating<E, M, variant> x) {
  return lutra_float_isinf((double)x) != 0;
}

template <int E, int M, int variant>
inline bool isfinite(floating<E, M, variant> x) {
  return lutra_float_isfinite((double)x) != 0;
}

}  // namespace lutra

#endif
