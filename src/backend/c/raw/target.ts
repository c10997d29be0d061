/** The two languages that raw numbers are written in. */
export interface RawLanguage {
  readonly language: "c99" | "opencl";
  /** Signed arithmetic that overflows wraps (`-fwrapv`); elsewhere it is computed in unsigned. */
  readonly wraps: boolean;
  readonly names: Readonly<Record<IntegerName, string>>;
  readonly bool: string; // as a variable, an element
  /** Headers that functions of ours come from. */
  readonly operations: string;
  readonly checks: string;
}

type Width = 8 | 16 | 32 | 64;
export type IntegerName = `i${Width}` | `u${Width}`;

export const c99: RawLanguage = {
  language: "c99",
  wraps: true,
  names: {
    i8: "int8_t",
    i16: "int16_t",
    i32: "int32_t",
    i64: "int64_t",
    u8: "uint8_t",
    u16: "uint16_t",
    u32: "uint32_t",
    u64: "uint64_t",
  },
  bool: "bool",
  operations: '"lutra_c.h"',
  checks: '"lutra_check.h"',
};

/** `bool` is no type of a kernel's argument. */
export const opencl: RawLanguage = {
  language: "opencl",
  wraps: false,
  names: {
    i8: "char",
    i16: "short",
    i32: "int",
    i64: "long",
    u8: "uchar",
    u16: "ushort",
    u32: "uint",
    u64: "ulong",
  },
  bool: "uchar",
  operations: '"lutra_c.h"',
  checks: '"lutra_check_cl.h"',
};

/** Names of functions and macros in the headers: variables are called otherwise. */
export const headerNames: ReadonlySet<string> = new Set(
  `at checked_add checked_sub checked_mul checked_neg checked_abs checked_floordiv checked_mod checked_fmod checked_shl
  checked_shr checked_pow checked_truediv checked_fdiv checked_ffloordiv checked_ffloormod checked_ffmod checked_fpow
  checked_math checked_int8 checked_int16 checked_int32 checked_int64 checked_uint8 checked_uint16 checked_uint32
  checked_uint64 checked_int64_from_uint64 checked_python_int_from_uint64 checked_bits_signed checked_bits_unsigned
  checked_int8_from_float checked_int16_from_float checked_int32_from_float checked_int64_from_float
  checked_uint8_from_float checked_uint16_from_float checked_uint32_from_float checked_uint64_from_float
  checked_python_int_from_float checked_low_bit checked_divisor checked_exponent checked_count checked_radicand
  checked_step ufloordiv32 ufloordiv64 umod32 umod64 fmod32 fmod64 mod32 mod64 floordiv32 floordiv64 div_zero64
  div_even64 div_away64 pow32 pow64 shl32 shl64 shr32 shr64 ushr32 ushr64 shr_zero64 shr_even64 shr_away64 ushr_even64
  ushr_away64 sext32 sext64 min32 min64 minu32 minu64 max32 max64 maxu32 maxu64 clamp32 clamp64 clampu32 clampu64 abs32
  abs64 sign64 compare_i64_u64 compare_i64_f64 compare_u64_f64 sqrt64 sqrt_nearest64 min_f32 max_f32 sign_f32
  bits_of_f32 f32_of_bits copysign_f32 div_f32 sqrt_f32 bits_of_f64 f64_of_bits min_f64 max_f64 sign_f64 copysign_f64
  LUTRA_IEEE LUTRA_FTZ LUTRA_FLOPOCO LUTRA_FLOAT16 LUTRA_FLOAT32 LUTRA_FLOAT64 true false`.split(/\s+/),
);
