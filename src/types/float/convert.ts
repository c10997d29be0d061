import type { FloatType } from "../types.ts";
import { onNumber, type UnaryClosure } from "./closures.ts";
import { nearest, unpackNumber } from "./exact.ts";
import { contains, formatOf } from "./format.ts";
import { compileRound } from "./round.ts";
import { pack, roundExact, unpack } from "./value.ts";

/** A value of one float type to the nearest of another: exactly it where the other has it. NaN stays NaN. */
export function convertFloat(from: FloatType, to: FloatType): UnaryClosure {
  const source = formatOf(from);
  const target = formatOf(to);
  if (source.isNumber && target.isNumber) {
    return onNumber(contains(target, source) ? (x) => x : compileRound(to));
  }
  if (source.isNumber) return (x) => roundExact(target, unpackNumber(x as number));
  return (x) => pack(target, nearest(target, unpack(source, x)));
}
