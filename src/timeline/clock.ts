/**
 * What runs in any window of a process's own cycles, exactly, without a list of all that happens.
 *
 *     const clock = clockOf(process, timeline.given);
 *     clock.total;                                             // cycles of a call
 *     clock.visit({ from: 1000, to: 1100, finest: 1 }, draw);   // what there is to draw of them
 *
 * Where data decide how long something takes, the least is shown.
 */
import { formulaValue, namesIn, type Values } from "./formula.ts";
import type { Formula, Level, PipelineSection, Process, RepeatSection, Section } from "./nodes.ts";

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

export function clockOf({ body }: Pick<Process, "body">, given: Readonly<Record<string, number>>): Clock {
  const values: Values = new Map(Object.entries(given));
  const memory = { lengths: new Map(), starts: new Map(), tallies: new Map(), free: new Map() };
  return {
    total: 1 + lengthOfAll(memory, body, values),
    visit: (window, see) => visitAll({ memory, window, see }, body, 1, values),
    tally: () => tallyOfAll(memory, body, values),
  };
}

interface Memory {
  readonly lengths: Map<string, number>;
  readonly starts: Map<string, Float64Array>;
  readonly tallies: Map<string, ReadonlyMap<number, Tally>>;
  readonly free: Map<number, readonly string[]>;
}

// Lengths

function lengthOfAll(memory: Memory, sections: readonly Section[], values: Values): number {
  let sum = 0;
  for (const section of sections) sum += lengthOf(memory, section, values);
  return sum;
}

function lengthOf(memory: Memory, section: Section, values: Values): number {
  switch (section.kind) {
    case "block":
      return section.cycles;
    case "pipeline": {
      const count = iterationsOf(section, values);
      return section.setting + (count === 0 ? 0 : (count - 1) * section.interval + section.length);
    }
    case "branch":
      return Math.min(lengthOfAll(memory, section.then, values), lengthOfAll(memory, section.else, values));
    case "repeat": {
      const key = keyOf(memory, section, values);
      const known = memory.lengths.get(key);
      if (known !== undefined) return known;
      const rounds = roundsOf(memory, section, values);
      const length = section.setting + rounds.startOf(rounds.count);
      memory.lengths.set(key, length);
      return length;
    }
  }
}

/** What a length follows from: the section, and those variables around it that it names. */
function keyOf(memory: Memory, section: Section, values: Values): string {
  return `${section.id} ${freeIn(memory, section)
    .map((name) => values.get(name) ?? "?")
    .join()}`;
}

function freeIn(memory: Memory, section: Section): readonly string[] {
  const known = memory.free.get(section.id);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const addLevel = ({ from, to }: Level): void => {
    for (const name of [...namesIn(from), ...namesIn(to)]) names.add(name);
  };
  const addAll = (sections: readonly Section[]): void => {
    for (const one of sections) for (const name of freeIn(memory, one)) names.add(name);
  };
  if (section.kind === "pipeline") {
    section.levels.forEach(addLevel);
    for (const index of section.levels.keys()) names.delete(levelName(index));
  } else if (section.kind === "repeat") {
    addAll(section.body);
    if (section.level !== null) {
      names.delete(section.level.variable);
      addLevel(section.level);
    }
  } else if (section.kind === "branch") addAll([...section.then, ...section.else]);
  const found = [...names];
  memory.free.set(section.id, found);
  return found;
}

// Iterations

/** What bounds of a pipeline call the variable of one of its own levels. */
export function levelName(level: number): string {
  return `level ${level}`;
}

/** Of one run; where data decide, the least. */
export function iterationsOf({ levels, leaves }: PipelineSection, values: Values): number {
  const counted = levels.length === 0 ? 1 : count(levels, 0, values);
  return leaves ? Math.min(1, counted) : counted;
}

function count(levels: readonly Level[], index: number, values: Values): number {
  const level = levels[index];
  if (level === undefined) return 1;
  const bounds = boundsOf(level, values);
  if (bounds === null) {
    const inner = without(values, levelName(index));
    return (index === 0 && level.mayBeEmpty ? 0 : 1) * count(levels, index + 1, inner);
  }
  const { from, step } = bounds;
  const number = roundsIn(bounds);
  const isLooked = levels.slice(index + 1).some((one) => looksAt(one, levelName(index)));
  if (!isLooked) return number === 0 ? 0 : number * count(levels, index + 1, values);
  let sum = 0;
  for (let nth = 0; nth < number; nth++)
    sum += count(levels, index + 1, new Map(values).set(levelName(index), from + nth * step));
  return sum;
}

interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

function boundsOf({ from, to, step }: Level, values: Values): Bounds | null {
  const [first, end] = [formulaValue(from, values), formulaValue(to, values)];
  return first === null || end === null ? null : { from: first, to: end, step };
}

function roundsIn({ from, to, step }: Bounds): number {
  return Math.max(0, Math.ceil((to - from) / step));
}

function looksAt({ from, to }: Level, name: string): boolean {
  const isIn = (formula: Formula): boolean => [...namesIn(formula)].includes(name);
  return isIn(from) || isIn(to);
}

function without(values: Values, name: string): Values {
  if (!values.has(name)) return values;
  const others = new Map(values);
  others.delete(name);
  return others;
}

/** The iterations of one run of a loop around others. */
interface Rounds {
  readonly count: number;
  readonly startOf: (round: number) => number; // from the first; of `count`, the end
  readonly valuesIn: (round: number) => Values;
  readonly each: number | null; // cycles of every iteration; null: they differ
}

function roundsOf(memory: Memory, section: RepeatSection, values: Values): Rounds {
  const { level, leaves, turn, body } = section;
  const bounds = level === null ? null : boundsOf(level, values);
  const counted = bounds === null ? Number(level?.mayBeEmpty !== true) : roundsIn(bounds);
  const count = leaves ? Math.min(1, counted) : counted;
  const isKnown = level !== null && bounds !== null && !leaves;
  const looked = isKnown && body.some((one) => freeIn(memory, one).includes(level.variable));
  const inside = level === null ? values : without(values, level.variable);
  const valuesIn = (round: number): Values =>
    isKnown ? new Map(inside).set(level.variable, bounds.from + round * bounds.step) : inside;
  if (!looked) {
    const each = count === 0 ? 0 : lengthOfAll(memory, body, inside) + turn;
    return { count, startOf: (round) => round * each, valuesIn, each };
  }
  const key = keyOf(memory, section, values);
  const known = memory.starts.get(key);
  const starts = known ?? new Float64Array(count + 1);
  if (known === undefined) {
    for (let round = 0; round < count; round++)
      starts[round + 1] = (starts[round] ?? 0) + lengthOfAll(memory, body, valuesIn(round)) + turn;
    memory.starts.set(key, starts);
  }
  return { count, startOf: (round) => starts[round] ?? 0, valuesIn, each: null };
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
    const to = from + lengthOf(looking.memory, section, values);
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
      const isThen = lengthOfAll(memory, section.then, values) <= lengthOfAll(memory, section.else, values);
      return visitAll(looking, isThen ? section.then : section.else, from, values);
    }
    case "repeat": {
      const rounds = roundsOf(memory, section, values);
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

/** The iteration that runs in a cycle after the first; past the end: the count. */
function roundAt({ count, startOf, each }: Rounds, cycle: number): number {
  if (cycle <= 0) return 0;
  if (each !== null) return each === 0 ? count : Math.min(count, Math.floor(cycle / each));
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(middle + 1) <= cycle) low = middle + 1;
    else high = middle;
  }
  return low;
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

export function insideOf(section: Section): readonly Section[] {
  switch (section.kind) {
    case "block":
    case "pipeline":
      return [];
    case "repeat":
      return section.body;
    case "branch":
      return [...section.then, ...section.else];
  }
}

/** Every section, outermost first. */
export function* sectionsIn(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield section;
    yield* sectionsIn(insideOf(section));
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
  const key = keyOf(memory, section, values);
  const known = memory.tallies.get(key);
  if (known !== undefined) return known;
  const sum = new Map<number, Tally>();
  const cycles = lengthOf(memory, section, values);
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
      const [one, other] = [section.then, section.else];
      const isThen = lengthOfAll(memory, one, values) <= lengthOfAll(memory, other, values);
      add(sum, tallyOfAll(memory, isThen ? one : other, values), 1);
      break;
    }
    case "repeat": {
      const { count, valuesIn, each } = roundsOf(memory, section, values);
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
