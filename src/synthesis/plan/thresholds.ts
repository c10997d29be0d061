/**
 * A comparison of floats that follow from one integer is a comparison of that integer with a constant: of a quantised
 * network, batch norm and sign after a sum of integers.
 *
 *     np.float32(n) * 0.37 + 1.2 >= 0        n >= -3
 *
 * Rounding keeps order, so sums, differences, products and quotients with a constant either never fall or never rise
 * as n grows, and the comparison changes once at most. Where it does is found by halving, with the arithmetic of
 * `types`. (FINN's thresholds, Umuroglu et al. 2017, section 4.2.2, found without a formula.)
 */
import { compileBinary, compileCompare, compileConvert, compileUnary } from "../../types/arithmetic.ts";
import { bitWidth, fromBits } from "../../types/bits.ts";
import type { CompareOp, Value } from "../../types/operators.ts";
import { bool, type FixedType, type IntType, type ScalarType } from "../../types/types.ts";
import { bitsConstant, compute, constant, newOps, type Ops, push } from "./graph.ts";
import { pruned } from "./live.ts";
import type { CircuitPlan, Compute, Graph, Op, OpId } from "./nodes.ts";
import { mapGraphs, withOperands, withOps } from "./walk.ts";

export function withThresholds(plan: CircuitPlan): CircuitPlan {
  return { ...plan, body: mapGraphs(plan.body, ({ graph }) => compared(graph)) };
}

/** The comparison holds of integers from `from` on, or of those below. */
interface Threshold {
  readonly of: OpId;
  readonly type: IntType | FixedType;
  readonly from: bigint; // as the bits of the type are read
  readonly holds: "from there on" | "below" | "always" | "never";
}

function compared(graph: Graph): Graph {
  const found = new Map<OpId, Threshold>();
  for (const [id, op] of graph.ops.entries()) {
    const threshold = op.kind === "compute" ? thresholdOf(graph.ops, op) : null;
    if (threshold !== null) found.set(id, threshold);
  }
  if (found.size === 0) return graph;
  const ops = newOps();
  const places: OpId[] = [];
  const moved = (id: OpId): OpId => places[id] ?? id;
  for (const [id, op] of graph.ops.entries()) {
    const threshold = found.get(id);
    places.push(
      threshold === undefined ? push(ops, withOperands(op, moved)) : written(ops, threshold, op, moved),
    );
  }
  return pruned(withOps(graph, ops.list, moved));
}

function written(
  ops: Ops,
  { of, type, from, holds }: Threshold,
  { span }: Op,
  moved: (id: OpId) => OpId,
): OpId {
  if (holds === "always" || holds === "never") return constant(ops, bool, holds === "always", span);
  const bits = BigInt.asUintN(bitWidth(type), from);
  const op = holds === "below" ? "lt" : "ge";
  return compute(ops, op, [moved(of), bitsConstant(ops, type, bits, span)], bool, span);
}

/** Null where an operand is no constant, or the other does not follow from an integer by steps that keep order. */
function thresholdOf(ops: readonly Op[], { op, operands }: Compute): Threshold | null {
  const [left, right] = operands;
  const order = orders.find((one) => one === op);
  if (order === undefined || left === undefined || right === undefined) return null;
  const [a, b] = [constantOf(ops, left), constantOf(ops, right)];
  if ((a === null) === (b === null)) return null;
  const chain = chainFrom(ops, a === null ? left : right);
  if (chain === null) return null;
  const compare = compileCompare(order, typeAt(ops, left), typeAt(ops, right));
  const holdsOf = (value: Value): boolean => Boolean(a === null ? compare(value, b ?? 0) : compare(a, value));
  const [low, high] = rangeOf(chain.type);
  const isBounded = [low, high].every((one) =>
    chain.stages(one).every((value) => Number.isFinite(Number(value))),
  );
  if (!isBounded) return null;
  const at = (value: bigint): boolean => holdsOf(chain.stages(value).at(-1) ?? 0);
  const [first, last] = [at(low), at(high)];
  const { of, type } = chain;
  if (first === last) return { of, type, from: low, holds: first ? "always" : "never" };
  let [before, from] = [low, high];
  while (from - before > 1n) {
    const middle = (before + from) >> 1n;
    if (at(middle) === last) from = middle;
    else before = middle;
  }
  return { of, type, from, holds: last ? "from there on" : "below" };
}

const orders = ["lt", "le", "gt", "ge"] as const satisfies readonly CompareOp[];

/** Floats that follow from an integer. */
interface Chain {
  readonly of: OpId;
  readonly type: IntType | FixedType;
  /** What each step gives, the last one last. */
  readonly stages: (value: bigint) => readonly Value[];
}

function chainFrom(ops: readonly Op[], id: OpId): Chain | null {
  const op = ops[id];
  if (op?.kind !== "compute" || op.type.kind !== "float" || op.allowed !== undefined) return null;
  const [left, right] = op.operands;
  if (left === undefined) return null;
  const from = typeAt(ops, left);
  if (op.op === "convert" && (from.kind === "int" || from.kind === "fixed")) {
    const convert = compileConvert(from, op.type);
    const stages = (value: bigint): readonly Value[] => {
      const given = fromBits(from, BigInt.asUintN(bitWidth(from), value));
      return [convert(given, given)];
    };
    return { of: left, type: from, stages };
  }
  const step = stepOf(ops, op, left, right);
  const before = step === null ? null : chainFrom(ops, step.of);
  if (step === null || before === null) return null;
  return {
    ...before,
    stages: (value) => {
      const values = before.stages(value);
      return [...values, step.gives(values.at(-1) ?? 0)];
    },
  };
}

interface Step {
  readonly of: OpId;
  readonly gives: (value: Value) => Value;
}

/** One that keeps order, or turns it round. A constant divided by what is not one does neither. */
function stepOf(ops: readonly Op[], op: Compute, left: OpId, right: OpId | undefined): Step | null {
  const from = typeAt(ops, left);
  if (op.op === "convert") {
    const convert = compileConvert(from, op.type);
    return from.kind === "float" ? { of: left, gives: (value) => convert(value, value) } : null;
  }
  if (op.op === "neg") return { of: left, gives: compileUnary(op.op, from, op.type) };
  if (right === undefined || (op.op !== "add" && op.op !== "sub" && op.op !== "mul" && op.op !== "div"))
    return null;
  const by = compileBinary(op.op, from, typeAt(ops, right), op.type);
  const [a, b] = [constantOf(ops, left), constantOf(ops, right)];
  if (b !== null && Number.isFinite(Number(b)) && !(op.op === "div" && Number(b) === 0))
    return { of: left, gives: (value) => by(value, b) };
  if (a !== null && Number.isFinite(Number(a)) && op.op !== "div")
    return { of: right, gives: (value) => by(a, value) };
  return null;
}

function constantOf(ops: readonly Op[], id: OpId): Value | null {
  const op = ops[id];
  return op?.kind === "const" ? fromBits(op.type, op.bits) : null;
}

function typeAt(ops: readonly Op[], id: OpId): ScalarType {
  return ops[id]?.type ?? bool;
}

/** What the bits of a type say, least and most. */
function rangeOf(type: IntType | FixedType): readonly [bigint, bigint] {
  const bits = BigInt(bitWidth(type));
  return type.signed ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
}
