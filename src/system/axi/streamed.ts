/**
 * An array that passes as a stream between memory and a kernel's ports, without a memory of its own: the kernel touches the words of
 * each bank in the order of memory. Each bank has a short queue; while one that is read is empty, or one that is written is full, the
 * kernel waits.
 *
 * What is not written stays as it is: a word in the queue has its address with it, and words before it that never came have no strobe.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, MemoryPort } from "../../hardware/interface.ts";
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import {
  assign,
  type Builder,
  delay,
  delayBy,
  drive,
  instance,
  memory,
  readNow,
  register,
  wire,
  write,
} from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  concat,
  constant,
  eq,
  isZero,
  mux,
  ne,
  not,
  or,
  repeat,
  resize,
  slice,
  ule,
  ult,
  xor,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { of } from "../banks.ts";
import { elementBytes, isSigned } from "./elements.ts";
import { type Walk, walker, walkOf } from "./places.ts";

/** How an array passes: found by order.ts. */
export interface Streamed {
  readonly reads: { readonly steps: number; readonly again: boolean } | null; // groups; whether a word is read several times in a row
  readonly writes: boolean;
}

/** Words that wait in a bank's queue at most: what a LUT of AMD's holds (UG474, 32 x 1). */
export const queueWords = 32;

/** Words of one bank that may come before those of another, and cycles that accesses of one iteration may be apart. */
export const mostSkew = 12;

/** A queue that has so many words, or as many free, serves what a kernel does until it can be told to wait: see `run` in system.ts. */
const margin = 3;

export function streamWalk(array: ArrayPorts, width: number): Walk {
  return walkOf(array, { lanes: width / (8 * elementBytes(array.element)), leastMemory: Infinity });
}

export interface StreamParts {
  readonly prefix: string;
  readonly array: ArrayPorts;
  readonly width: number; // bits of a beat
  readonly begin: Expr;
  readonly run: Expr; // the kernel goes on in this cycle
  readonly loaded: ReadonlyMap<string, Ref>; // inputs of the kernel
  readonly outputs: Readonly<Record<string, Ref>>; // of the kernel
}

/** `given`, `group`: of the reader, which has ended where `isOver`. Gives `room` to it, and whether the kernel may go on. */
export function streamIn(
  b: Builder,
  parts: StreamParts,
  from: { readonly given: Expr; readonly group: Expr; readonly isOver: Expr; readonly again: boolean },
): { readonly room: Expr; readonly mayRun: Expr } {
  const { prefix, array, begin, run, loaded, outputs } = parts;
  const walk = streamWalk(array, parts.width);
  const at = instance(
    b,
    `reads_${array.name}`,
    walker(`${prefix}_reads_${asciiName(array.name)}`, array, walk),
    {
      restart: begin,
      step: from.given,
    },
  );
  const bits = 8 * elementBytes(array.element);
  const counts = array.banks.flatMap(({ ports }, bank) => {
    const { lead, lane } = walk.banks[bank] ?? bug("a bank without a seat");
    const reading = ports.filter(({ q }) => q !== null);
    if (reading.length === 0) return [];
    const reads = reading.map((port) =>
      and(b, run, of(outputs, port.enable), not(b, writesBy(outputs, port))),
    );
    const anyRead = reads.reduce<Expr>((one, other) => or(b, one, other), constant(1, 0));
    const last = from.again ? lastWord(b, array, { reads, reading, begin, outputs }) : null;
    const pop = last === null ? anyRead : and(b, anyRead, last.isNew);
    const queue = bankQueue(b, `in_${array.name}_${bank}`, {
      ...{ begin, pop, push: and(b, from.given, isMeant(b, array, of(at, "bank"), lead)) },
      value: slice(b, from.group, lane * bits, array.width),
    });
    const word = last === null ? queue.first : mux(b, last.isNew, queue.first, last.word);
    if (last !== null) drive(b, last.word, queue.first, { enable: pop });
    for (const [index, port] of reading.entries()) {
      const q = loaded.get(port.q ?? bug("it reads")) ?? bug(`nothing reads ${port.q}`);
      assign(b, q, delay(b, `q_${array.name}`, word, { enable: reads[index] ?? bug("no such port") }));
    }
    return [queue.count];
  });
  const all = (test: (count: Expr) => Expr): Expr =>
    counts.map(test).reduce((one, other) => and(b, one, other), constant(1, 1));
  const hasRoom = all((count) => ule(b, count, constant(count.width, queueWords - margin)));
  return {
    room: delay(b, `room_${array.name}`, hasRoom),
    mayRun: or(
      b,
      from.isOver,
      all((count) => ule(b, constant(count.width, 2), count)),
    ),
  };
}

interface LastParts {
  readonly reads: readonly Expr[];
  readonly reading: readonly MemoryPort[];
  readonly begin: Expr;
  readonly outputs: Readonly<Record<string, Ref>>;
}

/** The word that was read last is kept where it may be read again. */
function lastWord(
  b: Builder,
  array: ArrayPorts,
  { reads, reading, begin, outputs }: LastParts,
): { readonly word: Ref; readonly isNew: Expr } {
  const anyRead = reads.reduce<Expr>((one, other) => or(b, one, other), constant(1, 0));
  const address = chosen(
    b,
    reads,
    reading.map((port) => of(outputs, port.address)),
  );
  const [has, place] = [
    register(b, `has_last_${array.name}`, 1, { reset: true }),
    register(b, `last_place_${array.name}`, address.width),
  ];
  drive(b, has, and(b, not(b, begin), or(b, has, anyRead)));
  drive(b, place, address, { enable: anyRead });
  return {
    word: register(b, `last_${array.name}`, array.width),
    isNew: or(b, not(b, has), ne(b, place, address)),
  };
}

/** `fetch`: of the writer. Gives what it fetched, two cycles later, and whether there is something to fetch. */
export function streamOut(
  b: Builder,
  parts: StreamParts,
  to: { readonly fetch: Expr; readonly isLast: Expr }, // isLast: the kernel has ended
): { readonly group: Expr; readonly strobes: Expr; readonly available: Expr; readonly mayRun: Expr } {
  const { prefix, array, begin, run, outputs } = parts;
  const walk = streamWalk(array, parts.width);
  const at = instance(
    b,
    `writes_${array.name}`,
    walker(`${prefix}_writes_${asciiName(array.name)}`, array, walk),
    { restart: begin, step: to.fetch },
  );
  const bytes = elementBytes(array.element);
  const lanes = Array.from({ length: walk.lanes }, (): Expr => constant(8 * bytes, 0));
  const written = Array.from({ length: walk.lanes }, (): Expr => constant(1, 0));
  const bits = addressWidth(array.depth);
  const queues = array.banks.flatMap(({ ports }, bank) => {
    const { lead, lane } = walk.banks[bank] ?? bug("a bank without a seat");
    const writing = ports.filter(({ write: signal }) => signal !== null);
    if (writing.length === 0) return [];
    const writes = writing.map((port) => and(b, run, of(outputs, port.enable), writesBy(outputs, port)));
    const meant = isMeant(b, array, of(at, "bank"), lead);
    const takes = wire(b, `takes_${array.name}`, 1);
    const queue = bankQueue(b, `out_${array.name}_${bank}`, {
      ...{ begin, pop: takes, push: writes.reduce<Expr>((one, other) => or(b, one, other), constant(1, 0)) },
      value: concat(
        b,
        chosen(
          b,
          writes,
          writing.map((port) => resize(b, of(outputs, port.address), bits, false)),
        ),
        chosen(
          b,
          writes,
          writing.map((port) => of(outputs, port.data ?? bug("it writes"))),
        ),
      ),
    });
    const hasAny = not(b, isZero(b, queue.count));
    const isHere = and(b, hasAny, eq(b, slice(b, queue.first, array.width, bits), of(at, "word")));
    assign(b, takes, and(b, to.fetch, meant, isHere));
    const element = resize(b, slice(b, queue.first, 0, array.width), 8 * bytes, isSigned(array.element));
    lanes[lane] = or(b, lanes[lane] ?? bug("no lane"), mux(b, takes, element, constant(8 * bytes, 0)));
    written[lane] = or(b, written[lane] ?? bug("no lane"), takes);
    return [{ count: queue.count, isKnown: or(b, not(b, meant), hasAny, to.isLast) }];
  });
  const joined = (values: readonly Expr[]): Expr =>
    values.length === 1 ? (values[0] ?? bug("no lane")) : concat(b, ...values.toReversed());
  const all = (values: readonly Expr[]): Expr =>
    values.reduce((one, other) => and(b, one, other), constant(1, 1));
  return {
    group: delayBy(b, `group_${array.name}`, joined(lanes), 2),
    strobes: delayBy(b, `strobes_${array.name}`, joined(written.map((one) => repeat(b, one, bytes))), 2),
    available: all(queues.map(({ isKnown }) => isKnown)),
    mayRun: all(queues.map(({ count }) => ult(b, count, constant(count.width, queueWords - margin)))),
  };
}

function writesBy(outputs: Readonly<Record<string, Ref>>, { write: signal }: MemoryPort): Expr {
  return signal === null ? constant(1, 0) : of(outputs, signal);
}

function isMeant(b: Builder, { banks }: ArrayPorts, bank: Expr, lead: number): Expr {
  return banks.length === 1 ? constant(1, 1) : eq(b, bank, lead);
}

/** The value of the one whose condition is up: at most one is. */
function chosen(b: Builder, conditions: readonly Expr[], values: readonly Expr[]): Expr {
  const [first, ...others] = values;
  return others.reduce(
    (rest, value, index) => mux(b, conditions[index + 1] ?? bug("no condition"), value, rest),
    first ?? bug("nothing to choose"),
  );
}

interface QueueSignals {
  readonly begin: Expr; // it is emptied
  readonly push: Expr;
  readonly pop: Expr;
  readonly value: Expr;
}

/** First in, first out. Where it is full or empty nobody minds what it does: see `margin`. */
function bankQueue(
  b: Builder,
  name: string,
  { begin, push, pop, value }: QueueSignals,
): { readonly first: Expr; readonly count: Expr } {
  const words = memory(b, name, { width: value.width, depth: queueWords, style: "lut" });
  const pointer = (end: string, moves: Expr): Ref => {
    const place = register(b, `${name}_${end}`, addressWidth(queueWords));
    drive(b, place, mux(b, begin, 0, add(b, place, 1)), { enable: or(b, begin, moves) });
    return place;
  };
  write(b, words, { address: pointer("in", push), data: value, enable: push });
  const first = readNow(b, words, pointer("out", pop));
  const count = register(b, `${name}_count`, bitsFor(queueWords), { reset: true });
  const step = mux(b, push, constant(count.width, 1), constant(count.width, -1));
  drive(b, count, mux(b, begin, constant(count.width, 0), add(b, count, step)), {
    enable: or(b, begin, xor(b, push, pop)),
  });
  return { first, count };
}
