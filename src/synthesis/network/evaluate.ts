/** What addresses and predicates of a graph are where counters are known: integers and truth values, nothing else. */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { isInteger, type ScalarType } from "../../types/types.ts";
import type { Compute, Graph, Op, OpId } from "../plan/nodes.ts";
import { operandsOf } from "../plan/walk.ts";
import { isSigned } from "../plan/widths.ts";

/** Null: not known. */
export interface Counters {
  readonly counter: (level: number) => number | null;
  readonly register: (name: string) => number | null;
  readonly walk: (id: OpId) => number | null;
}

/** Values of the wanted operations, in one iteration. */
export type Evaluator = (counters: Counters) => (id: OpId) => number | null;

export function evaluatorOf({ ops }: Graph, wanted: readonly OpId[]): Evaluator {
  const needed = new Set(wanted);
  for (let id = ops.length - 1; id >= 0; id--) {
    if (needed.has(id)) for (const operand of operandsOf(opAt(ops, id))) needed.add(operand);
  }
  const order = [...needed].sort((one, other) => one - other);
  return (counters) => {
    const values = new Map<OpId, number | null>();
    const at = (id: OpId): number | null => values.get(id) ?? null;
    for (const id of order) values.set(id, known(ops, id, at, counters));
    return at;
  };
}

function opAt(ops: readonly Op[], id: OpId): Op {
  return ops[id] ?? bug(`a graph has no operation ${id}`);
}

function known(
  ops: readonly Op[],
  id: OpId,
  at: (id: OpId) => number | null,
  counters: Counters,
): number | null {
  const op = opAt(ops, id);
  if (!isWhole(op.type)) return null;
  switch (op.kind) {
    case "const":
      return inType(op.type, Number(isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits));
    case "counter":
      return counters.counter(op.level);
    case "read":
      return counters.register(op.register);
    case "walk":
      return counters.walk(id);
    case "compute": {
      const value = computed(op, op.operands.map(at), ops);
      return value === null ? null : inType(op.type, value);
    }
    default:
      return null;
  }
}

/** Of a mixed choice only the condition and one side must be known. */
function computed(op: Compute, operands: readonly (number | null)[], ops: readonly Op[]): number | null {
  const [a = null, b = null, c = null] = operands;
  if (op.op === "select" && a !== null) return a === 1 ? b : c;
  if (op.op === "and" && op.type.kind === "bool" && (a === 0 || b === 0)) return 0;
  if (op.op === "or" && op.type.kind === "bool" && (a === 1 || b === 1)) return 1;
  if (operands.some((one) => one === null) || a === null) return null;
  if (!op.operands.every((id) => isWhole(opAt(ops, id).type))) return null;
  if (op.op === "convert") return op.type.kind === "bool" ? Number(a !== 0) : a;
  if (op.op === "not") return Number(a === 0);
  if (op.op === "neg") return -a;
  if (b === null) return null;
  if (op.op === "fma" || op.op === "muladd") return c === null ? null : a * b + c;
  return typeof op.op === "string" ? binary(op.op, a, b) : null;
}

function binary(op: string, a: number, b: number): number | null {
  switch (op) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "floordiv":
      return b === 0 ? null : Math.floor(a / b);
    case "mod":
      return b === 0 ? null : a - b * Math.floor(a / b);
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "shl":
      return b < 0 ? null : a * 2 ** b;
    case "shr":
      return b < 0 ? null : Math.floor(a / 2 ** b);
    case "and":
      return Number(BigInt(a) & BigInt(b));
    case "or":
      return Number(BigInt(a) | BigInt(b));
    case "xor":
      return Number(BigInt(a) ^ BigInt(b));
    case "eq":
      return Number(a === b);
    case "ne":
      return Number(a !== b);
    case "lt":
      return Number(a < b);
    case "le":
      return Number(a <= b);
    case "gt":
      return Number(a > b);
    case "ge":
      return Number(a >= b);
    default:
      return null;
  }
}

function isWhole(type: ScalarType): boolean {
  return type.kind === "bool" || isInteger(type);
}

/** In the bits of the type; null where a double does not hold it. */
function inType(type: ScalarType, value: number): number | null {
  if (!Number.isSafeInteger(value)) return null;
  if (type.kind === "bool") return value & 1;
  const width = bitWidth(type);
  if (width >= 54) return value;
  const size = 2 ** width;
  const low = value - size * Math.floor(value / size);
  return isSigned(type) && low >= size / 2 ? low - size : low;
}
