import { inIntegers } from "../exact/rewrite.ts";
import { done, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/** The same bits: what is proved to be a whole multiple of a power of two, and never rounded, is counted in integers. */
export const fixedPoint = primitive({
  name: "fixed_point",
  description:
    "Computes in integers whatever floats are proved to lose nothing by it: values on a grid, as quantised networks have.",
  params: {},
  apply(loops) {
    const changed = inIntegers(loops);
    return changed === null ? refuse("nothing-on-a-grid", undefined) : done(changed);
  },
});
