/** Names of the headers that generated files use: no variable of a kernel may be called so. */
export const reserved: ReadonlySet<string> = new Set(
  `lutra hls ap_int ap_uint ap_fixed ap_ufixed half floating
  at at_either checked_add checked_sub checked_mul checked_neg checked_abs checked_floordiv checked_mod checked_fmod checked_shl
  checked_shr checked_pow checked_truediv checked_fdiv checked_ffloordiv checked_ffloormod checked_ffmod checked_fpow
  checked_math checked_int8 checked_int16 checked_int32 checked_int64 checked_uint8 checked_uint16 checked_uint32
  checked_uint64 checked_python_int checked_exact_int checked_exact_uint checked_low_bit checked_divisor
  checked_exponent checked_count checked_radicand checked_step
  floordiv floormod truncmod shift_left shift_right int_pow square minimum maximum sign_of absolute round_even copy_sign
  truncate_to value_eq value_ne value_lt value_le value_gt value_ge bits_of float_of double_of remainder_of
  exact_div exact_floordiv exact_floormod exact_truncmod exact_pow exact_neg exact_abs exact_sign exact_min exact_max
  exact_shl exact_shr exact_sqrt exact_floor exact_ceil exact_trunc exact_rint whole_of half_of floating_of get_bits raw_of from_raw
  check ops exact sqrt floor ceil trunc rint fmod mod min max abs sign copysign isnan isinf isfinite exp exp2 expm1 log
  log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt atan2 hypot pow`.split(/\s+/),
);
