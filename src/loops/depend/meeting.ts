/** Two accesses that touch the same element, one after the other, and the iterations in which they do. */

import { type Affine, plus } from "../analysis/affine.ts";
import type { For, Loops } from "../nodes.ts";
import { type Access, accessesIn } from "./access.ts";
import { type Dependence, dependenceAt } from "./dependence.ts";
import { ask, distance, type Pair, pairOf, type Question } from "./pair.ts";
import { factsOf } from "./scalars.ts";

export interface Meeting {
  readonly first: (access: Access) => boolean;
  readonly second: (access: Access) => boolean;
  readonly within?: For; // in one run of this loop
  readonly carried?: true; // in different iterations of it
  readonly together?: true; // in one iteration of all loops around both
  readonly reads?: true; // both may be reads
}

/** The first that surely happens; else the first that may; null when they never meet in this order. */
export function meeting(loops: Loops, asked: Meeting): Dependence | null {
  const { first, second, reads } = asked;
  const facts = factsOf(loops);
  const accesses = accessesIn(loops).filter(({ what }) => what !== "control");
  const later = accesses.filter(second);
  let possible: Dependence | null = null;
  // The last one that comes before: what it writes was not overwritten.
  for (const a of accesses.filter(first).toReversed()) {
    for (const b of later) {
      if (a.what !== b.what || a.name !== b.name || !(a.write || b.write || reads === true)) continue;
      const pair = pairOf(a, b, facts);
      const found = pair && inThisOrder(pair, asked);
      if (found?.exact === true) return found;
      possible ??= found;
    }
  }
  return possible;
}

/** Nearest first: in one iteration of all loops around both, then in the next one of the innermost, and so on. */
function inThisOrder(pair: Pair, { within, carried, together }: Meeting): Dependence | null {
  const level = pair.a.loops.findIndex(({ loop }) => loop === within);
  const outermost = together === true ? pair.common : Math.max(0, level);
  for (const question of carried === true ? [later(pair, level)] : before(pair, outermost)) {
    const solution = ask(pair, question);
    if (solution.kind !== "none") return dependenceAt(pair, solution);
  }
  return null;
}

/** The ways in which the first access runs before the second, in one iteration of the loops around `outermost`. */
function* before(pair: Pair, outermost: number): Generator<Question> {
  if (pair.a.order < pair.b.order) yield { equal: same(pair, pair.common), atLeast: [] };
  for (let level = pair.common - 1; level >= outermost; level--) yield later(pair, level);
}

/** In a later iteration of loop `level`, and in the same one of those around it. */
function later(pair: Pair, level: number): Question {
  return { equal: same(pair, level), atLeast: [plus(distance(pair, level), -1)] };
}

function same(pair: Pair, levels: number): readonly Affine[] {
  return Array.from({ length: levels }, (_, level) => distance(pair, level));
}
