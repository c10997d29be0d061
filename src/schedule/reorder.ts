import { canReorder } from "../loops/depend/index.ts";
import type { For, Loops } from "../loops/nodes.ts";
import { type Band, nest, perfectBand, sunkBand } from "./band.ts";
import { refuseChangedBound, refuseLoadedBound } from "./bound_changes.ts";
import { clashPlace, clashText, inOrder, placeOf, stillParallel } from "./clash.ts";
import { namesRead } from "./effects.ts";
import { loopNamed, pathTo, replaceLoop } from "./find.ts";
import { type Applied, done, loopList, primitive } from "./primitive.ts";
import { refuse } from "./refusal.ts";

/**
 *     for i in range(0, 8):                  for j in range(0, 4):
 *         for j in range(0, 4):      =>          for i in range(0, 8):
 *             b[i, j] = a[i, j]                      b[i, j] = a[i, j]
 *
 * Loops between them that are not named keep their place. Statements between the loops go into the first or the last
 * iteration of the loop they stand before or after. Legal when no dependence comes to point backwards and no bound
 * needs the variable of a loop that is now further in.
 */
export const reorder = primitive({
  name: "reorder",
  description: "Puts the loops of a nest in the order given, outermost first.",
  params: { loops: loopList(2) },
  apply: (loops, { loops: names }) => reorderLoops(loops, names),
});

export function reorderLoops(loops: Loops, names: readonly string[]): Applied {
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice !== undefined) return refuse("named-twice", { loop: twice }, { loop: twice });
  const byDepth = [...names].sort((a, b) => pathTo(loops, a).loops.length - pathTo(loops, b).loops.length);
  const [outermost = "", innermost = ""] = [byDepth[0], byDepth.at(-1)];
  const outer = loopNamed(loops, outermost);
  const band = perfectBand(outer, innermost) ?? sunkBand(outer, innermost);
  const missing = names.find((name) => !band?.loops.some((loop) => loop.name === name));
  if (band === null || missing !== undefined) {
    return refuse("not-nested", { outer: outermost, inner: missing ?? innermost }, placeOf(outer));
  }

  let next = 0;
  const after = band.loops.map((loop) =>
    names.includes(loop.name) ? loopNamed(loops, names[next++] ?? "") : loop,
  );
  if (after.every((loop, place) => loop === band.loops[place])) return done(loops);
  const moved = boundClash(loops, band, after);
  if (moved !== null) return moved;
  const clash = canReorder(inOrder(loops), names);
  if (clash !== null) {
    const facts = { loops: after.map((loop) => loop.name), clash: clashText(loops, clash) };
    return refuse("order-clash", facts, clashPlace(outer, clash));
  }
  const reordered = replaceLoop(loops, outermost, () => nest(after, band.body));
  return stillParallel(reordered, after[0]?.name ?? outermost);
}

/** A bound is evaluated before all loops further in: it may need none of their variables, and nothing they write. */
function boundClash(loops: Loops, { loops: before, body }: Band, after: readonly For[]): Applied | null {
  const first = after.findIndex((loop, place) => before[place] !== loop); // those further out see no change
  for (const [place, loop] of after.entries()) {
    if (place < first) continue;
    const needs = new Set([loop.from, loop.to].flatMap((bound) => [...namesRead(bound)]));
    const inner = after.slice(place + 1).find((other) => needs.has(other.variable));
    if (inner !== undefined) {
      return refuse("bound-needs-loop", { loop: loop.name, inner: inner.name }, placeOf(loop));
    }
    const changed = refuseChangedBound(loops, loop, body) ?? refuseLoadedBound(loops, loop);
    if (changed !== null) return changed;
  }
  return null;
}
