/** What ran in a call that was recorded: the clock of a process, and how often what belongs to graphs happened. */
import type { Clock, Piece, Tally, Window } from "./clock.ts";
import type { GraphEvent } from "./counting.ts";
import type { RecordedRuns, RecordedSection, Section } from "./nodes.ts";
import { sectionsIn } from "./sections.ts";

export function replayOf(body: readonly Section[], recorded: readonly RecordedSection[]): Clock {
  const runs = runsBySection(recorded);
  const ran = [...sectionsIn(body)].flatMap((section): readonly Ran[] => {
    const own = runs.get(section.id);
    return own === undefined ? [] : [{ section, runs: own }];
  });
  return {
    total: Math.max(1, ...recorded.map(({ runs: own }) => endOf(own))),
    visit: (window, see) => {
      for (const one of ran) visit(one, window, see);
    },
    tally: () => new Map(ran.map(({ section, runs: own }) => [section.id, tallyOf(own)])),
  };
}

export function runsBySection(
  recorded: readonly RecordedSection[],
): ReadonlyMap<number, readonly RecordedRuns[]> {
  return new Map(recorded.map(({ section, runs }) => [section, runs]));
}

interface Ran {
  readonly section: Section;
  readonly runs: readonly RecordedRuns[];
}

/** After the last run. */
function endOf(runs: readonly RecordedRuns[]): number {
  const last = runs.at(-1);
  return last === undefined ? 0 : last.from + (last.times - 1) * last.every + last.cycles;
}

function tallyOf(runs: readonly RecordedRuns[]): Tally {
  const sum = { runs: 0, iterations: 0, cycles: 0 };
  for (const { times, iterations, cycles } of runs) {
    sum.runs += times;
    sum.iterations += times * iterations;
    sum.cycles += times * cycles;
  }
  return sum;
}

/** The first of them that ends after a cycle. */
function firstAfter(runs: readonly RecordedRuns[], cycle: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(runs.slice(middle, middle + 1)) <= cycle) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Runs one by one where they can be told apart, else what part of the time they take. */
function visit({ section, runs }: Ran, { from, to, finest }: Window, see: (piece: Piece) => void): void {
  const width = Math.max(1, finest);
  const groups: Group[] = []; // one at most: the last
  const tellGroup = (): void => {
    const done = groups.pop();
    if (done === undefined) return;
    const { from: begin, to: end, busy, count, first } = done;
    if (count === 1) see(first);
    else see({ kind: "many", section, from: begin, to: end, busy: Math.min(1, busy / (end - begin)) });
  };
  for (let index = firstAfter(runs, from); index < runs.length; index++) {
    const own = runs[index];
    if (own === undefined || own.from >= to) break;
    if (own.times > 1 && own.every < width) {
      tellGroup();
      const [begin, end] = [Math.max(own.from, from), Math.min(endOf([own]), to)];
      see({ kind: "many", section, from: begin, to: end, busy: own.cycles / own.every });
      continue;
    }
    const skipped = own.every === 0 ? 0 : Math.floor((from - own.from - own.cycles) / own.every);
    for (let nth = Math.max(0, skipped); nth < own.times; nth++) {
      const start = own.from + nth * own.every;
      if (start >= to) break;
      if (start + own.cycles <= from) continue;
      const once = onceOf(section, start, own);
      const group = groups.at(-1);
      if (own.cycles >= width) {
        tellGroup();
        see(once);
      } else if (group !== undefined && start < group.from + width) {
        groups[0] = { ...group, to: once.to, busy: group.busy + own.cycles, count: group.count + 1 };
      } else {
        tellGroup();
        groups.push({ from: start, to: once.to, busy: own.cycles, count: 1, first: once });
      }
    }
  }
  tellGroup();
}

/** Runs that are too short to be told apart. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly busy: number;
  readonly count: number;
  readonly first: Piece;
}

function onceOf(
  section: Section,
  from: number,
  { cycles, iterations }: RecordedRuns,
): Piece & { kind: "once" } {
  const setting = section.kind === "pipeline" || section.kind === "repeat" ? section.setting : 0;
  return {
    kind: "once",
    section,
    from,
    to: from + cycles,
    first: from + setting,
    iterations,
    values: new Map(),
  };
}

// What belongs to graphs

/** How often events have happened in the first own cycles of a process. */
export function eventsBefore(
  body: readonly Section[],
  recorded: readonly RecordedSection[],
  events: readonly GraphEvent[],
): (own: number) => number {
  const runs = runsBySection(recorded);
  const counts = [...sectionsIn(body)].flatMap((section) => {
    if (section.kind !== "block" && section.kind !== "pipeline") return [];
    const own = runs.get(section.id) ?? [];
    const happening = events.filter(({ graph }) => graph === section.graph);
    if (own.length === 0 || happening.length === 0) return [];
    const [setting, interval] = section.kind === "pipeline" ? [section.setting, section.interval] : [0, 1];
    const happenedBefore = happenings(own, setting, interval);
    return happening.map((event) => ({ event, happenedBefore }));
  });
  return (own) =>
    counts.reduce(
      (sum, { event, happenedBefore }) => sum + event.count * happenedBefore(own - event.cycle),
      0,
    );
}

/** How many iterations, or runs of what is no loop, have begun before a cycle. */
function happenings(
  runs: readonly RecordedRuns[],
  setting: number,
  interval: number,
): (cycle: number) => number {
  const sums = [0];
  for (const { times, iterations } of runs) sums.push((sums.at(-1) ?? 0) + times * Math.max(1, iterations));
  const inRun = ({ iterations }: RecordedRuns, into: number): number =>
    Math.min(Math.max(1, iterations), Math.max(0, Math.ceil((into - setting) / interval)));
  return (cycle) => {
    let [low, high] = [0, runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle]?.from ?? 0) < cycle) low = middle + 1;
      else high = middle;
    }
    const last = runs[low - 1];
    if (last === undefined) return 0;
    const into = cycle - last.from;
    const whole = last.every === 0 ? 0 : Math.min(last.times - 1, Math.floor(into / last.every));
    const done = whole * Math.max(1, last.iterations);
    return (sums[low - 1] ?? 0) + done + inRun(last, into - whole * last.every);
  };
}
