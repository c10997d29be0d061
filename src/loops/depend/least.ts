/** The least number of iterations between two accesses that meet, asked of the solver. */

import { type Affine, minus, plus, times } from "../analysis/affine.ts";
import type { Access } from "./access.ts";
import { flipped } from "./dependence.ts";
import { type FlatOrder, type Later, laterBy } from "./flat.ts";
import {
  anyTwo,
  ask,
  distance,
  first,
  type Pair,
  pairOf,
  type Question,
  type Scalars,
  second,
  valueAt,
} from "./pair.ts";

export interface Least {
  readonly distance: number;
  readonly always: boolean;
  readonly exact: boolean;
}

/** How the first of two accesses is met by the second. */
export interface Meets {
  readonly zero: Least | null; // in one iteration, should it come later there
  readonly next: Least | null; // in a later iteration
}

/** Accesses with the same iterations and subscripts. */
interface Group {
  readonly shape: number; // subscripts but for constants, and iterations
  readonly plain: boolean; // every iteration does it
  readonly constants: readonly number[];
  readonly accesses: readonly Access[];
}

export interface Solver {
  meets(x: Group, y: Group): Meets;
  refined(x: Group, y: Group, relaxed: Meets): Meets; // what may be is known
}

/** Pairs that are looked at, and of these, that go to the solver; all others get a conservative answer. */
const MOST_PAIRS = 20_000;
const MOST_SOLVED = 2000;

export function solverOf(order: FlatOrder, limit: number): Solver {
  const known = new Map<number, Map<number, Map<string | number, Meets>>>();
  let pairs = MOST_PAIRS;
  let solved = MOST_SOLVED;

  function remembered(x: Group, y: Group): { table: Map<string | number, Meets>; key: string | number } {
    const row = known.get(x.shape) ?? new Map<number, Map<string | number, Meets>>();
    const table = row.get(y.shape) ?? new Map<string | number, Meets>();
    if (table.size === 0) known.set(x.shape, row.set(y.shape, table));
    const apart = (dim: number): number => (x.constants[dim] ?? 0) - (y.constants[dim] ?? 0);
    return {
      table,
      key: x.constants.length === 1 ? apart(0) : x.constants.map((_, dim) => apart(dim)).join(),
    };
  }

  function meets(x: Group, y: Group): Meets | null {
    const { table, key } = remembered(x, y);
    const answer = table.get(key);
    if (answer !== undefined) return answer;
    const [a, b] = [x.accesses[0], y.accesses[0]];
    if (a === undefined || b === undefined) return { zero: null, next: null };
    if (pairs-- <= 0) return null;
    const pair = pairOf(a, b, fixed);
    if (pair !== null && solved-- <= 0) return null;
    const zero = pair && together(pair, order.depth);
    const settled = (one: Group, pair: Pair | null): Meets => ({
      zero: zero && one.plain ? withAlways(order, pair, zero) : zero,
      next: pair && withAlways(order, one.plain ? pair : null, leastLater(order, pair, limit)),
    });
    table.set(key, settled(x, pair));
    if (x !== y) {
      const back = remembered(y, x);
      back.table.set(back.key, settled(y, pair && flipped(pair)));
    }
    return table.get(key) ?? null;
  }

  return {
    meets: (x, y) => meets(x, y) ?? assumed,
    refined(x, y, relaxed) {
      const answer = meets(x, y);
      if (answer !== null) return answer;
      const atLeast = (least: Least | null): Least | null =>
        least && { ...least, always: false, exact: false };
      return { zero: atLeast(relaxed.zero), next: atLeast(relaxed.next) };
    },
  };
}

const assumed: Meets = {
  zero: { distance: 0, always: false, exact: false },
  next: { distance: 1, always: false, exact: false },
};

/** Scalars that subscripts, bounds and conditions speak of have one value in the whole nest, and it may be any. */
const fixed: Scalars = { shared: () => true, given: () => true };

function together(pair: Pair, depth: number): Least | null {
  const solution = ask(pair, { equal: same(pair, depth), atLeast: [] });
  if (solution.kind === "none") return null;
  return { distance: 0, always: false, exact: pair.exact && solution.kind === "point" };
}

function leastLater(order: FlatOrder, pair: Pair, limit: number): Least | null {
  let best: Least | null = null;
  for (let level = order.depth - 1; level >= 0; level--) {
    for (const later of laterBy(order, pair, level, limit)) {
      const most: number = best === null ? limit : best.distance - 1;
      if (later.least > most) break;
      best = minimum(pair, later, most) ?? best;
    }
  }
  return best;
}

/** The least distance up to `most`. Points come first by their loops, so the first one is mostly near it. */
function minimum(pair: Pair, later: Later, most: number): Least | null {
  const { question, distance: form, least } = later;
  let low = least;
  let high: number | null = null;
  let bound = most;
  for (let tries = 0; ; tries++) {
    const atLeast = [...question.atLeast, plus(times(form, -1), bound)];
    const solution = ask(pair, { equal: question.equal, atLeast });
    if (solution.kind === "unknown") return { distance: low, always: false, exact: false };
    if (solution.kind === "point") high = Math.max(least, valueAt(pair, form, solution.values));
    else if (high === null) return null;
    else low = bound + 1;
    if (high <= low) return { distance: high, always: false, exact: pair.exact && later.exact };
    bound = tries < 2 ? high - 1 : Math.floor((low + high - 1) / 2);
  }
}

/** Whether the first access, which every iteration does, never touches another element so many iterations before. */
function withAlways(order: FlatOrder, pair: Pair | null, least: Least | null): Least | null {
  if (pair === null || least === null || !least.exact) return least;
  const all = anyTwo(pair.a, pair.b, fixed);
  if (all === null) return least;
  const apart = pair.a.subscripts.flatMap((form, dim) => {
    const more = minus(first(form), second(pair.b.subscripts[dim] ?? form));
    return [plus(more, -1), plus(times(more, -1), -1)];
  });
  const never = ({ equal, atLeast }: Question): boolean =>
    apart.every((other) => ask(all, { equal, atLeast: [...atLeast, other] }).kind === "none");
  return { ...least, always: placesOf(order, all, least.distance)?.every(never) ?? false };
}

/** All ways to be so many iterations apart; null where they are not known. */
function placesOf(order: FlatOrder, pair: Pair, apart: number): readonly Question[] | null {
  if (apart === 0) return [{ equal: same(pair, order.depth), atLeast: [] }];
  const places: Question[] = [];
  for (let level = order.depth - 1; level >= 0; level--) {
    for (const { question, distance: form, exact } of laterBy(order, pair, level, apart)) {
      if (!exact) return null;
      places.push({ ...question, equal: [...question.equal, plus(form, -apart)] });
    }
  }
  return places;
}

function same(pair: Pair, depth: number): readonly Affine[] {
  return Array.from({ length: depth }, (_, level) => distance(pair, level));
}
