/**
 * A process's own cycles and those of the call. A process that waits stands still: its own time does not go on.
 *
 *     const { ofCall, ofOwn } = standingStill(process);
 */
import type { Process, Wait } from "./nodes.ts";

export interface StandingStill {
  /** The cycle of the call in which an own cycle begins to be the next one; it may wait then before it is done. */
  readonly ofCall: (own: number) => number;
  /** The own cycle that is next in a cycle of the call. */
  readonly ofOwn: (call: number) => number;
  /** Waits in a window of the call, as its cycles. */
  readonly waitsIn: (from: number, to: number) => Iterable<WaitInCall>;
  readonly waited: number; // in all
}

export interface WaitInCall {
  readonly wait: Wait;
  readonly from: number;
  readonly to: number;
}

export function standingStill({ start, waits }: Pick<Process, "start" | "waits">): StandingStill {
  const sums = [0]; // waited before each run of waits
  for (const { cycles, times } of waits) sums.push((sums.at(-1) ?? 0) + cycles * times);
  const ofCall = (own: number): number => {
    const index = lastBefore(waits, ({ at }) => at < own);
    const last = waits[index];
    if (last === undefined) return start + own;
    return start + own + (sums[index] ?? 0) + last.cycles * timesBefore(last, own);
  };
  return {
    ofCall,
    ofOwn: (call) => {
      const index = lastBefore(waits, ({ at }) => ofCall(at) <= call);
      const last = waits[index];
      if (last === undefined) return call - start;
      const { at, cycles, every, times } = last;
      const into = call - ofCall(at);
      const nth = Math.min(times - 1, every === 0 ? 0 : Math.floor(into / (every + cycles)));
      const rest = into - nth * (every + cycles);
      return at + nth * every + Math.max(0, rest - cycles);
    },
    waitsIn: function* (from, to) {
      let index = Math.max(
        0,
        lastBefore(waits, ({ at }) => ofCall(at) < from),
      );
      for (; index < waits.length; index++) {
        const wait = waits[index];
        if (wait === undefined || ofCall(wait.at) >= to) return;
        const period = wait.every + wait.cycles;
        const first = ofCall(wait.at);
        const skipped = period === 0 ? 0 : Math.max(0, Math.floor((from - first) / period) - 1);
        for (let nth = Math.min(wait.times, skipped); nth < wait.times; nth++) {
          const begun = first + nth * period;
          if (begun >= to) return;
          if (begun + wait.cycles > from) yield { wait, from: begun, to: begun + wait.cycles };
        }
      }
    },
    waited: sums.at(-1) ?? 0,
  };
}

function timesBefore({ at, every, times }: Wait, own: number): number {
  return every === 0 ? times : Math.min(times, Math.ceil((own - at) / every));
}

/** The last for which it holds, of those that are in order; -1: none. */
function lastBefore(waits: readonly Wait[], holds: (wait: Wait) => boolean): number {
  let [low, high] = [0, waits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const wait = waits[middle];
    if (wait !== undefined && holds(wait)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
