/**
 * Reads a piece of memory once, from its beginning on, group by group as there is room for them: for an array that a kernel reads in
 * the order of memory.
 *
 * Bursts are asked for only where all that is under way has a place in the buffer of beats, so that data never wait on the bus for the
 * kernel: another master's data may be behind them, and the kernel may wait for those.
 *
 * `begin` starts it; each `group` comes with `given`, in a cycle in which `room` is 1. An answer other than OKAY ends it, with `failed`.
 */
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import {
  assign,
  type Builder,
  drive,
  finish,
  input,
  memory,
  output,
  read,
  register,
  startModule,
  wire,
  write,
} from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  concat,
  constant,
  eq,
  isZero,
  mux,
  not,
  or,
  slice,
  sub,
  xor,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Module } from "../../hardware/netlist/nodes.ts";
import { readHalf } from "./read_half.ts";
import { type RequestOptions, requests } from "./requests.ts";

export interface StreamOptions extends RequestOptions {
  readonly group: number; // bits, a power of two
  readonly steps: number; // groups
}

/** Beats of a burst at most: none crosses 4 KiB. */
export function burstBeats({ width, longestBurst, boundary = 4096 }: RequestOptions): number {
  return Math.min(longestBurst, boundary / (width / 8));
}

export function streamReader(name: string, options: StreamOptions): Module {
  const { width, group, steps, outstanding } = options;
  const b = startModule(name, `Reads ${steps} groups of ${group} bits in bursts.`);
  const begin = input(b, "begin", 1);
  const address = input(b, "address", 64);
  const room = input(b, "room", 1);
  const arready = input(b, "ARREADY", 1);
  const [rdata, rresp] = [input(b, "RDATA", width), input(b, "RRESP", 2)];
  const [rvalid, rlast] = [input(b, "RVALID", 1), input(b, "RLAST", 1)];

  const beats = Math.ceil((steps * group) / width);
  const busy = register(b, "busy", 1, { reset: true });
  const failed = register(b, "failed", 1, { reset: true });
  const valid = register(b, "valid", 1, { reset: true }); // a request is on its channel
  const arrives = and(b, rvalid, busy);
  const takes = wire(b, "takes", 1);
  const waiting = beatBuffer(b, {
    ...{ begin, depth: outstanding * burstBeats(options), push: arrives },
    ...{ value: concat(b, rlast, rdata), take: takes },
  });
  const ready = wire(b, "ready", 1);
  const takesBeat = and(b, waiting.hasAny, ready);
  assign(b, takes, takesBeat);
  const accepted = and(b, valid, arready);
  const asked = requests(b, options, valid, {
    ...{ begin, address, beats: constant(bitsFor(beats), beats), accepted, stops: failed },
    answered: and(b, takesBeat, bit(b, waiting.first, width)),
  });
  drive(b, valid, or(b, asked.issues, and(b, valid, not(b, accepted))));
  drive(b, failed, and(b, not(b, begin), or(b, failed, and(b, arrives, bit(b, rresp, 1)))));

  const left = register(b, "steps_left", bitsFor(steps));
  const { given, isEmpty } = readHalf(b, {
    ...{ width, groups: [group], kind: constant(1, 0), begin, reading: busy, room },
    ...{ takesRead: takesBeat, rdata: slice(b, waiting.first, 0, width), rready: ready },
    ...{ hasSteps: not(b, isZero(b, left)), isLastStep: eq(b, left, 1) },
  });
  drive(b, left, mux(b, begin, constant(left.width, steps), sub(b, left, 1)), {
    enable: or(b, begin, given),
  });
  drive(b, busy, or(b, begin, and(b, busy, not(b, and(b, asked.isOver, isEmpty)))));

  output(b, "ARADDR", asked.address);
  output(b, "ARLEN", asked.length);
  output(b, "ARVALID", valid);
  output(b, "RREADY", busy);
  output(b, "given", given);
  output(b, "busy", busy);
  output(b, "failed", failed);
  return finish(b);
}

interface BufferSignals {
  readonly begin: Expr; // it is emptied
  readonly depth: number;
  readonly push: Expr; // never where it is full
  readonly value: Expr;
  readonly take: Expr; // `first`, where `hasAny`
}

/** First in, first out, in a memory whose words come a cycle after their address: `first` is fetched before it is asked for. */
function beatBuffer(
  b: Builder,
  { begin, depth, push, value, take }: BufferSignals,
): { readonly first: Expr; readonly hasAny: Expr } {
  const words = memory(b, "beats", { width: value.width, depth, collisions: "never" });
  const count = register(b, "beats_count", bitsFor(depth), { reset: true });
  const hasFirst = register(b, "has_first", 1, { reset: true });
  const fetch = and(b, not(b, isZero(b, count)), or(b, not(b, hasFirst), take));
  const pointer = (end: string, moves: Expr): Expr => {
    const place = register(b, `beats_${end}`, addressWidth(depth));
    const next = mux(b, eq(b, place, depth - 1), constant(place.width, 0), add(b, place, 1));
    drive(b, place, mux(b, begin, constant(place.width, 0), next), { enable: or(b, begin, moves) });
    return place;
  };
  write(b, words, { address: pointer("in", push), data: value, enable: push });
  const first = read(b, words, pointer("out", fetch), { enable: fetch });
  const step = mux(b, push, constant(count.width, 1), constant(count.width, -1));
  drive(b, count, mux(b, begin, constant(count.width, 0), add(b, count, step)), {
    enable: or(b, begin, xor(b, push, fetch)),
  });
  drive(b, hasFirst, and(b, not(b, begin), or(b, fetch, and(b, hasFirst, not(b, take)))));
  return { first, hasAny: hasFirst };
}
