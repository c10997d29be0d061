/**
 * Which array a master copies next: those that a kernel reads before a call, those that it wrote after it, one after the other. The first
 * that fails is the last.
 */
import { bug } from "../../diagnostics/bug.ts";
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import { drive, finish, input, output, register, startModule } from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  choose,
  constant,
  eq,
  isZero,
  mux,
  not,
  or,
  slice,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Module } from "../../hardware/netlist/nodes.ts";

export interface Copied {
  readonly name: string;
  readonly isLoaded: boolean; // before a call
  readonly isStored: boolean; // after it
  readonly beats: number;
  readonly steps: number;
  readonly kind: number; // the width of its groups
  readonly tail: number; // bytes of the last of them
}

export interface SequenceOptions {
  readonly width: number; // bits of a beat
  readonly kinds: number;
}

/**
 * In: `load` and `store`, 1 for a cycle; `address_0`, …, of the arrays; `busy` and `failed` of the master. Out: what the master wants to know;
 * `index` of the array; `active`; what went wrong since the last `load`.
 */
export function sequence(name: string, copied: readonly Copied[], { width, kinds }: SequenceOptions): Module {
  const b = startModule(name, `Copies ${copied.map((one) => one.name).join(", ")}.`);
  const [load, store] = [input(b, "load", 1), input(b, "store", 1)];
  const addresses = copied.map((_, at) => input(b, `address_${at}`, 64));
  const [busy, failed] = [input(b, "busy", 1), input(b, "failed", 1)];

  const active = register(b, "active", 1, { reset: true });
  const waits = register(b, "waits", 1, { reset: true });
  const writes = register(b, "writes", 1);
  const index = register(b, "index", addressWidth(copied.length));
  const of = (bits: number, value: (one: Copied) => number): Expr =>
    choose(
      b,
      index,
      copied.map((one) => constant(bits, value(one))),
    );
  const address = choose(b, index, addresses);
  const isMeant = mux(
    b,
    writes,
    of(1, (one) => (one.isStored ? 1 : 0)),
    of(1, (one) => (one.isLoaded ? 1 : 0)),
  );
  const isAligned = isZero(b, slice(b, address, 0, Math.log2(width / 8)));
  const looks = and(b, active, not(b, waits));
  const begin = and(b, looks, isMeant, isAligned);
  const isMisaligned = and(b, looks, isMeant, not(b, isAligned));
  const ends = and(b, waits, not(b, busy));
  const fails = and(b, ends, failed);
  const isLast = eq(b, index, copied.length - 1);
  const goesOn = or(b, ends, and(b, looks, not(b, isMeant)));
  const begins = or(b, load, store);
  const isOver = or(b, isMisaligned, fails, and(b, goesOn, isLast));
  drive(b, active, or(b, begins, and(b, active, not(b, isOver))));
  drive(b, waits, or(b, begin, and(b, waits, busy)));
  drive(b, writes, store, { enable: begins });
  drive(b, index, mux(b, begins, 0, add(b, index, 1)), { enable: or(b, begins, goesOn) });
  for (const [wrong, happens] of Object.entries({
    misaligned: isMisaligned,
    read_failed: and(b, fails, not(b, writes)),
    write_failed: and(b, fails, writes),
  })) {
    const held = register(b, wrong, 1, { reset: true });
    drive(b, held, and(b, not(b, load), or(b, held, happens)));
    output(b, wrong, held);
  }
  const most = (value: (one: Copied) => number): number => Math.max(...copied.map(value));
  output(b, "begin", begin);
  output(b, "writes", writes);
  output(b, "address", address);
  output(
    b,
    "beats",
    of(bitsFor(most((one) => one.beats)), (one) => one.beats),
  );
  output(
    b,
    "steps",
    of(bitsFor(most((one) => one.steps)), (one) => one.steps),
  );
  const tails = copied.map(({ tail }) => constant(width / 8, (1n << BigInt(tail)) - 1n));
  output(b, "tail", choose(b, index, tails));
  output(
    b,
    "kind",
    of(addressWidth(kinds), (one) => one.kind),
  );
  output(b, "index", index);
  output(b, "active", active);
  return copied.length > 0 ? finish(b) : bug("nothing to copy");
}
