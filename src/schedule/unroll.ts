import { tripCount } from "./bounds.ts";
import { loopNamed, replaceLoop } from "./find.ts";
import { done, integer, loop, optional, primitive } from "./primitive.ts";
import { refuse } from "./refusal.ts";

/** An attribute: what runs is the same. Only a loop with a known number of iterations can be unrolled completely. */
export const unroll = primitive({
  name: "unroll",
  description: "Builds FACTOR copies of a loop's body that work side by side, or one for each iteration.",
  params: { loop: loop(), factor: optional(integer({ min: 1 })) },
  apply(loops, { loop: name, factor }) {
    const loop = loopNamed(loops, name);
    if (factor === undefined && tripCount(loop) === null) {
      return refuse("unknown-count", { loop: name }, { loop: name, span: loop.origin.span });
    }
    const unroll = factor === undefined ? {} : { factor };
    return done(replaceLoop(loops, name, () => [{ ...loop, attrs: { ...loop.attrs, unroll } }]));
  },
});
