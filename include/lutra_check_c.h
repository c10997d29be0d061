/* The names that generated C calls; lutra_check.h includes this. */
#ifndef LUTRA_CHECK_C_H
#define LUTRA_CHECK_C_H

#define at(i, n) lutra_at(i, n, __LINE__)

/* Python ints: int64_t in, int64_t out. */
#define checked_add(a, b) lutra_add(a, b, __LINE__)
#define checked_sub(a, b) lutra_sub(a, b, __LINE__)
#define checked_mul(a, b) lutra_mul(a, b, __LINE__)
#define checked_neg(a) lutra_neg(a, __LINE__)
#define checked_abs(a) lutra_abs(a, __LINE__)
#define checked_floordiv(a, b) lutra_floordiv(a, b, __LINE__)
#define checked_mod(a, b) lutra_mod(a, b, __LINE__)
#define checked_fmod(a, b) lutra_fmod(a, b, __LINE__)
#define checked_shl(a, n) lutra_shl(a, n, __LINE__)
#define checked_shr(a, n) lutra_shr(a, n, __LINE__)
#define checked_pow(a, n) lutra_pow(a, n, __LINE__)
#define checked_truediv(a, b) lutra_truediv(a, b, __LINE__)

/* Python floats: double. */
#define checked_fdiv(a, b) lutra_fdiv(a, b, __LINE__)
#define checked_ffloordiv(a, b) lutra_ffloordiv(a, b, __LINE__)
#define checked_ffloormod(a, b) lutra_ffloormod(a, b, __LINE__)
#define checked_ffmod(a, b) lutra_ffmod(a, b, __LINE__)
#define checked_fpow(result, a, b) lutra_fpow(result, a, b, __LINE__)
#define checked_math(result, x, name) lutra_math(result, x, name, __LINE__)

/* A Python int, or a NumPy int that is stored, as a NumPy int. */
#define checked_int8(x) ((int8_t)lutra_narrow(x, INT8_MIN, INT8_MAX, "int8", __LINE__))
#define checked_int16(x) ((int16_t)lutra_narrow(x, INT16_MIN, INT16_MAX, "int16", __LINE__))
#define checked_int32(x) ((int32_t)lutra_narrow(x, INT32_MIN, INT32_MAX, "int32", __LINE__))
#define checked_int64(x) ((int64_t)(x))
#define checked_uint8(x) ((uint8_t)lutra_narrow(x, 0, UINT8_MAX, "uint8", __LINE__))
#define checked_uint16(x) ((uint16_t)lutra_narrow(x, 0, UINT16_MAX, "uint16", __LINE__))
#define checked_uint32(x) ((uint32_t)lutra_narrow(x, 0, UINT32_MAX, "uint32", __LINE__))
#define checked_uint64(x) ((uint64_t)lutra_narrow(x, 0, INT64_MAX, "uint64", __LINE__))
#define checked_int8_from_uint64(x) ((int8_t)lutra_narrow_unsigned(x, INT8_MAX, "int8", __LINE__))
#define checked_int16_from_uint64(x) ((int16_t)lutra_narrow_unsigned(x, INT16_MAX, "int16", __LINE__))
#define checked_int32_from_uint64(x) ((int32_t)lutra_narrow_unsigned(x, INT32_MAX, "int32", __LINE__))
#define checked_int64_from_uint64(x) ((int64_t)lutra_narrow_unsigned(x, INT64_MAX, "int64", __LINE__))
#define checked_python_int_from_uint64(x) ((int64_t)lutra_narrow_unsigned(x, INT64_MAX, "python int", __LINE__))

/* An int of `bits` bits (up to 64) that is no NumPy type, `type` its name: "int<12>". */
#define checked_bits_signed(x, bits, type) \
  lutra_narrow(x, INT64_MIN >> (64 - (bits)), INT64_MAX >> (64 - (bits)), type, __LINE__)
#define checked_bits_unsigned(x, bits, type) \
  lutra_narrow(x, 0, (bits) > 63 ? INT64_MAX : INT64_MAX >> (63 - (bits)), type, __LINE__)

/* A float as a NumPy or Python int, toward zero. */
#define checked_int8_from_float(x) ((int8_t)lutra_narrow_float(x, -0x1p7, 0x1p7, "int8", __LINE__))
#define checked_int16_from_float(x) ((int16_t)lutra_narrow_float(x, -0x1p15, 0x1p15, "int16", __LINE__))
#define checked_int32_from_float(x) ((int32_t)lutra_narrow_float(x, -0x1p31, 0x1p31, "int32", __LINE__))
#define checked_int64_from_float(x) ((int64_t)lutra_narrow_float(x, -0x1p63, 0x1p63, "int64", __LINE__))
#define checked_uint8_from_float(x) ((uint8_t)lutra_narrow_float(x, 0, 0x1p8, "uint8", __LINE__))
#define checked_uint16_from_float(x) ((uint16_t)lutra_narrow_float(x, 0, 0x1p16, "uint16", __LINE__))
#define checked_uint32_from_float(x) ((uint32_t)lutra_narrow_float(x, 0, 0x1p32, "uint32", __LINE__))
#define checked_uint64_from_float(x) ((uint64_t)lutra_narrow_float(x, 0, 0x1p64, "uint64", __LINE__))
#define checked_python_int_from_float(x) ((int64_t)lutra_narrow_float(x, -0x1p63, 0x1p63, "python int", __LINE__))

/* The position of a bit range of `width` bits in a value of `total` bits. */
#define checked_low_bit(low, width, total) lutra_bits(low, width, total, __LINE__)

/* An exact divisor, exponent, shift count, radicand, range() step: the value itself, or a fault. */
#define checked_divisor(x) lutra_divisor(x, __LINE__)
#define checked_exponent(x) lutra_exponent(x, __LINE__)
#define checked_count(x) lutra_count(x, __LINE__)
#define checked_radicand(x) lutra_radicand(x, __LINE__)
#define checked_step(x) lutra_step(x, __LINE__)

#endif
