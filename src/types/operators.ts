/** The operators that scalars have, and that arrays have element by element. Each is one word in every representation. */

export type UnaryOp = "neg" | "abs" | "invert" | "not";

/** `div` is true division, `floordiv` and `mod` floor; `fmod` truncates. `min`/`max` pass NaN on, as np.minimum does. */
export type BinaryOp =
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "floordiv"
  | "mod"
  | "fmod"
  | "pow"
  | "shl"
  | "shr"
  | "and"
  | "or"
  | "xor"
  | "min"
  | "max";

export type CompareOp = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

/** What holds where the comparison does not. */
export const opposite = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  ge: "lt",
  gt: "le",
  le: "gt",
} as const satisfies Readonly<Record<CompareOp, CompareOp>>;

/** Functions of one or two floats, computed and rounded in the element type; round/floor/ceil/trunc keep it. */
export type MathFn =
  | "sqrt"
  | "exp"
  | "exp2"
  | "expm1"
  | "log"
  | "log2"
  | "log10"
  | "log1p"
  | "sin"
  | "cos"
  | "tan"
  | "asin"
  | "acos"
  | "atan"
  | "sinh"
  | "cosh"
  | "tanh"
  | "cbrt"
  | "floor"
  | "ceil"
  | "trunc"
  | "rint" // half to even
  | "sign" // also on integers
  | "isnan" // bool
  | "isinf" // bool
  | "isfinite" // bool
  | "atan2"
  | "hypot"
  | "copysign"
  | ComplexFn;

/** Between a complex number and its parts; `complex` makes one of two floats. Loops that are lowered have none of them. */
export type ComplexFn = "complex" | "real" | "imag" | "conj" | "angle" | "square";

export type ReduceOp = "sum" | "prod" | "min" | "max" | "any" | "all" | "argmin" | "argmax";

/**
 * A scalar at run time. An integer, or a fixed value's raw integer, is a number where it is a safe integer and a
 * bigint elsewhere, never the other way round, so that equal values are `===`. bool is boolean; floats are numbers,
 * except FloPoCo formats with 11 exponent bits, which outrange a double and are kept as their bit pattern.
 */
export type Value = number | bigint | boolean;
