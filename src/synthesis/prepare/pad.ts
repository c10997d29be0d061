/**
 * A pipelined loop whose copies do not go into its count runs a little further, and the last copies ask whether they
 * still run. So a nest stays one of loops right inside each other, which runs as one; else what is left over stands
 * beside the loop, and every run of it is waited for.
 *
 *     for i in range(9):                        for i in range(9):
 *         for j in range(7):  # unroll(2)  =>       for j in range(8):  # unroll(2)
 *             s += a[i, j]                              if j < 7: s += a[i, j]
 */
import { breaksOut, continuesOut } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { forLoops, replaceLoop } from "../../loops/find.ts";
import { add, compare, int, variable } from "../../loops/indices.ts";
import type { For, Loops } from "../../loops/nodes.ts";
import { guarded } from "./align.ts";
import { copiesOf } from "./write_out.ts";

export function pad(loops: Loops): Loops {
  const names = forLoops(loops)
    .filter(hasRest)
    .map(({ name }) => name);
  return names.reduce((now, name) => replaceLoop(now, name, (loop) => [padded(loop)]), loops);
}

function hasRest(loop: For): boolean {
  if (loop.attrs.pipeline === undefined) return false;
  const [count, copies] = [tripCount(loop), copiesOf(loop)];
  if (count === null || count % copies === 0 || count < 2 * copies) return false;
  return breaksOut(loop.body) === null && continuesOut(loop.body) === null;
}

function padded(loop: For): For {
  const rest = (tripCount(loop) ?? 0) % copiesOf(loop);
  const further = (copiesOf(loop) - rest) * loop.step;
  const isThere = compare("lt", variable(loop.variable), loop.to);
  return { ...loop, to: add(loop.to, int(further)), body: [guarded(isThere, loop.body, loop)] };
}
