/**
 * Loops that follow each other over the same elements as one: what sets an element, and the sum that is added to it.
 *
 *     for j: c[i, j] *= beta                            for j:
 *     for k:                                                c[i, j] *= beta
 *         for j: c[i, j] += a[i, k] * b[k, j]               for k: c[i, j] += a[i, k] * b[k, j]
 *
 * Each element then stays in a register while it is added to. Only loops of which the second reads what the first writes:
 * others have nothing to share.
 */
import { readsOf, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import type { For, Loops, Stmt } from "../loops/nodes.ts";
import { isSpokenFor, loopsIn } from "./nests.ts";
import { extended, type Shape, unchanged } from "./shapes.ts";

export function gathered(loops: Loops): Shape {
  let shape = unchanged(loops);
  for (;;) {
    const next = neighboursIn(shape.loops.body).reduce<Shape | null>(
      (found, [first, second]) => found ?? asOne(shape, first, second),
      null,
    );
    if (next === null) return shape;
    shape = next;
  }
}

/** A loop, and the last one before it that writes what it reads. */
function neighboursIn(body: readonly Stmt[]): readonly (readonly [For, For])[] {
  return body.flatMap((stmt, at): readonly (readonly [For, For])[] => {
    const inside = "body" in stmt ? neighboursIn(stmt.body) : [];
    const first =
      stmt.kind === "for"
        ? body.slice(0, at).findLast((one) => one.kind === "for" && isFed(one, stmt))
        : undefined;
    return stmt.kind === "for" && first?.kind === "for" ? [[first, stmt], ...inside] : inside;
  });
}

function isFed(first: For, second: For): boolean {
  const written = writesOf([first]);
  return (
    [...readsOf([second])].some((name) => written.has(name)) && !loopsIn([first, second]).some(isSpokenFor)
  );
}

/** Null where their iterations cannot be one. */
function asOne(shape: Shape, first: For, second: For): Shape | null {
  const [inner] = second.body;
  const turned =
    inner?.kind !== "for" || second.body.length > 1
      ? null
      : fused(extended(shape, "reorder", { loops: [inner.name, second.name] }), first, inner);
  return fused(shape, first, second) ?? turned;
}

function fused(shape: Shape | null, first: For, second: For): Shape | null {
  const count = tripCount(first);
  if (count === null || count !== tripCount(second)) return null;
  return extended(shape, "fuse_loops", { first: first.name, second: second.name });
}
