/** Ways to give a nest lanes: iterations of its loops that run side by side. */
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { loopNamed } from "../../loops/find.ts";
import type { For, Loops } from "../../loops/nodes.ts";
import { loopsIn } from "../nests.ts";
import { extended, interchanged, type Shape, type Tile, tiled, unchanged } from "../shapes.ts";
import { type Bank, banksAlong } from "./banks.ts";

export interface Way {
  readonly shape: () => Shape | null; // null: it is refused
  readonly banks: readonly Bank[];
}

/**
 * Iterations of one loop, or of two, stand side by side inside the innermost one; or inside another that goes round innermost, so
 * that a sum comes round later than its addition takes. All that make no more rounds, those of the fewest lanes first.
 */
export function waysOf(loops: Loops, nest: For): (most: number) => readonly Way[] {
  const chain = chainIn(nest);
  const inner = chain.at(-1);
  if (inner === undefined) return () => [];
  const around = chain.slice(0, -1).filter((loop) => (tripCount(loop) ?? 0) > 1);
  const turns = around.flatMap((loop): Turn[] => {
    const shape = interchanged(loops, loop.name, inner.name);
    return shape === null ? [] : [{ shape, loop: loop.name }];
  });
  const asWritten = { shape: unchanged(loops), loop: inner.name };
  return (most) =>
    tilesWithin(chain, around, most).flatMap((tiles) => {
      const isTiled = (name: string): boolean => tiles.some(({ loop }) => loop === name);
      const banks = tiles.flatMap(({ loop, size }) => banksAlong(nest, loopNamed(loops, loop), size));
      const own = tiles.length === 1 ? turns.filter(({ loop }) => isTiled(loop)) : [];
      const others = [asWritten, ...turns.filter(({ loop }) => !isTiled(loop))];
      return [
        ...others.map(({ shape, loop }): Way => {
          const wide = (): Shape | null => extended(beside(shape, tiles, loop), "pipeline", { loop });
          return { shape: wide, banks };
        }),
        ...own.map(({ shape, loop }): Way => {
          const factor = tiles[0]?.size ?? 1;
          const wide = (): Shape | null =>
            extended(extended(shape, "unroll", { loop, factor }), "pipeline", { loop });
          return { shape: wide, banks };
        }),
      ];
    });
}

function beside(shape: Shape, tiles: readonly Tile[], loop: string): Shape | null {
  if (tiles.length === 0) return shape;
  const tile = tiled(shape.loops, tiles, loop);
  return tile === null ? null : { steps: [...shape.steps, ...tile.steps], loops: tile.loops };
}

/** Iterations of the innermost loop in a call, with one lane. */
export function workOf(nest: For): number {
  return chainIn(nest).reduce((product, loop) => product * (tripCount(loop) ?? 1), 1);
}

/** A loop that goes round innermost. */
interface Turn {
  readonly shape: Shape;
  readonly loop: string;
}

/** Rounds that are not even ask for some more lanes than work over time; this many times, at most. */
const mostLanes = 2;

/** Lanes along one of the loops or two that make no more rounds in all, the fewest lanes first. */
function tilesWithin(
  chain: readonly For[],
  around: readonly For[],
  most: number,
): readonly (readonly Tile[])[] {
  const work = chain.reduce((product, loop) => product * (tripCount(loop) ?? 1), 1);
  const fewest = Math.ceil(work / most);
  const found = new Map<string, { readonly tiles: readonly Tile[]; readonly lanes: number }>();
  for (
    let lanes = fewest;
    lanes <= mostLanes * fewest;
    lanes = Math.max(lanes + 1, Math.floor((lanes * 9) / 8))
  ) {
    for (const tiles of tilesFor(around, lanes)) {
      const rounds = chain.reduce((product, loop) => product * roundsOf(loop, tiles), 1);
      const used = tiles.reduce((product, { size }) => product * size, 1);
      if (rounds <= most) found.set(JSON.stringify(tiles), { tiles, lanes: used });
    }
  }
  return [...found.values()].sort((one, other) => one.lanes - other.lanes).map(({ tiles }) => tiles);
}

function roundsOf(loop: For, tiles: readonly Tile[]): number {
  const size = tiles.find((tile) => tile.loop === loop.name)?.size ?? 1;
  return Math.ceil((tripCount(loop) ?? 1) / size);
}

/** So many lanes along one of the loops; where it is shorter, along all of it and another. */
function tilesFor(around: readonly For[], lanes: number): readonly (readonly Tile[])[] {
  if (lanes === 1) return [[]];
  const counted = around.map((loop) => ({ loop: loop.name, trips: tripCount(loop) ?? 1 }));
  return counted.flatMap(({ loop, trips }, at): (readonly Tile[])[] => {
    if (trips >= lanes) return [[{ loop, size: evenly(trips, lanes) }]];
    return counted.flatMap((other, place): (readonly Tile[])[] => {
      if (place === at) return [];
      const size = evenly(other.trips, Math.ceil(lanes / trips));
      if (size === 1) return [];
      const pair = [
        { loop, size: trips },
        { loop: other.loop, size },
      ];
      return [place < at ? pair.toReversed() : pair];
    });
  });
}

/** As many as make the same number of rounds. */
function evenly(trips: number, lanes: number): number {
  return Math.ceil(trips / Math.ceil(trips / lanes));
}

/** From the outermost loop down, as long as one loop holds another and no more than one. */
export function chainIn(nest: For): readonly For[] {
  const inner = nest.body.filter((stmt) => loopsIn([stmt]).length > 0);
  const [only] = inner;
  if (only === undefined) return [nest];
  return inner.length === 1 && only.kind === "for" ? [nest, ...chainIn(only)] : [];
}
