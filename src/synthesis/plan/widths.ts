/** As few bits as hold what an integer can be. */

import { bitsFor } from "../../hardware/netlist/bits.ts";
import { bitWidth } from "../../types/bits.ts";
import { exactInt, isInteger, type ScalarType } from "../../types/types.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The type of an interval, never wider than the type it was declared with. */
export function narrowed(declared: ScalarType, range: Interval | null): ScalarType {
  if (range === null || !isInteger(declared)) return declared;
  const type = holding(range);
  return bitWidth(type) < bitWidth(declared) ? type : declared;
}

/** The smallest integer type with both ends in it. */
export function holding({ low, high }: Interval): ReturnType<typeof exactInt> {
  if (low >= 0) return exactInt(unsignedBits(high), false);
  return exactInt(1 + Math.max(unsignedBits(-low - 1), unsignedBits(Math.max(high, 0))), true);
}

/** Of an unsigned number; an array without elements has no last one, and takes a bit all the same. */
export function unsignedBits(value: number): number {
  return bitsFor(Math.max(value, 0));
}

export function isSigned(type: ScalarType): boolean {
  return type.kind === "python" || ((type.kind === "int" || type.kind === "fixed") && type.signed);
}
