/** Without what nobody reads: scalars and local arrays that are only set, and loops and branches that then do nothing. */
import { tripCount } from "../analysis/trip_count.ts";
import { namesRead } from "../analysis/use.ts";
import type { Expr, Loops, Stmt } from "../nodes.ts";
import { expressionsOf, mapBodies, statementsIn } from "../walk.ts";

/** `faults`: whether an expression that a statement evaluates may fault, which must be kept. */
export function withoutUnused(loops: Loops, faults: (expr: Expr) => boolean): Loops {
  let current = loops;
  for (;;) {
    const needed = neededNames(current, faults);
    const isIdle = (stmt: Stmt): boolean => {
      if (expressionsOf(stmt).some(faults)) return false;
      switch (stmt.kind) {
        case "assign":
          return !needed.has(stmt.target);
        case "store":
          return !needed.has(stmt.array);
        case "for":
          return saysNothing(stmt.body) || tripCount(stmt) === 0;
        case "region":
          return saysNothing(stmt.body);
        case "if":
          return saysNothing(stmt.then) && saysNothing(stmt.else);
        default:
          return false;
      }
    };
    const clean = (body: readonly Stmt[]): readonly Stmt[] => {
      const kept = body
        .map((stmt) => withoutValue(mapBodies(stmt, clean), needed, faults))
        .filter((stmt) => !isIdle(stmt));
      return kept.length === body.length && kept.every((stmt, k) => stmt === body[k]) ? body : kept;
    };
    const body = clean(current.body);
    const before = [...statementsIn(current.body)].length;
    current = { ...current, body };
    if ([...statementsIn(body)].length === before) return current;
  }
}

/** Pragmas alone have nothing to be about. */
function saysNothing(body: readonly Stmt[]): boolean {
  return body.every(({ kind }) => kind === "pragma");
}

/** Of a store that is kept for the fault of its place alone, the value is nobody's matter. */
function withoutValue(stmt: Stmt, needed: ReadonlySet<string>, faults: (expr: Expr) => boolean): Stmt {
  if (stmt.kind !== "store" || needed.has(stmt.array) || faults(stmt.value)) return stmt;
  const { type } = stmt.value;
  const isTruth = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  return { ...stmt, value: { kind: "const", value: isTruth ? false : 0, type } };
}

/** What is read, directly or through scalars and arrays, by what must happen. */
function neededNames(loops: Loops, faults: (expr: Expr) => boolean): ReadonlySet<string> {
  const all = [...statementsIn(loops.body)];
  const needed = new Set<string>([
    ...loops.results,
    ...loops.params.flatMap((param) => (param.kind === "array" ? [param.name] : [])),
  ]);
  const add = (expr: Expr): void => {
    for (const name of namesRead(expr)) needed.add(name);
  };
  for (let before = -1; before !== needed.size; ) {
    before = needed.size;
    for (const stmt of all) {
      const idle =
        (stmt.kind === "assign" && !needed.has(stmt.target)) ||
        (stmt.kind === "store" && !needed.has(stmt.array));
      for (const expr of expressionsOf(stmt)) if (!idle || faults(expr)) add(expr);
    }
  }
  return needed;
}
