import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { int } from "../../loops/indices.ts";
import type { For, Loops } from "../../loops/nodes.ts";
import { newLoopNames } from "../bounds.ts";
import { done, integer, keyword, loop, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/** An attribute, as `pipeline` is: circuits make one graph of the loop's body, and build products by constants as shared sums. */
export const flatten = primitive({
  name: "flatten",
  description:
    "Makes one graph of all that a loop, or the kernel, holds: as `pipeline`, and products by constants become sums that share their parts.",
  reshapes: false,
  params: { loop: optional(loop()), ii: optional(keyword(integer({ min: 1 }))) },
  apply(loops, { loop, ii }) {
    const asked = ii === undefined ? {} : { ii };
    if (loop === undefined && (loops.dataflow === true || loops.tasks === true))
      return refuse("flatten-processes", undefined);
    const [around, name] = loop === undefined ? inOneLoop(loops) : [loops, loop];
    const { attrs } = loopNamed(around, name);
    const flat = { ...attrs, pipeline: { ...asked, flat: true as const } };
    return done(replaceLoop(around, name, (stmt) => [{ ...stmt, attrs: flat }]));
  },
});

/** The whole kernel as the one iteration of a loop. */
function inOneLoop(loops: Loops): readonly [Loops, string] {
  const { name, variable } = newLoopNames(loops, "flat");
  const [first] = loops.body;
  const span = first?.origin.span ?? { from: 0, to: 0 };
  const once: For = {
    kind: "for",
    name,
    variable,
    from: int(0),
    to: int(1),
    step: 1,
    body: loops.body,
    attrs: {},
    origin: { span, operator: "schedule" },
  };
  return [{ ...loops, body: [once] }, name];
}
