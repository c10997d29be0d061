/** Which accesses must stay in order, in which direction and how far apart, with two iterations that prove it. */

import { type Affine, plus, times } from "../analysis/affine.ts";
import type { Loops } from "../nodes.ts";
import { type Access, accessesIn } from "./access.ts";
import type { Solution } from "./integers.ts";
import { ask, distance, type Iteration, iterations, type Pair, pairOf, type Question } from "./pair.ts";
import { type Reduction, reductionBetween } from "./reduction.ts";
import { factsOf } from "./scalars.ts";

export interface Dependence {
  readonly kind: "flow" | "anti" | "output";
  readonly name: string; // the array or scalar; of control, the loop
  readonly source: Access; // runs first
  readonly sink: Access;
  readonly loops: readonly string[]; // around both, outermost first
  readonly directions: readonly Direction[]; // of each: `<` the sink is in a later iteration
  readonly distances: readonly (number | null)[]; // in values of the variable; null where it is not one number
  readonly exact: boolean; // the witness really happens; else it may not
  readonly witness: Witness | null;
  readonly reduction?: Reduction; // both are updates of one accumulation
}

export type Direction = "<" | "=" | ">" | "*";

/** Values of the loops around each access, by name. */
export interface Witness {
  readonly source: Iteration;
  readonly sink: Iteration;
}

/** All dependences of a kernel, by source and sink as they stand in the text, outermost carrying loop first. */
export function dependences(loops: Loops): readonly Dependence[] {
  const known = found.get(loops);
  if (known !== undefined) return known;
  const all: Dependence[] = [];
  for (const group of groups(accessesIn(loops))) {
    for (const [k, a] of group.entries()) {
      for (const b of group.slice(k)) if (a.write || b.write) all.push(...between(loops, a, b));
    }
  }
  all.sort((p, q) => p.source.order - q.source.order || p.sink.order - q.sink.order);
  found.set(loops, all);
  return all;
}

// A memo that nobody can observe, as all in this folder: Loops never change, and the answer is of them alone.
const found = new WeakMap<Loops, readonly Dependence[]>();

/** The dependences that iterations of the loop have on earlier ones of the same loop. */
export function carriedBy(loops: Loops, loop: string): readonly Dependence[] {
  return dependences(loops).filter((one) => carrier(one) === loop);
}

/** The loop whose iterations it orders; null when source and sink are in one iteration of all. */
export function carrier(dependence: Dependence): string | null {
  const level = dependence.directions.findIndex((direction) => direction !== "=");
  return level < 0 ? null : (dependence.loops[level] ?? null);
}

/** Accesses of one array, of one scalar, of one loop's control. */
export function groups(accesses: readonly Access[]): readonly (readonly Access[])[] {
  const byName = new Map<string, Access[]>();
  for (const access of accesses) {
    const key = `${access.what} ${access.name}`;
    const group = byName.get(key);
    if (group === undefined) byName.set(key, [access]);
    else group.push(access);
  }
  return [...byName.values()];
}

/** All dependences between two accesses, `a` not after `b` in the text. */
function between(loops: Loops, a: Access, b: Access): Dependence[] {
  const facts = factsOf(loops);
  if (a.what === "scalar" && a.loops.length === 0 && b.loops.length === 0 && a === b) return [];
  const pair = pairOf(a, b, facts);
  const found: Dependence[] = [];
  if (pair === null || ask(pair, anywhere).kind === "none") return found;
  for (let level = 0; level < pair.common; level++) {
    if (a.what === "scalar" && facts.isPrivate(a.name, pair.a.loops[level]?.loop)) continue;
    found.push(...carried(pair, level));
    if (a !== b) found.push(...carried(flipped(pair), level));
  }
  if (a !== b) {
    const inOne = question(pair, new Array<Direction>(pair.common).fill("="));
    const solution = ask(pair, inOne);
    if (solution.kind !== "none") {
      found.push(dependence(pair, new Array<Direction>(pair.common).fill("="), solution));
    }
  }
  return found;
}

const anywhere: Question = { equal: [], atLeast: [] };

/** The same pair with the second access first. */
export function flipped(pair: Pair): Pair {
  const { a, b, columns } = pair;
  return { ...pair, a: b, b: a, columns: { ...columns, a: columns.b, b: columns.a } };
}

/** Every direction vector whose first loop that moves is `level`. */
function carried(pair: Pair, level: number): Dependence[] {
  const found: Dependence[] = [];
  const extend = (directions: readonly Direction[]): void => {
    const solution = ask(pair, question(pair, directions));
    if (solution.kind === "none") return;
    if (directions.length === pair.common) {
      found.push(dependence(pair, directions, solution));
    } else if (pair.unknown || pair.a.what !== "array" || solution.kind === "unknown") {
      const rest = new Array<Direction>(pair.common - directions.length).fill("*");
      found.push(dependence(pair, [...directions, ...rest], solution));
    } else {
      for (const next of ["<", "=", ">"] as const) extend([...directions, next]);
    }
  };
  extend([...new Array<Direction>(level).fill("="), "<"]);
  return found;
}

/** What directions say of the distances of the first loops. */
export function question(pair: Pair, directions: readonly Direction[]): Question {
  const equal: Affine[] = [];
  const atLeast: Affine[] = [];
  directions.forEach((direction, level) => {
    const moved = distance(pair, level);
    if (direction === "=") equal.push(moved);
    else if (direction === "<") atLeast.push(plus(moved, -1));
    else if (direction === ">") atLeast.push(plus(times(moved, -1), -1));
  });
  return { equal, atLeast };
}

/** From the first access of the pair to the second, as a solution has it. */
export function dependenceAt(pair: Pair, solution: Exclude<Solution, { kind: "none" }>): Dependence {
  const at = solution.kind === "point" ? iterations(pair, solution.values) : null;
  const directions = pair.a.loops.slice(0, pair.common).map(({ name, loop }): Direction => {
    if (at === null || loop.kind === "while") return "*";
    const moved = (at.b[name] ?? 0) - (at.a[name] ?? 0);
    return moved > 0 ? "<" : moved < 0 ? ">" : "=";
  });
  return dependence(pair, directions, solution);
}

/** From the first access of the pair to the second. */
export function dependence(
  pair: Pair,
  directions: readonly Direction[],
  solution: Exclude<Solution, { kind: "none" }>,
): Dependence {
  const { a, b } = pair;
  const loops = a.loops.slice(0, pair.common);
  const reduction = reductionBetween(a, b);
  const at = solution.kind === "point" ? iterations(pair, solution.values) : null;
  const distances = loops.map(({ name }, level) =>
    at === null ? null : onlyDistance(pair, directions, level, (at.b[name] ?? 0) - (at.a[name] ?? 0)),
  );
  return {
    kind: a.write ? (b.write ? "output" : "flow") : "anti",
    name: a.name,
    source: a,
    sink: b,
    loops: loops.map(({ name }) => name),
    directions,
    distances,
    exact: pair.exact && at !== null,
    witness: at && { source: at.a, sink: at.b },
    ...(reduction === null ? {} : { reduction }),
  };
}

function onlyDistance(
  pair: Pair,
  directions: readonly Direction[],
  level: number,
  value: number,
): number | null {
  if (directions[level] === "=") return 0;
  if (directions[level] === "*" || pair.a.loops[level]?.loop.kind === "while") return null;
  const { equal, atLeast } = question(pair, directions);
  const moved = distance(pair, level);
  const less = ask(pair, { equal, atLeast: [...atLeast, plus(times(moved, -1), value - 1)] });
  if (less.kind !== "none") return null;
  const more = ask(pair, { equal, atLeast: [...atLeast, plus(moved, -value - 1)] });
  return more.kind === "none" ? value : null;
}
