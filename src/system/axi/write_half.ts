/**
 * The write data of a master: groups are fetched and packed to beats, which wait in a small queue for the requests that they belong to.
 *
 * Data never come before their request is on its channel, and never wait for that to be accepted: a slave may want to see both
 * (AXI4, A3.3.1).
 */
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import {
  assign,
  type Builder,
  delay,
  drive,
  input,
  memory,
  output,
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
  not,
  or,
  repeat,
  slice,
  sub,
  xor,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import type { Requests } from "./requests.ts";
import { byKind, groupsOfBeat, type Shape, shiftedIn } from "./shape.ts";

export interface WriteSignals extends Shape {
  readonly begin: Expr;
  readonly writing: Expr;
  readonly beats: Expr;
  readonly hasSteps: Expr; // groups are left to be fetched
  readonly isLastStep: Expr;
  readonly tail: Expr; // strobes of the last group
  readonly asked: Requests;
  readonly outstanding: number;
  readonly stream?: WriteStream; // where groups come when they are made
}

export interface WriteStream {
  readonly available: Expr; // there is a group to fetch
  readonly strobes: Expr; // come with it: a bit for each of its bytes that is written
  readonly push: Ref; // assigned here: a beat is there
  readonly depth: number; // beats that may wait, a power of two
}

/** Gives `fetch`. */
export function writeHalf(b: Builder, signals: WriteSignals): Expr {
  const { begin, writing, asked, outstanding, width, stream } = signals;
  const wready = input(b, "WREADY", 1);
  const [sent, ends] = [wire(b, "sent", 1), wire(b, "burst_ends", 1)];
  const { fetch, push, beat } = packer(b, signals, sent);
  if (stream !== undefined) assign(b, stream.push, push);
  const depth = stream?.depth ?? queuedBeats;
  const beats = queue(b, "beat", { begin, depth, push, value: beat, pop: sent });
  const lengths = queue(b, "burst", {
    ...{ begin, depth: outstanding, push: and(b, asked.issues, writing), value: asked.next },
    pop: and(b, sent, ends),
  });
  const wvalid = and(b, beats.hasAny, lengths.hasAny);
  const at = register(b, "beat_at", 8);
  assign(b, sent, and(b, wvalid, wready));
  assign(b, ends, eq(b, at, lengths.first));
  drive(b, at, mux(b, or(b, begin, ends), 0, add(b, at, 1)), { enable: or(b, begin, sent) });
  output(b, "WVALID", wvalid);
  output(b, "WDATA", slice(b, beats.first, 0, width));
  output(b, "WSTRB", slice(b, beats.first, width, width / 8));
  output(b, "WLAST", ends);
  return fetch;
}

/** Beats: more than the cycles from a fetch to its slot being free again, so that one a cycle can leave. */
const queuedBeats = 8;

/** Cycles from `fetch` to `fetched`. */
const fetchCycles = 2;

/** `sent` frees a slot. A beat, with its strobes on top, comes with `push`. */
function packer(
  b: Builder,
  signals: WriteSignals,
  sent: Expr,
): { readonly fetch: Expr; readonly push: Expr; readonly beat: Expr } {
  const { begin, writing, hasSteps, width, stream } = signals;
  const depth = stream?.depth ?? queuedBeats;
  const fetched = input(b, "fetched", width);
  const left = register(b, "beats_to_fetch", signals.beats.width);
  const slots = register(b, "slots", bitsFor(depth));
  const counts = groupsOfBeat(signals);
  const at = register(b, "group_at", addressWidth(Math.max(...counts)));
  const isFirst = isZero(b, at);
  const isThere = stream === undefined ? constant(1, 1) : or(b, stream.available, not(b, hasSteps));
  const goes = and(b, writing, isThere, not(b, isZero(b, left)), not(b, and(b, isFirst, isZero(b, slots))));
  const last = byKind(
    b,
    signals,
    counts.map((count) => constant(at.width, count - 1)),
  );
  const ends = and(b, goes, eq(b, at, last));
  drive(b, at, mux(b, or(b, begin, ends), 0, add(b, at, 1)), { enable: or(b, begin, goes) });
  drive(b, left, mux(b, begin, signals.beats, sub(b, left, 1)), { enable: or(b, begin, ends) });
  const takes = and(b, goes, isFirst);
  const one = mux(b, takes, constant(slots.width, -1), constant(slots.width, 1));
  drive(b, slots, mux(b, begin, constant(slots.width, depth), add(b, slots, one)), {
    enable: or(b, begin, xor(b, takes, sent)),
  });

  const fetch = and(b, goes, hasSteps);
  const later = (name: string, value: Expr): Expr => {
    let found = value;
    for (let cycle = 0; cycle < fetchCycles; cycle++)
      found = delay(b, name, and(b, found, not(b, begin)), { reset: true });
    return found;
  };
  const [arrives, isElement] = [later("arrives", goes), later("is_element", fetch)];
  const isTail = later("is_tail", and(b, fetch, signals.isLastStep));
  const all = mux(b, isTail, signals.tail, repeat(b, isElement, width / 8));
  const ones = stream === undefined ? all : and(b, all, stream.strobes);
  const data = register(b, "packed", width);
  const strobes = register(b, "packed_strobes", width / 8);
  const group = mux(b, isElement, fetched, constant(width, 0)); // nothing else of the chip's memory is shown
  drive(
    b,
    data,
    shiftedIn(b, signals, data, (bits) => slice(b, group, 0, bits)),
    { enable: arrives },
  );
  drive(
    b,
    strobes,
    shiftedIn(b, signals, strobes, (bits) => slice(b, ones, 0, bits)),
    { enable: arrives },
  );
  const push = delay(b, "push", and(b, later("completes", ends), not(b, begin)), { reset: true });
  return { fetch, push, beat: concat(b, strobes, data) };
}

interface QueueSignals {
  readonly begin: Expr; // it is emptied
  readonly depth: number; // a power of two
  readonly push: Expr;
  readonly pop: Expr;
  readonly value: Expr;
}

/** First in, first out. Nobody pushes where it is full. */
function queue(
  b: Builder,
  name: string,
  { begin, depth, push, pop, value }: QueueSignals,
): { readonly first: Expr; readonly hasAny: Expr } {
  const words = memory(b, `${name}_queue`, { width: value.width, depth, style: "lut" });
  const pointer = (end: string, moves: Expr): Ref => {
    const place = register(b, `${name}_${end}`, addressWidth(depth));
    drive(b, place, mux(b, begin, 0, add(b, place, 1)), { enable: or(b, begin, moves) });
    return place;
  };
  write(b, words, { address: pointer("in", push), data: value, enable: push });
  const first = readNow(b, words, pointer("out", pop));
  const count = register(b, `${name}_count`, bitsFor(depth), { reset: true });
  const step = mux(b, push, constant(count.width, 1), constant(count.width, -1));
  drive(b, count, mux(b, begin, constant(count.width, 0), add(b, count, step)), {
    enable: or(b, begin, xor(b, push, pop)),
  });
  return { first, hasAny: not(b, isZero(b, count)) };
}
