/**
 * Complex numbers by their parts: NumPy's own order of operations, written once for values and for expressions.
 *
 *     const values = valuesOf(float32);
 *     complexBinary(values, "mul", "numpy", { re: 1, im: 2 }, { re: 3, im: 4 });   // { re: -5, im: 10 }
 *
 * Each operation on a part rounds once: nothing is fused, as in NumPy's scalars and on machines without FMA (NumPy's
 * vector loops fuse where the machine can, which makes its own results depend on the machine).
 */
import { compileBinary, compileCompare, compileMath, compileUnary } from "./arithmetic.ts";
import { bug } from "./fault.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "./operators.ts";
import { type ComplexType, type FloatType, float64, type PythonType, pythonFloat } from "./types.ts";

export interface Pair<T> {
  readonly re: T;
  readonly im: T;
}

/** `python`: a division by zero is a fault, and quotients are divided rather than multiplied by a reciprocal. */
export type ComplexRule = "numpy" | "python";

export type PartType = FloatType | PythonType;

/** The type of a complex number's parts. */
export function partType(type: ComplexType | PythonType): PartType {
  return type.kind === "complex" ? type.part : pythonFloat;
}

export function ruleOf(type: ComplexType | PythonType): ComplexRule {
  return type.kind === "complex" ? "numpy" : "python";
}

/** What parts are computed with: numbers, or expressions. `T` is a part or a truth value. */
export interface Algebra<T> {
  readonly constant: (value: number) => T;
  readonly binary: (op: "add" | "sub" | "mul" | "div", a: T, b: T) => T;
  readonly unary: (op: "neg" | "abs", a: T) => T;
  readonly math: (fn: MathFn, ...args: readonly T[]) => T; // isinf and isfinite give truth values
  readonly compare: (op: CompareOp, a: T, b: T) => T;
  readonly both: (a: T, b: T) => T;
  readonly either: (a: T, b: T) => T;
  readonly select: (condition: T, yes: T, no: T) => T; // both sides may be computed
  readonly once: (a: T) => T; // what may be used several times
}

export function complexBinary<T>(
  by: Algebra<T>,
  op: BinaryOp,
  rule: ComplexRule,
  a: Pair<T>,
  b: Pair<T>,
): Pair<T> {
  switch (op) {
    case "add":
    case "sub":
      return { re: by.binary(op, a.re, b.re), im: by.binary(op, a.im, b.im) };
    case "mul":
      return product(by, a, b);
    case "div":
      return quotient(by, rule, a, b);
    default:
      return bug(`${op} on complex numbers: promotion refuses it`);
  }
}

function product<T>(by: Algebra<T>, x: Pair<T>, y: Pair<T>): Pair<T> {
  const [a, b] = [atoms(by, x), atoms(by, y)];
  return {
    re: by.binary("sub", by.binary("mul", a.re, b.re), by.binary("mul", a.im, b.im)),
    im: by.binary("add", by.binary("mul", a.re, b.im), by.binary("mul", a.im, b.re)),
  };
}

/**
 * Smith's algorithm, with the larger part of the divisor chosen before anything is divided: one ratio and one
 * reciprocal, as NumPy's loops compute them. By zero each part is divided by zero.
 */
function quotient<T>(by: Algebra<T>, rule: ComplexRule, x: Pair<T>, y: Pair<T>): Pair<T> {
  const [a, b] = [atoms(by, x), atoms(by, y)];
  const zero = by.constant(0);
  const isReal = by.once(by.compare("ge", by.unary("abs", b.re), by.unary("abs", b.im)));
  const chosen = (yes: T, no: T): T => by.once(by.select(isReal, yes, no));
  const [less, large, first, second] = [
    chosen(b.im, b.re),
    chosen(b.re, b.im),
    chosen(a.re, a.im),
    chosen(a.im, a.re),
  ];
  // A NaN is no zero: Python's own division by zero is a fault only where both parts are zero.
  const divisor = rule === "numpy" ? large : by.once(by.select(by.compare("ne", b.re, b.re), b.re, large));
  const ratio = by.once(by.binary("div", less, divisor));
  const size = by.binary("add", large, by.binary("mul", less, ratio));
  const real = by.binary("add", first, by.binary("mul", second, ratio));
  const cross = by.once(by.binary("mul", first, ratio));
  const imaginary = by.binary("sub", by.select(isReal, second, cross), by.select(isReal, cross, second));
  if (rule === "python") {
    const whole = by.once(size);
    return { re: by.binary("div", real, whole), im: by.binary("div", imaginary, whole) };
  }
  const isZero = by.once(by.both(by.compare("eq", b.re, zero), by.compare("eq", b.im, zero)));
  const infinity = by.constant(Number.POSITIVE_INFINITY);
  const scale = by.once(by.select(isZero, infinity, by.binary("div", by.constant(1), size)));
  return {
    re: by.binary("mul", by.select(isZero, a.re, real), scale),
    im: by.binary("mul", by.select(isZero, a.im, imaginary), scale),
  };
}

/** npy_cpow for whole exponents: 0 to any such power is 0, and powers are built from the lowest bit on, from 1. */
export function complexPower<T>(by: Algebra<T>, base: Pair<T>, exponent: number): Pair<T> {
  const constant = (re: number): Pair<T> => ({ re: by.constant(re), im: by.constant(0) });
  if (exponent === 0) return constant(1);
  const z = atoms(by, base);
  const power = exponent <= 3 ? smallPower(by, z, exponent) : binaryPower(by, z, exponent, constant(1));
  const zero = by.constant(0);
  const isZero = by.once(by.both(by.compare("eq", z.re, zero), by.compare("eq", z.im, zero)));
  return { re: by.select(isZero, zero, power.re), im: by.select(isZero, zero, power.im) };
}

function smallPower<T>(by: Algebra<T>, z: Pair<T>, exponent: number): Pair<T> {
  if (exponent === 1) return z;
  const square = product(by, z, z);
  return exponent === 2 ? square : product(by, z, square);
}

function binaryPower<T>(by: Algebra<T>, z: Pair<T>, exponent: number, one: Pair<T>): Pair<T> {
  let [total, power] = [one, z];
  for (let rest = exponent; ; power = product(by, power, power)) {
    if (rest % 2 === 1) total = product(by, total, power);
    rest = Math.floor(rest / 2);
    if (rest === 0) return total;
  }
}

export function complexNegative<T>(by: Algebra<T>, { re, im }: Pair<T>): Pair<T> {
  return { re: by.unary("neg", re), im: by.unary("neg", im) };
}

export function complexConjugate<T>(by: Algebra<T>, { re, im }: Pair<T>): Pair<T> {
  return { re, im: by.unary("neg", im) };
}

export function complexAbs<T>(by: Algebra<T>, { re, im }: Pair<T>): T {
  return by.math("hypot", re, im);
}

export function complexAngle<T>(by: Algebra<T>, { re, im }: Pair<T>): T {
  return by.math("atan2", im, re);
}

/** Equal when both parts are. */
export function complexCompare<T>(by: Algebra<T>, op: CompareOp, a: Pair<T>, b: Pair<T>): T {
  switch (op) {
    case "eq":
      return by.both(by.compare("eq", a.re, b.re), by.compare("eq", a.im, b.im));
    case "ne":
      return by.either(by.compare("ne", a.re, b.re), by.compare("ne", a.im, b.im));
    default:
      return bug("complex numbers have no order");
  }
}

/** Not zero. */
export function complexTruth<T>(by: Algebra<T>, a: Pair<T>): T {
  const zero = by.constant(0);
  return complexCompare(by, "ne", a, { re: zero, im: zero });
}

/** Functions of a complex number that give one. */
export function complexMath<T>(by: Algebra<T>, fn: MathFn, type: PartType, z: Pair<T>): Pair<T> {
  switch (fn) {
    case "exp":
      return exponential(by, type, atoms(by, z));
    case "conj":
      return complexConjugate(by, z);
    case "square": {
      const a = atoms(by, z);
      return product(by, a, a);
    }
    case "rint":
      return { re: by.math("rint", z.re), im: by.math("rint", z.im) };
    default:
      return bug(`${fn} of a complex number: promotion refuses it`);
  }
}

/** Functions of a complex number that give a truth value or a part. */
export function complexFacts<T>(by: Algebra<T>, fn: MathFn, z: Pair<T>): T | null {
  switch (fn) {
    case "real":
      return z.re;
    case "imag":
      return z.im;
    case "angle":
      return complexAngle(by, z);
    case "isnan":
    case "isinf":
      return by.either(by.math(fn, z.re), by.math(fn, z.im));
    case "isfinite":
      return by.both(by.math(fn, z.re), by.math(fn, z.im));
    default:
      return null;
  }
}

/**
 * exp(re) * (cos(im), sin(im)), as C's cexp defines it: a factor is split off where exp(re) alone would overflow, an
 * imaginary part of zero stays as it is, and an infinite real part decides where the imaginary one is not finite.
 */
function exponential<T>(by: Algebra<T>, type: PartType, { re, im }: Pair<T>): Pair<T> {
  // The largest whole exponent of the format, by log(2): glibc's threshold.
  const most = Math.trunc((type.kind === "float" && type.exponent === 8 ? 127 : 1023) * Math.LN2);
  const isLarge = by.once(by.both(by.compare("gt", re, by.constant(most)), by.math("isfinite", re)));
  const factor = by.once(by.math("exp", by.select(isLarge, by.binary("sub", re, by.constant(most)), re)));
  const rest = by.constant(Number(compileMath("exp", type.kind === "float" ? type : float64)(most, 0)));
  const scaled = (part: T): T => by.select(isLarge, by.binary("mul", part, rest), part);
  const decides = by.once(
    by.both(by.math("isinf", re), by.either(by.math("isinf", im), by.math("isnan", im))),
  );
  const vanishes = by.both(decides, by.compare("lt", re, by.constant(0)));
  const [c, s] = [by.math("cos", im), by.math("sin", im)].map((part) => scaled(by.once(part)));
  if (c === undefined || s === undefined) return bug("exp has two parts");
  const sine = by.select(vanishes, by.math("copysign", factor, im), by.binary("mul", factor, s));
  return {
    re: by.select(decides, factor, by.binary("mul", factor, c)),
    im: by.select(by.compare("eq", im, by.constant(0)), im, sine),
  };
}

function atoms<T>(by: Algebra<T>, { re, im }: Pair<T>): Pair<T> {
  return { re: by.once(re), im: by.once(im) };
}

/** Parts that are numbers. A Python float's overflow and division by zero are faults. */
export function valuesOf(type: PartType): Algebra<Value> {
  const binary = {
    add: compileBinary("add", type, type, type),
    sub: compileBinary("sub", type, type, type),
    mul: compileBinary("mul", type, type, type),
    div: compileBinary("div", type, type, type),
  };
  const unary: Record<"neg" | "abs", (a: Value) => Value> = {
    neg: compileUnary("neg" satisfies UnaryOp, type, type),
    abs: compileUnary("abs" satisfies UnaryOp, type, type),
  };
  const functions = new Map<MathFn, (a: Value, b: Value) => Value>();
  const functionOf = (fn: MathFn): ((a: Value, b: Value) => Value) => {
    const made = functions.get(fn) ?? compileMath(fn, type);
    functions.set(fn, made);
    return made;
  };
  const compares = new Map<CompareOp, (a: Value, b: Value) => Value>();
  const compareOf = (op: CompareOp): ((a: Value, b: Value) => Value) => {
    const made = compares.get(op) ?? compileCompare(op, type, type);
    compares.set(op, made);
    return made;
  };
  return {
    constant: (value) => value,
    binary: (op, a, b) => binary[op](a, b),
    unary: (op, a) => unary[op](a),
    math: (fn, a = 0, b = 0) => functionOf(fn)(a, b),
    compare: (op, a, b) => compareOf(op)(a, b),
    both: (a, b) => a === true && b === true,
    either: (a, b) => a === true || b === true,
    select: (condition, yes, no) => (condition === true ? yes : no),
    once: (a) => a,
  };
}

/** Complex numbers as values: closures for each operation of a type. */
export function complexValues(type: ComplexType | PythonType): {
  binary(op: BinaryOp): (a: Pair<Value>, b: Pair<Value> | number) => Pair<Value>;
  unary(op: UnaryOp): (a: Pair<Value>) => Pair<Value> | Value;
  compare(op: CompareOp): (a: Pair<Value>, b: Pair<Value>) => Value;
  math(fn: MathFn): (a: Pair<Value>) => Pair<Value> | Value;
} {
  const by = valuesOf(partType(type));
  const rule = ruleOf(type);
  return {
    binary: (op) => (a, b) =>
      typeof b === "number" ? complexPower(by, a, b) : complexBinary(by, op, rule, a, b),
    unary: (op) => (a) =>
      op === "neg" ? complexNegative(by, a) : op === "abs" ? complexAbs(by, a) : !complexTruth(by, a),
    compare: (op) => (a, b) => complexCompare(by, op, a, b),
    math: (fn) => (a) => complexFacts(by, fn, a) ?? complexMath(by, fn, partType(type), a),
  };
}
