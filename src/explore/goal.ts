/**
 * What a schedule of our own is for.
 *
 *     speed      half the cycles are worth sixteen times the size
 *     balance    half the cycles are worth twice the LUTs, no more
 *     size       no more than the loops as written take, and as few cycles as that allows
 */
import type { Technology } from "../hardware/operators/operator.ts";
import type { Loops } from "../loops/nodes.ts";
import { measured, nothingKnown } from "./measure.ts";
import type { Size } from "./size.ts";

export const goals = ["speed", "balance", "size"] as const;
export type Goal = (typeof goals)[number];

/** How long may be looked, and what counts. */
export interface Effort {
  readonly work: number; // operations of all circuits that may be tried
  readonly sizeExponent: number; // of its size, in the price of a circuit: cycles * size ^ exponent
  readonly base: number; // of its size: what stands around every kernel
  readonly counts?: "luts"; // of its size: DSPs and block RAMs are there anyway
  readonly most?: Size; // no circuit may be larger
  readonly asWritten?: true; // the loops as they are written are a choice too
  readonly copies?: false; // arguments stay outside
  readonly thrifty?: true; // begins with what is small: innermost loops, memories as they are
  readonly also?: Effort; // another way through the same choices; what it meets is judged by this effort
}

const [work, base] = [2500, 300];
export const ordinary: Effort = { work, base, sizeExponent: 1 / 4 };

/** LUTs of the counters and states of a small kernel. */
export const control = 50;
const thrifty: Effort = {
  work,
  base: control,
  counts: "luts",
  sizeExponent: 1,
  asWritten: true,
  thrifty: true,
};

export function effortFor(goal: Goal, loops: Loops, target: Technology): Effort {
  switch (goal) {
    case "speed":
      return { ...ordinary, also: thrifty };
    case "balance":
      return { ...thrifty, also: ordinary };
    case "size": {
      const most = measured(loops, target, nothingKnown())?.size;
      return { work, base, sizeExponent: 0, asWritten: true, ...(most === undefined ? {} : { most }) };
    }
  }
}
