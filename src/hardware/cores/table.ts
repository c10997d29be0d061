/** Functions of few bits, written down whole. Six bits are one LUT for each bit of the result. */
import type { Expr } from "../netlist/nodes.ts";
import { bit, constant, mux } from "./gates.ts";

/** A table of more bits than a LUT has inputs costs more than it saves. */
export const tableBits = 6;

export function table(index: Expr, width: number, word: (index: number) => bigint): Expr {
  const choose = (from: number, place: number): Expr => {
    if (place < 0) return constant(width, word(from));
    return mux(bit(index, place), choose(from + 2 ** place, place - 1), choose(from, place - 1));
  };
  return choose(0, index.width - 1);
}
