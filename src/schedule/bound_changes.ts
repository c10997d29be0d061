/** A loop evaluates its bounds once. A step that has them evaluated elsewhere needs them to be the same there. */

import { namesRead, writesOf } from "../loops/analysis/effects.ts";
import { type Access, meeting } from "../loops/depend/index.ts";
import type { Expr, For, Loops, Stmt } from "../loops/nodes.ts";
import { expressionsIn } from "../loops/walk.ts";
import { accessAt, accessReason, clashReason, doneBy, placeOf } from "./clash.ts";
import type { Applied } from "./primitive.ts";
import { refuse } from "./refusal.ts";

/** Refuses when statements write what the bounds of the loop read; null when they do not. */
export function refuseChangedBound(loops: Loops, loop: For, stmts: readonly Stmt[]): Applied | null {
  const written = writesOf(stmts);
  const name = boundsOf(loop)
    .flatMap((bound) => [...namesRead(bound)])
    .find((one) => written.has(one));
  if (name === undefined) return null;
  const own = doneBy(stmts);
  const reads = (access: Access): boolean => !access.write && access.name === name && access.stmt === loop;
  const writes = (access: Access): boolean => access.write && access.name === name && own(access);
  const claim = `the bounds of \`${loop.name}\` depend on \`${name}\`, which the loops write`;
  const clash =
    meeting(loops, { first: writes, second: reads }) ?? meeting(loops, { first: reads, second: writes });
  if (clash === null) return refuse("bound-changes", { why: claim }, { ...placeOf(loop), array: name });
  const { text, place } = clashReason(loops, claim, clash);
  return refuse("bound-changes", { why: text }, { ...placeOf(loop), ...place });
}

/** Refuses a bound that is loaded: elsewhere the index may be out of range, or the element another. */
export function refuseLoadedBound(loops: Loops, loop: For): Applied | null {
  for (const bound of boundsOf(loop)) {
    for (const expr of expressionsIn(bound)) {
      if (expr.kind !== "load") continue;
      const claim = `the bounds of \`${loop.name}\` are loaded from an array`;
      const { text, place } = accessReason(loops, claim, accessAt(loops, expr.index));
      return refuse("bound-changes", { why: text }, { ...placeOf(loop), ...place });
    }
  }
  return null;
}

function boundsOf({ from, to }: For): readonly Expr[] {
  return [from, to];
}
