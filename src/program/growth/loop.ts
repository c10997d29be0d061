/**
 * What a loop adds up to. Two proofs, the first that holds:
 *
 *   1. Induction. Where an iteration begins, each local lies in a range H. After it, it lies in H again, or it is what
 *      it was plus an offset in D: then the last of n iterations begins at the entry plus n - 1 times D, which must lie
 *      in H.
 *   2. Every iteration in turn, for short loops: products, Fibonacci numbers, shifted words.
 */
import { bug } from "../../diagnostics/bug.ts";
import {
  add,
  bitsOfRange,
  contains,
  type ExactRange,
  highest,
  hull,
  isAtLeast,
  lowest,
  rangeOfValue,
  repeated,
} from "../../types/exact_range.ts";
import { maxBits } from "../../types/parse.ts";
import type { Expr, For, Stmt, While } from "../nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../walk.ts";
import {
  type Analysis,
  assigned,
  assume,
  evaluate,
  type Frame,
  joinStates,
  newFrame,
  runBody,
  type State,
} from "./index.ts";
import { anything, type Bound, bounded, either, mostTrips } from "./value.ts";

interface Loop {
  readonly body: readonly Stmt[];
  readonly enter: (state: State, iteration: bigint | null) => State | null; // sets the counter, takes the condition
  readonly leave: (state: State | null) => State | null;
  readonly trips: bigint | null; // at most; null: not known
}

/** Iterations that are followed one by one, at most: products of exact numbers are too wide long before. */
const mostFollowed = BigInt(maxBits);

export function runFor(analysis: Analysis, stmt: For, state: State, frame: Frame): State | null {
  const whole = (expr: Expr): ExactRange | null => evaluate(analysis, state, expr).range;
  const [from, to, step] = [whole(stmt.from), whole(stmt.to), whole(stmt.step)];
  if (from === null || to === null || step === null) return bug("a range has integer bounds");
  const trips = mostTrips(from, to, step);
  if (trips === 0n) return state;
  const all = hull(from, to);
  const enter = (at: State, iteration: bigint | null): State => {
    const exactly = iteration !== null && from.low === from.high && step.low === step.high;
    const value = from.low + (iteration ?? 0n) * step.low;
    return assigned(
      analysis,
      at,
      stmt.variable,
      bounded(exactly ? { ...from, low: value, high: value } : all),
    );
  };
  const known = isKnown(stmt) || (trips !== null && trips < 1n << 32n);
  return runLoop(
    analysis,
    { body: stmt.body, enter, leave: (s) => s, trips: known ? trips : null },
    state,
    frame,
  );
}

function isKnown({ from, to, step }: For): boolean {
  return [from, to, step].every((expr) => expr.kind === "const");
}

export function runWhile(analysis: Analysis, stmt: While, state: State, frame: Frame): State | null {
  const enter = (at: State): State | null => assume(analysis, at, stmt.condition, true);
  const leave = (at: State | null): State | null =>
    at === null ? null : assume(analysis, at, stmt.condition, false);
  return runLoop(analysis, { body: stmt.body, enter, leave, trips: null }, state, frame);
}

function runLoop(analysis: Analysis, loop: Loop, entry: State, frame: Frame): State | null {
  const names = [...assignedIn(loop.body)];
  return (
    byInduction(analysis, loop, entry, names, frame) ??
    oneByOne(analysis, loop, entry, frame) ??
    forgotten(analysis, entry, names)
  );
}

function assignedIn(body: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "assign" && stmt.value.type.kind !== "array") names.add(stmt.target);
    if (stmt.kind === "for") names.add(stmt.variable);
    if (stmt.kind === "callStmt") for (const target of stmt.targets) names.add(target);
    if (stmt.kind === "storeBits" && stmt.target.kind === "var") names.add(stmt.target.name);
  }
  return names;
}

/** What one iteration makes of a local: what it is at the end, and how far it moved, whatever it was. */
interface Step {
  readonly end: Bound;
  readonly moves: ExactRange | null; // null: it is not known how far
}

type Head = ReadonlyMap<string, ExactRange>;

function byInduction(
  analysis: Analysis,
  loop: Loop,
  entry: State,
  names: readonly string[],
  frame: Frame,
): State | null {
  const limits = limitsIn(loop.body);
  let head: Head = new Map(names.flatMap((name) => pair(name, entry.get(name)?.range ?? null)));
  for (let round = 0; round < 6 + limits.length; round++) {
    const trial = tryHead(analysis, loop, entry, head, limits);
    if (trial.proved) {
      const tight = tryHead(analysis, loop, entry, trial.after, limits);
      const best = tight.proved ? tight : trial;
      for (const [name, range] of best.held) analysis.held.set(name, range);
      mergeReturns(frame, best.frame);
      return left(loop, entry, best);
    }
    if (trial.next === null || analysis.work.left < 0) return null;
    head = trial.next;
  }
  return null;
}

interface Trial {
  readonly head: Head;
  readonly proved: boolean;
  readonly after: Head; // where the locals are after any number of iterations from there, at most
  readonly next: Head | null; // what to try instead
  readonly steps: ReadonlyMap<string, Step>;
  readonly frame: Frame;
  readonly held: Analysis["held"];
}

function tryHead(
  analysis: Analysis,
  loop: Loop,
  entry: State,
  head: Head,
  limits: readonly ExactRange[],
): Trial {
  const trial = { ...analysis, held: new Map(analysis.held) };
  const frame = newFrame();
  const steps = iterate(trial, loop, entry, head, frame);
  const next = new Map<string, ExactRange>();
  const reached = new Map<string, ExactRange>();
  let proved = true;
  let bounds = true;
  for (const [name, range] of head) {
    const { after, added } = atHead(entry.get(name), steps.get(name), loop.trips);
    const holds = (bound: ExactRange | null): boolean => bound !== null && contains(range, bound);
    reached.set(name, holds(after) && after !== null ? after : range);
    if (!holds(after) && !holds(added)) proved = false;
    const reach = after === null ? null : hull(range, after);
    const wider = (reach === null ? null : toLimits(range, reach, limits)) ?? added ?? reach;
    if (wider === null || bitsOfRange(wider) > maxBits) bounds = false;
    else next.set(name, hull(range, wider));
  }
  return { head, proved, after: reached, next: bounds ? next : null, steps, frame, held: trial.held };
}

/** The numbers that a body compares with, and their neighbours: where counts stop (widening with thresholds). */
function limitsIn(body: readonly Stmt[]): readonly ExactRange[] {
  const found = new Map<string, ExactRange>();
  for (const stmt of statementsIn(body)) {
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind !== "compare") continue;
        for (const side of [expr.left, expr.right]) {
          const limit = side.kind === "const" ? rangeOfValue(side.value, side.type) : null;
          if (limit === null) continue;
          for (const by of [-1n, 0n, 1n]) {
            const near = add(limit, { low: by, high: by, fraction: 0 });
            found.set(`${near.low} ${near.fraction}`, near);
          }
        }
      }
    }
  }
  return found.size <= mostLimits ? [...found.values()] : [];
}

const mostLimits = 12;

/** `reach` widened to the next limits where it goes beyond `range`; null where there are none. */
function toLimits(range: ExactRange, reach: ExactRange, limits: readonly ExactRange[]): ExactRange | null {
  const [top, bottom] = [highest(reach), lowest(reach)];
  const above = isAtLeast(highest(range), top)
    ? top
    : nearest(
        limits.filter((limit) => isAtLeast(limit, top)),
        -1,
      );
  const below = isAtLeast(bottom, lowest(range))
    ? bottom
    : nearest(
        limits.filter((limit) => isAtLeast(bottom, limit)),
        1,
      );
  return above === null || below === null ? null : hull(above, below);
}

function nearest(limits: readonly ExactRange[], sign: 1 | -1): ExactRange | null {
  const [first, ...rest] = limits;
  if (first === undefined) return null;
  return rest.reduce((best, limit) => (isAtLeast(best, limit) === (sign === -1) ? limit : best), first);
}

function mergeReturns(frame: Frame, inner: Frame): void {
  for (const [i, bound] of inner.returns.entries()) {
    const before = frame.returns[i];
    frame.returns[i] = before === undefined ? bound : either(before, bound);
  }
}

function pair(name: string, range: ExactRange | null): [string, ExactRange][] {
  return range === null ? [] : [[name, range]];
}

/** Names without a value before the loop have one before they are read: they are not carried. */
function iterate(
  analysis: Analysis,
  loop: Loop,
  entry: State,
  head: Head,
  frame: Frame,
): ReadonlyMap<string, Step> {
  const start = new Map(entry);
  for (const [name, range] of head)
    start.set(name, { range, from: { name, by: { low: 0n, high: 0n, fraction: range.fraction } } });
  const entered = loop.enter(start, null);
  const end = [runBody(analysis, loop.body, entered, frame), ...frame.continues].reduce(joinStates, null);
  const steps = new Map<string, Step>();
  for (const name of head.keys()) {
    const bound = end === null ? start.get(name) : end.get(name);
    const moves = bound?.from?.name === name ? bound.from.by : null;
    steps.set(name, { end: bound ?? anything, moves });
  }
  return steps;
}

/** All that a local is where iterations begin: from what one makes of it, and from how far each one moves it. */
function atHead(
  entry: Bound | undefined,
  step: Step | undefined,
  trips: bigint | null,
): { readonly after: ExactRange | null; readonly added: ExactRange | null } {
  const before = entry?.range ?? null;
  if (before === null || step === undefined) return { after: null, added: null };
  return {
    after: step.end.range === null ? null : hull(before, step.end.range),
    added: step.moves === null || trips === null ? null : add(before, repeated(step.moves, trips - 1n)),
  };
}

/** After the loop: as before it or after its last iteration, moved from where the loop around it began. */
function left(loop: Loop, entry: State, { head, steps, frame }: Trial): State | null {
  const exit = new Map(entry);
  for (const [name, range] of head) {
    const before = entry.get(name);
    const { moves = null, end = anything } = steps.get(name) ?? {};
    const from =
      before?.from && moves !== null && loop.trips !== null
        ? { name: before.from.name, by: add(before.from.by, repeated(moves, loop.trips)) }
        : null;
    exit.set(name, { range: end.range === null ? null : hull(before?.range ?? range, end.range), from });
  }
  return [loop.leave(exit), ...frame.breaks.map(withoutOffsets)].reduce(joinStates, null);
}

/** Offsets of the loop mean nothing outside it. */
function withoutOffsets(state: State): State {
  return new Map([...state].map(([name, { range }]) => [name, bounded(range)]));
}

function oneByOne(analysis: Analysis, loop: Loop, entry: State, frame: Frame): State | null {
  if (loop.trips === null || loop.trips > mostFollowed) return null;
  const inner = newFrame();
  let state: State | null = entry;
  let exits: State | null = entry;
  for (let k = 0n; k < loop.trips && state !== null; k++) {
    const iteration = { ...inner, continues: [] };
    const end: State | null = runBody(analysis, loop.body, loop.enter(state, k), iteration);
    state = [end, ...iteration.continues].reduce(joinStates, null);
    if (analysis.work.left < 0 || (state !== null && isTooWide(state))) return null;
    exits = joinStates(exits, state);
  }
  mergeReturns(frame, inner);
  return [loop.leave(exits), ...inner.breaks].reduce(joinStates, null);
}

function isTooWide(state: State): boolean {
  return [...state.values()].some(({ range }) => range !== null && bitsOfRange(range) > maxBits);
}

/** Nothing is known of what the loop assigns. */
function forgotten(analysis: Analysis, entry: State, names: readonly string[]): State {
  return names.reduce<State>((state, name) => assigned(analysis, state, name, anything), entry);
}
