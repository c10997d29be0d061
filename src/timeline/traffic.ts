/**
 * How often memories are touched, in any cycles of a call: exactly, where data do not decide.
 *
 *     const traffic = trafficOf(timeline, 2);
 *     traffic.between(0, 100);     // { reads, writes } of its banks
 */
import type { Values } from "./formula.ts";
import {
  iterationsOf,
  keyOf,
  type Lengths,
  lengthOf,
  lengthOfAll,
  noLengths,
  roundAt,
  roundsOf,
} from "./lengths.ts";
import type { MemoryAccess, Section, Timeline } from "./nodes.ts";
import { touchesBefore } from "./replay.ts";
import { standingStill } from "./waits.ts";

export interface Traffic {
  readonly between: (from: number, to: number) => Touches;
}

export interface Touches {
  readonly reads: number;
  readonly writes: number;
}

/** Of one memory; `bank`: of what goes to that bank, or may. */
export function trafficOf({ memories, processes, given }: Timeline, memory: number, bank?: number): Traffic {
  const accesses = memories[memory]?.accesses ?? [];
  const wanted = accesses.filter(({ banks }) => bank === undefined || isAmong(banks, bank));
  const values: Values = new Map(Object.entries(given));
  const counted = processes.map((process) => {
    const counting: Counting = { lengths: noLengths(), byGraph: byGraph(wanted), sums: new Map() };
    const { ofOwn } = standingStill(process);
    const { recorded } = process;
    if (recorded !== null) {
      const replayed = touchesBefore(process.body, recorded, wanted);
      return (call: number): Touches => replayed(ofOwn(call));
    }
    return (call: number): Touches => before(counting, process.body, ofOwn(call) - 1, values);
  });
  return {
    between: (from, to) => {
      let [reads, writes] = [0, 0];
      for (const count of counted) {
        const [first, last] = [count(from), count(to)];
        reads += last.reads - first.reads;
        writes += last.writes - first.writes;
      }
      return { reads, writes };
    },
  };
}

function isAmong({ first, step, count }: MemoryAccess["banks"], bank: number): boolean {
  const nth = step === 0 ? 0 : (bank - first) / step;
  return Number.isInteger(nth) && nth >= 0 && nth < count;
}

interface Counting {
  readonly lengths: Lengths;
  readonly byGraph: ReadonlyMap<number, readonly MemoryAccess[]>;
  readonly sums: Map<string, readonly Touches[]>; // of a loop around others, before each iteration
}

function byGraph(accesses: readonly MemoryAccess[]): ReadonlyMap<number, readonly MemoryAccess[]> {
  const found = new Map<number, MemoryAccess[]>();
  for (const access of accesses) {
    const own = found.get(access.graph) ?? [];
    found.set(access.graph, own);
    own.push(access);
  }
  return found;
}

const none: Touches = { reads: 0, writes: 0 };

function plus(one: Touches, other: Touches, times = 1): Touches {
  return { reads: one.reads + times * other.reads, writes: one.writes + times * other.writes };
}

/** In the first so many cycles of a sequence. */
function before(counting: Counting, sections: readonly Section[], cycles: number, values: Values): Touches {
  let [sum, left] = [none, cycles];
  for (const section of sections) {
    if (left <= 0) break;
    sum = plus(sum, beforeIn(counting, section, left, values));
    left -= lengthOf(counting.lengths, section, values);
  }
  return sum;
}

function beforeIn(counting: Counting, section: Section, cycles: number, values: Values): Touches {
  const { lengths, byGraph: accesses } = counting;
  switch (section.kind) {
    case "block":
      return touches(accesses.get(section.graph), (cycle) => Number(cycle < cycles));
    case "pipeline": {
      const { setting, interval } = section;
      const all = iterationsOf(section, values);
      return touches(accesses.get(section.graph), (cycle) =>
        Math.min(all, Math.max(0, Math.ceil((cycles - setting - cycle) / interval))),
      );
    }
    case "branch": {
      const [one, other] = [section.then, section.else];
      const isThen = lengthOfAll(lengths, one, values) <= lengthOfAll(lengths, other, values);
      return before(counting, isThen ? one : other, cycles, values);
    }
    case "repeat": {
      const rounds = roundsOf(lengths, section, values);
      const { count, each, startOf, valuesIn } = rounds;
      const into = cycles - section.setting;
      if (count === 0 || into <= 0) return none;
      const round = roundAt(rounds, into);
      const whole = (at: number): Touches => before(counting, section.body, Infinity, valuesIn(at));
      const rest =
        round < count ? before(counting, section.body, into - startOf(round), valuesIn(round)) : none;
      if (each !== null) return plus(rest, whole(0), round);
      const key = keyOf(lengths, section, values);
      let sums = counting.sums.get(key);
      if (sums === undefined) {
        const all = [none];
        for (let at = 0; at < count; at++) all.push(plus(all.at(-1) ?? none, whole(at)));
        counting.sums.set(key, all);
        sums = all;
      }
      return plus(rest, sums[round] ?? none);
    }
  }
}

function touches(accesses: readonly MemoryAccess[] | undefined, times: (cycle: number) => number): Touches {
  let [reads, writes] = [0, 0];
  for (const { kind, cycle, count } of accesses ?? []) {
    if (kind === "load") reads += count * times(cycle);
    else writes += count * times(cycle);
  }
  return { reads, writes };
}
