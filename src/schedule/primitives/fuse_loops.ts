import { breaksOut, jumpsOut } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { canFuseLoops } from "../../loops/depend/index.ts";
import { loopNamed, pathTo, replaceLoop } from "../../loops/find.ts";
import { substitute } from "../../loops/indices.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { refuseChangedBound } from "../bound_changes.ts";
import { matchingCounter, steadyBounds } from "../bounds.ts";
import { clashPlace, clashText, inOrder, placeOf, stillParallel } from "../clash.ts";
import { loop, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { brokenAt } from "./split.ts";

/**
 *     for i in range(0, 8):                  for i in range(0, 8):
 *         b[i] = a[i] + 1            =>          b[i] = a[i] + 1
 *     for j in range(0, 8):                      c[i] = b[i] * 2
 *         c[j] = b[j] * 2
 *
 * The loops stand in one body and run equally often; what stands between them comes after both. Legal when nothing of
 * the first, or between them, comes to run after an iteration of the second that it must precede.
 */
export const fuseLoops = primitive({
  name: "fuse_loops",
  description:
    "Makes one loop of two that follow each other; it stands where the first stood and keeps the name of the first.",
  params: { first: loop(), second: loop() },
  apply(loops, { first, second }) {
    const a = loopNamed(loops, first);
    const b = loopNamed(loops, second);
    const { siblings, index } = pathTo(loops, first);
    const last = siblings.indexOf(b);
    if (last <= index) return refuse("not-after", { first, second }, placeOf(b));
    const between = siblings.slice(index + 1, last);
    const jump = jumpsOut(between);
    if (jump !== null)
      return refuse("jump-between", { first, second, primitive: "fuse_loops" }, brokenAt(b, jump));
    for (const one of [a, b]) {
      const left = breaksOut(one.body);
      if (left !== null)
        return refuse("left-early", { loop: one.name, primitive: "fuse_loops" }, brokenAt(one, left));
    }
    const changed = refuseChangedBound(loops, b, [...a.body, ...between]);
    if (changed !== null) return changed;
    const steady = steadyBounds(loops, a);
    const counter = matchingCounter({ ...a, from: steady.from }, b);
    if (counter === null) return refuse("counts-differ", { first, second, ...countsOf(a, b) }, placeOf(b));

    const clash = canFuseLoops(inOrder(loops), first, second);
    if (clash !== null) {
      const facts = { first, second, clash: clashText(loops, clash) };
      return refuse("fusion-clash", facts, clashPlace(b, clash));
    }
    const moved = substitute(b.body, b.variable, counter);
    const fused: For = {
      ...a,
      from: steady.from,
      to: steady.to,
      body: [...a.body, ...moved],
      attrs: attrsOf(a, b),
      origin: origin(a, b),
    };
    const next = replaceLoop(withoutLoop(steady.loops, second), first, () => [...steady.before, fused]);
    return stillParallel(next, first);
  },
});

/** The first one's wishes, then the second's; parallel only when both are. */
function attrsOf({ attrs: a }: For, { attrs: b }: For): For["attrs"] {
  const { parallel, ...rest } = { ...b, ...a };
  return parallel === true && a.parallel === true && b.parallel === true ? { ...rest, parallel } : rest;
}

function countsOf(a: For, b: For) {
  return { firstCount: tripCount(a), secondCount: tripCount(b) };
}

function origin(a: For, b: For): For["origin"] {
  const { span, operator } = a.origin;
  return a.origin.unordered === true && b.origin.unordered === true ? a.origin : { span, operator };
}

function withoutLoop(loops: Loops, name: string): Loops {
  return replaceLoop(loops, name, (): readonly Stmt[] => []);
}
