/**
 * `a[mask] = values`, an element for each True of the mask:
 *
 *     count = 0
 *     for i in range(n):
 *         if mask[i]:
 *             a[i] = values[count]
 *             count += 1
 *     assert count == len(values)
 */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Stmt, Var } from "../../../program/nodes.ts";
import { elementOf, pythonBool, pythonInt, shapeOf, type Type } from "../../../types/types.ts";
import { boolConst, cast, intConst } from "../build.ts";
import { sizeOf } from "../builtins/make.ts";
import { type Scope, slotAt } from "../scope.ts";

/** False where the values are no vector, or the mask is one for whole rows. */
export function storeInTurn(scope: Scope, base: Expr, mask: Expr, value: Expr, span: Span): boolean {
  const extents = shapeOf(base.type).filter((dim) => typeof dim === "number");
  const hasPlaces =
    extents.length === shapeOf(base.type).length && (extents.length === 1 || mask.kind !== "view");
  if (value.type.kind !== "array" || value.type.shape.length !== 1 || !hasPlaces) return false;
  const held = (name: string, expr: Expr, type: Type = expr.type): Var => {
    const slot = slotAt(scope, name, span, type);
    scope.out.push({ kind: "assign", target: slot, value: expr, span });
    return { kind: "var", name: slot, type, span };
  };
  const [isHere, values] = [
    held("masked_where", mask),
    held("masked_values", { kind: "copy", operand: value, type: value.type, span }),
  ];
  const size = held("masked_size", sizeOf({ scope, span }, values));
  const count = held("masked_count", intConst(0, span));
  const [only] = shapeOf(value.type);
  const [zero, one] = [intConst(0, span), intConst(1, span)];
  const isOne: Expr = { kind: "compare", op: "eq", left: size, right: one, type: pythonBool, span };
  const at: Expr =
    typeof only === "number"
      ? count
      : { kind: "conditional", condition: isOne, then: zero, otherwise: count, type: pythonInt, span };
  const places = extents.map(
    (_, axis): Var => ({
      kind: "var",
      name: slotAt(scope, `masked_${axis}`, span, pythonInt),
      type: pythonInt,
      span,
    }),
  );
  const element = (of: Expr, index: readonly Expr[]): Extract<Expr, { kind: "load" }> => ({
    kind: "load",
    base: of,
    index,
    type: elementOf(of.type),
    span,
  });
  const body: Stmt = {
    kind: "if",
    condition: cast(scope, element(isHere, places), pythonBool) ?? boolConst(true, span),
    then: [
      {
        kind: "store",
        target: element(base, places),
        value: element(values, [only === 1 ? zero : at]),
        span,
      },
      {
        kind: "assign",
        target: count.name,
        value: { kind: "binary", op: "add", left: count, right: one, type: pythonInt, span },
        span,
      },
    ],
    else: [],
    span,
  };
  const nest = extents.reduceRight<Stmt>((inner, extent, axis) => {
    const variable = places[axis]?.name ?? "";
    return {
      kind: "for",
      variable,
      from: zero,
      to: intConst(extent, span),
      step: one,
      body: [inner],
      attrs: {},
      span,
    };
  }, body);
  scope.out.push(nest);
  if (only === 1) return true;
  const isAll: Expr = { kind: "compare", op: "eq", left: count, right: size, type: pythonBool, span };
  const condition: Expr =
    typeof only === "number"
      ? isAll
      : { kind: "logic", op: "or", left: isAll, right: isOne, type: pythonBool, span };
  const message = "NumPy cannot assign so many values to the elements where the mask is true";
  scope.out.push({ kind: "assert", condition, message, span });
  return true;
}
