import type { Value } from "../operators.ts";
import type { Exact } from "./exact.ts";
import type { Format } from "./format.ts";
import { pack, unpack } from "./value.ts";

/** Operations on values at run time. A math closure of one argument ignores the second. */
export type UnaryClosure = (a: Value) => Value;
export type BinaryClosure = (a: Value, b: Value) => Value;
export type CompareClosure = (a: Value, b: Value) => boolean;

/** An operation on numbers as one on values; the caller vouches that values of its type are numbers. */
export function onNumber(fn: (a: number) => number | boolean): UnaryClosure {
  return fn as UnaryClosure;
}

export function onNumbers(fn: (a: number, b: number) => number): BinaryClosure {
  return fn as BinaryClosure;
}

/** An operation on pieces as one on values; its results are values of the format. */
export function onExact(format: Format, fn: (a: Exact) => Exact): UnaryClosure {
  return (a) => pack(format, fn(unpack(format, a)));
}

export function onExacts(format: Format, fn: (a: Exact, b: Exact) => Exact): BinaryClosure {
  return (a, b) => pack(format, fn(unpack(format, a), unpack(format, b)));
}
