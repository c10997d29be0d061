/** `[f(x) for x in a]`: one value for each item, as a map. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { array, elementOf, pythonInt, shapeOf } from "../../../types/types.ts";
import type { PyExpr, PyListComp } from "../ast.ts";
import { intConst } from "../build.ts";
import type { Env } from "../environment.ts";
import { type Known, type KnownMixed, type KnownValue, knownError } from "../known.ts";
import { pathsOf, withPaths } from "../mixed.ts";
import { freshName, report, type Scope } from "../scope.ts";
import { toComputed } from "../value.ts";
import { infer } from "./index.ts";
import { sequenceOf } from "./iterate.ts";

export function inferComprehension(scope: Scope, node: PyListComp): Known {
  const [clause] = node.clauses;
  if (clause === undefined || node.clauses.length > 1 || clause.conditions.length > 0) {
    report(
      scope,
      diagnose("comprehension-form", node.span, { filtered: (clause?.conditions.length ?? 0) > 0 }),
    );
    return knownError;
  }
  const iterable = infer(scope, clause.iterable);
  const sequence = sequenceOf(scope, iterable, clause.iterable.span);
  if (sequence === null) return knownError;
  if (typeof sequence.count !== "number" || sequence.count === 0) {
    report(scope, diagnose("unknown-shape", clause.iterable.span, { what: "the length of this list" }));
    return knownError;
  }
  const param = freshName(scope, "position");
  const k: Expr = { kind: "element", param, offsets: null, type: pythonInt, span: clause.iterable.span };
  const body = inItem(scope, clause.target, sequence.at(k), node.element);
  if (body === null) return knownError;
  const positions: Expr = {
    kind: "arange",
    start: intConst(0, clause.iterable.span),
    step: intConst(1, clause.iterable.span),
    type: array(pythonInt, [sequence.count]),
    span: clause.iterable.span,
  };
  const { type: item } = body.expr;
  const type = array(elementOf(item), [sequence.count, ...shapeOf(item)]);
  const expr: Expr = {
    kind: "map",
    params: [{ name: param, source: positions }],
    body: body.expr,
    type,
    span: node.span,
  };
  return withPaths(expr, pathsOf(body), true);
}

function inItem(scope: Scope, target: PyExpr, item: Known, element: PyExpr): KnownValue | KnownMixed | null {
  const outer = scope.env;
  const env: Env = new Map(outer);
  if (!bindTarget(scope, env, target, item)) return null;
  scope.env = env;
  scope.lazy++;
  scope.closed++;
  const known = infer(scope, element);
  scope.closed--;
  scope.lazy--;
  const body = known.kind === "error" ? null : toComputed(scope, known, element.span);
  scope.env = outer;
  return body;
}

function bindTarget(scope: Scope, env: Env, target: PyExpr, item: Known): boolean {
  if (target.kind === "Name") {
    env.set(target.id, { kind: "bound", known: item, slot: null, definite: true, span: target.span });
    return true;
  }
  if (target.kind === "Tuple" && item.kind === "tuple" && item.items.length === target.elements.length) {
    return target.elements.every((part, i) => {
      const known = item.items[i];
      return known !== undefined && bindTarget(scope, env, part, known);
    });
  }
  report(scope, diagnose("bad-target", target.span, {}));
  return false;
}
