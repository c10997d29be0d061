/** What a method is: from what is known to what is evaluated next, and what methods share. */
import { below, type Random, uniform } from "../../../types/random.ts";
import type { History } from "../history.ts";
import type { Outcome } from "../outcome.ts";
import {
  isAllowed,
  type Knob,
  neighbourValues,
  nextAllowed,
  type Point,
  pointKey,
  randomPoint,
  type Space,
  sizeOf,
} from "../space.ts";

export interface Method {
  readonly name: string;
  readonly description: string;
  /**
   * Up to `count` fresh points, each taken; fewer where no more are found, none where the space is used up. Points that are
   * known to be the same as evaluated ones need not be counted. It depends on nothing but what it is given. The first points
   * of a larger count are those of a smaller one.
   */
  readonly propose: (
    space: Space,
    history: History,
    count: number,
    random: Random,
    fresh: Fresh,
  ) => readonly Point[] | Promise<readonly Point[]>;
}

/** One that needs not wait for anything. */
export interface PlainMethod extends Method {
  readonly propose: (...given: Parameters<Method["propose"]>) => readonly Point[];
}

/** Points that are allowed, and neither evaluated nor about to be. */
export interface Fresh {
  readonly is: (point: Point) => boolean;
  readonly take: (point: Point) => void;
  /** What is known of a point because it is the same as one that was evaluated; null where it is new. */
  readonly outcome: (point: Point) => Promise<Outcome | null>;
}

export function freshOf(space: Space, history: History, outcome: Fresh["outcome"]): Fresh {
  const taken = new Set<string>();
  return {
    is: (point) => !history.has(point) && !taken.has(pointKey(point)) && isAllowed(space, point),
    take: (point) => void taken.add(pointKey(point)),
    outcome,
  };
}

/** Any fresh point. Null where none was found: a space that is small enough is searched to its end. */
export function randomUnseen(space: Space, random: Random, fresh: Fresh): Point | null {
  for (let tries = 0; tries < 100; tries++) {
    const point = randomPoint(space, random);
    if (fresh.is(point)) return point;
  }
  if (sizeOf(space) > mostWalked) return null;
  const start = randomPoint(space, random);
  let point: Point | null = nextAllowed(space, start);
  while (point !== null && !fresh.is(point)) point = nextAllowed(space, point);
  if (point !== null) return point;
  point = space.knobs.map(() => 0);
  while (point !== null && !fresh.is(point)) point = nextAllowed(space, point);
  return point;
}

const mostWalked = 1_000_000n;

/** Each knob is changed with a probability: half the time to a neighbouring value, else to any. */
export function mutate(space: Space, point: Point, rate: number, random: Random): Point {
  return point.map((index, position) => {
    const knob = space.knobs[position] as Knob;
    if (knob.values.length === 1 || uniform(random) >= rate) return index;
    if (uniform(random) < 0.5) return below(knob.values.length, random);
    const near = neighbourValues(knob, index);
    return near[below(near.length, random)] ?? index;
  });
}

/** Calls `next` until there are `count` points, or no more. */
export function repeatedly(count: number, fresh: Fresh, next: () => Point | null): readonly Point[] {
  const points: Point[] = [];
  while (points.length < count) {
    const point = next();
    if (point === null) break;
    fresh.take(point);
    points.push(point);
  }
  return points;
}
