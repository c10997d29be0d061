import { breaksOut } from "../../loops/analysis/effects.ts";
import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { add, ceildiv, compare, constantOf, int, mul, substitute, variable } from "../../loops/indices.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { countAtMost, newLoopNames, steadyBounds, valueAt } from "../bounds.ts";
import { type Applied, done, integer, keyword, loop, newName, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 *     for i in range(0, 10):                 for i_outer in range(0, 3):
 *         b[i] = a[i]                =>          for i_inner in range(0, 4):
 *                                                    if i_outer * 4 + i_inner < 10:
 *                                                        b[i_outer * 4 + i_inner] = a[i_outer * 4 + i_inner]
 *
 * The order of iterations stays, so it is always legal. There is no guard where the factor divides the count.
 */
export const split = primitive({
  name: "split",
  description:
    "Makes two loops of one, the inner one with FACTOR iterations; what is left over at the end is guarded.",
  params: {
    loop: loop(),
    factor: integer({ min: 1 }),
    outer: optional(keyword(newName())),
    inner: optional(keyword(newName())),
  },
  apply(loops, { loop, factor, outer, inner }) {
    if (outer !== undefined && outer === inner) return refuse("name-taken", { name: outer }, { loop });
    return splitLoop(loops, loop, factor, {
      outer: outer ?? `${loop}.outer`,
      inner: inner ?? `${loop}.inner`,
    });
  },
});

/** Also for the primitives that begin with a split. */
export function splitLoop(
  loops: Loops,
  name: string,
  factor: number,
  names: { readonly outer: string; readonly inner: string },
  rewrite: (body: readonly Stmt[], inner: string) => readonly Stmt[] = (body) => body,
): Applied {
  const loop = loopNamed(loops, name);
  const left = breaksOut(loop.body);
  if (left !== null) return refuse("left-early", { loop: name, primitive: "split" }, brokenAt(loop, left));

  const steady = steadyBounds(loops, loop);
  const outer = newLoopNames(steady.loops, names.outer);
  const inner = newLoopNames(steady.loops, names.inner, outer);
  const count = countAtMost(steady.from, steady.to, loop.step);
  const index = add(mul(variable(outer.variable), int(factor)), variable(inner.variable));
  const body = rewrite(
    substitute(loop.body, loop.variable, valueAt(steady.from, loop.step, index)),
    inner.variable,
  );
  const known = constantOf(count);
  const origin = { span: loop.origin.span, operator: "schedule" as const };
  const guarded: readonly Stmt[] =
    known !== null && known % factor === 0
      ? body
      : [{ kind: "if", condition: compare("lt", index, count), then: body, else: [], origin }];
  const { parallel, ...ordered } = loop.attrs;
  const both = parallel === true ? { parallel } : {};
  const innerLoop: For = {
    ...loop,
    ...inner,
    from: int(0),
    to: int(factor),
    step: 1,
    body: guarded,
    attrs: { ...ordered, ...both }, // what was asked of the loop is asked of the iterations next to each other
  };
  const outerLoop: For = {
    ...loop,
    ...outer,
    from: int(0),
    to: ceildiv(count, factor),
    step: 1,
    body: [innerLoop],
    attrs: both,
  };
  return done(replaceLoop(steady.loops, name, () => [...steady.before, outerLoop]));
}

export function brokenAt(loop: For, left: Stmt) {
  return {
    loop: loop.name,
    span: loop.origin.span,
    notes: [{ span: left.origin.span, message: "it is left here" }],
  };
}
