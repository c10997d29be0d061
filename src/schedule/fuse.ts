import type { For, LoopAttrs } from "../loops/nodes.ts";
import { perfectBand } from "./band.ts";
import { refuseChangedBound } from "./bound_changes.ts";
import { countOf, newLoopNames, steadyBounds, valueAt } from "./bounds.ts";
import { placeOf } from "./clash.ts";
import { breaksOut, namesRead } from "./effects.ts";
import { loopNamed, replaceLoop } from "./find.ts";
import { floordiv, int, mod, mul, substitute, variable } from "./indices.ts";
import { done, keyword, loop, newName, optional, primitive } from "./primitive.ts";
import { refuse } from "./refusal.ts";
import { brokenAt } from "./split.ts";

/**
 *     for i in range(0, 8):                  for i_j in range(0, 32):
 *         for j in range(0, 4):      =>          b[i_j // 4, i_j % 4] = a[i_j // 4, i_j % 4]
 *             b[i, j] = a[i, j]
 *
 * The order of iterations stays, so it is legal wherever the inner loop always runs equally often.
 */
export const fuse = primitive({
  name: "fuse",
  description: "Makes one loop of two perfectly nested ones.",
  params: { outer: loop(), inner: loop(), name: optional(keyword(newName())) },
  apply(loops, { outer, inner, name }) {
    const a = loopNamed(loops, outer);
    const band = perfectBand(a, inner);
    const b = band?.loops[1];
    if (band === null || b === undefined || band.loops.length !== 2) {
      return refuse("not-nested", { outer, inner }, placeOf(a));
    }
    const left = breaksOut(band.body);
    if (left !== null) return refuse("left-early", { loop: inner, primitive: "fuse" }, brokenAt(b, left));
    const needs = new Set([b.from, b.to].flatMap((bound) => [...namesRead(bound)]));
    if (needs.has(a.variable)) return refuse("bound-needs-loop", { loop: inner, inner: outer }, placeOf(b));
    const changed = refuseChangedBound(loops, b, band.body);
    if (changed !== null) return changed;

    const outerBounds = steadyBounds(loops, a);
    const innerBounds = steadyBounds(outerBounds.loops, b, a.body);
    const names = newLoopNames(innerBounds.loops, name ?? `${outer}_${inner}`);
    const index = variable(names.variable);
    const width = countOf(innerBounds.from, innerBounds.to, b.step);
    const height = countOf(outerBounds.from, outerBounds.to, a.step);
    const body = substitute(
      substitute(band.body, a.variable, valueAt(outerBounds.from, a.step, floordiv(index, width))),
      b.variable,
      valueAt(innerBounds.from, b.step, mod(index, width)),
    );
    const fused: For = {
      ...b,
      ...names,
      from: int(0),
      to: mul(height, width),
      step: 1,
      body,
      attrs: both(a.attrs, b.attrs),
      origin: a.origin.unordered === true && b.origin.unordered === true ? b.origin : ordered(b),
    };
    return done(
      replaceLoop(innerBounds.loops, outer, () => [...outerBounds.before, ...innerBounds.before, fused]),
    );
  },
});

/** The inner loop's wishes hold for the iterations next to each other; what both wish holds for all. */
function both(outer: LoopAttrs, inner: LoopAttrs): LoopAttrs {
  const { parallel, unroll, ...rest } = inner;
  const pipeline = rest.pipeline ?? outer.pipeline;
  const whole = unroll !== undefined && unroll.factor === undefined;
  const allUnrolled = whole && outer.unroll !== undefined && outer.unroll.factor === undefined;
  return {
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(unroll === undefined || (whole && !allUnrolled) ? {} : { unroll }),
    ...(parallel === true && outer.parallel === true ? { parallel } : {}),
  };
}

function ordered({ origin: { span, operator } }: For): For["origin"] {
  return { span, operator };
}
