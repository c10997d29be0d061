import type { Stmt } from "../../loops/nodes.ts";
import { mapBodies } from "../../loops/walk.ts";
import { done, primitive, regionName } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { processStep } from "./processes.ts";

/** Names inside and outside of a region are the same names, so its statements can stand where it stood. */
export const inline = primitive({
  name: "inline",
  description: "Puts the statements of a region back where it stands, in the kernel around it.",
  params: { region: regionName() },
  apply(loops, { region }) {
    const step = processStep(loops);
    const isProcess = loops.body.some((stmt) => stmt.kind === "region" && stmt.name === region);
    if (step !== null && isProcess) return refuse("inline-process", { region, step });
    const without = (body: readonly Stmt[]): readonly Stmt[] =>
      body.flatMap((stmt) => {
        const inner = mapBodies(stmt, without);
        return inner.kind === "region" && inner.name === region ? inner.body : [inner];
      });
    return done({ ...loops, body: without(loops.body) });
  },
});
