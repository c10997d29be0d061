import { takenApart } from "../fault.ts";
import type { MathFn } from "../operators.ts";
import type { FloatType } from "../types.ts";
import { type BinaryClosure, onExact, onExacts, onNumber, onNumbers, type UnaryClosure } from "./closures.ts";
import { compileBinaryElementary, compileUnaryElementary } from "./elementary.ts";
import { type Exact, finite, isZero } from "./exact.ts";
import { exactSqrt, type IntegralRule, toIntegral } from "./exact-arithmetic.ts";
import { type Format, formatOf } from "./format.ts";
import { compileNativeSqrt } from "./native.ts";
import { compileRound } from "./round.ts";
import { unpack } from "./value.ts";

/** A function of one or two values of the type; the result is of the type, but bool of isnan, isinf, isfinite. */
export function compileFloatMath(fn: MathFn, type: FloatType): BinaryClosure {
  const format = formatOf(type);
  switch (fn) {
    case "sqrt":
      return format.isNumber
        ? onNumber(compileNativeSqrt(format))
        : onExact(format, (x) => exactSqrt(format, x));
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return compileIntegral(fn, format);
    case "sign":
      return format.isNumber ? onNumber(signOfNumber) : onExact(format, signOf);
    case "isnan":
      return format.isNumber ? onNumber(Number.isNaN) : test(format, (x) => x.kind === "nan");
    case "isinf":
      return format.isNumber
        ? onNumber((x) => x === Infinity || x === -Infinity)
        : test(format, (x) => x.kind === "inf");
    case "isfinite":
      return format.isNumber ? onNumber(Number.isFinite) : test(format, (x) => x.kind === "finite");
    case "copysign":
      return format.isNumber ? onNumbers(copySignOfNumber) : onExacts(format, copySign);
    case "atan2":
    case "hypot":
      return compileBinaryElementary(fn, format);
    case "complex":
    case "real":
    case "imag":
    case "conj":
    case "angle":
    case "square":
      return takenApart();
    default:
      return compileUnaryElementary(fn, format);
  }
}

/** Integers in the type; one beyond its largest finite value (there is one where that is a fraction) is infinity. */
function compileIntegral(rule: IntegralRule, format: Format): UnaryClosure {
  if (!format.isNumber) return onExact(format, (x) => toIntegral(format, rule, x));
  const toInteger = numberIntegrals[rule];
  if (format.maxExponent >= format.precision - 1) return onNumber(toInteger);
  const round = compileRound(format.type);
  return onNumber((x) => round(toInteger(x)));
}

const numberIntegrals: Record<IntegralRule, (x: number) => number> = {
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  rint(x) {
    const magnitude = Math.abs(x);
    if (!(magnitude < 2 ** 52)) return x;
    const rounded = magnitude + 2 ** 52 - 2 ** 52; // the sum's last place is 1
    return x < 0 || Object.is(x, -0) ? -rounded : rounded;
  },
};

/** The sign of either zero is +0, as in NumPy. */
function signOfNumber(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : x === 0 ? 0 : x;
}

function signOf(x: Exact): Exact {
  if (x.kind === "nan") return x;
  return isZero(x) ? finite(false, 0n, 0) : finite(x.negative, 1n, 0);
}

/** A NaN has no sign here: it counts as positive. */
function copySignOfNumber(x: number, y: number): number {
  const magnitude = Math.abs(x);
  return y < 0 || Object.is(y, -0) ? -magnitude : magnitude;
}

function copySign(x: Exact, y: Exact): Exact {
  return x.kind === "nan" ? x : { ...x, negative: y.kind !== "nan" && y.negative };
}

function test(format: Format, holds: (x: Exact) => boolean): UnaryClosure {
  return (a) => holds(unpack(format, a));
}
