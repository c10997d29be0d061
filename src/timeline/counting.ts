/**
 * How often something happens that belongs to a graph, in any cycles of a call: exactly, where data do not decide.
 *
 *     const count = countedIn(timeline, [{ graph: 0, cycle: 3, count: 2 }]);
 *     count(0, 100);     // of the first hundred cycles
 */
import type { Values } from "./formula.ts";
import {
  iterationsOf,
  keyOf,
  type Lengths,
  lengthOf,
  noLengths,
  roundAt,
  roundsOf,
  sideOf,
} from "./lengths.ts";
import type { Section, Timeline } from "./nodes.ts";
import { eventsBefore } from "./replay.ts";
import { standingStill } from "./waits.ts";

/** `count` times in a cycle of each iteration of a graph, or of each of its runs where it is no loop's. */
export interface GraphEvent {
  readonly graph: number;
  readonly cycle: number;
  readonly count: number;
}

export type CountIn = (from: number, to: number) => number;

export function countedIn(
  { processes, given }: Pick<Timeline, "processes" | "given">,
  events: readonly GraphEvent[],
): CountIn {
  if (events.length === 0) return () => 0;
  const values: Values = new Map(Object.entries(given));
  const counted = processes.map((process) => {
    const counting: Counting = { lengths: noLengths(), byGraph: byGraph(events), sums: new Map() };
    const { ofOwn } = standingStill(process);
    const { recorded } = process;
    if (recorded !== null) {
      const replayed = eventsBefore(process.body, recorded, events);
      return (call: number): number => replayed(ofOwn(call));
    }
    return (call: number): number => before(counting, process.body, ofOwn(call) - 1, values);
  });
  return (from, to) => counted.reduce((sum, count) => sum + count(to) - count(from), 0);
}

interface Counting {
  readonly lengths: Lengths;
  readonly byGraph: ReadonlyMap<number, readonly GraphEvent[]>;
  readonly sums: Map<string, readonly number[]>; // of a loop around others, before each iteration
}

function byGraph(events: readonly GraphEvent[]): ReadonlyMap<number, readonly GraphEvent[]> {
  const found = new Map<number, GraphEvent[]>();
  for (const event of events) {
    const own = found.get(event.graph) ?? [];
    found.set(event.graph, own);
    own.push(event);
  }
  return found;
}

/** In the first so many cycles of a sequence. */
function before(counting: Counting, sections: readonly Section[], cycles: number, values: Values): number {
  let [sum, left] = [0, cycles];
  for (const section of sections) {
    if (left <= 0) break;
    sum += beforeIn(counting, section, left, values);
    left -= lengthOf(counting.lengths, section, values);
  }
  return sum;
}

function beforeIn(counting: Counting, section: Section, cycles: number, values: Values): number {
  const { lengths, byGraph: events } = counting;
  switch (section.kind) {
    case "block":
      return happened(events.get(section.graph), (cycle) => Number(cycle < cycles));
    case "pipeline": {
      const { setting, interval } = section;
      const all = iterationsOf(section, values);
      return happened(events.get(section.graph), (cycle) =>
        Math.min(all, Math.max(0, Math.ceil((cycles - setting - cycle) / interval))),
      );
    }
    case "branch":
      return before(counting, sideOf(lengths, section, values), cycles, values);
    case "repeat": {
      const rounds = roundsOf(lengths, section, values);
      const { count, each, startOf, valuesIn } = rounds;
      const into = cycles - section.setting;
      if (count === 0 || into <= 0) return 0;
      const round = roundAt(rounds, into);
      const whole = (at: number): number => before(counting, section.body, Infinity, valuesIn(at));
      const rest = round < count ? before(counting, section.body, into - startOf(round), valuesIn(round)) : 0;
      if (each !== null) return rest + round * whole(0);
      const key = keyOf(lengths, section, values);
      let sums = counting.sums.get(key);
      if (sums === undefined) {
        const all = [0];
        for (let at = 0; at < count; at++) all.push((all.at(-1) ?? 0) + whole(at));
        counting.sums.set(key, all);
        sums = all;
      }
      return rest + (sums[round] ?? 0);
    }
  }
}

function happened(events: readonly GraphEvent[] | undefined, times: (cycle: number) => number): number {
  let sum = 0;
  for (const { cycle, count } of events ?? []) sum += count * times(cycle);
  return sum;
}
