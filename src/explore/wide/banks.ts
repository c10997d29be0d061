/**
 * The memories that lanes need: computed from where their iterations are, never searched. Elements that are touched side by side
 * lie in different memories, and a lane keeps to its own where that can be.
 */
import { type Affine, termsKey } from "../../loops/analysis/affine.ts";
import { arraysOf } from "../../loops/find.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Access, Band, BandLoop } from "./band.ts";
import type { Lanes } from "./lanes.ts";

/** How many memories along a dimension, by `demandKey`. */
export type Demands = ReadonlyMap<string, number>;

export interface Arrays {
  readonly decls: readonly ArrayDecl[];
  readonly sizes: ReadonlyMap<string, number>; // of dimensions, by `demandKey`
}

export function arraysIn(loops: Loops): Arrays {
  const decls = arraysOf(loops);
  const sizes = decls.flatMap(({ name, shape }) =>
    shape.map((size, dim): [string, number] => [demandKey(name, dim), size]),
  );
  return { decls, sizes: new Map(sizes) };
}

export function demandsOf(band: Band, lanes: Lanes, arrays: Arrays): Demands {
  const found = new Map<string, number>();
  for (const { name, shape } of arrays.decls) {
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

function factorOf(band: Band, lanes: Lanes, indices: readonly Affine[], size: number): number {
  const laneOf = lanesByVariable(band, lanes);
  let stride = 0;
  let widest = 1;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { constant, terms } of indices) {
    let [least, largest] = [constant, constant];
    for (const [variable, step] of terms) {
      const count = laneOf.get(variable)?.count ?? 1;
      if (step > 0) largest += step * (count - 1);
      else least += step * (count - 1);
    }
    stride = gcd(stride, strideOf(terms, laneOf));
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
 * the loop that goes round innermost reads again in its next iteration is kept, where one iteration of it stands alone. `joined`:
 * loops around it that run as one with it.
 */
export function intervalOf(
  band: Band,
  lanes: Lanes,
  demands: Demands,
  { variable: pipelined }: BandLoop,
  joined: readonly BandLoop[],
): number {
  const laneOf = lanesByVariable(band, lanes);
  const busy = new Map<string, number>();
  for (const group of likeAccesses(band.accesses)) {
    const [{ array, index, isStore } = { array: "", index: [], isStore: false }] = group;
    // What the pipelined loop reads in one place is read before it.
    const isSteady = (affine: Affine | null): boolean =>
      affine?.terms.has(pipelined) === false && !joined.some(({ variable }) => affine.terms.has(variable));
    if (!isStore && index.every(isSteady)) continue;
    const perBank = index.reduce((product, affine, dim) => {
      if (affine === null || (affine.terms.has(pipelined) && laneOf.get(pipelined)?.count === 1))
        return product;
      const constants = group.map((access) => access.index[dim]?.constant ?? 0);
      const between = Math.max(...constants) - Math.min(...constants);
      const reach = [...affine.terms].reduce(
        (sum, [variable, step]) => sum + Math.abs(step) * ((laneOf.get(variable)?.count ?? 1) - 1),
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

/** Whether the memories of each dimension that both touch can be those of one of them: a multiple of the other's, or one an element. */
export function agree(one: Demands, other: Demands, { sizes }: Arrays): boolean {
  for (const [key, factor] of other) {
    const known = one.get(key) ?? factor;
    const [few, many] = known < factor ? [known, factor] : [factor, known];
    if (many % few !== 0 && sizes.get(key) !== many) return false;
  }
  return true;
}

/** Of two that agree. */
export function joined(one: Demands, other: Demands): Demands {
  const both = new Map(one);
  for (const [key, factor] of other) both.set(key, Math.max(factor, both.get(key) ?? 1));
  return both;
}

/**
 * Whether lanes of each access are known to be in different memories. A circuit knows of an access whose memory changes that it is one of
 * `first`, `first + step`, … (plan/address.ts): lanes along a dimension where it changes are told apart by that, unless it changes along a later one too.
 */
export function areApart(band: Band, lanes: Lanes, demands: Demands): boolean {
  const laneOf = lanesByVariable(band, lanes);
  return band.accesses.every(({ array, index }) => {
    let isChanging = false; // along a later dimension
    for (const [dim, affine] of [...index.entries()].reverse()) {
      const factor = demands.get(demandKey(array, dim)) ?? 1;
      const terms = [...(affine?.terms ?? [])];
      const isLaned = terms.some(([variable]) => (laneOf.get(variable)?.count ?? 1) > 1);
      const changes = factor > 1 && (affine === null || strideOf(terms, laneOf) % factor !== 0);
      if (changes && isLaned && isChanging) return false;
      isChanging ||= changes;
    }
    return true;
  });
}

type LaneOf = ReadonlyMap<string, { readonly count: number; readonly most: number }>;

function lanesByVariable({ loops }: Band, lanes: Lanes): LaneOf {
  return new Map(loops.map(({ variable, most }, at) => [variable, { count: lanes[at] ?? 1, most }]));
}

/** What every step of loops that go round is a multiple of; 0 where none moves along. */
function strideOf(terms: Iterable<readonly [variable: string, step: number]>, laneOf: LaneOf): number {
  let stride = 0;
  for (const [variable, step] of terms) {
    const { count, most } = laneOf.get(variable) ?? { count: 1, most: Number.POSITIVE_INFINITY };
    if (count < most) stride = gcd(stride, Math.abs(step) * count);
  }
  return stride;
}

/** About the LUTs with which lanes choose among memories that are there for the lanes of other nests. */
export function choiceLuts(band: Band, lanes: Lanes, demands: Demands, arrays: Arrays): number {
  const own = demandsOf(band, lanes, arrays);
  return band.accesses.reduce((sum, access) => {
    const { array, index } = access;
    const foreign = index.reduce((product, affine, dim) => {
      const key = demandKey(array, dim);
      const moves = affine === null || affine.terms.size > 0;
      return product * (moves ? Math.ceil((demands.get(key) ?? 1) / (own.get(key) ?? 1)) : 1);
    }, 1);
    const element = arrays.decls.find(({ name }) => name === array)?.element;
    if (foreign === 1 || element === undefined) return sum;
    return sum + (copiesOf(access, band, lanes) * (foreign - 1) * bitWidth(element)) / waysOfLut;
  }, 0);
}

/** Words that one more LUT a bit adds to a choice. */
const waysOfLut = 3;

/** About the LUTs at the ports of memories: those of a word for each. */
export function memoryLuts(demands: Demands, { decls }: Arrays): number {
  return decls.reduce((sum, { name, shape, element }) => {
    const memories = shape.reduce((product, _, dim) => product * (demands.get(demandKey(name, dim)) ?? 1), 1);
    return sum + memories * bitWidth(element);
  }, 0);
}

/** Dimensions that are spread already, and arrays of words, stay as they are. */
export function bankSteps(loops: Loops, demands: Demands): Schedule {
  return arraysOf(loops).flatMap(({ name: array, shape, banks, words }) =>
    shape.flatMap((size, dim) => {
      const factor = demands.get(demandKey(array, dim));
      if (factor === undefined || banks?.some((one) => one.dim === dim) || words !== undefined) return [];
      const how = factor === size ? { how: "complete" } : { how: "cyclic", factor };
      return [{ primitive: "partition", args: { array, dim, ...how } }];
    }),
  );
}
