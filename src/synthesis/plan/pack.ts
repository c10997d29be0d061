/**
 * Two products by the same factor from one multiplier:
 *
 *     x * c, y * c        p = (x * 2^k + y) * c:  y * c are its low k bits, x * c those above, and one more where y * c is below zero
 *
 * k are the bits of y * c, so it is exact (Fu et al., Deep Learning with INT8 Optimization on Xilinx Devices, WP486). Of 8 bits by
 * 8 it takes a factor of 25, which DSPs with wide ports have. Units that a schedule limits are left as it counts them. The adders
 * take LUTs, and perhaps cycles: who asks for it compares (process.ts).
 */
import type { Family } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import { dspsOf, type Factor } from "../../hardware/cores/delay.ts";
import { bitWidth } from "../../types/bits.ts";
import { exactInt, type IntType, isInteger, type ScalarType } from "../../types/types.ts";
import { pruned } from "./live.ts";
import type { CircuitPlan, Compute, Graph, Op, OpId } from "./nodes.ts";
import { mapGraphs, operandsOf, withOperands, withOps } from "./walk.ts";

/** The plan itself where there is nothing to pack. */
export function packed(plan: CircuitPlan, family: Family): CircuitPlan {
  let changes = false;
  const body = mapGraphs(plan.body, ({ graph }) => {
    const after = packedGraph(graph, family);
    changes ||= after !== graph;
    return after;
  });
  return changes ? { ...plan, body } : plan;
}

/** An operation before it was extended. */
interface Narrow {
  readonly id: OpId;
  readonly bits: number;
  readonly signed: boolean;
}

/** A product, seen from the factor that another one may share. */
interface Product {
  readonly id: OpId;
  readonly shared: Narrow;
  readonly other: Narrow;
}

interface Pair {
  readonly low: Product;
  readonly high: Product;
}

function packedGraph(graph: Graph, family: Family): Graph {
  const ranks = ranksOf(graph);
  const pairs = pairsIn(graph, ranks, family);
  if (pairs.length === 0) return graph;
  const pairOf = new Map(pairs.flatMap((pair) => [pair.low, pair.high].map(({ id }) => [id, pair])));
  const ops: Op[] = [];
  const places = new Map<OpId, OpId>();
  const moved = (id: OpId): OpId => places.get(id) ?? id;
  for (const id of byRank(graph, ranks)) {
    const op = graph.ops[id];
    if (op === undefined || places.has(id)) continue;
    const pair = pairOf.get(id);
    if (pair === undefined) places.set(id, ops.push(withOperands(op, moved)) - 1);
    else write(ops, graph, pair, places);
  }
  return pruned(withOps(graph, ops, moved));
}

/** How many products stand one after another before an operation: two of the same rank need nothing of each other. */
function ranksOf({ ops }: Graph): readonly number[] {
  const ranks: number[] = [];
  for (const op of ops) {
    let rank = 0;
    for (const id of operandsOf(op)) rank = Math.max(rank, (ranks[id] ?? 0) + (isProduct(ops[id]) ? 1 : 0));
    ranks.push(rank);
  }
  return ranks;
}

/** Operands before users, and products of a rank after all that they can need. */
function byRank({ ops }: Graph, ranks: readonly number[]): readonly OpId[] {
  const place = (id: OpId): number => 2 * (ranks[id] ?? 0) + (isProduct(ops[id]) ? 1 : 0);
  return ops.map((_, id) => id).sort((a, b) => place(a) - place(b) || a - b);
}

function isProduct(op: Op | undefined): op is Compute {
  return op?.kind === "compute" && op.op === "mul";
}

/** Each product with the first one before it that is still alone and shares a factor. */
function pairsIn(graph: Graph, ranks: readonly number[], family: Family): readonly Pair[] {
  const open = new Map<string, Product[]>(); // by rank and shared factor
  const gone = new Set<OpId>();
  const pairs: Pair[] = [];
  for (const [id, op] of graph.ops.entries()) {
    for (const product of isProduct(op) ? productsOf(graph, id, op, family) : []) {
      if (gone.has(id)) break;
      const key = `${ranks[id]} ${product.shared.id}`;
      const waiting = (open.get(key) ?? []).filter((one) => !gone.has(one.id));
      const mate = waiting.find((one) => one.id !== id && fits(one, product, family));
      open.set(key, [...waiting, product]);
      if (mate === undefined) continue;
      pairs.push({ low: mate, high: product });
      gone.add(id).add(mate.id);
    }
  }
  return pairs;
}

/** A product for one DSP, from either factor. */
function productsOf(graph: Graph, id: OpId, op: Compute, family: Family): readonly Product[] {
  const { operands, type, allowed, general } = op;
  const [a, b] = operands.map((operand) => narrowest(graph.ops, operand));
  if (allowed !== undefined || general !== undefined || !isWhole(type) || !a || !b) return [];
  if (dspsOf(factor(a), factor(b), bitWidth(type), family) !== 1) return [];
  return [
    { id, shared: a, other: b },
    { id, shared: b, other: a },
  ];
}

/** Null of constants, which make a smaller circuit, and of what is no integer. */
function narrowest(ops: readonly Op[], id: OpId): Narrow | null {
  const op = ops[id];
  if (op === undefined || op.kind === "const" || !isWhole(op.type)) return null;
  const [from] = op.kind === "compute" && op.op === "convert" ? op.operands : [];
  const before = from === undefined ? null : narrowest(ops, from);
  const own = { id, bits: bitWidth(op.type), signed: op.type.signed };
  return before !== null && holds(own, before) ? before : own;
}

function isWhole(type: ScalarType): type is IntType {
  return type.kind === "int" && isInteger(type);
}

/** Whether every value of the second is one of the first. */
function holds(one: Narrow, other: Narrow): boolean {
  if (one.signed === other.signed) return one.bits >= other.bits;
  return one.signed && one.bits > other.bits;
}

function factor({ bits, signed }: Omit<Narrow, "id">): Factor {
  return { bits: { kind: "ref", name: "factor", width: bits }, signed };
}

/** Bits of the lower product, where the upper one begins. */
function placeOf({ low }: Pair): number {
  return low.other.bits + low.shared.bits;
}

/** x * 2^k + y: one bit more where y may be below zero, for it may take one from the least x. */
function bothFactors(pair: Pair): Omit<Narrow, "id"> {
  const [x, y] = [pair.high.other, pair.low.other];
  return { bits: placeOf(pair) + x.bits + (y.signed ? 1 : 0), signed: x.signed || y.signed };
}

function fits(low: Product, high: Product, family: Family): boolean {
  const both = bothFactors({ low, high });
  return dspsOf(factor(both), factor(low.shared), both.bits + low.shared.bits, family) === 1;
}

function write(ops: Op[], graph: Graph, pair: Pair, places: Map<OpId, OpId>): void {
  const { low, high } = pair;
  const opAt = (id: OpId): Op => graph.ops[id] ?? bug(`no operation ${id}`);
  const { span } = opAt(low.id);
  const compute = (op: Compute["op"], operands: readonly OpId[], type: ScalarType): OpId =>
    ops.push({ kind: "compute", op, operands, type, span }) - 1;
  const number = (value: number): OpId => {
    const type = exactInt(value.toString(2).length, false);
    return ops.push({ kind: "const", bits: BigInt(value), type, span }) - 1;
  };
  const at = (id: OpId): OpId => places.get(id) ?? id;
  const place = placeOf(pair);
  const both = bothFactors(pair);
  const type = exactInt(both.bits, both.signed);
  const above = compute("shl", [compute("convert", [at(high.other.id)], type), number(place)], type);
  const factors = compute("add", [above, at(low.other.id)], type);
  const areSigned = both.signed || low.shared.signed;
  const whole = exactInt(both.bits + low.shared.bits, areSigned);
  const product = compute("mul", [factors, at(low.shared.id)], whole);
  const isSigned = low.other.signed || low.shared.signed;
  const part = compute("convert", [product], exactInt(place, isSigned));
  places.set(low.id, compute("convert", [part], opAt(low.id).type));
  // Half of the place rounds what was taken for a lower product below zero.
  const rounded = isSigned ? compute("add", [product, number(2 ** (place - 1))], whole) : product;
  const upper = compute("shr", [rounded, number(place)], whole);
  places.set(high.id, compute("convert", [upper], opAt(high.id).type));
}
