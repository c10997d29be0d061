/**
 * Lock-step: several iterations of a loop run as one, each access of all of them before the next access of any.
 *
 *     for i: a[i] = a[i + 1]        # all loads of a vector, then all its stores: what is read is still there
 *     for i: a[i + 1] = a[i]        # iteration 1 reads what iteration 0 stores, so they cannot be one vector
 */

import { type Affine, plus, times } from "../analysis/affine.ts";
import type { For, Loops } from "../nodes.ts";
import { type Access, accessesIn } from "./access.ts";
import { flipped, groups } from "./dependence.ts";
import { ask, distance, type Pair, pairOf, type Question } from "./pair.ts";
import { factsOf, inside } from "./scalars.ts";

/** Two accesses to one element, the source in an earlier iteration, that lock-step would turn around. */
export interface Turned {
  readonly source: Access;
  readonly sink: Access;
}

/** May `lanes` neighbouring iterations of the loop run in lock-step, as far as arrays are concerned? Null: they may. */
export function canLockstep(loops: Loops, loop: For, lanes: number): Turned | null {
  const facts = factsOf(loops);
  const accesses = accessesIn(loops).filter((access) => access.what === "array" && inside(access, loop));
  for (const group of groups(accesses)) {
    for (const [k, a] of group.entries()) {
      for (const b of group.slice(k)) {
        const pair = a.write || b.write ? pairOf(a, b, facts) : null;
        if (pair === null) continue;
        for (const one of a === b ? [pair] : [pair, flipped(pair)]) {
          if (isTurned(one, loop, lanes)) return { source: one.a, sink: one.b };
        }
      }
    }
  }
  return null;
}

/** Whether the first access, in an earlier iteration of one vector, comes after the second one in lock-step. */
function isTurned(pair: Pair, loop: For, lanes: number): boolean {
  const level = pair.a.loops.findIndex((around) => around.loop === loop);
  const moved = distance(pair, level);
  const outer = range(0, level).map((at) => distance(pair, at));
  const near = [plus(moved, -1), plus(times(moved, -1), (lanes - 1) * loop.step)];
  const question = (equal: readonly Affine[], atLeast: readonly Affine[]): Question => ({
    equal: [...outer, ...equal],
    atLeast: [...near, ...atLeast],
  });
  const inner = range(level + 1, pair.common).map((at) => distance(pair, at));
  // Loops inside go on for all lanes at once: the first of them that moves decides, then the text.
  const questions = inner.map((backward, at) =>
    question(inner.slice(0, at), [plus(times(backward, -1), -1)]),
  );
  if (pair.a.order >= pair.b.order) questions.push(question(inner, []));
  return questions.some((one) => ask(pair, one).kind !== "none");
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
