/**
 * A loop over time around loops over the places of an array, as a row of elements that keep one place each: in a step every
 * element computes what its place becomes from its own and its neighbours' (a cellular automaton, von Neumann 1966; sorting
 * by odd-even transposition, Habermann 1972).
 *
 *     for t:                                 places   0   1   2   3   4
 *       for i in range(t % 2, n - 1, 2):     t = 0    └───┘   └───┘
 *         if a[i] > a[i + 1]: swap           t = 1        └───┘   └───┘
 */
import { liveAfter, namesRead, writesOf } from "../../../loops/analysis/effects.ts";
import { analyse, type Ranges } from "../../../loops/analysis/range/index.ts";
import { firstUse } from "../../../loops/analysis/use.ts";
import { carriedBy, type Dependence } from "../../../loops/depend/index.ts";
import { loopNamed } from "../../../loops/find.ts";
import type { Expr, For, Load, Loops, Stmt } from "../../../loops/nodes.ts";
import { statementsIn } from "../../../loops/walk.ts";
import type { Interval } from "../../../types/interval.ts";
import { isPlain } from "../cell.ts";
import { type Extent, extentOf } from "./extent.ts";
import { inNormalForm } from "./normal.ts";
import { type Access, accessesOf, type PlaceProblem, type Track, tracksOf } from "./places.ts";
import { unaligned } from "./shifts.ts";

export interface Automaton {
  readonly loops: Loops; // with the nest in normal form
  readonly nest: For;
  readonly tracks: readonly Track[];
  readonly sweeps: readonly Sweep[];
  readonly heard: readonly Load[]; // what all elements are told in a step
}

/** A loop over places. */
export interface Sweep extends Extent {
  readonly later: ReadonlySet<string>; // arrays that elements see as they were before the loop
}

export type AutomatonProblem =
  | PlaceProblem
  | { readonly problem: "shape"; readonly stmt: Stmt }
  | { readonly problem: "extent" | "unrolled"; readonly loop: For }
  | { readonly problem: "order"; readonly loop: For; readonly dependence: Dependence }
  | { readonly problem: "scalar"; readonly name: string };

/** Null: it is no loop over time around loops over places. */
export function automatonOf(given: Loops, nest: For, rows: string): Automaton | AutomatonProblem | null {
  if (!isOverPlaces(nest, rows)) return null;
  const odd = statementsIn(nest.body).find((stmt) => stmt.kind !== "for" && !isPlain(stmt));
  if (odd !== undefined) return { problem: "shape", stmt: odd };
  const loops = inNormalForm(given, nest);
  const time = loopNamed(loops, nest.name);
  const loopsOver = statementsIn(time.body).filter((stmt) => stmt.kind === "for");
  const ranges = analyse(loops);
  const variables = new Map<string, Interval>();
  const extents: Extent[] = [];
  for (const loop of loopsOver) {
    if (loop.attrs.unroll !== undefined) return { problem: "unrolled", loop };
    const extent = extentOf(ranges, time, loop);
    if (extent === null) return { problem: "extent", loop };
    if (extent.count === 0) continue;
    extents.push(extent);
    variables.set(loop.variable, {
      low: extent.from,
      high: extent.from + extent.step * (extent.count - 1),
    });
  }
  const places: Ranges = { ...ranges, variables: new Map([...ranges.variables, ...variables]) };
  const accesses = accessesOf(places, time);
  const tracks = tracksOf(loops, time, accesses, variables);
  if ("problem" in tracks) return tracks;
  const far = unaligned(tracks.all, accesses);
  if (far !== null) return { problem: "apart", ...far };
  for (const { loop } of extents) {
    const dependence = carriedBy(loops, loop.name).find(({ source }) => source.what === "array");
    if (dependence !== undefined) return { problem: "order", loop, dependence };
    const foreign = foreignScalar(loops, loop);
    if (foreign !== null) return { problem: "scalar", name: foreign };
  }
  const sweeps = extents.map((extent) => ({ ...extent, later: seenLater(extent, accesses) }));
  return { loops, nest: time, tracks: tracks.all, sweeps, heard: tracks.heard };
}

/** Loops side by side in the nest, `rows` among them, with no loop in them, that store places which do not follow time. */
function isOverPlaces(nest: For, rows: string): boolean {
  const inside = statementsIn(nest.body).filter((stmt) => stmt.kind === "for");
  if (!inside.some(({ name }) => name === rows)) return false;
  if (inside.some(({ body }) => statementsIn(body).some(({ kind }) => kind === "for"))) return false;
  const stores = statementsIn(nest.body).filter((stmt) => stmt.kind === "store");
  const followsTime = (index: Expr): boolean => {
    const names = namesRead(index); // `t % 2` beside the variable of a loop inside says where, not when
    return names.has(nest.variable) && !inside.some(({ variable }) => names.has(variable));
  };
  return stores.length > 0 && !stores.some(({ index }) => index.some(followsTime));
}

/** One iteration stores a place that another one, at least of another step, reads: elements must not wait for each other. */
function seenLater({ loop, step }: Extent, accesses: readonly Access[]): ReadonlySet<string> {
  const own = accesses.filter((access) => access.loop === loop);
  const stored = own.filter(({ isStore }) => isStore);
  return new Set(
    stored
      .filter((store) =>
        own.some((read) => {
          if (read.isStore || read.array !== store.array) return false;
          const apart = (read.offset ?? 0) - (store.offset ?? 0);
          return apart !== 0 && apart % step === 0;
        }),
      )
      .map(({ array }) => array),
  );
}

/** A scalar that goes from one iteration to another, or out of the loop. */
function foreignScalar(loops: Loops, loop: For): string | null {
  const arrays = new Set(
    [...loops.arrays, ...loops.params].flatMap((one) => (one.kind === "array" ? [one.name] : [])),
  );
  for (const name of writesOf(loop.body)) {
    if (arrays.has(name)) continue;
    if (firstUse(loop.body, name) === "read" || liveAfter(loops, loop, name)) return name;
  }
  return null;
}
