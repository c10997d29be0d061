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

/** Values of the wanted operations, in one iteration: what it gives holds until it is asked of the next one. */
export type Evaluator = (counters: Counters) => (id: OpId) => number | null;

/** Every iteration goes through this: what follows from types and operators alone is found before. */
export function evaluatorOf({ ops }: Graph, wanted: readonly OpId[]): Evaluator {
  const needed = new Set(wanted);
  for (let id = ops.length - 1; id >= 0; id--) {
    if (needed.has(id)) for (const operand of operandsOf(opAt(ops, id))) needed.add(operand);
  }
  const values = new Array<number | null>(ops.length).fill(null);
  const steps = [...needed]
    .sort((one, other) => one - other)
    .flatMap((id) => {
      const value = stepOf(ops, id, values);
      return value === null ? [] : [{ id, value }];
    });
  const at = (id: OpId): number | null => values[id] ?? null;
  return (counters) => {
    for (const { id, value } of steps) values[id] = value(counters);
    return at;
  };
}

function opAt(ops: readonly Op[], id: OpId): Op {
  return ops[id] ?? bug(`a graph has no operation ${id}`);
}

type Step = (counters: Counters) => number | null;

/** Null: it is never known. */
function stepOf(ops: readonly Op[], id: OpId, values: readonly (number | null)[]): Step | null {
  const op = opAt(ops, id);
  if (!isWhole(op.type)) return null;
  const inType = typed(op.type);
  switch (op.kind) {
    case "const": {
      const value = inType(Number(isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits));
      return () => value;
    }
    case "counter":
      return ({ counter }) => counter(op.level);
    case "read":
      return ({ register }) => register(op.register);
    case "walk":
      return ({ walk }) => walk(id);
    case "compute": {
      const operands = op.operands.map((): number | null => null);
      const isOfWhole = op.operands.every((one) => isWhole(opAt(ops, one).type));
      return () => {
        for (const [place, operand] of op.operands.entries()) operands[place] = values[operand] ?? null;
        const value = computed(op, operands, isOfWhole);
        return value === null ? null : inType(value);
      };
    }
    default:
      return null;
  }
}

/** Of a mixed choice only the condition and one side must be known. */
export function computed(
  op: Compute,
  operands: readonly (number | null)[],
  isOfWhole: boolean,
): number | null {
  const [a = null, b = null, c = null] = operands;
  if (op.op === "select" && a !== null) return a === 1 ? b : c;
  if (op.op === "and" && op.type.kind === "bool" && (a === 0 || b === 0)) return 0;
  if (op.op === "or" && op.type.kind === "bool" && (a === 1 || b === 1)) return 1;
  if (!isOfWhole || a === null || operands.includes(null)) return null;
  if (op.op === "convert") return op.type.kind === "bool" ? Number(a !== 0) : a;
  if (op.op === "not") return Number(a === 0);
  if (op.op === "neg") return -a;
  if (b === null) return null;
  if (op.op === "fma" || op.op === "muladd") return c === null ? null : a * b + c;
  if (op.op === "addsub" || op.op === "subadd") return c === null ? null : b + signOf(op.op, a) * c;
  return typeof op.op === "string" ? binary(op.op, a, b) : null;
}

/** Whether the third operand is added to the second or taken from it. */
export function signOf(op: "addsub" | "subadd", condition: number): 1 | -1 {
  return (condition === 1) === (op === "addsub") ? 1 : -1;
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

/** A value in the bits of the type; null where a double does not hold it. */
export function typed(type: ScalarType): (value: number) => number | null {
  if (type.kind === "bool") return (value) => (Number.isSafeInteger(value) ? value & 1 : null);
  const width = bitWidth(type);
  if (width >= 54) return (value) => (Number.isSafeInteger(value) ? value : null);
  const size = 2 ** width;
  const [least, most] = isSigned(type) ? [-size / 2, size / 2 - 1] : [0, size - 1];
  return (value) => {
    if (!Number.isSafeInteger(value)) return null;
    if (value >= least && value <= most) return value;
    const low = value - size * Math.floor(value / size);
    return low > most ? low - size : low;
  };
}
