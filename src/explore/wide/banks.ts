/**
 * The memories that lanes need: computed from where their iterations are, never searched. Elements that are touched side by side
 * lie in different memories, and a lane keeps to its own where that can be.
 */
import { type Affine, termsKey } from "../../loops/analysis/affine.ts";
import { arraysOf } from "../../loops/find.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { bitWidth } from "../../types/bits.ts";
import { type Access, type Band, goingRound } from "./band.ts";
import type { Lanes } from "./lanes.ts";

/** How many memories along a dimension, by `demandKey`. */
export type Demands = ReadonlyMap<string, number>;

export type Arrays = ReadonlyMap<string, ArrayDecl>;

export function arraysIn(loops: Loops): Arrays {
  return new Map(arraysOf(loops).map((array) => [array.name, array]));
}

export function demandsOf(band: Band, lanes: Lanes, arrays: Arrays): Demands {
  const found = new Map<string, number>();
  for (const { name, shape } of arrays.values()) {
    const own = band.accesses.filter(({ array }) => array === name);
    for (const [dim, size] of own.length === 0 ? [] : shape.entries()) {
      const indices = own.flatMap(({ index }) => index[dim] ?? []);
      const factor = Math.min(size, factorOf(band, lanes, indices, size));
      if (factor > 1) found.set(demandKey(name, dim), factor);
    }
  }
  return found;
}

function demandKey(array: string, dim: number): string {
  return `${array} ${dim}`;
}

function factorOf({ loops }: Band, lanes: Lanes, indices: readonly Affine[], size: number): number {
  const laneOf = new Map(loops.map(({ variable, most }, at) => [variable, { count: lanes[at] ?? 1, most }]));
  let stride = 0; // what every step of a loop that goes round is a multiple of
  let widest = 1;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { constant, terms } of indices) {
    let [least, largest] = [constant, constant];
    for (const [variable, step] of terms) {
      const { count, most } = laneOf.get(variable) ?? { count: 1, most: Number.POSITIVE_INFINITY };
      if (step > 0) largest += step * (count - 1);
      else least += step * (count - 1);
      if (count < most) stride = gcd(stride, Math.abs(step) * count);
    }
    if (largest === least) continue;
    widest = Math.max(widest, largest - least + 1);
    low = Math.min(low, least);
    high = Math.max(high, largest);
  }
  if (widest === 1) return 1;
  if (stride > 1) return stride;
  const span = stride === 0 ? high - low + 1 : widest; // with no stride, every element has its place
  return 2 * span > size ? size : span;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/**
 * How often an iteration can start with these memories: neighbours that the lanes of one read lie in the memories of others. What
 * the loop that goes round innermost reads again in its next iteration is kept, where one iteration of it stands alone.
 */
export function intervalOf(band: Band, lanes: Lanes, demands: Demands): number {
  const laneOf = new Map(band.loops.map(({ variable }, at) => [variable, lanes[at] ?? 1]));
  const pipelined = goingRound(band, lanes).at(-1)?.variable ?? "";
  const busy = new Map<string, number>();
  for (const group of likeAccesses(band.accesses)) {
    const [{ array, index } = { array: "", index: [] }] = group;
    const perBank = index.reduce((product, affine, dim) => {
      if (affine === null || (affine.terms.has(pipelined) && laneOf.get(pipelined) === 1)) return product;
      const constants = group.map((access) => access.index[dim]?.constant ?? 0);
      const between = Math.max(...constants) - Math.min(...constants);
      const reach = [...affine.terms].reduce(
        (sum, [variable, step]) => sum + Math.abs(step) * ((laneOf.get(variable) ?? 1) - 1),
        between + 1,
      );
      return product * Math.ceil(reach / (demands.get(demandKey(array, dim)) ?? 1));
    }, 1);
    const touched = group.reduce((sum, access) => sum + copiesOf(access, band, lanes), 0);
    busy.set(array, (busy.get(array) ?? 0) + Math.min(perBank, touched));
  }
  return Math.ceil(Math.max(1, ...busy.values()) / portsOfMemory);
}

const portsOfMemory = 2;

/** Elements that its lanes touch. */
function copiesOf({ index }: Access, { loops }: Band, lanes: Lanes): number {
  const variables = new Set(index.flatMap((affine) => [...(affine?.terms.keys() ?? [])]));
  return loops.reduce(
    (product, { variable }, at) => product * (variables.has(variable) ? (lanes[at] ?? 1) : 1),
    1,
  );
}

/** Those that differ in constants alone. */
function likeAccesses(accesses: readonly Access[]): readonly (readonly Access[])[] {
  const groups = new Map<string, Access[]>();
  for (const access of accesses) {
    const { array, isStore, index } = access;
    const key = JSON.stringify([array, isStore, ...index.map((affine) => affine && termsKey(affine.terms))]);
    groups.set(key, [...(groups.get(key) ?? []), access]);
  }
  return [...groups.values()];
}

/** Whether no dimension is asked to be spread in two ways. */
export function agree(one: Demands, other: Demands): boolean {
  for (const [key, factor] of other) if ((one.get(key) ?? factor) !== factor) return false;
  return true;
}

/** About the LUTs with which lanes choose among memories that are there for the lanes of other nests. */
export function choiceLuts(band: Band, lanes: Lanes, demands: Demands, arrays: Arrays): number {
  const own = demandsOf(band, lanes, arrays);
  return band.accesses.reduce((sum, access) => {
    const { array, index } = access;
    const foreign = index.reduce((product, affine, dim) => {
      const key = demandKey(array, dim);
      const moves = affine === null || affine.terms.size > 0;
      return product * (moves && !own.has(key) ? (demands.get(key) ?? 1) : 1);
    }, 1);
    const element = arrays.get(array)?.element;
    if (foreign === 1 || element === undefined) return sum;
    return sum + (copiesOf(access, band, lanes) * (foreign - 1) * bitWidth(element)) / waysOfLut;
  }, 0);
}

/** Words that one more LUT a bit adds to a choice. */
const waysOfLut = 3;

/** Arrays that are spread already stay as they are. */
export function bankSteps(loops: Loops, demands: Demands): Schedule {
  return arraysOf(loops).flatMap(({ name: array, shape, banks, words }) =>
    shape.flatMap((size, dim) => {
      const factor = demands.get(demandKey(array, dim));
      if (factor === undefined || banks !== undefined || words !== undefined) return [];
      const how = factor === size ? { how: "complete" } : { how: "cyclic", factor };
      return [{ primitive: "partition", args: { array, dim, ...how } }];
    }),
  );
}
