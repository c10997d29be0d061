/**
 * How many iterations of each loop of a band stand side by side: all ways that keep within a budget of units, with about the
 * cycles that each takes and the memories that feed it. Nothing is planned here: thousands of ways take milliseconds.
 */

import { type Band, type BandLoop, goingRound } from "./band.ts";
import { type Arrays, type Demands, demandsOf, intervalOf } from "./banks.ts";

export interface Budget {
  readonly luts: number;
  readonly dsps: number;
}

/** One number a loop of the band. */
export type Lanes = readonly number[];

export interface Way {
  readonly lanes: Lanes;
  readonly cycles: number; // of all runs in a call, about
  readonly luts: number; // of its units
  readonly demands: Demands;
}

/** The fastest first; of equals those with fewer memories. */
export function waysOf(band: Band, arrays: Arrays, budget: Budget, mayReassociate: boolean): readonly Way[] {
  const ways = lanesWithin(band, budget)
    .filter((lanes) => band.loops.some(({ most }, at) => (lanes[at] ?? 1) < most)) // one is left to be pipelined
    .map((lanes) => ({ lanes, cycles: band.runs * cyclesOf(band, lanes, mayReassociate, 1) }))
    .sort((a, b) => a.cycles - b.cycles);
  const all = ways.slice(0, mostWays).map(({ lanes }) => {
    const demands = demandsOf(band, lanes, arrays);
    const cycles = band.runs * cyclesOf(band, lanes, mayReassociate, intervalOf(band, lanes, demands));
    return { lanes, cycles, luts: unitsFor(band, lanes).luts, demands };
  });
  return all.sort((a, b) => a.cycles - b.cycles || memoriesOf(a.demands) - memoriesOf(b.demands));
}

const mostWays = 2000;

function memoriesOf(demands: Demands): number {
  return [...demands.values()].reduce((sum, factor) => sum + factor, 0);
}

function lanesWithin(band: Band, budget: Budget): readonly Lanes[] {
  const found: Lanes[] = [];
  const visit = (lanes: Lanes): void => {
    const loop = band.loops[lanes.length];
    if (loop === undefined) {
      found.push(lanes);
      return;
    }
    for (const count of countsOf(loop)) {
      const next = [...lanes, count];
      if (!isWithin(band, next, budget)) break;
      visit(next);
    }
  };
  visit([]);
  return found;
}

/**
 * Each is the least that makes so few rounds: more would only leave lanes idle in the last one. Lanes of a loop that begins elsewhere each
 * time have no memories of their own: all or none. A loop that others are counted by stays as it is.
 */
function countsOf({ most, isBound, isShifted }: BandLoop): readonly number[] {
  if (isBound) return [1];
  if (isShifted) return [1, most];
  const counts = new Set<number>();
  for (let rounds = most; rounds >= 1; rounds--) counts.add(Math.ceil(most / rounds));
  return [...counts];
}

function isWithin(band: Band, lanes: Lanes, budget: Budget): boolean {
  const { luts, dsps } = unitsFor(band, lanes);
  return luts <= budget.luts && dsps <= budget.dsps;
}

function unitsFor({ loops, units }: Band, lanes: Lanes): Budget {
  let [luts, dsps] = [0, 0];
  for (const unit of units) {
    const copies = loops.reduce(
      (product, { variable }, at) => product * (unit.variables.has(variable) ? (lanes[at] ?? 1) : 1),
      1,
    );
    luts += copies * unit.luts;
    dsps += copies * unit.dsps;
  }
  return { luts, dsps };
}

/** Rounds by their interval, which is `least` or more, and once the time through the circuit. */
function cyclesOf(band: Band, lanes: Lanes, mayReassociate: boolean, least: number): number {
  const { loops, units } = band;
  const rounds = (isOne: (loop: BandLoop) => boolean): number =>
    loops.reduce((product, loop, at) => product * (isOne(loop) ? roundsOf(loop, lanes[at] ?? 1) : 1), 1);
  const chained = loops.reduce((product, loop, at) => product * (loop.isCarried ? (lanes[at] ?? 1) : 1), 1);
  const own = units.reduce((sum, { latency, isOwn }) => sum + (isOwn ? latency : 0), 0);
  const isOpen = loops.some(({ isCarried }) => isCarried);
  const links = mayReassociate ? 1 + Math.ceil(Math.log2(chained)) : chained;
  const wait = isOpen ? (mayReassociate ? 1 : chained) * own + memoryLatency : 1;
  const isGuarded = loops.some(
    ({ isCarried, most, mean }, at) => !isCarried && mean === most && most % (lanes[at] ?? 1) > 0,
  );
  const stores = isGuarded && !mayReassociate ? chained : 1;
  const between = rounds(({ isCarried }) => !isCarried);
  const interval = Math.max(least, stores, Math.ceil(wait / Math.max(1, between)));
  const through = links * own + units.reduce((sum, { latency, isOwn }) => sum + (isOwn ? 0 : latency), 0);
  const left = goingRound(band, lanes);
  // Where a count changes, the circuit runs empty each time that the innermost of them ends.
  const runs = left.some(({ most, mean }) => mean < most) ? rounds((loop) => loop !== left.at(-1)) : 1;
  return rounds(() => true) * interval + runs * (through + memoryLatency);
}

/** A load and a store. */
const memoryLatency = 2;

function roundsOf({ most, mean }: BandLoop, lanes: number): number {
  if (lanes >= most) return 1;
  return mean === most ? Math.ceil(most / lanes) : mean / lanes + 1 / 2;
}
