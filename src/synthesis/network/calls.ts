/**
 * Calls that overlap: a dataflow takes the next call as soon as its first process can, and as many at a time as it has processes.
 *
 * What call n leaves in memories is not touched by call n + 1: every memory has two sides, and calls take turns at them. A
 * process starts a call when
 *
 *     it has ended the one before and swept its memories, and those that it waits for have ended theirs;
 *     all that share a memory with it have ended the call before that one, which used the same side;
 *     what that call left in a memory outside has been taken, if it writes there: that call is done;
 *     whoever takes a scalar from it has taken that of the call before;
 *     what it returned of the call before has been taken: that call is done;
 *     whoever shares a port outside with it has ended the call before.
 *
 * A call begins when those that read what the caller gives have ended the call of that side. Where an argument is written, the
 * caller takes it and gives the next at the same time: then two calls at most are in flight, and the call of the same side is done
 * before the next begins. The circuit (control.ts) and the prediction both ask here.
 */
import { bug } from "../../diagnostics/bug.ts";
import { bitsFor } from "../../hardware/netlist/bits.ts";
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import type { Split } from "../../loops/split.ts";
import type { Row } from "./row.ts";
import type { Moving } from "./timeline.ts";

export interface Turns {
  readonly atOnce: number; // calls in flight
  readonly keeps: readonly number[]; // processes that take scalars of the call: the next call waits until they started
  readonly frees: readonly number[]; // processes that use arguments in memories: the call of the same side waits until they ended
  readonly of: readonly Turn[]; // by process
}

export interface Turn {
  readonly takers: readonly number[]; // processes that take scalars from it
  readonly returns: boolean;
  readonly sharers: readonly number[]; // at a port outside
  readonly rest: number; // cycles after its end before it can start again: memories are swept
  // Where more than two calls are in flight, so that the call before of the same side may be one of them:
  readonly neighbours: readonly number[]; // processes that share a memory of two sides with it
  readonly gives: boolean; // it writes a memory outside
}

/** `sharers`: processes that take turns at a port outside; `rest`: see Turn; `steps`: words that pass in a call. */
export function turnsOf(
  { parts, returned, shared, outside }: Split,
  { params, dataflow }: Loops,
  streams: ReadonlySet<string>,
  of: {
    readonly sharers: (part: number) => readonly number[];
    readonly rest: (part: number) => number;
    readonly steps: number;
  },
): Turns {
  const memories = (decls: readonly ArrayDecl[]): ReadonlySet<string> =>
    new Set(decls.flatMap(({ name }) => (streams.has(name) ? [] : [name])));
  const [inside, without] = [memories(shared), memories(outside)];
  const usesOf = ({ reads, writes }: (typeof parts)[number], names: ReadonlySet<string>): readonly string[] =>
    [...new Set([...reads, ...writes])].filter((name) => names.has(name));
  const given = new Set(params.flatMap(({ name }) => (without.has(name) ? [name] : [])));
  const isChanged = parts.some(({ writes }) => [...writes].some((name) => given.has(name)));
  const from = (part: number): readonly number[] =>
    parts.flatMap(({ scalars }, taker) =>
      [...scalars.values()].some((source) => source.kind === "process" && source.part === part)
        ? [taker]
        : [],
    );
  const takesArguments = ({ scalars }: (typeof parts)[number]): boolean =>
    [...scalars.values()].some(({ kind }) => kind === "argument");
  const atOnce = dataflow !== true ? 1 : isChanged ? 2 : mostAtOnce(parts.length, of.steps);
  const isMore = atOnce > 2;
  return {
    atOnce,
    keeps: parts.flatMap((part, index) => (takesArguments(part) ? [index] : [])),
    frees: parts.flatMap((part, index) => (isMore && usesOf(part, given).length > 0 ? [index] : [])),
    of: parts.map((own, part) => ({
      takers: from(part),
      returns: [...returned.values()].includes(part),
      sharers: of.sharers(part),
      rest: of.rest(part),
      neighbours: parts.flatMap((other, index) =>
        isMore && index !== part && usesOf(other, new Set(usesOf(own, inside))).length > 0 ? [index] : [],
      ),
      gives: isMore && [...own.writes].some((name) => without.has(name)),
    })),
  };
}

/** Bits of counts of calls: counts say which is ahead and, where more than two are in flight, whether one is two behind. */
export function countBits({ atOnce }: Turns): number {
  return atOnce <= 2 ? 2 : bitsFor(atOnce + 2);
}

/** One for each process, unless a call alone has too many words to look at. */
function mostAtOnce(processes: number, steps: number): number {
  return steps > mostSteps ? 2 : Math.max(2, processes);
}

/** Steps, about, that are looked at to find how calls follow each other. */
export const mostSteps = 1 << 22;

/** Calls that show how calls follow each other, where they do so at once. */
export function fewestCalls({ atOnce }: Turns): number {
  return 2 * atOnce + 2;
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
      const sameSide = call - 2;
      const earlierStill =
        sameSide < 0
          ? []
          : [
              ...(turn?.neighbours ?? []).map((one) => at(sameSide, one)),
              ...(turn?.gives === true ? [at(sameSide, done)] : []),
            ];
      return {
        ...moving,
        after: [at(call, accept), ...moving.after.map((one) => at(call, one)), ...earlier, ...earlierStill],
        behind: call === 0 ? [] : (turn?.takers ?? []).map((one) => at(before, one)),
      };
    });
    const full = call - turns.atOnce;
    const isFree = call < 2 ? [] : turns.frees.map((one) => at(call - 2, one));
    const accepted: Moving = {
      ...{ length: 0, steps: [] },
      after:
        full < 0
          ? isFree
          : [
              at(full, done),
              ...(turns.atOnce === 1 ? once.map((_, one) => at(full, rested(one))) : []),
              ...isFree,
            ],
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
 * What a call does depends on those before it that may be in flight with it, and no word waits longer. So where as many calls in a row
 * are as earlier ones were, all that follow are as those after the earlier ones.
 */
export function intervalIn(
  { starts, ends, calls }: Row,
  { accepts, size }: Repeated,
  atOnce: number,
): number | null {
  const start = (call: number): number => starts[accepts[call] ?? -1] ?? bug("a call that never starts");
  const isLater = (call: number, period: number): boolean => {
    const shift = start(call) - start(call - period);
    const isShifted = (times: readonly number[]): boolean => {
      for (let at = call * size; at < (call + 1) * size; at++)
        if (times[at] !== (times[at - period * size] ?? NaN) + shift) return false;
      return true;
    };
    const before = calls[call - period] ?? [];
    const isSame = calls[call]?.every(({ times }, group) => times === before[group]?.times) === true;
    return isSame && isShifted(starts) && isShifted(ends);
  };
  const last = accepts.length - 1;
  const row = Array.from({ length: Math.max(2, atOnce) }, (_, back) => last - back);
  for (let period = 1; last - row.length + 1 - period >= 0; period++) {
    const shift = start(last) - start(last - period);
    const isEven = row.every((call) => shift === start(call) - start(call - period));
    if (isEven && row.every((call) => isLater(call, period))) return shift / period;
  }
  return null;
}
