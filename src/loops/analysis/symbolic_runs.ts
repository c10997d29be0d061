/**
 * Which reads of an array surely find what was written after a fill of it, where scalars that data decide say the bounds.
 *
 *     t[:] = 0                                        # nobody sees the zeros, whatever lo, mid and hi are:
 *     for i in range(lo, mid): t[i] = a[i]            # lo to mid - 1 is written,
 *     for i in range(mid, hi): t[hi - 1 - i + mid] = a[i]     # and mid to hi - 1,
 *     i, j = lo, hi - 1
 *     for k in range(lo, hi):                         # so that k - lo rounds later i is in lo … k, and j in hi - 1 - (k - lo) … hi - 1
 *         if t[j] < t[i]: a[k] = t[j]; j -= 1
 *         else: a[k] = t[i]; i += 1
 *
 * A run is all elements from one sum of scalars to another, and no element where the first is above the second: so runs that
 * follow each other are one, in whichever order their bounds are. The walk starts at the fill. Where it is not sure, it says no.
 */
import type { ArrayDecl, Expr, For, If, Loops, Stmt } from "../nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf, statementsIn } from "../walk.ts";
import {
  type Affine,
  affineOf,
  constant,
  minus,
  mixedOf,
  plus,
  sameAffine,
  symbol,
  times,
} from "./affine.ts";
import { hasLoad, jumpsOut, writesOf } from "./effects.ts";
import { namesRead } from "./use.ts";

/** Whether all accesses to the array that `fill` fills come after it in its own list, and every read finds one of their writes. */
export function isWrittenSince(loops: Loops, fill: For, { name, shape }: ArrayDecl): boolean {
  const [size] = shape;
  const isLocal = loops.arrays.some((decl) => decl.name === name) && !loops.results.includes(name);
  if (size === undefined || shape.length > 1 || !isLocal) return false;
  const after = following(loops.body, fill);
  if (after === null || accesses(loops.body, name) !== accesses([fill, ...after], name)) return false;
  const walk: Walk = {
    array: name,
    size,
    changed: writesOf(after),
    inner: countersOf(after),
    isTrial: false,
  };
  return block(walk, after, { scalars: new Map(), counters: [], runs: [] }) !== "unsure";
}

interface Run {
  readonly low: Affine;
  readonly high: Affine; // included
}

interface Counter {
  readonly name: string;
  readonly from: Affine;
  readonly last: Affine;
}

interface Walk {
  readonly array: string;
  readonly size: number;
  readonly changed: ReadonlySet<string>; // scalars that are set after the fill: known by `scalars` alone
  readonly inner: ReadonlySet<string>; // counters of loops after the fill: known by `counters` alone
  readonly isTrial: boolean; // only to know what scalars become
}

interface State {
  readonly scalars: ReadonlyMap<string, Run>; // the least and the greatest value; without an entry nothing is known
  readonly counters: readonly Counter[]; // outermost first
  readonly runs: readonly Run[]; // what is written
}

type After = State | "nowhere" | "unsure";

function following(body: readonly Stmt[], fill: For): readonly Stmt[] | null {
  const at = body.indexOf(fill);
  if (at >= 0) return body.slice(at + 1);
  for (const inner of body.flatMap(bodiesOf)) {
    const found = following(inner, fill);
    if (found !== null) return found;
  }
  return null;
}

function accesses(body: readonly Stmt[], array: string): number {
  return statementsIn(body).reduce((sum, stmt) => {
    const loads = expressionsOf(stmt)
      .flatMap(expressionsIn)
      .filter((expr) => expr.kind === "load" && expr.array === array);
    return sum + loads.length + (stmt.kind === "store" && stmt.array === array ? 1 : 0);
  }, 0);
}

function countersOf(body: readonly Stmt[]): ReadonlySet<string> {
  return new Set(statementsIn(body).flatMap((stmt) => (stmt.kind === "for" ? [stmt.variable] : [])));
}

function block(walk: Walk, body: readonly Stmt[], state: State): After {
  let now: After = state;
  for (const stmt of body) {
    if (now === "unsure" || now === "nowhere") return now;
    now = statement(walk, stmt, now);
  }
  return now;
}

function statement(walk: Walk, stmt: Stmt, state: State): After {
  // The condition of a `while` is asked again after each iteration.
  if (stmt.kind !== "while" && !areCovered(walk, expressionsOf(stmt), state)) return "unsure";
  switch (stmt.kind) {
    case "assign":
      return { ...state, scalars: withValue(state.scalars, stmt.target, boundsOf(walk, stmt.value, state)) };
    case "store": {
      const at = stmt.array === walk.array ? placeOf(walk, stmt.index[0], state) : null;
      return at === null || !sameAffine(at.low, at.high)
        ? state
        : { ...state, runs: withRun(state.runs, at) };
    }
    case "if":
      return branches(walk, stmt, state);
    case "for":
      return forLoop(walk, stmt, state);
    case "while": {
      const inside = { ...state, scalars: without(state.scalars, writesOf(stmt.body)) };
      if (!areCovered(walk, [stmt.condition], inside)) return "unsure";
      return block(walk, stmt.body, inside) === "unsure" ? "unsure" : inside;
    }
    case "region":
      return block(walk, stmt.body, state);
    case "break":
    case "continue":
      return "nowhere";
    case "pragma":
      return state;
  }
}

function branches(walk: Walk, { then, else: otherwise }: If, state: State): After {
  const yes = block(walk, then, state);
  const no = block(walk, otherwise, state);
  if (yes === "unsure" || no === "unsure") return "unsure";
  if (yes === "nowhere" || no === "nowhere") return yes === "nowhere" ? no : yes;
  const scalars = new Map<string, Run>();
  for (const [name, one] of yes.scalars) {
    const other = no.scalars.get(name);
    const low = other && lesser(one.low, other.low, -1);
    const high = other && lesser(one.high, other.high, 1);
    if (low && high) scalars.set(name, { low, high });
  }
  return { ...state, scalars, runs: yes.runs.filter((run) => no.runs.some((other) => isSame(run, other))) };
}

/** The lesser, or for a sign of 1 the greater of two sums; null where scalars decide. */
function lesser(a: Affine, b: Affine, sign: 1 | -1): Affine | null {
  const apart = minus(a, b);
  if (apart.terms.size > 0) return null;
  return apart.constant * sign >= 0 ? a : b;
}

function forLoop(walk: Walk, loop: For, state: State): After {
  const set = writesOf(loop.body);
  const plain = { ...state, scalars: without(state.scalars, set) };
  const from = exact(boundsOf(walk, loop.from, state));
  const to = exact(boundsOf(walk, loop.to, state));
  if (from === null || to === null || loop.step !== 1)
    return block(walk, loop.body, plain) === "unsure" ? "unsure" : plain;
  const counter: Counter = { name: loop.variable, from, last: plus(to, -1) };
  const counters = [...state.counters, counter];
  const jumps = jumpsOut(loop.body) !== null;
  const steps = jumps ? new Map<string, Steps>() : stepsOf(walk, loop, { ...plain, counters }, set);
  const rounds = minus(symbol(loop.variable), from);
  const scalars = new Map(plain.scalars);
  for (const [name, { low, high }] of steps) {
    const before = state.scalars.get(name);
    if (before !== undefined)
      scalars.set(name, { low: plus(before.low, rounds, low), high: plus(before.high, rounds, high) });
  }
  const end = block(walk, loop.body, { scalars, counters, runs: state.runs });
  if (end === "unsure") return "unsure";
  if (end === "nowhere" || jumps) return plain;
  const written = end.runs.filter((run) => !state.runs.some((other) => isSame(run, other)));
  const runs = written.flatMap((run) => spread(run, counter)).reduce(withRun, state.runs);
  return { ...plain, runs };
}

/** By how much an iteration changes a scalar, at least and at most. */
interface Steps {
  readonly low: number;
  readonly high: number;
}

function stepsOf(walk: Walk, loop: For, state: State, set: ReadonlySet<string>): ReadonlyMap<string, Steps> {
  const start = [...set].map((name) => [name, pointOf(symbol(`@${name}`))] as const);
  const trial = { ...state, scalars: new Map([...state.scalars, ...start]) };
  const end = block({ ...walk, isTrial: true }, loop.body, trial);
  if (end === "unsure" || end === "nowhere") return new Map();
  return new Map(
    [...end.scalars].flatMap(([name, { low, high }]) => {
      if (!set.has(name)) return [];
      const [least, most] = [low, high].map((one) => minus(one, symbol(`@${name}`)));
      if (least === undefined || most === undefined || least.terms.size + most.terms.size > 0) return [];
      return [[name, { low: least.constant, high: most.constant }] as const];
    }),
  );
}

/** All iterations together: one element each, and the next one beside it. Without an iteration, no element. */
function spread({ low, high }: Run, { name, from, last }: Counter): readonly Run[] {
  const factor = low.terms.get(name) ?? 0;
  if (!sameAffine(low, high) || Math.abs(factor) !== 1) return [];
  const [first, second] = [from, last].map((by) => replaced(low, name, by));
  if (first === undefined || second === undefined) return [];
  return [factor > 0 ? { low: first, high: second } : { low: second, high: first }];
}

function replaced(sum: Affine, name: string, by: Affine): Affine {
  const factor = sum.terms.get(name) ?? 0;
  return plus(minus(sum, symbol(name, factor)), by, factor);
}

const mostRuns = 32; // that are kept apart: an unrolled kernel has thousands, whose proof is that of coverage.ts

function withRun(runs: readonly Run[], run: Run): readonly Run[] {
  if (runs.length >= mostRuns || runs.some((other) => isSame(run, other))) return runs;
  const joined = runs.flatMap((other) => [...follows(other, run), ...follows(run, other)]);
  return [...runs, run, ...joined.filter((one) => !runs.some((other) => isSame(one, other)))];
}

/** Both as one, where nothing lies between the end of the first and the start of the second. */
function follows(first: Run, second: Run): readonly Run[] {
  const gap = minus(second.low, first.high);
  return gap.terms.size === 0 && gap.constant <= 1 ? [{ low: first.low, high: second.high }] : [];
}

function isSame(a: Run, b: Run): boolean {
  return sameAffine(a.low, b.low) && sameAffine(a.high, b.high);
}

function areCovered(walk: Walk, exprs: readonly Expr[], state: State): boolean {
  if (walk.isTrial) return true;
  return exprs.flatMap(expressionsIn).every((expr) => {
    if (expr.kind !== "load" || expr.array !== walk.array) return true;
    const at = placeOf(walk, expr.index[0], state);
    return at !== null && state.runs.some((run) => holds(run, at, state.counters));
  });
}

function holds(run: Run, at: Run, counters: readonly Counter[]): boolean {
  return (
    isNeverNegative(minus(at.low, run.low), counters) && isNeverNegative(minus(run.high, at.high), counters)
  );
}

/** Inner counters first: the bounds of one may name those around it. */
function isNeverNegative(sum: Affine, counters: readonly Counter[]): boolean {
  const least = counters.toReversed().reduce((now, { name, from, last }) => {
    return replaced(now, name, (now.terms.get(name) ?? 0) > 0 ? from : last);
  }, sum);
  return least.terms.size === 0 && least.constant >= 0;
}

/**
 * The place as it was written, before a negative one was counted from the end: `i if i >= 0 else i + 64`. Of the two only one can
 * be inside of the array, so equal numbers name equal elements, whatever chooses.
 */
function placeOf(walk: Walk, index: Expr | undefined, state: State): Run | null {
  if (index === undefined) return null;
  const leaves = leavesOf(index);
  const [first, ...others] = leaves;
  if (first === undefined) return null;
  if (others.length === 0) return boundsOf(walk, first, state);
  const sums = leaves.flatMap((leaf) => affineOf(leaf) ?? []);
  const lowest = sums.find((one) =>
    sums.every((other) => {
      const { terms, constant: apart } = minus(other, one);
      return terms.size === 0 && (apart === 0 || apart === walk.size);
    }),
  );
  return lowest === undefined || sums.length < leaves.length ? null : sumOf(walk, lowest, state);
}

function leavesOf(expr: Expr): readonly Expr[] {
  return expr.kind === "select" ? [...leavesOf(expr.then), ...leavesOf(expr.otherwise)] : [expr];
}

/** Null where nothing is known. What is no sum stands for itself, where nothing in it changes. */
function boundsOf(walk: Walk, expr: Expr, state: State): Run | null {
  const mixed = mixedOf(expr, () => true);
  if (mixed === null) return null;
  const isSettled = mixed.others.every(
    ({ expr: other }) =>
      !hasLoad(other) &&
      [...namesRead(other)].every((name) => !walk.changed.has(name) && !walk.inner.has(name)),
  );
  if (!isSettled) return null;
  const whole = mixed.others.reduce(
    (sum, { expr: other, factor }) => plus(sum, symbol(keyOf(other)), factor),
    constant(0),
  );
  const sum = sumOf(walk, mixed.sum, state);
  return sum && { low: plus(sum.low, whole), high: plus(sum.high, whole) };
}

function keyOf(expr: Expr): string {
  return JSON.stringify(expr, (key, value: unknown) => {
    if (key === "span") return undefined;
    return typeof value === "bigint" ? `${value}n` : value;
  });
}

function sumOf(walk: Walk, sum: Affine, state: State): Run | null {
  let [low, high] = [constant(sum.constant), constant(sum.constant)];
  for (const [name, factor] of sum.terms) {
    const value = scalarOf(walk, name, state);
    if (value === null) return null;
    low = plus(low, times(factor > 0 ? value.low : value.high, factor));
    high = plus(high, times(factor > 0 ? value.high : value.low, factor));
  }
  return { low, high };
}

function scalarOf(walk: Walk, name: string, { scalars, counters }: State): Run | null {
  if (walk.inner.has(name)) return counters.some((one) => one.name === name) ? pointOf(symbol(name)) : null;
  return walk.changed.has(name) ? (scalars.get(name) ?? null) : pointOf(symbol(name));
}

function pointOf(value: Affine): Run {
  return { low: value, high: value };
}

function exact(value: Run | null): Affine | null {
  return value !== null && sameAffine(value.low, value.high) ? value.low : null;
}

function withValue(
  scalars: ReadonlyMap<string, Run>,
  name: string,
  value: Run | null,
): ReadonlyMap<string, Run> {
  const others = [...scalars].filter(([other]) => other !== name);
  return new Map(value === null ? others : [...others, [name, value]]);
}

function without(scalars: ReadonlyMap<string, Run>, names: ReadonlySet<string>): ReadonlyMap<string, Run> {
  return new Map([...scalars].filter(([name]) => !names.has(name)));
}
