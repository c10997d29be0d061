/* The names that generated C++ calls; lutra_check.h includes this. */
#ifndef LUTRA_CHECK_CPP_H
#define LUTRA_CHECK_CPP_H

#include <limits>
#include <type_traits>

#ifdef __SYNTHESIS__
#define LUTRA_LINE int line = 0
#else
#define LUTRA_LINE int line = __builtin_LINE()
#endif

namespace lutra {

namespace check {

// A value as decimal digits. ap_int and ap_uint have to_string; all else is at most 64 bits wide.
struct Digits {
  char text[32];
};
#ifndef __SYNTHESIS__
template <class T>
inline typename std::enable_if<std::is_integral<T>::value, Digits>::type digits(T x) {
  Digits out;
  if (std::is_signed<T>::value) snprintf(out.text, sizeof out.text, "%lld", (long long)x);
  else snprintf(out.text, sizeof out.text, "%llu", (unsigned long long)x);
  return out;
}
inline const char *text(const Digits &x) { return x.text; }

template <class T>
inline auto digits(const T &x) -> decltype(x.to_string(10)) {
  return x.to_string(10);
}
template <class S>
inline auto text(const S &x) -> decltype(x.c_str()) {
  return x.c_str();
}
#endif

// Comparisons by value that warn of nothing; ap types compare by value themselves.
template <class T>
inline typename std::enable_if<std::is_unsigned<T>::value, bool>::type negative(T) {
  return false;
}
template <class T>
inline typename std::enable_if<!std::is_unsigned<T>::value, bool>::type negative(const T &x) {
  return x < 0;
}
template <class T>
inline typename std::enable_if<std::is_integral<T>::value, bool>::type below(T x, int64_t limit) {
  return negative(x) && (int64_t)x < limit;
}
template <class T>
inline typename std::enable_if<!std::is_integral<T>::value, bool>::type below(const T &x, int64_t limit) {
  return x < limit;
}
template <class T>
inline typename std::enable_if<std::is_integral<T>::value, bool>::type above(T x, uint64_t limit) {
  return !negative(x) && (uint64_t)x > limit;
}
template <class T>
inline typename std::enable_if<!std::is_integral<T>::value, bool>::type above(const T &x, uint64_t limit) {
  return x > limit;
}

// An integer of any type as the native integer R, which prints as `name`.
template <class R, class T>
inline typename std::enable_if<!std::is_floating_point<T>::value, R>::type fit(const T &x, const char *name, int line) {
#ifndef __SYNTHESIS__
  if (below(x, (int64_t)std::numeric_limits<R>::min()) || above(x, (uint64_t)std::numeric_limits<R>::max())) {
    const auto shown = digits(x);
    char words[1400];
    snprintf(words, sizeof words, "%.1300s %s", text(shown), name);
    lutra_fault("out-of-range", line, words);
  }
#endif
  (void)name, (void)line;
  return (R)x;
}

template <class R>
inline R fit(double x, const char *name, int line) {
  const double beyond = ldexp(1.0, std::numeric_limits<R>::digits);
  return (R)lutra_narrow_float(x, std::is_signed<R>::value ? -beyond : 0.0, beyond, name, line);
}
template <class R>
inline R fit(float x, const char *name, int line) {
  return fit<R>((double)x, name, line);
}

}  // namespace check

// A position in an axis of n elements.
template <class T>
inline int64_t at(const T &i, int64_t n, LUTRA_LINE) {
#ifndef __SYNTHESIS__
  if (check::negative(i) || n <= 0 || check::above(i, (uint64_t)(n - 1))) {
    const auto shown = check::digits(i);
    char words[1400];
    snprintf(words, sizeof words, "%.1300s %lld", check::text(shown), (long long)n);
    lutra_fault("index-out-of-range", line, words);
  }
#endif
  (void)n, (void)line;
  return (int64_t)i;
}

// The same for a Python index, which counts from the end where it is negative.
template <class T>
inline int64_t at_either(const T &i, int64_t n, LUTRA_LINE) {
  const bool from_end = check::negative(i) && (int64_t)i >= -n;
  return from_end ? (int64_t)i + n : at(i, n, line);
}

// Python ints: 64 bits, a fault where they are too few.
inline int64_t checked_add(int64_t a, int64_t b, LUTRA_LINE) { return lutra_add(a, b, line); }
inline int64_t checked_sub(int64_t a, int64_t b, LUTRA_LINE) { return lutra_sub(a, b, line); }
inline int64_t checked_mul(int64_t a, int64_t b, LUTRA_LINE) { return lutra_mul(a, b, line); }
inline int64_t checked_neg(int64_t a, LUTRA_LINE) { return lutra_neg(a, line); }
inline int64_t checked_abs(int64_t a, LUTRA_LINE) { return lutra_abs(a, line); }
inline int64_t checked_floordiv(int64_t a, int64_t b, LUTRA_LINE) { return lutra_floordiv(a, b, line); }
inline int64_t checked_mod(int64_t a, int64_t b, LUTRA_LINE) { return lutra_mod(a, b, line); }
inline int64_t checked_fmod(int64_t a, int64_t b, LUTRA_LINE) { return lutra_fmod(a, b, line); }
inline int64_t checked_shl(int64_t a, int64_t n, LUTRA_LINE) { return lutra_shl(a, n, line); }
inline int64_t checked_shr(int64_t a, int64_t n, LUTRA_LINE) { return lutra_shr(a, n, line); }
inline int64_t checked_pow(int64_t a, int64_t n, LUTRA_LINE) { return lutra_pow(a, n, line); }
inline double checked_truediv(int64_t a, int64_t b, LUTRA_LINE) { return lutra_truediv(a, b, line); }

// Python floats: division by zero is a fault, and what the math module raises.
inline double checked_fdiv(double a, double b, LUTRA_LINE) { return lutra_fdiv(a, b, line); }
inline double checked_ffloordiv(double a, double b, LUTRA_LINE) { return lutra_ffloordiv(a, b, line); }
inline double checked_ffloormod(double a, double b, LUTRA_LINE) { return lutra_ffloormod(a, b, line); }
inline double checked_ffmod(double a, double b, LUTRA_LINE) { return lutra_ffmod(a, b, line); }
inline double checked_fpow(double result, double a, double b, LUTRA_LINE) { return lutra_fpow(result, a, b, line); }
inline double checked_math(double result, double x, const char *name, LUTRA_LINE) {
  return lutra_math(result, x, name, line);
}

// A Python number, or a NumPy one that is stored, as a NumPy or a Python int; floats go toward zero.
#define LUTRA_CHECKED_INT(name, R, type)            \
  template <class T>                                \
  inline R checked_##name(const T &x, LUTRA_LINE) { \
    return check::fit<R>(x, type, line);            \
  }
LUTRA_CHECKED_INT(int8, int8_t, "int8")
LUTRA_CHECKED_INT(int16, int16_t, "int16")
LUTRA_CHECKED_INT(int32, int32_t, "int32")
LUTRA_CHECKED_INT(int64, int64_t, "int64")
LUTRA_CHECKED_INT(uint8, uint8_t, "uint8")
LUTRA_CHECKED_INT(uint16, uint16_t, "uint16")
LUTRA_CHECKED_INT(uint32, uint32_t, "uint32")
LUTRA_CHECKED_INT(uint64, uint64_t, "uint64")
LUTRA_CHECKED_INT(python_int, int64_t, "python int")
#undef LUTRA_CHECKED_INT

// A Python int that int<W> or uint<W> holds.
template <int W>
inline int64_t checked_exact_int(int64_t x, LUTRA_LINE) {
#ifndef __SYNTHESIS__
  if (W < 64) {
    char type[16];
    snprintf(type, sizeof type, "int<%d>", W);
    return lutra_narrow(x, INT64_MIN >> ((64 - W) & 63), INT64_MAX >> ((64 - W) & 63), type, line);
  }
#endif
  (void)line;
  return x;
}
template <int W>
inline int64_t checked_exact_uint(int64_t x, LUTRA_LINE) {
#ifndef __SYNTHESIS__
  char type[16];
  snprintf(type, sizeof type, "uint<%d>", W);
  return lutra_narrow(x, 0, W < 63 ? INT64_MAX >> ((63 - W) & 63) : INT64_MAX, type, line);
#endif
  (void)line;
  return x;
}

// The position of a bit range of `width` bits in a value of `total` bits.
inline int64_t checked_low_bit(int64_t low, int64_t width, int64_t total, LUTRA_LINE) {
  return lutra_bits(low, width, total, line);
}

// An operand of any type that must not be zero, or not negative: itself, or a fault.
template <class T>
inline T checked_divisor(const T &x, LUTRA_LINE) {
  LUTRA_FAULT(x == 0, "zero-division", line, "");
  return x;
}
template <class T>
inline T checked_exponent(const T &x, LUTRA_LINE) {
  LUTRA_FAULT(check::negative(x), "negative-power", line, "");
  return x;
}
template <class T>
inline T checked_count(const T &x, LUTRA_LINE) {
  LUTRA_FAULT(check::negative(x), "negative-shift", line, "");
  return x;
}
template <class T>
inline T checked_radicand(const T &x, LUTRA_LINE) {
  LUTRA_FAULT(check::negative(x), "domain", line, "root");
  return x;
}
template <class T>
inline T checked_step(const T &x, LUTRA_LINE) {
  LUTRA_FAULT(x == 0, "zero-step", line, "");
  return x;
}

}  // namespace lutra

#undef LUTRA_LINE

#endif
