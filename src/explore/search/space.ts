/**
 * A design space as data: knobs with the values they may have, and what is forbidden.
 *
 *     const space = { knobs: [{ name: "unroll", kind: "ordered", values: [1, 2, 4] }], forbidden: [] };
 *     pointValues(space, [2]); // { unroll: 4 }
 */
import { bug } from "../../diagnostics/bug.ts";
import { below, type Random } from "../../types/random.ts";

export type KnobValue = number | string | boolean;

export interface Knob {
  readonly name: string;
  readonly kind: "ordered" | "category"; // ordered: numbers, whose order means something
  readonly values: readonly KnobValue[]; // the first is the default
  readonly part?: string; // of what is searched, the one it is about; knobs of different parts do not meddle with each other
}

/** Points whose knobs all have one of the values that are listed. A knob that is not named may have any. */
export type Forbidden = readonly { readonly knob: number; readonly values: readonly number[] }[];

export interface Space {
  readonly knobs: readonly Knob[];
  readonly forbidden: readonly Forbidden[];
}

/** For every knob the index of its value. */
export type Point = readonly number[];

/** Of data that somebody else wrote. */
export function isPoint({ knobs }: Space, value: unknown): value is Point {
  return (
    Array.isArray(value) &&
    value.length === knobs.length &&
    knobs.every(({ values }, knob) => Number.isInteger(value[knob]) && Object.hasOwn(values, value[knob]))
  );
}

export function pointKey(point: Point): string {
  return point.join(",");
}

export function pointValues(space: Space, point: Point): Readonly<Record<string, KnobValue>> {
  return Object.fromEntries(
    space.knobs.map((knob, index) => [knob.name, knobValue(knob, point[index] ?? 0)]),
  );
}

export function knobValue(knob: Knob, index: number): KnobValue {
  return knob.values[index] ?? bug(`knob ${knob.name} has no value ${index}`);
}

/** Points in the product, forbidden ones included. */
export function sizeOf(space: Space): bigint {
  return space.knobs.reduce((size, { values }) => size * BigInt(values.length), 1n);
}

export function isAllowed(space: Space, point: Point): boolean {
  return !space.forbidden.some((rule) =>
    rule.every(({ knob, values }) => values.includes(point[knob] ?? -1)),
  );
}

export function randomPoint(space: Space, random: Random): Point {
  return space.knobs.map(({ values }) => below(values.length, random));
}

/** The first value of every knob, or the next point after it that is not forbidden. Null where nothing is found. */
export function defaultPoint(space: Space): Point | null {
  const first = space.knobs.map(() => 0);
  return isAllowed(space, first) ? first : nextAllowed(space, first);
}

/** The next allowed point in lexicographic order, the last knob running fastest. Null after the last. */
export function nextAllowed(space: Space, after: Point): Point | null {
  let next = nextPoint(space, after);
  for (let tries = 0; next !== null && !isAllowed(space, next); tries++) {
    if (tries === mostForbidden) return null;
    next = nextPoint(space, next);
  }
  return next;
}

/** A person's rules may forbid a whole corner of a huge space; walking through it is given up here. */
const mostForbidden = 1_000_000;

function nextPoint(space: Space, after: Point): Point | null {
  const next = [...after];
  for (let knob = next.length - 1; knob >= 0; knob--) {
    const index = (next[knob] ?? 0) + 1;
    if (index < (space.knobs[knob]?.values.length ?? 0)) {
      next[knob] = index;
      return next;
    }
    next[knob] = 0;
  }
  return null;
}

/**
 * Points that differ in one knob: a category in any other value; ordered values by one step either way, and by twice as
 * many, and so on, so that a knob of hundreds of values has a dozen neighbours.
 */
export function neighbours(space: Space, point: Point): readonly Point[] {
  return space.knobs.flatMap((knob, position) =>
    neighbourValues(knob, point[position] ?? 0).map((index) => point.with(position, index)),
  );
}

export function neighbourValues({ kind, values }: Knob, index: number): readonly number[] {
  if (kind === "category") return [...values.keys()].filter((other) => other !== index);
  const found: number[] = [];
  for (let step = 1; step < values.length; step *= 2) {
    if (index - step >= 0) found.push(index - step);
    if (index + step < values.length) found.push(index + step);
  }
  return found;
}
