/**
 * Whether a kernel touches an array in the order of memory, so that it passes as a stream (streamed.ts). Accesses are shown one after
 * another, iteration by iteration, with their cycles.
 *
 *     const order = orderOf(array, 64);
 *     for (const touch of touches) if (order.touch(touch) !== null) break;
 *     order.end();
 *
 * Reads: the words of each bank one after another from the first, each as often as liked before the next. Writes: upwards, each once.
 * Queues are short, so banks may not run ahead of each other in memory further than that; both are counted here as the circuit counts
 * them. Of an array that is read and written, no word is read after it was written.
 */
import { bug } from "../../diagnostics/bug.ts";
import { sizeOf } from "../../hardware/bench/words.ts";
import type { ArrayPorts, MemoryPort } from "../../hardware/interface.ts";
import { mostSkew, type Streamed, streamWalk } from "./streamed.ts";

export interface ArrayTouch {
  readonly cycle: number;
  readonly isWrite: boolean;
  readonly bank: number;
  readonly word: number;
}

/** Why an array does not pass as a stream. */
export type NotInOrder =
  | "together" // two words of a bank in a cycle
  | "again" // a word that was passed before
  | "skips" // words that are read lie apart, or do not begin with the first
  | "apart" // banks are used far from each other in memory
  | "written"; // a word is read after it was written

export interface Order {
  /** Null: it is in order so far. */
  touch(touch: ArrayTouch): NotInOrder | null;
  end(): Streamed;
}

export function orderOf(array: ArrayPorts, width: number): Order {
  const memory = memoryOrder(array, streamWalk(array, width).lanes);
  const banks = array.banks.map(() => ({ readCycle: -1, writeCycle: -1, written: -1 }));
  const used = (isUsed: (port: MemoryPort) => boolean): readonly boolean[] =>
    array.banks.map(({ ports }) => ports.some(isUsed)); // other banks have no queue
  const reads = readOrder(
    memory,
    used(({ q }) => q !== null),
  );
  const writes = writeOrder(
    memory,
    used(({ write }) => write !== null),
  );
  const latest = { read: -1, write: -1 };
  return {
    touch: ({ cycle, isWrite, bank, word }) => {
      const own = banks[bank] ?? bug(`${array.name} has no bank ${bank}`);
      const kind = isWrite ? "write" : "read";
      const before = isWrite ? own.writeCycle : own.readCycle;
      if (cycle <= before) return "together"; // or later accesses of an iteration are shown first, which is as bad
      if (cycle < latest[kind] - mostSkew) return "apart";
      latest[kind] = Math.max(latest[kind], cycle);
      if (isWrite) {
        if (own.readCycle > cycle) return "written"; // nobody looked whether that read wants the new word
        own.writeCycle = cycle;
        own.written = word;
        return writes.touch(bank, word);
      }
      if (word <= own.written) return "written";
      own.readCycle = cycle;
      return reads.touch(bank, word);
    },
    end: () => ({ reads: reads.end(), writes: banks.some(({ written }) => written >= 0) }),
  };
}

/** The elements of an array as they lie in memory: which bank has each, and the words of each bank with the groups that they are in. */
interface MemoryOrder {
  readonly lanes: number; // elements of a group
  readonly size: number;
  readonly bankOf: Uint16Array; // by element
  readonly words: readonly Int32Array[]; // by bank
  readonly steps: readonly Int32Array[]; // the groups of these words
}

function memoryOrder(array: ArrayPorts, lanes: number): MemoryOrder {
  const size = sizeOf(array);
  const bankOf = new Uint16Array(size);
  const words = array.banks.map(() => new Int32Array(array.depth));
  const steps = array.banks.map(() => new Int32Array(array.depth));
  const counts = new Int32Array(array.banks.length);
  for (let index = 0; index < size; index++) {
    const { bank, word } = array.place(index);
    const at = counts[bank] ?? bug("no such bank");
    counts[bank] = at + 1;
    bankOf[index] = bank;
    (words[bank] ?? bug("no such bank"))[at] = word;
    (steps[bank] ?? bug("no such bank"))[at] = Math.floor(index / lanes);
  }
  const used = (all: readonly Int32Array[]): readonly Int32Array[] =>
    all.map((one, bank) => one.subarray(0, counts[bank]));
  return { lanes, size, bankOf, words: used(words), steps: used(steps) };
}

interface ReadOrder {
  touch(bank: number, word: number): NotInOrder | null;
  end(): Streamed["reads"];
}

/** The kernel goes on only while each bank has two words, or all: so far must memory have come, and no queue may be full then. */
function readOrder({ lanes, bankOf, words, steps }: MemoryOrder, isRead: readonly boolean[]): ReadOrder {
  const taken = new Int32Array(words.length); // words of each bank
  const given = new Int32Array(words.length);
  let [reached, last, again, begun] = [0, -1, false, false]; // elements that were given; the last group that was taken of
  const giveUntil = (bank: number): boolean => {
    const own = steps[bank] ?? bug("no such bank");
    const wanted = own[Math.min((taken[bank] ?? 0) + 1, own.length - 1)] ?? -1;
    for (const end = Math.min(bankOf.length, lanes * (wanted + 1)); reached < end; reached++) {
      const to = bankOf[reached] ?? bug("no such element");
      given[to] = (given[to] ?? 0) + 1;
      if (isRead[to] === true && (given[to] ?? 0) - (taken[to] ?? 0) > mostSkew) return false;
    }
    return true;
  };
  return {
    touch: (bank, word) => {
      if (!begun && !words.every((_, one) => isRead[one] !== true || giveUntil(one))) return "apart";
      begun = true;
      const own = words[bank] ?? bug("no such bank");
      const at = taken[bank] ?? 0;
      if (at > 0 && own[at - 1] === word) {
        again = true;
        return null;
      }
      if (own[at] !== word) return at > 0 && word < (own[at - 1] ?? 0) ? "again" : "skips";
      last = Math.max(last, steps[bank]?.[at] ?? bug("no such word"));
      taken[bank] = at + 1;
      return giveUntil(bank) ? null : "apart";
    },
    end: () => (last < 0 ? null : { steps: last + 1, again }),
  };
}

/** A group leaves when each of its banks has written it, or a later word. */
function writeOrder(
  { lanes, size, bankOf, words }: MemoryOrder,
  isWritten: readonly boolean[],
): Pick<ReadOrder, "touch"> {
  const written = new Int32Array(words.length).fill(-1); // the last word of each bank
  const passed = new Int32Array(words.length); // words of each bank that have left, or were never written
  const waiting = words.map((): number[] => []);
  let reached = 0; // elements
  const leave = (): void => {
    for (; reached < size; reached += lanes) {
      const group = bankOf.subarray(reached, reached + lanes);
      const isKnown = (bank: number): boolean =>
        isWritten[bank] !== true || (written[bank] ?? -1) >= (words[bank]?.[passed[bank] ?? 0] ?? 0);
      if (!group.every(isKnown)) return;
      for (const bank of group) {
        const word = words[bank]?.[passed[bank] ?? 0];
        passed[bank] = (passed[bank] ?? 0) + 1;
        if (waiting[bank]?.[0] === word) waiting[bank]?.shift();
      }
    }
  };
  return {
    touch: (bank, word) => {
      if (word <= (written[bank] ?? -1)) return "again";
      written[bank] = word;
      waiting[bank]?.push(word);
      leave();
      return (waiting[bank]?.length ?? 0) > mostSkew ? "apart" : null;
    },
  };
}
