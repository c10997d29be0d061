/** Whether anybody sees what an array held before a kernel wrote it. */
import { walkTouches } from "../../loops/analysis/touches.ts";
import type { ArrayDecl, Stmt } from "../../loops/nodes.ts";

/** `isReturned`: the caller sees all of it. It errs to the side of yes. */
export function seesStart(body: readonly Stmt[], decl: ArrayDecl, isReturned: boolean): boolean {
  const stored = new Uint8Array(decl.shape.reduce((product, extent) => product * extent, 1));
  let sees = false;
  const walked = walkTouches(body, decl, ({ kind, at, isSure }) => {
    if (kind === "store" && isSure && at !== null) stored[at] = 1;
    if (kind === "load" && (at === null || stored[at] !== 1)) sees = true;
  });
  return sees || walked !== "all" || (isReturned && stored.includes(0));
}
