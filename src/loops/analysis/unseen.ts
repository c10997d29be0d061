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

/** Without fills of arrays on chip that nobody sees, because every element is written after them before it is read. */
export function withoutUnseenFills(loops: Loops, sees: typeof seesStart = seesStart): Loops {
  const unseen = new Set<Stmt>();
  const statements = loops.body.flatMap((stmt) => (stmt.kind === "region" ? stmt.body : [stmt]));
  for (const [at, fill] of statements.entries()) {
    if (fill.kind !== "for" || fill.origin.operator !== "fill") continue;
    const [name, other] = writesOf([fill]);
    const decl = loops.arrays.find((one) => one.name === name);
    if (decl === undefined || other !== undefined) continue;
    if (!sees(statements.slice(at + 1), decl, loops.results.includes(decl.name))) unseen.add(fill);
  }
  if (unseen.size === 0) return loops;
  const body = loops.body.map((stmt): Stmt => {
    return stmt.kind === "region" ? { ...stmt, body: stmt.body.filter((one) => !unseen.has(one)) } : stmt;
  });
  return { ...loops, body };
}
