/** A graph while it is written: every operation that has no effect is kept once. */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { CoreOp } from "../../hardware/cores/operation.ts";
import { bitWidth, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import {
  bool,
  exactInt,
  type FloatType,
  float64,
  isInteger,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import type { BankOf, Op, OpId } from "./nodes.ts";
import { type Interval, isSigned, unsignedBits } from "./widths.ts";

export interface Ops {
  readonly list: Op[];
  readonly known: Map<string, OpId>;
  readonly versions: Map<string, number>; // of storages: how many stores so far
  readonly stored: Map<string, OpId>; // what a load of a place would find, where that was stored for sure
  readonly bounds: Map<OpId, Interval | null>; // of integers: see bounds.ts
}

export function newOps(): Ops {
  return { list: [], known: new Map(), versions: new Map(), stored: new Map(), bounds: new Map() };
}

export function opOf(ops: Ops, id: OpId): Op {
  return ops.list[id] ?? bug(`no operation ${id}`);
}

export function typeOf(ops: Ops, id: OpId): ScalarType {
  return opOf(ops, id).type;
}

/** An operation with an effect of its own. */
export function push(ops: Ops, op: Op): OpId {
  ops.list.push(op);
  return ops.list.length - 1;
}

function once(ops: Ops, key: string, make: () => Op): OpId {
  const known = ops.known.get(key);
  if (known !== undefined) return known;
  const id = push(ops, make());
  ops.known.set(key, id);
  return id;
}

/** Python's floats and truth values are those of NumPy; its ints remember what they are, for they convert otherwise. */
export function plain(type: ScalarType): ScalarType {
  if (type.kind !== "python" || type.name === "int") return type;
  return type.name === "float" ? float64 : bool;
}

export function constant(ops: Ops, type: ScalarType, value: Value, span: Span): OpId {
  return bitsConstant(ops, plain(type), toBits(type, value), span);
}

export function bitsConstant(ops: Ops, type: ScalarType, bits: bigint, span: Span): OpId {
  return once(ops, `const ${printType(type)} ${bits}`, () => ({ kind: "const", type, bits, span }));
}

/** An unsigned number in as few bits as hold it. */
export function natural(ops: Ops, value: number, span: Span): OpId {
  return constant(ops, exactInt(unsignedBits(value), false), value, span);
}

export function readRegister(ops: Ops, register: string, type: ScalarType, span: Span): OpId {
  return once(ops, `read ${register}`, () => ({ kind: "read", register, type: plain(type), span }));
}

export function counter(ops: Ops, level: number, type: ScalarType, span: Span): OpId {
  return once(ops, `counter ${level}`, () => ({ kind: "counter", level, type, span }));
}

export function compute(
  ops: Ops,
  op: CoreOp,
  operands: readonly OpId[],
  written: ScalarType,
  span: Span,
): OpId {
  const type = plain(written);
  const simple = simplified(ops, op, operands, type, span);
  if (simple !== null) return simple;
  const name = typeof op === "string" ? op : `${op.name} ${op.low} ${op.width}`;
  const key = `${name} ${operands.join(" ")} ${printType(type)}`;
  return once(ops, key, () => ({ kind: "compute", op, operands, type, span }));
}

/** Truth values and choices that need no circuit. */
function simplified(
  ops: Ops,
  op: CoreOp,
  operands: readonly OpId[],
  type: ScalarType,
  span: Span,
): OpId | null {
  const [a, b, c] = operands;
  if (a === undefined) return bug("an operation without operands");
  const truth = (id: OpId | undefined): boolean | null => {
    const found = id === undefined ? undefined : opOf(ops, id);
    return found?.kind === "const" && bitWidth(found.type) === 1 ? found.bits === 1n : null;
  };
  if (op === "select" && b !== undefined && c !== undefined) {
    if (b === c) return b;
    const chosen = truth(a);
    if (chosen !== null) return chosen ? b : c;
    if (type.kind !== "bool") return null; // a number of one bit stays a number
    const [then, otherwise] = [truth(b), truth(c)];
    if (then === true && otherwise === false) return a;
    if (then === false && otherwise === true) return not(ops, a, span);
    if (then === false) return and(ops, not(ops, a, span), c, span);
    if (otherwise === false) return and(ops, a, b, span);
    if (then === true) return or(ops, a, c, span);
    if (otherwise === true) return or(ops, not(ops, a, span), b, span);
    return null;
  }
  if (type.kind === "float") return b === undefined ? null : leftAlone(ops, op, a, b, type);
  if (type.kind !== "bool" || typeOf(ops, a).kind !== "bool") return null;
  if ((op === "and" || op === "or") && b !== undefined) {
    if (a === b) return a;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const value = truth(one);
      if (value !== null) return value === (op === "and") ? other : one;
    }
    if (isNot(ops, a, b) || isNot(ops, b, a)) return constant(ops, bool, op === "or", span);
  }
  if (op === "not") {
    const value = truth(a);
    if (value !== null) return constant(ops, bool, !value, span);
    const inner = opOf(ops, a);
    const [under] = inner.kind === "compute" && inner.op === "not" ? inner.operands : [];
    if (under !== undefined && typeOf(ops, under).kind === "bool") return under;
  }
  return null;
}

/** x + -0.0, x - 0.0 and x * 1.0 are x for every x, zeros included. What flushes subnormals to zero changes them. */
function leftAlone(ops: Ops, op: CoreOp, a: OpId, b: OpId, type: FloatType): OpId | null {
  if (type.variant !== "ieee" || (op !== "add" && op !== "sub" && op !== "mul")) return null;
  if (opOf(ops, a).kind !== "const" && opOf(ops, b).kind !== "const") return null;
  const isConst = (id: OpId, bits: bigint): boolean => {
    const found = opOf(ops, id);
    return found.kind === "const" && sameType(found.type, type) && found.bits === bits;
  };
  const isInteger = (id: OpId): boolean => sameType(typeOf(ops, id), type);
  const neutral = op === "add" ? toBits(type, -0) : op === "mul" ? toBits(type, 1) : 0n;
  if (isConst(b, neutral) && isInteger(a)) return a;
  return op !== "sub" && isConst(a, neutral) && isInteger(b) ? b : null;
}

function isNot(ops: Ops, a: OpId, b: OpId): boolean {
  const op = opOf(ops, a);
  return op.kind === "compute" && op.op === "not" && op.operands[0] === b;
}

export function not(ops: Ops, a: OpId, span: Span): OpId {
  return compute(ops, "not", [a], bool, span);
}

export function and(ops: Ops, a: OpId, b: OpId, span: Span): OpId {
  return compute(ops, "and", [a, b], bool, span);
}

export function or(ops: Ops, a: OpId, b: OpId, span: Span): OpId {
  return compute(ops, "or", [a, b], bool, span);
}

/** The same value in another type; where bits are only read anew it costs nothing. */
export function converted(ops: Ops, id: OpId, written: ScalarType, span: Span): OpId {
  const type = plain(written);
  const op = opOf(ops, id);
  if (sameType(op.type, type)) return id;
  if (op.kind === "const" && isInteger(op.type) && isInteger(type)) {
    const value = isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits;
    return bitsConstant(ops, type, BigInt.asUintN(bitWidth(type), value), span);
  }
  return compute(ops, "convert", [id], type, span);
}

export interface BankAddress {
  readonly storage: string;
  readonly bank: BankOf;
  readonly address: OpId;
}

function placeKey({ storage, bank, address }: BankAddress): string {
  return `${storage} ${bank.kind === "static" ? bank.bank : bankKey(bank)} ${address}`;
}

function bankKey({ nth, among: { first, digits } }: BankOf & { readonly kind: "dynamic" }): string {
  return `${nth} of ${first} ${digits.map(({ step, count }) => `${step} ${count}`).join(" ")}`;
}

/** What a place holds, and whether memory is asked for it: a load that nothing was stored since is the same load. */
export function load(
  ops: Ops,
  place: BankAddress,
  type: ScalarType,
  predicate: OpId | null,
  span: Span,
): { readonly id: OpId; readonly isAccess: boolean } {
  const key = `load ${placeKey(place)} v${ops.versions.get(place.storage) ?? 0}`;
  const stored = ops.stored.get(key);
  if (stored !== undefined) return { id: stored, isAccess: false };
  const own = predicate === null || ops.known.has(key) ? key : `${key} if ${predicate}`;
  const id = once(ops, own, () => ({ kind: "load", ...place, type: plain(type), predicate, span }));
  return { id, isAccess: true };
}

export function store(ops: Ops, place: BankAddress, value: OpId, predicate: OpId | null, span: Span): OpId {
  const version = (ops.versions.get(place.storage) ?? 0) + 1;
  ops.versions.set(place.storage, version);
  if (predicate === null) ops.stored.set(`load ${placeKey(place)} v${version}`, value);
  return push(ops, { kind: "store", ...place, value, predicate, type: typeOf(ops, value), span });
}
