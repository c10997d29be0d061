/**
 * `--clock auto`: the clock at which a call takes the least time. A shorter cycle holds less, so a circuit takes more of them: where
 * that pays is another clock for each kernel.
 *
 *     const { clock, told } = bestClock(compiled, options);        // "92.6MHz"
 */
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { measuredAsMade } from "../explore/measure.ts";
import { leastPeriodNs } from "../hardware/operators/operator.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Compiled } from "./compile.ts";
import { clockText, type DeviceOptions, duration, targetOf } from "./device.ts";
import { circuitLoops, type ScheduleOptions } from "./schedule.ts";

export interface BestClock {
  readonly clock: string; // as a person would write it
  readonly told: string; // in one line, beside the clock that would have been taken
}

export function isOwnClock({ clock }: DeviceOptions): boolean {
  return clock?.toLowerCase() === "auto";
}

/** Schedules of our own are chosen for a clock: that of the board first, then those at which its circuit would be fastest. */
export function bestClock(compiled: Compiled, { clock: _, ...options }: ScheduleOptions): BestClock {
  const { target } = targetOf(compiled, options);
  const timeOf = (loops: Loops, periodNs: number): Timed | null => {
    const cycles = measuredAsMade(loops, { ...target, periodNs })?.cycles;
    return cycles === undefined ? null : { loops, periodNs, cycles, ns: cycles * periodNs };
  };
  const first = circuitLoops(compiled, options);
  const usual = timeOf(first.loops, target.periodNs);
  const periods = periodsFrom(leastPeriodNs(target.family), slowest * target.periodNs);
  const tried = periods.flatMap((periodNs) => timeOf(first.loops, periodNs) ?? []);
  // What is built at a clock has the schedule that is chosen for it.
  const built = ({ periodNs }: Timed): Timed | null =>
    scheduledAt(compiled, options, periodNs).reduce<Timed | null>(
      (_, loops) => timeOf(loops, periodNs),
      null,
    );
  const isOurs = first.chosen !== null;
  const near = tried.toSorted((a, b) => a.ns - b.ns).slice(0, rechosen);
  const found = shortest([usual, ...(isOurs ? near.map(built) : tried)]);
  const closer = found === null ? null : tightened(found, timeOf);
  const best = shortest([found, isOurs && closer !== null ? built(closer) : closer]);
  const periodNs = best?.periodNs ?? target.periodNs;
  const text = (one: Timed | null, period: number): string =>
    `${clockText(period)}${one === null ? "" : `: ${duration(one.ns)} a call`}`;
  return {
    clock: `${Number((1000 / periodNs).toFixed(2))}MHz`,
    told: `clock of our own: ${text(best, periodNs)}, as predicted; at ${text(usual, target.periodNs)}`,
  };
}

interface Timed {
  readonly loops: Loops;
  readonly periodNs: number;
  readonly cycles: number;
  readonly ns: number; // of a call
}

/** As long as the usual cycle, so many times. */
const slowest = 3;
const rechosen = 2;
const step = 1.08;

function periodsFrom(least: number, most: number): readonly number[] {
  const count = Math.floor(Math.log(most / least) / Math.log(step)) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, k) => rounded(least * step ** k));
}

/** Of a clock in hundredths of a MHz, no faster than this. */
function rounded(periodNs: number): number {
  return 1000 / (Math.floor((1000 / periodNs) * 100) / 100);
}

/** Of equals the one with the slower clock. */
function shortest(all: readonly (Timed | null)[]): Timed | null {
  return all.reduce<Timed | null>((best, one) => {
    if (one === null || best === null) return best ?? one;
    return one.ns < best.ns || (one.ns === best.ns && one.periodNs > best.periodNs) ? one : best;
  }, null);
}

function scheduledAt(compiled: Compiled, options: ScheduleOptions, periodNs: number): readonly Loops[] {
  try {
    return [circuitLoops(compiled, { ...options, clock: `${periodNs}ns` }).loops];
  } catch (error) {
    if (error instanceof Diagnosed) return [];
    throw error;
  }
}

/** Between two clocks that were tried the cycles stay the same down to some period: halving finds about which. */
function tightened(best: Timed, timeOf: (loops: Loops, periodNs: number) => Timed | null): Timed {
  let [low, found] = [best.periodNs / step, best];
  for (let round = 0; round < halvings; round++) {
    const between = rounded((low + found.periodNs) / 2);
    const middle = timeOf(best.loops, between);
    if (middle !== null && middle.ns < found.ns) found = middle;
    else low = between;
  }
  return found;
}

const halvings = 4;
