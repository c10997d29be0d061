/**
 * Which operations of a graph are sums of multiples of others: what products by constants, sums, differences and shifts come
 * to. A sum that is asked for once is part of the sum that asks for it; one that is asked for more often stays whole, for
 * whoever wrote it had a reason: the butterflies of an FFT, written out, would be a matrix.
 */
import { bug } from "../../../diagnostics/bug.ts";
import { contains, type ExactRange, rangeOfType } from "../../../types/exact_range.ts";
import type { ScalarType } from "../../../types/types.ts";
import { signedValue } from "../demand.ts";
import { hasEffect } from "../finish.ts";
import type { Compute, Op, OpId } from "../nodes.ts";
import { operandsOf } from "../walk.ts";

/** constant + the sum of factor * operation, modulo 2^bits. */
export interface Form {
  readonly constant: bigint;
  readonly terms: ReadonlyMap<OpId, bigint>;
  readonly bits: number; // Infinity: it is exact
}

/** By operation, for those that are sums: what to compute instead. Operations that only they ask for are not among them. */
export function formsOf(ops: readonly Op[]): ReadonlyMap<OpId, Form> {
  const uses = usesOf(ops);
  const forms = new Map<OpId, Form>();
  const seen = (id: OpId): Form => {
    const form = forms.get(id);
    return form === undefined || (form.terms.size > 1 && (uses[id] ?? 0) > 1) ? atom(id) : form;
  };
  for (const [id, op] of ops.entries()) {
    const form = formOf(ops, op, seen);
    if (form !== null) forms.set(id, form);
  }
  return askedFor(ops, forms);
}

function atom(id: OpId): Form {
  return { constant: 0n, terms: new Map([[id, 1n]]), bits: Infinity };
}

function usesOf(ops: readonly Op[]): Uint32Array {
  const uses = new Uint32Array(ops.length);
  for (const op of ops) for (const id of operandsOf(op)) uses[id] = (uses[id] ?? 0) + 1;
  return uses;
}

/** Null: it is no sum, or one that lost bits that its operands had. */
function formOf(ops: readonly Op[], op: Op, seen: (id: OpId) => Form): Form | null {
  if (op.type.kind !== "int") return null;
  if (op.kind === "const") return { constant: signedValue(op), terms: new Map(), bits: Infinity };
  if (op.kind !== "compute" || op.operands.some((id) => ops[id]?.type.kind !== "int")) return null;
  const whole = combined(op, op.operands.map(seen));
  if (whole === null || whole.bits < op.type.bits) return null;
  return contains(integersOf(op.type), rangeOf(ops, whole))
    ? { ...whole, bits: Infinity }
    : { ...whole, bits: op.type.bits };
}

function combined({ op, operands }: Compute, forms: readonly Form[]): Form | null {
  const [a = bug("an operation without operands"), b] = forms;
  switch (op) {
    case "convert":
      return a;
    case "neg":
      return times(a, -1n);
    case "add":
      return b === undefined ? null : plus(a, b);
    case "sub":
      return b === undefined ? null : plus(a, times(b, -1n));
    case "mul":
      if (b === undefined || operands.length > 2) return null;
      return isConstant(b) ? times(a, b.constant) : isConstant(a) ? times(b, a.constant) : null;
    case "shl":
      if (b === undefined || !isConstant(b) || b.constant < 0n || b.constant > mostShift) return null;
      return times(a, 1n << b.constant);
    default:
      return null;
  }
}

const mostShift = 64n;

function isConstant({ terms }: Form): boolean {
  return terms.size === 0;
}

function plus(a: Form, b: Form): Form {
  const terms = new Map(a.terms);
  for (const [id, factor] of b.terms) {
    const together = (terms.get(id) ?? 0n) + factor;
    if (together === 0n) terms.delete(id);
    else terms.set(id, together);
  }
  return { constant: a.constant + b.constant, terms, bits: Math.min(a.bits, b.bits) };
}

function times({ constant, terms, bits }: Form, by: bigint): Form {
  if (by === 0n) return { constant: 0n, terms: new Map(), bits };
  const multiples = new Map([...terms].map(([id, factor]) => [id, factor * by] as const));
  return { constant: constant * by, terms: multiples, bits };
}

/** What a sum can be, where each operation is anything its type can be. */
function rangeOf(ops: readonly Op[], { constant, terms }: Form): ExactRange {
  let [low, high] = [constant, constant];
  for (const [id, factor] of terms) {
    const { low: least, high: most } = integersOf(ops[id]?.type);
    low += factor * (factor > 0n ? least : most);
    high += factor * (factor > 0n ? most : least);
  }
  return { low, high, fraction: 0 };
}

export function integersOf(type: ScalarType | undefined): ExactRange {
  return (type?.kind === "int" ? rangeOfType(type) : null) ?? bug("a sum of what is no integer");
}

/** Without those that only other sums ask for, and have taken in. */
function askedFor(ops: readonly Op[], forms: ReadonlyMap<OpId, Form>): ReadonlyMap<OpId, Form> {
  const asked = new Uint8Array(ops.length);
  const found = new Map<OpId, Form>();
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = ops[id] ?? bug(`no operation ${id}`);
    if (!hasEffect(op) && asked[id] !== 1) continue;
    const form = forms.get(id);
    if (form !== undefined && op.kind === "compute") {
      found.set(id, form);
      for (const term of form.terms.keys()) asked[term] = 1;
    } else for (const operand of operandsOf(op)) asked[operand] = 1;
  }
  return found;
}
