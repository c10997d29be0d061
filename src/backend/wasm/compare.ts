/** Comparisons by value, whatever the two types are. */

import { isSmall, rangeOf } from "../../loops/analysis/range/index.ts";
import type { Compare, Expr } from "../../loops/nodes.ts";
import { compileCompare } from "../../types/arithmetic.ts";
import { formOf } from "../../types/exact.ts";
import type { CompareOp } from "../../types/operators.ts";
import { isPythonInt, type ScalarType, sameType } from "../../types/types.ts";
import { type Code, callOperation, floats, ints, type Ref } from "./code.ts";
import { container } from "./convert.ts";
import { index32, typeKey, value } from "./expression.ts";
import { type IntegerForm, integerForm, isNativeFloat, repOf } from "./representation.ts";

type Int = "i32" | "i64";

export function compare(code: Code, expr: Compare): Ref {
  const { op, left, right } = expr;
  const native = nativeCompare(code, op, left, right);
  if (native !== null) return native;
  const key = `compare ${op} ${typeKey(left.type)} ${typeKey(right.type)}`;
  const args = [value(code, left), value(code, right)];
  return callOperation(code, key, [left.type, right.type], expr.type, expr.span, args, () =>
    compileCompare(op, left.type, right.type),
  );
}

function nativeCompare(code: Code, op: CompareOp, left: Expr, right: Expr): Ref | null {
  const [a, b] = [repOf(left.type), repOf(right.type)];
  if (a === "host" || b === "host") return null;
  const [p, q] = [integerForm(left.type), integerForm(right.type)];
  if (p !== null && q !== null) {
    if (fractionOf(left.type) !== fractionOf(right.type)) return compareAligned(code, op, left, right);
    return compareIntegers(code, op, left, right, p, q);
  }
  const comparable =
    (isNativeFloat(left.type) && isNativeFloat(right.type)) || sameType(left.type, right.type);
  if (!comparable || p !== null || q !== null || a !== b) return null;
  const of = floats(code, a as "f32" | "f64");
  return of[op](value(code, left), value(code, right));
}

function compareIntegers(
  code: Code,
  op: CompareOp,
  left: Expr,
  right: Expr,
  p: IntegerForm,
  q: IntegerForm,
): Ref | null {
  const small = [left, right].every(
    (side) => isPythonInt(side.type) && isSmall(rangeOf(code.ranges, side, code.facts)),
  );
  if (small) return ordered(code, "i32", op, true, index32(code, left), index32(code, right));
  const signed = p.signed || q.signed;
  const bits = Math.max(...[p, q].map((form) => form.bits + (signed && !form.signed ? 1 : 0)));
  if (bits > 64) return null;
  const rep: Int = bits > 32 ? "i64" : "i32";
  const [a, b] = [left, right].map((side) => {
    const from = repOf(side.type) as Int;
    return container(code, from, integerForm(side.type), rep, value(code, side));
  });
  return a === undefined || b === undefined ? null : ordered(code, rep, op, signed, a, b);
}

/** Fixed values with different points, where 64 bits hold both in the finer steps. */
function compareAligned(code: Code, op: CompareOp, left: Expr, right: Expr): Ref | null {
  const finest = Math.max(fractionOf(left.type), fractionOf(right.type));
  const sides = [left, right].map(({ type }) => {
    const form = integerForm(type);
    return { form, up: finest - fractionOf(type), bits: form?.bits ?? 64 };
  });
  if (sides.some(({ bits, up }) => bits + up > 63)) return null;
  const [a, b] = [left, right].map((side, i) => {
    const { form = null, up = 0 } = sides[i] ?? {};
    const wide = container(code, repOf(side.type) as Int, form, "i64", value(code, side));
    return up === 0 ? wide : code.m.i64.shl(wide, code.m.i64.const(BigInt(up)));
  });
  return a === undefined || b === undefined ? null : ordered(code, "i64", op, true, a, b);
}

function ordered(code: Code, rep: Int, op: CompareOp, signed: boolean, a: Ref, b: Ref): Ref {
  const of = ints(code, rep);
  switch (op) {
    case "eq":
      return of.eq(a, b);
    case "ne":
      return of.ne(a, b);
    case "lt":
      return signed ? of.lt_s(a, b) : of.lt_u(a, b);
    case "le":
      return signed ? of.le_s(a, b) : of.le_u(a, b);
    case "gt":
      return signed ? of.gt_s(a, b) : of.gt_u(a, b);
    case "ge":
      return signed ? of.ge_s(a, b) : of.ge_u(a, b);
  }
}

function fractionOf(type: ScalarType): number {
  return type.kind === "fixed" ? formOf(type).fraction : 0;
}
