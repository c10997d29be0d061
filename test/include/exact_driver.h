/* Reads operands and prints results as hexadecimal patterns. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hls_math.h"
#include "lutra_check.h"
#include "lutra_exact.h"
#include "lutra_ops.h"

static char token[1100];

inline const char *next_token() {
  if (scanf("%1099s", token) != 1) lutra_fault("driver", 0, "no operand");
  return token;
}

static uint64_t limbs[65];

inline void read_limbs(const char *text, int count) {
  for (int i = 0; i < count; i++) limbs[i] = 0;
  int place = 0;
  for (int i = (int)strlen(text) - 1; i >= 0; i--, place += 4) {
    limbs[place / 64] |= (uint64_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10) << (place % 64);
  }
}

inline void print_limbs(int bits) {
  const int count = (bits + 63) / 64;
  if (bits % 64 != 0) limbs[count - 1] &= ~(uint64_t)0 >> (64 - bits % 64);
  printf("0x");
  for (int i = count - 1; i >= 0; i--) printf("%016" PRIx64, limbs[i]);
  printf("\n");
}

// Without the operators that are tested, and with little to compile.
template <int W, bool S>
void set_raw(ap_int_base<W, S> &x) {
  x.storage.set(limbs);
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
void set_raw(ap_fixed_base<W, I, S, Q, O, N> &x) {
  x.V.storage.set(limbs);
}
template <int W, bool S>
void get_raw(const ap_int_base<W, S> &x) {
  for (int i = 0; i < (W + 63) / 64; i++) limbs[i] = x.storage.limb(i);
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
void get_raw(const ap_fixed_base<W, I, S, Q, O, N> &x) {
  get_raw(x.V);
}

template <class T>
struct Pattern {  // exact types
  enum { W = T::width };
  static T read(const char *text) {
    read_limbs(text, (W + 63) / 64);
    T x;
    set_raw(x);
    return x;
  }
  static void print(const T &x) {
    get_raw(x);
    print_limbs(W);
  }
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
