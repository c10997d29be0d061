import { arrayNamed } from "../../loops/find.ts";
import type { ArrayDecl, Bank } from "../../loops/nodes.ts";
import { changeArray } from "../declare.ts";
import { arrayName, done, integer, keyword, optional, primitive, word } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/** Dimensions count from 0, as NumPy's axes do. What runs is the same; `conflicts` says what it gains. */
export const partition = primitive({
  name: "partition",
  description:
    "Spreads a dimension of an array over memories of their own: one an element, round robin, or in blocks.",
  reshapes: false,
  params: {
    array: arrayName(),
    dim: keyword(integer({ min: 0 })),
    how: word("complete", "cyclic", "block"),
    factor: optional(integer({ min: 2 })),
  },
  apply(loops, { array, dim, how, factor }) {
    const decl = arrayNamed(loops, array);
    const size = decl.shape[dim];
    if (size === undefined) return refuse("no-dimension", { array, dim, rank: decl.shape.length }, { array });
    if (how === "complete" && factor !== undefined && factor !== size)
      return refuse("partition-factor", { array, dim, size, how, factor }, { array });
    const banks = how === "complete" ? size : factor;
    if (banks === undefined || banks > size || !fillsBlocks(how, size, banks))
      return refuse("partition-factor", { array, dim, size, how, factor: banks ?? null }, { array });
    const before = decl.banks?.find((bank) => bank.dim === dim);
    if (before !== undefined) return refuse("already-partitioned", { array, dim, as: before }, { array });
    if (decl.words?.dim === dim)
      return refuse("already-packed", { array, dim, factor: decl.words.factor }, { array });
    return done(changeArray(loops, array, (one) => withBank(one, { dim, how, factor: banks })));
  },
});

/** With 5 elements in 4 blocks of 2, the last memory would be empty. */
function fillsBlocks(how: string, size: number, factor: number): boolean {
  return how !== "block" || Math.ceil(size / Math.ceil(size / factor)) === factor;
}

function withBank(decl: ArrayDecl, bank: Bank): ArrayDecl {
  return { ...decl, banks: [...(decl.banks ?? []), bank].sort((a, b) => a.dim - b.dim) };
}
