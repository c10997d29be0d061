/** Python's own numbers: an int is exact and reports when it leaves 64 bits; a float is float64 and reports division by zero. */
import { ArithmeticFault, bug, negativePower, negativeShift, overflow, zeroDivision } from "./fault.ts";
import { roundedQuotient } from "./fixed.ts";
import { compileFloatBinary, compileFloatMath, floatFromInteger } from "./float/index.ts";
import * as integer from "./integer.ts";
import { canonical, type Int, type IntBinary, type IntUnary } from "./integer.ts";
import type { BinaryOp, MathFn, UnaryOp, Value } from "./operators.ts";
import { float64 } from "./types.ts";

export function pythonIntBinary(op: Exclude<BinaryOp, "div">): IntBinary {
  switch (op) {
    case "add":
      return (a, b) => within64(integer.add(a, b));
    case "sub":
      return (a, b) => within64(integer.sub(a, b));
    case "mul":
      return (a, b) => within64(integer.mul(a, b));
    case "floordiv":
      return (a, b) => (b === 0 ? zeroDivision() : within64(integer.floorDiv(a, b)));
    case "mod":
      return (a, b) => (b === 0 ? zeroDivision() : integer.floorMod(a, b));
    case "fmod":
      return (a, b) => (b === 0 ? zeroDivision() : integer.truncMod(a, b));
    case "pow":
      return (a, b) => within64(power(a, b, 64));
    case "shl":
      return (a, b) => within64(leftShift(a, b, 64));
    case "shr":
      return (a, b) => (b < 0 ? negativeShift() : integer.shiftRight(a, Number(b)));
    case "and":
      return integer.and;
    case "or":
      return integer.or;
    case "xor":
      return integer.xor;
    case "min":
      return integer.min;
    case "max":
      return integer.max;
  }
}

/**
 * For constants: `(1 << 64) - 1` is a number on its way to a uint64, so a compiler folds without the limit of 64 bits.
 * Null where the result is absurdly long; faults otherwise as the run would.
 */
export function foldPythonInt(op: Exclude<BinaryOp, "div">, a: Int, b: Int): Int | null {
  try {
    switch (op) {
      case "add":
        return integer.add(a, b);
      case "sub":
        return integer.sub(a, b);
      case "mul":
        return integer.mul(a, b);
      case "floordiv":
        return b === 0 ? zeroDivision() : integer.floorDiv(a, b);
      case "pow":
        return power(a, b, longest);
      case "shl":
        return leftShift(a, b, longest);
      default:
        return pythonIntBinary(op)(a, b);
    }
  } catch (fault) {
    if (fault instanceof ArithmeticFault && fault.code === "overflow") return null;
    throw fault;
  }
}

const longest = 8192; // bits

export function pythonIntUnary(op: Exclude<UnaryOp, "not">): IntUnary {
  switch (op) {
    case "neg":
      return (a) => within64(integer.negate(a));
    case "abs":
      return (a) => within64(integer.absolute(a));
    case "invert":
      return integer.invert;
  }
}

/** The value itself, when 64 signed bits hold it. */
export function within64(value: Int): Int {
  return typeof value === "number" || (value >= low64 && value <= high64) ? value : overflow();
}

const low64 = -(2n ** 63n);
const high64 = 2n ** 63n - 1n;

/** `bits`: a result certain to be wider is not computed. */
function power(a: Int, b: Int, bits: number): Int {
  if (b < 0) negativePower();
  if ((a >= 2 || a <= -2) && b > bits) overflow();
  if (a === -1) return integer.floorMod(b, 2) === 0 ? 1 : -1;
  if (a === 0 || a === 1) return b === 0 ? 1 : a;
  return integer.pow(a, b);
}

function leftShift(a: Int, b: Int, bits: number): Int {
  if (b < 0) negativeShift();
  if (a === 0) return 0;
  return b > bits ? overflow() : integer.shiftLeft(a, Number(b));
}

/** int / int, rounded once from the exact quotient, as CPython does. */
export function pythonIntDivide(a: Int, b: Int): number {
  if (b === 0) zeroDivision();
  if (typeof a === "number" && typeof b === "number") return a / b; // both are doubles
  if (a === 0) return b < 0 ? -0 : 0;
  // Enough bits that what is cut off can only break a tie, and then a last bit that says whether something was.
  const scale = 128;
  const dividend = BigInt(a) << BigInt(scale);
  const divisor = BigInt(b);
  const quotient = roundedQuotient(dividend, divisor, "toward_zero");
  const inexact = quotient * divisor !== dividend;
  const sticky = inexact ? (quotient < 0n ? -1n : 1n) : 0n;
  return Number(floatFromInteger(float64, quotient * 2n + sticky, -scale - 1));
}

type Float = (a: Value, b: Value) => Value;

export function pythonFloatBinary(op: BinaryOp): Float {
  const compute = compileFloatBinary(op, float64);
  switch (op) {
    case "div":
    case "floordiv":
    case "mod":
    case "fmod":
      return (a, b) => (b === 0 ? zeroDivision() : compute(a, b));
    case "pow":
      return (a, b) => floatPower(Number(a), Number(b), compute);
    case "add":
    case "sub":
    case "mul":
    case "min":
    case "max":
      return compute;
    default:
      return bug(`python floats have no ${op}`);
  }
}

/** Where NumPy gives inf or nan, Python raises. */
function floatPower(a: number, b: number, compute: Float): number {
  if (a === 0 && b < 0) zeroDivision();
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) {
    throw new ArithmeticFault("domain", "a negative number to a fractional power is complex");
  }
  const result = Number(compute(a, b));
  if (Math.abs(result) === Infinity && Number.isFinite(a) && Number.isFinite(b)) {
    throw new ArithmeticFault("overflow", "the power is too large for a float");
  }
  return result;
}

/** The math module's functions: where NumPy gives nan, or inf for a finite number, Python raises. */
export function pythonFloatMath(fn: MathFn): Float {
  const compute = compileFloatMath(fn, float64);
  if (alwaysDefined.has(fn)) return compute;
  return (x, y) => {
    const result = Number(compute(x, y));
    if (Number.isNaN(result) && !Number.isNaN(x)) {
      throw new ArithmeticFault("domain", `${fn} has no value at ${x}`);
    }
    if (!Number.isFinite(result) && Number.isFinite(x)) {
      throw new ArithmeticFault("domain", `${fn} of ${x} is infinite`);
    }
    return result;
  };
}

export const alwaysDefined: ReadonlySet<MathFn> = new Set([
  "floor",
  "ceil",
  "trunc",
  "rint",
  "sign",
  "isnan",
  "isinf",
  "isfinite",
  "atan2",
  "hypot",
  "copysign",
]);

/** int(x): toward zero. */
export function pythonFloatToInt(x: number): Int {
  if (!Number.isFinite(x)) {
    throw new ArithmeticFault("out-of-range", `${x} has no integer value`);
  }
  const whole = Math.trunc(x) + 0;
  return Number.isSafeInteger(whole) ? whole : canonical(BigInt(whole));
}
