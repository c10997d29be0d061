import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { done, integer, loop, optional, primitive, word } from "../primitive.ts";

/** An attribute: what runs is the same. The back ends report the II that dependences and memories allow. */
export const pipeline = primitive({
  name: "pipeline",
  description:
    "Starts an iteration of a loop before the one before it has ended: every II cycles, or as often as it can. With `or_more` the II is a wish: where it cannot be had, the least one.",
  reshapes: false,
  params: { loop: loop(), ii: optional(integer({ min: 1 })), least: optional(word("or_more")) },
  apply(loops, { loop, ii, least }) {
    const { attrs } = loopNamed(loops, loop);
    const asked = ii === undefined ? {} : { ii, ...(least === undefined ? {} : { orMore: true as const }) };
    return done(replaceLoop(loops, loop, (stmt) => [{ ...stmt, attrs: { ...attrs, pipeline: asked } }]));
  },
});
