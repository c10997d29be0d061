/** Which elements of an array that a front stores are there before it, and are read after it. */

import { affineOf } from "../../../loops/analysis/affine.ts";
import { readsOf } from "../../../loops/analysis/effects.ts";
import { walkTouches } from "../../../loops/analysis/touches.ts";
import { arrayNamed, replaceLoop } from "../../../loops/find.ts";
import type { Loops } from "../../../loops/nodes.ts";
import { isParameter, isResult } from "../../declare.ts";
import type { Axis } from "../cell.ts";
import type { Front, Handed } from "./front.ts";

/** Iterations from..to of the two loops, both included, have stored all that is read. */
export interface Box {
  readonly space: readonly [number, number];
  readonly time: readonly [number, number];
}

export type Seen = "none" | "all" | Box;

export function seenOf(loops: Loops, front: Front, handed: Handed): Seen {
  const { array } = handed;
  if (isParameter(loops, array) || isResult(loops, array)) return "all";
  const place = loops.body.indexOf(front.nest);
  if (place < 0)
    return readsOf(replaceLoop(loops, front.nest.name, () => []).body).has(array) ? "all" : "none";
  const decl = arrayNamed(loops, array);
  let box: Seen = "none";
  const walked = walkTouches(loops.body.slice(place + 1), decl, ({ kind, at }) => {
    if (kind === "store") return undefined;
    const one = at === null ? null : iterationOf(front, handed, decl.shape, at);
    if (one === null) {
      box = "all";
      return "enough";
    }
    if (one !== "none" && box !== "all") box = box === "none" ? one : hull(box, one);
    return undefined;
  });
  return walked === "all" ? box : "all";
}

function hull(a: Box, b: Box): Box {
  const both = (x: readonly [number, number], y: readonly [number, number]): [number, number] => [
    Math.min(x[0], y[0]),
    Math.max(x[1], y[1]),
  ];
  return { space: both(a.space, b.space), time: both(a.time, b.time) };
}

/** The iteration that stores an element; `none`: there is none; null: it is not known. */
function iterationOf(
  front: Front,
  { store }: Handed,
  shape: readonly number[],
  at: number,
): Box | "none" | null {
  const found = new Map<Axis, number>();
  let rest = at;
  for (let dim = shape.length - 1; dim >= 0; dim--) {
    const extent = shape[dim] ?? 1;
    const value = rest % extent;
    rest = Math.floor(rest / extent);
    const subscript = store.index[dim];
    const form = subscript === undefined ? null : affineOf(subscript);
    if (form === null) return null;
    const axis = [front.space, front.time].find(({ loop }) => form.terms.has(loop.variable));
    if (axis === undefined) {
      if (form.terms.size > 0) return null;
      if (form.constant !== value) return "none";
      continue;
    }
    const index =
      ((value - form.constant) / (form.terms.get(axis.loop.variable) ?? 1) - axis.from) / axis.step;
    const isOne = Number.isInteger(index) && index >= 0 && index < axis.count;
    if (!isOne || (found.get(axis) ?? index) !== index) return "none";
    found.set(axis, index);
  }
  const [p, q] = [found.get(front.space) ?? 0, found.get(front.time) ?? 0];
  return { space: [p, p], time: [q, q] };
}

/** Whether the array has the element that this iteration would store, be it one of the program or not. */
export function isThere(loops: Loops, front: Front, { array, store }: Handed, p: number, q: number): boolean {
  const { shape } = arrayNamed(loops, array);
  return store.index.every((subscript, dim) => {
    const form = affineOf(subscript);
    if (form === null) return true;
    let value = form.constant;
    for (const [name, factor] of form.terms) {
      const axis = [front.space, front.time].find(({ loop }) => loop.variable === name);
      if (axis === undefined) return true; // the same as in the program
      value += factor * (axis.from + axis.step * (axis === front.space ? p : q));
    }
    return value >= 0 && value < (shape[dim] ?? 0);
  });
}
