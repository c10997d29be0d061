/** Arrays that a caller gives under two names. */
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import { DataError } from "./data_error.ts";
import { kernelOf } from "./run.ts";

export type Same = ReadonlyMap<string, string>;

/** Array arguments that were given before under another name, where one of them is written. */
export function sameArrays(program: Program, given: ReadonlyMap<string, NDArray | Value>): Same {
  const { params, writes } = kernelOf(program);
  const first = new Map<unknown, string>();
  const same = new Map<string, string>();
  for (const { name } of params) {
    const value = given.get(name);
    if (typeof value !== "object") continue;
    const other = first.get(value.data);
    if (other === undefined) first.set(value.data, name);
    else same.set(name, other);
  }
  return someWritten(same, writes) ? same : new Map();
}

export function someWritten(same: Same, writes: readonly string[]): boolean {
  return [...same].some((names) => names.some((name) => writes.includes(name)));
}

/** A board has one memory for each argument. */
export function refuseSame(program: Program, given: ReadonlyMap<string, NDArray | Value>): void {
  const [twice] = sameArrays(program, given).keys();
  if (twice !== undefined)
    throw new DataError(
      `argument ${twice} is an array that another argument is too, and a board has one memory for each`,
    );
}
