/** A nest of a kernel without the others. */
import { liveAfter, readsOf, writesOf } from "../loops/analysis/effects.ts";
import { int } from "../loops/indices.ts";
import type { Expr, Loops, Origin, ScalarDecl, Stmt } from "../loops/nodes.ts";
import type { ScalarType } from "../types/types.ts";
import { loopsIn } from "./nests.ts";

export function piecesOf({ body }: Loops): readonly Stmt[] {
  return body.filter((stmt) => loopsIn([stmt]).length > 0);
}

/**
 * The kernel without its other nests. What these read of it counts as a result, and what they write as an argument: or
 * nothing would be left of it. Of an array that is one element.
 */
export function onlyNests(loops: Loops, names: ReadonlySet<string>): Loops {
  const body = loops.body.filter((stmt) => isOf(stmt, names));
  const [written, others] = [writesOf(body), writesOf(loops.body.filter((stmt) => !isOf(stmt, names)))];
  const origin: Origin = { span: { from: 0, to: 0 }, operator: "schedule" };
  const scalar = (name: string, type: ScalarType): ScalarDecl => ({ kind: "scalar", name, type });
  const touched = [...new Set([...readsOf(body), ...written])]; // in the order of their use: see same.ts
  const given = touched.flatMap((own) => loops.arrays.filter(({ name }) => name === own && others.has(name)));
  const seen = loops.arrays.filter(({ name }) => written.has(name) && !loops.results.includes(name));
  const gives = given.map(({ name, element, shape }): Stmt => {
    const value: Expr = { kind: "var", name: `${name} given`, type: element };
    return { kind: "store", array: name, index: shape.map(() => int(0)), value, origin };
  });
  const looks = seen.map(({ name, element, shape }): Stmt => {
    const { span } = origin;
    const value: Expr = { kind: "load", array: name, index: shape.map(() => int(0)), type: element, span };
    return { kind: "assign", target: `${name} seen`, value, origin };
  });
  const isRead = (scalar: string): boolean =>
    body.some(
      (stmt) => stmt.kind !== "for" || (writesOf([stmt]).has(scalar) && liveAfter(loops, stmt, scalar)),
    );
  const results = loops.scalars.map(({ name }) => name).filter((name) => written.has(name) && isRead(name));
  return {
    ...loops,
    params: [...loops.params, ...given.map(({ name, element }) => scalar(`${name} given`, element))],
    scalars: [...loops.scalars, ...seen.map(({ name, element }) => scalar(`${name} seen`, element))],
    body: [...gives, ...body, ...looks],
    results: [...new Set([...loops.results, ...results, ...seen.map(({ name }) => `${name} seen`)])],
  };
}

function isOf(stmt: Stmt, names: ReadonlySet<string>): boolean {
  return loopsIn([stmt]).some(({ name }) => names.has(name));
}
