/**
 * What a schedule of our own is for.
 *
 *     speed      half the cycles are worth sixteen times the size
 *     balance    half the cycles are worth twice the size, no more
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
  readonly most?: Size; // no circuit may be larger
  readonly asWritten?: true; // the loops as they are written are a choice too
  readonly copies?: false; // arguments stay outside
}

const [work, base] = [2500, 300];
export const ordinary: Effort = { work, base, sizeExponent: 1 / 4 };

export function effortFor(goal: Goal, loops: Loops, target: Technology): Effort {
  switch (goal) {
    case "speed":
      return ordinary;
    case "balance":
      return { work, base: 0, sizeExponent: 1, asWritten: true };
    case "size": {
      const most = measured(loops, target, nothingKnown())?.size;
      return { work, base, sizeExponent: 0, asWritten: true, ...(most === undefined ? {} : { most }) };
    }
  }
}
