/**
 * Streams between processes, and at the ports of the whole. A process that would take a word that is not there, or give one
 * for which there is no room, waits.
 */

import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, MemoryPort, StreamPorts } from "../../hardware/interface.ts";
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { assign, type Builder, drive, input, output, register } from "../../hardware/netlist/build.ts";
import { add, and, constant, eq, mux, not, resize, xor } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { any } from "../circuit/choice.ts";
import type { Placed } from "./assemble.ts";
import { countBits } from "./calls.ts";
import { keeps } from "./crop.ts";
import { type Fifo, type FifoSignals, fifo } from "./fifo.ts";
import type { TimedNetwork } from "./index.ts";
import type { Lane } from "./lanes.ts";

export interface JoinedStreams {
  readonly sent: readonly Expr[]; // calls of which all words have left through each port, counted as in control.ts
  readonly ports: ReadonlyMap<string, StreamPorts>; // of arguments, by name
  readonly signals: readonly LaneSignals[]; // in the order of lanes
  readonly wrong: readonly WrongLast[]; // of what comes in, in the order of lanes; none where nobody watches
}

/** By which somebody who looks at a simulation knows what a stream does. */
export interface LaneSignals extends FifoSignals {
  readonly gives: string | null; // the giver would give a word; null: it is outside
  readonly takes: string | null;
}

/** A word of a stream that comes in, whose `last` is not what it should be. */
export interface WrongLast {
  readonly when: Expr; // such a word passes
  readonly word: Expr; // which one of the call, from 1
}

/** `taken`: ports of scalars. */
export function joinStreams(
  b: Builder,
  { lanes, turns }: TimedNetwork,
  placed: readonly Placed[],
  taken: ReadonlySet<string>,
  isWatched: boolean,
): JoinedStreams {
  const waits = placed.map((): Expr[] => []);
  const queues = lanes.map((lane): Queue => {
    const { width } = arrayIn(placed, lane);
    const shows = lane.to === null ? "next" : "taken";
    const name = nameOf(lanes, lane, placed);
    const queue = fifo(b, name, { width, depth: lane.depth, shows });
    const taker = endOf(placed, lane, lane.to);
    const giver = kept(b, name, lane, endOf(placed, lane, lane.from));
    if (lane.from !== null && giver !== null) waits[lane.from]?.push(and(b, giver.wish, queue.isFull));
    if (lane.to !== null && taker !== null) waits[lane.to]?.push(and(b, taker.wish, queue.isEmpty));
    return { lane, queue, giver, taker };
  });
  for (const [part, { run }] of placed.entries()) {
    if (run !== null && run.kind === "ref") assign(b, run, not(b, any(b, waits[part] ?? [])));
  }
  const ports = new Map<string, StreamPorts>();
  const outside: Outside = { bits: countBits(turns), sent: [], wrong: isWatched ? [] : null };
  for (const one of queues) {
    const found = connect(b, one, portsName(one.lane.array, taken), outside);
    if (found !== null) ports.set(one.lane.array, found);
  }
  const signals = queues.map(
    ({ queue, lane }): LaneSignals => ({
      ...queue.signals,
      gives: wishOf(placed, lane, lane.from),
      takes: wishOf(placed, lane, lane.to),
    }),
  );
  return { sent: outside.sent, ports, signals, wrong: outside.wrong ?? [] };
}

interface Queue {
  readonly lane: Lane;
  readonly queue: Fifo;
  readonly giver: End | null; // null: outside
  readonly taker: End | null;
}

interface Outside {
  readonly bits: number; // of counts of calls
  readonly sent: Expr[];
  readonly wrong: WrongLast[] | null; // null: nobody watches
}

/** A process at a stream. */
interface End {
  readonly process: Placed;
  readonly port: MemoryPort;
  readonly wish: Expr; // it would move a word
}

/** Words that the reader does not want are dropped: for them there is always room. */
function kept(b: Builder, name: string, { crop }: Lane, giver: End | null): End | null {
  if (giver === null || crop === null) return giver;
  const passes = and(b, giver.wish, giver.process.run ?? bug("it never waits"));
  return { ...giver, wish: and(b, giver.wish, keeps(b, name, crop, passes)) };
}

function endOf(placed: readonly Placed[], { array, bank }: Lane, part: number | null): End | null {
  if (part === null) return null;
  const process = placed[part] ?? bug("no such process");
  const own = process.circuit.interface.arrays.find(({ name }) => name === array);
  const port = own?.banks[bank]?.ports[0] ?? bug(`${array} has no port`);
  return { process, port, wish: process.of(port.enable) };
}

function wishOf(placed: readonly Placed[], lane: Lane, part: number | null): string | null {
  const wish = endOf(placed, lane, part)?.wish;
  return wish?.kind === "ref" ? wish.name : null;
}

function connect(
  b: Builder,
  { lane, queue, giver, taker }: Queue,
  name: string,
  outside: Outside,
): StreamPorts | null {
  const moves = ({ process, wish }: End): Expr => and(b, wish, process.run ?? bug("it never waits"));
  if (taker === null && giver !== null) {
    const ready = input(b, `${name}_ready`, 1);
    const valid = not(b, queue.isEmpty);
    const take = and(b, valid, ready);
    const data = queue.connect({ take, give: moves(giver), word: wordOf(giver) });
    output(b, `${name}_data`, data);
    output(b, `${name}_valid`, valid);
    const { isLast: last } = counted(b, `${name}_sent`, lane.words, take);
    const calls = register(b, `${name}_calls`, outside.bits, { reset: true });
    drive(b, calls, add(b, calls, 1), { enable: and(b, take, last) });
    outside.sent.push(calls);
    output(b, `${name}_last`, last);
    return { data: `${name}_data`, valid: `${name}_valid`, ready: `${name}_ready`, last: `${name}_last` };
  }
  if (taker === null) return bug(`nobody uses ${lane.array}`);
  const target = taker.process.inputs.get(taker.port.q ?? "") ?? bug(`nobody reads ${lane.array}`);
  if (giver !== null) {
    assign(b, target, queue.connect({ take: moves(taker), give: moves(giver), word: wordOf(giver) }));
    return null;
  }
  const [data, valid] = [input(b, `${name}_data`, target.width), input(b, `${name}_valid`, 1)];
  const last = input(b, `${name}_last`, 1);
  const ready = not(b, queue.isFull);
  const give = and(b, valid, ready);
  assign(b, target, queue.connect({ take: moves(taker), give, word: data }));
  output(b, `${name}_ready`, ready);
  if (outside.wrong !== null) {
    // The circuit knows how many words a call has: it never waits for `last`, nor stops at it.
    const { count, isLast } = counted(b, `${name}_received`, lane.words, give);
    outside.wrong.push({
      when: and(b, give, xor(b, last, isLast)),
      word: add(b, resize(b, count, 32, false), 1),
    });
  }
  return { data: `${name}_data`, valid: `${name}_valid`, ready: `${name}_ready`, last: `${name}_last` };
}

/** What the ports of an argument begin with. */
function portsName(array: string, taken: ReadonlySet<string>): string {
  let name = asciiName(array);
  while (["data", "valid", "ready", "last"].some((signal) => taken.has(`${name}_${signal}`)))
    name = `${name}_`;
  return name;
}

function wordOf({ process, port }: End): Expr {
  return process.of(port.data ?? bug("a stream without words"));
}

/** Words of the call that have passed, and whether the one that is shown is its last. */
function counted(
  b: Builder,
  name: string,
  words: number,
  passes: Expr,
): { readonly count: Expr; readonly isLast: Expr } {
  if (words === 1) return { count: constant(1, 0), isLast: constant(1, 1) };
  const count = register(b, name, bitsFor(words - 1), { reset: true });
  const isLast = eq(b, count, words - 1);
  drive(b, count, mux(b, isLast, constant(count.width, 0), add(b, count, 1)), { enable: passes });
  return { count, isLast };
}

function arrayIn(placed: readonly Placed[], { array, from, to }: Lane): ArrayPorts {
  const part = from ?? to ?? bug("a stream from nowhere to nowhere");
  const found = placed[part]?.circuit.interface.arrays.find(({ name }) => name === array);
  return found ?? bug(`no array ${array}`);
}

/** `t_to_j`, `t_1_to_j` where it has banks. */
function nameOf(lanes: readonly Lane[], { array, bank, to }: Lane, placed: readonly Placed[]): string {
  const isBanked = lanes.some((one) => one.array === array && one.bank !== 0);
  const reader = to === null ? "caller" : (placed[to]?.name ?? "");
  return `${asciiName(array)}${isBanked ? `_${bank}` : ""}_to_${reader}`;
}
