/** Points that proposals of one batch look at, each once: proposals ask for the same points again and again. */
import type { Fresh } from "./methods/method.ts";
import { neighbours, type Point, pointKey, type Space } from "./space.ts";

export interface Candidate {
  readonly point: Point;
  isFresh: boolean; // it may be proposed
  near: readonly Candidate[] | null; // its neighbours, once somebody has asked
}

export interface Pool {
  readonly of: (point: Point) => Candidate;
  readonly near: (candidate: Candidate) => readonly Candidate[];
  readonly take: (candidate: Candidate) => void; // it is proposed
}

export function poolOf(space: Space, fresh: Fresh): Pool {
  const candidates = new Map<string, Candidate>();
  const of = (point: Point): Candidate => {
    const key = pointKey(point);
    const before = candidates.get(key);
    if (before !== undefined) return before;
    const candidate: Candidate = { point, isFresh: fresh.is(point), near: null };
    candidates.set(key, candidate);
    return candidate;
  };
  return {
    of,
    near: (candidate) => {
      candidate.near ??= neighbours(space, candidate.point).map(of);
      return candidate.near;
    },
    take: (candidate) => {
      fresh.take(candidate.point);
      candidate.isFresh = false;
    },
  };
}
