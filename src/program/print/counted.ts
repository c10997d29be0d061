/** Arithmetic of int<N> and fixed: plain integers in Python, shifted so that their points meet. */
import type { BinaryOp, CompareOp, UnaryOp } from "../../types/operators.ts";
import type { FixedType, IntType, Rounding } from "../../types/types.ts";
import { atom, call, type Infix, infix, prefix, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { type Counted, contains, fractionOf, type Interval, rangeOf, widthOf } from "./representation.ts";

/** An integer count of 2^-fraction, and what it can be at most (null: anything). */
export interface Count {
  readonly text: Text;
  readonly fraction: number;
  readonly range: Interval | null;
}

export function countOf(text: Text, type: Counted): Count {
  return { text, fraction: fractionOf(type), range: rangeOf(type) };
}

/** The count as a value of `to`: rounded and brought into range only where that can change it. */
export function inRange(p: Printer, x: Count, to: IntType | FixedType): Text {
  const rounding = roundingOf(to);
  const drop = x.fraction - fractionOf(to);
  const text = dropBits(p, x.text, drop, rounding, x.range !== null && x.range.low >= 0n);
  const range = x.range && shiftRange(x.range, drop, rounding);
  if (range !== null && contains(rangeOf(to), range)) return text;
  const part = to.kind === "fixed" && to.overflow === "saturate" ? "saturate" : "wrap";
  return call(p.need(part), text, String(widthOf(to)), to.signed ? "True" : "False");
}

/** x / 2^drop, rounded; for a negative drop x * 2^-drop. */
export function dropBits(p: Printer, x: Text, drop: number, rounding: Rounding, positive = false): Text {
  if (drop === 0) return x;
  if (drop < 0) return infix(x, "<<", atom(String(-drop)));
  const isShift = rounding === "truncate" || rounding === "floor" || (rounding === "toward_zero" && positive);
  if (isShift) return infix(x, ">>", atom(String(drop)));
  return call(p.need("drop"), x, String(drop), `"${rounding}"`);
}

export function countedUnary(
  p: Printer,
  op: UnaryOp,
  x: Count,
  to: IntType | FixedType,
  isArray: boolean,
): Text {
  switch (op) {
    case "neg":
      return inRange(p, { ...x, text: prefix("-", x.text), range: x.range && negated(x.range) }, to);
    case "abs": {
      const range = x.range && { low: 0n, high: larger(x.range.high, -x.range.low) };
      return inRange(p, { ...x, text: call("abs", x.text), range }, to);
    }
    case "invert": {
      // Without a sign it is the bits of the type that flip, and no others.
      const flipped =
        x.range !== null && x.range.low === 0n
          ? infix(x.text, "^", atom(String(x.range.high)))
          : prefix("~", x.text);
      return inRange(p, { ...x, text: flipped }, to);
    }
    case "not":
      return isArray ? infix(x.text, "==", atom("0")) : call("np.bool_", infix(x.text, "==", atom("0")));
  }
}

export function countedBinary(
  p: Printer,
  op: BinaryOp,
  left: Count,
  right: Count,
  to: IntType | FixedType,
  isArray: boolean,
): Text {
  const fraction = Math.max(left.fraction, right.fraction);
  const l = aligned(left, fraction);
  const r = aligned(right, fraction);
  const both = l.range !== null && r.range !== null ? { l: l.range, r: r.range } : null;
  const result = (text: Text, range: Interval | null, at = fraction): Text =>
    inRange(p, { text, fraction: at, range }, to);
  switch (op) {
    case "add":
      return result(infix(l.text, "+", r.text), both && corners(both.l, both.r, (a, b) => a + b));
    case "sub":
      return result(infix(l.text, "-", r.text), both && corners(both.l, both.r, (a, b) => a - b));
    case "mul": {
      const range = left.range && right.range && corners(left.range, right.range, (a, b) => a * b);
      return result(infix(left.text, "*", right.text), range, left.fraction + right.fraction);
    }
    case "floordiv":
      return result(infix(l.text, "//", r.text), both && quotients(both.l, both.r), 0);
    case "mod":
      return result(infix(l.text, "%", r.text), both && hull(both.r, { low: 0n, high: 0n }));
    case "fmod":
      return result(call(p.need("trunc_mod"), l.text, r.text), both?.l ?? null);
    case "and":
    case "or":
    case "xor":
      return result(infix(l.text, bitwise[op], r.text), both && bitRange(both.l, both.r));
    case "min":
      return result(call(isArray ? p.need("min") : "min", l.text, r.text), both && hull(both.l, both.r));
    case "max":
      return result(call(isArray ? p.need("max") : "max", l.text, r.text), both && hull(both.l, both.r));
    case "shl":
      return call(
        p.need("wrap"),
        infix(left.text, "<<", right.text),
        String(widthOf(to)),
        to.signed ? "True" : "False",
      );
    case "shr":
      return result(infix(left.text, ">>", right.text), left.range, left.fraction);
    case "div":
      return quotient(p, left, right, to);
    case "pow": {
      if (left.fraction === 0) return result(infix(left.text, "**", right.text), null, 0);
      const fractions = [String(left.fraction), String(fractionOf(to))];
      const text = call(p.need("power"), left.text, right.text, ...fractions, `"${roundingOf(to)}"`);
      return result(text, null, fractionOf(to));
    }
  }
}

/** left / right with the fraction bits of the result, rounded once. */
function quotient(p: Printer, left: Count, right: Count, to: IntType | FixedType): Text {
  const up = right.fraction - left.fraction + fractionOf(to);
  const dividend = up > 0 ? infix(left.text, "<<", atom(String(up))) : left.text;
  const divisor = up < 0 ? infix(right.text, "<<", atom(String(-up))) : right.text;
  const rounding = roundingOf(to);
  const text =
    rounding === "truncate" || rounding === "floor"
      ? infix(dividend, "//", divisor)
      : call(p.need("quotient"), dividend, divisor, `"${rounding}"`);
  const range = left.range && right.range && quotients(shiftRange(left.range, -Math.max(up, 0)), right.range);
  return inRange(p, { text, fraction: fractionOf(to), range }, to);
}

function roundingOf(type: IntType | FixedType): Rounding {
  return type.kind === "fixed" ? type.rounding : "toward_zero";
}

/** sqrt and rounding to whole numbers, in the type itself. */
export function countedMath(p: Printer, fn: CountedFn, x: Count, to: FixedType): Text {
  const { fraction } = x;
  if (fn === "sqrt") {
    return inRange(
      p,
      { ...x, text: call(p.need("fixed_sqrt"), x.text, String(fraction), `"${to.rounding}"`), range: null },
      to,
    );
  }
  if (fraction <= 0) return x.text;
  const places = atom(String(fraction));
  const whole =
    fn === "ceil"
      ? prefix("-", infix(prefix("-", x.text), ">>", places))
      : dropBits(p, x.text, fraction, wholeRounding[fn]);
  return inRange(p, { ...x, text: infix(whole, "<<", places), range: fn === "trunc" ? x.range : null }, to);
}

export type CountedFn = "sqrt" | "floor" | "ceil" | "trunc" | "rint";

const wholeRounding = { floor: "floor", trunc: "toward_zero", rint: "nearest_even" } as const;

export function countedCompare(op: CompareOp, left: Count, right: Count): Text {
  const fraction = Math.max(left.fraction, right.fraction);
  return infix(aligned(left, fraction).text, comparison[op], aligned(right, fraction).text);
}

export const comparison: Readonly<Record<CompareOp, Infix>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

const bitwise = { and: "&", or: "|", xor: "^" } as const;

function aligned(x: Count, fraction: number): Count {
  const up = fraction - x.fraction;
  if (up === 0) return x;
  return {
    text: infix(x.text, "<<", atom(String(up))),
    fraction,
    range: x.range && shiftRange(x.range, -up),
  };
}

/** The range after dropping bits, which may round up. */
function shiftRange(range: Interval, drop: number, rounding: Rounding = "floor"): Interval {
  if (drop <= 0) return { low: range.low << BigInt(-drop), high: range.high << BigInt(-drop) };
  const up = rounding === "nearest_even" || rounding === "nearest_away" ? 1n : 0n;
  return { low: range.low >> BigInt(drop), high: (range.high >> BigInt(drop)) + up };
}

function corners(a: Interval, b: Interval, f: (x: bigint, y: bigint) => bigint): Interval {
  const all = [f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)];
  return { low: all.reduce(smaller), high: all.reduce(larger) };
}

function negated(a: Interval): Interval {
  return { low: -a.high, high: -a.low };
}

/** No quotient of integers is larger than its dividend. */
function quotients(a: Interval, b: Interval): Interval {
  const most = larger(a.high, -a.low);
  return { low: a.low < 0n || b.low < 0n ? -most : 0n, high: most };
}

function hull(a: Interval, b: Interval): Interval {
  return { low: smaller(a.low, b.low), high: larger(a.high, b.high) };
}

/** Bitwise operators stay inside the smallest power-of-two range that holds both operands. */
function bitRange(a: Interval, b: Interval): Interval {
  const { low, high } = hull(a, b);
  const bits = BigInt(larger(high, ~low).toString(2).length);
  return { low: low < 0n ? -(1n << bits) : 0n, high: (1n << bits) - 1n };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
