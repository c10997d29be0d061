/** Two accesses to one array or scalar, as integer systems: which iterations of the one meet which of the other? */
import { bug } from "../../diagnostics/bug.ts";
import { type Affine, affineBounds, minus, symbol } from "../analysis/affine.ts";
import type { Access } from "./access.ts";
import { type Prepared, prepare, type Row, type Solution, solveWith } from "./integers.ts";
import { type Conjunction, isUnknown } from "./linear.ts";
import { neverMeetByRest } from "./residue.ts";

/** Iteration `a` of the first access and `b` of the second touch the same element. */
export interface Pair {
  readonly a: Access;
  readonly b: Access;
  readonly common: number; // how many loops they share
  readonly exact: boolean;
  readonly unknown: boolean; // a subscript is not affine: nothing is known of where it goes
  readonly columns: Columns;
  readonly systems: readonly Prepared[]; // they meet where one of these holds
}

interface Columns {
  readonly size: number;
  readonly a: ReadonlyMap<string, number>; // column of a symbol in the first iteration
  readonly b: ReadonlyMap<string, number>;
}

/** Each form is 0, or 0 or more: what a question adds to a pair. Forms use `first` and `second` symbols. */
export type Question = Conjunction;

/** What a pair must know of scalars in subscripts, bounds and conditions. */
export interface Scalars {
  shared(scalar: string, a: Access, b: Access): boolean; // it has one value for both accesses
  given(scalar: string): boolean; // by the caller: any value is possible
}

/** null when they never meet. */
export function pairOf(a: Access, b: Access, scalars: Scalars): Pair | null {
  for (const [dim, subscript] of a.subscripts.entries()) {
    const other = b.subscripts[dim];
    if (other === undefined) return null;
    const one = affineBounds(subscript, a.ranges);
    const two = affineBounds(other, b.ranges);
    if (one.high < two.low || two.high < one.low) return null;
  }
  if (neverMeetByRest(a, b)) return null;
  const columns = columnsOf(a, b, (scalar) => scalars.shared(scalar, a, b));
  const meet: Row[] = [];
  for (const [dim, subscript] of a.subscripts.entries()) {
    const row = rowOf(subscript, columns.a, columns.size);
    const other = b.subscripts[dim];
    const difference = other === undefined ? row : subtract(row, rowOf(other, columns.b, columns.size));
    if (neverZero(difference)) return null;
    meet.push(difference);
  }
  return pairWith(a, b, scalars, columns, meet);
}

/** Any two iterations, whether the accesses meet or not. */
export function anyTwo(a: Access, b: Access, scalars: Scalars): Pair | null {
  const columns = columnsOf(a, b, (scalar) => scalars.shared(scalar, a, b));
  return pairWith(a, b, scalars, columns, []);
}

function pairWith(
  a: Access,
  b: Access,
  scalars: Scalars,
  columns: Columns,
  meet: readonly Row[],
): Pair | null {
  const systems: Prepared[] = [];
  for (const one of a.domain.cases) {
    for (const two of b.domain.cases) {
      const rows = (side: "equal" | "atLeast"): Row[] => [
        ...one[side].map((form) => rowOf(form, columns.a, columns.size)),
        ...two[side].map((form) => rowOf(form, columns.b, columns.size)),
      ];
      const equal = [...meet, ...rows("equal")];
      const system = prepare({ size: columns.size, equal, atLeast: rows("atLeast") });
      if (system.fails !== "none") systems.push(system);
    }
  }
  if (systems.length === 0) return null;
  const variables = new Set([...a.loops, ...b.loops].map(({ variable }) => variable));
  const open = [...columns.a.keys(), ...columns.b.keys()].filter(
    (name) => isScalar(name) && !variables.has(name),
  );
  return {
    a,
    b,
    common: commonLoops(a, b),
    exact: a.exact && b.exact && open.every((name) => scalars.given(name)),
    unknown: [...a.subscripts, ...b.subscripts].some((form) => [...form.terms.keys()].some(isUnknown)),
    columns,
    systems,
  };
}

export function commonLoops(a: Access, b: Access): number {
  let count = 0;
  while (count < a.loops.length && a.loops[count]?.loop === b.loops[count]?.loop) count++;
  return count;
}

/** A point where they meet and the question holds. */
export function ask(pair: Pair, question: Question): Solution {
  let unknown = false;
  const equal = question.equal.map((form) => questionRow(form, pair.columns));
  const atLeast = question.atLeast.map((form) => questionRow(form, pair.columns));
  for (const system of pair.systems) {
    const solution = solveWith(system, equal, atLeast);
    if (solution.kind === "point") return solution;
    unknown ||= solution.kind === "unknown";
  }
  return { kind: unknown ? "unknown" : "none" };
}

/** What a form of a question is at a point. */
export function valueAt(pair: Pair, form: Affine, point: readonly number[]): number {
  const row = questionRow(form, pair.columns);
  return row.reduce((sum, factor, k) => sum + factor * (point[k] ?? 1), 0);
}

/** The form in the first, or in the second iteration of a pair. */
export function first(form: Affine): Affine {
  return marked(form, "a:");
}

export function second(form: Affine): Affine {
  return marked(form, "b:");
}

function marked(form: Affine, mark: string): Affine {
  return { ...form, terms: new Map([...form.terms].map(([name, c]) => [mark + name, c])) };
}

/** Whether a pair knows every symbol of a form: else no question can use it. */
export function knows(pair: Pair, side: "a" | "b", form: Affine): boolean {
  return [...form.terms.keys()].every((name) => pair.columns[side].has(name));
}

/** How far loop `level` moves from the first iteration to the second. */
export function distance(pair: Pair, level: number): Affine {
  const variable = symbol(pair.a.loops[level]?.variable ?? "");
  return minus(second(variable), first(variable));
}

export type Iteration = Readonly<Record<string, number>>;

/** The values of the loops in a point, by name. */
export function iterations(pair: Pair, values: readonly number[]): { a: Iteration; b: Iteration } {
  const read = (access: Access, columns: ReadonlyMap<string, number>): Iteration =>
    Object.fromEntries(
      access.loops
        .filter(({ loop }) => loop.kind === "for")
        .map(({ name, variable }) => [name, values[columns.get(variable) ?? -1] ?? 0]),
    );
  return { a: read(pair.a, pair.columns.a), b: read(pair.b, pair.columns.b) };
}

// Columns and rows

/** Loops of the first, loops of the second, then the rest: solutions are the first ones in this order. */
function columnsOf(a: Access, b: Access, shared: (scalar: string) => boolean): Columns {
  const ofA = new Map<string, number>();
  const ofB = new Map<string, number>();
  let size = 0;
  for (const { variable } of a.loops) ofA.set(variable, size++);
  for (const { variable } of b.loops) ofB.set(variable, size++);
  for (const name of symbolsOf(a)) {
    if (!ofA.has(name)) ofA.set(name, size++);
  }
  for (const name of symbolsOf(b)) {
    if (ofB.has(name)) continue;
    const known = isScalar(name) ? ofA.get(name) : undefined;
    ofB.set(name, known !== undefined && shared(name) ? known : size++);
  }
  return { size, a: ofA, b: ofB };
}

function isScalar(name: string): boolean {
  return !name.startsWith("#") && !name.startsWith("?");
}

function symbolsOf(access: Access): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (form: Affine): void => {
    for (const name of form.terms.keys()) names.add(name);
  };
  access.subscripts.forEach(visit);
  for (const one of access.domain.cases) {
    one.equal.forEach(visit);
    one.atLeast.forEach(visit);
  }
  return names;
}

function rowOf(form: Affine, columns: ReadonlyMap<string, number>, size: number): Row {
  const row = new Array<number>(size + 1).fill(0);
  for (const [name, coefficient] of form.terms) {
    const column = columns.get(name) ?? bug(`no symbol ${name}`);
    row[column] = (row[column] ?? 0) + coefficient;
  }
  row[size] = form.constant;
  return row;
}

function questionRow(form: Affine, columns: Columns): Row {
  const row = new Array<number>(columns.size + 1).fill(0);
  for (const [name, coefficient] of form.terms) {
    const column =
      (name.startsWith("a:") ? columns.a : columns.b).get(name.slice(2)) ?? bug(`no symbol ${name}`);
    row[column] = (row[column] ?? 0) + coefficient;
  }
  row[columns.size] = form.constant;
  return row;
}

function subtract(a: Row, b: Row): Row {
  return a.map((value, k) => value - (b[k] ?? 0));
}

/** Different constants, or the GCD test. */
function neverZero(row: Row): boolean {
  let g = 0;
  for (let k = 0; k < row.length - 1; k++) {
    let [x, y] = [g, Math.abs(row[k] ?? 0)];
    while (y !== 0) [x, y] = [y, x % y];
    g = x;
  }
  const constant = row[row.length - 1] ?? 0;
  return g === 0 ? constant !== 0 : constant % g !== 0;
}
