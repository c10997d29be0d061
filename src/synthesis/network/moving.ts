/**
 * What addresses and predicates of a graph are in an iteration, as evaluate.ts has it, and how they go on in the iterations of the
 * outermost loop that follow: each value is `value + slope * t` after `t` of them, for as long as `reach.most` says. Comparisons stay as
 * they are for so long, and no value leaves the range of its type, so that it is exact, not an estimate; where nothing can be said, the
 * reach is 0.
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { isInteger, type ScalarType } from "../../types/types.ts";
import type { Compute, Graph, OpId } from "../plan/nodes.ts";
import { operandsOf } from "../plan/walk.ts";
import { isSigned } from "../plan/widths.ts";
import { computed, signOf, typed } from "./evaluate.ts";

export interface Moving {
  readonly value: number;
  readonly slope: number;
}

/** Narrowed by every evaluation. */
export interface Reach {
  most: number; // iterations after this one
}

export interface MovingCounters {
  readonly counter: (level: number) => Moving | null;
  readonly register: (name: string) => Moving | null;
  readonly walk: (id: OpId) => Moving;
}

/** Null: not known. */
export type MovingEvaluator = (counters: MovingCounters, reach: Reach) => (id: OpId) => Moving | null;

export function movingEvaluatorOf({ ops }: Graph, wanted: readonly OpId[]): MovingEvaluator {
  const opAt = (id: OpId) => ops[id] ?? bug(`a graph has no operation ${id}`);
  const needed = new Set(wanted);
  for (let id = ops.length - 1; id >= 0; id--)
    if (needed.has(id)) for (const operand of operandsOf(opAt(id))) needed.add(operand);
  const order = [...needed].sort((one, other) => one - other);
  const values = new Array<Moving | null>(ops.length).fill(null);
  const found = (id: OpId): Moving | null => values[id] ?? null;
  const once = (id: OpId, counters: MovingCounters, reach: Reach): Moving | null => {
    const op = opAt(id);
    if (!isWhole(op.type)) return null;
    switch (op.kind) {
      case "const": {
        const bits = isSigned(op.type) ? BigInt.asIntN(bitWidth(op.type), op.bits) : op.bits;
        return inType(op.type, still(Number(bits)), reach);
      }
      case "counter":
        return counters.counter(op.level);
      case "read":
        return counters.register(op.register);
      case "walk":
        return inType(op.type, counters.walk(id), reach);
      case "compute": {
        const isOfWhole = op.operands.every((one) => isWhole(opAt(one).type));
        const value = moved(op, op.operands.map(found), isOfWhole, reach);
        return value === null ? null : inType(op.type, value, reach);
      }
      default:
        return null;
    }
  };
  return (counters, reach) => {
    for (const id of order) values[id] = once(id, counters, reach);
    return found;
  };
}

function still(value: number): Moving {
  return { value, slope: 0 };
}

function isWhole(type: ScalarType): boolean {
  return type.kind === "bool" || isInteger(type);
}

function narrow(reach: Reach, most: number): void {
  reach.most = Math.max(0, Math.min(reach.most, most));
}

function moved(
  op: Compute,
  operands: readonly (Moving | null)[],
  isOfWhole: boolean,
  reach: Reach,
): Moving | null {
  const plain = computed(
    op,
    operands.map((one) => one?.value ?? null),
    isOfWhole,
  );
  if (plain === null) return null;
  if (operands.every((one) => (one?.slope ?? 0) === 0)) return still(plain);
  const [a = null, b = null, c = null] = operands;
  if (a === null) return lost(plain, reach);
  if (op.op === "select") return a.value === 1 ? b : c;
  if (op.op === "convert" && op.type.kind !== "bool") return a;
  if (op.op === "convert" || op.op === "not") return whetherZero(plain, a, reach);
  if (op.op === "neg") return { value: plain, slope: -a.slope };
  if (b === null) return lost(plain, reach);
  if (op.op === "fma" || op.op === "muladd") {
    if (c === null || (a.slope !== 0 && b.slope !== 0)) return lost(plain, reach);
    return { value: plain, slope: a.slope * b.value + a.value * b.slope + c.slope };
  }
  if (op.op === "addsub" || op.op === "subadd")
    return c === null
      ? lost(plain, reach)
      : { value: plain, slope: b.slope + signOf(op.op, a.value) * c.slope };
  return typeof op.op === "string" ? binary(op.op, plain, [a, b], reach) : lost(plain, reach);
}

function lost(value: number, reach: Reach): Moving {
  reach.most = 0;
  return still(value);
}

function binary(op: string, value: number, [a, b]: readonly [Moving, Moving], reach: Reach): Moving {
  const difference = { value: a.value - b.value, slope: a.slope - b.slope };
  switch (op) {
    case "add":
      return { value, slope: a.slope + b.slope };
    case "sub":
      return { value, slope: a.slope - b.slope };
    case "mul":
      if (a.slope !== 0 && b.slope !== 0) return lost(value, reach);
      return { value, slope: a.slope * b.value + a.value * b.slope };
    case "shl":
      return b.slope === 0 ? { value, slope: a.slope * 2 ** b.value } : lost(value, reach);
    case "shr":
      return b.slope === 0 ? divided(value, a, 2 ** b.value, reach) : lost(value, reach);
    case "floordiv":
      return b.slope === 0 && b.value > 0 ? divided(value, a, b.value, reach) : lost(value, reach);
    case "mod":
      return b.slope === 0 && b.value > 0 ? remainder(value, a, b.value, reach) : lost(value, reach);
    case "and":
      if (b.slope !== 0 || a.value < 0 || !isMask(b.value)) return lost(value, reach);
      return remainder(value, a, b.value + 1, reach);
    case "lt":
    case "ge":
      return whetherBelow(value, difference, reach);
    case "le":
    case "gt":
      return whetherBelow(value, { ...difference, value: difference.value - 1 }, reach);
    case "min":
    case "max":
      whetherBelow(value, difference, reach);
      return difference.value < 0 === (op === "min") ? a : b;
    case "eq":
    case "ne":
      return whetherZero(value, difference, reach);
    default:
      return lost(value, reach);
  }
}

function isMask(value: number): boolean {
  return value >= 0 && Number.isInteger(Math.log2(value + 1));
}

/** Stays `result` for as long as `of` is, or is not, negative. */
function whetherBelow(result: number, of: Moving, reach: Reach): Moving {
  const { value, slope } = of;
  if (value < 0 && slope > 0) narrow(reach, Math.ceil(-value / slope) - 1);
  if (value >= 0 && slope < 0) narrow(reach, Math.floor(value / -slope));
  return still(result);
}

/** Stays `result` for as long as `of` is, or is not, zero. */
function whetherZero(result: number, of: Moving, reach: Reach): Moving {
  const { value, slope } = of;
  const root = slope === 0 ? Number.NaN : -value / slope;
  if (slope !== 0 && value === 0) narrow(reach, 0);
  else if (root > 0) narrow(reach, Math.ceil(root) - 1);
  return still(result);
}

/** The floor: exact where the slope is a multiple, and until the next one else. */
function divided(value: number, of: Moving, by: number, reach: Reach): Moving {
  if (of.slope % by === 0) return { value, slope: of.slope / by };
  withinBucket(of, value * by, by, reach);
  return still(value);
}

function remainder(value: number, of: Moving, by: number, reach: Reach): Moving {
  if (of.slope % by === 0) return still(value);
  withinBucket(of, of.value - value, by, reach);
  return { value, slope: of.slope };
}

function withinBucket({ value, slope }: Moving, first: number, size: number, reach: Reach): void {
  narrow(reach, Math.floor(slope > 0 ? (first + size - 1 - value) / slope : (value - first) / -slope));
}

/** In the bits of the type, for as long as it needs no more. */
function inType(type: ScalarType, of: Moving, reach: Reach): Moving | null {
  const value = typed(type)(of.value);
  if (value === null || of.slope === 0) return value === null ? null : still(value);
  if (value !== of.value || type.kind === "bool") return lost(value, reach);
  const size = 2 ** Math.min(53, bitWidth(type));
  const [least, most] = isSigned(type) ? [-size / 2, size / 2 - 1] : [0, size - 1];
  narrow(reach, Math.floor(of.slope > 0 ? (most - value) / of.slope : (value - least) / -of.slope));
  return of;
}
