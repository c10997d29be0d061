/** Words of OpenCL C, its built-in functions and types among them: no variable is called so. */
const vectors = [
  "char",
  "uchar",
  "short",
  "ushort",
  "int",
  "uint",
  "long",
  "ulong",
  "float",
  "double",
  "half",
];

export const reserved: ReadonlySet<string> = new Set([
  ...vectors,
  ...vectors.flatMap((type) => [2, 3, 4, 8, 16].map((count) => `${type}${count}`)),
  ...`kernel global local constant private generic read_only write_only read_write uniform pipe
  image1d_t image2d_t image3d_t sampler_t event_t fault vec_step barrier mem_fence prefetch printf as_int as_uint as_long
  as_ulong as_float as_double convert_int convert_float acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi
  cbrt ceil copysign cos cosh cospi erfc erf exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot
  ilogb ldexp lgamma lgamma_r log log2 log10 log1p logb mad maxmag minmag modf nan nextafter pow pown powr remainder
  remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc native_cos abs abs_diff add_sat
  hadd rhadd clamp clz mad_hi mad_sat max min mul_hi rotate sub_sat upsample popcount mad24 mul24 degrees mix radians
  step smoothstep sign cross dot distance length normalize fast_distance fast_length fast_normalize isequal isnotequal
  isgreater isgreaterequal isless islessequal islessgreater isfinite isinf isnan isnormal isordered isunordered signbit
  any all bitselect select shuffle shuffle2 get_work_dim get_global_size get_global_id get_local_size get_local_id
  get_num_groups get_group_id get_global_offset atomic_add atomic_sub atomic_xchg atomic_inc atomic_dec atomic_cmpxchg
  atomic_min atomic_max atomic_and atomic_or atomic_xor MAXFLOAT HUGE_VALF FLT_MAX FLT_MIN DBL_MAX DBL_MIN INT_MAX INT_MIN
  LONG_MAX LONG_MIN CHAR_BIT CHAR_MAX CHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX USHRT_MAX UINT_MAX ULONG_MAX`.split(
    /\s+/,
  ),
]);
