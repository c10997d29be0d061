/** What the schedule asked of a loop, and what is proven about it, as pragmas above it. */
import { carriedBy } from "../../loops/depend/index.ts";
import type { For, Loops, While } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";

/** `name` gives the C name of an array. */
export function pragmasOf(loop: For | While, loops: Loops, name: (of: string) => string): readonly string[] {
  if (loop.kind === "while") return [];
  const { pipeline, unroll } = loop.attrs;
  const wholly = unroll !== undefined && unroll.factor === undefined;
  return [
    ...(wholly ? [] : independence(loop, loops, name)),
    ...(pipeline?.ii === undefined ? [] : [`#pragma ii ${pipeline.ii}`]),
    ...(unroll === undefined
      ? []
      : [`#pragma unroll${unroll.factor === undefined ? "" : ` ${unroll.factor}`}`]),
  ];
}

/**
 * `ivdep`: of arrays that the loop both reads and writes, those of which no iteration needs what another wrote. Without
 * names it is about all arrays, also those that are only written.
 */
function independence(loop: For, loops: Loops, name: (of: string) => string): readonly string[] {
  const { read, written } = accessed(loop);
  const both = [...written].filter((array) => read.has(array));
  if (both.length === 0) return [];
  const carried = new Set(carriedBy(loops, loop.name).map((one) => one.name));
  if (![...written].some((array) => carried.has(array))) return ["#pragma ivdep"];
  return both.filter((array) => !carried.has(array)).map((array) => `#pragma ivdep array(${name(array)})`);
}

function accessed(loop: For): { readonly read: ReadonlySet<string>; readonly written: ReadonlySet<string> } {
  const [read, written] = [new Set<string>(), new Set<string>()];
  for (const stmt of statementsIn(loop.body)) {
    if (stmt.kind === "store") written.add(stmt.array);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "load") read.add(expr.array);
    }
  }
  return { read, written };
}
