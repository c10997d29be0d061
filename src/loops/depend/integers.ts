/**
 * Linear constraints over the integers: is there a point, and which one?
 *
 * Exact, in integer arithmetic. Equalities are solved away by Euclid's algorithm; the inequalities that are left are
 * projected variable by variable (Fourier-Motzkin) and a point is searched in the projections, first variable first,
 * so that points are small and the same each time. The systems of dependence
 * analysis have some ten variables and nearly unit coefficients, where this takes microseconds; the general solvers of
 * integer programs work in floating point, need milliseconds, and prove nothing.
 */
import { gcd } from "../analysis/affine.ts";

/** Row · (x0, x1, ..., 1): coefficients and, last, the constant. */
export type Row = readonly number[];

export interface System {
  readonly size: number; // variables; a row is one longer
  readonly equal: readonly Row[]; // row · x = 0
  readonly atLeast: readonly Row[]; // row · x >= 0
}

export type Solution =
  | { readonly kind: "point"; readonly values: readonly number[] }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" }; // it would take too long, or too large numbers

export function solve(system: System): Solution {
  return solveWith(prepare(system), [], []);
}

/** A system with its equalities solved, to be asked about with more constraints. */
export interface Prepared {
  readonly size: number;
  readonly strips: Strips;
  readonly solved: readonly Solved[]; // in the order they were solved
  readonly fails: "none" | "unknown" | null; // already known to
}

export function prepare({ size, equal, atLeast }: System): Prepared {
  return extended({ size, strips: new Map(), solved: [], fails: null }, equal, atLeast);
}

/** A point of the prepared system that also meets these. */
export function solveWith(prepared: Prepared, equal: readonly Row[], atLeast: readonly Row[]): Solution {
  const { size, strips, solved, fails } = extended(prepared, equal, atLeast);
  if (fails !== null) return { kind: fails };
  try {
    const point = pointIn(strips, size);
    if (point === null) return { kind: "none" };
    for (const { column, row } of solved.toReversed()) point[column] = valueAt(row, point);
    return { kind: "point", values: point };
  } catch (error) {
    if (error instanceof GiveUp) return { kind: "unknown" };
    throw error;
  }
}

/** Whether the values satisfy every constraint: a check that owes nothing to `solve`. */
export function satisfies(system: System, values: readonly number[]): boolean {
  return (
    system.equal.every((row) => valueAt(row, values) === 0) &&
    system.atLeast.every((row) => valueAt(row, values) >= 0)
  );
}

class GiveUp extends Error {}

const MAX_STRIPS = 1000;
const MAX_NODES = 10_000;

function valueAt(row: Row, values: readonly number[]): number {
  const last = row.length - 1;
  let sum = row[last] ?? 0;
  for (let k = 0; k < last; k++) {
    const factor = row[k] ?? 0;
    if (factor !== 0) sum += safe(factor * (values[k] ?? 0));
  }
  return safe(sum);
}

/** Integers beyond 2^53 are not exact; nothing here may round. */
function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new GiveUp();
  return value + 0; // no -0
}

function coefficientGcd(row: Row, size: number): number {
  let g = 0;
  for (let k = 0; k < size && g !== 1; k++) {
    const a = row[k] ?? 0;
    if (a !== 0) g = gcd(g, a);
  }
  return g;
}

// Inequalities

/** low <= factors · x <= high. The factors have no common divisor and the first one that is not 0 is positive. */
export interface Strip {
  readonly factors: readonly number[];
  low: number; // or -Infinity
  high: number; // or Infinity
}

/** By their factors. Parallel inequalities are one strip, the narrowest. */
export type Strips = Map<string, Strip>;

/** Adds low <= factors · x <= high; the integers let the ends be rounded inwards. False when nothing is left. */
function narrow(strips: Strips, factors: number[], low: number, high: number): boolean {
  let g = coefficientGcd(factors, factors.length);
  if (g === 0) return low <= 0 && high >= 0;
  if ((factors.find((a) => a !== 0) ?? 0) < 0) g = -g;
  if (g !== 1) for (let k = 0; k < factors.length; k++) factors[k] = (factors[k] ?? 0) / g + 0;
  const least = Math.ceil((g < 0 ? high : low) / g) + 0;
  const most = Math.floor((g < 0 ? low : high) / g) + 0;
  const key = factors.join();
  const known = strips.get(key);
  if (known === undefined) {
    if (least > most) return false;
    strips.set(key, { factors, low: least, high: most });
    return true;
  }
  if (least > known.low) known.low = least;
  if (most < known.high) known.high = most;
  return known.low <= known.high;
}

/** An integer point, or null. */
function pointIn(all: Strips, size: number): number[] | null {
  const levels: Strip[][] = [];
  let strips: Strips = new Map(all);
  for (let column = size - 1; column >= 0; column--) {
    const level: Strip[] = [];
    const next: Strips = new Map();
    for (const [key, strip] of strips) {
      if (strip.factors[column] !== 0) level.push(strip);
      else next.set(key, { ...strip });
    }
    levels[column] = level;
    if (level.length === 0) continue;
    if ((level.length * (level.length - 1)) / 2 > MAX_STRIPS) throw new GiveUp();
    for (const [k, one] of level.entries()) {
      for (let other = k + 1; other < level.length; other++) {
        const two = level[other];
        if (two !== undefined && !combine(next, one, two, column)) return null;
      }
    }
    strips = next;
  }
  // Variables that were solved away, or that nothing restricts, stay 0.
  const used = levels.map((_, column) => column).filter((column) => isUsed(all, column));
  const point = new Array<number>(size).fill(0);
  return search({ levels, used, left: MAX_NODES }, point, 0) ? point : null;
}

function isUsed(strips: Strips, column: number): boolean {
  for (const { factors } of strips.values()) if (factors[column] !== 0) return true;
  return false;
}

/** What two strips say together, without the column: m·one - n·two. */
function combine(strips: Strips, one: Strip, two: Strip, column: number): boolean {
  const a = one.factors[column] ?? 0;
  const b = two.factors[column] ?? 0;
  const g = gcd(a, b) * (b < 0 ? -1 : 1);
  const m = b / g; // positive
  const n = a / g;
  const low = end(m, one.low) - (n > 0 ? end(n, two.high) : end(n, two.low));
  const high = end(m, one.high) - (n > 0 ? end(n, two.low) : end(n, two.high));
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return true;
  const factors = one.factors.map((factor, k) => {
    const other = two.factors[k] ?? 0;
    return factor === 0 && other === 0 ? 0 : safe(safe(m * factor) - safe(n * other));
  });
  return narrow(strips, factors, low, high);
}

function end(factor: number, bound: number): number {
  return Number.isFinite(bound) ? safe(factor * bound) : factor * bound;
}

interface Search {
  readonly levels: readonly (readonly Strip[])[]; // what bounds a variable once the earlier ones are set
  readonly used: readonly number[]; // the variables, in order
  left: number; // nodes
}

function search(state: Search, point: number[], depth: number): boolean {
  const column = state.used[depth];
  if (column === undefined) return true;
  if (state.left-- <= 0) throw new GiveUp();
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  for (const strip of state.levels[column] ?? []) {
    const factor = strip.factors[column] ?? 0;
    let rest = 0;
    for (let k = 0; k < column; k++) rest += (strip.factors[k] ?? 0) * (point[k] ?? 0);
    safe(rest);
    const least = (strip.low - rest) / factor;
    const most = (strip.high - rest) / factor;
    low = Math.max(low, Math.ceil(factor > 0 ? least : most));
    high = Math.min(high, Math.floor(factor > 0 ? most : least));
  }
  for (const value of integersFrom(low, high)) {
    point[column] = value;
    if (search(state, point, depth + 1)) return true;
  }
  return false;
}

/** Endless where the range is: the search gives up by count. */
function* integersFrom(low: number, high: number): Generator<number> {
  if (low > high) return;
  if (low !== Number.NEGATIVE_INFINITY) {
    for (let value = low; value <= high; value++) yield value + 0;
  } else if (high !== Number.POSITIVE_INFINITY) {
    for (let value = high; ; value--) yield value + 0;
  } else {
    for (let size = 0; ; size++) {
      yield size;
      if (size > 0) yield -size;
    }
  }
}

// Equalities

/** Variable `column` is row · x, where the row may use the column's own new meaning. */
export interface Solved {
  readonly column: number;
  readonly row: Row;
}

function extended(prepared: Prepared, equal: readonly Row[], atLeast: readonly Row[]): Prepared {
  if (prepared.fails !== null || equal.length + atLeast.length === 0) return prepared;
  try {
    return withoutEqualities(prepared, equal, atLeast) ?? { ...prepared, fails: "none" };
  } catch (error) {
    if (error instanceof GiveUp) return { ...prepared, fails: "unknown" };
    throw error;
  }
}

function withoutEqualities(
  prepared: Prepared,
  equal: readonly Row[],
  atLeast: readonly Row[],
): Prepared | null {
  const { size } = prepared;
  const solved = [...prepared.solved];
  const meant = (row: Row): Row => prepared.solved.reduce(substituted, row);
  let pending: Row[] = equal.map(meant);
  let strips: Strips = new Map();
  for (const [key, strip] of prepared.strips) strips.set(key, { ...strip });
  for (const row of atLeast.map(meant)) {
    if (!narrow(strips, row.slice(0, size), 0 - (row[size] ?? 0), Number.POSITIVE_INFINITY)) return null;
  }
  for (;;) {
    for (const [key, { factors, low, high }] of strips) {
      if (low !== high) continue;
      pending.push([...factors, 0 - low]);
      strips.delete(key);
    }
    const next = pending.pop();
    if (next === undefined) return { size, strips, solved, fails: null };
    const equation = divided(next);
    if (equation === "impossible") return null;
    if (equation === "trivial") continue;
    const step = solveFor(equation);
    solved.push(step);
    pending = pending.map((row) => substituted(row, step));
    if (step.row[step.column] !== 0) pending.push(substituted(equation, step));
    const changed = substitutedStrips(strips, step, size);
    if (changed === null) return null;
    strips = changed;
  }
}

function divided(row: Row): Row | "impossible" | "trivial" {
  const g = coefficientGcd(row, row.length - 1);
  const constant = row[row.length - 1] ?? 0;
  if (g === 0) return constant === 0 ? "trivial" : "impossible";
  if (constant % g !== 0) return "impossible";
  return g === 1 ? row : row.map((a) => a / g);
}

/**
 * One step of Euclid: with a unit coefficient the variable is solved; else it is renamed so that the other
 * coefficients become remainders of its own. Late variables go first: the early ones are searched in order.
 */
function solveFor(equation: Row): Solved {
  let column = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let k = equation.length - 2; k >= 0; k--) {
    const size = Math.abs(equation[k] ?? 0);
    if (size !== 0 && size < least) [column, least] = [k, size];
  }
  const pivot = equation[column] ?? 0;
  if (least === 1) {
    return { column, row: equation.map((a, k) => (k === column ? 0 : safe(-a * pivot))) };
  }
  return { column, row: equation.map((a, k) => (k === column ? 1 : safe(-Math.floor(a / pivot)))) };
}

function substituted(row: Row, { column, row: meaning }: Solved): Row {
  const factor = row[column] ?? 0;
  if (factor === 0) return row;
  return row.map((a, k) => safe((k === column ? 0 : a) + safe(factor * (meaning[k] ?? 0))));
}

function substitutedStrips(strips: Strips, step: Solved, size: number): Strips | null {
  const changed: Strips = new Map();
  const moved: Strip[] = [];
  for (const [key, strip] of strips) {
    if (strip.factors[step.column] === 0) changed.set(key, strip);
    else moved.push(strip);
  }
  for (const { factors, low, high } of moved) {
    const row = substituted([...factors, 0], step);
    const constant = row[size] ?? 0;
    if (!narrow(changed, row.slice(0, size), low - constant, high - constant)) return null;
  }
  return changed;
}
