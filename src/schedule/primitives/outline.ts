import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { done, loop, newName, primitive } from "../primitive.ts";

/** A loop holds its own breaks, so nothing ever leaves a region half way. `inline` is the way back. */
export const outline = primitive({
  name: "outline",
  description: "Makes a loop nest a kernel of its own: a region that becomes a module.",
  params: { loop: loop(), name: newName() },
  apply(loops, { loop: nest, name }) {
    const { span } = loopNamed(loops, nest).origin;
    const origin = { span, operator: "schedule" } as const;
    return done(replaceLoop(loops, nest, (stmt) => [{ kind: "region", name, body: [stmt], origin }]));
  },
});
