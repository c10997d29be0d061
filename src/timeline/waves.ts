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
