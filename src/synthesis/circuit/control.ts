/**
 * Control: tokens that pass through the items of a Plan. An item gets a token in its first cycle and gives one in the
 * cycle after its last. `tokens[c]` of a graph is up in cycle c of an iteration.
 */
import { bug } from "../../diagnostics/bug.ts";
import {
  about,
  assign,
  type Builder,
  delay,
  drive,
  named,
  register,
  wire,
} from "../../hardware/netlist/build.ts";
import { add, and, constant, mux, not, or } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import type { Block, Branch, Graph, Item, Pipeline, Repeat } from "../plan/nodes.ts";
import { boundOf, declareCounters, hasAny, isLast, stepOf, type Typed } from "./counters.ts";
import { emptiness, type Flow, firstValues, type Run, turnOf } from "./flow.ts";
import type { Scalars } from "./scalars.ts";
import type { Sources } from "./sources.ts";

/** A run with the signals that drive it. */
export interface Activity extends Run {
  readonly name: string;
  readonly tokens: readonly Expr[]; // from 0 to the length, and on while something happens
  readonly counters: readonly Typed[];
  readonly resting: readonly Ref[]; // of the counters, those that stand at their first values while it does not run
  readonly lasts: readonly Expr[]; // by level: whether its counter is at its last value
  /**
   * Whether no iteration comes after this one, in the last cycle of the interval, or, in the cycle `told`, after one that is there: to be
   * assigned where a graph has exits.
   */
  readonly exit: Ref | null;
}

export interface Control {
  readonly activities: readonly Activity[];
  readonly starts: ReadonlyMap<Repeat, Ref>; // of loops around others: 1 in the first cycle of each iteration
  readonly done: Expr;
}

/** What a sequence says of its end. */
interface End {
  readonly done: Expr; // in the cycle after its last
  readonly soon: Expr | null; // in its last cycle; null: it does not know
}

export function buildControl(
  b: Builder,
  flow: Flow,
  scalars: Scalars,
  sources: Sources,
  start: Expr,
): Control {
  const activities: Activity[] = [];
  const starts = new Map<Repeat, Ref>();
  const state: State = { b, flow, scalars, sources, activities, starts };
  const { done } = sequence(state, flow.plan.body, start);
  return { activities, starts, done };
}

interface State {
  readonly b: Builder;
  readonly flow: Flow;
  readonly scalars: Scalars;
  readonly sources: Sources;
  readonly activities: Activity[];
  readonly starts: Map<Repeat, Ref>;
}

function sequence(state: State, items: readonly Item[], start: Expr): End {
  let end: End = { done: start, soon: null };
  for (const item of items) {
    if (emptiness(item) !== "always") end = itemEnd(state, item, end.done);
  }
  return end;
}

function itemEnd(state: State, item: Item, start: Expr): End {
  switch (item.kind) {
    case "block":
      return block(state, item, start);
    case "pipeline":
      return about(state.b, item, () => pipeline(state, item, start));
    case "repeat":
      return about(state.b, item, () => repeat(state, item, start));
    case "branch":
      return branch(state, item, start);
  }
}

function block(state: State, { graph }: Block, start: Expr): End {
  const { b, sources, activities } = state;
  const run = state.flow.runOf(graph);
  const name = sources.block(graph);
  const tokens: Expr[] = [named(b, `${name}_t0`, start, { comment: sources.graph(graph) })];
  extend(b, name, tokens, run.reach);
  activities.push({ ...run, name, tokens, counters: [], resting: [], lasts: [], exit: null });
  return {
    done: token(tokens, run.length),
    soon: run.length === 0 ? null : token(tokens, run.length - 1),
  };
}

/** How a loop begins. */
interface Beginning {
  readonly first: Expr; // the token of its first iteration
  readonly set: Expr; // its variables become their first values; never where they rest there
  readonly skipped: Expr | null; // it has no iteration; null: it always has
}

/**
 * A loop that may have no iteration lets its token pass: at once; or, where its variables take a cycle to be set, after
 * that cycle, in which there is time to compare them with their ends.
 */
function begun({ b, scalars, flow }: State, item: Pipeline | Repeat, start: Expr): Beginning {
  const isSet =
    item.kind === "pipeline"
      ? firstValues(item.levels) !== null
      : item.level === null || flow.resting.has(item);
  const level = item.kind === "pipeline" ? item.levels[0] : item.level;
  const never = constant(1, 0);
  const runs =
    emptiness(item) === "never"
      ? null
      : named(b, `${item.name}_runs`, hasAny(b, scalars, level ?? bug("an empty loop without a level")));
  if (isSet) {
    if (runs === null) return { first: start, set: never, skipped: null };
    return { first: and(b, start, runs), set: never, skipped: and(b, start, not(b, runs)) };
  }
  const next = delay(b, `${item.name}_set`, start, { reset: true });
  if (runs === null) return { first: next, set: start, skipped: null };
  const held = delay(b, `${item.name}_any`, runs);
  // The variable of a Repeat may be looked at later, and an empty loop leaves it as it is.
  const set = item.kind === "repeat" ? and(b, start, runs) : start;
  return { first: and(b, next, held), set, skipped: and(b, next, not(b, held)) };
}

function unlessSkipped(b: Builder, { skipped }: Beginning, end: End): End {
  return skipped === null ? end : { done: or(b, end.done, skipped), soon: null };
}

function pipeline(state: State, item: Pipeline, start: Expr): End {
  const { b, scalars, sources, activities } = state;
  const { name, levels, graph } = item;
  const run = state.flow.runOf(graph);
  const { interval, length, told } = run;
  const counters = declareCounters(b, scalars, levels);
  const exit = hasExit(graph) ? wire(b, `${name}_exit`, 1) : null;
  const isOver = exit === null || told !== null ? counters.last : or(b, counters.last, exit);
  const over = isOver.kind === "const" ? isOver : delay(b, `${name}_over`, isOver);

  const beginning = begun(state, item, start);
  const later = Array.from({ length }, (_, index) =>
    register(b, `${name}_t${index + 1}`, 1, { reset: true }),
  );
  const again = and(b, later[interval - 1] ?? bug("an interval longer than the iteration"), not(b, over));
  const tokens: Expr[] = [
    named(b, `${name}_t0`, or(b, beginning.first, again), { comment: sources.loop(item, run) }),
    ...later,
  ];
  /** Iterations that have begun after the last one go no further. */
  const isDropped = (cycle: number): boolean =>
    told !== null && cycle < told && (told - cycle) % interval === 0;
  for (const [cycle, ref] of later.entries()) {
    const goesOn = isDropped(cycle) && exit !== null ? not(b, exit) : constant(1, 1);
    drive(b, ref, and(b, token(tokens, cycle), goesOn));
  }
  extend(b, name, tokens, run.reach);

  counters.finish({
    tick: token(tokens, interval - 1),
    stop: exit ?? constant(1, 0),
    set: beginning.set,
    dropped: told !== null,
  });
  const { values, resting, lasts } = counters;
  activities.push({ ...run, name, tokens, counters: values, resting, lasts, exit });
  const finished = (done: Expr): Expr => named(b, `${name}_done`, done);
  const ends = (cycle: number, last: Expr): Expr => {
    const before = cycle - interval; // where the next iteration is then
    const alone = before < 0 ? last : not(b, token(tokens, before));
    const isAlone = told === cycle && exit !== null ? or(b, alone, exit) : alone;
    return and(b, token(tokens, cycle), isAlone);
  };
  if (interval === length) {
    return unlessSkipped(b, beginning, {
      done: finished(and(b, token(tokens, length), over)),
      soon: and(b, token(tokens, length - 1), isOver),
    });
  }
  return unlessSkipped(b, beginning, { done: finished(ends(length, over)), soon: ends(length - 1, isOver) });
}

/** More tokens, up to a cycle. */
function extend(b: Builder, name: string, tokens: Expr[], to: number): void {
  for (let cycle = tokens.length; cycle <= to; cycle++) {
    tokens.push(delay(b, `${name}_t${cycle}`, token(tokens, cycle - 1), { reset: true }));
  }
}

export function hasExit({ ops }: Graph): boolean {
  return ops.some(({ kind }) => kind === "exit");
}

function repeat(state: State, item: Repeat, begin: Expr): End {
  const { b, scalars, flow } = state;
  const { name, level, exit, body } = item;
  const beginning = begun(state, item, begin);
  const { first } = beginning;
  const start = wire(b, `${name}_start`, 1, { comment: state.sources.loop(item, null) });
  state.starts.set(item, start);
  const end = turned(state, item, sequence(state, body, start));

  const exits = exit === null ? constant(1, 0) : scalars.get(exit).ref;
  if (level === null) {
    assign(b, start, or(b, first, and(b, end.done, not(b, exits))));
    const done = named(b, `${name}_done`, and(b, end.done, exits));
    return unlessSkipped(b, beginning, { done, soon: null });
  }
  const soon = end.soon ?? bug(`the end of ${name} comes unannounced`);
  const variable = scalars.get(level.variable);
  const values = [{ value: variable.ref, type: variable.type }];
  const isFinal = named(b, `${name}_last`, isLast(b, scalars, level, values, 0));
  const over = or(b, delay(b, `${name}_over`, isFinal), exits);
  const from = boundOf(b, scalars, level.from, level.type, []);
  const stepped = add(b, variable.ref, stepOf(level));
  if (flow.resting.has(item)) scalars.write(level.variable, soon, mux(b, isFinal, from, stepped));
  else {
    scalars.write(level.variable, beginning.set, from);
    scalars.write(level.variable, and(b, soon, not(b, isFinal)), stepped);
  }
  assign(b, start, or(b, first, and(b, end.done, not(b, over))));
  const done = named(b, `${name}_done`, and(b, end.done, over));
  return unlessSkipped(b, beginning, { done, soon: exit === null ? and(b, soon, isFinal) : null });
}

/** The end of a body as the loop needs it: one cycle later where the variable could not move in time. */
function turned({ b, flow }: State, item: Repeat, end: End): End {
  if (turnOf(flow, item) === 0) return end;
  return { done: delay(b, `${item.name}_turn`, end.done, { reset: true }), soon: end.done };
}

function branch(state: State, { condition, then: yes, else: no }: Branch, start: Expr): End {
  const { b, scalars } = state;
  const { ref } = scalars.get(condition);
  const one = sequence(state, yes, and(b, start, ref));
  const other = sequence(state, no, and(b, start, not(b, ref)));
  const soon = one.soon === null || other.soon === null ? null : or(b, one.soon, other.soon);
  return { done: or(b, one.done, other.done), soon };
}

function token(tokens: readonly Expr[], cycle: number): Expr {
  return tokens[cycle] ?? bug(`a graph has no cycle ${cycle}`);
}
