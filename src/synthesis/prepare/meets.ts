/** Whether two accesses may touch one element, by the exact solver of `loops/depend`. */
import { type Access, accessesIn } from "../../loops/depend/access.ts";
import { ask, distance, pairOf } from "../../loops/depend/pair.ts";
import { factsOf } from "../../loops/depend/scalars.ts";
import type { Expr, Loops } from "../../loops/nodes.ts";
import type { Touch } from "./touch.ts";

export interface Meets {
  /** In one iteration of the `depth` loops around both. */
  readonly ever: (a: Touch, b: Touch, depth: number) => boolean;
  /** Where `b` happens, which the conditions and loops around `b` tell alone. The place of `a` is known `depth` loops in. */
  readonly whenever: (a: Touch, b: Touch, depth: number) => boolean;
}

/** Questions that a kernel may ask; then all may meet. */
const mostQuestions = 2000;

/** Each access of the kernel must have an index list of its own: see distinct.ts. */
export function meetingIn(loops: Loops): Meets {
  let accesses: ReadonlyMap<readonly Expr[], Access> | null = null;
  let questions = 0;
  const accessOf = ({ place }: Touch): Access | undefined => {
    accesses ??= new Map(accessesIn(loops).map((access) => [access.index, access]));
    return accesses.get(place.index);
  };
  const meet = (one: Access, two: Access, depth: number): boolean => {
    if (questions++ > mostQuestions) return true;
    const pair = pairOf(one, two, factsOf(loops));
    if (pair === null) return false;
    const equal = Array.from({ length: depth }, (_, level) => distance(pair, level));
    return ask(pair, { equal, atLeast: [] }).kind !== "none";
  };
  return {
    ever: (a, b, depth) => {
      const [one, two] = [accessOf(a), accessOf(b)];
      return one === undefined || two === undefined || meet(one, two, depth);
    },
    whenever: (a, b, depth) => {
      const [one, two] = [accessOf(a), accessOf(b)];
      if (one === undefined || two === undefined) return true;
      const around = new Set(two.loops.slice(0, depth).map(({ variable }) => variable));
      const isKnown = one.subscripts.every(({ terms }) =>
        [...terms.keys()].every((name) => around.has(name)),
      );
      return !isKnown || meet({ ...two, subscripts: one.subscripts }, two, two.loops.length);
    },
  };
}
