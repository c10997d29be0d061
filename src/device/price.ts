/** One currency for what a circuit takes of a part: LUTs. Choices between circuits are made with it, and with nothing else. */

export interface Cost {
  readonly luts: number;
  readonly dsps: number;
  readonly blockRams?: number;
}

/** About how many LUTs there are for each of them on the parts that we know. */
const lutsOfDsp = 100;
const lutsOfBlockRam = 200;

export function priceOf({ luts, dsps, blockRams = 0 }: Cost): number {
  return luts + lutsOfDsp * dsps + lutsOfBlockRam * blockRams;
}
