import type { ExactType } from "../../../types/exact.ts";
import { isFloat16 } from "../../../types/float/format.ts";
import type { CompareOp } from "../../../types/operators.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { and, below, equal, mux, not, or } from "../gates.ts";
import { isEqual, isLess, quantity } from "../quantity.ts";
import { floatBeside } from "./convert.ts";
import { canonical } from "./sign.ts";
import { orderedMagnitude, unpack } from "./unpack.ts";

/** Magnitudes are ordered as their bits; signs decide the rest. NaN is unequal to everything, -0 equals 0. */
export function floatCompare(op: CompareOp, type: FloatType, a: Expr, b: Expr): Expr {
  switch (op) {
    case "eq":
      return order(type, a, b).isEqual;
    case "ne":
      return not(order(type, a, b).isEqual);
    case "lt":
      return order(type, a, b).isLess;
    case "gt":
      return order(type, b, a).isLess;
    case "le":
      return order(type, a, b).isLessOrEqual;
    case "ge":
      return order(type, b, a).isLessOrEqual;
  }
}

/** By value, a float with an integer or a fixed number. */
export function mixedCompare(op: CompareOp, type: FloatType, other: ExactType, a: Expr, b: Expr): Expr {
  const left = floatBeside(type, other, a);
  const right = quantity(other, b);
  const isNumber = not(unpack(type, a).isNan);
  switch (op) {
    case "eq":
      return and(isNumber, isEqual(left, right));
    case "ne":
      return not(and(isNumber, isEqual(left, right)));
    case "lt":
      return and(isNumber, isLess(left, right));
    case "ge":
      return and(isNumber, not(isLess(left, right)));
    case "gt":
      return and(isNumber, isLess(right, left));
    case "le":
      return and(isNumber, not(isLess(right, left)));
  }
}

/** The comparison that holds of b and a where this one holds of a and b. */
export const mirrored: Readonly<Record<CompareOp, CompareOp>> = {
  ...{ eq: "eq", ne: "ne", lt: "gt", le: "ge", gt: "lt", ge: "le" },
};

interface Order {
  readonly isLess: Expr;
  readonly isEqual: Expr;
  readonly isLessOrEqual: Expr;
}

function order(type: FloatType, a: Expr, b: Expr): Order {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const left = orderedMagnitude(x, a);
  const right = orderedMagnitude(y, b);
  const numbers = not(or(x.isNan, y.isNan));
  const zeros = and(x.isZero, y.isZero);
  const smaller = below(left, right);
  const same = equal(left, right);
  const isEqual = and(numbers, or(zeros, and(same, equalSigns(x.sign, y.sign))));
  // Of two negative numbers the larger magnitude is the smaller number.
  const ofNegative = mux(y.sign, not(or(smaller, same)), not(zeros));
  const ofPositive = and(not(y.sign), smaller);
  const isLess = and(numbers, mux(x.sign, ofNegative, ofPositive));
  return { isLess, isEqual, isLessOrEqual: or(isLess, isEqual) };
}

function equalSigns(a: Expr, b: Expr): Expr {
  return mux(a, b, not(b));
}

/** NaN wins; of two equal operands (zeros) the second, but for float16 the first, as in NumPy. */
export function floatExtreme(op: "min" | "max", type: FloatType, a: Expr, b: Expr): Expr {
  const ordered = op === "min" ? order(type, a, b) : order(type, b, a);
  const first = isFloat16(type) ? ordered.isLessOrEqual : ordered.isLess;
  return canonical(type, mux(or(first, unpack(type, a).isNan), a, b));
}
