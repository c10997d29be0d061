/** Regions and pragmas speak to other compilers: what is inside of a region stands where the region stood. */
import type { Loops, Stmt } from "./nodes.ts";
import { mapBodies } from "./walk.ts";

/** Also of an external function, of which the body is the model. */
export function withoutRegions(loops: Loops): Loops {
  const { dataflow: _, tasks: __, ...rest } = loops;
  return { ...rest, body: inlined(loops.body) };
}

function inlined(body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    switch (stmt.kind) {
      case "region":
        return inlined(stmt.body);
      case "pragma":
        return [];
      default:
        return [mapBodies(stmt, inlined)];
    }
  });
}
