/**
 * Scalar and array types: the grammar that every representation shares.
 *
 *     int32  uint8  bool  float16  float32  float64        NumPy's: wrap, promote as NumPy 2 does
 *     int<12>  uint<512>  fixed<16,6>  ufixed<8,3,nearest_even,saturate>
 *                                                           exact: operations grow so that nothing is lost
 *     float<5,4>  float<8,23,ftz>  float<5,4,flopoco>       exponent and mantissa bits
 *     complex64  complex128                                 NumPy's: pairs of float32 and float64
 *     python int, python float, python bool, python complex weak: they take the type of what they meet
 *     float32[64,64]  int<12>[4]                            arrays
 */
export type Type = ScalarType | ArrayType;

export type ScalarType = BoolType | IntType | FixedType | FloatType | ComplexType | PythonType;

/** NumPy's `bool_`. */
export interface BoolType {
  readonly kind: "bool";
}

export interface IntType {
  readonly kind: "int";
  readonly bits: number; // 1 to 4096
  readonly signed: boolean;
  readonly rule: IntRule;
}

/** `numpy`: 8, 16, 32 or 64 bits that wrap (`int32`). `exact`: any width, results grow (`int<32>`). */
export type IntRule = "numpy" | "exact";

/** A value is raw * 2^-(width - integer); `integer` may be negative or exceed `width`. */
export interface FixedType {
  readonly kind: "fixed";
  readonly width: number;
  readonly integer: number;
  readonly signed: boolean;
  readonly rounding: Rounding;
  readonly overflow: Overflow;
}

/** `truncate` drops bits (the same as `floor` in two's complement, kept as a name of its own for HLS users). */
export type Rounding = "truncate" | "floor" | "nearest_even" | "nearest_away" | "toward_zero";
export type Overflow = "wrap" | "saturate";

/** float16, float32 and float64 are (5,10), (8,23) and (11,52), ieee. */
export interface FloatType {
  readonly kind: "float";
  readonly exponent: number; // 2 to 11
  readonly mantissa: number; // 1 to 52, the hidden bit not counted
  readonly variant: FloatVariant;
}

/** `ftz` reads and writes subnormals as zero; `flopoco` has no subnormals and keeps exceptions in two extra bits. */
export type FloatVariant = "ieee" | "ftz" | "flopoco";

/** NumPy's complex64 and complex128: two floats, the real part first. Only Programs have them: see loops/complex/. */
export interface ComplexType {
  readonly kind: "complex";
  readonly part: FloatType; // float32 or float64
}

/**
 * A Python number that has met no array yet: `int` is exact (64 bits, overflow is reported), `float` is float64,
 * `complex` two of them.
 */
export interface PythonType {
  readonly kind: "python";
  readonly name: "int" | "float" | "bool" | "complex";
}

export interface ArrayType {
  readonly kind: "array";
  readonly element: ScalarType;
  readonly shape: Shape;
}

export type Shape = readonly Dim[];

/** An extent known now, or one known only when it runs (`a[:i]`) that never exceeds `max`. */
export type Dim = number | { readonly max: number };

export const bool: BoolType = { kind: "bool" };
export const int8 = numpyInt(8, true);
export const int16 = numpyInt(16, true);
export const int32 = numpyInt(32, true);
export const int64 = numpyInt(64, true);
export const uint8 = numpyInt(8, false);
export const uint16 = numpyInt(16, false);
export const uint32 = numpyInt(32, false);
export const uint64 = numpyInt(64, false);
export const float16 = float(5, 10);
export const float32 = float(8, 23);
export const float64 = float(11, 52);
export const complex64: ComplexType = { kind: "complex", part: float32 };
export const complex128: ComplexType = { kind: "complex", part: float64 };
export const pythonInt: PythonType = { kind: "python", name: "int" };
export const pythonFloat: PythonType = { kind: "python", name: "float" };
export const pythonBool: PythonType = { kind: "python", name: "bool" };
export const pythonComplex: PythonType = { kind: "python", name: "complex" };

function numpyInt(bits: 8 | 16 | 32 | 64, signed: boolean): IntType {
  return { kind: "int", bits, signed, rule: "numpy" };
}

/** `int<bits>` or `uint<bits>`. */
export function exactInt(bits: number, signed: boolean): IntType {
  return { kind: "int", bits, signed, rule: "exact" };
}

export function fixed(
  width: number,
  integer: number,
  signed = true,
  rounding: Rounding = "truncate",
  overflow: Overflow = "wrap",
): FixedType {
  return { kind: "fixed", width, integer, signed, rounding, overflow };
}

export function float(exponent: number, mantissa: number, variant: FloatVariant = "ieee"): FloatType {
  return { kind: "float", exponent, mantissa, variant };
}

export function array(element: ScalarType, shape: Shape): ArrayType {
  return { kind: "array", element, shape };
}

export function elementOf(type: Type): ScalarType {
  return type.kind === "array" ? type.element : type;
}

export function shapeOf(type: Type): Shape {
  return type.kind === "array" ? type.shape : [];
}

/** The same scalar or, for an array shape, an array of it. */
export function withShape(element: ScalarType, shape: Shape): Type {
  return shape.length === 0 ? element : array(element, shape);
}

export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === "array" || b.kind === "array") {
    return (
      a.kind === "array" &&
      b.kind === "array" &&
      sameType(a.element, b.element) &&
      sameShape(a.shape, b.shape)
    );
  }
  switch (a.kind) {
    case "bool":
      return b.kind === "bool";
    case "int":
      return b.kind === "int" && a.bits === b.bits && a.signed === b.signed && a.rule === b.rule;
    case "fixed":
      return (
        b.kind === "fixed" &&
        a.width === b.width &&
        a.integer === b.integer &&
        a.signed === b.signed &&
        a.rounding === b.rounding &&
        a.overflow === b.overflow
      );
    case "float":
      return (
        b.kind === "float" &&
        a.exponent === b.exponent &&
        a.mantissa === b.mantissa &&
        a.variant === b.variant
      );
    case "complex":
      return b.kind === "complex" && sameType(a.part, b.part);
    case "python":
      return b.kind === "python" && a.name === b.name;
  }
}

/** Dynamic extents are the same when their bounds are. */
export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, i) => sameDim(dim, b[i]));
}

function sameDim(a: Dim, b: Dim | undefined): boolean {
  if (typeof a === "number" || typeof b === "number" || b === undefined) return a === b;
  return a.max === b.max;
}

/** The most elements a value of this shape can have. */
export function maxSize(shape: Shape): number {
  return shape.reduce<number>((size, dim) => size * (typeof dim === "number" ? dim : dim.max), 1);
}

export function isNumpy(type: ScalarType): boolean {
  switch (type.kind) {
    case "bool":
      return true;
    case "int":
      return type.rule === "numpy";
    case "float":
      return sameType(type, float16) || sameType(type, float32) || sameType(type, float64);
    case "complex":
      return true;
    default:
      return false;
  }
}

export function isPythonInt(type: ScalarType): boolean {
  return type.kind === "python" && type.name === "int";
}

/** The type of a complex number's parts; of any other number, its own. */
export function partOf(type: ScalarType): ScalarType {
  if (type.kind === "complex") return type.part;
  return type.kind === "python" && type.name === "complex" ? pythonFloat : type;
}

/** NumPy's and Python's complex numbers. */
export function isComplex(type: Type): type is ComplexType | (PythonType & { readonly name: "complex" }) {
  return type.kind === "complex" || (type.kind === "python" && type.name === "complex");
}

/** An integer type, NumPy's, exact or Python's; booleans are none. */
/** NumPy's and Python's floats. */
export function isFloating(type: ScalarType): boolean {
  return type.kind === "float" || (type.kind === "python" && type.name === "float");
}

export function isInteger(type: ScalarType): boolean {
  return type.kind === "int" || isPythonInt(type);
}
