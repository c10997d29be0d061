import { affineOf, affineRange, loopRange, plus, times } from "../../loops/analysis/affine.ts";
import { breaksOut, namesRead } from "../../loops/analysis/effects.ts";
import { boundParts } from "../../loops/depend/linear.ts";
import { loopNamed, pathTo, replaceLoop } from "../../loops/find.ts";
import { compare, floordiv, int, mod, mul, substitute, substituteIn, variable } from "../../loops/indices.ts";
import type { Expr, For, LoopAttrs, Loops, Stmt } from "../../loops/nodes.ts";
import type { Interval } from "../../types/interval.ts";
import { perfectBand } from "../band.ts";
import { refuseChangedBound, refuseLoadedBound } from "../bound_changes.ts";
import { countOf, newLoopNames, steadyBounds, valueAt } from "../bounds.ts";
import { placeOf } from "../clash.ts";
import { done, keyword, loop, newName, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { brokenAt } from "./split.ts";

/**
 *     for i in range(0, 8):                  for i_j in range(0, 32):
 *         for j in range(0, 4):      =>          b[i_j // 4, i_j % 4] = a[i_j // 4, i_j % 4]
 *             b[i, j] = a[i, j]
 *
 * The order of iterations stays, so it is always legal. Where the inner loop runs more often in some iterations of the
 * outer one, all are given the greatest count, and what is too much is guarded:
 *
 *     for i in range(0, 8):                  for i_j in range(0, 64):
 *         for j in range(i, 8):      =>          if i_j // 8 + i_j % 8 < 8:
 *             b[i, j] = a[i, j]                      b[i_j // 8, i_j // 8 + i_j % 8] = ...
 */
export const fuse = primitive({
  name: "fuse",
  description:
    "Makes one loop of two perfectly nested ones; where the inner one's count changes, it is guarded.",
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
    const changed = refuseChangedBound(loops, b, band.body);
    if (changed !== null) return changed;
    const follows = [b.from, b.to].some((bound) => namesRead(bound).has(a.variable));
    if (follows) {
      const loaded = refuseLoadedBound(loops, b);
      if (loaded !== null) return loaded;
    }

    const outerBounds = steadyBounds(loops, a);
    const innerBounds = follows
      ? { loops: outerBounds.loops, before: [], from: b.from, to: b.to }
      : steadyBounds(outerBounds.loops, b, a.body);
    const width = follows ? greatestCount(loops, a, b) : countOf(innerBounds.from, innerBounds.to, b.step);
    if (width === null) return refuse("bound-needs-loop", { loop: inner, inner: outer }, placeOf(b));
    const names = newLoopNames(innerBounds.loops, name ?? `${outer}_${inner}`);
    const index = variable(names.variable);
    const height = countOf(outerBounds.from, outerBounds.to, a.step);
    const row = valueAt(outerBounds.from, a.step, floordiv(index, width));
    const column = substituteIn(valueAt(innerBounds.from, b.step, mod(index, width)), a.variable, row);
    const counted = substitute(substitute(band.body, a.variable, row), b.variable, column);
    const inside = compare("lt", column, substituteIn(innerBounds.to, a.variable, row));
    const origin = { span: b.origin.span, operator: "schedule" } as const;
    const body: readonly Stmt[] = follows
      ? [{ kind: "if", condition: inside, then: counted, else: [], origin }]
      : counted;
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

/** The most that the inner loop can run in any iteration of those around it; null where that is not known now. */
function greatestCount(loops: Loops, outer: For, { from, to, step }: For): Expr | null {
  const ranges = new Map<string, Interval>();
  for (const around of [...pathTo(loops, outer.name).loops, outer]) {
    const range = loopRange(around, ranges);
    if (range !== null) ranges.set(around.variable, range);
  }
  const lengths = boundParts(from, "max").flatMap((low) =>
    boundParts(to, "min").flatMap((high) => {
      const [start, end] = [affineOf(low), affineOf(high)];
      const length = start && end && affineRange(plus(end, times(start, -1)), ranges);
      return length === null ? [] : [length.high];
    }),
  );
  if (lengths.length === 0) return null;
  return int(Math.max(1, Math.ceil(Math.min(...lengths) / step)));
}

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
