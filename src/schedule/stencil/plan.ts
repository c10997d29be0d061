/**
 * When everything passes: stages one after another on one grid. An element of an array enters once, from memory or from
 * the stage that computes it, and stays for as long as a later result asks for it.
 */
import { bug } from "../../diagnostics/bug.ts";
import { loadsOf, storesOf as storesTo } from "../../loops/analysis/accesses.ts";
import { arrayNamed } from "../../loops/find.ts";
import { constantOf } from "../../loops/indices.ts";
import type { ArrayDecl, Loops, Store } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { at, type Box, contains, type Grid, linear, type Offset, rowsOf, sum } from "./grid.ts";
import { offsetsOf, type Part, type Read, type Stage } from "./stage.ts";

export interface Plan {
  readonly grid: Grid;
  readonly stages: readonly Placed[];
  readonly streams: readonly Stream[];
}

/** A result passes so much after its own coordinates. */
export interface Placed {
  readonly stage: Stage;
  readonly shift: Offset;
}

/** An array that passes a stage. */
export interface Stream {
  readonly stages: readonly number[]; // that read it, the first one first
  readonly part: Part;
  readonly decl: ArrayDecl;
  readonly box: Box; // what is read of it, in coordinates of loop variables
  readonly shift: Offset; // an element arrives so much after its coordinates
  readonly made: Made | null; // null: all of it comes from memory
  readonly passed: number | null; // the stream that has elements which no stage computes; null: memory
  readonly ages: ReadonlySet<number>; // of elements when they are asked for, in positions
}

/** What a stage before computes of it. */
export interface Made {
  readonly stage: number;
  readonly box: Box;
  readonly store: Store;
  readonly offset: Offset; // of what it stores, from the result's coordinates
}

export type PlanProblem =
  | { readonly problem: "nothing" }
  | { readonly problem: "dimensions" }
  | { readonly problem: "stored"; readonly access: Store }
  | { readonly problem: "passes"; readonly array: string }
  | { readonly problem: "overtakes"; readonly array: string };

export function planOf(
  loops: Loops,
  stages: readonly Stage[],
  lanes: number,
  variables: readonly string[],
): Plan | PlanProblem {
  const rank = stages[0]?.loops.length ?? 0;
  if (stages.some((stage) => stage.loops.length !== rank)) return { problem: "dimensions" };
  const crossing = crossingOf(stages);
  if (crossing !== null) return { problem: "passes", array: crossing };
  const wanted: Wanted[] = [];
  for (const index of stages.keys()) {
    const found = wantedBy(loops, stages, index, wanted);
    if ("problem" in found) return found;
    for (const one of found) addTo(wanted, one);
  }
  const [first] = wanted;
  if (first === undefined) return { problem: "nothing" };
  const boxes = [...wanted.map(({ box }) => box), ...stages.map(({ domain }) => domain)];
  const extents = first.box.from.map((_, dim) => {
    const most = Math.max(...boxes.map(({ from, to }) => at(to, dim) - at(from, dim)));
    return dim === rank - 1 ? Math.ceil(most / lanes) * lanes : most;
  });
  const start: Grid = { origin: [0, ...first.box.from.slice(1)], extents, lanes, variables };
  const placed: Placed[] = [];
  const arrivals = new Map<Wanted, Offset>();
  for (const [index, stage] of stages.entries()) {
    const windows = wanted.flatMap((one) =>
      one.windows.flatMap((window) => (window.stage === index ? [{ wanted: one, taps: window.taps }] : [])),
    );
    for (const { wanted: one } of windows) {
      const { made } = one;
      if (made !== null) arrivals.set(one, arrivalOf(placed, made));
    }
    const shift = latest(start, windows, arrivals) ?? stage.loops.map(() => 0);
    placed.push({ stage, shift });
    for (const { wanted: one, taps } of windows)
      if (!arrivals.has(one)) arrivals.set(one, feeding(start, taps, shift));
  }
  const streams = wanted.map((one) => streamOf(start, one, placed, arrivals.get(one) ?? bug("no arrival")));
  const done = withPassing(start, streams);
  const overtaken = done.find((stream) => stream.made === null && isOvertaken(start, stream, placed));
  const array = overtaken?.part.array ?? storedEarly(start, placed);
  if (array !== null) return { problem: "overtakes", array };
  return { grid: withRows(start, placed, done), stages: placed, streams: done };
}

function streamOf(grid: Grid, wanted: Wanted, placed: readonly Placed[], arrival: Offset): Stream {
  const { windows, part, decl, box, made } = wanted;
  const ages = windows.flatMap(({ stage, taps }) => {
    const shift = placed[stage]?.shift ?? bug("no such stage");
    return taps.map((tap) => linear(grid, sum(sum(shift, arrival, -1), tap, -1)));
  });
  const stages = windows.map(({ stage }) => stage);
  return { stages, part, decl, box, made, shift: arrival, passed: null, ages: new Set(ages) };
}

/** A stream before it has its place in time. */
interface Wanted {
  readonly windows: readonly Window[];
  readonly isKept: boolean; // no stage that reads it stores into it
  readonly part: Part;
  readonly decl: ArrayDecl;
  readonly box: Box;
  readonly made: Made | null;
}

/** What the results of a stage ask for. */
interface Window {
  readonly stage: number;
  readonly taps: readonly Offset[];
}

/** Arrays that pass between stages, and those of which results near each other read the same elements. */
function wantedBy(
  loops: Loops,
  stages: readonly Stage[],
  index: number,
  before: readonly Wanted[],
): readonly Wanted[] | PlanProblem {
  const stage = stages[index] ?? bug("no such stage");
  const found: Wanted[] = [];
  const parts = new Map([...stage.reads.values()].map(({ part }) => [part.key, part]));
  for (const part of parts.values()) {
    const isStored = stages.some((one) => one !== stage && storesOf(one, part.array).length > 0);
    const passing = isStored ? passingOf(stages, part) : null;
    const reads = [...stage.reads.values()].filter((read) => read.part.key === part.key);
    const taps = distinct(reads.flatMap(offsetsOf));
    const isThere = before.some((one) => one.part.key === part.key);
    if (passing === null && taps.length < 2 && !isThere) continue;
    const stored = storedHere(stage, part);
    if ("problem" in stored) return stored;
    const decl = arrayNamed(loops, part.array);
    const made = passing?.findLast((one) => one.stage < index) ?? null;
    const box = boxOf(stage.domain, taps, decl, part);
    const isKept = stored.offsets.length === 0;
    const window: Window = { stage: index, taps: distinct([...taps, ...stored.offsets]) };
    found.push({ windows: [window], isKept, part, decl, box, made });
  }
  return found;
}

/** What an earlier stage has read from memory and nobody has stored since is not read again. */
function addTo(wanted: Wanted[], { windows, isKept, ...more }: Wanted): void {
  const isSame = (one: Wanted): boolean => one.part.key === more.part.key && one.made === null;
  const at = isKept && more.made === null ? wanted.findIndex(isSame) : -1;
  const known = wanted[at];
  if (known === undefined) wanted.push({ windows, isKept, ...more });
  else wanted[at] = { ...known, windows: [...known.windows, ...windows], box: hull(known.box, more.box) };
}

/** An array that one stage stores and another one uses, and that does not pass element after element. */
function crossingOf(stages: readonly Stage[]): string | null {
  for (const stage of stages) {
    for (const { array } of statementsIn(stage.body).filter((stmt) => stmt.kind === "store")) {
      const others = stages.filter((one) => one !== stage);
      if (!others.some((one) => loadsOf(one.body, array).length + storesOf(one, array).length > 0)) continue;
      const [write] = storesOf(stage, array).map((store) => stage.writes.get(store));
      if (write === undefined || passingOf(stages, write.part) === null) return array;
    }
  }
  return null;
}

/** Where the stage itself stores what it reads a window of. */
function storedHere(stage: Stage, part: Part): { readonly offsets: readonly Offset[] } | PlanProblem {
  const offsets: Offset[] = [];
  for (const store of storesOf(stage, part.array)) {
    const write = stage.writes.get(store);
    if (write === undefined || write.along.some(({ otherwise }) => otherwise.size > 0))
      return { problem: "stored", access: store };
    if (write.part.key === part.key) offsets.push(offsetOf(write));
    else if (!areApart(write.part, part)) return { problem: "stored", access: store };
  }
  return { offsets };
}

/** Held at different numbers in some dimension. */
function areApart(a: Part, b: Part): boolean {
  return a.held.some((one, dim) => {
    const other = b.held[dim] ?? null;
    const numbers = [one, other].map((expr) => (expr === null ? null : constantOf(expr)));
    return numbers[0] !== null && numbers[1] !== null && numbers[0] !== numbers[1];
  });
}

/**
 * What each stage computes of an array that passes between stages: all of them the same box, each element once, and
 * nobody reads it out of step.
 */
function passingOf(stages: readonly Stage[], part: Part): readonly Made[] | null {
  const made: Made[] = [];
  for (const [index, stage] of stages.entries()) {
    const loads = loadsOf(stage.body, part.array);
    if (loads.some((load) => stage.reads.get(load)?.part.key !== part.key)) return null;
    const [store, ...more] = storesOf(stage, part.array);
    if (store === undefined) continue;
    const write = stage.writes.get(store);
    const isEachOnce = more.length === 0 && stage.body.includes(store);
    if (write?.part.key !== part.key || !isEachOnce) return null;
    if (write.along.some(({ otherwise }) => otherwise.size > 0)) return null;
    made.push({ stage: index, box: moved(stage.domain, offsetOf(write)), store, offset: offsetOf(write) });
  }
  const [first] = made;
  const isOneBox =
    first !== undefined && made.every(({ box }) => contains(box, first.box) && contains(first.box, box));
  return isOneBox ? made : null;
}

export function storesOf(stage: Stage, array: string): readonly Store[] {
  return storesTo(stage.body, array);
}

/** Elements that results may ask for, as far as the array has them. */
function boxOf(domain: Box, taps: readonly Offset[], decl: ArrayDecl, { held }: Part): Box {
  const sizes = decl.shape.filter((_, dim) => held[dim] === null);
  const side = (dim: number, of: typeof Math.min): number => of(...taps.map((tap) => at(tap, dim)));
  return {
    from: domain.from.map((from, dim) => Math.max(0, from + side(dim, Math.min))),
    to: domain.to.map((to, dim) => Math.min(at(sizes, dim), to + side(dim, Math.max))),
  };
}

/** What a stage before computes arrives when it is computed. */
function arrivalOf(placed: readonly Placed[], made: Made): Offset {
  const { shift } = placed[made.stage] ?? bug("a stage that is not placed");
  return sum(shift, made.offset, -1);
}

/** When the last element that a result needs is there: what comes from before decides, or else the windows. */
function latest(
  grid: Grid,
  windows: readonly { readonly wanted: Wanted; readonly taps: readonly Offset[] }[],
  arrivals: ReadonlyMap<Wanted, Offset>,
): Offset | null {
  const fixed = windows.flatMap(({ wanted, taps }) => {
    const arrival = arrivals.get(wanted);
    return arrival === undefined ? [] : taps.map((tap) => sum(arrival, tap));
  });
  const all = fixed.length > 0 ? fixed : windows.flatMap(({ taps }) => taps);
  return all.reduce<Offset | null>(
    (most, one) => (most === null || linear(grid, one) > linear(grid, most) ? one : most),
    null,
  );
}

/**
 * How much later an array is read from memory, so that less of it waits. Rows stay rows (no element comes round the end
 * of one), so some elements of the innermost dimension may wait.
 */
function feeding(grid: Grid, taps: readonly Offset[], shift: Offset): Offset {
  const newest = Math.max(...taps.map((tap) => linear(grid, tap)));
  let spare = linear(grid, shift) - newest;
  return shift.map((_, dim) => {
    const isLast = dim === shift.length - 1;
    if (isLast && dim > 0) return 0;
    const size = grid.extents.slice(dim + 1).reduce((product, extent) => product * extent, 1);
    const rows = Math.floor(spare / size);
    spare -= rows * size;
    return rows;
  });
}

/** Elements at the border that no stage computes pass on from an earlier stage that has them. */
function withPassing(grid: Grid, streams: readonly Stream[]): readonly Stream[] {
  const done: Stream[] = [];
  for (const stream of streams) {
    const passed = isWhole(stream) ? -1 : done.findLastIndex((one) => isSource(one, stream));
    const source = done[passed];
    if (source !== undefined) {
      const age = linear(grid, sum(stream.shift, source.shift, -1));
      done[passed] = { ...source, ages: new Set([...source.ages, age]) };
    }
    done.push({ ...stream, passed: source === undefined ? null : passed });
  }
  return done;
}

/** Whether all of it comes from one place. */
export function isWhole({ made, box }: Stream): boolean {
  return made === null || contains(made.box, box);
}

function isSource(one: Stream, { part, box }: Stream): boolean {
  return one.part.key === part.key && contains(one.box, box);
}

/** A later stage must not store an element before it is read. */
function isOvertaken(grid: Grid, { part, shift }: Stream, placed: readonly Placed[]): boolean {
  return placed.some(({ stage, shift: later }) =>
    storesOf(stage, part.array).some((store) => {
      const write = stage.writes.get(store);
      if (write === undefined || write.part.key !== part.key) return false;
      return linear(grid, sum(sum(later, offsetOf(write), -1), shift, -1)) < 0;
    }),
  );
}

/** An array of which a later stage stores an element before an earlier one does. */
function storedEarly(grid: Grid, placed: readonly Placed[]): string | null {
  const last = new Map<string, number>(); // when the stage before stores an element, after its coordinates
  for (const { stage, shift } of placed) {
    for (const [{ array }, write] of stage.writes) {
      const when = linear(grid, sum(shift, offsetOf(write), -1));
      if (when < (last.get(array) ?? when)) return array;
      last.set(array, when);
    }
  }
  return null;
}

/** From the first element to the last result. */
function withRows(grid: Grid, placed: readonly Placed[], streams: readonly Stream[]): Grid {
  const results = placed.map(({ stage, shift }) => rowsOf(grid, { box: stage.domain, shift }));
  const first = Math.min(...streams.map((one) => rowsOf(grid, one)[0]), ...results.map(([row]) => row));
  const count = Math.max(...results.map(([, row]) => row)) - first + 1;
  const rows = grid.extents.length === 1 ? Math.ceil(count / grid.lanes) * grid.lanes : count;
  return { ...grid, origin: [first, ...grid.origin.slice(1)], extents: [rows, ...grid.extents.slice(1)] };
}

function offsetOf({ along }: Read): Offset {
  return along.map(({ offset }) => offset);
}

function hull(a: Box, b: Box): Box {
  return {
    from: a.from.map((one, dim) => Math.min(one, at(b.from, dim))),
    to: a.to.map((one, dim) => Math.max(one, at(b.to, dim))),
  };
}

function moved({ from, to }: Box, by: Offset): Box {
  return { from: sum(from, by), to: sum(to, by) };
}

function distinct(offsets: readonly Offset[]): readonly Offset[] {
  return [...new Map(offsets.map((one) => [one.join(" "), one])).values()];
}
