/**
 * Where an element of a partitioned array lives: its bank, and the word in it.
 *
 *     cyclic 4     a[4 * i + 1]      bank 1, word i                 known now
 *     cyclic 4     a[i]              bank i % 4, word i / 4         known when it runs
 */
import type { Bank } from "../../loops/nodes.ts";

/** How one dimension is spread. Without banks there is one of them. */
export interface Axis {
  readonly size: number;
  readonly how: Bank["how"] | "whole";
  readonly banks: number;
  readonly words: number; // positions of a bank along this dimension
}

export interface Banking {
  readonly axes: readonly Axis[];
  readonly banks: number;
  readonly depth: number; // words of a bank
}

export function bankingOf(shape: readonly number[], banks: readonly Bank[]): Banking {
  const axes = shape.map((size, dim): Axis => {
    const bank = banks.find((one) => one.dim === dim);
    if (bank === undefined || size === 0) return { size, how: "whole", banks: 1, words: Math.max(size, 1) };
    if (bank.how === "complete") return { size, how: "complete", banks: size, words: 1 };
    const count = Math.min(bank.factor, size);
    return { size, how: bank.how, banks: count, words: Math.ceil(size / count) };
  });
  return {
    axes,
    banks: axes.reduce((product, axis) => product * axis.banks, 1),
    depth: axes.reduce((product, axis) => product * axis.words, 1),
  };
}

/** Of a position along one dimension. */
export function placeOnAxis(axis: Axis, at: number): { readonly bank: number; readonly word: number } {
  switch (axis.how) {
    case "whole":
      return { bank: 0, word: at };
    case "complete":
      return { bank: at, word: 0 };
    case "cyclic":
      return { bank: at % axis.banks, word: Math.floor(at / axis.banks) };
    case "block":
      return { bank: Math.floor(at / axis.words), word: at % axis.words };
  }
}

/** Of an element by its row-major number. */
export function placeOfElement(
  { axes }: Banking,
  index: number,
): { readonly bank: number; readonly word: number } {
  let rest = index;
  let [bank, word] = [0, 0];
  let [banks, words] = [1, 1];
  for (const axis of [...axes].reverse()) {
    const own = placeOnAxis(axis, rest % axis.size);
    rest = Math.floor(rest / axis.size);
    bank += own.bank * banks;
    word += own.word * words;
    banks *= axis.banks;
    words *= axis.words;
  }
  return { bank, word };
}
