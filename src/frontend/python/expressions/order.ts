/**
 * The order in which Python computes: operands from the left, each once. Expressions of a Program are computed where
 * they stand, so that what is read before a call that changes arrays is held in locals before it:
 *
 *     x = s[0] + fill(s)          kept = s[0]
 *                                 fill_1 = fill(s)
 *                                 x = kept + fill_1
 */
import type { Expr, Stmt, Sub } from "../../../program/nodes.ts";
import { children } from "../../../program/walk.ts";
import type { PyExpr } from "../ast.ts";
import type { Known } from "../known.ts";
import type { Scope } from "../scope.ts";
import { hold } from "../statements/bind.ts";
import { infer } from "./index.ts";

/** The operands, typed from the left. */
export function inferInOrder(
  scope: Scope,
  nodes: readonly PyExpr[],
  one: (scope: Scope, node: PyExpr) => Known = infer,
): Known[] {
  return inOrder(
    scope,
    nodes.map((node) => () => one(scope, node)),
    (known, k) => keep(scope, known, `kept_${k}`),
  );
}

/** What `makers` give, one after the other; `held` gives what was made before something changed the arrays it reads. */
export function inOrder<T>(scope: Scope, makers: readonly (() => T)[], held: (made: T, k: number) => T): T[] {
  let made: T[] = [];
  for (const make of makers) {
    const { result, before } = withEffects(scope, make, () => made.map(held));
    if (before !== null) made = before;
    made.push(result);
  }
  return made;
}

/** `keepBefore` puts statements before those of `next`, if these change arrays; null where they do not. */
export function withEffects<T, K>(
  scope: Scope,
  next: () => T,
  keepBefore: () => K,
): { readonly result: T; readonly before: K | null } {
  const { out, effects } = scope;
  const at = out.length;
  const result = next();
  if (scope.effects === effects) return { result, before: null };
  const kept = apart(scope, keepBefore);
  out.splice(at, 0, ...kept.body);
  return { result, before: kept.result };
}

/** Statements kept apart: they run only where the value is computed. */
export function apart<T>(scope: Scope, next: () => T): { readonly result: T; readonly body: Stmt[] } {
  const outer = scope.out;
  const body: Stmt[] = [];
  scope.out = body;
  const result = next();
  scope.out = outer;
  return { result, body };
}

/** The value as it is now, whatever is stored to arrays later. */
export function keep(scope: Scope, known: Known, name = "kept"): Known {
  switch (known.kind) {
    case "value":
    case "mixed":
      return isSettled(known.expr) ? known : hold(scope, name, known);
    case "optional":
      return {
        ...known,
        none: keep(scope, known.none, `${name}_none`),
        some: keep(scope, known.some, name),
      };
    case "tuple":
      return { ...known, items: known.items.map((item, i) => keep(scope, item, `${name}_${i}`)) };
    case "zip":
      return { ...known, parts: known.parts.map((part, i) => keep(scope, part, `${name}_${i}`)) };
    case "method":
      return { ...known, self: keep(scope, known.self, name) };
    case "range": {
      const { from, to, step } = known;
      const [first, last, by] = [from, to, step].map((end, i) => keepExpr(scope, end, `${name}_${i}`));
      return { ...known, from: first ?? from, to: last ?? to, step: by ?? step };
    }
    default:
      return known;
  }
}

export function keepExpr(scope: Scope, expr: Expr, name = "kept"): Expr {
  const known = keep(scope, { kind: "value", expr, list: false }, name);
  return known.kind === "value" ? known.expr : expr;
}

export function keepSub(scope: Scope, sub: Sub, name = "kept"): Sub {
  const bound = (expr: Expr | null, at: string): Expr | null =>
    expr === null ? null : keepExpr(scope, expr, `${name}_${at}`);
  switch (sub.kind) {
    case "newAxis":
      return sub;
    case "at":
      return { ...sub, index: keepExpr(scope, sub.index, name) };
    case "slice":
      return { ...sub, start: bound(sub.start, "start"), stop: bound(sub.stop, "stop") };
  }
}

/** Whether stores to arrays leave a value alone: numbers from numbers, and arrays that are only referred to. */
function isSettled(expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "arrayConst":
    case "var":
    case "extent":
      return true;
    case "view":
    case "transpose":
    case "part":
      return children(expr).every(isSettled);
    case "reshape":
      return expr.shares && isSettled(expr.base);
    case "unary":
    case "binary":
    case "compare":
    case "logic":
    case "math":
    case "cast":
    case "bits":
    case "bitcast":
    case "conditional":
      return (expr.type.kind !== "array" || expr.kind === "conditional") && children(expr).every(isSettled);
    default:
      return false;
  }
}
