import { loopNamed } from "../../loops/find.ts";
import type { Loops } from "../../loops/nodes.ts";
import { perfectBand } from "../band.ts";
import { newLoopNames } from "../bounds.ts";
import { placeOf } from "../clash.ts";
import { integer, loop, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { reorderLoops } from "./reorder.ts";
import { splitLoop } from "./split.ts";

/**
 *     for i in range(0, 8):                  for i_outer in range(0, 2):
 *         for j in range(0, 8):      =>          for j_outer in range(0, 2):
 *             b[i, j] = a[i, j]                      for i_inner in range(0, 4):
 *                                                        for j_inner in range(0, 4):
 *                                                            b[i_outer * 4 + i_inner, ...] = ...
 */
export const tile = primitive({
  name: "tile",
  description: "Walks two nested loops in tiles: splits both and puts the loops over tiles outside.",
  params: { outer: loop(), inner: loop(), rows: integer({ min: 1 }), columns: integer({ min: 1 }) },
  apply(loops, { outer, inner, rows, columns }) {
    const nested = outer !== inner && perfectBand(loopNamed(loops, outer), inner) !== null;
    if (!nested) return refuse("not-nested", { outer, inner }, placeOf(loopNamed(loops, outer)));
    const a = parts(loops, outer);
    const first = splitLoop(loops, outer, rows, a);
    if (!first.ok) return first;
    const b = parts(first.loops, inner);
    const second = splitLoop(first.loops, inner, columns, b);
    if (!second.ok) return second;
    return reorderLoops(second.loops, [a.outer, b.outer, a.inner, b.inner]);
  },
});

function parts(loops: Loops, loop: string) {
  const outer = newLoopNames(loops, `${loop}.outer`);
  return { outer: outer.name, inner: newLoopNames(loops, `${loop}.inner`, outer).name };
}
