/**
 * Conversions among all scalar types.
 *
 *     to int       from int: wraps. From fixed and float: toward zero, then wraps (exact types) or as x86 does (NumPy's).
 *                  From Python numbers: refused at run time when out of range, as NumPy 2 does.
 *     to fixed     rounds and overflows as the fixed type says; NaN is 0, infinity saturates or wraps to 0
 *     to float     rounds once to nearest even
 *     to bool      not zero (NaN is true)
 *     to python    int: toward zero, and out-of-range when 64 bits do not hold it; float: as float64
 */
import { type ExactType, formOf } from "./exact.ts";
import { outOfRange, takenApart } from "./fault.ts";
import { fitTo, quantize, rescale, roundNumber } from "./fixed.ts";
import { compileRound, convertFloat, floatFromInteger, floatToExact, roundTo } from "./float/index.ts";
import { canonical, type Int, inRange, wrapTo } from "./integer.ts";
import type { Value } from "./operators.ts";
import { printType } from "./print.ts";
import { pythonFloatToInt } from "./python.ts";
import {
  type FixedType,
  type FloatType,
  float64,
  type IntType,
  isNumpy,
  type PythonType,
  type ScalarType,
  sameType,
} from "./types.ts";

export type Conversion = (a: Value, b?: Value) => Value;

export function compileConvert(from: ScalarType, to: ScalarType): Conversion {
  if (sameType(from, to)) return (a) => a;
  if (isTruth(to)) return truth(from);
  switch (from.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return fromBool(to);
    case "int":
      return fromInteger(from, to);
    case "fixed":
      return fromFixed(from, to);
    case "float":
      return fromFloat(from, to);
    case "python":
      return fromPython(from, to);
  }
}

/**
 * `array[i] = scalar` in NumPy, which differs from astype: a signed integer array takes only what it can hold
 * (a NumPy scalar too), an unsigned one wraps a NumPy scalar.
 */
export function compileStore(from: ScalarType, to: ScalarType): Conversion {
  const convert = compileConvert(from, to);
  if (to.kind !== "int" || to.rule !== "numpy" || !to.signed || !isNumpy(from) || from.kind === "bool")
    return convert;
  const name = printType(to);
  if (from.kind === "int") {
    if (from.signed ? from.bits <= to.bits : from.bits < to.bits) return convert;
    return (a) => (inRange(asInt(a), to.bits, true) ? a : outOfRange(asInt(a), name));
  }
  return (a) => checkedFloat(Number(a), to, name);
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

function truth(from: ScalarType): Conversion {
  if (isTruth(from)) return (a) => a;
  if (from.kind === "float" && isPattern(from)) {
    return (a) => {
      const x = floatToExact(from, a);
      return x.kind !== "finite" || x.mantissa !== 0n;
    };
  }
  return (a) => a !== 0;
}

/** FloPoCo formats whose values are bit patterns, not numbers. */
function isPattern(type: FloatType): boolean {
  return type.variant === "flopoco" && type.exponent === 11;
}

function fromBool(to: ScalarType): Conversion {
  if (to.kind === "python") return (a) => Number(a);
  const zero = compileConvert({ kind: "python", name: "int" }, to)(0);
  const one = oneOf(to);
  return (a) => (a === true ? one : zero);
}

/** 1 may overflow a narrow type; then it is whatever that type makes of it. */
function oneOf(to: ScalarType): Value {
  return to.kind === "int"
    ? wrapTo(to.bits, to.signed)(1)
    : compileConvert({ kind: "python", name: "int" }, to)(1);
}

function fromInteger(from: IntType, to: ScalarType): Conversion {
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "int":
    case "fixed":
      return onInts(quantize(0, to));
    case "float":
      return integerToFloat(to);
    case "python":
      return to.name === "float" ? (a) => Number(a) : toPythonInt(from);
    case "bool":
      return truth(from);
  }
}

function onInts(convert: (a: Int) => Int): Conversion {
  return convert as Conversion; // values of integer and fixed types are Ints
}

function asInt(value: Value): Int {
  return typeof value === "boolean" ? Number(value) : value;
}

function integerToFloat(to: FloatType): Conversion {
  if (sameType(to, float64)) return (a) => Number(a); // Number rounds a bigint to nearest even
  const round = rounder(to);
  return (a) => (typeof a === "number" ? round(a) : floatFromInteger(to, asInt(a), 0));
}

function toPythonInt(from: IntType): Conversion {
  if (from.signed ? from.bits <= 64 : from.bits < 64) return (a) => a;
  return (a) => (inRange(asInt(a), 64, true) ? a : outOfRange(asInt(a), "python int"));
}

function fromFixed(from: FixedType, to: ScalarType): Conversion {
  const { fraction } = formOf(from);
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "int":
    case "fixed":
      return onInts(quantize(fraction, to));
    case "float":
      return (a) => floatFromInteger(to, asInt(a), 0 - fraction);
    case "python":
      if (to.name === "float") return (a) => floatFromInteger(float64, asInt(a), 0 - fraction);
      return (a) => {
        const whole = rescale(asInt(a), -fraction, "toward_zero");
        return inRange(whole, 64, true) ? whole : outOfRange(whole, "python int");
      };
    case "bool":
      return truth(from);
  }
}

function fromFloat(from: FloatType, to: ScalarType): Conversion {
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "float":
      return convertFloat(from, to);
    case "int":
      if (isPattern(from)) return patternToExact(from, to);
      return to.rule === "numpy" ? onNumbers(truncateAsX86(to)) : onNumbers(numberToExact(to));
    case "fixed":
      return isPattern(from) ? patternToExact(from, to) : onNumbers(numberToExact(to));
    case "python": {
      const widen = convertFloat(from, float64);
      if (to.name === "float") return widen;
      return (a) => {
        const whole = pythonFloatToInt(Number(widen(a)));
        return inRange(whole, 64, true) ? whole : outOfRange(whole, "python int");
      };
    }
    case "bool":
      return truth(from);
  }
}

/** A double to the nearest value of the type. */
function rounder(to: FloatType): (x: number) => Value {
  return isPattern(to) ? (x) => roundTo(to, x) : compileRound(to);
}

function onNumbers(convert: (x: number) => Int): Conversion {
  return convert as Conversion;
}

/** What C casts compile to on x86-64, scalar: cvttsd2si into 32 or 64 bits, then the low bits. */
function truncateAsX86(to: IntType): (x: number) => Int {
  const wrap = wrapTo(to.bits, to.signed);
  if (to.bits < 32 || (to.bits === 32 && to.signed)) {
    return (x) => {
      const whole = Math.trunc(x);
      return whole >= -(2 ** 31) && whole < 2 ** 31 ? wrap(whole + 0) : wrap(-(2 ** 31));
    };
  }
  const indefinite = -(2n ** 63n);
  const to64 = (x: number): bigint => (x >= -(2 ** 63) && x < 2 ** 63 ? BigInt(Math.trunc(x)) : indefinite);
  const slow =
    to.bits === 64 && !to.signed
      ? (x: number) => canonical(BigInt.asUintN(64, x >= 2 ** 63 ? to64(x - 2 ** 63) ^ indefinite : to64(x)))
      : (x: number) => wrap(canonical(to64(x)));
  return (x) => {
    const whole = Math.trunc(x) + 0;
    return Number.isSafeInteger(whole) ? wrap(whole) : slow(x);
  };
}

/** A double to a raw value. Scaling by a power of two is exact where neither the product nor the power leaves a double. */
function numberToExact(to: IntType | FixedType): (x: number) => Int {
  const { fraction } = formOf(to);
  const settle = fitTo(to);
  const rounding = to.kind === "fixed" ? to.rounding : "toward_zero";
  const extreme = fromInfinity(to);
  const scale = 2 ** fraction;
  const native = fraction >= 0 && fraction <= 900;
  return (x) => {
    if (native) {
      const scaled = x * scale;
      if (Math.abs(scaled) < 2 ** 52) return settle(roundNumber(scaled, rounding));
    }
    if (!Number.isFinite(x)) return extreme(x);
    const exact = floatToExact(float64, x);
    if (exact.kind !== "finite") return 0;
    return settle(rescale(canonical(exact.mantissa), exact.exponent + fraction, rounding));
  };
}

/** NaN is 0. Infinity is the limit of ever larger powers of two: 0 when they wrap. */
function fromInfinity(to: ExactType): (x: number) => Int {
  if (to.kind !== "fixed" || to.overflow === "wrap") return () => 0;
  const settle = fitTo(to);
  const beyond = 1n << BigInt(to.width);
  const high = settle(beyond);
  const low = settle(-beyond);
  return (x) => (Number.isNaN(x) ? 0 : x > 0 ? high : low);
}

function patternToExact(from: FloatType, to: IntType | FixedType): Conversion {
  const { fraction } = formOf(to);
  const settle = fitTo(to);
  const rounding = to.kind === "fixed" ? to.rounding : "toward_zero";
  const extreme = fromInfinity(to);
  return (a) => {
    const x = floatToExact(from, a);
    if (x.kind === "nan") return 0;
    if (x.kind === "inf") return extreme(x.negative ? -Infinity : Infinity);
    return settle(rescale(canonical(x.mantissa), x.exponent + fraction, rounding));
  };
}

function fromPython(from: PythonType, to: ScalarType): Conversion {
  switch (from.name) {
    case "bool":
      return fromBool(to);
    case "int":
      return fromPythonInt(to);
    case "float":
      return fromPythonFloat(to);
    case "complex":
      return takenApart();
  }
}

function fromPythonInt(to: ScalarType): Conversion {
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "int": {
      const name = printType(to);
      const { bits, signed } = to;
      return (a) => (inRange(asInt(a), bits, signed) ? a : outOfRange(asInt(a), name));
    }
    case "fixed":
      return onInts(quantize(0, to));
    case "float": {
      // CPython makes a double of it first, so a wide int rounds twice on its way to float32.
      const round = rounder(to);
      return (a) => round(toDouble(asInt(a)));
    }
    case "python":
      return (a) => toDouble(asInt(a));
    case "bool":
      return (a) => a !== 0;
  }
}

function toDouble(value: Int): number {
  const x = Number(value);
  return Number.isFinite(x) ? x : outOfRange(value, "python float");
}

function fromPythonFloat(to: ScalarType): Conversion {
  switch (to.kind) {
    case "complex":
      return takenApart();
    case "int": {
      if (to.rule === "exact") return onNumbers(numberToExact(to));
      const name = printType(to);
      return (a) => checkedFloat(Number(a), to, name);
    }
    case "fixed":
      return onNumbers(numberToExact(to));
    case "float":
      return rounder(to) as Conversion;
    case "python":
      return (a) => {
        const whole = pythonFloatToInt(Number(a));
        return inRange(whole, 64, true) ? whole : outOfRange(whole, "python int");
      };
    case "bool":
      return (a) => a !== 0;
  }
}

function checkedFloat(x: number, to: IntType, name: string): Int {
  const whole = pythonFloatToInt(x);
  return inRange(whole, to.bits, to.signed) ? whole : outOfRange(whole, name);
}
