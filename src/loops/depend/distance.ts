/**
 * A nest that hardware runs as one sequence of iterations: how many lie between two accesses that may touch the same
 * element. The start of the later one waits for the earlier one, `distance` iterations before.
 *
 *     for i in range(8):
 *         for j in range(4):
 *             p[j] += x[i, j]      # the load of p[j] meets the store 4 iterations before
 */

import type { Affine } from "../analysis/affine.ts";
import { writesOf } from "../analysis/effects.ts";
import type { For, Load, Loops, Stmt, Store, While } from "../nodes.ts";
import { bodiesOf } from "../walk.ts";
import { type Access, accessesOfRun } from "./access.ts";
import { type Counted, counted } from "./counted.ts";
import { groups } from "./dependence.ts";
import { neverHolds } from "./domain.ts";
import { flatOrder } from "./flat.ts";
import { type Least, type Meets, type Solver, solverOf } from "./least.ts";
import type { Condition } from "./linear.ts";
import { commonLoops } from "./pair.ts";
import {
  type Box,
  boxOf,
  looseBox,
  neverMeet,
  type Reach,
  reaches,
  type Uniform,
  uniformOf,
} from "./uniform.ts";

/** `second` runs after `first` and may touch the same element. */
export interface FlatDependence {
  readonly first: Load | Store;
  readonly second: Load | Store;
  readonly kind: "flow" | "anti" | "output";
  readonly distance: number; // the least; 0 in one iteration
  readonly always: boolean; // they do, in every iteration of `second` that has one so much earlier
  readonly exact: boolean; // for some values of what is fixed outside it happens; else it may, or later
}

/**
 * Every two accesses to one array, one of them a write, that may meet within `limit` iterations. The loops are directly
 * nested, outermost first, and inner ones have an iteration where statements stand beside them; those belong to its
 * first or last. Without loops, one run of `body`.
 */
export function flatDistances(
  loops: Loops,
  nest: readonly (For | While)[],
  body: readonly Stmt[],
  limit = 64,
): readonly FlatDependence[] {
  const run = nest.length === 0 ? body : nest.slice(0, 1);
  const wanted = { arrays: writesOf(run) };
  const { accesses, iteration } = accessesOfRun(loops, loopsAround(loops, run[0]), nest, run, wanted);
  if (iteration.domain.cases.every(neverHolds)) return [];
  const order = flatOrder(iteration);
  const box = boxOf(iteration, order) ?? looseBox(iteration);
  const state: State = {
    box,
    depth: nest.length,
    plain: iteration.domain,
    shapes: new Map(),
    solver: solverOf(order, limit),
    limit,
    found: [],
  };
  for (const group of groups(accesses)) {
    if (!group.some(({ write }) => write)) continue;
    const meets = group.some(isUnknown) ? countedIn(loops, nest, group, limit) : null;
    if (meets === null) between(cellsOf(group, state), state);
    else countedPairs(group, meets, state);
  }
  return state.found
    .sort((a, b) => a.first.order - b.first.order || a.second.order - b.second.order)
    .map(({ first, second, least }) => dependence(first, second, least));
}

/** Whether a subscript is no affine form of counters. */
function isUnknown({ subscripts }: Access): boolean {
  return subscripts.some(({ terms }) => [...terms.keys()].some((name) => name.startsWith("?")));
}

function countedIn(
  loops: Loops,
  nest: readonly (For | While)[],
  [first]: readonly Access[],
  limit: number,
): Counted | null {
  const counting = nest.filter((loop): loop is For => loop.kind === "for");
  if (first === undefined || counting.length < nest.length || nest.length === 0) return null;
  return counted(loops, loopsAround(loops, nest[0]), counting, first.name, limit);
}

function countedPairs(group: readonly Access[], meets: Counted, state: State): void {
  for (const x of group) {
    for (const y of group) {
      if (x.node === null || y.node === null || !(x.write || y.write)) continue;
      emit({ accesses: [x] }, { accesses: [y] }, meets(x.node, y.node), state);
    }
  }
}

interface State {
  readonly box: Box;
  readonly depth: number;
  readonly plain: Condition; // the domain of an access that every iteration does
  readonly shapes: Map<string, number>; // texts, numbered
  readonly solver: Solver;
  readonly limit: number;
  readonly found: { first: Access; second: Access; least: Least }[];
}

function dependence(first: Access, second: Access, least: Least): FlatDependence {
  if (first.node === null || second.node === null) throw new Error("an access without a node");
  const kind = first.write ? (second.write ? "output" : "flow") : "anti";
  const { distance, always, exact } = least;
  return { first: first.node, second: second.node, kind, distance, always, exact };
}

/** The loops around a statement, outermost first; none where it is not of the kernel. */
function loopsAround(loops: Loops, wanted: Stmt | undefined): readonly For[] {
  let known = around.get(loops);
  if (known === undefined) {
    known = new Map();
    note(loops.body, [], known);
    around.set(loops, known);
  }
  return (wanted === undefined ? undefined : known.get(wanted)) ?? [];
}

// A memo that nobody can observe: see dependence.ts.
const around = new WeakMap<Loops, Map<Stmt, readonly For[]>>();

function note(body: readonly Stmt[], outer: readonly For[], known: Map<Stmt, readonly For[]>): void {
  for (const stmt of body) {
    if (!known.has(stmt)) known.set(stmt, outer);
    const inner = stmt.kind === "for" ? [...outer, stmt] : outer;
    for (const list of bodiesOf(stmt)) note(list, inner, known);
  }
}

// Accesses that do the same

/** Accesses to the same element in the same iterations. */
export interface Cell {
  readonly shape: number; // subscripts but for constants, and iterations
  readonly plain: boolean; // every iteration does it
  readonly uniform: Uniform | null;
  readonly constants: readonly number[];
  readonly accesses: Access[];
  writes: boolean;
}

function cellsOf(accesses: readonly Access[], { box, depth, plain, shapes }: State): readonly Cell[] {
  const cells = new Map<string, Cell>();
  for (const access of accesses) {
    const texts = new Texts(access.loops.map(({ variable }) => variable));
    const subscripts = access.subscripts.map((form) => texts.terms(form)).join("|");
    const domain = texts.domain(access.domain);
    const text = `${subscripts}:${domain}:${access.exact}`;
    const shape = shapes.get(text) ?? shapes.size;
    shapes.set(text, shape);
    const constants = access.subscripts.map((form) => form.constant);
    const key = `${constants}:${shape}`;
    const known = cells.get(key);
    if (known !== undefined) {
      known.accesses.push(access);
      known.writes ||= access.write;
      continue;
    }
    const always = access.exact && access.loops.length === depth && access.reached === plain;
    const uniform = access.loops.length > depth ? null : uniformOf(access, box);
    cells.set(key, { shape, plain: always, uniform, constants, accesses: [access], writes: access.write });
  }
  return [...cells.values()];
}

/** Forms as text, in which quotients and unknown values go by the order they come in. */
class Texts {
  readonly #names = new Map<string, string>();

  constructor(variables: readonly string[]) {
    for (const name of variables) this.#names.set(name, name);
  }

  terms(form: Affine): string {
    let text = "";
    for (const [name, coefficient] of form.terms) text += `${coefficient}${this.#name(name)} `;
    return text;
  }

  domain({ cases, exact }: Condition): string {
    const whole = (form: Affine): string => `${this.terms(form)}${form.constant}`;
    const texts = cases.map(({ equal, atLeast }) => `${equal.map(whole)}=${atLeast.map(whole)}`);
    return `${texts.join("/")}${exact}`;
  }

  #name(name: string): string {
    const mark = name[0] ?? "";
    if (mark !== "#" && mark !== "?") return name;
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const fresh = `${mark}${this.#names.size}`;
    this.#names.set(name, fresh);
    return fresh;
  }
}

// Pairs

function between(cells: readonly Cell[], state: State): void {
  const classes = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = cell.uniform === null ? "" : `u${cell.uniform.key}`;
    const known = classes.get(key);
    if (known === undefined) classes.set(key, [cell]);
    else known.push(cell);
  }
  const lists = [...classes.values()];
  for (const [k, one] of lists.entries()) {
    const rows = one[0]?.uniform?.rows;
    if (rows !== undefined && state.box.trips !== null)
      uniformPairs(one, reaches(rows, state.box.trips, state.limit), state);
    else solvedPairs(one, one, state);
    for (const two of lists.slice(k + 1)) solvedPairs(one, two, state);
  }
}

/** Cells that differ by constants alone: only those at a difference that meets are looked at. */
function uniformPairs(cells: readonly Cell[], all: readonly Reach[], state: State): void {
  const byConstants = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = (cell.uniform?.constants ?? []).join();
    const known = byConstants.get(key);
    if (known === undefined) byConstants.set(key, [cell]);
    else known.push(cell);
  }
  const near = withinSpread(cells, all);
  for (const x of cells) {
    const constants = x.uniform?.constants ?? [];
    const meets = (y: Cell, reach: Reach | null): void => {
      if (!x.writes && !y.writes) return;
      const same = constants.every((value, dim) => value === y.uniform?.constants[dim]);
      const zero = same ? { distance: 0, always: x.plain && y.plain, exact: true } : null;
      const next = reach && {
        distance: reach.distance,
        always: reach.always && x.plain && y.plain,
        exact: true,
      };
      const relaxed = { zero, next };
      const known = x.plain && y.plain && state.box.exact;
      emit(x, y, known ? relaxed : state.solver.refined(x, y, relaxed), state);
    };
    let here = false;
    for (const reach of near) {
      const there = constants.map((value, dim) => value - (reach.difference[dim] ?? 0)).join();
      here ||= reach.difference.every((value) => value === 0);
      for (const y of byConstants.get(there) ?? []) meets(y, reach);
    }
    if (!here) for (const y of byConstants.get(constants.join()) ?? []) meets(y, null);
  }
}

/** The differences that two of the cells can have. */
function withinSpread(cells: readonly Cell[], all: readonly Reach[]): readonly Reach[] {
  const dims = cells[0]?.constants.length ?? 0;
  const spread = Array.from({ length: dims }, (_, dim) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { uniform } of cells) {
      const value = uniform?.constants[dim] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return high - low;
  });
  return all.filter(({ difference }) =>
    difference.every((value, dim) => Math.abs(value) <= (spread[dim] ?? 0)),
  );
}

function solvedPairs(ones: readonly Cell[], twos: readonly Cell[], state: State): void {
  for (const [k, x] of ones.entries()) {
    for (const y of ones === twos ? twos.slice(k) : twos) {
      if (!x.writes && !y.writes) continue;
      if (x.uniform !== null && y.uniform !== null && neverMeet(x.uniform, y.uniform)) continue;
      emit(x, y, state.solver.meets(x, y), state);
      if (x !== y) emit(y, x, state.solver.meets(y, x), state);
    }
  }
}

/** The dependences of accesses of one cell on those of the other, which run first. */
function emit(
  x: Pick<Cell, "accesses">,
  y: Pick<Cell, "accesses">,
  { zero, next }: Meets,
  { found, depth }: State,
): void {
  if (zero === null && next === null) return;
  for (const first of x.accesses) {
    for (const second of y.accesses) {
      if (!first.write && !second.write) continue;
      const least = (zero && inOne(first, second, zero, depth)) ?? next;
      if (least !== null) found.push({ first, second, least });
    }
  }
}

/** In one iteration of the nest. */
function inOne(first: Access, second: Access, zero: Least, depth: number): Least | null {
  // Loops inside the iteration may run them in any order.
  if (first.loops.length > depth && commonLoops(first, second) > depth)
    return { ...zero, always: false, exact: false };
  return first.order < second.order && !areBranches(first, second) ? zero : null;
}

/** Whether they stand in the two branches of one `if`. */
function areBranches(a: Access, b: Access): boolean {
  for (const [level, place] of a.place.entries()) {
    const other = b.place[level];
    if (other === undefined) return false;
    if (place.block !== other.block) return true;
    if (place.at !== other.at) return false;
  }
  return false;
}
