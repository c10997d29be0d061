/*
 * float<E,M>: arithmetic of every float format, bit for bit as src/types/float defines it. C99, C++14 and OpenCL C 1.2.
 *
 *     double c = lutra_float_add(a, b, 5, 4, LUTRA_IEEE);     // C and OpenCL: values of float<5,4>, rounded once
 *     lutra::floating<5, 4> c = a + b;                  // C++
 *     float h = lutra_float_mul(x, y, LUTRA_FLOAT16);         // LUTRA_FLOAT16 stands for 5, 10, LUTRA_IEEE
 *
 * A value is the double (or, up to 8 exponent and 23 mantissa bits, 7 for flopoco, the float) that it equals; E, M and
 * the variant come last and are constants. Not here: flopoco with 11 exponent bits, whose values are no doubles.
 * Comparison, negation and fabs are the plain operators; where a format has no own rule the function takes no format.
 *
 *     F stands for `int E, int M, int variant`
 *
 *     double lutra_float_round(double x, F)                    the nearest value, ties to even; also every float -> float
 *     double lutra_float_add lutra_float_sub lutra_float_mul lutra_float_div(double a, double b, F)
 *     double lutra_float_sqrt(double x, F)
 *     double lutra_float_fmod lutra_float_mod lutra_float_floordiv(double a, double b, F)      C's %, and NumPy's % and //
 *     double lutra_float_floor lutra_float_ceil lutra_float_trunc lutra_float_rint(double x, F)
 *     double lutra_float_min lutra_float_max(double a, double b, F)  NaN wins; which of two zeros depends on the format
 *     double lutra_float_sign(double x)                        -1, 0, 1 or NaN
 *     double lutra_float_copysign(double x, double y)          a NaN y counts as positive
 *     int    lutra_float_isnan lutra_float_isinf lutra_float_isfinite(double x)
 *
 *     double lutra_float_from_int(int64 v, F), lutra_float_from_uint(uint64 v, F)        rounded once
 *     double lutra_float_from_fixed(int64 raw, int fraction, F), lutra_float_from_ufixed(uint64 raw, int fraction, F)
 *     int64  lutra_float_to_fixed(double x, int width, int fraction, int rounding, int overflow)     width <= 64
 *     uint64 lutra_float_to_ufixed(double x, int width, int fraction, int rounding, int overflow)
 *            rounding: LUTRA_TRUNCATE LUTRA_FLOOR LUTRA_NEAREST_EVEN LUTRA_NEAREST_AWAY LUTRA_TOWARD_ZERO
 *            overflow: LUTRA_WRAP LUTRA_SATURATE;   int<N>: fraction 0, LUTRA_TOWARD_ZERO, LUTRA_WRAP
 *     int32  lutra_float_to_int32(double x)                    NumPy's, as x86 does; int8, int16, uint8, uint16: its low bits
 *     int64  lutra_float_to_int64(double x)                    uint32: its low bits
 *     uint64 lutra_float_to_uint64(double x)
 *
 *     uint64 lutra_float_to_bits(double x, F)                  the bit pattern (float16 in memory: 16 bits)
 *     double lutra_float_from_bits(uint64 bits, F)
 *
 * C++: lutra::floating<E, M, variant = LUTRA_IEEE> has + - * / unary - and comparisons; it is made from any number
 * (rounding once), converts explicitly to float, double and bool; sqrt, floor, min, mod, exp, ... are functions of
 * namespace lutra that are found by argument: exp(a), mod(a, b).
 */
#ifndef LUTRA_FLOAT_H
#define LUTRA_FLOAT_H

#define LUTRA_IEEE 0
#define LUTRA_FTZ 1
#define LUTRA_FLOPOCO 2

#define LUTRA_FLOAT16 5, 10, LUTRA_IEEE
#define LUTRA_FLOAT32 8, 23, LUTRA_IEEE
#define LUTRA_FLOAT64 11, 52, LUTRA_IEEE

#endif
