/** Arithmetic of exact types: the exact value first, then the result type's rounding and overflow, once. */
import { type ExactType, type Form, formOf, grow, holds } from "./exact.ts";
import { ArithmeticFault, negativePower, negativeShift, zeroDivision } from "./fault.ts";
import * as integer from "./integer.ts";
import { canonical, highest, type Int, type IntBinary, type IntUnary, lowest, wrapTo } from "./integer.ts";
import type { BinaryOp, UnaryOp } from "./operators.ts";
import type { FixedType, Rounding } from "./types.ts";

export function exactBinary(op: BinaryOp, left: ExactType, right: ExactType, result: ExactType): IntBinary {
  const l = formOf(left);
  const r = formOf(right);
  const fraction = Math.max(l.fraction, r.fraction);
  const growsLeft = fraction - l.fraction;
  const growsRight = fraction - r.fraction;
  const aligned = (compute: IntBinary, resultFraction = fraction): IntBinary => {
    const finish = quantize(resultFraction, result);
    if (growsLeft === 0 && growsRight === 0) return (a, b) => finish(compute(a, b));
    return (a, b) => finish(compute(integer.shiftLeft(a, growsLeft), integer.shiftLeft(b, growsRight)));
  };
  switch (op) {
    case "add":
    case "sub":
    case "mul": {
      const native = nativeArithmetic(op, l, r, formOf(result));
      if (native !== null) return native;
      if (op !== "mul") return aligned(withoutWidth[op]);
      const finish = quantize(l.fraction + r.fraction, result);
      return (a, b) => finish(integer.mul(a, b));
    }
    case "min":
    case "max":
    case "and":
    case "or":
    case "xor":
      return aligned(withoutWidth[op]);
    case "floordiv":
      return aligned((a, b) => (b === 0 ? zeroDivision() : integer.floorDiv(a, b)), 0);
    case "mod":
      return aligned((a, b) => (b === 0 ? zeroDivision() : integer.floorMod(a, b)));
    case "fmod":
      return aligned((a, b) => (b === 0 ? zeroDivision() : integer.truncMod(a, b)));
    case "div":
      return divide(l, r, result);
    case "pow":
      return power(l, result);
    case "shl": {
      const wrap = wrapTo(l.width, l.signed);
      const finish = quantize(l.fraction, result);
      return (a, b) => {
        const count = shiftCount(b);
        return count >= l.width ? 0 : finish(wrap(integer.shiftLeft(a, count)));
      };
    }
    case "shr": {
      const finish = quantize(l.fraction, result);
      return (a, b) => finish(integer.shiftRight(a, Math.min(shiftCount(b), l.width)));
    }
  }
}

const withoutWidth = {
  add: integer.add,
  sub: integer.sub,
  min: integer.min,
  max: integer.max,
  and: integer.and,
  or: integer.or,
  xor: integer.xor,
};

/** Plain numbers, where nothing needs aligning and nothing can leave 53 bits. */
function nativeArithmetic(op: "add" | "sub" | "mul", l: Form, r: Form, result: Form): IntBinary | null {
  const grown = grow(op, l, r);
  if (grown === null || grown.width > 53 || result.fraction !== grown.fraction || !holds(result, grown)) {
    return null;
  }
  if (op !== "mul" && l.fraction !== r.fraction) return null;
  const native: (a: number, b: number) => number =
    op === "add" ? (a, b) => a + b : op === "sub" ? (a, b) => a - b : (a, b) => a * b + 0;
  return native as IntBinary; // values of at most 53 bits are numbers
}

function divide(l: Form, r: Form, result: ExactType): IntBinary {
  const shift = r.fraction - l.fraction + formOf(result).fraction;
  const up = BigInt(Math.max(shift, 0));
  const down = BigInt(Math.max(-shift, 0));
  const settle = fitTo(result);
  const rounding = roundingOf(result);
  return (a, b) => {
    if (b === 0) zeroDivision();
    return settle(canonical(roundedQuotient(BigInt(a) << up, BigInt(b) << down, rounding)));
  };
}

function power(base: Form, result: ExactType): IntBinary {
  const settle = fitTo(result);
  const resultFraction = formOf(result).fraction;
  const rounding = roundingOf(result);
  return (a, b) => {
    if (b < 0) negativePower();
    const fraction = base.fraction * Number(b);
    return settle(rescale(integer.pow(a, b), resultFraction - fraction, rounding));
  };
}

function shiftCount(count: Int): number {
  return count < 0 ? negativeShift() : Number(count);
}

export function exactUnary(op: Exclude<UnaryOp, "not">, type: ExactType, result: ExactType): IntUnary {
  const form = formOf(type);
  const finish = quantize(form.fraction, result);
  switch (op) {
    case "neg":
      return (a) => finish(integer.negate(a));
    case "abs":
      return (a) => finish(integer.absolute(a));
    case "invert": {
      const flip = wrapTo(form.width, form.signed);
      return (a) => finish(flip(integer.invert(a)));
    }
  }
}

/** raw * 2^-fraction as a raw value of `to`: rounded and fitted as that type says. Integers round toward zero. */
export function quantize(fraction: number, to: ExactType): IntUnary {
  const shift = formOf(to).fraction - fraction;
  const settle = fitTo(to);
  if (shift === 0) return settle;
  const rounding = roundingOf(to);
  return (a) => settle(rescale(a, shift, rounding));
}

/** What a type does with a raw value that is too wide for it. */
export function fitTo(type: ExactType): IntUnary {
  const { width, signed } = formOf(type);
  if (type.kind !== "fixed" || type.overflow === "wrap") return wrapTo(width, signed);
  const low = canonical(lowest(width, signed));
  const high = canonical(highest(width, signed));
  return (a) => integer.min(integer.max(a, low), high);
}

function roundingOf(type: ExactType): Rounding {
  return type.kind === "fixed" ? type.rounding : "toward_zero";
}

/** a * 2^shift to an integer. */
export function rescale(a: Int, shift: number, rounding: Rounding): Int {
  if (shift >= 0) return integer.shiftLeft(a, shift);
  if (typeof a === "number" && shift >= -53) return roundNumber(a * 2 ** shift, rounding);
  return canonical(roundedQuotient(BigInt(a), 1n << BigInt(-shift), rounding));
}

/** A double to an integer; exact, since half an integer is a double wherever fractions are. */
export function roundNumber(x: number, rounding: Rounding): number {
  switch (rounding) {
    case "truncate":
    case "floor":
      return Math.floor(x) + 0;
    case "toward_zero":
      return Math.trunc(x) + 0;
    case "nearest_even": {
      const below = Math.floor(x);
      const rest = x - below;
      return (rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below) + 0;
    }
    case "nearest_away": {
      const below = Math.floor(x);
      const rest = x - below;
      return (rest > 0.5 || (rest === 0.5 && x > 0) ? below + 1 : below) + 0;
    }
  }
}

export function roundedQuotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const numerator = divisor < 0n ? -dividend : dividend;
  const denominator = divisor < 0n ? -divisor : divisor;
  const truncated = numerator / denominator;
  const negative = numerator < 0n;
  const below = negative && truncated * denominator !== numerator ? truncated - 1n : truncated;
  const rest = numerator - below * denominator;
  if (rest === 0n) return below;
  switch (rounding) {
    case "truncate":
    case "floor":
      return below;
    case "toward_zero":
      return negative ? below + 1n : below;
    case "nearest_even":
    case "nearest_away": {
      const twice = 2n * rest;
      if (twice !== denominator) return twice < denominator ? below : below + 1n;
      const up = rounding === "nearest_even" ? (below & 1n) === 1n : !negative;
      return up ? below + 1n : below;
    }
  }
}

// Functions of one fixed value, in its own type

/** The exact root, rounded once. */
export function fixedSqrt(type: FixedType): IntUnary {
  const { fraction } = formOf(type);
  const settle = fitTo(type);
  const nearest = type.rounding === "nearest_even" || type.rounding === "nearest_away";
  // raw of the root = sqrt(raw * 2^fraction) = sqrt(scaled / unit)
  const up = BigInt(Math.max(fraction, 0));
  const unit = 1n << BigInt(Math.max(-fraction, 0));
  return (a) => {
    if (a < 0) throw new ArithmeticFault("domain", "the square root of a negative number");
    const scaled = BigInt(a) << up;
    const below = integer.floorSqrt(scaled / unit);
    if (!nearest) return settle(canonical(below));
    const middle = (2n * below + 1n) ** 2n * unit; // (below + 1/2)^2, both sides times 4
    const distance = 4n * scaled - middle;
    const tieUp = type.rounding === "nearest_away" || (below & 1n) === 1n;
    return settle(canonical(distance > 0n || (distance === 0n && tieUp) ? below + 1n : below));
  };
}

export type FixedRounding = "floor" | "ceil" | "trunc" | "rint";

/** To a whole number, in the same type; one that the type lacks (`ceil` of its largest) overflows as the type says. */
export function fixedRound(fn: FixedRounding, type: FixedType): IntUnary {
  const { fraction } = formOf(type);
  if (fraction <= 0) return (a) => a;
  const settle = fitTo(type);
  const scaleBack = (a: Int) => settle(integer.shiftLeft(a, fraction));
  switch (fn) {
    case "floor":
      return (a) => scaleBack(rescale(a, -fraction, "floor"));
    case "ceil":
      return (a) => scaleBack(integer.negate(rescale(integer.negate(a), -fraction, "floor")));
    case "trunc":
      return (a) => scaleBack(rescale(a, -fraction, "toward_zero"));
    case "rint":
      return (a) => scaleBack(rescale(a, -fraction, "nearest_even"));
  }
}
