import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { done, integer, loop, optional, primitive } from "../primitive.ts";

/** An attribute, as `pipeline` is: circuits make one graph of the loop's body, and build products by constants as shared sums. */
export const flatten = primitive({
  name: "flatten",
  description:
    "Makes one graph of all that a loop holds: as `pipeline`, and products by constants become sums that share their parts.",
  reshapes: false,
  params: { loop: loop(), ii: optional(integer({ min: 1 })) },
  apply(loops, { loop, ii }) {
    const { attrs } = loopNamed(loops, loop);
    const asked = ii === undefined ? {} : { ii };
    return done(
      replaceLoop(loops, loop, (stmt) => [
        { ...stmt, attrs: { ...attrs, pipeline: { ...asked, flat: true } } },
      ]),
    );
  },
});
