/**
 * Which arguments may be streams: those that one access sweeps once, element after element in row-major order, as the
 * copy that `buffer` makes does.
 */

import { affineOf } from "../../loops/analysis/affine.ts";
import { jumpsOut } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf } from "../../loops/walk.ts";

/** Why an argument cannot be a stream, in words that follow its name; null where it can. */
export function whyNoStream(loops: Loops, decl: ArrayDecl): string | null {
  const found: { index: readonly Expr[]; around: readonly Stmt[]; direct: boolean }[] = [];
  const visit = (body: readonly Stmt[], around: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (stmt.kind === "store" && stmt.array === decl.name) {
        found.push({ index: stmt.index, around, direct: true });
      }
      for (const root of expressionsOf(stmt)) {
        for (const expr of expressionsIn(root)) {
          if (expr.kind !== "load" || expr.array !== decl.name) continue;
          const value = stmt.kind === "store" || stmt.kind === "assign" ? stmt.value : null;
          found.push({ index: expr.index, around, direct: value !== null && withoutCasts(value) === expr });
        }
      }
      for (const inner of bodiesOf(stmt)) visit(inner, [...around, stmt]);
    }
  };
  visit(loops.body, []);
  if (loops.results.includes(decl.name)) return "is returned";
  const [access, other] = found;
  if (access === undefined) return "is never read or written";
  if (other !== undefined) return "is read or written in several places";
  if (!access.direct) return "is read in the middle of an expression";
  return sweeps(access.index, access.around, decl.shape) ? null : "is not swept once, element after element";
}

function withoutCasts(expr: Expr): Expr {
  return expr.kind === "cast" ? withoutCasts(expr.operand) : expr;
}

/** Whether the k-th iteration is at the k-th element. */
function sweeps(index: readonly Expr[], around: readonly Stmt[], shape: readonly number[]): boolean {
  const loops = around.filter((stmt): stmt is For => stmt.kind === "for");
  const others = around.some((stmt) => stmt.kind !== "for" && stmt.kind !== "region");
  if (others || loops.some((loop) => jumpsOut(loop.body) !== null)) return false;
  const place = linear(index, shape);
  if (place === null) return false;
  let stride = 1;
  let start = place.constant;
  for (const loop of loops.toReversed()) {
    const trips = tripCount(loop);
    const factor = place.factors.get(loop.variable) ?? 0;
    if (trips === null || loop.from.kind !== "const") return false;
    if (trips !== 1 && factor * loop.step !== stride) return false;
    start += factor * Number(loop.from.value);
    stride *= trips;
  }
  return start === 0 && stride === shape.reduce((size, extent) => size * extent, 1);
}

function linear(
  index: readonly Expr[],
  shape: readonly number[],
): { readonly constant: number; readonly factors: ReadonlyMap<string, number> } | null {
  const factors = new Map<string, number>();
  let constant = 0;
  let size = 1;
  for (const [dim, expr] of [...index.entries()].reverse()) {
    const affine = affineOf(expr, () => true);
    if (affine === null) return null;
    constant += affine.constant * size;
    for (const [name, factor] of affine.terms) factors.set(name, (factors.get(name) ?? 0) + factor * size);
    size *= shape[dim] ?? 1;
  }
  return { constant, factors };
}
