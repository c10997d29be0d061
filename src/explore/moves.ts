/** Where a search for a schedule stands, and where it can go from there; candidates.ts says what is tried when. */

import { loadsOf } from "../loops/analysis/accesses.ts";
import { namesRead } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { findLoop, pathTo } from "../loops/find.ts";
import type { For, Loops } from "../loops/nodes.ts";
import { apply, type Schedule } from "../schedule/schedule.ts";
import { buffered } from "./buffers.ts";
import type { Bound } from "./measure.ts";
import { type AutoChoice, autoSchedule, isWidenable, loopsIn, sizeWrittenOut } from "./nests.ts";
import { fusions, interchanged, type Shape, spread, streamed, type Tile, tiled, windowed } from "./shapes.ts";

/** A schedule on its way: steps that gave the loops their shape, and what is chosen for loops of that shape. */
export interface State {
  readonly shape: Schedule;
  readonly loops: Loops; // in that shape
  readonly choice: Required<AutoChoice>;
}

export type Move = () => State | null;

/** Where to begin: short inner loops written out; every innermost loop pipelined; and, if it is small, with more written out. */
export function starts(loops: Loops): {
  readonly plain: State;
  readonly innermost: State;
  readonly large: readonly State[];
} {
  const withCopies = (copies: number): State => ({ shape: [], loops, choice: { ...nothing, copies } });
  const large = withCopies(mostCopiesInside);
  return {
    plain: withCopies(16),
    innermost: withCopies(1),
    large: nodesIn(large) <= mostNodes ? [large] : [],
  };
}

/** Statements and expressions of all pipelines, written out: about what it takes to try them. */
export function nodesIn({ loops, choice }: State): number {
  return autoSchedule(loops, choice).reduce((sum, { primitive, args }) => {
    const loop = primitive === "pipeline" ? findLoop(loops, String(args.loop)) : undefined;
    return sum + (loop === undefined ? 0 : (sizeWrittenOut(loop)?.nodes ?? 0));
  }, 0);
}

/** Of a body, in a pipelined loop around it. */
const mostCopiesInside = 64;

const nothing = { factors: new Map<string, number>(), here: new Set<string>(), within: new Set<string>() };

/** What was chosen for one nest alone, with the rest; null where what stands beside it does not allow it. */
export function joined(state: State, alone: State): State | null {
  const done = apply(state.loops, alone.shape);
  if (!done.ok) return null;
  const pipelined = autoSchedule(alone.loops, alone.choice).flatMap(({ args, primitive }) =>
    primitive === "pipeline" && typeof args.loop === "string" ? [args.loop] : [],
  );
  const above = pipelined.flatMap((name) => pathTo(alone.loops, name).loops.map((loop) => loop.name));
  return {
    shape: [...state.shape, ...alone.shape],
    loops: done.loops,
    choice: {
      copies: state.choice.copies,
      factors: new Map([...state.choice.factors, ...alone.choice.factors]),
      here: new Set([...state.choice.here, ...pipelined]),
      within: new Set([...state.choice.within, ...above]),
    },
  };
}

export function scheduleOf(state: State): Schedule {
  return [...state.shape, ...runsOf(state)];
}

/** The steps that say how loops of that shape run. */
export function runsOf({ loops, choice }: State): Schedule {
  return autoSchedule(loops, choice);
}

/** Loops that follow each other made one. */
export function fusingMoves(state: State): readonly Move[] {
  return fusions(state.loops).map((make) => () => reshaped(state, make()));
}

export interface Setting {
  readonly state: State;
  readonly loop: For; // that is pipelined
  readonly around: readonly For[]; // outermost first
  readonly bound: Bound;
}

/** Twice the copies, and the next number of copies that goes into the count; with memories for what they touch side by side. */
export function wider({ state, loop, around }: Setting): readonly Move[] {
  const trips = tripCount(loop) ?? (isOpen(loop, around) ? Infinity : 0);
  if (trips === 0 || !isWidenable(loop)) return [];
  const twice = 2 * (state.choice.factors.get(loop.name) ?? 1);
  const fitting = trips === Infinity ? twice : divisorsOf(trips).find((factor) => factor >= twice);
  return [...new Set([twice, fitting ?? twice])].flatMap((factor): Move[] => {
    const nodes = (sizeWrittenOut(loop)?.nodes ?? Infinity) * factor;
    if (factor >= trips || factor > mostCopies || nodes > mostNodes) return [];
    const widened = chosen(state, { factors: new Map([...state.choice.factors, [loop.name, factor]]) });
    const banked = spread(state.loops, loop, factor);
    return [() => widened, ...(banked.steps.length === 0 ? [] : [() => reshaped(widened, banked)])];
  });
}

/** Whether only data tell the count: each copy then asks whether it still runs. */
function isOpen({ from, to }: For, around: readonly For[]): boolean {
  const counters = new Set(around.map(({ variable }) => variable));
  return [from, to].some((bound) => [...namesRead(bound)].some((name) => !counters.has(name)));
}

const mostCopies = 16;

/** The loop around is pipelined, and this one written out in it. */
export function raised({ state, loop, around }: Setting, most = mostNodes): readonly Move[] {
  const parent = around.at(-1);
  const size = parent === undefined ? null : sizeWrittenOut(parent);
  if (parent === undefined || size === null || size.nodes > most) return [];
  const factors = new Map(state.choice.factors);
  factors.delete(loop.name);
  const within = new Set(state.choice.within);
  within.delete(parent.name);
  return [() => chosen(state, { here: new Set([...state.choice.here, parent.name]), factors, within })];
}

/** Arguments that the loop reads again and again are copied first; those of the loop around, with this one written out in it. */
export function buffers(setting: Setting): readonly Move[] {
  const { state, loop } = setting;
  return [() => reshaped(state, buffered(state.loops, loop)), ...buffersAbove(setting, mostNodes)];
}

/**
 * The same where the loop around reads whole windows, as a convolution over channels does: out of memories along each of their
 * dimensions they come at once, so the body may be larger than what is tried else.
 */
export function windowBuffers(setting: Setting): readonly Move[] {
  return raised(setting).length > 0 ? [] : buffersAbove(setting, 2 * mostNodes, 2);
}

function buffersAbove(setting: Setting, most: number, leastDims = 1): readonly Move[] {
  const parent = setting.around.at(-1);
  if (parent === undefined) return [];
  return raised(setting, most).map(
    (raise): Move =>
      () => {
        const next = raise();
        return next === null ? null : reshaped(next, buffered(next.loops, parent, leastDims));
      },
  );
}

/** Of a circuit that is small enough to be tried. */
export const mostNodes = 1200;

/** The loops inside are pipelined, and this one goes round. */
export function lowered({ state, loop }: Setting): readonly Move[] {
  if (loopsIn(loop.body).length === 0 || state.choice.here.has(loop.name)) return [];
  const within = new Set([...state.choice.within, loop.name]);
  return [() => chosen(state, { within })];
}

function chosen(state: State, choice: Partial<State["choice"]>): State {
  return { ...state, choice: { ...state.choice, ...choice } };
}

/** A loop around becomes the innermost one. */
export function interchanges({ state, loop, around }: Setting): readonly Move[] {
  return around.toReversed().map(
    (outer): Move =>
      () =>
        reshaped(state, interchanged(state.loops, outer.name, loop.name)),
  );
}

/** Two, four and six iterations of loops around, side by side: as many in each round as the fewest rounds of so many have. */
export function tilings({ state, loop, around }: Setting): readonly Move[] {
  const plain = new Map(state.choice.factors);
  plain.delete(loop.name);
  const single = chosen(state, { factors: plain, here: new Set([...state.choice.here, loop.name]) });
  const tileOf = (outer: For, size: number): Tile | null => {
    const trips = tripCount(outer);
    return trips === null || trips < size
      ? null
      : { loop: outer.name, size: Math.ceil(trips / Math.ceil(trips / size)) };
  };
  const near = around.toReversed().slice(0, 2);
  return [2, 4, 6].map((size) => () => {
    const tiles = near.flatMap((outer) => tileOf(outer, size) ?? []);
    const both = tiles.length === 2 ? tiled(state.loops, tiles.toReversed(), loop.name) : null;
    return reshaped(single, both ?? tiled(state.loops, tiles.slice(0, 1), loop.name));
  });
}

/** Rows of an argument that bounds the loop are read once; by one iteration at a time, and by two. */
export function windows({ state, loop, around, bound }: Setting): readonly Move[] {
  const outer = around.at(-1);
  if (outer === undefined || bound.kind !== "ports") return [];
  const { array } = bound;
  if (!state.loops.params.some(({ name }) => name === array)) return [];
  const shape = windowed(state.loops, array, outer.name, loop.name);
  const inner = shape === null ? undefined : (findLoop(shape.loops, loop.name) ?? fusedInto(shape));
  const single = (): State | null => reshaped(state, shape);
  if (inner === undefined || (tripCount(inner) ?? 1) % 2 === 1) return [single];
  const factors = new Map([...state.choice.factors, [inner.name, 2]]);
  return [single, () => reshaped(chosen(state, { factors }), shape)];
}

/** The loop that the last step joined others into. */
function fusedInto({ steps, loops }: Shape): For | undefined {
  const { primitive, args } = steps.at(-1) ?? { primitive: "", args: {} };
  return primitive === "fuse_loops" ? findLoop(loops, String(args.first)) : undefined;
}

/** The nest as a stencil, one and two results a cycle: windows of what bounds the loop, whatever stands at the borders. */
export function stencils({ state, loop, around, bound }: Setting): readonly Move[] {
  const size = sizeWrittenOut(loop)?.nodes ?? Infinity;
  if (bound.kind !== "ports" || loadsOf(loop.body, bound.array).length === 0) return [];
  return [...around, loop]
    .slice(-3)
    .flatMap((nest): Move[] =>
      [1, 2]
        .filter((unroll) => unroll * size <= mostNodes)
        .map((unroll) => () => reshaped(state, streamed(state.loops, nest.name, unroll))),
    );
}

export function reshaped(state: State, shape: Shape | null): State | null {
  if (shape === null) return null;
  return { ...state, shape: [...state.shape, ...shape.steps], loops: shape.loops };
}

function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, k) => k + 1).filter((one) => count % one === 0);
}
