/** Two outcomes of one kernel, element by element and bit by bit. NaNs are not told apart. */
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import { get, type NDArray, partsOf } from "../types/storage.ts";
import { elementOf, isFloating, type ScalarType, sameType, shapeOf, type Type } from "../types/types.ts";

/** What a call left behind: argument arrays and results by name. */
export type Values = ReadonlyMap<string, { readonly type: Type; readonly value: NDArray | Value }>;

export interface Difference {
  readonly where: string; // the first: `c[3, 4]`
  readonly expected: string;
  readonly found: string;
  readonly count: number; // elements that differ
  readonly total: number; // elements compared
  /** Of floats: the largest distance between two elements, in parts of the largest magnitude. Else infinite. */
  readonly relative: number;
}

export function difference(expected: Values, found: Values): Difference | null {
  const state: State = { first: null, count: 0, total: 0, gap: 0, magnitude: 0, floats: true };
  for (const [name, { type, value }] of expected) {
    const other = found.get(name);
    if (other === undefined) note(state, name, "a value", "nothing");
    else if (!sameForm(type, other.type)) note(state, name, printType(type), printType(other.type));
    else if (typeof value === "object" && typeof other.value === "object") {
      compareArrays(state, name, partsOf(value), partsOf(other.value));
    } else compareValues(state, name, elementOf(type), value as Value, other.value as Value);
  }
  if (state.first === null) return null;
  const relative = state.floats ? state.gap / Math.max(state.magnitude, Number.MIN_VALUE) : Infinity;
  return { ...state.first, count: state.count, total: state.total, relative };
}

interface State {
  first: Pick<Difference, "where" | "expected" | "found"> | null;
  count: number;
  total: number;
  gap: number;
  magnitude: number;
  floats: boolean; // so far only floats differ
}

function compareArrays(state: State, name: string, a: NDArray, b: NDArray): void {
  const shape = shapeOf(a.type).map((dim) => (typeof dim === "number" ? dim : dim.max));
  const size = shape.reduce((product, extent) => product * extent, 1);
  for (let i = 0; i < size; i++) {
    compareValues(
      state,
      () => `${name}[${position(i, shape).join(", ")}]`,
      a.type.element,
      get(a, i),
      get(b, i),
    );
  }
}

function compareValues(
  state: State,
  where: string | (() => string),
  type: ScalarType,
  a: Value,
  b: Value,
): void {
  state.total++;
  const isFloat = typeof a === "number" && typeof b === "number" && isFloating(type);
  if (isFloat && Number.isFinite(a)) state.magnitude = Math.max(state.magnitude, Math.abs(a));
  if (Object.is(a, b)) return; // NaN is NaN; -0 is not 0
  if (isFloat) state.gap = Math.max(state.gap, Number.isFinite(a - b) ? Math.abs(a - b) : Infinity);
  else state.floats = false;
  note(state, where, shown(a), shown(b));
}

/** With the sign of a zero, which may be all that differs. */
function shown(value: Value): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function note(state: State, where: string | (() => string), expected: string, found: string): void {
  state.count++;
  state.first ??= { where: typeof where === "string" ? where : where(), expected, found };
}

/** A result of run-time extent has another shape than was promised, and yet the same form. */
function sameForm(a: Type, b: Type): boolean {
  const [left, right] = [shapeOf(a), shapeOf(b)];
  return (
    sameType(elementOf(a), elementOf(b)) &&
    left.length === right.length &&
    left.every((dim, i) => {
      const other = right[i];
      return typeof dim !== "number" || typeof other !== "number" || dim === other;
    })
  );
}

function position(flat: number, shape: readonly number[]): readonly number[] {
  const index: number[] = [];
  shape.reduceRight((rest, extent) => {
    index.unshift(rest % extent);
    return Math.floor(rest / extent);
  }, flat);
  return index;
}
