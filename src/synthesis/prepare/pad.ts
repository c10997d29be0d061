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
import { compare, constantOf, int, variable } from "../../loops/indices.ts";
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
  if (count === null || copies < 2 || count % copies === 0 || count < 2 * copies) return false;
  if (constantOf(loop.from) === null || constantOf(loop.to) === null) return false; // the body might change it
  return breaksOut(loop.body) === null && continuesOut(loop.body) === null;
}

function padded(loop: For): For {
  const [count, copies, from, end] = [
    tripCount(loop),
    copiesOf(loop),
    constantOf(loop.from),
    constantOf(loop.to),
  ];
  if (count === null || from === null || end === null) return loop;
  const whole = Math.ceil(count / copies) * copies;
  const isThere = compare("lt", variable(loop.variable), int(end));
  return { ...loop, to: int(from + whole * loop.step), body: [guarded(isThere, loop.body, loop)] };
}
