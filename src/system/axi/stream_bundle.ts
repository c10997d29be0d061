/** The arrays of a bundle that pass as streams: one that is read and one that is written at most, at the same time. */
import { bug } from "../../diagnostics/bug.ts";
import { sizeOf } from "../../hardware/bench/words.ts";
import type { ArrayPorts } from "../../hardware/interface.ts";
import { assign, type Builder, instance, wire } from "../../hardware/netlist/build.ts";
import { and, constant, isZero, not, or, resize, slice } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { of } from "../banks.ts";
import type { Bundle } from "./bundle.ts";
import { elementBytes } from "./elements.ts";
import { type StreamOptions, streamReader } from "./stream_reader.ts";
import { streamWriter } from "./stream_writer.ts";
import { type StreamParts, streamIn, streamOut, streamWalk } from "./streamed.ts";

export interface StreamSignals {
  readonly begin: Expr; // 1 for a cycle
  readonly active: Expr; // the bus is theirs
  readonly run: Expr; // the kernel goes on
  readonly isLast: Expr; // the kernel has ended
  readonly stops: Expr; // something was not read: nothing more is written
  readonly outputs: Readonly<Record<string, Ref>>; // of the kernel, as they are while it waits
}

export interface StreamState {
  readonly mayRun: Expr;
  readonly busy: Expr;
  readonly misaligned: Expr; // as the addresses are now
  readonly readFailed: Expr;
  readonly writeFailed: Expr;
}

interface Parts {
  readonly signals: StreamSignals;
  readonly addressOf: (array: string) => Expr;
  readonly loaded: ReadonlyMap<string, Ref>;
  readonly inputs: Readonly<Record<string, Expr>>; // of the bus
}

interface Half {
  readonly outputs: Readonly<Record<string, Ref>>;
  readonly mayRun: Expr;
}

export function addStreamed(
  b: Builder,
  prefix: string,
  bundle: Bundle,
  parts: Parts,
): { readonly outputs: Readonly<Record<string, Expr>>; readonly state: StreamState } {
  const reads = bundle.arrays.filter(({ streamed }) => (streamed?.reads ?? null) !== null);
  const writes = bundle.arrays.filter(({ streamed }) => streamed?.writes === true);
  if (reads.length > 1 || writes.length > 1) bug(`${bundle.name} has several streams one way`);
  const reader = reads.map(({ array, streamed }) =>
    addReader(b, prefix, bundle, { ...parts, array, reads: streamed?.reads ?? bug("it is not read") }),
  );
  const writer = writes.map(({ array }) => addWriter(b, prefix, bundle, { ...parts, array }));
  const halves = [...reader, ...writer];
  const any = (values: readonly Expr[]): Expr =>
    values.reduce((one, other) => or(b, one, other), constant(1, 0));
  const low = Math.log2(bundle.width / 8);
  const isMisaligned = ({ array }: { readonly array: ArrayPorts }): Expr =>
    not(b, isZero(b, slice(b, parts.addressOf(array.name), 0, low)));
  return {
    outputs: Object.assign({}, ...halves.map(({ outputs }) => outputs)) as Readonly<Record<string, Expr>>,
    state: {
      mayRun: halves.map(({ mayRun }) => mayRun).reduce((one, other) => and(b, one, other), constant(1, 1)),
      busy: any(halves.map(({ outputs }) => of(outputs, "busy"))),
      misaligned: any([...reads, ...writes].map(isMisaligned)),
      readFailed: any(reader.map(({ outputs }) => of(outputs, "failed"))),
      writeFailed: any(writer.map(({ outputs }) => of(outputs, "failed"))),
    },
  };
}

interface ArrayParts extends Parts {
  readonly array: ArrayPorts;
}

function optionsOf(bundle: Bundle, array: ArrayPorts, steps: number): StreamOptions {
  const { width, longestBurst, outstanding } = bundle;
  const group = streamWalk(array, width).lanes * 8 * elementBytes(array.element);
  return { width, longestBurst, outstanding, group, steps };
}

function streamParts(prefix: string, { width }: Bundle, parts: ArrayParts): StreamParts {
  const { array, loaded, signals } = parts;
  const { begin, run, outputs } = signals;
  return { prefix, array, width, begin, run, loaded, outputs };
}

function addReader(
  b: Builder,
  prefix: string,
  bundle: Bundle,
  parts: ArrayParts & { readonly reads: { readonly steps: number; readonly again: boolean } },
): Half {
  const { array, signals, inputs, addressOf, reads } = parts;
  const options = optionsOf(bundle, array, reads.steps);
  const room = wire(b, `room_of_${array.name}`, 1);
  const outputs = instance(
    b,
    `read_${array.name}`,
    streamReader(`${prefix}_read_${asciiName(array.name)}`, options),
    {
      ...{ begin: signals.begin, address: addressOf(array.name), room },
      ...named(inputs, ["ARREADY", "RDATA", "RRESP", "RLAST"]),
      RVALID: and(b, signals.active, inputs.RVALID ?? bug("no RVALID")),
    },
  );
  const found = streamIn(b, streamParts(prefix, bundle, parts), {
    given: of(outputs, "given"),
    group: of(outputs, "group"),
    isOver: not(b, of(outputs, "busy")),
    again: reads.again,
  });
  assign(b, room, or(b, found.room, signals.isLast));
  return { outputs, mayRun: found.mayRun };
}

function addWriter(b: Builder, prefix: string, bundle: Bundle, parts: ArrayParts): Half {
  const { array, signals, inputs, addressOf } = parts;
  const { lanes, steps } = streamWalk(array, bundle.width);
  const tail = (sizeOf(array) - (steps - 1) * lanes) * elementBytes(array.element);
  const [available, fetched] = [
    wire(b, `available_${array.name}`, 1),
    wire(b, `fetched_${array.name}`, bundle.width),
  ];
  const strobes = wire(b, `strobes_of_${array.name}`, bundle.width / 8);
  const outputs = instance(
    b,
    `write_${array.name}`,
    streamWriter(`${prefix}_write_${asciiName(array.name)}`, {
      ...{ ...optionsOf(bundle, array, steps), tail },
      longestBurst: Math.min(bundle.longestBurst, longestWrite),
    }),
    {
      ...{ begin: signals.begin, stops: signals.stops, address: addressOf(array.name) },
      ...{ available, fetched, strobes },
      ...named(inputs, ["AWREADY", "WREADY", "BRESP"]),
      BVALID: and(b, signals.active, inputs.BVALID ?? bug("no BVALID")),
    },
  );
  const found = streamOut(b, streamParts(prefix, bundle, parts), {
    fetch: of(outputs, "fetch"),
    isLast: signals.isLast,
  });
  assign(b, available, found.available);
  assign(b, fetched, resize(b, found.group, bundle.width, false));
  assign(b, strobes, resize(b, found.strobes, bundle.width / 8, false));
  return { outputs, mayRun: or(b, found.mayRun, not(b, of(outputs, "busy"))) };
}

/** Beats: a burst waits on the chip until it is whole, and the last one is all that is left when the kernel has ended. */
const longestWrite = 64;

function named(inputs: Readonly<Record<string, Expr>>, ports: readonly string[]): Record<string, Expr> {
  return Object.fromEntries(ports.map((port) => [port, inputs[port] ?? bug(`no ${port}`)]));
}
