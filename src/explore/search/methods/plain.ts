/** Methods without a model. */
import { below, type Random, uniform } from "../../../types/random.ts";
import { paretoFront } from "../front.ts";
import type { History } from "../history.ts";
import type { Feasible } from "../outcome.ts";
import { neighbours, nextAllowed, type Point, type Space } from "../space.ts";
import { type Fresh, mutate, type PlainMethod, randomUnseen, repeatedly } from "./method.ts";

/** In order, the last knob running fastest. */
export const exhaustive: PlainMethod = {
  name: "exhaustive",
  description: "every point, in order",
  propose: (space, history, count, _random, fresh) => {
    let at: Point | null = history.known.at(-1)?.point ?? null;
    return repeatedly(count, fresh, () => {
      do at = at === null ? null : nextAllowed(space, at);
      while (at !== null && !fresh.is(at));
      return at;
    });
  },
};

export const random: PlainMethod = {
  name: "random",
  description: "points at random",
  propose: (space, _history, count, random, fresh) =>
    repeatedly(count, fresh, () => randomUnseen(space, random, fresh)),
};

/** Hill climbing: the neighbours of the best point in random order, then those of the next best. */
export const local: PlainMethod = {
  name: "local",
  description: "neighbours of the best points, the best first",
  propose: (space, history, count, random, fresh) => {
    const bases = elite(history, population);
    return repeatedly(count, fresh, () => {
      for (const { point } of bases) {
        const near = neighbours(space, point).filter(fresh.is);
        const chosen = near[below(near.length, random)];
        if (chosen !== undefined) return chosen;
      }
      return randomUnseen(space, random, fresh);
    });
  },
};

const population = 48;
const newcomers = 0.05; // a share of the children is anywhere

/**
 * Evolution with elites, without a state of its own: parents are the best points of all that is known, two of them give
 * their knobs to a child, and some of these change.
 */
export const evolutionary: PlainMethod = {
  name: "evolutionary",
  description: "children of the best points, crossed and mutated",
  propose: (space, history, count, random, fresh) => {
    const parents = elite(history, population);
    return repeatedly(count, fresh, () => child(space, parents, random, fresh));
  },
};

function child(space: Space, parents: readonly Feasible[], random: Random, fresh: Fresh): Point | null {
  if (parents.length === 0 || uniform(random) < newcomers) return randomUnseen(space, random, fresh);
  for (let tries = 0; tries < 50; tries++) {
    const [mother, father] = [tournament(parents, random), tournament(parents, random)];
    const crossed = mother.map((index, knob) => (uniform(random) < 0.5 ? index : (father[knob] ?? index)));
    const point = mutate(space, crossed, Math.min(1, (1.5 + tries / 10) / space.knobs.length), random);
    if (fresh.is(point)) return point;
  }
  return randomUnseen(space, random, fresh);
}

/** The better of two: parents are sorted. */
function tournament(parents: readonly Feasible[], random: Random): Point {
  const index = Math.min(below(parents.length, random), below(parents.length, random));
  return parents[index]?.point ?? [];
}

/** The best points first. Of several objectives: the front, evenly, then fronts of what was found last. */
function elite({ feasible, front }: History, count: number): readonly Feasible[] {
  const [first] = feasible;
  if (first === undefined) return [];
  if (first.objectives.length === 1) return least(feasible, count);
  const half = Math.ceil(count / 2);
  const sorted = paretoFront(front);
  const step = Math.max(1, sorted.length / half);
  const chosen = sorted.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  let rest = feasible.slice(-recent).filter((one) => !sorted.includes(one));
  while (chosen.length < count && rest.length > 0) {
    const next = paretoFront(rest);
    chosen.push(...next.slice(0, count - chosen.length));
    rest = rest.filter((one) => !next.includes(one));
  }
  return chosen;
}

const recent = 200;

function least(feasible: readonly Feasible[], count: number): readonly Feasible[] {
  const value = ({ objectives }: Feasible): number => objectives[0] ?? 0;
  const limit = feasible.map(value).sort((a, b) => a - b)[count - 1] ?? Number.POSITIVE_INFINITY;
  return feasible
    .filter((one) => value(one) <= limit)
    .sort((a, b) => value(a) - value(b))
    .slice(0, count);
}
