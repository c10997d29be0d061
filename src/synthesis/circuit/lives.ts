/**
 * When registers hold something that matters: scalars that pass from graph to graph, variables of loops, walks.
 *
 * A scalar lives from where it is written to where it is last read, found backwards over the items of the Plan as over
 * the blocks of a program. What a graph reads it holds for all of its cycles: values that only rename its bits are read
 * from it at any time.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Block, Graph, Item, Pipeline, Repeat, Walk } from "../plan/nodes.ts";
import { itemsIn } from "../plan/walk.ts";
import type { Life } from "./colour.ts";
import { emptiness, type Flow, type Run, readBy } from "./flow.ts";

export interface Lives {
  readonly scalars: ReadonlyMap<string, readonly Life[]>; // those that may share a register
  readonly variables: ReadonlyMap<string, readonly Life[]>; // of loops, that rest where they start meanwhile
  readonly run: (graph: Graph) => Life; // all of its cycles
  readonly walk: (graph: Graph, op: Walk) => readonly Life[];
}

export function livesOf(flow: Flow): Lives {
  const places = new Map(flow.runs.map((run, place) => [run.graph, place]));
  const whole = (graph: Graph): Life => {
    const period = periodOf(flow.runOf(graph));
    const run = places.get(graph) ?? bug("a graph that never runs");
    return { run, period, from: 0, to: period - 1 };
  };
  const within = (items: readonly Item[]): readonly Life[] =>
    [...itemsIn(items)].flatMap((item) =>
      (item.kind === "block" || item.kind === "pipeline") && places.has(item.graph)
        ? [whole(item.graph)]
        : [],
    );
  const repeats = [...itemsIn(flow.plan.body)].filter((item) => item.kind === "repeat");
  return {
    scalars: scalarsIn(flow, whole),
    variables: new Map(
      [...flow.resting].flatMap(({ level, body }) => {
        const lives = within(body);
        return level === null || lives.length === 0 ? [] : [[level.variable, lives] as const];
      }),
    ),
    run: whole,
    walk: (graph, { moves }) => {
      const around = repeats.find(({ level }) => level !== null && level === moves[0]?.of);
      return around === undefined ? [whole(graph)] : within([around]);
    },
  };
}

/** A graph that runs once has a cycle more, after its end: what its last cycle writes is held then. */
function periodOf({ item, interval, length }: Run): number {
  return item === null ? length + 1 : Math.max(1, interval);
}

/** The cycles before the first item, in which arguments come. */
const call: Life = { run: -1, period: 1, from: 0, to: 0 };

function scalarsIn(flow: Flow, whole: (graph: Graph) => Life): ReadonlyMap<string, readonly Life[]> {
  const { plan } = flow;
  const lives = new Map<string, Map<number, Life>>(plan.registers.map(({ name }) => [name, new Map()]));
  const fixed = new Set(fixedIn(flow));
  const note = (name: string, life: Life): void => void lives.get(name)?.set(life.run, life);
  const carried = carriedIn(flow);
  const visit = (item: Block | Pipeline, after: Names): void => {
    const { graph } = item;
    const run = flow.runOf(graph);
    const life = whole(graph);
    const { reads, before } = through(item, after);
    for (const name of before) {
      const ends = item.kind === "block" && !after.has(name);
      note(name, { ...life, to: ends ? Math.max(0, life.to - 1) : life.to });
    }
    for (const [name, cycle] of writesIn(run)) {
      if (cycle >= run.length) fixed.add(name); // when others are at work
      note(name, before.has(name) || item.kind === "pipeline" ? life : { ...life, from: cycle + 1 });
    }
    if (run.reach > run.length) for (const name of reads) fixed.add(name); // faults may be told after the end
  };
  const inputs = new Set(plan.inputs.map(({ register }) => register));
  for (const name of backwards(plan.body, new Set(), carried, visit)) if (!inputs.has(name)) fixed.add(name);
  for (const name of inputs) note(name, call);
  return new Map(
    [...lives].flatMap(([name, own]) =>
      fixed.has(name) || own.size === 0 ? [] : [[name, [...own.values()]] as const],
    ),
  );
}

type Names = ReadonlySet<string>;
type Carried = ReadonlyMap<Repeat, Names>;

/** What iterations of loops take over from those before. */
function carriedIn({ plan }: Flow): Carried {
  const carried = new Map<Repeat, Names>();
  const found = (repeat: Repeat, names: Names): void => void carried.set(repeat, names);
  const size = (): number => [...carried.values()].reduce((sum, names) => sum + names.size, 0);
  let before: number;
  do {
    before = size();
    backwards(plan.body, new Set(), carried, () => {}, found);
  } while (size() > before);
  return carried;
}

/** The names that live before some items, where `after` live after them. */
function backwards(
  items: readonly Item[],
  after: Names,
  carried: Carried,
  visit: (item: Block | Pipeline, after: Names) => void,
  found: (repeat: Repeat, names: Names) => void = () => {},
): Names {
  const before = (item: Item, names: Names): Names => {
    switch (item.kind) {
      case "block":
      case "pipeline":
        visit(item, names);
        return through(item, names).before;
      case "branch":
        return new Set([...sequence(item.then, names), ...sequence(item.else, names)]);
      case "repeat": {
        const around = new Set([...names, ...(carried.get(item) ?? [])]);
        const own = sequence(item.body, around);
        found(item, own);
        return new Set([...around, ...own]);
      }
    }
  };
  const sequence = (list: readonly Item[], names: Names): Names =>
    list.reduceRight((known, item) => (emptiness(item) === "always" ? known : before(item, known)), names);
  return sequence(items, after);
}

function through(item: Block | Pipeline, after: Names): { readonly reads: Names; readonly before: Names } {
  const { ops } = item.graph;
  const reads = new Set(ops.flatMap((op) => (op.kind === "read" ? [op.register] : [])));
  const writes = new Set(ops.flatMap((op) => (op.kind === "write" ? [op.register] : [])));
  const isSure = item.kind === "block" || emptiness(item) === "never";
  const passed = [...after].filter((name) => !(isSure && writes.has(name)));
  return { reads, before: new Set([...reads, ...passed]) };
}

/** The first cycle in which each register is written. */
function writesIn({ graph, timing }: Run): ReadonlyMap<string, number> {
  const writes = new Map<string, number>();
  for (const [id, op] of graph.ops.entries()) {
    if (op.kind !== "write") continue;
    const cycle = timing.cycles[id] ?? bug("a write without a cycle");
    writes.set(op.register, Math.min(cycle, writes.get(op.register) ?? cycle));
  }
  return writes;
}

/** What control looks at, or the caller. */
function* fixedIn({ plan }: Flow): Generator<string> {
  for (const { register } of plan.results) yield register;
  for (const item of itemsIn(plan.body)) {
    if (item.kind === "repeat" || item.kind === "branch") yield* readBy(item);
    if (item.kind === "repeat" && item.level !== null) yield item.level.variable;
    if (item.kind !== "pipeline") continue;
    for (const name of readBy({ ...item, graph: { ops: [], orders: [], forwards: [] } })) yield name;
  }
}
