/**
 * What integers the operations of a graph can be, by what they are made from. Ranges of the Loops know a scalar by all
 * that is ever assigned to it, and the conditions around it; a graph knows which of the assignments it was.
 */

import type { CoreOp } from "../../hardware/cores/operation.ts";
import { bitWidth } from "../../types/bits.ts";
import { interval, partlyKnownInterval, typeInterval, unaryInterval } from "../../types/interval.ts";
import { isInteger, type ScalarType } from "../../types/types.ts";
import { type Ops, opOf } from "./graph.ts";
import type { Op, OpId } from "./nodes.ts";
import { type Interval, isSigned } from "./widths.ts";

/** Null: anything its type can be, or no integer. */
export function boundsOf(ops: Ops, id: OpId): Interval | null {
  const known = ops.bounds.get(id);
  if (known !== undefined) return known;
  const found = bounds(ops, opOf(ops, id));
  ops.bounds.set(id, found);
  return found;
}

function bounds(ops: Ops, op: Op): Interval | null {
  if (op.type.kind === "bool") return truths;
  if (!isInteger(op.type)) return null;
  switch (op.kind) {
    case "const": {
      const value = Number(isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits);
      return interval(value, value);
    }
    case "compute":
      return resultBounds(ops, op.op, op.operands, op.type);
    default:
      return typeInterval(op.type);
  }
}

const truths: Interval = { low: 0, high: 1 };

/** What an operation gives in a type, where it wraps. */
export function resultBounds(
  ops: Ops,
  op: CoreOp,
  operands: readonly OpId[],
  type: ScalarType,
): Interval | null {
  const own = typeInterval(type);
  const found = exactBounds(ops, op, operands);
  if (found === null) return own;
  if (own !== null) return found.low >= own.low && found.high <= own.high ? found : own;
  return found.low < 0 && !isSigned(type) ? null : found;
}

function exactBounds(ops: Ops, op: CoreOp, operands: readonly OpId[]): Interval | null {
  if (typeof op !== "string") return null;
  const [a = null, b = null, c = null] = operands.map((id) => boundsOf(ops, id));
  switch (op) {
    case "convert":
      return a;
    case "select":
      return b === null || c === null ? null : joined(b, c);
    case "neg":
    case "abs":
    case "invert":
      return a === null ? null : unaryInterval(op, a);
    default:
      return partlyKnownInterval(op, a, b);
  }
}

export function joined(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** What cannot be (a branch never taken) stays as the first says. */
export function met(a: Interval | null, b: Interval | null): Interval | null {
  if (a === null || b === null) return a ?? b;
  return interval(Math.max(a.low, b.low), Math.min(a.high, b.high)) ?? a;
}
