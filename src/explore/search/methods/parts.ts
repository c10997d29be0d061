/**
 * What a history says of the parts of a space, each alone: points in which every knob of the other parts has its first value.
 * Knobs that are of no part are shared: each combination of their values is a context of its own.
 */
import type { History } from "../history.ts";
import { type Recorder, recorder } from "../history.ts";
import type { Evaluation, Outcome } from "../outcome.ts";
import type { Knob, Point, Space } from "../space.ts";

export interface Part {
  readonly name: string;
  readonly knobs: readonly number[]; // positions in the space
  readonly space: Space; // of these alone
}

export interface Context {
  readonly base: Point; // the first value of every knob of a part
  readonly baseOutcome: Outcome | null; // null: not evaluated
  readonly alone: readonly Recorder[]; // by part: points of its own space
  readonly together: readonly Point[]; // of the whole space, with knobs of several parts changed
  readonly best: number; // sum of the logarithms of the objectives, of all its points
}

/** Knobs with a choice, by part. One part where a space names none, or one. */
export function partsOf({ knobs }: Space): readonly Part[] {
  const names = [
    ...new Set(knobs.flatMap(({ part, values }) => (part === undefined || values.length < 2 ? [] : [part]))),
  ];
  if (names.length < 2) return [partWith("all", knobs, () => true)];
  return names.map((name) => partWith(name, knobs, (knob) => knob.part === name));
}

function partWith(name: string, knobs: readonly Knob[], isOf: (knob: Knob) => boolean): Part {
  const positions = [...knobs.keys()].filter((at) => {
    const knob = knobs[at] as Knob;
    return isOf(knob) && knob.values.length > 1;
  });
  const own = positions.map((at) => knobs[at] as Knob);
  return { name, knobs: positions, space: { knobs: own, forbidden: [] } };
}

/** A point of the whole space: as `base`, but for the knobs of a part. */
export function injected({ knobs }: Part, base: Point, point: Point): Point {
  const whole = [...base];
  for (const [at, position] of knobs.entries()) whole[position] = point[at] ?? 0;
  return whole;
}

export interface PartsIndex {
  /** All contexts in the order in which they were first seen. */
  readonly contexts: (history: History) => readonly Context[];
}

/** Reads each evaluation of a history that grows once. Another history is read from its beginning. */
export function partsIndex(parts: readonly Part[]): PartsIndex {
  let of: History | null = null;
  let read = 0;
  let found = new Map<string, Growing>();
  return {
    contexts: (history) => {
      if (of !== history) [of, read, found] = [history, 0, new Map()];
      for (; read < history.known.length; read++) addTo(found, parts, history.known[read] as Evaluation);
      return [...found.values()];
    },
  };
}

type Growing = { -readonly [key in keyof Context]: Context[key] } & { together: Point[] };

function addTo(contexts: Map<string, Growing>, parts: readonly Part[], evaluation: Evaluation): void {
  const { point, outcome } = evaluation;
  const base = [...point];
  for (const { knobs } of parts) for (const position of knobs) base[position] = 0;
  const key = base.join(",");
  const context = contexts.get(key) ?? {
    base,
    baseOutcome: null,
    alone: parts.map(() => recorder()),
    together: [],
    best: Number.POSITIVE_INFINITY,
  };
  contexts.set(key, context);
  if (outcome.kind === "feasible") context.best = Math.min(context.best, levelOf(outcome.objectives));
  const changed = parts.flatMap(({ knobs }, part) => (knobs.some((at) => point[at] !== 0) ? [part] : []));
  if (changed.length > 1) return void context.together.push(point);
  if (changed.length === 0) context.baseOutcome = outcome;
  for (const [index, part] of parts.entries()) {
    if (changed.length === 1 && changed[0] !== index) continue;
    context.alone[index]?.add({ point: part.knobs.map((at) => point[at] ?? 0), outcome });
  }
}

function levelOf(objectives: readonly number[]): number {
  return objectives.reduce((sum, value) => sum + Math.log1p(Math.max(0, value)), 0);
}
