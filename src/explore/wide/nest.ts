/**
 * A band with its lanes as steps: loops that wait for themselves go round outermost, so that others fill the time; lanes are
 * innermost, and the loop around them is pipelined.
 *
 *     for i: for j: for k: c[i, j] += a[i, k] * b[k, j]      lanes 8, 20, 3
 *     for k.outer: for i.outer: for j.outer:                 pipeline j.outer
 *         for k.inner: for i.inner: for j.inner: c[…] += …
 */
import { freshName, loopNamed, namesIn } from "../../loops/find.ts";
import { chainOf, extended, type Shape } from "../shapes.ts";
import { type Band, type BandLoop, goesRound, goingRound } from "./band.ts";
import type { Way } from "./lanes.ts";

/** Null where a step is refused. */
export function laned(
  given: Shape,
  { loops }: Band,
  { lanes, pipelined: innermost }: Pick<Way, "lanes" | "pipelined">,
  mayReassociate: boolean,
): Shape | null {
  let shape: Shape | null = given;
  const tiles: Tile[] = [];
  for (const [at, loop] of loops.entries()) {
    if (shape === null) return null;
    const cut: Cut | null = cutInto(shape, loop, lanes[at] ?? 1);
    if (cut === null) return null;
    shape = cut.shape;
    tiles.push(cut.tile);
  }
  const waiting = tiles.filter(({ isCarried }) => isCarried);
  const free = tiles.filter(({ isCarried }) => !isCarried);
  const inners = mayReassociate ? [...free, ...waiting] : [...waiting, ...free];
  const orders = [goingRound(tiles, innermost), tiles].map((outers) => ({
    outers: outers.flatMap(({ outer }) => outer ?? []),
    inners: inners.flatMap(({ inner }) => inner ?? []),
  }));
  for (const { outers, inners: inside } of orders) {
    const ordered = inOrder(shape, [...outers, ...inside]);
    const summed = mayReassociate ? withPartialSums(ordered, waiting) : ordered;
    const written = writtenOut(summed, loops, inside);
    const pipelined = outers.at(-1);
    if (written !== null && pipelined !== undefined)
      return extended(written, "pipeline", { loop: pipelined });
  }
  return null;
}

function withPartialSums(shape: Shape | null, waiting: readonly Tile[]): Shape | null {
  return waiting.reduce(
    (sofar, { inner, lanes }) =>
      inner === null ? sofar : (extended(sofar, "reassociate", { loop: inner, factor: lanes }) ?? sofar),
    shape,
  );
}

/** Loops whose counts change are written out by request alone, all others with the pipelined loop around them. */
function writtenOut(
  shape: Shape | null,
  loops: readonly BandLoop[],
  inners: readonly string[],
): Shape | null {
  return loops.reduce(
    (sofar, { name, mean, most }) =>
      mean < most && inners.includes(name) ? extended(sofar, "unroll", { loop: name }) : sofar,
    shape,
  );
}

interface Tile {
  readonly name: string; // of the loop that was cut
  readonly isCarried: boolean;
  readonly outer: string | null; // null: all its iterations stand side by side
  readonly inner: string | null; // null: one does
  readonly lanes: number;
}

interface Cut {
  readonly shape: Shape;
  readonly tile: Tile;
}

function cutInto(shape: Shape, { name, most, isCarried }: BandLoop, lanes: number): Cut | null {
  if (lanes === 1) return { shape, tile: { name, isCarried, outer: name, inner: null, lanes } };
  if (lanes >= most) return { shape, tile: { name, isCarried, outer: null, inner: name, lanes } };
  const taken = namesIn(shape.loops);
  const [outer, inner] = [freshName(taken, `${name}.outer`), freshName(taken, `${name}.inner`)];
  const cut = extended(shape, "split", { loop: name, factor: lanes, outer, inner });
  return cut === null ? null : { shape: cut, tile: { name, isCarried, outer, inner, lanes } };
}

function inOrder(shape: Shape | null, order: readonly string[]): Shape | null {
  if (shape === null || order.length < 2) return shape;
  const { loops } = shape;
  const innermost = order.find((name) => !goesRound(loopNamed(loops, name).body));
  const now = innermost === undefined ? [] : chainOf(loops, order[0] ?? "", innermost);
  const isSo = now.length === order.length && now.every(({ name }, at) => name === order[at]);
  return isSo ? shape : extended(shape, "reorder", { loops: order });
}
