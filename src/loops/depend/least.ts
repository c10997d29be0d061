/** The least number of iterations between two accesses that meet, asked of the solver. */
import type { Access } from "./access.ts";
import { shifted, times } from "./affine.ts";
import { flipped } from "./dependence.ts";
import { type FlatOrder, type Later, laterBy } from "./flat.ts";
import { ask, distance, type Pair, pairOf, type Scalars, valueAt } from "./pair.ts";

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

/** What two groups of accesses with the same iterations and subscripts are known by. */
interface Group {
  readonly shape: string;
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
  const known = new Map<string, Map<string, Meets>>();
  let pairs = MOST_PAIRS;
  let solved = MOST_SOLVED;

  function remembered(x: Group, y: Group): { table: Map<string, Meets>; key: string } {
    const shapes = `${x.shape}\n${y.shape}`;
    let table = known.get(shapes);
    if (table === undefined) {
      table = new Map();
      known.set(shapes, table);
    }
    return { table, key: x.constants.map((value, dim) => value - (y.constants[dim] ?? 0)).join() };
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
    table.set(key, { zero, next: pair && leastLater(order, pair, limit) });
    if (x !== y) {
      const back = remembered(y, x);
      back.table.set(back.key, { zero, next: pair && leastLater(order, flipped(pair), limit) });
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
  const equal = Array.from({ length: depth }, (_, level) => distance(pair, level));
  const solution = ask(pair, { equal, atLeast: [] });
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
    const atLeast = [...question.atLeast, shifted(times(form, -1), bound)];
    const solution = ask(pair, { equal: question.equal, atLeast });
    if (solution.kind === "unknown") return { distance: low, always: false, exact: false };
    if (solution.kind === "point") high = Math.max(least, valueAt(pair, form, solution.values));
    else if (high === null) return null;
    else low = bound + 1;
    if (high <= low) return { distance: high, always: false, exact: pair.exact && later.exact };
    bound = tries < 2 ? high - 1 : Math.floor((low + high - 1) / 2);
  }
}
