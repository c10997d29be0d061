/**
 * The bits that registers must hold between stages. Of a value that only slices of are used later, these alone: a divider's
 * partial rest is 55 bits wide, and of each but the last one bit, a digit of the quotient, is used in the end.
 */
import type { Expr } from "../netlist/nodes.ts";
import { operandsOf } from "../netlist/walk.ts";
import { isWiring } from "./delay.ts";

/** From bit `low` up to `high`, that not included. */
export interface Bits {
  readonly low: number;
  readonly high: number;
}

/** Of a value in the registers in front of a stage; undefined: none. */
export type Held = (expr: Expr, stage: number) => Bits | undefined;

export function heldBits(
  order: readonly Expr[], // operands before users
  stages: ReadonlyMap<Expr, number>,
  latency: number,
): Held {
  const needed = new Map<Expr, (Bits | undefined)[]>(); // by stage
  const need = (expr: Expr, stage: number, bits: Bits): void => {
    if (expr.kind === "const" || bits.low >= bits.high) return;
    const known = needed.get(expr) ?? [];
    known[stage] = union(known[stage], bits);
    needed.set(expr, known);
  };
  const circuit = order.at(-1);
  if (circuit !== undefined) need(circuit, latency, whole(circuit));
  for (const expr of order.toReversed()) {
    const own = needed.get(expr) ?? [];
    if (isWiring(expr)) {
      for (const [stage, bits] of own.entries())
        if (bits !== undefined) passOn(expr, bits, (operand, some) => need(operand, stage, some));
      continue;
    }
    const start = stages.get(expr) ?? 0;
    if (isProduct(expr) && own.length > start + 1) own[own.length - 1] = whole(expr);
    for (let stage = own.length - 1; stage > start + 1; stage--) {
      const bits = own[stage];
      if (bits !== undefined) own[stage - 1] = union(own[stage - 1], bits);
    }
    for (const operand of operandsOf(expr)) need(operand, start, whole(operand));
  }
  return (expr, stage) => needed.get(expr)?.[stage];
}

/** What only renames bits needs those of its operands that stand for its own. */
export function passOn(expr: Expr, { low, high }: Bits, need: (operand: Expr, bits: Bits) => void): void {
  switch (expr.kind) {
    case "slice":
      need(expr.operand, { low: expr.low + low, high: expr.low + high });
      break;
    case "concat": {
      let from = expr.width;
      for (const part of expr.parts) {
        from -= part.width;
        need(part, { low: Math.max(low - from, 0), high: Math.min(high - from, part.width) });
      }
      break;
    }
    case "extend": {
      const { width } = expr.operand;
      const last = expr.signed ? width - 1 : width; // the top bit stands for all above it
      need(expr.operand, { low: Math.min(low, last), high: Math.min(high, width) });
      break;
    }
    default:
      for (const operand of operandsOf(expr)) need(operand, { low, high });
  }
}

/** DSPs have registers for all of it. */
export function isProduct(expr: Expr): boolean {
  return expr.kind === "binary" && expr.op === "mul";
}

function whole({ width }: Expr): Bits {
  return { low: 0, high: width };
}

function union(one: Bits | undefined, other: Bits): Bits {
  if (one === undefined) return other;
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
