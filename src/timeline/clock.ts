/**
 * What runs in any window of a process's own cycles, exactly, without a list of all that happens.
 *
 *     const clock = clockOf(process, timeline.given);
 *     clock.total;                                             // cycles of a call
 *     clock.visit({ from: 1000, to: 1100, finest: 1 }, draw);   // what there is to draw of them
 *
 * Where data decide how long something takes, the least is shown; of a call that was recorded, what it took.
 */
import type { Values } from "./formula.ts";
import {
  iterationsOf,
  keyOf,
  type Lengths,
  lengthOf,
  lengthOfAll,
  noLengths,
  type Rounds,
  roundAt,
  roundsOf,
  sideOf,
} from "./lengths.ts";
import type { Process, RepeatSection, Section } from "./nodes.ts";
import { replayOf } from "./replay.ts";
import { insideOf } from "./sections.ts";

export interface Clock {
  readonly total: number; // the cycle of `done`
  readonly visit: (window: Window, see: (piece: Piece) => void) => void;
  readonly tally: () => ReadonlyMap<number, Tally>; // of a call, by section
}

export interface Window {
  readonly from: number;
  readonly to: number; // excluded
  readonly finest: number; // iterations shorter than this are not told apart: they come as `many`
}

export type Piece = Once | Many;

/** One run of a section. */
export interface Once {
  readonly kind: "once";
  readonly section: Section;
  readonly from: number;
  readonly to: number;
  readonly first: number; // of a pipeline, the cycle in which its first iteration starts
  readonly iterations: number; // of this run
  readonly values: Values; // of the variables of loops around
}

/** Runs of a section that are too short to be told apart. */
export interface Many {
  readonly kind: "many";
  readonly section: Section;
  readonly from: number;
  readonly to: number;
  readonly busy: number; // part of the time, 0 to 1
}

export interface Tally {
  readonly runs: number;
  readonly iterations: number;
  readonly cycles: number;
}

export function clockOf(
  { body, recorded }: Pick<Process, "body" | "recorded">,
  given: Readonly<Record<string, number>>,
): Clock {
  if (recorded !== null) return replayOf(body, recorded);
  const values: Values = new Map(Object.entries(given));
  const memory: Memory = { lengths: noLengths(), tallies: new Map() };
  return {
    total: 1 + lengthOfAll(memory.lengths, body, values),
    visit: (window, see) => visitAll({ memory, window, see }, body, 1, values),
    tally: () => tallyOfAll(memory, body, values),
  };
}

interface Memory {
  readonly lengths: Lengths;
  readonly tallies: Map<string, ReadonlyMap<number, Tally>>;
}

// Windows

interface Looking {
  readonly memory: Memory;
  readonly window: Window;
  readonly see: (piece: Piece) => void;
}

function visitAll(looking: Looking, sections: readonly Section[], start: number, values: Values): void {
  let from = start;
  for (const section of sections) {
    if (from >= looking.window.to) return;
    const to = from + lengthOf(looking.memory.lengths, section, values);
    if (to > looking.window.from && to > from) visit(looking, section, { from, to }, values);
    from = to;
  }
}

interface Time {
  readonly from: number;
  readonly to: number;
}

function visit(looking: Looking, section: Section, { from, to }: Time, values: Values): void {
  const { memory, see } = looking;
  switch (section.kind) {
    case "block":
      return see({ kind: "once", section, from, to, first: from, iterations: 0, values });
    case "pipeline": {
      const iterations = iterationsOf(section, values);
      return see({ kind: "once", section, from, to, first: from + section.setting, iterations, values });
    }
    case "branch": {
      see({ kind: "once", section, from, to, first: from, iterations: 0, values });
      return visitAll(looking, sideOf(memory.lengths, section, values), from, values);
    }
    case "repeat": {
      const rounds = roundsOf(memory.lengths, section, values);
      const first = from + section.setting;
      see({ kind: "once", section, from, to, first, iterations: rounds.count, values });
      return visitRounds(looking, section, rounds, first);
    }
  }
}

/** Iterations one by one, or groups of them that are long enough to be seen. */
function visitRounds(looking: Looking, { body }: RepeatSection, rounds: Rounds, first: number): void {
  const { window, memory } = looking;
  const { count, startOf, valuesIn, each } = rounds;
  for (let round = roundAt(rounds, window.from - first); round < count; ) {
    const from = first + startOf(round);
    if (from >= window.to) return;
    if (startOf(round + 1) - startOf(round) >= window.finest) {
      visitAll(looking, body, from, valuesIn(round));
      round += 1;
      continue;
    }
    const enough = roundAt(rounds, Math.min(window.to - first, startOf(round) + window.finest));
    const next = each === null ? Math.min(count, Math.max(round + 1, enough)) : count;
    const middle = valuesIn((round + next) >> 1);
    shade(looking, body, { from, to: first + startOf(next) }, tallyOfAll(memory, body, middle), {
      whole: startOf(((round + next) >> 1) + 1) - startOf((round + next) >> 1),
    });
    round = next;
  }
}

function shade(
  looking: Looking,
  sections: readonly Section[],
  time: Time,
  tallies: ReadonlyMap<number, Tally>,
  { whole }: { readonly whole: number },
): void {
  for (const section of sections) {
    const cycles = tallies.get(section.id)?.cycles ?? 0;
    if (cycles > 0) looking.see({ kind: "many", section, ...time, busy: whole === 0 ? 0 : cycles / whole });
    shade(looking, insideOf(section), time, tallies, { whole });
  }
}

// Tallies

function tallyOfAll(
  memory: Memory,
  sections: readonly Section[],
  values: Values,
): ReadonlyMap<number, Tally> {
  const sum = new Map<number, Tally>();
  for (const section of sections) add(sum, tallyOf(memory, section, values), 1);
  return sum;
}

function tallyOf(memory: Memory, section: Section, values: Values): ReadonlyMap<number, Tally> {
  const key = keyOf(memory.lengths, section, values);
  const known = memory.tallies.get(key);
  if (known !== undefined) return known;
  const sum = new Map<number, Tally>();
  const cycles = lengthOf(memory.lengths, section, values);
  const own = (iterations: number): Tally => ({ runs: 1, iterations, cycles });
  switch (section.kind) {
    case "block":
      sum.set(section.id, own(0));
      break;
    case "pipeline":
      sum.set(section.id, own(iterationsOf(section, values)));
      break;
    case "branch": {
      sum.set(section.id, own(0));
      add(sum, tallyOfAll(memory, sideOf(memory.lengths, section, values), values), 1);
      break;
    }
    case "repeat": {
      const { count, valuesIn, each } = roundsOf(memory.lengths, section, values);
      sum.set(section.id, own(count));
      if (each !== null && count > 0) add(sum, tallyOfAll(memory, section.body, valuesIn(0)), count);
      if (each === null)
        for (let round = 0; round < count; round++)
          for (const one of section.body) add(sum, tallyOf(memory, one, valuesIn(round)), 1);
      break;
    }
  }
  memory.tallies.set(key, sum);
  return sum;
}

function add(sum: Map<number, Tally>, more: ReadonlyMap<number, Tally>, times: number): void {
  for (const [id, one] of more) {
    const before = sum.get(id);
    sum.set(id, {
      runs: (before?.runs ?? 0) + times * one.runs,
      iterations: (before?.iterations ?? 0) + times * one.iterations,
      cycles: (before?.cycles ?? 0) + times * one.cycles,
    });
  }
}
