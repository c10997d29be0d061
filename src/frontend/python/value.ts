/** From what is known of a Python value to the expression that computes it. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { joinTypes } from "../../types/promote.ts";
import {
  array,
  elementOf,
  pythonInt,
  type ScalarType,
  type Shape,
  sameShape,
  shapeOf,
} from "../../types/types.ts";
import { cast, intConst, printShape, strongType } from "./build.ts";
import { describe, type Known, type KnownTuple } from "./known.ts";
import { report, type Scope } from "./scope.ts";

/** The scalar or array a value is, or null after saying that it is neither. */
export function toExpr(scope: Scope, known: Known, span: Span): Expr | null {
  switch (known.kind) {
    case "value":
      return known.expr;
    case "cursor":
      return { kind: "element", param: known.param, offsets: null, type: known.element, span };
    case "tuple":
      return listToArray(scope, known, span, "python");
    case "error":
      return null;
    default:
      report(scope, diagnose("not-a-value", span, { found: describe(known, printType), kind: known.kind }));
      return null;
  }
}

/** As toExpr, and what np.asarray would make of it: Python numbers and lists become int64, float64 or bool. */
export function toStrong(scope: Scope, known: Known, span: Span): Expr | null {
  if (known.kind === "tuple") return listToArray(scope, known, span, "numpy");
  const expr = toExpr(scope, known, span);
  return expr === null ? null : cast(scope, expr, strongType(elementOf(expr.type)), span);
}

/** A list's elements are NumPy's (np.array) or stay Python's own (a list that is indexed). */
export function listToArray(
  scope: Scope,
  list: KnownTuple,
  span: Span,
  elements: "numpy" | "python",
): Expr | null {
  const parts: Expr[] = [];
  for (const item of list.items) {
    const part = item.kind === "tuple" ? listToArray(scope, item, span, elements) : toExpr(scope, item, span);
    if (part === null) return null;
    parts.push(part);
  }
  const first = parts[0];
  if (first === undefined) {
    report(scope, diagnose("empty-array", span, {}));
    return null;
  }
  const shape = shapeOf(first.type);
  const odd = parts.find((part) => !sameShape(shapeOf(part.type), shape));
  if (odd !== undefined) {
    report(
      scope,
      diagnose("ragged-array", odd.span, {
        expected: printShape(shape),
        found: printShape(shapeOf(odd.type)),
      }),
    );
    return null;
  }
  const joined = joinElements(parts);
  if (joined === null) {
    const names = [...new Set(parts.map((part) => printType(elementOf(part.type))))];
    report(scope, diagnose("mixed-array", span, { types: names }));
    return null;
  }
  const table = assemble(scope, parts, elements === "numpy" ? strongType(joined) : joined, shape, span);
  const shared = table?.kind === "arrayConst" && elements === "python" ? list.constant : undefined;
  return table?.kind === "arrayConst" && shared !== undefined ? { ...table, constant: shared } : table;
}

function joinElements(parts: readonly Expr[]): ScalarType | null {
  return parts
    .map((part) => elementOf(part.type))
    .reduce<ScalarType | null>(
      (a, b) => (a === null ? null : joinTypes(a, b)),
      elementOf(firstOf(parts).type),
    );
}

function firstOf(parts: readonly Expr[]): Expr {
  const [first] = parts;
  if (first === undefined) throw new Error("a list without parts was refused before");
  return first;
}

function assemble(
  scope: Scope,
  parts: readonly Expr[],
  element: ScalarType,
  shape: Shape,
  span: Span,
): Expr | null {
  const type = array(element, [parts.length, ...shape]);
  const cells = parts.map((part) => cast(scope, part, element));
  const constants = cells.map(constantCells);
  if (constants.every((cell) => cell !== null))
    return { kind: "arrayConst", values: constants.flat(), type, span };
  const rows: Expr[] = [];
  for (const cell of cells) {
    if (cell === null) return null;
    rows.push(
      cell.type.kind === "array"
        ? newAxis(cell, span)
        : { kind: "fill", value: cell, type: array(element, [1]), span },
    );
  }
  return { kind: "concat", parts: rows, axis: 0, type, span };
}

function constantCells(cell: Expr | null): readonly Value[] | null {
  if (cell?.kind === "const") return [cell.value];
  return cell?.kind === "arrayConst" ? cell.values : null;
}

/** The length of an axis: a number where it is known, else what it is when it runs. */
export function extentOf(expr: Expr, axis: number, span: Span): Expr {
  const dim = shapeOf(expr.type)[axis] ?? 0;
  if (typeof dim === "number") return intConst(dim, span);
  return { kind: "extent", array: expr, axis, type: pythonInt, span };
}

/** `x[None]`. */
export function newAxis(base: Expr, span: Span): Expr {
  const slice = { kind: "slice", start: null, stop: null, step: 1 } as const;
  return {
    kind: "view",
    base,
    subs: [{ kind: "newAxis" }, ...shapeOf(base.type).map(() => slice)],
    type: array(elementOf(base.type), [1, ...shapeOf(base.type)]),
    span,
  };
}
