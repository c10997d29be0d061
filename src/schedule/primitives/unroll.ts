import { namesRead } from "../../loops/analysis/effects.ts";
import { analyse, noFacts, rangeOf } from "../../loops/analysis/range/index.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { compare, constantOf, int, variable } from "../../loops/indices.ts";
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { steadyBounds } from "../bounds.ts";
import { done, integer, loop, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * An attribute: what runs is the same. A loop whose count changes with loops around it gets a copy for each value that
 * its variable can take, and each copy asks whether it runs:
 *
 *     for i in range(0, 4):                  for i in range(0, 4):
 *         for j in range(0, i):      =>          for j in range(0, 3):    # unroll
 *             a[i, j] = 0                            if j < i:
 *                                                        a[i, j] = 0
 */
export const unroll = primitive({
  name: "unroll",
  description: "Builds FACTOR copies of a loop's body that work side by side, or one for each iteration.",
  reshapes: false,
  params: { loop: loop(), factor: optional(integer({ min: 1 })) },
  apply(loops, { loop: name, factor }) {
    const loop = loopNamed(loops, name);
    const isCounted = factor !== undefined || tripCount(loop) !== null;
    const counted = isCounted ? { loops, loop, before: [] } : withinLimits(loops, loop);
    if (counted === null)
      return refuse("unknown-count", { loop: name }, { loop: name, span: loop.origin.span });
    const unroll = factor === undefined ? {} : { factor };
    const unrolled: For = { ...counted.loop, attrs: { ...loop.attrs, unroll } };
    return done(replaceLoop(counted.loops, name, () => [...counted.before, unrolled]));
  },
});

interface Counted {
  readonly loops: Loops; // with the scalars that hold bounds
  readonly before: readonly Stmt[];
  readonly loop: For;
}

/** A loop over all values that its variable can take; null where these do not follow from loops around it. */
function withinLimits(given: Loops, loop: For): Counted | null {
  const ranges = analyse(given);
  const limits = (bound: Expr): { readonly low: number; readonly high: number } | null =>
    [...namesRead(bound)].every((name) => (ranges.variables.get(name) ?? null) !== null)
      ? rangeOf(ranges, bound, noFacts)
      : null;
  const [first, last] = [limits(loop.from), limits(loop.to)];
  if (first === null || last === null) return null;
  const startsFixed = constantOf(loop.from) !== null;
  if (!startsFixed && loop.step !== 1) return null; // which values it takes depends on where it starts
  const { loops, before, from, to } = steadyBounds(given, loop);
  const own = variable(loop.variable);
  const upTo = constantOf(to) !== null ? loop.body : guarded(compare("lt", own, to), loop.body, loop);
  const body = startsFixed ? upTo : guarded(compare("ge", own, from), upTo, loop);
  return { loops, before, loop: { ...loop, from: int(first.low), to: int(last.high), body } };
}

function guarded(condition: Expr, then: readonly Stmt[], { origin }: For): readonly Stmt[] {
  return [{ kind: "if", condition, then, else: [], origin }];
}
