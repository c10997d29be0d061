/**
 * When the tiles of a front start. An element that has done its columns goes on with the next tile, while those behind it
 * are still at the one before:
 *
 *     element 0   |<- tile 0 ->|<- tile 1 ->|<- tile 2 ->|
 *     element 3      |<- tile 0 ->|<- tile 1 ->|<- tile 2 ->|
 *
 * The loops count parts of a tile, so that few steps are left over when the last element is done.
 */
export interface Pace {
  readonly overlaps: boolean; // tiles do
  readonly parts: number; // of a tile, from its start to that of the next
  readonly length: number; // steps of a part
  readonly rounds: number; // parts in all
}

export interface Extent {
  readonly tiles: number;
  readonly columns: number; // of a tile
  readonly delay: number; // steps that the last element is behind what comes in
  readonly before: number; // columns that elements have words for when they start
}

/** The fewest steps, then the fewest parts. */
export function paceOf(extent: Extent, mayOverlap: boolean): Pace {
  const { tiles, columns, delay } = extent;
  const apart: Pace = { overlaps: false, parts: 1, length: columns + delay, rounds: tiles };
  if (tiles === 1 || !mayOverlap) return apart;
  const least = leastPeriod(extent);
  let best = apart;
  const most = Math.floor(least / Math.max(2, delay)); // what is left over is no longer than what the last element is behind
  for (let parts = 1; parts <= most; parts++) {
    const length = Math.ceil(least / parts);
    const rounds = Math.ceil((tiles * parts * length + delay) / length);
    if (rounds * length < best.rounds * best.length) best = { overlaps: true, parts, length, rounds };
  }
  return best;
}

/**
 * What the last element hands on waits in a memory until the first one is at it: as long as a circuit takes from the one to
 * the other, as far as that can be said here. Where it took longer, a step would take several cycles.
 */
function leastPeriod({ columns, delay, before }: Extent): number {
  const waits = Math.max(before + 1, Math.min(columns, later * delay + stages));
  return Math.max(columns, delay + waits);
}

/** Cycles that a circuit may start an element after the one before it, for each step that it is behind: 1 and 2 were seen. */
const later = 3;

/** Of a circuit, from the registers of an element through a memory to another element: 3 to 6 were seen. */
const stages = 8;
