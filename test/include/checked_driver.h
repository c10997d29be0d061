/* Runs calls that may fault: a fault line goes to stdout, and the program goes on with the next call. C and C++. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf after_fault;
#undef stderr
#define stderr stdout
#define _Exit(status) longjmp(after_fault, status)
#include "lutra_check.h"
#undef _Exit

#define CASE(...)                             \
  do {                                        \
    if (setjmp(after_fault) == 0) __VA_ARGS__; \
  } while (0)

#ifdef __cplusplus
#include "exact_driver.h"
using namespace lutra;
#define TAKE(T) take<T>()
#define GIVE(T, x) give<T>(x)
#else
static inline uint64_t take_bits(void) {
  char text[64];
  if (scanf("%63s", text) != 1) return 0;
  return strtoull(text, NULL, 16);
}
static inline double take_double(void) {
  const uint64_t bits = take_bits();
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline void give_double(double x) {
  uint64_t bits;
  if (x != x) x = (double)NAN;
  memcpy(&bits, &x, sizeof bits);
  printf("0x%" PRIx64 "\n", x != x ? 0x7ff8000000000000 : bits);
}
#define TAKE_int64_t (int64_t)take_bits()
#define TAKE_uint64_t take_bits()
#define TAKE_uint32_t (uint32_t)take_bits()
#define TAKE_double take_double()
#define TAKE(T) TAKE_##T
#define GIVE_BITS(T, x) printf("0x%llx\n", (unsigned long long)(T)(x))
#define GIVE_int8_t(x) GIVE_BITS(uint8_t, x)
#define GIVE_int16_t(x) GIVE_BITS(uint16_t, x)
#define GIVE_int32_t(x) GIVE_BITS(uint32_t, x)
#define GIVE_int64_t(x) GIVE_BITS(uint64_t, x)
#define GIVE_uint8_t(x) GIVE_BITS(uint8_t, x)
#define GIVE_uint16_t(x) GIVE_BITS(uint16_t, x)
#define GIVE_uint32_t(x) GIVE_BITS(uint32_t, x)
#define GIVE_uint64_t(x) GIVE_BITS(uint64_t, x)
#define GIVE_double(x) give_double(x)
#define GIVE(T, x) GIVE_##T(x)
#endif
