/** `a[rows, columns]`: an integer for each axis, of which several are arrays. Each place is looked up on its own. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, MapExpr, MapParam } from "../../../program/nodes.ts";
import { array, elementOf, type ScalarType, sameShape } from "../../../types/types.ts";
import { broadcast } from "../build.ts";
import { freshName, type Scope } from "../scope.ts";

export interface Points {
  readonly kind: "points";
  readonly index: readonly Expr[];
  readonly read: MapExpr;
}

export function pointsOf(scope: Scope, base: Expr, index: readonly Expr[], span: Span): Points | null {
  const arrays = index.filter(({ type }) => type.kind === "array");
  if (arrays.length < 2 || !index.every(({ type }) => isInteger(elementOf(type)))) return null;
  const shape = broadcast(scope, arrays, span);
  if (shape === null) return null;
  const params: MapParam[] = [];
  const places = index.map((expr): Expr => {
    if (expr.type.kind !== "array") return expr;
    const name = freshName(scope, "picked_at");
    const { element } = expr.type;
    const isWide = sameShape(expr.type.shape, shape);
    const wide: Expr = { kind: "copy", operand: expr, type: array(element, shape), span: expr.span };
    params.push({ name, source: isWide ? expr : wide });
    return { kind: "element", param: name, offsets: null, type: element, span: expr.span };
  });
  const element = elementOf(base.type);
  const body: Expr = { kind: "load", base, index: places, type: element, span };
  return { kind: "points", index, read: { kind: "map", params, body, type: array(element, shape), span } };
}

function isInteger(type: ScalarType): boolean {
  return type.kind === "int" || (type.kind === "python" && type.name === "int");
}
