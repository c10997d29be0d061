/** Which scalar arguments say how often loops run: specialised on them, a kernel has loops of known counts. */
import type { Expr, Loops } from "../nodes.ts";
import { children, statementsIn } from "../walk.ts";

/** By name. What is read from arrays is not followed: those are data. */
export function countArguments({ params, body }: Loops): ReadonlySet<string> {
  const statements = statementsIn(body);
  const bounds = statements.flatMap((stmt) => (stmt.kind === "for" ? [stmt.from, stmt.to] : []));
  const names = new Set(bounds.flatMap(scalarsIn));
  const assigns = statements.flatMap((stmt) => (stmt.kind === "assign" ? [stmt] : []));
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const { target, value } of assigns)
      if (names.has(target)) for (const name of scalarsIn(value)) names.add(name);
  }
  const scalars = params.filter((param) => param.kind === "scalar" && names.has(param.name));
  return new Set(scalars.map(({ name }) => name));
}

function scalarsIn(expr: Expr): readonly string[] {
  if (expr.kind === "load") return [];
  return expr.kind === "var" ? [expr.name] : children(expr).flatMap(scalarsIn);
}
