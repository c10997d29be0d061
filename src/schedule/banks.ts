/** Where an element of a partitioned, packed array lives: in which memory, and in which word of it. */
import type { ArrayDecl, Bank } from "../loops/nodes.ts";

/** Counted over all partitioned dimensions, the first one slowest; 0 when there are none. */
export function bankOf(decl: ArrayDecl, index: readonly number[]): number {
  let bank = 0;
  for (const one of decl.banks ?? []) {
    bank = bank * one.factor + bankAlong(one, decl.shape[one.dim] ?? 1, index[one.dim] ?? 0);
  }
  return bank;
}

export function bankCount(decl: ArrayDecl): number {
  return (decl.banks ?? []).reduce((count, { factor }) => count * factor, 1);
}

/** Elements of one word share an address. Unique in the whole array, not only in its bank. */
export function wordOf(decl: ArrayDecl, index: readonly number[]): number {
  return decl.shape.reduce((word, size, dim) => {
    const packed = decl.words?.dim === dim ? decl.words.factor : 1;
    return word * Math.ceil(size / packed) + Math.floor((index[dim] ?? 0) / packed);
  }, 0);
}

function bankAlong({ how, factor }: Bank, size: number, at: number): number {
  switch (how) {
    case "complete":
      return at;
    case "cyclic":
      return at % factor;
    case "block":
      return Math.floor(at / Math.ceil(size / factor));
  }
}
