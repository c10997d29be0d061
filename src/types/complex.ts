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

/**
 * Whole exponents as npy_cpow and Python's c_powi have them: powers are built from the lowest bit on, from 1, and 0 to a
 * power is 0. A negative power is a reciprocal; NumPy's of 0 is no number, and Python's a fault.
 */
export function complexPower<T>(by: Algebra<T>, rule: ComplexRule, base: Pair<T>, exponent: number): Pair<T> {
  const constant = (re: number): Pair<T> => ({ re: by.constant(re), im: by.constant(0) });
  if (exponent === 0) return constant(1);
  const z = atoms(by, base);
  const size = Math.abs(exponent);
  const isShort = size <= 3 && rule === "numpy" && exponent > 0;
  const whole = isShort ? smallPower(by, z, size) : binaryPower(by, z, size, constant(1));
  const power = exponent > 0 ? whole : quotient(by, rule, constant(1), whole);
  if (exponent < 0 && rule === "python") return power;
  const zero = by.constant(exponent > 0 ? 0 : Number.NaN);
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

/** npy_cpow and Python's: exp(b * log(a)), but that any number to the power of 0 is 1, and 0 to a positive one is 0. */
export function complexPowerOf<T>(
  by: Algebra<T>,
  rule: ComplexRule,
  type: PartType,
  x: Pair<T>,
  y: Pair<T>,
): Pair<T> {
  const [a, b] = [atoms(by, x), atoms(by, y)];
  const [zero, one] = [by.constant(0), by.constant(1)];
  const isZero = (z: Pair<T>): T => by.both(by.compare("eq", z.re, zero), by.compare("eq", z.im, zero));
  const [isOne, ofZero] = [by.once(isZero(b)), by.once(isZero(a))];
  const base = { re: by.once(by.select(ofZero, one, a.re)), im: a.im };
  const power = exponential(by, type, atoms(by, product(by, b, logarithm(by, type, base))));
  const vanishes = by.compare("gt", b.re, zero);
  const isFault = by.either(by.compare("lt", b.re, zero), by.compare("ne", b.im, zero));
  const atZero =
    rule === "numpy"
      ? by.select(vanishes, zero, by.constant(Number.NaN))
      : by.binary("div", zero, by.select(by.both(ofZero, isFault), zero, one));
  const special = by.once(atZero);
  const part = (re: T, whole: T): T => by.select(isOne, whole, by.select(ofZero, special, re));
  return { re: part(power.re, one), im: part(power.im, zero) };
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
    case "sqrt":
      return root(by, type, atoms(by, z));
    case "log":
      return logarithm(by, type, atoms(by, z));
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

/**
 * The root of half of re + |z| and im by twice that, as C's csqrt has it: with the sign of im, and scaled where |z| would
 * overflow, or lose bits as a subnormal number.
 */
function root<T>(by: Algebra<T>, type: PartType, { re, im }: Pair<T>): Pair<T> {
  const { largest, least, bits } = limitsOf(type);
  const [zero, half] = [by.constant(0), by.constant(0.5)];
  const size = larger(by, re, im);
  const isLarge = by.once(by.compare("gt", size, by.constant(2 ** (largest - 2))));
  const isSmall = by.once(by.compare("lt", size, by.constant(2 ** (least + bits))));
  const scale = by.once(
    by.select(isLarge, by.constant(0.25), by.select(isSmall, by.constant(4 ** bits), by.constant(1))),
  );
  const back = by.once(
    by.select(isLarge, by.constant(2), by.select(isSmall, by.constant(2 ** -bits), by.constant(1))),
  );
  const [x, y] = [by.once(by.binary("mul", re, scale)), by.once(by.binary("mul", im, scale))];
  const sum = by.binary("add", by.unary("abs", x), by.math("hypot", x, y));
  const long = by.once(by.math("sqrt", by.binary("mul", half, sum)));
  // Of 0 + i both parts are the same number.
  const isUpright = by.compare("eq", re, zero);
  const divisor = by.select(by.compare("eq", long, zero), by.constant(1), by.binary("add", long, long));
  const quotient = by.once(by.select(isUpright, by.math("copysign", long, y), by.binary("div", y, divisor)));
  const isLeft = by.once(by.compare("lt", re, zero));
  const [a, b] = [
    by.select(isLeft, by.unary("abs", quotient), long),
    by.select(isLeft, by.math("copysign", long, im), quotient),
  ].map((part) => by.once(by.binary("mul", part, back)));
  if (a === undefined || b === undefined) return bug("a root has two parts");
  const infinity = by.constant(Number.POSITIVE_INFINITY);
  const [isHigh, isWide] = [by.once(by.math("isinf", im)), by.once(by.math("isinf", re))];
  const other = by.select(by.math("isnan", im), im, zero);
  const wideRe = by.select(isLeft, other, infinity);
  const wideIm = by.select(isLeft, by.math("copysign", infinity, im), by.math("copysign", other, im));
  return {
    re: by.select(isHigh, infinity, by.select(isWide, wideRe, a)),
    im: by.select(isHigh, im, by.select(isWide, wideIm, b)),
  };
}

/** log |z| and the angle. Near the unit circle |z|^2 - 1 is told exactly enough for its logarithm. */
function logarithm<T>(by: Algebra<T>, type: PartType, { re, im }: Pair<T>): Pair<T> {
  const { largest } = limitsOf(type);
  const ln2 = Number(compileMath("log", type.kind === "float" ? type : float64)(2, 0));
  const [one, half] = [by.constant(1), by.constant(0.5)];
  const size = larger(by, re, im);
  const isLarge = by.once(
    by.both(by.compare("gt", size, by.constant(2 ** (largest - 1))), by.math("isfinite", size)),
  );
  const scale = by.once(by.select(isLarge, half, one));
  const length = by.once(by.math("hypot", by.binary("mul", re, scale), by.binary("mul", im, scale)));
  const isNear = by.both(by.compare("gt", length, half), by.compare("lt", length, by.constant(2)));
  const [long, short] = [squared(by, type, size), squared(by, type, smaller(by, re, im))];
  // Near the circle both sums are exact, so what the squares lost counts.
  const rough = by.binary("add", by.binary("sub", long.square, one), short.square);
  const beyond = by.binary("add", rough, by.binary("add", long.lost, short.lost));
  const near = by.binary("mul", half, by.math("log1p", by.select(isNear, beyond, by.constant(0))));
  const far = by.binary(
    "add",
    by.math("log", by.select(isNear, one, length)),
    by.select(isLarge, by.constant(ln2), by.constant(0)),
  );
  return { re: by.select(isNear, near, far), im: by.math("atan2", im, re) };
}

/** A square, and by how much it was rounded: Dekker's product, of numbers near 1. */
function squared<T>(by: Algebra<T>, type: PartType, x: T): { readonly square: T; readonly lost: T } {
  const half = Math.ceil(limitsOf(type).bits / 2);
  const square = by.once(by.binary("mul", x, x));
  const wide = by.once(by.binary("mul", x, by.constant(2 ** half + 1)));
  const high = by.once(by.binary("sub", wide, by.binary("sub", wide, x)));
  const low = by.once(by.binary("sub", x, high));
  const cross = by.once(by.binary("mul", high, low));
  const upper = by.binary("sub", by.binary("mul", high, high), square);
  const middle = by.binary("add", upper, by.binary("add", cross, cross));
  return { square, lost: by.once(by.binary("add", middle, by.binary("mul", low, low))) };
}

function larger<T>(by: Algebra<T>, re: T, im: T): T {
  const [a, b] = [by.once(by.unary("abs", re)), by.once(by.unary("abs", im))];
  return by.once(by.select(by.compare("gt", a, b), a, b));
}

function smaller<T>(by: Algebra<T>, re: T, im: T): T {
  const [a, b] = [by.once(by.unary("abs", re)), by.once(by.unary("abs", im))];
  return by.once(by.select(by.compare("gt", a, b), b, a));
}

/** The largest exponent of normal numbers, the least, and how many bits a significand has. */
function limitsOf(type: PartType): {
  readonly largest: number;
  readonly least: number;
  readonly bits: number;
} {
  const { exponent, mantissa } = type.kind === "float" ? type : float64;
  const largest = 2 ** (exponent - 1) - 1;
  return { largest, least: 1 - largest, bits: mantissa + 1 };
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
    binary: (op) => (a, b) => {
      if (typeof b === "number") return complexPower(by, rule, a, b);
      return op === "pow"
        ? complexPowerOf(by, rule, partType(type), a, b)
        : complexBinary(by, op, rule, a, b);
    },
    unary: (op) => (a) =>
      op === "neg" ? complexNegative(by, a) : op === "abs" ? complexAbs(by, a) : !complexTruth(by, a),
    compare: (op) => (a, b) => complexCompare(by, op, a, b),
    math: (fn) => (a) => complexFacts(by, fn, a) ?? complexMath(by, fn, partType(type), a),
  };
}
