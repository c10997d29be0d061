/**
 * Layers as processes: each nest of a kernel runs at the same time as the others, on the data of another call, so that a call
 * starts as often as the slowest of them takes.
 *
 *     const { schedule } = streamingFor(loops, { family: "xc7", periodNs: 10 }, part);
 *
 * The interval of calls is found by halving: the least in which every nest can be done, each with the fewest lanes, so that all of
 * them and the memories between them fit the part.
 */
import type { Part } from "../../device/part.ts";
import { priceOf } from "../../device/price.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import type { ArrayDecl, For, Loops, Stmt } from "../../loops/nodes.ts";
import type { Schedule, Step } from "../../schedule/schedule.ts";
import { onlyNests } from "../alone.ts";
import { isReadAgain } from "../buffers.ts";
import type { Chosen } from "../index.ts";
import { type Measured, measured, nothingKnown } from "../measure.ts";
import { autoSchedule, isSpokenFor, loopsIn } from "../nests.ts";
import { onceForEachShape } from "../same.ts";
import { extended, type Shape, unchanged } from "../shapes.ts";
import { fits, type Size, sizesAdded } from "../size.ts";
import { type Bank, bankSteps, banksFor } from "./banks.ts";
import { following, readsInTurn } from "./follow.ts";
import { type Way, waysOf, workOf } from "./ways.ts";

export function streamingFor(given: Loops, target: Technology, part: Part): Chosen {
  const known = nothingKnown();
  const { steps: copies, loops } = withCopies(given);
  const measure = onceForEachShape((alone) => measured(alone, target, known), withoutWords);
  const shared = sharedArrays(loops);
  const time: Time = (shape, nest) =>
    measure(onlyNests(atPorts(shape.loops, shared), loopNames(shape.loops, nest)));
  const nests = loops.body.flatMap((stmt): Nest[] => {
    const first = stmt.kind === "for" ? firstLayer(loops, stmt, time) : null;
    return stmt.kind === "for" && first !== null ? [{ loop: stmt, first, ways: waysOf(loops, stmt) }] : [];
  });
  const whole = (layers: readonly Layer[]): Whole | null => {
    const shape = joined(loops, layers);
    const found = measured(shape.loops, target, known);
    return found === null || !fits(found.size, part) ? null : { shape, interval: found.interval };
  };
  const first = nests.map((nest) => nest.first);
  const chosen = balanced({ loops, nests, part, time, whole });
  const { steps, loops: scheduled } = chosen?.shape ?? joined(loops, first);
  return {
    schedule: [...copies, ...steps],
    loops: scheduled,
    cycles: chosen?.interval ?? slowest(first),
    known: known.processes,
  };
}

/**
 * Arguments that a nest reads again and again come in once, by a process of their own: memories on chip have as many ports as
 * lanes need. So do results go out that lanes may write, or that somebody reads.
 */
function withCopies(loops: Loops): Shape {
  const nests = loops.body.filter((stmt) => stmt.kind === "for");
  const given = loops.params.filter(
    (param) => param.kind === "array" && nests.some((nest) => isReadAgain(loops, nest, param)),
  );
  const made = loops.arrays.filter(({ name, shape }) => {
    const size = shape.reduce((product, extent) => product * extent, 1);
    const isSummed = nests.some((nest) => writesOf([nest]).has(name) && workOf(nest) > size);
    return loops.results.includes(name) && (isSummed || readsOf(nests).has(name));
  });
  return [...given, ...made].reduce<Shape>(
    (sofar, { name }) => extended(sofar, "buffer", { array: name }) ?? sofar,
    unchanged(loops),
  );
}

/** What stands in tables is of no consequence for the cycles of a nest, but for rare constants. */
function withoutWords(loops: Loops): Loops {
  return {
    ...loops,
    arrays: loops.arrays.map((decl) => (decl.table === undefined ? decl : { ...decl, table: [] })),
  };
}

// The interval

interface Search {
  readonly loops: Loops;
  readonly nests: readonly Nest[];
  readonly part: Part;
  readonly time: Time;
  /** All layers side by side, with the memories between them; null where they do not fit. */
  readonly whole: (layers: readonly Layer[]) => Whole | null;
}

interface Nest {
  readonly loop: For;
  readonly first: Layer; // with one lane
  readonly ways: (interval: number) => readonly Way[];
}

interface Whole {
  readonly shape: Shape;
  readonly interval: number; // what the slowest takes
}

/** Intervals that are this close are as good as each other. */
const closeEnough = 1.02;

/** The least interval whose layers fit the part; null where not even one lane each does. */
function balanced(search: Search): Whole | null {
  const { nests, part, whole } = search;
  const first = nests.map((nest) => nest.first);
  const within = (interval: number): Whole | null => {
    const layers: Layer[] = [];
    const laned = new Map<string, readonly Bank[]>(); // arrays that lanes write
    for (const nest of nests) {
      const layer = follower(search, nest, laned, interval) ?? layerWithin(search, nest, interval);
      if (layer === null) return null;
      layers.push(layer);
      if (!fits(sizesAdded(layers.map(({ size }) => size)), part)) return null;
      for (const array of writesOf([nest.loop])) {
        const own = layer.banks.filter((bank) => bank.array === array);
        if (own.length > 0) laned.set(array, own);
      }
    }
    return whole(layers);
  };
  let best = whole(first);
  let [low, high] = [1, best?.interval ?? 2 * slowest(first)];
  const tried = (interval: number): boolean => {
    const found = within(interval);
    if (found === null) low = interval + 1;
    else {
      if (best === null || found.interval < best.interval) best = found;
      high = Math.min(interval, found.interval);
    }
    return found !== null;
  };
  while (high > 1 && tried(Math.floor(high / 4))); // far too short ones have far too many lanes to look at
  while (high > closeEnough * low) tried(Math.floor(Math.sqrt(low * high)));
  return best;
}

/**
 * A nest that takes what lanes give as they give it, so that it passes as streams, one from each lane, in place of memories that the
 * next call fills meanwhile. It gives one word after another: lanes of its own would cost each nest behind it a choice among them.
 */
function follower(
  { loops, time }: Search,
  { loop }: Nest,
  laned: ReadonlyMap<string, readonly Bank[]>,
  interval: number,
): Layer | null {
  if (loopsIn([loop]).some(isSpokenFor)) return null;
  const given = [...readsOf([loop])].filter((array) => laned.has(array));
  const banks = given.flatMap((array) => laned.get(array) ?? []);
  if (given.length === 0 || !given.every((array) => readsInTurn(loop, array))) return null;
  return firstWithin(loop.name, following(loops, loop, banks), time, interval);
}

/** The nest with the fewest lanes that take no more cycles; null: none is known. */
function layerWithin({ time }: Search, { loop, first, ways }: Nest, interval: number): Layer | null {
  const isOurs = !loopsIn([loop]).some(isSpokenFor);
  const wide = isOurs ? firstWithin(loop.name, ways(interval), time, interval) : null;
  if (first.cycles > interval) return wide;
  return wide !== null && priceOf(wide.size) < priceOf(first.size) ? wide : first;
}

function slowest(layers: readonly Layer[]): number {
  return layers.reduce((most, { cycles }) => Math.max(most, cycles), 0);
}

/** All layers under their steps, as processes. */
function joined(loops: Loops, layers: readonly Layer[]): Shape {
  const steps = layers.flatMap(({ steps: own }) => own);
  const banks = banksFor(
    loops,
    layers.flatMap((layer) => layer.banks),
  );
  return withSteps(unchanged(loops), [...steps, ...banks, dataflow]);
}

/** Without the steps that are refused. */
function withSteps(shape: Shape, steps: Schedule): Shape {
  return steps.reduce((sofar, { primitive, args }) => extended(sofar, primitive, args) ?? sofar, shape);
}

const dataflow: Step = { primitive: "dataflow", args: {} };

// A nest alone

/** A nest under its own steps. */
interface Layer {
  readonly steps: Schedule;
  readonly banks: readonly Bank[];
  readonly cycles: number;
  readonly size: Size;
}

type Time = (shape: Shape, nest: string) => Measured | null;

/** One lane: the innermost loops pipelined, short ones inside them written out. Null where no circuit can be made of it. */
function firstLayer(loops: Loops, { name }: For, time: Time): Layer | null {
  const names = loopNames(loops, name);
  const steps = autoSchedule(loops).filter(({ args }) => names.has(String(args.loop)));
  const pipelined = steps.reduce<Shape | null>(
    (sofar, step) => extended(sofar, step.primitive, step.args),
    unchanged(loops),
  );
  const way = (shape: Shape | null): Layer | null =>
    firstWithin(name, [{ shape: () => shape, banks: [] }], time, Infinity);
  return way(pipelined) ?? way(unchanged(loops));
}

/** The first that takes no more cycles. */
function firstWithin(nest: string, ways: readonly Way[], time: Time, interval: number): Layer | null {
  for (const { shape, banks } of ways) {
    const own = shape();
    const measure = own === null ? null : time(withSteps(own, bankSteps(own.loops, banks)), nest);
    if (own === null || measure === null || measure.cycles > interval) continue;
    return { steps: own.steps, banks, cycles: measure.cycles, size: measure.size };
  }
  return null;
}

/** What a nest has in common with others is outside, as it is for a process: it counts with the whole. */
function atPorts(loops: Loops, shared: ReadonlySet<string>): Loops {
  const [outside, inside] = [[] as ArrayDecl[], [] as ArrayDecl[]];
  for (const decl of loops.arrays)
    if (shared.has(decl.name)) outside.push({ ...decl, shared: true });
    else if (loops.results.includes(decl.name)) outside.push(decl);
    else inside.push(decl);
  return {
    ...loops,
    params: [...loops.params, ...outside],
    arrays: inside,
    results: loops.results.filter((name) => !outside.some((decl) => decl.name === name)),
  };
}

/** Arrays on chip that more than one nest uses. */
function sharedArrays({ body, arrays }: Loops): ReadonlySet<string> {
  const users = body.map((stmt) => new Set([...readsOf([stmt]), ...writesOf([stmt])]));
  const isShared = (array: string): boolean => users.filter((own) => own.has(array)).length > 1;
  return new Set(arrays.flatMap(({ name, table }) => (table === undefined && isShared(name) ? [name] : [])));
}

function loopNames(loops: Loops, nest: string): ReadonlySet<string> {
  const isOurs = (stmt: Stmt): boolean =>
    loopsIn([stmt]).some(({ name }) => name === nest || name.startsWith(`${nest}.`));
  return new Set(loopsIn(loops.body.filter(isOurs)).map(({ name }) => name));
}
