/**
 * Linear constraints over the integers: is there a point, and which one?
 *
 * Exact, in integer arithmetic. Equalities are solved away by Euclid's algorithm; the inequalities that are left are
 * projected variable by variable (Fourier-Motzkin) and a point is searched in the projections, first variable first,
 * so the point is the lexicographically first one where the variables have lower bounds. The systems of dependence
 * analysis have some ten variables and nearly unit coefficients, where this takes microseconds; the general solvers of
 * integer programs work in floating point, need milliseconds, and prove nothing.
 */

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
  try {
    const reduced = withoutEqualities(system);
    if (reduced === null) return { kind: "none" };
    const point = pointIn(reduced.rows, system.size);
    if (point === null) return { kind: "none" };
    for (const { column, row } of reduced.solved.toReversed()) point[column] = valueAt(row, point);
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

const MAX_ROWS = 600;
const MAX_NODES = 4000;

function valueAt(row: Row, values: readonly number[]): number {
  let sum = row[row.length - 1] ?? 0;
  for (let k = 0; k < row.length - 1; k++) sum += (row[k] ?? 0) * (values[k] ?? 0);
  return safe(sum);
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new GiveUp();
  return value === 0 ? 0 : value; // no -0
}

function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

function coefficientGcd(row: Row): number {
  let g = 0;
  for (let k = 0; k < row.length - 1; k++) g = gcd(g, row[k] ?? 0);
  return g;
}

// Equalities

/** Variable `column` is row · x, where the row may use the column's own new meaning. */
interface Solved {
  readonly column: number;
  readonly row: Row;
}

interface Reduced {
  readonly rows: Row[]; // inequalities
  readonly solved: readonly Solved[]; // in the order they were solved
}

function withoutEqualities(system: System): Reduced | null {
  const solved: Solved[] = [];
  let pending: Row[] = [...system.equal];
  let rows: Row[] = [...system.atLeast];
  for (;;) {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const equation = divided(next);
      if (equation === "impossible") return null;
      if (equation === "trivial") continue;
      const step = solveFor(equation);
      solved.push(step);
      rows = rows.map((row) => substituted(row, step));
      pending = pending.map((row) => substituted(row, step));
      if (step.row[step.column] !== 0) pending.push(substituted(equation, step));
    }
    const tight = tightened(rows);
    if (tight === null) return null;
    if (tight.equal.length === 0) return { rows: tight.rows, solved };
    pending = tight.equal;
    rows = tight.rows;
  }
}

function divided(row: Row): Row | "impossible" | "trivial" {
  const g = coefficientGcd(row);
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
  const last = equation.length - 1;
  let column = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let k = last - 1; k >= 0; k--) {
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

// Inequalities

/**
 * Divides each inequality by its common factor (rounding its constant down, which no integer notices), keeps the
 * strongest of parallel ones, and finds those that together are an equality. null: they contradict.
 */
function tightened(rows: readonly Row[]): { rows: Row[]; equal: Row[] } | null {
  const strongest = new Map<string, Row>();
  for (const raw of rows) {
    const g = coefficientGcd(raw);
    const last = raw.length - 1;
    const constant = raw[last] ?? 0;
    if (g === 0) {
      if (constant < 0) return null;
      continue;
    }
    const row = g === 1 ? raw : raw.map((a, k) => (k === last ? Math.floor(a / g) : a / g));
    const key = keyOf(row, 1);
    const other = strongest.get(key);
    if (other === undefined || (other[last] ?? 0) > (row[last] ?? 0)) strongest.set(key, row);
  }
  const kept: Row[] = [];
  const equal: Row[] = [];
  for (const row of strongest.values()) {
    const opposite = strongest.get(keyOf(row, -1));
    const slack =
      opposite === undefined ? 1 : (row[row.length - 1] ?? 0) + (opposite[opposite.length - 1] ?? 0);
    if (slack < 0) return null;
    if (slack > 0) kept.push(row);
    else if (!equal.some((e) => keyOf(e, -1) === keyOf(row, 1))) equal.push(row);
  }
  return { rows: kept, equal };
}

function keyOf(row: Row, sign: 1 | -1): string {
  let key = "";
  for (let k = 0; k < row.length - 1; k++) key += `${sign * (row[k] ?? 0) + 0},`;
  return key;
}

/** The lexicographically first integer point, or null. */
function pointIn(rows: readonly Row[], size: number): number[] | null {
  const levels: Row[][] = Array.from({ length: size }, () => []);
  let current: Row[] = [...rows];
  for (let column = size - 1; column >= 0; column--) {
    const level = current.filter((row) => row[column] !== 0);
    levels[column] = level;
    if (level.length === 0) continue;
    const lower = level.filter((row) => (row[column] ?? 0) > 0);
    const upper = level.filter((row) => (row[column] ?? 0) < 0);
    const next = current.filter((row) => row[column] === 0);
    if (next.length + lower.length * upper.length > MAX_ROWS) throw new GiveUp();
    for (const low of lower) for (const high of upper) next.push(combined(low, high, column));
    const tight = tightened(next);
    if (tight === null) return null;
    current = [...tight.rows, ...tight.equal, ...tight.equal.map(negated)];
  }
  // Variables that were solved away, or that nothing restricts, stay 0.
  const used = levels.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== 0));
  const point = new Array<number>(size).fill(0);
  return search({ levels, used, left: MAX_NODES }, point, 0) ? point : null;
}

function negated(row: Row): Row {
  return row.map((a) => 0 - a);
}

function combined(low: Row, high: Row, column: number): Row {
  const a = low[column] ?? 0;
  const b = -(high[column] ?? 0);
  const g = gcd(a, b);
  return low.map((value, k) => safe(safe((b / g) * value) + safe((a / g) * (high[k] ?? 0))));
}

interface Search {
  readonly levels: readonly (readonly Row[])[]; // what bounds a variable once the earlier ones are set
  readonly used: readonly number[]; // the variables, in order
  left: number; // nodes
}

function search(state: Search, point: number[], depth: number): boolean {
  const column = state.used[depth];
  if (column === undefined) return true;
  if (state.left-- <= 0) throw new GiveUp();
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  point[column] = 0;
  for (const row of state.levels[column] ?? []) {
    const factor = row[column] ?? 0;
    const rest = valueAt(row, point); // later variables are 0 in this row
    if (factor > 0) low = Math.max(low, Math.ceil(-rest / factor));
    else high = Math.min(high, Math.floor(rest / -factor));
  }
  for (const value of integersFrom(low, high)) {
    point[column] = value;
    if (search(state, point, depth + 1)) return true;
  }
  point[column] = 0;
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
