/**
 * Layers as processes: each nest of a kernel runs at the same time as the others, on the data of another call, so that a call
 * starts as often as the slowest of them takes.
 *
 *     const { schedule } = streamingFor(loops, { family: "xc7", periodNs: 10 }, part);
 *
 * The slowest nest gets twice the lanes, again and again, until the part is full or nothing makes it faster: then all take about as
 * long, or no longer than one that cannot be helped. (HPVM2FPGA's task parallelism, with the balance of its section 4.3.)
 */
import type { Part } from "../device/part.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { findLoop, loopNamed } from "../loops/find.ts";
import type { For, Loops, Stmt } from "../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../loops/walk.ts";
import type { Schedule, Step } from "../schedule/schedule.ts";
import { type Chosen, onlyNests } from "./index.ts";
import { type Measured, measured, nothingKnown } from "./measure.ts";
import { autoSchedule, isSpokenFor, loopsIn } from "./nests.ts";
import { extended, interchanged, type Shape, type Tile, tiled, unchanged } from "./shapes.ts";
import { fits, type Size } from "./size.ts";

export function streamingFor(loops: Loops, target: Technology, part: Part): Chosen {
  const known = nothingKnown();
  const time = (shape: Shape, nest: string): Measured | null =>
    measured(onlyNests(shape.loops, loopNames(shape.loops, nest)), target, known);
  let layers = loops.body.flatMap((stmt) =>
    stmt.kind === "for" ? (firstLayer(loops, stmt, time) ?? []) : [],
  );
  for (;;) {
    const slowest = layers.reduce<Layer | null>(
      (most, one) => (most === null || one.cycles > most.cycles ? one : most),
      null,
    );
    const next = slowest === null ? null : widened(loops, slowest, time);
    if (next === null || next.cycles >= (slowest?.cycles ?? 0)) break;
    const all = layers.map((one) => (one === slowest ? next : one));
    if (!fits(totalOf(all), part)) break;
    layers = all;
  }
  const steps = layers.flatMap(({ steps: own }) => own);
  const shape = [...steps, ...banksFor(loops, layers), dataflow].reduce<Shape>(
    (sofar, { primitive, args }) => extended(sofar, primitive, args) ?? sofar,
    unchanged(loops),
  );
  const cycles = layers.reduce((most, one) => Math.max(most, one.cycles), 0);
  return { schedule: shape.steps, loops: shape.loops, cycles, known: known.processes };
}

const dataflow: Step = { primitive: "dataflow", args: {} };

/** A nest under its own steps. */
interface Layer {
  readonly nest: string; // its outermost loop, as written
  readonly lanes: number;
  readonly steps: Schedule;
  readonly banks: readonly Bank[];
  readonly cycles: number;
  readonly size: Size;
}

/** Elements along a dimension of an array that lanes use in the same cycle. */
interface Bank {
  readonly array: string;
  readonly dim: number;
  readonly lanes: number;
}

type Time = (shape: Shape, nest: string) => Measured | null;

/** One lane: the innermost loops pipelined. Null where no circuit can be made of it. */
function firstLayer(loops: Loops, stmt: For, time: Time): Layer | null {
  const found = best(stmt.name, 1, [pipelined(loops, stmt, unchanged(loops), [])], time);
  return found ?? best(stmt.name, 1, [{ shape: unchanged(loops), banks: [] }], time);
}

/** Twice the lanes, or the next number of them that makes fewer rounds. */
function widened(loops: Loops, { nest, lanes }: Layer, time: Time): Layer | null {
  const loop = findLoop(loops, nest);
  if (loop === undefined || loopsIn([loop]).some(isSpokenFor)) return null;
  const ways = waysOf(loops, loop, 2 * lanes);
  return best(nest, 2 * lanes, ways, time);
}

interface Way {
  readonly shape: Shape | null;
  readonly banks: readonly Bank[];
}

function best(nest: string, lanes: number, ways: readonly Way[], time: Time): Layer | null {
  let found: Layer | null = null;
  for (const { shape, banks } of ways) {
    if (shape === null) continue;
    const banked = bankSteps(shape.loops, banks).reduce<Shape>(
      (sofar, { primitive, args }) => extended(sofar, primitive, args) ?? sofar,
      shape,
    );
    const measure = time(banked, nest);
    if (measure === null || (found !== null && found.cycles <= measure.cycles)) continue;
    found = { nest, lanes, steps: shape.steps, banks, cycles: measure.cycles, size: measure.size };
  }
  return found;
}

/**
 * Ways to use so many lanes: iterations of one loop, or of two where it is too short, stand side by side inside the innermost one; or
 * inside another that goes round innermost, so that a sum comes round later than its addition takes.
 */
function waysOf(loops: Loops, nest: For, lanes: number): readonly Way[] {
  const chain = chainIn(nest);
  const inner = chain.at(-1);
  if (inner === undefined) return [];
  const around = chain.slice(0, -1).filter((loop) => (tripCount(loop) ?? 0) > 1);
  const turns = around.flatMap((loop): Turn[] => {
    const shape = interchanged(loops, loop.name, inner.name);
    return shape === null ? [] : [{ shape, loop: loop.name }];
  });
  return tilesFor(around, lanes).flatMap((tiles) => {
    const isTiled = (name: string): boolean => tiles.some(({ loop }) => loop === name);
    const banks = tiles.flatMap(({ loop, size }) => banksAlong(nest, loopNamed(loops, loop), size));
    const own = tiles.length === 1 ? turns.filter(({ loop }) => isTiled(loop)) : [];
    const others = [
      { shape: unchanged(loops), loop: inner.name },
      ...turns.filter(({ loop }) => !isTiled(loop)),
    ];
    return [
      ...own.map(({ shape, loop }): Way => {
        const wide = extended(shape, "unroll", { loop, factor: tiles[0]?.size ?? 1 });
        return { shape: extended(wide, "pipeline", { loop }), banks };
      }),
      ...others.map(({ shape, loop }): Way => {
        const wide = tiled(shape.loops, tiles, loop);
        const both = wide === null ? null : { steps: [...shape.steps, ...wide.steps], loops: wide.loops };
        return { shape: extended(both, "pipeline", { loop }), banks };
      }),
    ];
  });
}

/** A loop that goes round innermost. */
interface Turn {
  readonly shape: Shape;
  readonly loop: string;
}

/** So many lanes along one of the loops; where it is shorter, along it and one of those after it. */
function tilesFor(around: readonly For[], lanes: number): readonly (readonly Tile[])[] {
  return around.flatMap((loop, at): (readonly Tile[])[] => {
    const trips = tripCount(loop) ?? 1;
    const first = { loop: loop.name, size: evenly(trips, lanes) };
    if (trips >= lanes) return [[first]];
    return around.slice(at + 1).flatMap((other): (readonly Tile[])[] => {
      const size = evenly(tripCount(other) ?? 1, Math.ceil(lanes / trips));
      return size === 1 ? [] : [[first, { loop: other.name, size }]];
    });
  });
}

/** As many as make the same number of rounds. */
function evenly(trips: number, lanes: number): number {
  return Math.ceil(trips / Math.ceil(trips / lanes));
}

/** The innermost loops pipelined, short ones inside them written out. */
function pipelined(loops: Loops, nest: For, shape: Shape, banks: readonly Bank[]): Way {
  const names = loopNames(loops, nest.name);
  const steps = autoSchedule(loops).filter(({ args }) => names.has(String(args.loop)));
  const done = steps.reduce<Shape | null>((sofar, step) => extended(sofar, step.primitive, step.args), shape);
  return { shape: done, banks };
}

/** From the outermost loop down, as long as one loop holds another and no more than one. */
function chainIn(nest: For): readonly For[] {
  const inner = nest.body.filter((stmt) => loopsIn([stmt]).length > 0);
  const [only] = inner;
  if (only === undefined) return [nest];
  return inner.length === 1 && only.kind === "for" ? [nest, ...chainIn(only)] : [];
}

function loopNames(loops: Loops, nest: string): ReadonlySet<string> {
  const isOurs = (stmt: Stmt): boolean =>
    loopsIn([stmt]).some(({ name }) => name === nest || name.startsWith(`${nest}.`));
  return new Set(loopsIn(loops.body.filter(isOurs)).map(({ name }) => name));
}

// Memories

/** Dimensions of arrays that the variable of a loop stands in, alone in its dimension. */
function banksAlong(nest: For, loop: For, lanes: number): readonly Bank[] {
  const found = new Map<string, Bank>();
  for (const stmt of statementsIn([nest])) {
    const accesses = expressionsOf(stmt).flatMap((root) =>
      expressionsIn(root).filter((expr) => expr.kind === "load"),
    );
    for (const { array, index } of stmt.kind === "store" ? [...accesses, stmt] : accesses) {
      const dims = index.flatMap((expr, dim) =>
        expressionsIn(expr).some((one) => one.kind === "var" && one.name === loop.variable) ? [dim] : [],
      );
      const [dim, other] = dims;
      if (dim !== undefined && other === undefined) found.set(`${array} ${dim}`, { array, dim, lanes });
    }
  }
  return [...found.values()];
}

/** Arrays on chip alone: what is outside keeps the ports that it has. */
function bankSteps({ arrays, results }: Loops, banks: readonly Bank[]): Schedule {
  return banks.flatMap(({ array, dim, lanes }): Step[] => {
    const decl = arrays.find(({ name }) => name === array);
    const extent = decl?.shape[dim] ?? 0;
    if (decl === undefined || results.includes(array) || decl.banks !== undefined || lanes < 2) return [];
    const how = lanes >= extent ? { how: "complete" } : { how: "cyclic", factor: lanes };
    return [{ primitive: "partition", args: { array, dim, ...how } }];
  });
}

/** Who writes an array and who reads it use the same memories: the most that either needs. */
function banksFor(loops: Loops, layers: readonly Layer[]): Schedule {
  const most = new Map<string, Bank>();
  for (const bank of layers.flatMap(({ banks }) => banks)) {
    const key = `${bank.array} ${bank.dim}`;
    const known = most.get(key);
    if (known === undefined || known.lanes < bank.lanes) most.set(key, bank);
  }
  return bankSteps(loops, [...most.values()]);
}

function totalOf(layers: readonly Layer[]): Size {
  return layers.reduce<Size>(
    (sum, { size }) => ({
      luts: sum.luts + size.luts,
      dsps: sum.dsps + size.dsps,
      blockRams: sum.blockRams + size.blockRams,
    }),
    { luts: 0, dsps: 0, blockRams: 0 },
  );
}
