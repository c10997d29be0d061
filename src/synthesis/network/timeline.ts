/**
 * When processes start, wait and end: what a network does, without building it.
 *
 * A process goes on by a cycle when every word that it takes then is there and every word that it gives has room; else all
 * of it waits. So the time of each of its steps is the latest of: one cycle after the step before; one cycle after the
 * words it takes were given; one cycle after words were taken that make room. That is a system of maxima and sums
 * (max-plus; Baccelli, Cohen, Olsder and Quadrat 1992), which has one solution in whatever order it is computed, or a
 * circle of processes that wait for each other.
 */

/** A process on its own: its steps are the cycles in which it takes or gives words. */
export interface Moving {
  readonly length: number; // cycles from its start to its end
  readonly steps: readonly Step[]; // in order
  readonly after: readonly number[]; // processes that must have ended
  readonly behind?: readonly number[]; // processes that must have started, a cycle before
}

export interface Step {
  readonly cycle: number; // from its start, where it never waits
  readonly takes: readonly number[]; // streams
  readonly gives: readonly number[];
}

export type Timeline = Met | Stuck;

export interface Met {
  readonly ok: true;
  readonly starts: readonly number[]; // by process; a call begins in cycle 0
  readonly ends: readonly number[];
  readonly end: number; // of all
  readonly given: readonly (readonly number[])[]; // by stream, the cycles of its words
  readonly taken: readonly (readonly number[])[];
}

/** Processes that wait for ever, and for what. */
export interface Stuck {
  readonly ok: false;
  readonly waits: readonly {
    readonly process: number;
    readonly stream: number;
    readonly for: "word" | "room";
  }[];
}

/** What holds before: when each process may start, at the soonest; and when the last words of each stream were taken. */
export interface Before {
  readonly starts: readonly number[];
  readonly taken: readonly (readonly number[])[];
}

/** `depths`: words that may wait in each stream. */
export function timelineOf(
  processes: readonly Moving[],
  depths: readonly number[],
  before: Before = { starts: [], taken: [] },
): Timeline {
  const past = depths.map((_, stream) => before.taken[stream] ?? []);
  const given = past.map((times): number[] => [...times]);
  const taken = past.map((times): number[] => [...times]);
  const state = processes.map((): { start: number | null; at: number; late: number; end: number | null } => ({
    ...{ start: null, at: 0, late: 0, end: null },
  }));
  for (let goesOn = true; goesOn; ) {
    goesOn = false;
    for (const [index, { length, steps, after, behind = [] }] of processes.entries()) {
      const own = state[index];
      if (own === undefined || own.end !== null) continue;
      if (own.start === null) {
        const ends = after.map((one) => state[one]?.end ?? null);
        const starts = behind.map((one) => state[one]?.start ?? null);
        if (ends.includes(null) || starts.includes(null)) continue;
        const last = starts.map((start) => (start ?? 0) + 1);
        const soonest = before.starts[index] ?? 0;
        own.start = [...ends, ...last].reduce<number>((latest, time) => Math.max(latest, time ?? 0), soonest);
      }
      for (; own.at < steps.length; own.at++) {
        const step = steps[own.at];
        const due =
          step === undefined ? null : dueTime(step, own.start + step.cycle + own.late, given, taken, depths);
        if (step === undefined || due === null) break;
        own.late = due - own.start - step.cycle;
        for (const stream of step.takes) taken[stream]?.push(due);
        for (const stream of step.gives) given[stream]?.push(due);
        goesOn = true;
      }
      if (own.at < steps.length) continue;
      own.end = own.start + length + own.late;
      goesOn = true;
    }
  }
  const ends = state.map(({ end }) => end);
  if (ends.includes(null)) return { ok: false, waits: waitsIn(processes, state, given, taken, depths) };
  const all = ends.map((end) => end ?? 0);
  return {
    ok: true,
    starts: state.map(({ start }) => start ?? 0),
    ends: all,
    end: Math.max(0, ...all),
    given: given.map((times, stream) => times.slice(past[stream]?.length)),
    taken: taken.map((times, stream) => times.slice(past[stream]?.length)),
  };
}

/** Null: something it waits for has not happened yet. */
function dueTime(
  { takes, gives }: Step,
  soonest: number,
  given: readonly (readonly number[])[],
  taken: readonly (readonly number[])[],
  depths: readonly number[],
): number | null {
  let due = soonest;
  for (const stream of takes) {
    const word = given[stream]?.[taken[stream]?.length ?? 0];
    if (word === undefined) return null;
    due = Math.max(due, word + 1);
  }
  for (const stream of gives) {
    const behind = (given[stream]?.length ?? 0) - (depths[stream] ?? 0);
    if (behind < 0) continue;
    const room = taken[stream]?.[behind];
    if (room === undefined) return null;
    due = Math.max(due, room + 1);
  }
  return due;
}

function waitsIn(
  processes: readonly Moving[],
  state: readonly { readonly at: number; readonly start: number | null; readonly end: number | null }[],
  given: readonly (readonly number[])[],
  taken: readonly (readonly number[])[],
  depths: readonly number[],
): Stuck["waits"] {
  return processes.flatMap(({ steps }, process): Stuck["waits"] => {
    const own = state[process];
    const step = own === undefined || own.start === null || own.end !== null ? undefined : steps[own.at];
    if (step === undefined) return [];
    const empty = step.takes.find((stream) => (given[stream]?.length ?? 0) <= (taken[stream]?.length ?? 0));
    if (empty !== undefined) return [{ process, stream: empty, for: "word" }];
    const full = step.gives.find(
      (stream) => (given[stream]?.length ?? 0) - (taken[stream]?.length ?? 0) >= (depths[stream] ?? 0),
    );
    return full === undefined ? [] : [{ process, stream: full, for: "room" }];
  });
}

/** What counts of a timeline: more room is needed where one of `ends` is later. */
export interface Looked {
  readonly ends: readonly number[];
  readonly waiting: (stream: number) => number; // words, at most
}

/**
 * The least depths with which nothing that counts ends later than with any. `asked`: depths that somebody chose. Each
 * is the least beside the others, found by halving: more room never makes anybody later. `look`: null where processes wait for ever.
 */
export function leastDepths(
  asked: readonly (number | null)[],
  look: (depths: readonly number[]) => Looked | null,
): readonly number[] {
  const free = look(asked.map((depth) => depth ?? Infinity));
  if (free === null) return asked.map((depth) => depth ?? 1); // stuck whatever the others are
  const depths = asked.map((depth, stream) => depth ?? free.waiting(stream));
  for (const [stream, depth] of asked.entries()) {
    if (depth !== null) continue;
    let [low, high] = [1, depths[stream] ?? 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const tried = look(depths.with(stream, middle));
      if (tried?.ends.every((end, at) => end === free.ends[at])) high = middle;
      else low = middle + 1;
    }
    depths[stream] = high;
  }
  return depths;
}

/** Room with which no word would have waited to be given. */
export function mostWaiting(words: readonly number[], ends: readonly number[]): number {
  let most = 1;
  for (let word = 0, gone = 0; word < words.length; word++) {
    const now = words[word] ?? 0;
    while (gone < ends.length && (ends[gone] ?? 0) < now) gone++;
    most = Math.max(most, word + 1 - gone);
  }
  return most;
}
