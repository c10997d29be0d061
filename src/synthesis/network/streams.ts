/**
 * Whether what one process writes and another reads can pass as a stream: word after word, in the order in which they are
 * made, each once. Banks are streams of their own.
 */

import type { Part, Split } from "../../loops/split.ts";
import { type Crop, cropOf } from "./crop.ts";
import type { Irregular, Lanes, Touch, Trace } from "./trace.ts";

/** What keeps a shared array from being a stream. */
export type NoStream =
  | { readonly why: "writers" } // several processes write it, or, of an argument, use it
  | { readonly why: "banks" } // an argument in several memories
  | { readonly why: "both"; readonly part: number } // a process both reads and writes it
  | { readonly why: "irregular"; readonly part: number; readonly irregular: Irregular }
  | { readonly why: "together"; readonly part: number; readonly touch: Touch } // two words of a bank in one cycle
  | {
      readonly why: "order";
      readonly reader: number;
      readonly at: number;
      readonly bank: number;
      readonly made: Touch | null;
      readonly taken: Touch | null;
    };

export interface Sharing {
  readonly writers: readonly number[];
  readonly readers: readonly number[];
}

export function sharingOf({ parts }: Split, name: string): Sharing {
  const which = (of: (part: Part) => boolean): readonly number[] =>
    parts.flatMap((part, index) => (of(part) ? [index] : []));
  return {
    writers: which(({ writes }) => writes.has(name)),
    readers: which(({ reads }) => reads.has(name)),
  };
}

/** Of an argument: one process reads or writes all of it, element after element. Null: it can. */
export function whyNoArgument(
  storage: string,
  sharing: Sharing,
  traces: readonly Trace[],
  size: number,
): NoStream | null {
  const [part, second] = [...new Set([...sharing.writers, ...sharing.readers])];
  if (part === undefined || second !== undefined) return { why: "writers" };
  if (sharing.writers.length > 0 && sharing.readers.length > 0) return { why: "both", part };
  const lanes = lanesIn(storage, part, traces[part]);
  if ("why" in lanes) return lanes;
  const [touches = [], other] = [...lanes.values()];
  if (other !== undefined) return { why: "banks" };
  const at = touches.findIndex(({ address }, place) => address !== place);
  if (at < 0 && touches.length === size) return null;
  const place = at < 0 ? touches.length : at;
  return { why: "order", reader: part, at: place, bank: 0, made: null, taken: touches[place] ?? null };
}

/** Null: it can. */
export function whyNoStream(
  storage: string,
  { writers, readers }: Sharing,
  traces: readonly Trace[],
  shape: readonly number[],
): NoStream | null {
  const [writer, second] = writers;
  if (writer === undefined || second !== undefined) return { why: "writers" };
  if (readers.includes(writer)) return { why: "both", part: writer };
  const lanesOf = new Map<number, Lanes>();
  for (const part of [writer, ...readers]) {
    const lanes = lanesIn(storage, part, traces[part]);
    if ("why" in lanes) return lanes;
    lanesOf.set(part, lanes);
  }
  const made: Lanes = lanesOf.get(writer) ?? new Map();
  for (const reader of readers) {
    const taken: Lanes = lanesOf.get(reader) ?? new Map();
    for (const bank of new Set([...made.keys(), ...taken.keys()])) {
      const [makes, takes] = [made.get(bank) ?? [], taken.get(bank) ?? []];
      const difference = firstDifference(makes, takes);
      if (difference === null || cropOfBank(shape, makes, takes) !== null) continue;
      return { why: "order", reader, bank, ...difference };
    }
  }
  return null;
}

/** What a reader wants of all that is made, of an array in one bank. */
export function cropOfBank(
  shape: readonly number[],
  made: readonly Touch[],
  taken: readonly Touch[],
): Crop | null {
  const addresses = (touches: readonly Touch[]): readonly number[] => touches.map(({ address }) => address);
  return made.length === taken.length ? null : cropOf(shape, addresses(made), addresses(taken));
}

/** The words of each bank, in order, of a process that uses at most one of them in a cycle. */
function lanesIn(storage: string, part: number, trace: Trace | undefined): Lanes | NoStream {
  const irregular = trace?.irregular.get(storage);
  if (irregular !== undefined) return { why: "irregular", part, irregular };
  const lanes: Lanes = trace?.lanes.get(storage) ?? new Map();
  for (const touches of lanes.values()) {
    const touch = touches.find((one, at) => touches[at + 1]?.cycle === one.cycle);
    if (touch !== undefined) return { why: "together", part, touch };
  }
  return lanes;
}

function firstDifference(
  made: readonly Touch[],
  taken: readonly Touch[],
): { readonly at: number; readonly made: Touch | null; readonly taken: Touch | null } | null {
  const length = Math.max(made.length, taken.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [made[at] ?? null, taken[at] ?? null];
    if (one?.address !== other?.address) return { at, made: one, taken: other };
  }
  return null;
}
