/** Nests that take what lanes give in the order in which they give it. */
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { freshName, namesIn, pathTo } from "../../loops/find.ts";
import type { Expr, For, Loops } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import { extended, type Shape, unchanged } from "../shapes.ts";
import type { Bank } from "./banks.ts";
import { chainIn, type Way } from "./ways.ts";

/** Whether each iteration reads another element of the array, at one place. */
export function readsInTurn(nest: For, array: string): boolean {
  const [load, other] = loadsIn(nest, array);
  if (load === undefined || other !== undefined) return false;
  const chain = chainIn(nest).filter((loop) => tripCount(loop) !== 1);
  const isAlone = load.every((expr) => chain.filter(({ variable }) => holds(expr, variable)).length <= 1);
  const isUsed = chain.every(({ variable }) => load.some((expr) => holds(expr, variable)));
  return chain.length > 0 && isAlone && isUsed;
}

/**
 * Iterations side by side that read what lanes wrote together; those of the other loops stay in order.
 *
 *     for c: for y:                     for c.outer: for y:            (pipelined)
 *         b[c, y] = f(a[c, y])    =>        for c.inner: b[c, y] = f(a[c, y])
 */
export function following(loops: Loops, nest: For, banks: readonly Bank[]): Way {
  const chain = chainIn(nest);
  const tiles = banks.flatMap(({ array, dim, lanes }) => {
    const index = loadsIn(nest, array)[0]?.[dim];
    const loop = chain.find(({ variable }) => index !== undefined && holds(index, variable));
    return loop === undefined ? [] : [{ loop, size: Math.min(lanes, tripCount(loop) ?? lanes) }];
  });
  const shape = (): Shape | null => {
    let sofar: Shape | null = unchanged(loops);
    const inners: string[] = [];
    let last = chain.at(-1)?.name ?? nest.name;
    for (const { loop, size } of tiles) {
      if (sofar === null) return null;
      const names = namesIn(sofar.loops);
      const [outer, inner] = [freshName(names, `${loop.name}.outer`), freshName(names, `${loop.name}.inner`)];
      const isWhole = tripCount(loop) === size;
      inners.push(isWhole ? loop.name : inner);
      if (!isWhole && loop.name === last) last = inner;
      if (!isWhole) sofar = extended(sofar, "split", { loop: loop.name, factor: size, outer, inner });
    }
    if (sofar === null) return null;
    const after = sofar;
    const names = [...pathTo(after.loops, last).loops.map(({ name }) => name), last];
    const others = names.filter((name) => !inners.includes(name));
    const pipelined = others.at(-1);
    if (pipelined === undefined) return null;
    const order = [...others, ...inners];
    const isOrdered = order.every((name, at) => names[at] === name);
    const ordered = isOrdered ? after : extended(after, "reorder", { loops: order });
    return extended(ordered, "pipeline", { loop: pipelined });
  };
  return { shape, banks };
}

/** The subscripts of each load. */
function loadsIn(nest: For, array: string): readonly (readonly Expr[])[] {
  return [...statementsIn([nest])].flatMap((stmt) =>
    expressionsOf(stmt).flatMap((root) =>
      expressionsIn(root).flatMap((expr) =>
        expr.kind === "load" && expr.array === array ? [expr.index] : [],
      ),
    ),
  );
}

function holds(expr: Expr, variable: string): boolean {
  return expressionsIn(expr).some((one) => one.kind === "var" && one.name === variable);
}
