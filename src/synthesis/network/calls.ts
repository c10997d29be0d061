/**
 * Calls that overlap: a dataflow takes the next call as soon as its first process can, two at a time.
 *
 * What call n leaves in memories is not touched by call n + 1: every memory has two sides, and calls take turns at them. A
 * process starts a call when
 *
 *     it has ended the one before and swept its memories, and those that it waits for have ended theirs;
 *     whoever takes a scalar from it has taken that of the call before;
 *     what it returned of the call before has been taken: that call is done;
 *     whoever shares a port outside with it has ended the call before.
 *
 * The circuit (assemble.ts) and the prediction both ask here.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Split } from "../../loops/split.ts";
import type { Met, Moving } from "./timeline.ts";

export interface Turns {
  readonly atOnce: 1 | 2; // calls in flight
  readonly keeps: readonly number[]; // processes that take scalars of the call: the next call waits until they started
  readonly of: readonly Turn[]; // by process
}

export interface Turn {
  readonly takers: readonly number[]; // processes that take scalars from it
  readonly returns: boolean;
  readonly sharers: readonly number[]; // at a port outside
  readonly rest: number; // cycles after its end before it can start again: memories are swept
}

/** `sharers`: processes that take turns at a port outside; `rest`: see Turn. */
export function turnsOf(
  { parts, returned }: Split,
  isDataflow: boolean,
  sharers: (part: number) => readonly number[],
  rest: (part: number) => number,
): Turns {
  const from = (part: number): readonly number[] =>
    parts.flatMap(({ scalars }, taker) =>
      [...scalars.values()].some((source) => source.kind === "process" && source.part === part)
        ? [taker]
        : [],
    );
  const takesArguments = ({ scalars }: (typeof parts)[number]): boolean =>
    [...scalars.values()].some(({ kind }) => kind === "argument");
  return {
    atOnce: isDataflow ? 2 : 1,
    keeps: parts.flatMap((part, index) => (takesArguments(part) ? [index] : [])),
    of: parts.map((_, part) => ({
      takers: from(part),
      returns: [...returned.values()].includes(part),
      sharers: sharers(part),
      rest: rest(part),
    })),
  };
}

/** Calls that follow each other as soon as they can. */
export interface Repeated {
  readonly processes: readonly Moving[];
  readonly size: number; // how many of them a call has
  readonly accepts: readonly number[]; // by call: the process that stands for its start
  readonly dones: readonly number[]; // and for its end
  readonly first: readonly number[]; // the processes of the first call, in order
}

export function repeated(once: readonly Moving[], turns: Turns, calls: number): Repeated {
  const size = 2 * once.length + 2;
  const at = (call: number, process: number): number => call * size + process;
  const [accept, done] = [once.length, once.length + 1];
  const rested = (process: number): number => once.length + 2 + process;
  const processes = Array.from({ length: calls }, (_, call): readonly Moving[] => {
    const before = call - 1;
    const own = once.map((moving, process): Moving => {
      const turn = turns.of[process];
      const earlier =
        call === 0
          ? []
          : [
              at(before, rested(process)),
              ...(turn?.sharers ?? []).map((one) => at(before, one)),
              ...(turn?.returns === true ? [at(before, done)] : []),
            ];
      return {
        ...moving,
        after: [at(call, accept), ...moving.after.map((one) => at(call, one)), ...earlier],
        behind: call === 0 ? [] : (turn?.takers ?? []).map((one) => at(before, one)),
      };
    });
    const full = call - turns.atOnce;
    const accepted: Moving = {
      ...{ length: 0, steps: [] },
      after:
        full < 0
          ? []
          : [at(full, done), ...(turns.atOnce === 1 ? once.map((_, one) => at(full, rested(one))) : [])],
      behind: call === 0 ? [] : [at(before, accept), ...turns.keeps.map((one) => at(before, one))],
    };
    const ended: Moving = { length: 0, steps: [], after: once.map((_, process) => at(call, process)) };
    const rests = once.map((_, process): Moving => {
      return { length: turns.of[process]?.rest ?? 0, steps: [], after: [at(call, process)] };
    });
    return [...own, accepted, ended, ...rests];
  }).flat();
  const each = (process: number): readonly number[] =>
    Array.from({ length: calls }, (_, call) => at(call, process));
  return {
    processes,
    size,
    accepts: each(accept),
    dones: each(done),
    first: once.map((_, process) => process),
  };
}

/**
 * Cycles between the starts of two calls, on average, once they follow each other in a pattern; null: none shows yet.
 *
 * What a call does depends on the two before it alone: as many are in flight, and no word waits longer. So where two calls
 * in a row are as two earlier ones were, all that follow are as those after the earlier ones.
 */
export function intervalIn(
  found: Met,
  { accepts, size }: Repeated,
  words: readonly number[], // of a call, by stream
): number | null {
  const { starts, ends, given, taken } = found;
  const start = (call: number): number => starts[accepts[call] ?? -1] ?? bug("a call that never starts");
  const isLater = (call: number, period: number): boolean => {
    const shift = start(call) - start(call - period);
    const isShifted = (times: readonly number[], count: number): boolean => {
      for (let at = call * count; at < (call + 1) * count; at++)
        if (times[at] !== (times[at - period * count] ?? NaN) + shift) return false;
      return true;
    };
    return (
      [starts, ends].every((times) => isShifted(times, size)) &&
      [given, taken].every((times) => times.every((own, stream) => isShifted(own, words[stream] ?? 0)))
    );
  };
  const last = accepts.length - 1;
  for (let period = 1; last - 1 - period >= 0; period++) {
    const shift = start(last) - start(last - period);
    const isEven = shift === start(last - 1) - start(last - 1 - period);
    if (isEven && isLater(last, period) && isLater(last - 1, period)) return shift / period;
  }
  return null;
}
