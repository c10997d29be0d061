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
import { type Known, looksAt, looksAtLevel, measure, valuesOf } from "../circuit/predict.ts";
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
import { type Moving, type MovingEvaluator, movingEvaluatorOf, type Reach } from "./moving.ts";

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
  /**
   * After each iteration of an outermost loop: those that follow are this one again, `rows` times, with all that it touches
   * moved by so many words of each storage and so many cycles. Gives how many of them may be taken as seen; they are not walked through.
   */
  readonly moved?: (by: Moved) => number;
}

export interface Moved {
  readonly words: ReadonlyMap<string, number>; // by storage
  readonly cycles: number;
  readonly rows: number; // 0: nothing is said, and what was said before holds no longer
}

export function walkAccesses(
  plan: CircuitPlan,
  timings: ReadonlyMap<Graph, Timing>,
  { isShared, visit, moved, mostIterations = 1 << 22 }: Visitor,
): Pick<Trace, "length" | "exact" | "irregular"> & { readonly iterations: number } {
  const walker: Walker = {
    flow: flowOf(plan, timings, "ignored"),
    ...{ isShared, visit, mostIterations, moved: moved ?? null },
    irregular: new Map(),
    exact: true,
    iterations: 0,
    row: null,
    graphs: new Map(),
    repeats: new Map(),
  };
  const length = sequence(walker, plan.body, 1);
  const { exact, irregular, iterations } = walker;
  return { length, exact, irregular, iterations };
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
  readonly moved: NonNullable<Visitor["moved"]> | null;
  readonly mostIterations: number;
  readonly irregular: Map<string, Irregular>;
  exact: boolean;
  iterations: number;
  row: Row | null;
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
  readonly moving: MovingEvaluator;
  readonly walks: Map<OpId, bigint>;
}

/** An iteration of an outermost loop, and how the following ones go on from it. */
interface Row {
  readonly reach: Reach;
  readonly of: Graph | string; // the loop: the first level of a pipeline, or the variable of a Repeat
  readonly step: number; // of the loop
  readonly slopes: Walks | null; // from the row before; null: not known yet
  readonly words: Map<string, number>; // by storage, that accesses move from row to row
}

type Walks = ReadonlyMap<Graph, ReadonlyMap<OpId, bigint>>;

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
  const isAlike = !levels.slice(1).some((level) => looksAtLevel(level, 0)); // rows have equally many iterations
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
    const rows = index === 0 && isAlike ? rowsOf(w, graph, bounds) : null;
    for (let value = bounds.from; value < bounds.to; value += bounds.step) {
      values[index] = value;
      lasts[index] = value + bounds.step >= bounds.to;
      const began = count;
      rows?.begin();
      if (!run(index + 1)) {
        rows?.end();
        return false;
      }
      const taken = rows?.taken(value, (count - began) * interval) ?? 0;
      count += taken * (count - began);
      value += taken * bounds.step;
    }
    rows?.end();
    return true;
  };
  if (!run(0)) return null;
  return count === 0 ? first : first + (count - 1) * interval + length;
}

interface Rows {
  begin(): void;
  /** How many of the rows after this one are taken as seen. */
  taken(value: number, cycles: number): number;
  end(): void;
}

/** Null: nobody asks, or it is inside of rows already. Rows must have equally many iterations. */
function rowsOf(
  w: Walker,
  of: Row["of"],
  { to, step: by }: { readonly to: number; readonly step: number },
): Rows | null {
  const { moved: told, row: outer } = w;
  if (told === null || outer !== null) return null;
  told({ words: new Map(), cycles: 0, rows: 0 });
  let before: Walks | null = null; // at the beginning of the row before
  let now: Walks = new Map();
  return {
    begin: () => {
      now = walksNow(w);
      const slopes = before === null ? null : differences(now, before);
      w.row = { of, slopes, step: by, reach: { most: Number.POSITIVE_INFINITY }, words: new Map() };
    },
    taken: (value, cycles) => {
      const { slopes, reach, words } = w.row ?? bug("no row");
      before = now;
      const left = Math.ceil((to - value) / by) - 2; // the last one is walked through
      const rows = slopes === null ? 0 : Math.max(0, Math.min(reach.most, left));
      const found = told({ words, cycles, rows });
      if (found === 0 || slopes === null) return 0;
      for (const [graph, { walks }] of w.graphs)
        for (const [id, walk] of walks) walks.set(id, further(graph, id, walk, slopes, found));
      before = new Map(
        [...now].map(([graph, own]) => [
          graph,
          new Map([...own].map(([id, walk]) => [id, further(graph, id, walk, slopes, found)])),
        ]),
      );
      return found;
    },
    end: () => {
      w.row = null;
    },
  };
}

function walksNow(w: Walker): Walks {
  return new Map([...w.graphs].map(([graph, { walks }]) => [graph, new Map(walks)]));
}

function differences(now: Walks, before: Walks): Walks {
  return new Map(
    [...now].map(([graph, walks]) => [
      graph,
      new Map(
        [...walks].flatMap(([id, walk]) => {
          const old = before.get(graph)?.get(id);
          return old === undefined ? [] : [[id, walk - old] as const];
        }),
      ),
    ]),
  );
}

/** A walk after so many rows more. */
function further(graph: Graph, id: OpId, walk: bigint, slopes: Walks, rows: number): bigint {
  const op = graph.ops[id];
  const type = op?.kind === "walk" ? op.type : bug(`${id} is no walk`);
  return BigInt.asUintN(bitWidth(type), walk + BigInt(rows) * (slopes.get(graph)?.get(id) ?? 0n));
}

function repeat(w: Walker, item: Repeat, start: number): number | null {
  const { level, exit, body } = item;
  const bounds = level === null || exit !== null ? null : valuesOf(level, [], knownBy(w));
  if (level === null || bounds === null) return null;
  const turn = turnOf(w.flow, item);
  const accesses = accessesIn(w, item);
  let cycle: number | null = start + (w.flow.resting.has(item) ? 0 : 1);
  const rows = body.some((one) => looksAt(one, level.variable)) ? null : rowsOf(w, level.variable, bounds);
  for (let value = bounds.from; value < bounds.to && cycle !== null; value += bounds.step) {
    const goesOn = ++w.iterations <= w.mostIterations && isOpen(w, accesses);
    w.repeats.set(level.variable, { value, isLast: value + bounds.step >= bounds.to });
    rows?.begin();
    const began: number = cycle;
    cycle = goesOn ? sequence(w, body, cycle) + turn : null;
    if (cycle === null || rows === null) continue;
    const taken = rows.taken(value, cycle - began);
    cycle += taken * (cycle - began);
    value += taken * bounds.step;
  }
  rows?.end();
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
  const made = {
    ...{ accesses, walks, evaluator: evaluatorOf(graph, wanted) },
    moving: movingEvaluatorOf(graph, w.moved === null ? [] : wanted),
  };
  w.graphs.set(graph, made);
  return made;
}

function touch(w: Walker, graph: Graph, start: number, values: readonly number[]): void {
  const { row } = w;
  const { accesses } = touching(w, graph);
  const at = row === null ? valuesAt(w, graph, values) : movingAt(w, graph, values, row);
  for (const { op, cycle } of accesses) {
    if (w.irregular.has(op.storage)) continue;
    const happens = op.predicate === null ? still : at(op.predicate);
    if (happens?.value === 0) continue;
    const address = at(op.address);
    const nth = op.bank.kind === "static" ? still : at(op.bank.nth);
    const bank = nth === null ? undefined : banksOf(op.bank)[op.bank.kind === "static" ? 0 : nth.value];
    if (happens === null) w.irregular.set(op.storage, { why: "predicate", span: op.span });
    else if (address === null || nth === null || bank === undefined)
      w.irregular.set(op.storage, { why: "address", span: op.span });
    else {
      if (row !== null) follow(row, op.storage, address.slope, nth.slope);
      const wrong = w.visit({ cycle: start + cycle, op, bank, address: address.value });
      if (wrong !== null) w.irregular.set(op.storage, wrong);
    }
  }
}

const still: Moving = { value: 1, slope: 0 };

/** All accesses of a storage must move alike. */
function follow({ words, reach }: Row, storage: string, slope: number, ofBank: number): void {
  if (ofBank !== 0 || (words.get(storage) ?? slope) !== slope) reach.most = 0;
  words.set(storage, slope);
}

type At = (id: OpId) => Moving | null;

function valuesAt(w: Walker, graph: Graph, values: readonly number[]): At {
  const { evaluator, walks } = touching(w, graph);
  const at = evaluator({
    counter: (level) => values[level] ?? null,
    register: (name) => w.repeats.get(name)?.value ?? null,
    walk: (id) => Number(walks.get(id) ?? bug(`no walk ${id}`)),
  });
  return (id) => {
    const value = at(id);
    return value === null ? null : { value, slope: 0 };
  };
}

function movingAt(w: Walker, graph: Graph, values: readonly number[], row: Row): At {
  const { moving, walks } = touching(w, graph);
  const { reach, of, step: by, slopes } = row;
  return moving(
    {
      counter: (level) => {
        const value = values[level];
        return value === undefined ? null : { value, slope: level === 0 && of === graph ? by : 0 };
      },
      register: (name) => {
        const value = w.repeats.get(name)?.value;
        return value === undefined ? null : { value, slope: of === name ? by : 0 };
      },
      walk: (id) => {
        const slope = slopes?.get(graph)?.get(id);
        if (slope === undefined) reach.most = 0;
        return { value: Number(walks.get(id) ?? bug(`no walk ${id}`)), slope: Number(slope ?? 0n) };
      },
    },
    reach,
  );
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
