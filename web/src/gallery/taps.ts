/** What TypeScript does here happens now, what `h` does in the circuit: a loop over taps writes down an adder tree. */
import { type Builder, kernel, type Term } from "lutra";

const taps = [3, 17, 52, 80, 80, 52, 17, 3];

/** Pairs are added, then pairs of sums. */
function tree(h: Builder, terms: readonly Term[]): Term {
  const [only] = terms;
  if (only !== undefined && terms.length === 1) return only;
  const half = terms.length >> 1;
  return tree(h, terms.slice(0, half)).add(tree(h, terms.slice(half)));
}

export const smooth = kernel("smooth", { x: "int16[256]" }, ({ x }, h) =>
  h.compute(
    [256 - taps.length + 1],
    (i) =>
      tree(
        h,
        taps.map((tap, k) => x.at(i.add(k)).cast("int32").mul(tap)),
      )
        .shr(8)
        .cast("int16"),
    "y",
  ),
);
