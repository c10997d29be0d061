/** Which operations of a graph are sums of multiples of loop variables, in the bits that they have. */

import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { isInteger } from "../../types/types.ts";
import type { Op, OpId } from "./nodes.ts";
import { isSigned } from "./widths.ts";

/** constant + the sum of factor * variable, modulo 2^bits. */
export interface Sum {
  readonly constant: bigint;
  readonly terms: ReadonlyMap<string, bigint>; // by variableKey
  readonly bits: number; // Infinity: it is exact
}

export type Variable =
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "register"; readonly name: string };

export function variableKey(variable: Variable): string {
  return variable.kind === "level" ? `level ${variable.level}` : `register ${variable.name}`;
}

/** By operation; null: it is none. `isVariable`: registers that are variables of loops around the graph. */
export function sumsOf(
  ops: readonly Op[],
  isVariable: (register: string) => boolean,
): readonly (Sum | null)[] {
  const sums: (Sum | null)[] = [];
  const at = (id: OpId): Sum | null => sums[id] ?? null;
  for (const op of ops) sums.push(isInteger(op.type) ? sumOf(op, at, ops, isVariable) : null);
  return sums;
}

function sumOf(
  op: Op,
  at: (id: OpId) => Sum | null,
  ops: readonly Op[],
  isVariable: (register: string) => boolean,
): Sum | null {
  switch (op.kind) {
    case "const": {
      const constant = isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits;
      return { constant, terms: new Map(), bits: Infinity };
    }
    case "counter":
      return ofVariable({ kind: "level", level: op.level });
    case "read":
      return isVariable(op.register) ? ofVariable({ kind: "register", name: op.register }) : null;
    case "compute": {
      const operands = op.operands.map(at);
      const [a, b] = operands;
      const width = bitWidth(op.type);
      if (a === undefined || a === null || operands.includes(null)) return null;
      if (op.op === "convert") return converted(a, op, ops);
      if (b === undefined || b === null) return null;
      if (op.op === "add") return cut(plus(a, b, 1n), width);
      if (op.op === "sub") return cut(plus(a, b, -1n), width);
      if (op.op !== "mul") return null;
      if (b.terms.size === 0) return cut(times(a, b), width);
      return a.terms.size === 0 ? cut(times(b, a), width) : null;
    }
    default:
      return null;
  }
}

function ofVariable(variable: Variable): Sum {
  return { constant: 0n, terms: new Map([[variableKey(variable), 1n]]), bits: Infinity };
}

/** The value stays what it is where the new type holds all of the old one. */
function converted(sum: Sum, op: Extract<Op, { kind: "compute" }>, ops: readonly Op[]): Sum {
  const [operand = bug("a conversion of nothing")] = op.operands;
  const from = ops[operand]?.type ?? bug(`no operation ${operand}`);
  const width = bitWidth(op.type);
  const more = width - bitWidth(from);
  const holds = isSigned(op.type) === isSigned(from) ? more >= 0 : isSigned(op.type) && more > 0;
  return holds ? sum : cut(sum, width);
}

function cut(sum: Sum, bits: number): Sum {
  return { ...sum, bits: Math.min(sum.bits, bits) };
}

function plus(a: Sum, b: Sum, sign: bigint): Sum {
  const terms = new Map(a.terms);
  for (const [key, factor] of b.terms) {
    const together = (terms.get(key) ?? 0n) + sign * factor;
    if (together === 0n) terms.delete(key);
    else terms.set(key, together);
  }
  return { constant: a.constant + sign * b.constant, terms, bits: Math.min(a.bits, b.bits) };
}

function times(sum: Sum, { constant: by, bits }: Sum): Sum {
  const terms = new Map([...sum.terms].map(([key, factor]) => [key, factor * by] as const));
  return {
    constant: sum.constant * by,
    terms: by === 0n ? new Map() : terms,
    bits: Math.min(sum.bits, bits),
  };
}
