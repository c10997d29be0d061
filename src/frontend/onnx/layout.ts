/**
 * Memory that several shapes share. Reshape, Flatten, Squeeze and the like move nothing: the values before and after lie
 * in one array, whose shape is the finest that every one of them refines, so that every access stays affine.
 *
 *     commonShape([[1, 16, 5, 5], [1, 400]]);                          // [1, 400]
 *     memoryIndex(f, [1, 16, 5, 5], [1, 400], [n, c, y, x]);           // [n, (c * 5 + y) * 5 + x]
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr } from "../../program/nodes.ts";
import type { Formulas } from "./formula.ts";
import { sizeOf } from "./graph.ts";

/** The first shape that has just the common axes gives the form; extents of 1 are nobody's business. */
export function commonShape(shapes: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...others] = shapes;
  if (sizeOf(first) === 0) return [0];
  let ends = new Set(boundaries(first));
  for (const shape of others) {
    const also = new Set(boundaries(shape));
    ends = new Set([...ends].filter((end) => also.has(end)));
  }
  const common = [...ends].sort((a, b) => a - b);
  const fits = (shape: readonly number[]): boolean => boundaries(shape).length === common.length;
  return shapes.find(fits) ?? common.map((end, i) => end / (common[i - 1] ?? 1)).reverse();
}

/** Whether every element of a value of `shape` is found in memory of `memory` by affine indices. */
export function refines(shape: readonly number[], memory: readonly number[]): boolean {
  const own = new Set(boundaries(shape));
  return boundaries(memory).every((end) => own.has(end));
}

/** Products of the last extents, where axes begin; without extents of 1, so each once. The last one is the size. */
function boundaries(shape: readonly number[]): readonly number[] {
  const ends: number[] = [];
  let size = 1;
  for (const extent of shape.toReversed()) {
    if (extent === 1) continue;
    size *= extent;
    ends.push(size);
  }
  return ends;
}

/** The index in memory of an element of a value, whose shape refines that of the memory. */
export function memoryIndex(
  f: Formulas,
  shape: readonly number[],
  memory: readonly number[],
  index: readonly Expr[],
): readonly Expr[] {
  if (shape.length === memory.length && shape.every((extent, axis) => extent === memory[axis])) return index;
  const axes = shape
    .map((extent, axis) => ({ extent, index: index[axis] }))
    .filter(({ extent }) => extent !== 1);
  return memory.map((extent) => {
    let place: Expr = f.whole(0);
    for (let size = 1; size < extent; ) {
      const axis = axes.shift() ?? bug("a shape that does not refine its memory");
      place = f.add(f.mul(place, f.whole(axis.extent)), axis.index ?? bug("an index is missing"));
      size *= axis.extent;
    }
    return place;
  });
}
