/**
 * Sums of integers in another order: what comes round from the iteration before is added last, so that nothing else stands in
 * the recurrence. Integers wrap, so every order gives the same bits.
 *
 *     t = ((t + a) + b) + c           t = t + ((a + b) + c)
 *
 * Operands are added in the order in which they are ready, the first two first: no tree is less deep (Golumbic 1976).
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { exactInt, isInteger, type ScalarType } from "../../types/types.ts";
import { pruned } from "./live.ts";
import type { CircuitPlan, Compute, Graph, Op, OpId } from "./nodes.ts";
import { mapGraphs, operandsOf, withOperands, withOps } from "./walk.ts";
import { isSigned } from "./widths.ts";

export interface Delays {
  readonly of: (graph: Graph, op: Compute) => number; // from operands to the result, in ns
  readonly ofCycle: number; // what fits between two registers
}

/** Sums that fit a cycle stay as they are written. */
export function rebalanced(plan: CircuitPlan, delays: Delays): CircuitPlan {
  return {
    ...plan,
    body: mapGraphs(plan.body, (item) => {
      const isFlat = item.kind === "block" ? item.flat : item.asked?.flat;
      return isFlat === true ? item.graph : graphOf(item.graph, delays);
    }),
  };
}

function graphOf(given: Graph, delays: Delays): Graph {
  const uses = usesOf(given.ops);
  if (!given.ops.some((op) => isSum(op) && op.operands.some((id) => isInner(given.ops, uses, id))))
    return given;
  const ready = readyTimes(given, delays);
  const inside = new Set<OpId>(); // of a larger sum
  const sums = new Map<OpId, readonly Ready[]>();
  for (let id = given.ops.length - 1; id >= 0; id--) {
    const op = given.ops[id];
    if (op === undefined || !isSum(op) || inside.has(id)) continue;
    const absorbed: OpId[] = [];
    const terms = termsOf(given.ops, uses, id, op, absorbed).map(
      (term): Ready => ({ ...term, time: ready[term.id] ?? early }),
    );
    if (terms.length < 3) continue;
    if (timeOf(ready[id] ?? early, terms) <= delays.ofCycle) continue;
    for (const one of absorbed) inside.add(one);
    sums.set(id, terms);
  }
  if (sums.size === 0) return given;
  const ops: Op[] = [];
  const places: OpId[] = [];
  const moved = (id: OpId): OpId => places[id] ?? bug(`operation ${id} comes later`);
  for (const [id, op] of given.ops.entries()) {
    const terms = sums.get(id);
    places.push(
      terms === undefined
        ? ops.push(withOperands(op, moved)) - 1
        : added(
            ops,
            op,
            op.kind === "compute" ? delays.of(given, op) : 0,
            terms.map((term) => ({ ...term, id: moved(term.id) })),
          ),
    );
  }
  return pruned(withOps(given, ops, moved));
}

type Sum = Compute & { readonly op: "add" | "sub" };

function isSum(op: Op): op is Sum {
  return op.kind === "compute" && (op.op === "add" || op.op === "sub") && isInteger(op.type);
}

/** Whether it is a sum that nobody else reads. */
function isInner(ops: readonly Op[], uses: readonly number[], id: OpId): boolean {
  const op = ops[id];
  return op !== undefined && isSum(op) && uses[id] === 1;
}

function usesOf(ops: readonly Op[]): readonly number[] {
  const uses = ops.map(() => 0);
  for (const op of ops) for (const id of operandsOf(op)) uses[id] = (uses[id] ?? 0) + 1;
  return uses;
}

/** What a sum adds up, or takes away. */
interface Term {
  readonly id: OpId;
  readonly isNegative: boolean;
  readonly type: ScalarType;
}

/** Through sums that nobody else reads, and that are right in as many bits as this one has. */
function termsOf(
  ops: readonly Op[],
  uses: readonly number[],
  root: OpId,
  { type }: Op,
  absorbed: OpId[],
): readonly Term[] {
  const width = bitWidth(type);
  const typeAt = (id: OpId): ScalarType => ops[id]?.type ?? bug(`no operation ${id}`);
  const terms: Term[] = [];
  const open = [{ id: root, isNegative: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, isNegative } = next;
    const op = ops[id];
    const isInside =
      op !== undefined && isSum(op) && (bitWidth(op.type) >= width || isExact(op, op.operands.map(typeAt)));
    if (!isInside || (id !== root && uses[id] !== 1)) {
      terms.push({ id, isNegative, type: typeAt(id) });
      continue;
    }
    if (id !== root) absorbed.push(id);
    const [left, right] = op.operands;
    if (left === undefined || right === undefined) return bug("a sum of one");
    open.push({ id: right, isNegative: (op.op === "sub") !== isNegative }, { id: left, isNegative });
  }
  return terms;
}

/** Whether its type holds all that it can be. */
function isExact({ op, type }: Sum, operands: readonly ScalarType[]): boolean {
  const [left, right] = operands;
  if (left === undefined || right === undefined) return false;
  const whole = sumType(op, left, right);
  return isSigned(type) === isSigned(whole)
    ? bitWidth(type) >= bitWidth(whole)
    : isSigned(type) && bitWidth(type) > bitWidth(whole);
}

/** Of all that a sum or a difference can be. */
function sumType(op: "add" | "sub", left: ScalarType, right: ScalarType): ScalarType {
  const signed = op === "sub" || isSigned(left) || isSigned(right);
  const bits = (type: ScalarType): number => bitWidth(type) + (signed && !isSigned(type) ? 1 : 0);
  return exactInt(1 + Math.max(bits(left), bits(right)), signed);
}

/** How long a sum takes: from the iteration before, where something comes round; else from its first operand. */
function timeOf(end: number, terms: readonly Ready[]): number {
  return end >= 0 ? end : end - terms.reduce((least, { time }) => Math.min(least, time), end);
}

interface Ready extends Term {
  readonly time: number;
}

function added(ops: Op[], root: Op, ofSum: number, given: readonly Ready[]): OpId {
  const width = bitWidth(root.type);
  const rest = given.toSorted(inTurn).reverse(); // the next is the last
  for (;;) {
    const [first, second] = [rest.pop(), rest.pop()];
    if (first === undefined) return bug("a sum of nothing");
    if (second === undefined) return first.id;
    const op = first.isNegative === second.isNegative ? "add" : "sub";
    const [left, right] = first.isNegative && !second.isNegative ? [second, first] : [first, second];
    const whole = sumType(op, left.type, right.type);
    const type = rest.length === 0 || bitWidth(whole) >= width ? root.type : whole;
    const { span } = root;
    const id = ops.push({ kind: "compute", op, operands: [left.id, right.id], type, span }) - 1;
    const isNegative = first.isNegative && second.isNegative;
    const sum = { id, isNegative, type, time: Math.max(first.time, second.time) + ofSum };
    rest.splice(placeIn(rest, sum), 0, sum);
  }
}

/** Those that are ready first; of these the narrowest. */
function inTurn(a: Ready, b: Ready): number {
  return a.time - b.time || bitWidth(a.type) - bitWidth(b.type) || a.id - b.id;
}

/** In a list whose last comes next. */
function placeIn(rest: readonly Ready[], one: Ready): number {
  let [low, high] = [0, rest.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = rest[middle];
    if (there !== undefined && inTurn(there, one) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What does not depend on the iteration before can be computed as early as it takes. */
const early = -1e6; // ns

/** When an operation is ready, in ns: from zero on where something comes round, else from `early` on. */
function readyTimes(graph: Graph, delays: Delays): readonly number[] {
  const { ops } = graph;
  const written = new Set(ops.flatMap((op) => (op.kind === "write" ? [op.register] : [])));
  const stored = new Set(ops.flatMap((op) => (op.kind === "store" ? [op.storage] : [])));
  const times: number[] = [];
  for (const op of ops) {
    const start = Math.max(early, ...operandsOf(op).map((id) => times[id] ?? early));
    const comesRound =
      (op.kind === "read" && written.has(op.register)) || (op.kind === "load" && stored.has(op.storage));
    times.push(
      comesRound ? Math.max(start, 0) : op.kind === "compute" ? start + delays.of(graph, op) : start,
    );
  }
  return times;
}
