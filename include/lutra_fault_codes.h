/* What an OpenCL kernel notes of a fault, and its host reads: plain numbers. */
#ifndef LUTRA_FAULT_CODES_H
#define LUTRA_FAULT_CODES_H

#define LUTRA_FAULT_LONGS 5

#define LUTRA_FAULT_INDEX 1 /* index, extent */
#define LUTRA_FAULT_OVERFLOW 2
#define LUTRA_FAULT_POWER 3
#define LUTRA_FAULT_ZERO_DIVISION 4
#define LUTRA_FAULT_NEGATIVE_SHIFT 5
#define LUTRA_FAULT_NEGATIVE_POWER 6
#define LUTRA_FAULT_RANGE 7          /* value, type */
#define LUTRA_FAULT_RANGE_UNSIGNED 8 /* value as an unsigned number, type */
#define LUTRA_FAULT_RANGE_FLOAT 9    /* bits of the double, type */
#define LUTRA_FAULT_ROOT 10
#define LUTRA_FAULT_COMPLEX 11
#define LUTRA_FAULT_MATH 12 /* function, bits of the double, 0 for nan or 1 for inf */
#define LUTRA_FAULT_BITS 13 /* low, high, bits of the value */
#define LUTRA_FAULT_ZERO_STEP 14

/* A type: the bits of a NumPy integer, LUTRA_TYPE_EXACT + the bits of an exact one; negative if unsigned. */
#define LUTRA_TYPE_PYTHON_INT 0
#define LUTRA_TYPE_EXACT 1000

#define LUTRA_FUNCTIONS                                                                                          \
  "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", \
      "sinh", "cosh", "tanh", "cbrt"

#define LUTRA_SQRT 0
#define LUTRA_EXP 1
#define LUTRA_EXP2 2
#define LUTRA_EXPM1 3
#define LUTRA_LOG 4
#define LUTRA_LOG2 5
#define LUTRA_LOG10 6
#define LUTRA_LOG1P 7
#define LUTRA_SIN 8
#define LUTRA_COS 9
#define LUTRA_TAN 10
#define LUTRA_ASIN 11
#define LUTRA_ACOS 12
#define LUTRA_ATAN 13
#define LUTRA_SINH 14
#define LUTRA_COSH 15
#define LUTRA_TANH 16
#define LUTRA_CBRT 17

#endif
