import { bug } from "../../diagnostics/bug.ts";
import { namesRead } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { canReorder } from "../../loops/depend/index.ts";
import { loopNamed, pathTo, replaceLoop } from "../../loops/find.ts";
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { nest, perfectBand, sunkBand } from "../band.ts";
import { refuseChangedBound, refuseLoadedBound } from "../bound_changes.ts";
import { clashPlace, clashText, inOrder, placeOf, stillParallel } from "../clash.ts";
import { type Applied, done, loopList, primitive } from "../primitive.ts";
import { rebound } from "../rebound.ts";
import { refuse } from "../refusal.ts";

/**
 *     for i in range(0, 8):                  for j in range(0, 4):
 *         for j in range(0, 4):      =>          for i in range(0, 8):
 *             b[i, j] = a[i, j]                      b[i, j] = a[i, j]
 *
 * Loops between them that are not named keep their place. Statements between the loops go into the first or the last
 * iteration of the loop they stand before or after. Bounds that need the variable of a loop that is now further in are
 * worked out anew (rebound.ts). Legal when no dependence comes to point backwards.
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
  const first = after.findIndex((loop, place) => band.loops[place] !== loop); // those further out see no change
  const moved = after.slice(first);
  for (const loop of moved) {
    const changed = refuseChangedBound(loops, loop, band.body) ?? refuseLoadedBound(loops, loop);
    if (changed !== null) return changed;
  }
  const around = [...pathTo(loops, outermost).loops, ...after.slice(0, first)];
  const found = needsInner(moved) === null ? { loops: moved, guards: [] } : rebound(moved, around);
  if (found === null) return refuseBound(moved);
  const uncounted = found.loops.find(isUncounted);
  if (uncounted !== undefined)
    return refuse("unknown-count", { loop: uncounted.name }, placeOf(loopNamed(loops, uncounted.name)));
  const clash = canReorder(inOrder(loops), names);
  if (clash !== null) {
    const facts = { loops: after.map((loop) => loop.name), clash: clashText(loops, clash) };
    return refuse("order-clash", facts, clashPlace(outer, clash));
  }
  const body = guarded(found.guards, band.body, outer);
  const reordered = replaceLoop(loops, outermost, () =>
    nest([...after.slice(0, first), ...found.loops], body),
  );
  return stillParallel(reordered, after[0]?.name ?? outermost);
}

/** The first loop whose bounds need the variable of one further in. */
function needsInner(order: readonly For[]): { readonly loop: For; readonly inner: For } | null {
  for (const [place, loop] of order.entries()) {
    const needs = new Set([loop.from, loop.to].flatMap((bound) => [...namesRead(bound)]));
    const inner = order.slice(place + 1).find((other) => needs.has(other.variable));
    if (inner !== undefined) return { loop, inner };
  }
  return null;
}

function refuseBound(order: readonly For[]): Applied {
  const { loop, inner } = needsInner(order) ?? bug("no bound needs a loop further in");
  return refuse("bound-needs-loop", { loop: loop.name, inner: inner.name }, placeOf(loop));
}

/** To be unrolled completely, with a count that is not one number any more. */
function isUncounted({ attrs: { unroll }, ...loop }: For): boolean {
  return unroll !== undefined && unroll.factor === undefined && tripCount({ ...loop, attrs: {} }) === null;
}

function guarded(guards: readonly Expr[], body: readonly Stmt[], { origin }: For): readonly Stmt[] {
  const { span } = origin;
  return guards.reduce<readonly Stmt[]>(
    (inner, condition) => [
      { kind: "if", condition, then: inner, else: [], origin: { span, operator: "schedule" } },
    ],
    body,
  );
}
