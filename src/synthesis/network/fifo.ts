/** A stream between two processes: words wait in a memory. */
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, memory, read, readNow, register, write } from "../../hardware/netlist/build.ts";
import { add, and, constant, eq, isZero, mux, not, sub } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";

export interface Fifo {
  readonly isEmpty: Expr;
  readonly isFull: Expr;
  /** `take`, `give`: never while it is empty, or full. */
  readonly connect: (moves: { readonly take: Expr; readonly give: Expr; readonly word: Expr }) => Expr;
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
  return {
    isEmpty: isZero(b, count),
    isFull: eq(b, count, depth),
    connect: ({ take, give, word }) => {
      const comes = and(b, give, not(b, take));
      const goes = and(b, take, not(b, give));
      drive(b, count, mux(b, comes, add(b, count, 1), mux(b, goes, sub(b, count, 1), count)));
      const [next, last] = [pointer(b, `${name}_next`, depth, take), pointer(b, `${name}_last`, depth, give)];
      write(b, words, { address: last, data: word, enable: give });
      const q = `${name}_q`;
      return shows === "next"
        ? readNow(b, words, next, { name: q })
        : read(b, words, next, { name: q, enable: take });
    },
  };
}

/** Goes round. */
function pointer(b: Builder, name: string, depth: number, moves: Expr): Expr {
  const width = addressWidth(depth);
  if (depth === 1) return constant(width, 0);
  const at = register(b, name, width, { reset: true });
  drive(b, at, mux(b, eq(b, at, depth - 1), constant(width, 0), add(b, at, 1)), { enable: moves });
  return at;
}
