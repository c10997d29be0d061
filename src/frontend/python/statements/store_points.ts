/** `a[rows, columns] = v`: all of the value first, then one place after the other, as in NumPy. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Load } from "../../../program/nodes.ts";
import { elementOf, pythonInt, shapeOf } from "../../../types/types.ts";
import { intConst } from "../build.ts";
import type { Points } from "../expressions/points.ts";
import { report, type Scope, slotAt } from "../scope.ts";

export function storePoints(
  scope: Scope,
  base: Expr,
  { index, read }: Points,
  content: Expr,
  span: Span,
): void {
  const [count, ...more] = shapeOf(read.type);
  const isLine =
    more.length === 0 && [...index, content].every(({ type }) => [0, count].includes(shapeOf(type)[0] ?? 0));
  if (!isLine || typeof count !== "number") {
    report(scope, diagnose("two-index-arrays", span, {}));
    return;
  }
  const held = [...index, content].map((expr, i): Expr => {
    if (expr.kind === "const") return expr;
    const slot = slotAt(scope, `points_${i}`, span, expr.type);
    scope.out.push({ kind: "assign", target: slot, value: expr, span });
    return { kind: "var", name: slot, type: expr.type, span };
  });
  const k: Expr = { kind: "var", name: slotAt(scope, "point", span, pythonInt), type: pythonInt, span };
  const at = held.map(
    (expr): Expr =>
      expr.type.kind === "array"
        ? { kind: "load", base: expr, index: [k], type: expr.type.element, span }
        : expr,
  );
  const element = at.at(-1);
  if (element === undefined || k.kind !== "var") return;
  const target: Load = { kind: "load", base, index: at.slice(0, -1), type: elementOf(base.type), span };
  scope.out.push({
    kind: "for",
    variable: k.name,
    from: intConst(0, span),
    to: intConst(count, span),
    step: intConst(1, span),
    body: [{ kind: "store", target, value: element, span }],
    attrs: {},
    span,
  });
}
