/** What an array held before a kernel wrote it, and whether anybody sees that. */
import type { ArrayDecl, Loops, Stmt } from "../nodes.ts";
import { writesOf } from "./effects.ts";
import { walkTouches } from "./touches.ts";

/** `isReturned`: the caller sees all of it. It errs to the side of yes. */
export function seesStart(body: readonly Stmt[], decl: ArrayDecl, isReturned: boolean): boolean {
  const stored = new Uint8Array(decl.shape.reduce((product, extent) => product * extent, 1));
  const walked = walkTouches(body, decl, ({ kind, at, isSure }) => {
    if (kind === "store" && isSure && at !== null) stored[at] = 1;
    return kind === "load" && (at === null || stored[at] !== 1) ? "enough" : undefined;
  });
  return walked !== "all" || (isReturned && stored.includes(0));
}

/** Fills of arrays on chip that nobody sees, because every element is written before it is read. */
export function withoutUnseenFills(loops: Loops, sees: typeof seesStart = seesStart): Loops {
  let now = loops;
  for (const region of loops.body) {
    if (region.kind !== "region") continue;
    for (const fill of region.body) {
      if (fill.kind !== "for" || fill.origin.operator !== "fill") continue;
      const [name, other] = writesOf([fill]);
      const decl = loops.arrays.find((one) => one.name === name);
      if (decl === undefined || other !== undefined) continue;
      const body = now.body.map((stmt): Stmt => {
        return stmt.kind === "region" ? { ...stmt, body: stmt.body.filter((one) => one !== fill) } : stmt;
      });
      if (!sees(body, decl, loops.results.includes(decl.name))) now = { ...now, body };
    }
  }
  return now;
}
