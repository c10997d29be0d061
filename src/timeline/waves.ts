/** Signals over cycles: what a simulation showed. It imports nothing. */

export interface Waves {
  readonly from: number; // cycles of a call
  readonly to: number; // excluded
  readonly signals: readonly Signal[];
}

export interface Signal {
  readonly name: string;
  readonly width: number; // bits
  readonly changes: readonly Change[]; // in order; the first is in the first cycle
}

/** From this cycle on. `value`: hexadecimal. */
export interface Change {
  readonly cycle: number;
  readonly value: string;
}

/** The place of the last change before a cycle has ended; -1: there is none. */
export function changeAt({ changes }: Signal, cycle: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.cycle ?? Infinity) <= cycle) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
