/**
 * How control goes through a Plan, as far as it is known without running it: what the circuit is built from, and what
 * cycles are predicted from. Both ask here, so that they agree.
 */
import { bug } from "../../diagnostics/bug.ts";
import type {
  Bound,
  CircuitPlan,
  Graph,
  Item,
  Level,
  Load,
  Op,
  OpId,
  Pipeline,
  Repeat,
  Store,
} from "../plan/nodes.ts";
import { operandsOf } from "../plan/walk.ts";
import type { Timing } from "../timing/problem.ts";

export interface Flow {
  readonly plan: CircuitPlan;
  readonly runs: readonly Run[]; // every graph that can run, in the order of the Plan
  readonly runOf: (graph: Graph) => Run;
  /** Loops whose variable stands at its first value before and after them, so that they start at once. */
  readonly resting: ReadonlySet<Repeat>;
}

/** A graph and when its operations happen. */
export interface Run {
  readonly graph: Graph;
  readonly timing: Timing;
  readonly item: Pipeline | null; // null: a Block
  readonly interval: number; // cycles between the starts of two iterations; at most the length
  readonly length: number; // cycles of one iteration
  /** The cycle in which it is known whether the loop is left, where others have begun by then; null: none have. */
  readonly told: number | null;
  readonly reach: number; // the last cycle in which something happens: faults may be told after the length
  readonly live: ReadonlySet<OpId>; // what the circuit is there for
}

/** `watched`: faults that a Plan checks for are told. `ignored`: nobody looks, and nothing is spent on it. */
export type Faults = "watched" | "ignored";

export function flowOf(plan: CircuitPlan, timings: ReadonlyMap<Graph, Timing>, faults: Faults): Flow {
  const runs = new Map<Graph, Run>();
  const streams = new Set(plan.storages.flatMap(({ name, stream }) => (stream ? [name] : [])));
  for (const { item } of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const timing = timings.get(item.graph) ?? bug("a graph without a timing");
    if (runs.has(item.graph)) bug("one graph stands twice in a plan");
    runs.set(
      item.graph,
      runOfItem(
        item.kind === "pipeline" ? item : null,
        item.graph,
        timing,
        liveIn(item.graph, faults, streams),
      ),
    );
  }
  return {
    plan,
    runs: [...runs.values()],
    runOf: (graph) => runs.get(graph) ?? bug("a graph that never runs"),
    resting: restingIn(plan),
  };
}

function runOfItem(item: Pipeline | null, graph: Graph, timing: Timing, live: ReadonlySet<OpId>): Run {
  const least = item === null ? 0 : 1;
  const length = Math.max(least, timing.length, item === null ? 0 : (timing.ii ?? 0));
  const interval = item === null ? length : Math.max(1, Math.min(length, timing.ii ?? length));
  let reach = length;
  for (const id of live) reach = Math.max(reach, timing.cycles[id] ?? 0);
  return { graph, timing, item, interval, length, told: toldAfter(graph, timing, interval), reach, live };
}

function toldAfter({ ops }: Graph, { cycles }: Timing, interval: number): number | null {
  const last = ops.reduce(
    (known, { kind }, id) => (kind === "exit" ? Math.max(known, cycles[id] ?? 0) : known),
    0,
  );
  return last < interval ? null : last;
}

/** What stores, writes, exits and watches need. Streams need no addresses. */
function liveIn({ ops }: Graph, faults: Faults, streams: ReadonlySet<string>): ReadonlySet<OpId> {
  const live = new Set<OpId>();
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = opAt(ops, id);
    const acts = op.kind === "store" || op.kind === "write" || op.kind === "exit";
    if (acts || (op.kind === "watch" && faults === "watched")) live.add(id);
    if (!live.has(id)) continue;
    const isStream = (op.kind === "load" || op.kind === "store") && streams.has(op.storage);
    for (const operand of isStream ? wordOf(op) : operandsOf(op)) live.add(operand);
  }
  return live;
}

/** What an access to a stream looks at. */
function wordOf(op: Load | Store): readonly OpId[] {
  const asked = [
    ...(op.predicate === null ? [] : [op.predicate]),
    ...(op.bank.kind === "dynamic" ? [op.bank.nth] : []),
  ];
  return op.kind === "load" ? asked : [op.value, ...asked];
}

export function opAt(ops: readonly Op[], id: OpId): Op {
  return ops[id] ?? bug(`a graph has no operation ${id}`);
}

interface Placed {
  readonly item: Item;
  readonly repeats: readonly Repeat[]; // around it, and itself
}

/** Every item that can run, with the loops around it. */
function* itemsIn(items: readonly Item[], around: readonly Repeat[] = []): Generator<Placed> {
  for (const item of items) {
    const repeats = item.kind === "repeat" ? [...around, item] : around;
    if (emptiness(item) === "always") continue;
    yield { item, repeats };
    if (item.kind === "repeat") yield* itemsIn(item.body, repeats);
    if (item.kind === "branch") yield* itemsIn([...item.then, ...item.else], repeats);
  }
}

// Nests

/** Whether a loop has no iteration. */
export function emptiness(item: Item): "never" | "always" | "perhaps" {
  if (item.kind !== "pipeline" && item.kind !== "repeat") return "never";
  const level = item.kind === "pipeline" ? item.levels[0] : item.level;
  if (level === undefined || level === null) return "never";
  if (isConstant(level.from) && isConstant(level.to)) {
    return level.from.constant < level.to.constant ? "never" : "always";
  }
  return item.mayBeEmpty ? "perhaps" : "never";
}

export function isConstant(bound: Bound): boolean {
  return bound.terms.length === 0;
}

/** What each level starts at, where that is known now; null: it takes a cycle to set the counters. */
export function firstValues(levels: readonly Level[]): readonly number[] | null {
  const first: number[] = [];
  for (const { from } of levels) {
    let value = from.constant;
    for (const { of, factor } of from.terms) {
      if (of.kind === "register") return null;
      value += factor * (first[of.level] ?? bug("a bound of an inner level"));
    }
    first.push(value);
  }
  return first;
}

/** Repeats that start at a constant, and whose variable nobody else changes or looks at. */
function restingIn(plan: CircuitPlan): ReadonlySet<Repeat> {
  const resting = new Map<string, Repeat | null>(); // null: somebody else has to do with it
  const others = new Set<string>([...plan.inputs, ...plan.results].map(({ register }) => register));
  const placed = [...itemsIn(plan.body)];
  for (const { item } of placed) {
    if (item.kind !== "repeat" || item.level === null) continue;
    const { variable, from } = item.level;
    const alone = !resting.has(variable) && isConstant(from) && item.exit === null;
    resting.set(variable, alone ? item : null);
  }
  for (const { item, repeats } of placed) {
    for (const name of writtenBy(item)) others.add(name);
    for (const name of readBy(item)) {
      const isInside = repeats.some((repeat) => repeat !== item && resting.get(name) === repeat);
      if (!isInside) others.add(name);
    }
  }
  const found = [...resting].filter(([name, repeat]) => repeat !== null && !others.has(name));
  return new Set(found.flatMap(([, repeat]) => (repeat === null ? [] : [repeat])));
}

function writtenBy(item: Item): readonly string[] {
  if (item.kind !== "block" && item.kind !== "pipeline") return [];
  return item.graph.ops.flatMap((op) => (op.kind === "write" ? [op.register] : []));
}

/** Registers that an item itself looks at, not those of what stands in it. */
export function* readBy(item: Item): Generator<string> {
  switch (item.kind) {
    case "block":
    case "pipeline":
      for (const op of item.graph.ops) if (op.kind === "read") yield op.register;
      if (item.kind === "pipeline") for (const level of item.levels) yield* registersOfLevel(level);
      return;
    case "repeat":
      if (item.exit !== null) yield item.exit;
      if (item.level !== null) yield* registersOfLevel(item.level);
      return;
    case "branch":
      yield item.condition;
  }
}

function* registersOfLevel({ from, to }: Level): Generator<string> {
  for (const { of } of [...from.terms, ...to.terms]) if (of.kind === "register") yield of.name;
}

// Tokens

/** Whether a token can come out of a sequence in the cycle in which it goes in. */
export function canPass(flow: Flow, items: readonly Item[]): boolean {
  return items.every((item) => itemCanPass(flow, item));
}

function itemCanPass(flow: Flow, item: Item): boolean {
  switch (item.kind) {
    case "block":
      return flow.runOf(item.graph).length === 0;
    case "pipeline":
    case "repeat":
      return emptiness(item) !== "never";
    case "branch":
      return canPass(flow, item.then) || canPass(flow, item.else);
  }
}

/** Whether a sequence can say one cycle before its end that it is about to end. */
export function canForetell(flow: Flow, items: readonly Item[]): boolean {
  const last = items.findLast((item) => emptiness(item) !== "always");
  if (last === undefined || emptiness(last) !== "never") return false;
  switch (last.kind) {
    case "block":
      return flow.runOf(last.graph).length > 0;
    case "pipeline":
      return true;
    case "repeat":
      return last.exit === null && last.level !== null;
    case "branch":
      return canForetell(flow, last.then) && canForetell(flow, last.else);
  }
}

/** Cycles between the end of an iteration and the next: the variable must have moved, and no token may run in a ring. */
export function turnOf(flow: Flow, { level, body }: Repeat): 0 | 1 {
  return (level === null ? canPass(flow, body) : !canForetell(flow, body)) ? 1 : 0;
}
