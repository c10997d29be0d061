/*
 * Elementary functions of float formats of up to 32 bits (1 + E + M), bit for bit as src/types/float/elementary
 * defines them. C99, C++14 and OpenCL C 1.2.
 *
 *     float y = lutra_expf(x);                           // float32
 *     double y = lutra_float_exp(x, 5, 4, LUTRA_IEEE);         // float<5,4>; float16: lutra_float_exp(x, LUTRA_FLOAT16)
 *     lutra::floating<5, 4> y = exp(x);                  // C++
 *
 * exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt, of two arguments atan2 hypot pow:
 *
 *     float  lutra_<name>f(float x)                      lutra_<name>f(float x, float y)
 *     double lutra_float_<name>(double x, int E, int M, int variant)
 *     double lutra_float_<name>(double x, double y, int E, int M, int variant)
 *
 * Each is one integer algorithm. LUTRA_DOUBLE_SHORTCUT = 1 (the default of hosted C and C++; 0 in synthesis and in
 * OpenCL) asks the platform's double function first and takes its result where every number within 16 units of its
 * last place, and within the algorithm's own error, rounds to the same value: faster, and never different.
 */
#ifndef LUTRA_ELEMENTARY_H
#define LUTRA_ELEMENTARY_H

#include "lutra_float.h"

#endif
