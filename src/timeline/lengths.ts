/**
 * How long a run of a section takes, and when the iterations of a loop around others start in it.
 *
 * What a length follows from is the section and those variables around it that its bounds name; for each of them it is found once.
 */
import { formulaValue, namesIn, type Values } from "./formula.ts";
import type { BranchSection, Formula, Level, PipelineSection, RepeatSection, Section } from "./nodes.ts";

/** What was found. */
export interface Lengths {
  readonly lengths: Map<string, number>;
  readonly starts: Map<string, Float64Array>;
  readonly free: Map<number, readonly string[]>;
}

export function noLengths(): Lengths {
  return { lengths: new Map(), starts: new Map(), free: new Map() };
}

export function lengthOfAll(found: Lengths, sections: readonly Section[], values: Values): number {
  let sum = 0;
  for (const section of sections) sum += lengthOf(found, section, values);
  return sum;
}

export function lengthOf(found: Lengths, section: Section, values: Values): number {
  switch (section.kind) {
    case "block":
      return section.cycles;
    case "pipeline": {
      const count = iterationsOf(section, values);
      return section.setting + (count === 0 ? 0 : (count - 1) * section.interval + section.length);
    }
    case "branch":
      return lengthOfAll(found, sideOf(found, section, values), values);
    case "repeat": {
      const key = keyOf(found, section, values);
      const known = found.lengths.get(key);
      if (known !== undefined) return known;
      const rounds = roundsOf(found, section, values);
      const length = section.setting + rounds.startOf(rounds.count);
      found.lengths.set(key, length);
      return length;
    }
  }
}

/** The side of a branch that runs; where data decide, the shorter one. */
export function sideOf(
  found: Lengths,
  { condition, then: one, else: other }: BranchSection,
  values: Values,
): readonly Section[] {
  const holds = formulaValue(condition, values);
  if (holds !== null) return holds === 0 ? other : one;
  return lengthOfAll(found, one, values) <= lengthOfAll(found, other, values) ? one : other;
}

/** What a length follows from: the section, and those variables around it that it names. */
export function keyOf(found: Lengths, section: Section, values: Values): string {
  return `${section.id} ${freeIn(found, section)
    .map((name) => values.get(name) ?? "?")
    .join()}`;
}

function freeIn(found: Lengths, section: Section): readonly string[] {
  const known = found.free.get(section.id);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const addLevel = ({ from, to }: Level): void => {
    for (const name of [...namesIn(from), ...namesIn(to)]) names.add(name);
  };
  const addAll = (sections: readonly Section[]): void => {
    for (const one of sections) for (const name of freeIn(found, one)) names.add(name);
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
  } else if (section.kind === "branch") {
    addAll([...section.then, ...section.else]);
    for (const name of namesIn(section.condition)) names.add(name);
  }
  found.free.set(section.id, [...names]);
  return [...names];
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
export interface Rounds {
  readonly count: number;
  readonly startOf: (round: number) => number; // from the first; of `count`, the end
  readonly valuesIn: (round: number) => Values;
  readonly each: number | null; // cycles of every iteration; null: they differ
}

export function roundsOf(found: Lengths, section: RepeatSection, values: Values): Rounds {
  const { level, leaves, turn, body } = section;
  const bounds = level === null ? null : boundsOf(level, values);
  const counted = bounds === null ? Number(level?.mayBeEmpty !== true) : roundsIn(bounds);
  const count = leaves ? Math.min(1, counted) : counted;
  const isKnown = level !== null && bounds !== null && !leaves;
  const looked = isKnown && body.some((one) => freeIn(found, one).includes(level.variable));
  const inside = level === null ? values : without(values, level.variable);
  const valuesIn = (round: number): Values =>
    isKnown ? new Map(inside).set(level.variable, bounds.from + round * bounds.step) : inside;
  if (!looked) {
    const each = count === 0 ? 0 : lengthOfAll(found, body, inside) + turn;
    return { count, startOf: (round) => round * each, valuesIn, each };
  }
  const key = keyOf(found, section, values);
  const known = found.starts.get(key);
  const starts = known ?? new Float64Array(count + 1);
  if (known === undefined) {
    for (let round = 0; round < count; round++)
      starts[round + 1] = (starts[round] ?? 0) + lengthOfAll(found, body, valuesIn(round)) + turn;
    found.starts.set(key, starts);
  }
  return { count, startOf: (round) => starts[round] ?? 0, valuesIn, each: null };
}

/** The iteration that runs in a cycle after the first; past the end: the count. */
export function roundAt({ count, startOf, each }: Rounds, cycle: number): number {
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
