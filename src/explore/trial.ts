/** Schedules that are tried: what each comes to, and how much work all of them were. */
import type { Part } from "../device/part.ts";
import type { Technology } from "../hardware/operators/operator.ts";
import type { Loops } from "../loops/nodes.ts";
import { printSchedule } from "../schedule/print.ts";
import { apply } from "../schedule/schedule.ts";
import type { KnownProcesses } from "../synthesis/index.ts";
import { piecesOf } from "./alone.ts";
import type { Effort } from "./goal.ts";
import { type Measured, measured, nothingKnown } from "./measure.ts";
import { runsOf, type State, scheduleOf } from "./moves.ts";
import { onceForEachShape } from "./same.ts";
import { allLuts, fits, isWithinSize, weightOf } from "./size.ts";

export interface Tried {
  readonly state: State;
  readonly loops: Loops; // scheduled
  readonly measured: Measured;
  readonly price: number;
}

export interface Trial {
  readonly effort: Effort;
  readonly of: (loops: Loops, state: State) => Tried | null; // null: tried before, refused, or too large for the part
  readonly met: (loops: Loops) => readonly Tried[]; // of these, so far
  readonly work: () => number; // so far
  readonly known: KnownProcesses;
}

export function trialOf(target: Technology, part: Part | undefined, effort: Effort): Trial {
  const met = new Map<Loops, readonly Tried[]>();
  const seen = new Set<string>();
  const known = nothingKnown();
  let work = 0;
  const measure = onceForEachShape((loops) => {
    const found = measured(loops, target, known);
    work += found?.work ?? 0;
    return found;
  });
  return {
    effort,
    of: (loops, state) => {
      const schedule = scheduleOf(state);
      const key = `${piecesOf(loops).length} ${printSchedule(schedule)}`;
      if (seen.has(key)) return null;
      seen.add(key);
      const done = apply(state.loops, runsOf(state)); // the shape they have already
      const found = done.ok ? measure(done.loops) : null;
      if (!done.ok || found === null || (part !== undefined && !fits(found.size, part))) return null;
      if (effort.most !== undefined && !isWithinSize(found.size, effort.most)) return null;
      const one = { state, loops: done.loops, measured: found, price: pricedAs(found, effort) };
      met.set(loops, [...(met.get(loops) ?? []), one]);
      return one;
    },
    met: (loops) => met.get(loops) ?? [],
    work: () => work,
    known: known.processes,
  };
}

export function better(one: Tried, other: Tried): Tried {
  return isBetter(other, one) ? other : one;
}

export function isBetter(one: Tried, other: Tried): boolean {
  return one.price < other.price;
}

export interface Sums {
  readonly cycles: number;
  readonly weight: number;
}

export function sumsOf({ cycles, size }: Measured, { base, counts }: Effort): Sums {
  return { cycles, weight: counts === "luts" ? base + allLuts(size) : weightOf(size, base) };
}

export function pricedAs(found: Measured, effort: Effort): number {
  return priceOf(sumsOf(found, effort), effort);
}

export function priceOf({ cycles, weight }: Sums, { sizeExponent }: Effort): number {
  return cycles * weight ** sizeExponent;
}
