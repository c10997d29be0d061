/** The places that a loop goes over in some step, and what tells an element whether this step is one. */
import { boundValue } from "../../../loops/analysis/bound_value.ts";
import { noFacts, type Ranges, rangeOf } from "../../../loops/analysis/range/index.ts";
import { tripCount } from "../../../loops/analysis/trip_count.ts";
import { compare, constantOf, int, mod, sub } from "../../../loops/indices.ts";
import type { Expr, For } from "../../../loops/nodes.ts";

export interface Extent {
  readonly loop: For;
  readonly from: number; // iterations of all steps
  readonly step: number;
  readonly count: number;
  readonly isHere: (place: Expr) => readonly Expr[]; // whether this step has the iteration: all of these hold
}

/** Null: it is not known. */
export function extentOf(ranges: Ranges, time: For, loop: For): Extent | null {
  const bounds = inEveryStep(time, loop) ?? inAnyStep(ranges, loop);
  if (bounds === null) return null;
  const isFixed = constantOf(loop.from) !== null;
  const step = isFixed ? loop.step : 1;
  const count = Math.max(0, Math.floor((bounds.high - bounds.low) / step) + 1);
  const isHere = (place: Expr): readonly Expr[] => [
    ...(bounds.startsLater ? [compare("ge", place, loop.from)] : []),
    ...(bounds.endsEarlier ? [compare("lt", place, loop.to)] : []),
    ...(isFixed || loop.step === 1
      ? []
      : [compare("eq", mod(sub(place, loop.from), int(loop.step)), int(0))]),
  ];
  return Number.isSafeInteger(count) ? { loop, from: bounds.low, step, count, isHere } : null;
}

/** The first and the last place of all, and whether some step leaves out one that its stride would meet. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly startsLater: boolean;
  readonly endsEarlier: boolean;
}

/** So many are looked at one by one: it takes milliseconds. */
const mostSteps = 1 << 16;

/** Where the step alone decides; null: it does not, or there are too many. */
function inEveryStep(time: For, { from, to, step }: For): Bounds | null {
  const [start, steps] = [constantOf(time.from), tripCount(time)];
  if (start === null || steps === null || steps > mostSteps) return null;
  const spans: { readonly first: number; readonly last: number }[] = [];
  let isSomeEmpty = false;
  for (let k = 0; k < steps; k++) {
    const known = new Map([[time.variable, start + k * time.step]]);
    const [first, end] = [boundValue(from, known), boundValue(to, known)];
    if (first === null || end === null) return null;
    if (first < end) spans.push({ first, last: first + step * Math.floor((end - 1 - first) / step) });
    else isSomeEmpty = true;
  }
  const low = spans.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY);
  const high = spans.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY);
  if (spans.length === 0) return { low: 0, high: -1, startsLater: false, endsEarlier: false };
  return {
    low,
    high,
    startsLater: isSomeEmpty || spans.some(({ first }) => first - step >= low),
    endsEarlier: isSomeEmpty || spans.some(({ last }) => last + step <= high),
  };
}

function inAnyStep(ranges: Ranges, loop: For): Bounds | null {
  const [from, to] = [rangeOf(ranges, loop.from, noFacts), rangeOf(ranges, loop.to, noFacts)];
  if (from === null || to === null) return null;
  return {
    low: from.low,
    high: to.high - 1,
    startsLater: from.high - from.low >= loop.step,
    endsEarlier: to.low !== to.high,
  };
}
