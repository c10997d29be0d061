/** A stream between two processes: words wait in a memory. */
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, memory, read, readNow, register, write } from "../../hardware/netlist/build.ts";
import { add, and, constant, eq, isZero, mux, not, sub } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";

export interface Fifo {
  readonly signals: FifoSignals;
  readonly isEmpty: Expr;
  readonly isFull: Expr;
  /** `take`, `give`: never while it is empty, or full. */
  readonly connect: (moves: { readonly take: Expr; readonly give: Expr; readonly word: Expr }) => Expr;
}

/** Registers, by which somebody who looks at a simulation knows what waits, and when words pass. */
export interface FifoSignals {
  readonly count: string; // words that wait
  readonly next: string | null; // moves when one is taken; null: there is room for one
  readonly last: string | null; // moves when one is given
}

/** Words that LUTs hold for less than a block RAM. */
const fewWords = 64;

/** `shows`: the word that is taken next, in every cycle; else the one that was taken last, from the next cycle on. */
export function fifo(
  b: Builder,
  name: string,
  {
    width,
    depth,
    shows,
  }: { readonly width: number; readonly depth: number; readonly shows: "next" | "taken" },
): Fifo {
  const count = register(b, `${name}_count`, bitsFor(depth), {
    reset: true,
    comment: `${name}: words that wait`,
  });
  const words = memory(b, `${name}_words`, {
    ...{ width, depth, style: depth <= fewWords ? "lut" : "block", collisions: "never" },
  });
  const [takes, gives] = [pointer(b, `${name}_next`, depth), pointer(b, `${name}_last`, depth)];
  return {
    signals: { count: count.name, next: takes?.name ?? null, last: gives?.name ?? null },
    isEmpty: isZero(b, count),
    isFull: eq(b, count, depth),
    connect: ({ take, give, word }) => {
      const comes = and(b, give, not(b, take));
      const goes = and(b, take, not(b, give));
      drive(b, count, mux(b, comes, add(b, count, 1), mux(b, goes, sub(b, count, 1), count)));
      const [next, last] = [moved(b, takes, depth, take), moved(b, gives, depth, give)];
      write(b, words, { address: last, data: word, enable: give });
      const q = `${name}_q`;
      return shows === "next"
        ? readNow(b, words, next, { name: q })
        : read(b, words, next, { name: q, enable: take });
    },
  };
}

/** `null`: there is one place. */
function pointer(b: Builder, name: string, depth: number): Ref | null {
  return depth === 1 ? null : register(b, name, addressWidth(depth), { reset: true });
}

/** Goes round. */
function moved(b: Builder, at: Ref | null, depth: number, moves: Expr): Expr {
  const width = addressWidth(depth);
  if (at === null) return constant(width, 0);
  drive(b, at, mux(b, eq(b, at, depth - 1), constant(width, 0), add(b, at, 1)), { enable: moves });
  return at;
}
