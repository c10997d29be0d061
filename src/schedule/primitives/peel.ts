import { breaksOut } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { int, maximum, minimum, sub } from "../../loops/indices.ts";
import type { Stmt } from "../../loops/nodes.ts";
import { countOf, newLoopNames, steadyBounds, valueAt } from "../bounds.ts";
import { copyOf, takenWith } from "../copy.ts";
import { done, integer, loop, optional, primitive, word } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { brokenAt } from "./split.ts";

/**
 *     for i in range(0, 10):                 for i_first in range(0, 1):
 *         b[i] = a[i]                =>          b[i_first] = a[i_first]
 *                                            for i in range(1, 10):
 *                                                b[i] = a[i]
 *
 * The order of iterations stays, so it is always legal. Loops inside the copy are called `j.first`.
 */
export const peel = primitive({
  name: "peel",
  description: "Takes the first or the last COUNT iterations out of a loop, into a loop of their own.",
  params: { loop: loop(), count: integer({ min: 1 }), side: optional(word("first", "last")) },
  apply(loops, { loop: name, count, side = "first" }) {
    const loop = loopNamed(loops, name);
    const left = breaksOut(loop.body);
    if (left !== null) return refuse("left-early", { loop: name, primitive: "peel" }, brokenAt(loop, left));
    const trips = tripCount(loop);
    if (trips !== null && trips < count) {
      return refuse("peel-too-many", { loop: name, count, trips }, { loop: name, span: loop.origin.span });
    }
    const steady = steadyBounds(loops, loop);
    const { from, to } = steady;
    const { step } = loop;
    const trip = countOf(from, to, step);
    // Where the second part begins: a loop variable's value, at most one step beyond the end.
    const turn =
      side === "first"
        ? valueAt(from, step, trips === null ? minimum(int(count), trip) : int(count))
        : valueAt(from, step, trips === null ? maximum(sub(trip, int(count)), int(0)) : int(trips - count));
    const names = newLoopNames(steady.loops, `${name}.${side}`);
    const taken = takenWith(steady.loops, names.name, names.variable);
    const body = copyOf(taken, loop.body, side, { loop, copy: names });
    const first: Stmt =
      side === "first" ? { ...loop, ...names, from, to: turn, body } : { ...loop, to: turn };
    const second: Stmt =
      side === "first" ? { ...loop, from: turn, to } : { ...loop, ...names, from: turn, to, body };
    return done(replaceLoop(steady.loops, name, () => [...steady.before, first, second]));
  },
});
