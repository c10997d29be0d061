/** Integer operations that need no circuit, because of what their operands can be. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { comparedRanges } from "../../loops/analysis/range/index.ts";
import type { BinaryOp, CompareOp, UnaryOp } from "../../types/operators.ts";
import { bool, type ScalarType } from "../../types/types.ts";
import { boundsOf, resultBounds } from "./bounds.ts";
import { compute, constant, converted, type Ops } from "./graph.ts";
import type { OpId } from "./nodes.ts";
import type { Interval } from "./widths.ts";

export function integer(
  ops: Ops,
  op: BinaryOp | UnaryOp,
  operands: readonly OpId[],
  type: ScalarType,
  span: Span,
): OpId {
  const result = resultBounds(ops, op, operands, type);
  if (result !== null && isOnly(result, result.low)) return constant(ops, type, result.low, span);
  const same = unchanged(ops, op, operands);
  return same === null ? compute(ops, op, operands, type, span) : converted(ops, same, type, span);
}

/** The operand that the result is: `x + 0`, `x * 1`, `max(x, 0)` of an x that is never negative. */
function unchanged(ops: Ops, op: BinaryOp | UnaryOp, [first, second]: readonly OpId[]): OpId | null {
  if (first === undefined || second === undefined) return null;
  const [a, b] = [boundsOf(ops, first), boundsOf(ops, second)];
  switch (op) {
    case "add":
    case "or":
    case "xor":
      return isOnly(b, 0) ? first : isOnly(a, 0) ? second : null;
    case "sub":
    case "shl":
    case "shr":
      return isOnly(b, 0) ? first : null;
    case "mul":
      return isOnly(b, 1) ? first : isOnly(a, 1) ? second : null;
    case "floordiv":
      return isOnly(b, 1) ? first : null;
    case "min":
    case "max": {
      if (a === null || b === null) return null;
      const [lower, upper] = op === "min" ? [first, second] : [second, first];
      return a.high <= b.low ? lower : b.high <= a.low ? upper : null;
    }
    default:
      return null;
  }
}

function isOnly(range: Interval | null, value: number): boolean {
  return range !== null && range.low === value && range.high === value;
}

/** A comparison of any numbers. */
export function comparison(ops: Ops, op: CompareOp, operands: readonly [OpId, OpId], span: Span): OpId {
  const [a, b] = operands.map((id) => boundsOf(ops, id));
  const truth = a && b ? comparedRanges(op, a, b) : null;
  return truth === null ? compute(ops, op, operands, bool, span) : constant(ops, bool, truth, span);
}
