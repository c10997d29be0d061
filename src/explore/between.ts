/**
 * Arrays between nests, in as many memories as the nests that read them will read side by side: who writes them is then
 * improved for the memories they will have, not for those it would like.
 *
 *     e = a @ b                                      partition e dim=1 complete
 *     for i: for j: for k: g[i, j] += e[i, k] * ...
 */
import { namesRead, readsOf, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import type { ArrayDecl, For, Loops } from "../loops/nodes.ts";
import { statementsIn } from "../loops/walk.ts";
import type { Step } from "../schedule/schedule.ts";
import { mostScalars } from "../synthesis/prepare/scalars.ts";
import { loopsIn } from "./nests.ts";
import { dimensionAlong, extended, type Shape, unchanged } from "./shapes.ts";

export function spreadBetween(loops: Loops): Shape {
  let shape = unchanged(loops);
  for (const array of loops.arrays) {
    const side = sideOf(loops, array);
    shape = (side === null ? null : extended(shape, "partition", { array: array.name, ...side })) ?? shape;
  }
  return shape;
}

/** The dimension along which loops of other nests add up, from its start to its end, if it is one and short. */
function sideOf(loops: Loops, { name, shape, banks, words, table }: ArrayDecl): Step["args"] | null {
  if (banks !== undefined || words !== undefined || table !== undefined || shape.length < 2) return null;
  if (shape.reduce((product, size) => product * size, 1) <= mostScalars) return null; // registers, if they like
  const readers = loops.body.filter((stmt) => !writesOf([stmt]).has(name) && readsOf([stmt]).has(name));
  if (!writesOf(loops.body).has(name)) return null;
  const inner = loopsIn(readers).filter(
    (one): one is For => one.kind === "for" && readsOf([one]).has(name) && loopsIn(one.body).length === 0,
  );
  const dims = new Set(inner.map((one) => (addsUp(one) ? dimensionAlong(one, name) : null)));
  const [dim] = dims;
  if (dim === undefined || dim === null || dims.size > 1) return null;
  const size = shape[dim] ?? Infinity;
  const isWhole = inner.every((one) => tripCount(one) === size);
  return isWhole && size <= mostMemories ? { dim, how: "complete" } : null;
}

/** Its iterations write the same places. */
function addsUp({ body, variable }: For): boolean {
  return [...statementsIn(body)].every(
    (stmt) => stmt.kind !== "store" || !stmt.index.some((expr) => namesRead(expr).has(variable)),
  );
}

const mostMemories = 64;
