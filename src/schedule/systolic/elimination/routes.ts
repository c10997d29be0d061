/**
 * How a word gets to the element that reads it. It goes down its column at its own time; from a column that a row of elements
 * knows it moves along that row; and an element that needs it later keeps it when it passes (uniformisation of broadcasts:
 * Quinton and Van Dongen 1989).
 *
 *     a[i, j] -= a[i, k] * a[k, j]        a[i, j]  down          row k, column j, time i
 *                                         a[i, k]  along row k, from column k
 *                                         a[k, j]  kept in the element since it came down at time k
 */
import { type Affine, sameAffine } from "../../../loops/analysis/affine.ts";
import type { Load } from "../../../loops/nodes.ts";
import { inAxes, isAt, type Placed, type PlaceProblem } from "./places.ts";
import { accessesIn, type Stream, wordOf } from "./streams.ts";

export type Route =
  | { readonly way: "down"; readonly stream: Stream }
  | { readonly way: "along"; readonly moving: Moving }
  | { readonly way: "kept"; readonly kept: Kept };

/** A word that moves along each row of elements, from one of its columns on. */
export interface Moving {
  readonly stream: Stream;
  readonly from: Affine; // the column, by the row
}

/** What an element keeps of a line, since it passed. */
export interface Kept {
  readonly stream: Stream;
  readonly moving: Moving | null; // null: it came down
  readonly since: Affine; // the time, by row and column
}

export interface Routes {
  readonly of: ReadonlyMap<Placed, ReadonlyMap<Load, Route>>;
  readonly moving: readonly Moving[];
  readonly kept: readonly Kept[];
}

export function routesOf(leaves: readonly Placed[], streams: readonly Stream[]): Routes | PlaceProblem {
  const all = new Map<Placed, ReadonlyMap<Load, Route>>();
  const moving: Moving[] = [];
  const kept: Kept[] = [];
  const movingFrom = (stream: Stream, from: Affine): Moving => {
    const known = moving.find((one) => one.stream === stream && sameAffine(one.from, from));
    const found = known ?? { stream, from };
    if (known === undefined) moving.push(found);
    return found;
  };
  const keptSince = (stream: Stream, along: Moving | null, since: Affine): Kept => {
    const known = kept.find(
      (one) => one.stream === stream && one.moving === along && sameAffine(one.since, since),
    );
    const found = known ?? { stream, moving: along, since };
    if (known === undefined) kept.push(found);
    return found;
  };
  for (const leaf of leaves) {
    const { stmt, place } = leaf;
    const routes = new Map<Load, Route>();
    all.set(leaf, routes);
    for (const access of accessesIn(stmt)) {
      const stream = streams.find(({ array }) => array === access.array);
      const word = stream === undefined ? null : wordOf(stream, access);
      if (stream === undefined || word === null) return { problem: "route", access, why: "index" };
      const [isNow, isOwn] = [isAt(place, "time", word.time), isAt(place, "column", word.column)];
      if (access.kind === "store") {
        if (!isNow || !isOwn) return { problem: "route", access, why: "store" };
        continue;
      }
      if (isNow && isOwn) {
        routes.set(access, { way: "down", stream });
        continue;
      }
      const from = isOwn ? null : inAxes(word.column, place, ["row"]);
      const since = isNow ? null : inAxes(word.time, place, ["row", "column"]);
      if ((!isOwn && from === null) || (!isNow && since === null))
        return { problem: "route", access, why: "index" };
      const along = from === null ? null : movingFrom(stream, from);
      if (since !== null) routes.set(access, { way: "kept", kept: keptSince(stream, along, since) });
      else if (along !== null) routes.set(access, { way: "along", moving: along });
    }
  }
  return { of: all, moving, kept };
}
