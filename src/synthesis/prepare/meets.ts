/** Whether two accesses may touch one element, by the exact solver of `loops/depend`. */
import { type Access, accessesIn } from "../../loops/depend/access.ts";
import { ask, distance, pairOf } from "../../loops/depend/pair.ts";
import { factsOf } from "../../loops/depend/scalars.ts";
import type { Expr, Loops } from "../../loops/nodes.ts";
import type { Touch } from "./touch.ts";

/** In one iteration of the `depth` loops around both. */
export type Meets = (a: Touch, b: Touch, depth: number) => boolean;

/** Questions that a kernel may ask; then all may meet. */
const mostQuestions = 2000;

/** Each access of the kernel must have an index list of its own: see distinct.ts. */
export function meetingIn(loops: Loops): Meets {
  let accesses: ReadonlyMap<readonly Expr[], Access> | null = null;
  let questions = 0;
  return (a, b, depth) => {
    accesses ??= new Map(accessesIn(loops).map((access) => [access.index, access]));
    const [one, two] = [accesses.get(a.place.index), accesses.get(b.place.index)];
    if (one === undefined || two === undefined || questions++ > mostQuestions) return true;
    const pair = pairOf(one, two, factsOf(loops));
    if (pair === null) return false;
    const equal = Array.from({ length: depth }, (_, level) => distance(pair, level));
    return ask(pair, { equal, atLeast: [] }).kind !== "none";
  };
}
