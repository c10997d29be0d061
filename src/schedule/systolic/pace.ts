/**
 * When elements work, and when their results leave. A tile takes `period` steps. The element in row r and column c is r + c steps
 * behind the first; when the last one is done all results move to where they leave from, row after row, word after word,
 * while the next tile is computed.
 *
 *     steps of the first element   |<- tile 0 ->|<- tile 1 ->|<- tile 2 ->|
 *     results of                            |- 0 -|      |- 1 -|      |- 2 -|
 *
 * Where elements have several results each, a step is a turn for each of them, words come in a step before they are
 * used, and results leave in as many sweeps, each of whole steps.
 */
export interface Pace {
  readonly period: number; // steps of a tile, in whole rounds of the inner loops
  readonly rounds: number; // iterations of the outermost loop over steps
  readonly takes: number; // step of a tile in which results start to leave
  readonly late: 0 | 1; // 1: those of the tile before
  readonly wraps: 0 | 1; // 1: the last of them leave in the next tile still
  readonly ways: number; // groups of rows that leave at the same time
  readonly sweep: number; // steps in which one result of every element leaves
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly turns: number; // results of an element
  readonly tiles: number;
  readonly steps: number; // of an element for a tile
  readonly round: number; // steps of an iteration of the outermost loop over steps
}

/** What is known of the memories that results go to. */
export interface Ways {
  readonly most: number; // words in a cycle
  readonly mayWrap: boolean; // a word of one tile or another goes through one port
}

/** The fewest steps in all, then the fewest ways out. */
export function paceOf(extent: Extent, { most, mayWrap }: Ways): Pace {
  const ways = Array.from({ length: Math.max(1, Math.min(extent.rows, most)) }, (_, k) => k + 1);
  const found = ways
    .flatMap((count) => (extent.rows % count === 0 ? pacesWith(extent, count) : []))
    .filter(({ wraps }) => mayWrap || wraps === 0);
  const total = ({ period, late, wraps }: Pace): number => (extent.tiles + late + wraps) * period;
  return found.reduce((best, one) => (total(one) < total(best) ? one : best));
}

/** From the shortest period on, to one in which all that a tile computes has left before the next one starts. */
function pacesWith({ rows, columns, turns, steps, round }: Extent, ways: number): readonly Pace[] {
  const sweep = Math.ceil(((rows / ways) * columns) / turns);
  const words = turns * sweep; // steps until all have left
  // What comes in is used in the next step, and a result leaves the element in the one after it was stored.
  const behind = turns === 1 ? rows + columns : 2 + Math.ceil((rows + columns - 1) / turns);
  const done = steps - 1 + behind; // the step, from the start of a tile, in which the last element is done
  const paces: Pace[] = [];
  // An element must not be done again before its results were taken, nor a tile before the one before has left.
  const shortest = Math.max(steps, behind + (turns - 1) * sweep, words);
  for (let rounds = Math.ceil(shortest / round); ; rounds++) {
    const period = rounds * round;
    const late = done < period ? 0 : 1;
    const takes = done - late * period;
    const wraps = takes + words > period ? 1 : 0;
    paces.push({ period, rounds, takes, late, wraps, ways, sweep });
    if (late + wraps === 0) return paces;
  }
}
