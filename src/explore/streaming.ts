/**
 * Layers as processes: each nest of a kernel runs at the same time as the others, on the data of another call, so that a call
 * starts as often as the slowest of them takes.
 *
 *     const { schedule } = streamingFor(loops, { family: "xc7", periodNs: 10 }, part);
 *
 * The slowest nest gets twice the lanes, again and again, until the part is full or nothing makes it faster: then all take about as
 * long, or no longer than one that cannot be helped. What the whole takes of the part is measured with the memories between the nests.
 */
import { type Family, families } from "../device/family.ts";
import type { Part } from "../device/part.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import { readsOf, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { findLoop, loopNamed } from "../loops/find.ts";
import type { ArrayDecl, For, Loops, Stmt } from "../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../loops/walk.ts";
import type { Schedule, Step } from "../schedule/schedule.ts";
import { nothingShared, storagesOf } from "../synthesis/plan/storage.ts";
import { blocksOf } from "../synthesis/report/resources.ts";
import { isReadAgain } from "./buffers.ts";
import { type Chosen, onlyNests } from "./index.ts";
import { type Measured, measured, nothingKnown } from "./measure.ts";
import { autoSchedule, isSpokenFor, loopsIn } from "./nests.ts";
import { extended, interchanged, type Shape, type Tile, tiled, unchanged } from "./shapes.ts";
import { fits, type Size } from "./size.ts";

export function streamingFor(given: Loops, target: Technology, part: Part): Chosen {
  const known = nothingKnown();
  const { steps: copies, loops } = withCopies(given);
  const search: Search = {
    loops,
    part,
    time: (shape, nest) => {
      const alone = atPorts(onlyNests(shape.loops, loopNames(shape.loops, nest)));
      const found = measured(alone, target, known);
      if (found === null) return null;
      const { size } = found;
      const blockRams = Math.max(0, size.blockRams - sharedBlocks(loops, alone, families[target.family]));
      return { ...found, size: { ...size, blockRams } };
    },
    whole: (layers) => {
      const shape = joined(loops, layers);
      const found = measured(shape.loops, target, known);
      return { shape, size: found?.size ?? null };
    },
  };
  const layers = loops.body.flatMap((stmt) =>
    stmt.kind === "for" ? (firstLayer(loops, stmt, search.time) ?? []) : [],
  );
  const chosen = grown(search, layers);
  const { shape } = search.whole(chosen);
  return {
    schedule: [...copies, ...shape.steps],
    loops: shape.loops,
    cycles: slowest(chosen),
    known: known.processes,
  };
}

/**
 * Arguments that a nest reads again and again come in once, by a process of their own: memories on chip have as many ports as
 * lanes need.
 */
function withCopies(loops: Loops): Shape {
  const nests = loops.body.filter((stmt) => stmt.kind === "for");
  return loops.params
    .filter((param) => param.kind === "array" && nests.some((nest) => isReadAgain(loops, nest, param)))
    .reduce<Shape>(
      (sofar, { name }) => extended(sofar, "buffer", { array: name }) ?? sofar,
      unchanged(loops),
    );
}

interface Search {
  readonly loops: Loops;
  readonly part: Part;
  readonly time: Time;
  /** All layers side by side, with the memories between them. */
  readonly whole: (layers: readonly Layer[]) => { readonly shape: Shape; readonly size: Size | null };
}

/** The slowest gets twice the lanes as long as all fit; what fits with its memories too is taken. */
function grown(search: Search, first: readonly Layer[]): readonly Layer[] {
  const states = [first];
  for (let layers = first; ; states.push(layers)) {
    const most = layers.find(({ cycles }) => cycles === slowest(layers));
    const next = most === undefined ? null : widened(search, most);
    if (most === undefined || next === null || next.cycles >= most.cycles) break;
    layers = layers.map((one) => (one === most ? next : one));
    if (!fits(totalOf(layers), search.part)) break;
  }
  return states.findLast((layers) => fitsWhole(search, layers)) ?? first;
}

function fitsWhole({ part, whole }: Search, layers: readonly Layer[]): boolean {
  if (!fits(totalOf(layers), part)) return false;
  const { size } = whole(layers);
  return size !== null && fits(size, part);
}

function slowest(layers: readonly Layer[]): number {
  return layers.reduce((most, { cycles }) => Math.max(most, cycles), 0);
}

/** All layers under their steps, as processes. */
function joined(loops: Loops, layers: readonly Layer[]): Shape {
  const steps = layers.flatMap(({ steps: own }) => own);
  return withSteps(unchanged(loops), [...steps, ...banksFor(loops, layers), dataflow]);
}

/** Without the steps that are refused. */
function withSteps(shape: Shape, steps: Schedule): Shape {
  return steps.reduce((sofar, { primitive, args }) => extended(sofar, primitive, args) ?? sofar, shape);
}

/** Results behind ports, as a process has them: whether the zeros of one must be stored first is no matter of a nest alone. */
function atPorts(alone: Loops): Loops {
  const isResult = ({ name }: ArrayDecl): boolean => alone.results.includes(name);
  return {
    ...alone,
    params: [...alone.params, ...alone.arrays.filter(isResult)],
    arrays: alone.arrays.filter((array) => !isResult(array)),
    results: alone.results.filter((name) => !alone.arrays.some((array) => array.name === name)),
  };
}

/** What a nest alone takes for arrays that it has in common with others: streams, or memories that are counted with the whole. */
function sharedBlocks(loops: Loops, alone: Loops, family: Family): number {
  const shared = sharedArrays(loops);
  return [...storagesOf(alone, family, new Set(), nothingShared).values()].reduce(
    (sum, { storage }) =>
      shared.has(storage.name) && storage.where === "block" ? sum + blocksOf(storage, family) : sum,
    0,
  );
}

/** Arrays on chip that more than one nest uses. */
function sharedArrays({ body, arrays }: Loops): ReadonlySet<string> {
  const users = body.map((stmt) => new Set([...readsOf([stmt]), ...writesOf([stmt])]));
  const isShared = (array: string): boolean => users.filter((own) => own.has(array)).length > 1;
  return new Set(arrays.flatMap(({ name }) => (isShared(name) ? [name] : [])));
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

/** One lane: the innermost loops pipelined, short ones inside them written out. Null where no circuit can be made of it. */
function firstLayer(loops: Loops, { name }: For, time: Time): Layer | null {
  const names = loopNames(loops, name);
  const steps = autoSchedule(loops).filter(({ args }) => names.has(String(args.loop)));
  const pipelined = steps.reduce<Shape | null>(
    (sofar, step) => extended(sofar, step.primitive, step.args),
    unchanged(loops),
  );
  const way = (shape: Shape | null): Layer | null => best(name, 1, [{ shape, banks: [] }], time);
  return way(pipelined) ?? way(unchanged(loops));
}

/** Twice the lanes, or the next number of them that makes fewer rounds. */
function widened({ loops, time }: Search, { nest, lanes }: Layer): Layer | null {
  const loop = findLoop(loops, nest);
  if (loop === undefined || loopsIn([loop]).some(isSpokenFor)) return null;
  return best(nest, 2 * lanes, waysOf(loops, loop, 2 * lanes), time);
}

interface Way {
  readonly shape: Shape | null;
  readonly banks: readonly Bank[];
}

function best(nest: string, lanes: number, ways: readonly Way[], time: Time): Layer | null {
  let found: Layer | null = null;
  for (const { shape, banks } of ways) {
    if (shape === null) continue;
    const measure = time(withSteps(shape, bankSteps(shape.loops, banks)), nest);
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
