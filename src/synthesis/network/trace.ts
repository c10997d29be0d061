/**
 * When a process touches what it shares, cycle by cycle, before anything is built: its control is walked as the circuit
 * will walk it, and addresses are computed along the way.
 *
 *     const { touches, length, exact } = traceOf(plan, timings, (storage) => storage === "t");
 *
 * Cycles are counted from the one in which the start is taken, as predict.ts counts them, of a process that never waits.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { bitWidth } from "../../types/bits.ts";
import { type Flow, firstValues, flowOf, turnOf } from "../circuit/flow.ts";
import { type Known, measure, valuesOf } from "../circuit/predict.ts";
import type {
  CircuitPlan,
  Graph,
  Item,
  Level,
  Load,
  OpId,
  Pipeline,
  Repeat,
  Store,
  Walk,
} from "../plan/nodes.ts";
import { banksOf } from "../plan/walk.ts";
import type { Timing } from "../timing/problem.ts";
import { type Evaluator, evaluatorOf } from "./evaluate.ts";

export interface Trace {
  readonly touches: readonly Touch[]; // in the order of cycles
  readonly lanes: ReadonlyMap<string, Lanes>; // the same, by storage
  readonly length: number; // the cycle of `done`; where data decide, the least
  readonly exact: boolean; // whether cycles hold for any data
  readonly irregular: ReadonlyMap<string, Irregular>; // storages of which it is not known when, or where, they are touched
}

export interface Touch {
  readonly cycle: number;
  readonly op: Load | Store;
  readonly bank: number;
  readonly address: number;
}

/** By bank, in the order of cycles. */
export type Lanes = ReadonlyMap<number, readonly Touch[]>;

/** Why nobody can say; `again`: what is written or read twice is no stream, and nobody has to look further. */
export type Irregular =
  | { readonly why: "control" | "address" | "predicate" | "long"; readonly span: Span }
  | { readonly why: "again"; readonly span: Span; readonly touch: Touch };

export function traceOf(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  isShared: (storage: string) => boolean,
): Trace {
  const touches: Touch[] = [];
  const storages = new Map(plan.storages.map((storage) => [storage.name, storage]));
  const seen = new Map<string, Uint8Array>(); // words that were touched, by kind and storage
  const seenOf = new Map<Load | Store, { readonly words: Uint8Array; readonly depth: number }>();
  const seenBy = (op: Load | Store): { readonly words: Uint8Array; readonly depth: number } => {
    const before = seenOf.get(op);
    if (before !== undefined) return before;
    const { banks, depth } = storages.get(op.storage) ?? bug(`no storage ${op.storage}`);
    const key = `${op.kind} ${op.storage}`;
    const words = seen.get(key) ?? new Uint8Array(banks * depth);
    seen.set(key, words);
    seenOf.set(op, { words, depth });
    return { words, depth };
  };
  const { length, exact, irregular } = walkAccesses(plan, timings, {
    isShared,
    visit: (touch) => {
      const { words, depth } = seenBy(touch.op);
      const word = touch.bank * depth + touch.address;
      const isAgain = words[word] === 1;
      words[word] = 1;
      touches.push(touch);
      return isAgain ? { why: "again", span: touch.op.span, touch } : null;
    },
  });
  touches.sort((one, other) => one.cycle - other.cycle); // iterations overlap
  return { touches, lanes: lanesOf(touches), length, exact, irregular };
}

/** Whoever looks at accesses. */
export interface Visitor {
  readonly isShared: (storage: string) => boolean; // whether its accesses are visited
  /** Iteration by iteration, which is not the order of cycles. What it gives ends the visits of the storage. */
  readonly visit: (touch: Touch) => Irregular | null;
  readonly mostIterations?: number; // that are walked through
}

export function walkAccesses(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  { isShared, visit, mostIterations = 1 << 22 }: Visitor,
): Pick<Trace, "length" | "exact" | "irregular"> {
  const walker: Walker = {
    flow: flowOf(plan, timings, "ignored"),
    ...{ isShared, visit, mostIterations },
    irregular: new Map(),
    exact: true,
    iterations: 0,
    graphs: new Map(),
    repeats: new Map(),
  };
  const length = sequence(walker, plan.body, 1);
  return { length, exact: walker.exact, irregular: walker.irregular };
}

function lanesOf(touches: readonly Touch[]): ReadonlyMap<string, Lanes> {
  const storages = new Map<string, Map<number, Touch[]>>();
  for (const touch of touches) {
    const lanes = storages.get(touch.op.storage) ?? new Map<number, Touch[]>();
    storages.set(touch.op.storage, lanes);
    const lane = lanes.get(touch.bank);
    if (lane === undefined) lanes.set(touch.bank, [touch]);
    else lane.push(touch);
  }
  return storages;
}

interface Walker {
  readonly flow: Flow;
  readonly isShared: (storage: string) => boolean;
  readonly visit: Visitor["visit"];
  readonly mostIterations: number;
  readonly irregular: Map<string, Irregular>;
  exact: boolean;
  iterations: number;
  readonly graphs: Map<Graph, Touching>;
  readonly repeats: Map<string, { readonly value: number; readonly isLast: boolean }>; // that run, by variable
}

interface Access {
  readonly op: Load | Store;
  readonly cycle: number;
}

/** A graph that touches something shared, with what computes its addresses. */
interface Touching {
  readonly accesses: readonly Access[];
  readonly evaluator: Evaluator;
  readonly walks: Map<OpId, bigint>;
}

/** Gives the cycle after the last. */
function sequence(w: Walker, items: readonly Item[], start: number): number {
  return items.reduce((cycle, item) => itemEnd(w, item, cycle), start);
}

function itemEnd(w: Walker, item: Item, start: number): number {
  const accesses = accessesIn(w, item);
  const end = isOpen(w, accesses) ? walked(w, item, start) : null;
  if (end !== null) return end;
  const why = w.iterations > w.mostIterations ? "long" : "control";
  for (const { storage, span } of accesses)
    if (!w.irregular.has(storage)) w.irregular.set(storage, { why, span });
  return measured(w, item, start);
}

/** Whether any of it may be a stream yet. */
function isOpen({ irregular }: Walker, accesses: readonly (Load | Store)[]): boolean {
  return accesses.some(({ storage }) => !irregular.has(storage));
}

function measured(w: Walker, item: Item, start: number): number {
  const { least, most } = measure(w.flow, item, knownBy(w)).cycles;
  if (least !== most) w.exact = false;
  return start + least;
}

/** Null: data decide how control goes through it, or there is nothing to look at any more. */
function walked(w: Walker, item: Item, start: number): number | null {
  switch (item.kind) {
    case "block":
      touch(w, item.graph, start, []);
      step(w, item.graph, () => true);
      return start + w.flow.runOf(item.graph).length;
    case "pipeline":
      return pipeline(w, item, start);
    case "repeat":
      return repeat(w, item, start);
    case "branch":
      return null;
  }
}

function pipeline(w: Walker, { levels, graph }: Pipeline, start: number): number | null {
  const { interval, length } = w.flow.runOf(graph);
  if (levels.length === 0 || graph.ops.some(({ kind }) => kind === "exit")) return null;
  const first = start + (firstValues(levels) === null ? 1 : 0);
  const values: number[] = [];
  const lasts: boolean[] = [];
  const ops = accessesOf(w, graph).map(({ op }) => op);
  let count = 0;
  const run = (index: number): boolean => {
    const level = levels[index];
    if (level === undefined) {
      if (++w.iterations > w.mostIterations || !isOpen(w, ops)) return false;
      touch(w, graph, first + count++ * interval, values);
      step(w, graph, (own) => lasts[own] ?? true);
      return true;
    }
    const bounds = valuesOf(level, values, knownBy(w));
    if (bounds === null) return false;
    for (let value = bounds.from; value < bounds.to; value += bounds.step) {
      values[index] = value;
      lasts[index] = value + bounds.step >= bounds.to;
      if (!run(index + 1)) return false;
    }
    return true;
  };
  if (!run(0)) return null;
  return count === 0 ? first : first + (count - 1) * interval + length;
}

function repeat(w: Walker, item: Repeat, start: number): number | null {
  const { level, exit, body } = item;
  const bounds = level === null || exit !== null ? null : valuesOf(level, [], knownBy(w));
  if (level === null || bounds === null) return null;
  const turn = turnOf(w.flow, item);
  const accesses = accessesIn(w, item);
  let cycle: number | null = start + (w.flow.resting.has(item) ? 0 : 1);
  for (let value = bounds.from; value < bounds.to && cycle !== null; value += bounds.step) {
    const goesOn = ++w.iterations <= w.mostIterations && isOpen(w, accesses);
    w.repeats.set(level.variable, { value, isLast: value + bounds.step >= bounds.to });
    cycle = goesOn ? sequence(w, body, cycle) + turn : null;
  }
  w.repeats.delete(level.variable);
  return cycle;
}

function knownBy({ repeats }: Walker): Known {
  return { values: new Map([...repeats].map(([name, { value }]) => [name, value])), assumed: undefined };
}

// Touches

function accessesIn(w: Walker, item: Item): readonly (Load | Store)[] {
  switch (item.kind) {
    case "block":
    case "pipeline":
      return accessesOf(w, item.graph).map(({ op }) => op);
    case "repeat":
      return item.body.flatMap((one) => accessesIn(w, one));
    case "branch":
      return [...item.then, ...item.else].flatMap((one) => accessesIn(w, one));
  }
}

function accessesOf(w: Walker, graph: Graph): Touching["accesses"] {
  return touching(w, graph).accesses;
}

function touching(w: Walker, graph: Graph): Touching {
  const before = w.graphs.get(graph);
  if (before !== undefined) return before;
  const { timing, live } = w.flow.runOf(graph);
  const accesses = graph.ops.flatMap((op, id) => {
    if ((op.kind !== "load" && op.kind !== "store") || !live.has(id) || !w.isShared(op.storage)) return [];
    return [{ op, cycle: timing.cycles[id] ?? bug("an access without a cycle") }];
  });
  const wanted = accesses.flatMap(({ op }) => [
    op.address,
    ...(op.bank.kind === "dynamic" ? [op.bank.nth] : []),
    ...(op.predicate === null ? [] : [op.predicate]),
  ]);
  const walks = new Map<OpId, bigint>();
  for (const [id, op] of graph.ops.entries()) if (op.kind === "walk") walks.set(id, op.first);
  const made = { accesses, evaluator: evaluatorOf(graph, wanted), walks };
  w.graphs.set(graph, made);
  return made;
}

function touch(w: Walker, graph: Graph, start: number, values: readonly number[]): void {
  const { accesses, evaluator, walks } = touching(w, graph);
  const at = evaluator({
    counter: (level) => values[level] ?? null,
    register: (name) => w.repeats.get(name)?.value ?? null,
    walk: (id) => Number(walks.get(id) ?? bug(`no walk ${id}`)),
  });
  for (const { op, cycle } of accesses) {
    if (w.irregular.has(op.storage)) continue;
    const happens = op.predicate === null ? 1 : at(op.predicate);
    if (happens === 0) continue;
    const address = at(op.address);
    const nth = op.bank.kind === "static" ? 0 : at(op.bank.nth);
    const bank = nth === null ? undefined : banksOf(op.bank)[nth];
    if (happens === null) w.irregular.set(op.storage, { why: "predicate", span: op.span });
    else if (address === null || bank === undefined)
      w.irregular.set(op.storage, { why: "address", span: op.span });
    else {
      const wrong = w.visit({ cycle: start + cycle, op, bank, address });
      if (wrong !== null) w.irregular.set(op.storage, wrong);
    }
  }
}

/** Walks move at the end of an iteration: see circuit/walks.ts. `isLast`: whether a level of the pipeline is. */
function step(w: Walker, graph: Graph, isLast: (level: number) => boolean): void {
  const { walks } = touching(w, graph);
  for (const [id, value] of walks) {
    const op = graph.ops[id];
    if (op?.kind === "walk") walks.set(id, moved(w, op, value, isLast));
  }
}

function moved(w: Walker, op: Walk, value: bigint, isLast: (level: number) => boolean): bigint {
  const { first, moves, back, type } = op;
  const goesOn = (of: number | Level): boolean =>
    typeof of === "number" ? !isLast(of) : w.repeats.get(of.variable)?.isLast === false;
  const move = moves.findLast(({ of }) => goesOn(of));
  if (move === undefined && back) return first;
  const { by } = move ?? moves[0] ?? bug("a walk that never moves");
  return BigInt.asUintN(bitWidth(type), value + by);
}
