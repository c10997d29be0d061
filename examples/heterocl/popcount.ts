/** Counting bits with statements inside a formula (HeteroCL, figures 12 and 13). */
import { type DslKernel, kernel } from "lutra";

export function popcount(N = 10): DslKernel {
  return kernel("popcounts", {}, (_, h) => {
    const A = h.compute([N], (x) => x, { name: "A", type: "uint<32>" });
    return h.compute(
      [N],
      (x) => {
        const num = A.at(x);
        const out = h.scalar(0, "uint<6>", "out");
        h.for(num.width, (i) => out.inc(num.bit(i)), "loop1");
        return out;
      },
      "B",
    );
  });
}

/** Numbers below 16 have at most four bits set. */
export const schedule = `
downsize out to=uint<4>
unroll loop1
`;
