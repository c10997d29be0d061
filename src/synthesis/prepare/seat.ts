/** Which processing element of a systolic array has an element of an array. */
import type { ArrayDecl, GridAxis, Seat } from "../../loops/nodes.ts";

/** Null: none. What the place in the grid does not say of the index is part of the name. */
export function seatOf({ name, spread }: ArrayDecl, index: readonly number[]): Seat | null {
  if (spread === undefined) return null;
  const sums = spread.axes.map((axis) => sumOf(axis, index));
  const at = spread.axes.map(({ per }, k) => Math.floor((sums[k] ?? 0) / per));
  if (spread.axes.some(({ extent }, k) => (at[k] ?? -1) < 0 || (at[k] ?? 0) >= extent)) return null;
  const within = spread.axes.flatMap(({ per }, k) => (per === 1 ? [] : [(sums[k] ?? 0) % per]));
  const others = index.filter((_, dim) => spread.axes.every(({ factors }) => (factors[dim] ?? 0) === 0));
  const { grid, passes } = spread;
  return { grid, at, name: [name, ...within, ...others].join("_"), ...(passes === true ? { passes } : {}) };
}

function sumOf({ factors, offset }: GridAxis, index: readonly number[]): number {
  return index.reduce((sum, one, dim) => sum + one * (factors[dim] ?? 0), offset);
}
