/** `x[3]` and `x[0:4]` on an integer or fixed scalar: its bits, low end first, as uint<n>. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, exactInt } from "../../../types/types.ts";
import type { PySubscript } from "../ast.ts";
import { constantInt, intConst } from "../build.ts";
import { type Known, knownError, value } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { inferNumber } from "./index.ts";
import { checkedIndex } from "./items.ts";
import { keepExpr, withEffects } from "./order.ts";

export function bitsOf(scope: Scope, operand: Expr | null, node: PySubscript): Known {
  if (operand === null) return knownError;
  const { result: range, before } = withEffects(
    scope,
    () => inferBitRange(scope, operand, node),
    () => keepExpr(scope, operand),
  );
  if (range === null) return knownError;
  return value({
    kind: "bits",
    operand: before ?? operand,
    low: range.low,
    type: exactInt(range.width, false),
    span: node.span,
  });
}

export function inferBitRange(
  scope: Scope,
  operand: Expr,
  node: PySubscript,
): { readonly low: Expr; readonly width: number } | null {
  const type = elementOf(operand.type);
  const [part] = node.index;
  if ((type.kind !== "int" && type.kind !== "fixed") || part === undefined || node.index.length > 1) {
    report(scope, diagnose("not-subscriptable", node.value.span, { found: printType(operand.type) }));
    return null;
  }
  const bits = type.kind === "int" ? type.bits : type.width;
  if (part.kind !== "Slice") {
    const low = inferNumber(scope, part);
    if (low === null) return null;
    const at = constantInt(low);
    if (at !== null && (at < 0 || at >= bits)) {
      report(scope, diagnose("bit-out-of-range", part.span, { bit: at, type: printType(type), bits }));
      return null;
    }
    return checkedIndex(scope, low, bits, 0, part.span) === null ? null : { low, width: 1 };
  }
  const low = part.start === null ? null : inferNumber(scope, part.start);
  const high = part.stop === null ? null : inferNumber(scope, part.stop);
  if ((part.start !== null && low === null) || (part.stop !== null && high === null)) return null;
  const from = low === null ? 0 : constantInt(low);
  const to = high === null ? bits : constantInt(high);
  if (from === null || to === null || part.step !== null || from < 0 || to > bits || from >= to) {
    report(scope, diagnose("bad-bit-range", part.span, { type: printType(type), bits }));
    return null;
  }
  return { low: low ?? intConst(0, part.span), width: to - from };
}
