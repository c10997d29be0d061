/** A kernel as somebody in a hurry would schedule it: short loops written out, two iterations at once, pipelines. */

import { tripCount } from "../../src/loops/analysis/trip_count.ts";
import { forLoops } from "../../src/loops/find.ts";
import type { For, Loops, Stmt } from "../../src/loops/nodes.ts";
import { statementsIn } from "../../src/loops/walk.ts";
import { apply, type Step } from "../../src/schedule/schedule.ts";

/** Steps that are refused are left out. */
export function fast(loops: Loops): Loops {
  const unrolled = innermost(loops).flatMap(unrolling).reduce(tried, loops);
  return innermost(unrolled).map(pipelining).reduce(tried, unrolled);
}

const writtenOut = 4; // iterations at most

function unrolling(loop: For): readonly Step[] {
  const count = tripCount(loop);
  if (count === null) return [];
  const factor = count <= writtenOut ? {} : { factor: 2 };
  return [{ primitive: "unroll", args: { loop: loop.name, ...factor } }];
}

function pipelining({ name }: For): Step {
  return { primitive: "pipeline", args: { loop: name } };
}

function tried(loops: Loops, step: Step): Loops {
  return apply(loops, [step]).loops;
}

/** Loops without a loop inside. One that is written out is none. */
function innermost(loops: Loops): readonly For[] {
  const isLoop = (stmt: Stmt): boolean =>
    stmt.kind === "while" || (stmt.kind === "for" && !isWrittenOut(stmt));
  return forLoops(loops).filter((loop) => !isWrittenOut(loop) && ![...statementsIn(loop.body)].some(isLoop));
}

function isWrittenOut({ attrs: { unroll } }: For): boolean {
  return unroll !== undefined && unroll.factor === undefined;
}
