/**
 * Writes a piece of memory once, from its beginning on, group by group as they are there: for an array that a kernel writes in the order
 * of memory. Bytes without a strobe stay as they are in memory.
 *
 * A burst is asked for when all of its data are there, so that a kernel that waits never keeps the bus.
 *
 * `begin` starts it; with `fetch`, in a cycle in which `available` is 1, a group is taken, whose `fetched` and `strobes` come two cycles
 * later. An answer other than OKAY ends it, with `failed`.
 */
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { drive, finish, input, output, register, startModule, wire } from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  constant,
  eq,
  isZero,
  mux,
  not,
  or,
  resize,
  sub,
  ule,
} from "../../hardware/netlist/expressions.ts";
import type { Module } from "../../hardware/netlist/nodes.ts";
import { requests } from "./requests.ts";
import { burstBeats, type StreamOptions } from "./stream_reader.ts";
import { writeHalf } from "./write_half.ts";

/** `tail`: bytes of the last group. */
export function streamWriter(name: string, options: StreamOptions & { readonly tail: number }): Module {
  const { width, group, steps, outstanding } = options;
  const b = startModule(name, `Writes ${steps} groups of ${group} bits in bursts.`);
  const begin = input(b, "begin", 1);
  const address = input(b, "address", 64);
  const available = input(b, "available", 1);
  const strobes = input(b, "strobes", width / 8);
  const stops = input(b, "stops", 1); // no more is written
  const awready = input(b, "AWREADY", 1);
  const [bvalid, bresp] = [input(b, "BVALID", 1), input(b, "BRESP", 2)];

  const count = Math.ceil((steps * group) / width);
  const beats = constant(bitsFor(count), count);
  const busy = register(b, "busy", 1, { reset: true });
  const failed = register(b, "failed", 1, { reset: true });
  const valid = register(b, "valid", 1, { reset: true }); // a request is on its channel
  const accepted = and(b, valid, awready);
  const depth = 2 ** Math.ceil(Math.log2(Math.max(8, 2 * burstBeats(options))));
  const [push, unclaimed] = [wire(b, "beat_is_there", 1), register(b, "unclaimed", bitsFor(depth))];
  const wide = (value: Parameters<typeof resize>[1]) => resize(b, value, unclaimed.width, false);
  const asked = requests(b, options, valid, {
    ...{ begin, address, beats, accepted, stops: or(b, failed, stops) },
    answered: and(b, bvalid, busy),
    mayGo: (chunk) => ule(b, wide(chunk), unclaimed),
  });
  drive(b, valid, or(b, asked.issues, and(b, valid, not(b, accepted))));
  const more = mux(b, push, constant(unclaimed.width, 1), constant(unclaimed.width, 0));
  const claimed = mux(b, asked.issues, add(b, wide(asked.next), 1), constant(unclaimed.width, 0));
  drive(b, unclaimed, mux(b, begin, constant(unclaimed.width, 0), sub(b, add(b, unclaimed, more), claimed)));
  drive(b, failed, and(b, not(b, begin), or(b, failed, and(b, busy, bvalid, bit(b, bresp, 1)))));

  const left = register(b, "steps_left", bitsFor(steps));
  const fetch = writeHalf(b, {
    ...{ width, groups: [group], kind: constant(1, 0), begin, writing: busy, beats, asked, outstanding },
    ...{ hasSteps: not(b, isZero(b, left)), isLastStep: eq(b, left, 1) },
    tail: constant(width / 8, (1n << BigInt(options.tail)) - 1n),
    stream: { available, strobes, push, depth },
  });
  drive(b, left, mux(b, begin, constant(left.width, steps), sub(b, left, 1)), {
    enable: or(b, begin, fetch),
  });
  drive(b, busy, or(b, begin, and(b, busy, not(b, asked.isOver))));

  output(b, "AWADDR", asked.address);
  output(b, "AWLEN", asked.length);
  output(b, "AWVALID", valid);
  output(b, "BREADY", constant(1, 1));
  output(b, "fetch", fetch);
  output(b, "busy", busy);
  output(b, "failed", failed);
  return finish(b);
}
