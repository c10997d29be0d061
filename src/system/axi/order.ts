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
import { axesOf } from "./places.ts";
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
  /**
   * Whether all that was seen since this was asked last is what was seen before that, moved: then more of the same goes on like that, for
   * as long as neither end of the array is near. Gives how many times it may.
   */
  repeats(by: Shift): number;
  /** Takes it as seen so many times more. */
  skip(by: Shift, times: number): void;
  /** What was seen until now says nothing of what comes. */
  forget(): void;
  end(): Streamed;
}

export interface Shift {
  readonly words: number; // of every bank
  readonly cycles: number;
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
  let before: readonly Position[] | null = null;
  const positions = (): readonly Position[] => [
    ...banks.flatMap(({ readCycle, writeCycle, written }) => [
      position("cycle", readCycle),
      position("cycle", writeCycle),
      position("word", written),
    ]),
    position("cycle", latest.read),
    position("cycle", latest.write),
    ...reads.positions(),
    ...writes.positions(),
  ];
  return {
    touch: ({ cycle, isWrite, bank, word }) => {
      const own = banks[bank] ?? bug(`${array.name} has no bank ${bank}`);
      const kind = isWrite ? "write" : "read";
      const past = isWrite ? own.writeCycle : own.readCycle;
      if (cycle <= past) return "together"; // or later accesses of an iteration are shown first, which is as bad
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
    repeats: (by) => {
      const [past, now] = [before, positions()];
      before = now;
      const units = unitsOf(memory, by);
      if (past === null || units === null || past.length !== now.length) return 0;
      const isMoved = now.every((one, at) => {
        const old = past[at];
        return old?.unit === one.unit && one.value === old.value + units[one.unit];
      });
      return isMoved ? Math.max(0, Math.min(reads.most(by.words), writes.most(by.words))) : 0;
    },
    skip: (by, times) => {
      const units = unitsOf(memory, by) ?? bug("words that do not repeat");
      const later = (unit: Unit, value: number): number => value + times * units[position(unit, value).unit];
      for (const own of banks) {
        own.readCycle = later("cycle", own.readCycle);
        own.writeCycle = later("cycle", own.writeCycle);
        own.written = later("word", own.written);
      }
      latest.read = later("cycle", latest.read);
      latest.write = later("cycle", latest.write);
      reads.skip(later);
      writes.skip(later);
      before = positions();
    },
    forget: () => {
      before = null;
    },
    end: () => ({ reads: reads.end(), writes: banks.some(({ written }) => written >= 0) }),
  };
}

/** What moves when accesses do: by cycles, by words of a bank, by elements or groups of memory; `none` stays. */
type Unit = "cycle" | "word" | "element" | "group" | "none";

interface Position {
  readonly unit: Unit;
  readonly value: number;
}

/** -1: it was not there yet, and stays so. */
function position(unit: Unit, value: number): Position {
  return { unit: value < 0 ? "none" : unit, value };
}

/** Null where the array does not repeat itself by so many words. */
function unitsOf(
  { period, lanes }: MemoryOrder,
  { words, cycles }: Shift,
): Readonly<Record<Unit, number>> | null {
  if (period === null || words <= 0 || (words * period) % lanes !== 0) return null;
  return { cycle: cycles, word: words, element: words * period, group: (words * period) / lanes, none: 0 };
}

/** The elements of an array as they lie in memory: which bank has each, and the words of each bank with the groups that they are in. */
interface MemoryOrder {
  readonly lanes: number; // elements of a group
  readonly size: number;
  readonly banks: number;
  readonly period: number | null; // elements from a word of each bank to the next one; null: that is not the same everywhere
  readonly bankOf: (element: number) => number;
  readonly wordAt: (bank: number, nth: number) => number;
  readonly groupAt: (bank: number, nth: number) => number;
  readonly wordsOf: (bank: number) => number;
}

function memoryOrder(array: ArrayPorts, lanes: number): MemoryOrder {
  return inTurn(array, lanes) ?? listed(array, lanes);
}

/** Banks that take turns, element by element; or one bank. Nothing has to be listed then. */
function inTurn(array: ArrayPorts, lanes: number): MemoryOrder | null {
  const [banks, size] = [array.banks.length, sizeOf(array)];
  const [axis, ...slower] = axesOf(array);
  const digits = axis?.digits ?? [];
  const counting = banks === 1 ? digits : digits.slice(1);
  const isTurn = banks === 1 || (digits[0]?.count === banks && digits[0].bank === 1 && digits[0].word === 0);
  const isPlain = counting.length === 1 && counting[0]?.bank === 0 && counting[0].word === 1;
  if (slower.length > 0 || !isTurn || !isPlain || size % banks !== 0) return null;
  return {
    ...{ lanes, size, banks, period: banks },
    bankOf: (element) => element % banks,
    wordAt: (_, nth) => nth,
    groupAt: (bank, nth) => Math.floor((nth * banks + bank) / lanes),
    wordsOf: () => size / banks,
  };
}

function listed(array: ArrayPorts, lanes: number): MemoryOrder {
  const size = sizeOf(array);
  const bankOf = new Uint16Array(size);
  const words = array.banks.map(() => new Int32Array(array.depth));
  const groups = array.banks.map(() => new Int32Array(array.depth));
  const counts = new Int32Array(array.banks.length);
  for (let index = 0; index < size; index++) {
    const { bank, word } = array.place(index);
    const at = counts[bank] ?? bug("no such bank");
    counts[bank] = at + 1;
    bankOf[index] = bank;
    (words[bank] ?? bug("no such bank"))[at] = word;
    (groups[bank] ?? bug("no such bank"))[at] = Math.floor(index / lanes);
  }
  return {
    ...{ lanes, size, banks: array.banks.length, period: null },
    bankOf: (element) => bankOf[element] ?? bug("no such element"),
    wordAt: (bank, nth) => words[bank]?.[nth] ?? bug("no such word"),
    groupAt: (bank, nth) => groups[bank]?.[nth] ?? bug("no such word"),
    wordsOf: (bank) => counts[bank] ?? bug("no such bank"),
  };
}

type Later = (unit: Unit, value: number) => number;

/** What orders of reads and of writes have in common. */
interface Movable {
  positions(): readonly Position[];
  /** How often it may go on by so many words in every bank without coming near the end. */
  most(words: number): number;
  skip(later: Later): void;
}

function moveAll(values: Int32Array, move: (value: number, at: number) => number): void {
  for (const [at, value] of values.entries()) values[at] = move(value, at);
}

/** Words that may be looked at before they are touched. */
const ahead = 4;

interface ReadOrder extends Movable {
  touch(bank: number, word: number): NotInOrder | null;
  end(): Streamed["reads"];
}

/** The kernel goes on only while each bank has two words, or all: so far must memory have come, and no queue may be full then. */
function readOrder(memory: MemoryOrder, isRead: readonly boolean[]): ReadOrder {
  const { lanes, size, banks, bankOf, wordAt, groupAt, wordsOf } = memory;
  const taken = new Int32Array(banks); // words of each bank
  const given = new Int32Array(banks);
  let [reached, last, again, begun] = [0, -1, false, false]; // elements that were given; the last group that was taken of
  const giveUntil = (bank: number): boolean => {
    const next = Math.min((taken[bank] ?? 0) + 1, wordsOf(bank) - 1);
    const wanted = next < 0 ? -1 : groupAt(bank, next);
    for (const end = Math.min(size, lanes * (wanted + 1)); reached < end; reached++) {
      const to = bankOf(reached);
      given[to] = (given[to] ?? 0) + 1;
      if (isRead[to] === true && (given[to] ?? 0) - (taken[to] ?? 0) > mostSkew) return false;
    }
    return true;
  };
  const unitOf = (bank: number): Unit => (isRead[bank] === true ? "word" : "none");
  return {
    touch: (bank, word) => {
      if (!begun && !isRead.every((isIt, one) => !isIt || giveUntil(one))) return "apart";
      begun = true;
      const at = taken[bank] ?? 0;
      const past = at > 0 ? wordAt(bank, at - 1) : -1;
      if (at > 0 && past === word) {
        again = true;
        return null;
      }
      if (at >= wordsOf(bank) || wordAt(bank, at) !== word) return at > 0 && word < past ? "again" : "skips";
      last = Math.max(last, groupAt(bank, at));
      taken[bank] = at + 1;
      return giveUntil(bank) ? null : "apart";
    },
    positions: () => [
      ...[...taken].map((value, bank) => position(unitOf(bank), value)),
      ...[...given].map((value) => position(begun ? "word" : "none", value)),
      position(begun ? "element" : "none", reached),
      position("group", last),
      position("none", Number(again)),
    ],
    most: (words) => {
      if (!begun) return Number.POSITIVE_INFINITY;
      const furthest = Math.max(...taken, ...given);
      return Math.floor((Math.min(...isRead.map((_, bank) => wordsOf(bank))) - ahead - furthest) / words) - 1;
    },
    skip: (later) => {
      if (!begun) return;
      moveAll(taken, (value, bank) => later(unitOf(bank), value));
      moveAll(given, (value) => later("word", value));
      [reached, last] = [later("element", reached), later("group", last)];
    },
    end: () => (last < 0 ? null : { steps: last + 1, again }),
  };
}

/** A group leaves when each of its banks has written it, or a later word. */
function writeOrder(memory: MemoryOrder, isWritten: readonly boolean[]): Omit<ReadOrder, "end"> {
  const { lanes, size, banks, bankOf, wordAt, wordsOf } = memory;
  const written = new Int32Array(banks).fill(-1); // the last word of each bank
  const passed = new Int32Array(banks); // words of each bank that have left, or were never written
  const waiting = Array.from({ length: banks }, (): number[] => []);
  let [reached, begun] = [0, false]; // elements
  const nextOf = (bank: number): number => {
    const at = passed[bank] ?? 0;
    return at < wordsOf(bank) ? wordAt(bank, at) : 0;
  };
  const isKnown = (element: number): boolean => {
    const bank = bankOf(element);
    return isWritten[bank] !== true || (written[bank] ?? -1) >= nextOf(bank);
  };
  const leave = (): void => {
    for (; reached < size; reached += lanes) {
      const end = Math.min(size, reached + lanes);
      for (let element = reached; element < end; element++) if (!isKnown(element)) return;
      for (let element = reached; element < end; element++) {
        const bank = bankOf(element);
        const word = nextOf(bank);
        passed[bank] = (passed[bank] ?? 0) + 1;
        if (waiting[bank]?.[0] === word) waiting[bank]?.shift();
      }
    }
  };
  return {
    touch: (bank, word) => {
      if (word <= (written[bank] ?? -1)) return "again";
      begun = true;
      written[bank] = word;
      waiting[bank]?.push(word);
      leave();
      return (waiting[bank]?.length ?? 0) > mostSkew ? "apart" : null;
    },
    positions: () => [
      ...[...written].map((value) => position("word", value)),
      ...[...passed].map((value) => position(begun ? "word" : "none", value)),
      ...waiting.flatMap((words) => [
        position("none", words.length),
        ...words.map((word) => position("word", word)),
      ]),
      position(begun ? "element" : "none", reached),
    ],
    most: (words) => {
      if (!begun) return Number.POSITIVE_INFINITY;
      const furthest = Math.max(...written, ...passed);
      const least = Math.min(...isWritten.map((_, bank) => wordsOf(bank)));
      return Math.floor((least - ahead - furthest) / words) - 1;
    },
    skip: (later) => {
      if (!begun) return;
      moveAll(written, (value) => later("word", value));
      moveAll(passed, (value) => later("word", value));
      for (const words of waiting) for (const [at, word] of words.entries()) words[at] = later("word", word);
      reached = later("element", reached);
    },
  };
}
