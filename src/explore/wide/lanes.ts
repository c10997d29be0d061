/**
 * How many iterations of each loop of a band stand side by side: all ways that keep within a budget of units, with about the
 * cycles that each takes and the memories that feed it. Nothing is planned here: thousands of ways take milliseconds.
 */

import { type Band, type BandLoop, goingRound, memoryLatency, type Unit } from "./band.ts";
import { type Arrays, type Demands, demandsOf, intervalOf } from "./banks.ts";

export interface Budget {
  readonly luts: number;
  readonly dsps: number;
}

/** One number a loop of the band. */
export type Lanes = readonly number[];

export interface Way {
  readonly lanes: Lanes;
  readonly pipelined: string; // the loop that goes round innermost
  readonly cycles: number; // of all runs in a call, about
  readonly luts: number; // of its units
  readonly demands: Demands;
}

/** The fastest first; of equals those with fewer memories. */
export function waysOf(band: Band, arrays: Arrays, budget: Budget, mayReassociate: boolean): readonly Way[] {
  const ways = lanesWithin(band, budget)
    .map((lanes) => ({ lanes, cycles: leastCycles(band, lanes, mayReassociate, () => 1).cycles }))
    .filter(({ cycles }) => cycles < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.cycles - b.cycles);
  const all = ways.slice(0, mostWays).map(({ lanes }): Way => {
    const demands = demandsOf(band, lanes, arrays);
    const interval = (pipelined: BandLoop, joined: readonly BandLoop[]): number =>
      intervalOf(band, lanes, demands, pipelined, joined);
    const least = leastCycles(band, lanes, mayReassociate, interval);
    return { ...least, lanes, luts: unitsFor(band, lanes).luts, demands };
  });
  return all.sort((a, b) => a.cycles - b.cycles || memoriesOf(a.demands) - memoriesOf(b.demands));
}

/** With the pipelined loop that takes fewest; infinite where no loop is left to be pipelined. */
function leastCycles(
  band: Band,
  lanes: Lanes,
  mayReassociate: boolean,
  interval: (pipelined: BandLoop, joined: readonly BandLoop[]) => number,
): Pick<Way, "pipelined" | "cycles"> {
  const left = band.loops.filter(({ most }, at) => (lanes[at] ?? 1) < most);
  let best = { pipelined: "", cycles: Number.POSITIVE_INFINITY };
  for (const pipelined of pipelinedOf(band, lanes, left)) {
    const order = goingRound(left, pipelined.name);
    const together = joinedIn(order);
    for (const joined of together.length === 0 ? [together] : [[], together]) {
      const rounds = { order, joined, least: interval(pipelined, joined) };
      const cycles = band.runs * cyclesOf(band, lanes, mayReassociate, rounds);
      if (cycles < best.cycles) best = { pipelined: pipelined.name, cycles };
    }
  }
  return best;
}

/**
 * Loops that may be the pipelined one. Of a triangle either side can be: lanes of the side that is counted by the other make steps of
 * it, and in each of them the other begins where the lanes do.
 */
function pipelinedOf({ loops }: Band, lanes: Lanes, left: readonly BandLoop[]): readonly BandLoop[] {
  const free = left.filter(({ isCarried }) => !isCarried);
  const counted = free.filter(isCounted); // by another of them, which stays around it
  if (counted.length === 0 && free.length > 0) return free.toReversed();
  const [side, other] = counted;
  const isTurned = side !== undefined && other === undefined && !side.isShifted;
  const turned = free.filter(
    ({ variable }) => isTurned && side.countedBy.includes(variable) && (lanes[loops.indexOf(side)] ?? 1) > 1,
  );
  return [...goingRound(left, "").slice(-1), ...turned];
}

function isCounted({ most, mean }: BandLoop): boolean {
  return mean < most;
}

/**
 * Loops around the pipelined one, the last, that run as one with it although a count changes: none of them says how often one further
 * in runs, or its steps are what that one begins at.
 */
function joinedIn(order: readonly BandLoop[]): readonly BandLoop[] {
  if (!order.some(isCounted)) return [];
  const joined: BandLoop[] = [];
  for (const loop of order.slice(0, -1).toReversed()) {
    const inside = [...joined, ...order.slice(-1)];
    if (loop.isCarried || inside.some(({ countedBy }) => countedBy.includes(loop.variable))) break;
    joined.unshift(loop);
  }
  return joined;
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
      if (isWithin(band, next, budget)) visit(next);
    }
  };
  visit([]);
  return found;
}

/**
 * Each is the least that makes so few rounds: more would only leave lanes idle in the last one. Lanes of a loop that begins elsewhere each
 * time have no memories of their own: all or none. A loop that others are counted by stays as it is, and one whose sums take turns.
 */
function countsOf({ most, mean, distance, isBound, isCarried, isShifted }: BandLoop): readonly number[] {
  if (isBound || (isCarried && distance > 1 && mean < most)) return [1];
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
    if (isSteady(unit, loops, lanes)) continue;
    const copies = loops.reduce(
      (product, { variable }, at) => product * (unit.variables.has(variable) ? (lanes[at] ?? 1) : 1),
      1,
    );
    luts += copies * unit.luts;
    dsps += copies * unit.dsps;
  }
  return { luts, dsps };
}

/** Whether it is the same in each iteration that goes round, under no guard: it is computed before them. */
function isSteady({ variables }: Unit, loops: readonly BandLoop[], lanes: Lanes): boolean {
  return loops.every(({ variable, most, mean }, at) => {
    const count = lanes[at] ?? 1;
    if (count >= most) return true;
    return !variables.has(variable) && (count === 1 || (mean === most && most % count === 0));
  });
}

interface Rounds {
  readonly order: readonly BandLoop[]; // that go round, outermost first
  readonly joined: readonly BandLoop[]; // run as one with the last
  readonly least: number; // cycles between them, at least
}

/** Rounds by their interval, and once the time through the circuit. */
function cyclesOf(
  band: Band,
  lanes: Lanes,
  mayReassociate: boolean,
  { order, joined, least }: Rounds,
): number {
  const { loops, units } = band;
  const rounds = (isOne: (loop: BandLoop) => boolean): number =>
    loops.reduce((product, loop, at) => product * (isOne(loop) ? roundsOf(loop, lanes[at] ?? 1) : 1), 1);
  const chained = loops.reduce((product, loop, at) => product * (loop.isCarried ? (lanes[at] ?? 1) : 1), 1);
  const own = band.chain;
  const isOpen = loops.some(({ isCarried }) => isCarried);
  const links = mayReassociate ? 1 + Math.ceil(Math.log2(chained)) : chained;
  const laned = loops.filter((_, at) => (lanes[at] ?? 1) > 1);
  // Sums of a loop whose count changes go through the memory one after another.
  const isOpenEnded = laned.some(({ isCarried, most, mean }) => isCarried && mean < most);
  const ofLink = own + (isOpenEnded ? memoryLatency : 0);
  const inOrder = mayReassociate ? 1 : chained;
  const wait = isOpen ? inOrder * ofLink + memoryLatency : 1;
  const stores = isOpenEnded ? inOrder * ofLink : 1;
  const apart = loops.reduce((least, { distance }) => Math.min(least, distance), Number.MAX_SAFE_INTEGER);
  const between = apart * rounds(({ isCarried }) => !isCarried);
  const interval = Math.max(least, stores, Math.ceil(wait / Math.max(1, between)));
  const through = links * own + units.reduce((sum, { latency, isOwn }) => sum + (isOwn ? 0 : latency), 0);
  // Where a count changes, the circuit runs empty each time that the innermost of them ends.
  const runs = order.some(isCounted) ? rounds((loop) => loop !== order.at(-1) && !joined.includes(loop)) : 1;
  return rounds(() => true) * interval + runs * (through + memoryLatency);
}

function roundsOf({ most, mean }: BandLoop, lanes: number): number {
  if (lanes >= most) return 1;
  return mean === most ? Math.ceil(most / lanes) : mean / lanes + 1 / 2;
}
