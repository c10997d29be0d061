/**
 * The schedule that a circuit gets when nobody writes one. It starts with every nest pipelined (nests.ts) and
 * tries, for the loops that take most of the time, what may take what bounds them away; what pays is kept.
 *
 *     const { schedule } = scheduleFor(loops, { family: "xcup", periodNs: 6 });
 *
 * Whether it pays is predicted cycles, and a little of what the circuit takes: half the cycles are worth sixteen times
 * the size. Nothing is tried without end: the operations of all circuits tried are counted, so that the same kernel
 * gets the same schedule on every machine.
 */
import type { Part } from "../device/part.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import { liveAfter, readsOf, writesOf } from "../loops/analysis/effects.ts";
import { int } from "../loops/indices.ts";
import type { Expr, Loops, Origin, ScalarDecl, Stmt } from "../loops/nodes.ts";
import { printSchedule } from "../schedule/print.ts";
import { apply, type Schedule } from "../schedule/schedule.ts";
import type { KnownProcesses } from "../synthesis/index.ts";
import type { ScalarType } from "../types/types.ts";
import { spreadBetween } from "./between.ts";
import { movesFor } from "./candidates.ts";
import { type Effort, ordinary } from "./goal.ts";
import { type Measured, measured, nothingKnown } from "./measure.ts";
import { fusingMoves, joined, type Move, nodesIn, runsOf, type State, scheduleOf, starts } from "./moves.ts";
import { loopsIn } from "./nests.ts";
import { onceForEachShape, shapeText } from "./same.ts";
import { fits, isWithinSize, weightOf } from "./size.ts";

export interface Chosen {
  readonly schedule: Schedule; // never refused
  readonly loops: Loops; // under it
  readonly cycles: number | null; // of a call, as first guessed; null: no circuit can be made
  readonly known: KnownProcesses; // for who makes the circuit
}

export function scheduleFor(
  loops: Loops,
  target: Technology,
  part?: Part,
  effort: Effort = ordinary,
): Chosen {
  const found = searchedBoth(loops, target, part, effort);
  const written = effort.asWritten ? measured(loops, target, nothingKnown()) : null;
  const isLess =
    written !== null && (found === null || priceOf(sumsOf(written, effort), effort) < found.best.price);
  if (found === null || isLess) {
    const known = found?.known ?? trialOf(target, part, effort).known;
    return { schedule: [], loops, cycles: written?.cycles ?? null, known };
  }
  const { best, known } = found;
  return { schedule: scheduleOf(best.state), loops: best.loops, cycles: best.measured.cycles, known };
}

/** Copies pay at once, and other moves may go further: nests that are written after a copy was made keep its banks. */
function searchedBoth(
  loops: Loops,
  target: Technology,
  part: Part | undefined,
  effort: Effort,
): Searched | null {
  const found = searched(loops, target, part, effort);
  const isCopied =
    found !== null && scheduleOf(found.best.state).some(({ primitive }) => primitive === "buffer");
  const other = isCopied ? searched(loops, target, part, { ...effort, copies: false }) : null;
  return found !== null && other !== null && isBetter(other.best, found.best) ? other : found;
}

interface Searched {
  readonly best: Tried;
  readonly known: KnownProcesses;
}

/** Null: no circuit can be made. */
function searched(given: Loops, target: Technology, part: Part | undefined, effort: Effort): Searched | null {
  const trial = trialOf(target, part, effort);
  const { steps, loops } = spreadBetween(given);
  const pieces = piecesOf(loops);
  const begun: Tried[] = [];
  for (const plain of starts(loops)) {
    const state = { ...plain, shape: steps };
    const tried = pieces.length === 1 || begun.length === 0 ? trial.of(loops, state) : null;
    if (tried !== null) begun.push(tried);
  }
  const [start] = begun;
  if (start === undefined) return null;
  let best =
    pieces.length === 1
      ? descended(trial, loops, begun, effort.work)
      : besideEachOther(trial, loops, joinedPieces(trial, loops, start, pieces));
  for (let next: Tried | null = best; next !== null; ) {
    best = next;
    next = leastOf(trial, loops, best, [fusingMoves(best.state)], effort.work);
  }
  return { best, known: trial.known };
}

/** Loops that take less of a call than this are left alone. */
const small = 0.05;

/**
 * Each nest on its own, if it takes a part of the call worth looking at; then together those that pay beside the others
 * too. As first guessed nests add up; where they do not, one after another tells which ones to leave as they were.
 */
function joinedPieces(trial: Trial, loops: Loops, start: Tried, pieces: readonly Stmt[]): Tried {
  const nests = pieces.map((piece) => ({ ...nestOf(start, piece), share: shareOf(start, piece) }));
  const large = nests.filter(({ share }) => share >= small);
  const found = large.flatMap(({ alone, shape }, k) => {
    // What is known of another nest of this shape costs nothing; what one did not need is there for those after it.
    const isKnown = large.slice(0, k).some((other) => other.shape === shape);
    const open = large.slice(k).filter((other) => large.findIndex((one) => one.shape === other.shape) >= k);
    const own = open.filter((other) => other.shape === shape);
    const part = isKnown ? 1 : sharesOf(own) / sharesOf(open);
    return improvedAlone(trial, alone, (trial.effort.work - trial.work()) * part) ?? [];
  });
  const begun: Guessed = { state: start.state, price: start.price, ...sumsOf(start.measured, trial.effort) };
  // A nest may pay only beside others that are as fast: all of them, or those that pay one after another.
  const { effort } = trial;
  const whole = found.reduce<Guessed>((sofar, one) => withPiece(sofar, one, effort) ?? sofar, begun);
  const paying = found.reduce<Guessed>((sofar, one) => lesser(sofar, withPiece(sofar, one, effort)), begun);
  const all = lesser(paying, whole);
  const tried = all.state === start.state ? null : trial.of(loops, all.state);
  const together = tried === null ? start : better(start, tried);
  if (together.price <= asGuessed * all.price) return together;
  const inTurn = found.reduce((best, { state }) => {
    const next = joined(best.state, state);
    const one = next === null ? null : trial.of(loops, next);
    return one === null ? best : better(best, one);
  }, start);
  return better(together, inTurn);
}

/** What bounds a nest may be another one's memories: what was found for each alone is not the end. */
function besideEachOther(trial: Trial, loops: Loops, from: Tried): Tried {
  return furthest(trial, loops, from, trial.work() + trial.effort.work);
}

/** How much more than the sum of its nests a kernel may come to. */
const asGuessed = 1.05;

/** A nest under what was found for it alone. */
interface Improved {
  readonly state: State;
  readonly cycles: number; // more than before: less than nothing
  readonly weight: number; // the same
}

/** Of the cycles of a call. */
function shareOf({ measured: { cycles, pipelines } }: Tried, piece: Stmt): number {
  const names = new Set(loopsIn([piece]).map(({ name }) => name));
  return pipelines.reduce((sum, pipe) => sum + (names.has(pipe.name) ? pipe.cycles : 0), 0) / cycles;
}

function sharesOf(nests: readonly { readonly share: number }[]): number {
  return nests.reduce((sum, { share }) => sum + share, 0);
}

/** A nest without the others. */
function nestOf(start: Tried, piece: Stmt): { readonly alone: Loops; readonly shape: string } {
  const alone = onlyNests(start.state.loops, new Set(loopsIn([piece]).map(({ name }) => name)));
  return { alone, shape: shapeText(alone) };
}

function improvedAlone(trial: Trial, alone: Loops, work: number): Improved | null {
  const from = starts(alone).flatMap((one) => trial.of(alone, one) ?? []);
  const [first] = from;
  if (first === undefined) return null;
  const best = descended(trial, alone, from, work);
  const [before, after] = [sumsOf(first.measured, trial.effort), sumsOf(best.measured, trial.effort)];
  return { state: best.state, cycles: after.cycles - before.cycles, weight: after.weight - before.weight };
}

interface Sums {
  readonly cycles: number;
  readonly weight: number;
}

function sumsOf({ cycles, size }: Measured, { base }: Effort): Sums {
  return { cycles, weight: weightOf(size, base) };
}

type Guessed = Sums & { readonly state: State; readonly price: number };

/** With one more nest; null where what stands beside it does not allow it. */
function withPiece(sofar: Guessed, { state, cycles, weight }: Improved, effort: Effort): Guessed | null {
  const sums = { cycles: sofar.cycles + cycles, weight: Math.max(sofar.weight + weight, 0) };
  const next = joined(sofar.state, state);
  return next === null ? null : { ...sums, state: next, price: priceOf(sums, effort) };
}

function lesser(one: Guessed, other: Guessed | null): Guessed {
  return other !== null && other.price < one.price ? other : one;
}

function piecesOf({ body }: Loops): readonly Stmt[] {
  return body.filter((stmt) => loopsIn([stmt]).length > 0);
}

/**
 * The kernel without its other nests. What these read of it counts as a result, and what they write as an argument: or
 * nothing would be left of it. Of an array that is one element.
 */
export function onlyNests(loops: Loops, names: ReadonlySet<string>): Loops {
  const body = loops.body.filter((stmt) => isOf(stmt, names));
  const [written, others] = [writesOf(body), writesOf(loops.body.filter((stmt) => !isOf(stmt, names)))];
  const origin: Origin = { span: { from: 0, to: 0 }, operator: "schedule" };
  const scalar = (name: string, type: ScalarType): ScalarDecl => ({ kind: "scalar", name, type });
  const touched = [...new Set([...readsOf(body), ...written])]; // in the order of their use: see same.ts
  const given = touched.flatMap((own) => loops.arrays.filter(({ name }) => name === own && others.has(name)));
  const seen = loops.arrays.filter(({ name }) => written.has(name) && !loops.results.includes(name));
  const gives = given.map(({ name, element, shape }): Stmt => {
    const value: Expr = { kind: "var", name: `${name} given`, type: element };
    return { kind: "store", array: name, index: shape.map(() => int(0)), value, origin };
  });
  const looks = seen.map(({ name, element, shape }): Stmt => {
    const { span } = origin;
    const value: Expr = { kind: "load", array: name, index: shape.map(() => int(0)), type: element, span };
    return { kind: "assign", target: `${name} seen`, value, origin };
  });
  const isRead = (scalar: string): boolean =>
    body.some(
      (stmt) => stmt.kind !== "for" || (writesOf([stmt]).has(scalar) && liveAfter(loops, stmt, scalar)),
    );
  const results = loops.scalars.map(({ name }) => name).filter((name) => written.has(name) && isRead(name));
  return {
    ...loops,
    params: [...loops.params, ...given.map(({ name, element }) => scalar(`${name} given`, element))],
    scalars: [...loops.scalars, ...seen.map(({ name, element }) => scalar(`${name} seen`, element))],
    body: [...gives, ...body, ...looks],
    results: [...new Set([...loops.results, ...results, ...seen.map(({ name }) => `${name} seen`)])],
  };
}

function isOf(stmt: Stmt, names: ReadonlySet<string>): boolean {
  return loopsIn([stmt]).some(({ name }) => names.has(name));
}

/** From each start, unless another has come much further by then. */
function descended(trial: Trial, loops: Loops, from: readonly Tried[], work: number): Tried {
  const before = trial.work();
  let best = from.reduce(better);
  const start = best.price;
  for (const [k, one] of from.entries()) {
    if (one.price > 5 * start || (k > 0 && one.price > 2 * best.price)) continue;
    best = better(best, furthest(trial, loops, one, before + (work * (k + 2)) / (from.length + 1)));
  }
  return best;
}

/** The best move for the longest loop again and again, until none helps any loop. */
function furthest(trial: Trial, loops: Loops, from: Tried, work: number): Tried {
  let best = from;
  const settled = new Set<string>();
  for (;;) {
    const { cycles: all, pipelines } = best.measured;
    const pipe = pipelines.find(({ name, cycles }) => !settled.has(name) && cycles >= small * all);
    if (pipe === undefined || trial.work() > work) return best;
    const next = leastOf(trial, loops, best, movesFor(best.state, pipe, trial.effort.copies ?? true), work);
    if (next === null) settled.add(pipe.name);
    else best = next;
  }
}

/** The best of the first kind that has a much better one: what bounds a loop is another thing then. Null where none is better. */
function leastOf(
  trial: Trial,
  loops: Loops,
  than: Tried,
  kinds: readonly (readonly Move[])[],
  work: number,
): Tried | null {
  let best: Tried | null = null;
  for (const moves of kinds) {
    for (const move of moves) {
      if (trial.work() > work) return best;
      const state = move();
      if (state === null || trial.work() + nodesIn(state) / 3 > work) continue;
      const tried = trial.of(loops, state);
      if (tried !== null && isBetter(tried, best ?? than)) best = tried;
    }
    if (best !== null && best.price <= muchLess * than.price) return best;
  }
  return best;
}

/** A price that other moves from the same place hardly go below. */
const muchLess = 0.5;

interface Tried {
  readonly state: State;
  readonly loops: Loops; // scheduled
  readonly measured: Measured;
  readonly price: number;
}

interface Trial {
  readonly effort: Effort;
  readonly of: (loops: Loops, state: State) => Tried | null; // null: tried before, refused, or too large for the part
  readonly work: () => number; // so far
  readonly known: KnownProcesses;
}

function trialOf(target: Technology, part: Part | undefined, effort: Effort): Trial {
  const seen = new Set<string>();
  const known = nothingKnown();
  let work = 0;
  const measure = onceForEachShape((loops) => {
    const found = measured(loops, target, known);
    work += found?.work ?? 0;
    return found;
  });
  return {
    effort,
    of: (loops, state) => {
      const schedule = scheduleOf(state);
      const key = `${piecesOf(loops).length} ${printSchedule(schedule)}`;
      if (seen.has(key)) return null;
      seen.add(key);
      const done = apply(state.loops, runsOf(state)); // the shape they have already
      const found = done.ok ? measure(done.loops) : null;
      if (!done.ok || found === null || (part !== undefined && !fits(found.size, part))) return null;
      if (effort.most !== undefined && !isWithinSize(found.size, effort.most)) return null;
      const price = priceOf(sumsOf(found, effort), effort);
      return { state, loops: done.loops, measured: found, price };
    },
    work: () => work,
    known: known.processes,
  };
}

function better(one: Tried, other: Tried): Tried {
  return isBetter(other, one) ? other : one;
}

function isBetter(one: Tried, other: Tried): boolean {
  return one.price < other.price;
}

function priceOf({ cycles, weight }: Sums, { sizeExponent }: Effort): number {
  return cycles * weight ** sizeExponent;
}
