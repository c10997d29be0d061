/**
 * Where the value that a read finds was written: the last write of the element before it. Dependences say which
 * accesses meet; this says which of them the read really sees.
 */

import { type Affine, plus, symbol, times } from "../analysis/affine.ts";
import type { For, Loops } from "../nodes.ts";
import { type Access, accessesIn } from "./access.ts";
import { type Dependence, dependenceAt } from "./dependence.ts";
import type { Solution } from "./integers.ts";
import {
  ask,
  distance,
  first,
  type Iteration,
  iterations,
  type Pair,
  pairOf,
  type Question,
  second,
} from "./pair.ts";
import { factsOf, inside } from "./scalars.ts";

/** A read, an iteration of it, and the write it finds there; null: nothing was written before. */
export interface Reached {
  readonly read: Access;
  readonly at: Iteration;
  readonly write: Dependence | null;
}

/** An iteration in which the read finds what another iteration of `loop` wrote, or what was there before the loop. */
export function reachedFromOutside(loops: Loops, read: Access, loop: For): Reached | null {
  const outside = ({ write }: Reached): boolean => write === null || !inOneIteration(write, loop);
  const level = read.loops.findIndex((around) => around.loop === loop);
  const pairs = [...writesMeeting(loops, read)];
  const [own, others] = [pairs.filter(({ a }) => inside(a, loop)), pairs.filter(({ a }) => !inside(a, loop))];
  for (const pair of [...own, ...others]) {
    const shared = inside(pair.a, loop) ? level + 1 : pair.common;
    const found = [...earlier(pair, shared)].map((question) => searched(loops, pair, question, outside));
    const written = found.find((one) => one !== null && one.write !== null);
    if (written !== undefined) return written;
  }
  const alone = pairOf(read, read, factsOf(loops));
  return alone && searched(loops, alone, { equal: sameIteration(alone), atLeast: [] }, outside);
}

/** An iteration of the read that finds what an iteration of `loop`, in which it is not, wrote. */
export function reachedFromInside(loops: Loops, read: Access, loop: For): Reached | null {
  const fromLoop = ({ write }: Reached): boolean => write !== null && inside(write.source, loop);
  for (const pair of writesMeeting(loops, read)) {
    if (!inside(pair.a, loop)) continue;
    for (const question of earlier(pair, pair.common)) {
      const found = searched(loops, pair, question, fromLoop);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The last write that the read in this iteration can see. */
export function lastWrite(loops: Loops, read: Access, at: Iteration): Dependence | null {
  let last: Dependence | null = null;
  for (const pair of writesMeeting(loops, read)) {
    const found = latest(pair, at);
    if (found !== null && (last === null || isLater(found, last))) last = found;
  }
  return last;
}

function* writesMeeting(loops: Loops, read: Access): Generator<Pair> {
  for (const write of accessesIn(loops)) {
    if (!write.write || write.what !== read.what || write.name !== read.name) continue;
    const pair = pairOf(write, read, factsOf(loops));
    if (pair !== null) yield pair;
  }
}

/** The first access runs before the second: the first of the `levels` outer loops that moves goes forward. */
function* earlier(pair: Pair, levels: number): Generator<Question> {
  const all = sameIteration(pair);
  if (levels === pair.common && pair.a.order < pair.b.order) yield { equal: all, atLeast: [] };
  for (let level = levels - 1; level >= 0; level--) {
    yield { equal: all.slice(0, level), atLeast: [plus(distance(pair, level), -1)] };
  }
}

function sameIteration(pair: Pair): readonly Affine[] {
  return Array.from({ length: pair.common }, (_, level) => distance(pair, level));
}

const MAX_TRIES = 24;

/** Points of the question, an element at a time, until one is as wanted. */
function searched(
  loops: Loops,
  pair: Pair,
  start: Question,
  wanted: (reached: Reached) => boolean,
): Reached | null {
  const open: Question[] = [start];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const question = open.shift();
    if (question === undefined) return null;
    const solution = ask(pair, question);
    if (solution.kind !== "point") continue;
    const at = iterations(pair, solution.values).b;
    const reached = { read: pair.b, at, write: lastWrite(loops, pair.b, at) };
    if (wanted(reached)) return reached;
    for (const subscript of pair.b.subscripts) {
      const here = valueIn(pair, subscript, solution.values);
      const form = second(subscript);
      open.push({ ...question, atLeast: [...question.atLeast, plus(form, -here - 1)] });
      open.push({ ...question, atLeast: [...question.atLeast, plus(times(form, -1), here - 1)] });
    }
  }
  return null;
}

function valueIn(pair: Pair, form: Affine, values: readonly number[]): number {
  let sum = form.constant;
  for (const [name, factor] of form.terms) sum += factor * (values[pair.columns.b.get(name) ?? -1] ?? 0);
  return sum;
}

/** The last iteration of the first access that runs before the second does in iteration `at`. */
function latest(pair: Pair, at: Iteration): Dependence | null {
  const fixed = pair.b.loops.flatMap(({ name, variable }) => {
    const value = at[name];
    return value === undefined ? [] : [plus(second(symbol(variable)), -value)];
  });
  // The more loops stand at the same iteration, the later it is.
  for (const { equal, atLeast } of earlier(pair, pair.common)) {
    const question: Question = { equal: [...fixed, ...equal], atLeast };
    const solution = ask(pair, question);
    if (solution.kind !== "none") return dependenceAt(pair, lastOf(pair, question, solution));
  }
  return null;
}

/** Of all solutions the one whose first iteration is last. */
function lastOf(
  pair: Pair,
  question: Question,
  solution: Exclude<Solution, { kind: "none" }>,
): Exclude<Solution, { kind: "none" }> {
  let best = solution;
  let equal = question.equal;
  for (const { name, variable, loop } of pair.a.loops) {
    if (best.kind !== "point" || loop.kind !== "for") return best;
    const own = first(symbol(variable));
    let low = iterations(pair, best.values).a[name] ?? 0;
    let high = Math.min(pair.a.ranges.get(variable)?.high ?? FAR, FAR);
    while (low < high) {
      const middle = low + Math.ceil((high - low) / 2);
      const later = ask(pair, { equal, atLeast: [...question.atLeast, plus(own, -middle)] });
      if (later.kind === "point") {
        best = later;
        low = iterations(pair, later.values).a[name] ?? middle;
      } else high = middle - 1;
    }
    equal = [...equal, plus(own, -low)];
  }
  return best;
}

const FAR = 2 ** 31;

/** Both are before one read: which of the writes comes later? */
function isLater(one: Dependence, other: Dependence): boolean {
  const [a, b] = [one.source, other.source];
  for (const [level, { loop, name }] of a.loops.entries()) {
    if (b.loops[level]?.loop !== loop) break;
    const [x, y] = [one.witness?.source[name] ?? 0, other.witness?.source[name] ?? 0];
    if (x !== y) return x > y;
  }
  return a.order > b.order;
}

/** Whether write and read are in the same iteration of the loop. */
function inOneIteration({ source, sink, witness }: Dependence, loop: For): boolean {
  if (!inside(source, loop) || witness === null) return false;
  const level = sink.loops.findIndex((around) => around.loop === loop);
  return sink.loops
    .slice(0, level + 1)
    .every(({ name }) => (witness.source[name] ?? 0) === (witness.sink[name] ?? 0));
}

/** Where an access leaves its array. */
export interface Outside {
  readonly dim: number;
  readonly index: number;
  readonly at: Iteration;
  readonly exact: boolean;
}

/**
 * An iteration in which it leaves along a dimension; null when it never does; "unknown" where the subscript is no sum
 * of loop variables.
 */
export function leavesAlong(
  loops: Loops,
  access: Access,
  dim: number,
  size: number,
): Outside | "unknown" | null {
  const subscript = access.subscripts[dim];
  if (subscript === undefined) return null;
  if ([...subscript.terms.keys()].some((name) => !access.ranges.has(name))) return "unknown";
  const alone = pairOf(access, access, factsOf(loops));
  if (alone === null) return null;
  const form = first(subscript);
  for (const beyond of [plus(times(form, -1), -1), plus(form, -size)]) {
    const solution = ask(alone, { equal: sameIteration(alone), atLeast: [beyond] });
    if (solution.kind === "unknown") return "unknown";
    if (solution.kind === "none") continue;
    const at = iterations(alone, solution.values).a;
    return { dim, index: valueIn(alone, subscript, solution.values), at, exact: alone.exact };
  }
  return null;
}
