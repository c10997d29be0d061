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
 * Iterations that read what lanes wrote together are next to each other; those of the other loops stay in order.
 *
 *     for c: for y:                     for c.outer: for y:
 *         b[c, y] = f(a[c, y])    =>        for c.inner: b[c, y] = f(a[c, y])
 *
 * One after another they share one circuit: what lanes give takes them many cycles. Then some at a time; then all side by side.
 */
export function following(loops: Loops, nest: For, banks: readonly Bank[]): readonly Way[] {
  const chain = chainIn(nest);
  const tiles = banks.flatMap(({ array, dim, lanes }) => {
    const index = loadsIn(nest, array)[0]?.[dim];
    const loop = chain.find(({ variable }) => index !== undefined && holds(index, variable));
    return loop === undefined ? [] : [{ loop, size: Math.min(lanes, tripCount(loop) ?? lanes) }];
  });
  const inTurn = (copies: number) => (): Shape | null => {
    const found = ordered();
    const loop = found?.inners.at(-1);
    if (found === null || loop === undefined) return null;
    const few = copies === 1 ? found.shape : extended(found.shape, "unroll", { loop, factor: copies });
    return extended(few, "pipeline", { loop });
  };
  const together = (): Shape | null => {
    const found = ordered();
    const loop = found?.others.at(-1);
    return loop === undefined ? null : extended(found?.shape ?? null, "pipeline", { loop });
  };
  const ordered = (): Ordered | null => {
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
    const order = [...others, ...inners];
    const isOrdered = order.every((name, at) => names[at] === name);
    const shape = isOrdered ? after : extended(after, "reorder", { loops: order });
    return shape === null ? null : { shape, others, inners };
  };
  const lanes = tiles.at(-1)?.size ?? 1;
  const counts = [1, 2, 4, 8].filter((copies) => copies < lanes);
  return [...counts.map(inTurn), together].map((shape) => ({ shape, banks }));
}

interface Ordered {
  readonly shape: Shape;
  readonly others: readonly string[];
  readonly inners: readonly string[]; // over what lanes wrote together
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
