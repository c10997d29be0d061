/**
 * An AXI4 master that copies a piece of memory to or from the chip, group by group: a group is as many bits of a beat as are taken or
 * given at once, and those of a beat follow each other from the lowest.
 *
 * `begin` starts a copy, for which `writes`, `address`, `beats`, `steps` (groups), `tail` (a bit for each byte
 * of the last group that is copied) and `kind` (the width of a group) stay as they are until
 * `busy` falls. Reading, each `group` comes with `given`. Writing, the master says `fetch`, and takes `fetched` two cycles later.
 *
 * An answer other than OKAY ends the copy once all that is under way has been answered, with `failed`.
 */
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import { drive, finish, input, output, register, startModule, wire } from "../../hardware/netlist/build.ts";
import { and, bit, constant, eq, isZero, mux, not, or, sub } from "../../hardware/netlist/expressions.ts";
import type { Module } from "../../hardware/netlist/nodes.ts";
import { readHalf } from "./read_half.ts";
import { type RequestOptions, requests } from "./requests.ts";
import type { Shape } from "./shape.ts";
import { writeHalf } from "./write_half.ts";

export interface MasterOptions extends RequestOptions {
  readonly groups: readonly number[]; // bits of a group, by kind: powers of two
  readonly mostBeats: number; // of a copy
  readonly mostSteps: number;
}

export function burstMaster(name: string, options: MasterOptions): Module {
  const { width, groups, mostBeats, mostSteps } = options;
  const b = startModule(
    name,
    `Copies memory in bursts of up to ${options.longestBurst} beats of ${width} bits.`,
  );
  const begin = input(b, "begin", 1);
  const writes = input(b, "writes", 1);
  const address = input(b, "address", 64);
  const beats = input(b, "beats", bitsFor(mostBeats));
  const steps = input(b, "steps", bitsFor(mostSteps));
  const tail = input(b, "tail", width / 8);
  const kind = input(b, "kind", addressWidth(groups.length));
  const [arready, rvalid, rlast] = [input(b, "ARREADY", 1), input(b, "RVALID", 1), input(b, "RLAST", 1)];
  const [rdata, rresp] = [input(b, "RDATA", width), input(b, "RRESP", 2)];
  const awready = input(b, "AWREADY", 1);
  const [bvalid, bresp] = [input(b, "BVALID", 1), input(b, "BRESP", 2)];

  const busy = register(b, "busy", 1, { reset: true });
  const failed = register(b, "failed", 1, { reset: true });
  const valid = register(b, "valid", 1, { reset: true }); // a request is on its channel
  const [reading, writing] = [and(b, busy, not(b, writes)), and(b, busy, writes)];

  const rready = wire(b, "rready", 1);
  const takesRead = and(b, rvalid, rready);
  const accepted = and(b, valid, mux(b, writes, awready, arready));
  const asked = requests(b, options, valid, {
    ...{ begin, address, beats, accepted, stops: failed },
    answered: mux(b, writes, and(b, bvalid, busy), and(b, takesRead, rlast)),
  });
  drive(b, valid, or(b, asked.issues, and(b, valid, not(b, accepted))));
  const isBad = or(b, and(b, takesRead, bit(b, rresp, 1)), and(b, writing, bvalid, bit(b, bresp, 1)));
  drive(b, failed, and(b, not(b, begin), or(b, failed, isBad)));

  const shape: Shape = { kind, groups, width };
  const stepsLeft = register(b, "steps_left", steps.width);
  const hasSteps = not(b, isZero(b, stepsLeft));
  const isLastStep = eq(b, stepsLeft, 1);
  const { given, isEmpty } = readHalf(b, {
    ...{ begin, reading, takesRead, rdata, rready, hasSteps, ...shape },
    isLastStep,
  });
  const { outstanding } = options;
  const fetch = writeHalf(b, {
    begin,
    writing,
    beats,
    hasSteps,
    isLastStep,
    tail,
    asked,
    outstanding,
    ...shape,
  });
  drive(b, stepsLeft, mux(b, begin, steps, sub(b, stepsLeft, 1)), { enable: or(b, begin, given, fetch) });
  drive(b, busy, or(b, begin, and(b, busy, not(b, and(b, asked.isOver, isEmpty)))));

  for (const channel of ["AR", "AW"]) {
    output(b, `${channel}ADDR`, asked.address);
    output(b, `${channel}LEN`, asked.length);
  }
  output(b, "ARVALID", and(b, valid, not(b, writes)));
  output(b, "AWVALID", and(b, valid, writes));
  output(b, "RREADY", rready);
  output(b, "BREADY", constant(1, 1));
  output(b, "given", given);
  output(b, "fetch", fetch);
  output(b, "busy", busy);
  output(b, "failed", failed);
  return finish(b);
}
