/**
 * Requests for a piece of memory: bursts that are no longer than allowed and cross no boundary of 4 KiB (AXI4, A3.4.1), as many under way
 * as there is room for.
 */
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, register } from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  concat,
  constant,
  isZero,
  mux,
  ne,
  not,
  or,
  resize,
  slice,
  sub,
  ult,
  zeroExtend,
} from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";

export interface RequestOptions {
  readonly width: number; // bits of a beat
  readonly longestBurst: number; // beats
  readonly outstanding: number; // requests, a power of two
  readonly boundary?: number; // bytes; 4096 where not said, and only tests say otherwise
}

export interface RequestSignals {
  readonly begin: Expr;
  readonly address: Expr; // a multiple of the bytes of a beat
  readonly beats: Expr; // not 0
  readonly accepted: Expr; // the request on the channel was taken
  readonly answered: Expr; // one of those under way has ended
  readonly stops: Expr; // no more of them
  readonly mayGo?: (beats: Expr) => Expr; // whether a burst of so many beats may be asked for now; always where not said
}

export interface Requests {
  readonly address: Expr;
  readonly length: Expr; // beats - 1
  readonly issues: Expr; // a request goes to the channel at the end of this cycle, of `next` beats - 1
  readonly next: Expr;
  readonly isOver: Expr; // none is left, on the channel, or under way
}

/** `valid` says that a request is on the channel; it rises after `issues`. */
export function requests(
  b: Builder,
  options: RequestOptions,
  valid: Expr,
  signals: RequestSignals,
): Requests {
  const { width, longestBurst, outstanding, boundary = 4096 } = options;
  const { begin, accepted, answered, stops } = signals;
  const low = Math.log2(width / 8);
  const at = register(b, "at", 64);
  const left = register(b, "beats_left", signals.beats.width);
  const chunk = register(b, "chunk", bitsFor(longestBurst));
  const hasChunk = register(b, "has_chunk", 1, { reset: true });
  const [line, length] = [register(b, "line", 64), register(b, "length", 8)];
  const underWay = register(b, "under_way", bitsFor(outstanding), { reset: true });

  const chooses = and(b, not(b, hasChunk), not(b, isZero(b, left)), not(b, begin));
  const isFree = or(b, not(b, valid), accepted);
  const issues = and(
    b,
    hasChunk,
    isFree,
    not(b, stops),
    ult(b, underWay, constant(underWay.width, outstanding)),
    signals.mayGo?.(chunk) ?? constant(1, 1),
  );

  const inPage = Math.log2(boundary) - low;
  const toBoundary = sub(
    b,
    constant(inPage + 1, 2 ** inPage),
    zeroExtend(b, slice(b, at, low, inPage), inPage + 1),
  );
  const bits = Math.max(left.width, inPage + 1, chunk.width);
  const least = (one: Expr, other: Expr): Expr => mux(b, ult(b, one, other), one, other);
  const wide = (one: Expr): Expr => resize(b, one, bits, false);
  const chosen = least(least(wide(left), wide(toBoundary)), constant(bits, longestBurst));
  drive(b, chunk, resize(b, chosen, chunk.width, false), { enable: chooses });
  drive(b, hasChunk, and(b, not(b, begin), not(b, stops), or(b, chooses, and(b, hasChunk, not(b, issues)))));

  const bytes = concat(b, chunk, constant(low, 0));
  drive(b, at, mux(b, begin, signals.address, add(b, at, resize(b, bytes, 64, false))), {
    enable: or(b, begin, issues),
  });
  drive(b, left, mux(b, begin, signals.beats, sub(b, left, resize(b, chunk, left.width, false))), {
    enable: or(b, begin, issues),
  });
  const next = resize(b, sub(b, chunk, 1), 8, false);
  drive(b, line, at, { enable: issues });
  drive(b, length, next, { enable: issues });
  const step = mux(b, issues, constant(underWay.width, 1), constant(underWay.width, -1));
  drive(b, underWay, add(b, underWay, step), { enable: ne(b, issues, answered) });
  const isOver = and(b, or(b, stops, isZero(b, left)), not(b, hasChunk), not(b, valid), isZero(b, underWay));
  return { address: line, length, issues, next, isOver };
}
