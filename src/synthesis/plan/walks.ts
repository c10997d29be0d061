/**
 * Addresses that walk along with their loops: a register to which a constant is added when an iteration ends, in place
 * of products and sums of loop variables (strength reduction; Allen, Cocke and Kennedy 1981).
 *
 *     for i, j:  a[100 * i + j]        w = 0;  for i, j:  a[w];  w = w + 1
 *     for i, j:  a[100 * j + i]        w = 0;  for i, j:  a[w];  w = j is last ? w - 9899 : w + 100
 *
 * Only where that takes less than the sum itself: sums whose terms do not overlap are wires.
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { exactInt } from "../../types/types.ts";
import type { CircuitPlan, Graph, Item, Level, Move, Op, OpId, Walk } from "./nodes.ts";
import { type Sum, sumsOf, type Variable, variableKey } from "./sums.ts";
import { operandsOf, withOperands, withOps } from "./walk.ts";

export function withWalks(plan: CircuitPlan): CircuitPlan {
  return { ...plan, body: itemsWith(plan.body, []) };
}

/** A loop whose iterations a graph sees, each at least once while the ones around it stand still. */
interface Around {
  readonly variable: Variable;
  readonly level: Level;
}

/** `around`: loops of which every iteration reaches these items exactly once; outermost first. */
function itemsWith(items: readonly Item[], around: readonly Around[]): readonly Item[] {
  return items.map((item) => itemWith(item, around));
}

function itemWith(item: Item, around: readonly Around[]): Item {
  switch (item.kind) {
    case "block":
      return { ...item, graph: graphWith(item.graph, around) };
    case "pipeline": {
      if (item.graph.ops.some(({ kind }) => kind === "exit")) return item;
      const levels = item.levels.map((level, index): Around => {
        return { variable: { kind: "level", level: index }, level };
      });
      return { ...item, graph: graphWith(item.graph, [...(runs(item) ? around : []), ...levels]) };
    }
    case "repeat": {
      const { level, exit } = item;
      const isCounted = level !== null && exit === null;
      const own: readonly Around[] = isCounted
        ? [{ variable: { kind: "register", name: level.variable }, level }]
        : [];
      return { ...item, body: itemsWith(item.body, [...(isCounted && runs(item) ? around : []), ...own]) };
    }
    case "branch":
      return { ...item, then: itemsWith(item.then, []), else: itemsWith(item.else, []) };
  }
}

/** Whether it has an iteration, whenever it is reached. */
function runs(item: Extract<Item, { kind: "pipeline" | "repeat" }>): boolean {
  const level = item.kind === "pipeline" ? item.levels[0] : item.level;
  if (level !== undefined && level !== null && level.from.terms.length + level.to.terms.length === 0) {
    return level.from.constant < level.to.constant;
  }
  return !item.mayBeEmpty;
}

function graphWith(graph: Graph, around: readonly Around[]): Graph {
  if (around.length === 0) return graph;
  const names = new Set(around.map(({ variable }) => variableKey(variable)));
  const sums = sumsOf(graph.ops, (name) => names.has(variableKey({ kind: "register", name })));
  const replaced = new Map<OpId, Replacement>();
  for (const op of graph.ops) {
    if (op.kind !== "load" && op.kind !== "store") continue;
    const { address } = op;
    const sum = sums[address] ?? null;
    const type = graph.ops[address]?.type ?? bug(`no operation ${address}`);
    if (sum === null || sum.bits < bitWidth(type) || replaced.has(address)) continue;
    const found = replacementOf(sum, bitWidth(type), around);
    if (found !== null) replaced.set(address, found);
  }
  return replaced.size === 0 ? graph : rewritten(graph, replaced);
}

/** Addresses that move alike follow one walk: the one that is least, in units. */
function basesOf(replaced: ReadonlyMap<OpId, Replacement>): ReadonlyMap<string, bigint> {
  const bases = new Map<string, bigint>();
  for (const found of replaced.values()) {
    const { offset, unit } = found;
    const key = keyOf(found);
    const own = (offset - (((offset % unit) + unit) % unit)) / unit;
    const known = bases.get(key);
    if (known === undefined || own < known) bases.set(key, own);
  }
  return bases;
}

function keyOf({ bits, moves, first }: Replacement): string {
  return [bits, first, ...moves.map(({ by }) => by)].join(" ");
}

/** walk * unit + offset */
interface Replacement {
  readonly first: bigint; // of the walk
  readonly moves: readonly Move[];
  readonly back: boolean;
  readonly bits: number; // of the walk
  readonly unit: bigint; // a power of two
  readonly offset: bigint;
}

function replacementOf(sum: Sum, width: number, around: readonly Around[]): Replacement | null {
  const factors = around.map(({ variable }) => sum.terms.get(variableKey(variable)) ?? 0n);
  if (factors.filter((factor) => factor !== 0n).length !== sum.terms.size) return null;
  const outer = factors.findIndex((factor) => factor !== 0n);
  if (outer < 0) return null;
  const used = around.slice(outer);
  const shift = Math.min(...factors.filter((factor) => factor !== 0n).map(zerosBelow));
  if (shift >= width) return null;
  const unit = 1n << BigInt(shift);
  const bits = width - shift;
  const walked = walkOf(
    used,
    factors.slice(outer).map((factor) => factor / unit),
    bits,
  );
  if (walked === null) return null;
  const found = { ...walked, bits, unit, offset: BigInt.asIntN(width, sum.constant) };
  return costOfSum(used, factors.slice(outer)) > costOfWalk(found) ? found : null;
}

/** How a sum of loop variables moves from iteration to iteration; null: not by constants. */
function walkOf(
  around: readonly Around[],
  factors: readonly bigint[],
  bits: number,
): Pick<Replacement, "first" | "moves" | "back"> | null {
  const moves: Move[] = [];
  let first = 0n;
  let inside = 0n; // how far the levels inside have come when they turn back
  for (let index = around.length - 1; index >= 0; index--) {
    const { variable, level } = around[index] ?? bug("no loop");
    const factor = factors[index] ?? 0n;
    if (factor !== 0n && level.from.terms.length > 0) return null;
    const by = BigInt.asUintN(bits, factor * BigInt(level.step) - inside);
    moves.unshift({ of: variable.kind === "level" ? variable.level : level, by });
    first += factor * BigInt(level.from.constant);
    if (factor === 0n) continue;
    const count = countOf(level);
    if (count === null && index > 0) return null;
    inside += factor * BigInt(level.step) * BigInt((count ?? 1) - 1);
  }
  const { by } = moves[0] ?? bug("no loop");
  const isRound = countOf(around[0]?.level ?? bug("no loop")) !== null;
  const back = !isRound || BigInt.asUintN(bits, inside + by) !== 0n;
  return { first: BigInt.asUintN(bits, first), moves, back };
}

function countOf({ from, to, step }: Level): number | null {
  if (from.terms.length + to.terms.length > 0) return null;
  return Math.max(1, Math.ceil((to.constant - from.constant) / step));
}

/**
 * LUTs: one for each bit that two terms both have; above and below them the carry passes through bits as they are.
 * A product by a constant has a term for every digit.
 */
function costOfSum(around: readonly Around[], factors: readonly bigint[]): number {
  const most = new Map<bigint, bigint>(); // by factor: the largest value of the sum of its variables
  let cost = 0;
  for (const [index, { level }] of around.entries()) {
    const factor = factors[index] ?? 0n;
    if (factor === 0n) continue;
    const [known, own] = [most.get(factor), (1n << BigInt(bitsOf(level))) - 1n];
    if (known !== undefined) cost += Math.min(lengthOf(known), lengthOf(own));
    most.set(factor, (known ?? 0n) + own);
  }
  let below = 0n; // the largest value of the terms so far
  for (const [factor, largest] of [...most].sort(([one], [other]) => zerosBelow(one) - zerosBelow(other))) {
    const bits = lengthOf(largest);
    cost += costOfProduct(factor, bits);
    const low = zerosBelow(factor);
    const product = largest * (factor < 0n ? -factor : factor);
    if (below > 0n) cost += Math.max(0, Math.min(lengthOf(below), lengthOf(product)) - low);
    below += product;
  }
  return cost;
}

/** In canonical signed digits; what is taken away is inverted, whatever it meets. */
function costOfProduct(factor: bigint, bits: number): number {
  let cost = 0;
  let before: number | null = null; // the place of the digit below
  for (let [rest, place] = [factor, 0]; rest !== 0n && rest !== -1n; rest >>= 1n, place++) {
    if ((rest & 1n) === 0n) continue;
    const isMinus = (rest & 3n) === 3n;
    if (isMinus) rest += 1n;
    if (isMinus) cost += bits;
    else if (before !== null) cost += Math.max(0, bits - (place - before));
    before = place;
  }
  return factor < 0n ? cost + bits : cost;
}

/** LUTs: bits to which something is added, and who says what; a register is worth a quarter of one. */
function costOfWalk({ moves, bits, back }: Replacement): number {
  const all = moves.map(({ by }) => by);
  let cost = bits / 4 + (back ? 1 : 0) + (new Set(all).size - 1);
  for (let place = 0n; place < BigInt(bits); place++) {
    if (all.some((by) => ((by >> place) & 1n) === 1n)) cost++;
  }
  return cost;
}

/** Of the variable itself, which need not hold the end. */
function bitsOf(level: Level): number {
  const count = countOf(level);
  if (count === null || level.from.constant < 0) return bitWidth(level.type);
  return lengthOf(BigInt(level.from.constant + (count - 1) * level.step));
}

function zerosBelow(value: bigint): number {
  let count = 0;
  for (let rest = value; rest !== 0n && (rest & 1n) === 0n; rest >>= 1n) count++;
  return count;
}

function lengthOf(value: bigint): number {
  return (value < 0n ? -value : value).toString(2).length;
}

/** With walks in the places of addresses, and without what only those needed. */
function rewritten(graph: Graph, replaced: ReadonlyMap<OpId, Replacement>): Graph {
  const live = liveWith(graph, replaced);
  const bases = basesOf(replaced);
  const ops: Op[] = [];
  const walks = new Map<string, OpId>();
  const places = new Map<OpId, OpId>();
  const push = (op: Op): OpId => ops.push(op) - 1;
  const moved = (id: OpId): OpId => places.get(id) ?? bug(`operation ${id} is gone`);
  for (const [id, op] of graph.ops.entries()) {
    const found = replaced.get(id);
    if (found !== undefined) places.set(id, address(op, found, bases.get(keyOf(found)) ?? 0n, push, walks));
    else if (live.has(id)) places.set(id, push(withOperands(op, moved)));
  }
  return withOps(graph, ops, moved);
}

/** What the address is now. `base`: what its walk starts with. */
function address(
  { type, span }: Op,
  found: Replacement,
  base: bigint,
  push: (op: Op) => OpId,
  walks: Map<string, OpId>,
): OpId {
  const { moves, back, bits, unit, offset } = found;
  const first = BigInt.asUintN(bits, found.first + base);
  const own = exactInt(bits, false);
  const moving: Walk = { kind: "walk", type: own, span, first, moves, back };
  const still: Op = { kind: "const", type: own, bits: first, span }; // where every step goes once around its bits
  const known = walks.get(keyOf(found)) ?? push(moves.some(({ by }) => by !== 0n) ? moving : still);
  walks.set(keyOf(found), known);
  const fixed = (value: bigint): OpId => push({ kind: "const", type, bits: value, span });
  const compute = (op: "convert" | "mul" | "add", operands: readonly OpId[]): OpId =>
    push({ kind: "compute", op, operands, type, span });
  const scaled = unit === 1n ? known : compute("mul", [compute("convert", [known]), fixed(unit)]);
  const rest = BigInt.asUintN(bitWidth(type), offset - base * unit);
  return rest === 0n ? scaled : compute("add", [scaled, fixed(rest)]);
}

function liveWith({ ops }: Graph, replaced: ReadonlyMap<OpId, Replacement>): ReadonlySet<OpId> {
  const live = new Set<OpId>();
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = ops[id] ?? bug(`no operation ${id}`);
    const acts = op.kind === "store" || op.kind === "write" || op.kind === "exit" || op.kind === "watch";
    if (acts) live.add(id);
    if (live.has(id) && !replaced.has(id)) for (const operand of operandsOf(op)) live.add(operand);
  }
  return live;
}
