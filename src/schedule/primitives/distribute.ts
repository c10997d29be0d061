import { breaksOut, continuesOut, writesOf } from "../../loops/analysis/effects.ts";
import { canDistribute } from "../../loops/depend/index.ts";
import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { substitute, variable } from "../../loops/indices.ts";
import type { For, Stmt } from "../../loops/nodes.ts";
import { newLoopNames, steadyBounds } from "../bounds.ts";
import { clashPlace, clashText, inOrder, placeOf, stillParallel } from "../clash.ts";
import { loop, part, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { brokenAt } from "./split.ts";

/**
 *     for i in range(0, 8):                  for i in range(0, 8):
 *         for j in range(0, 4):                  for j in range(0, 4):
 *             c[i, j] = 0            =>              c[i, j] = 0
 *         b[i] = a[i]                        for i_rest in range(0, 8):
 *                                                b[i_rest] = a[i_rest]
 *
 * AFTER is a loop or region that stands in the loop's body, or an array or scalar: then the first statement of the body
 * that sets it. Legal when nothing that comes first needs what the rest did in an earlier iteration.
 */
export const distribute = primitive({
  name: "distribute",
  description:
    "Makes two loops of one: what its body does up to AFTER, a nest in it or what a statement sets, and `LOOP.rest`.",
  params: { loop: loop(), after: part() },
  apply(loops, { loop: name, after }) {
    const whole = loopNamed(loops, name);
    const count = whole.body.findIndex((stmt) => isPart(stmt, after)) + 1;
    if (count === 0) return refuse("not-in-body", { loop: name, after }, placeOf(whole));
    if (count === whole.body.length) return refuse("nothing-after", { loop: name, after }, placeOf(whole));
    const left = breaksOut(whole.body);
    if (left !== null) {
      return refuse("left-early", { loop: name, primitive: "distribute" }, brokenAt(whole, left));
    }
    const cut = continuesOut(whole.body.slice(0, count));
    if (cut !== null) return refuse("rest-skipped", { loop: name }, brokenAt(whole, cut));

    const clash = canDistribute(inOrder(loops), name, count);
    if (clash !== null) {
      const facts = { loop: name, after, clash: clashText(loops, clash) };
      return refuse("distribution-clash", facts, clashPlace(whole, clash));
    }
    const steady = steadyBounds(loops, whole);
    const bounds = { from: steady.from, to: steady.to };
    const names = newLoopNames(steady.loops, `${name}.rest`);
    const rest = substitute(whole.body.slice(count), whole.variable, variable(names.variable));
    const first: For = { ...whole, ...bounds, body: whole.body.slice(0, count) };
    const second: For = { ...whole, ...bounds, ...names, body: rest };
    const next = replaceLoop(steady.loops, name, () => [...steady.before, first, second]);
    const parallel = stillParallel(next, name);
    return parallel.ok ? stillParallel(next, names.name) : parallel;
  },
});

function isPart(stmt: Stmt, after: string): boolean {
  if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region") {
    if (stmt.name === after) return true;
  }
  return writesOf([stmt]).has(after);
}
