/* Reads operands and prints results as hexadecimal patterns. */
#include <inttypes.h>
#include <stdio.h>

#include "hls_math.h"
#include "lutra_check.h"
#include "lutra_exact.h"
#include "lutra_ops.h"

static char token[1100];

static const char *next_token() {
  if (scanf("%1099s", token) != 1) lutra_fault("driver", 0, "no operand");
  return token;
}

template <class T>
struct Pattern {  // exact types
  enum { W = lutra::exact::FormOf<T>::W };
  static T read(const char *text) { return lutra::from_raw<T>(ap_uint<W>(text, 16)); }
  static void print(const T &x) { puts(ap_uint<W>(lutra::raw_of(x)).to_string(16).c_str()); }
};

#define NATIVE_PATTERN(T, Unsigned)                                                              \
  template <>                                                                                    \
  struct Pattern<T> {                                                                            \
    static T read(const char *text) { return (T)strtoull(text, NULL, 16); }                      \
    static void print(T x) { printf("0x%llx\n", (unsigned long long)(Unsigned)x); }              \
  };
NATIVE_PATTERN(bool, bool)
NATIVE_PATTERN(int8_t, uint8_t)
NATIVE_PATTERN(int16_t, uint16_t)
NATIVE_PATTERN(int32_t, uint32_t)
NATIVE_PATTERN(int64_t, uint64_t)
NATIVE_PATTERN(uint8_t, uint8_t)
NATIVE_PATTERN(uint16_t, uint16_t)
NATIVE_PATTERN(uint32_t, uint32_t)
NATIVE_PATTERN(uint64_t, uint64_t)

// NaNs are not told apart.
template <>
struct Pattern<float> {
  static float read(const char *text) { return lutra::float_of((uint32_t)strtoull(text, NULL, 16)); }
  static void print(float x) { printf("0x%" PRIx32 "\n", x != x ? 0x7fc00000 : lutra::bits_of(x)); }
};
template <>
struct Pattern<double> {
  static double read(const char *text) { return lutra::double_of(strtoull(text, NULL, 16)); }
  static void print(double x) { printf("0x%" PRIx64 "\n", x != x ? 0x7ff8000000000000 : lutra::bits_of(x)); }
};
template <>
struct Pattern<half> {
  static half read(const char *text) { return half::from_bits((uint16_t)strtoull(text, NULL, 16)); }
  static void print(half x) { printf("0x%x\n", x != x ? 0x7e00u : (unsigned)x.get_bits()); }
};

template <class T>
inline T take() {
  return Pattern<T>::read(next_token());
}
template <class T>
inline void give(const T &x) {
  Pattern<T>::print(x);
}
