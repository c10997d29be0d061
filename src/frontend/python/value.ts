/** From what is known of a Python value to the expression that computes it. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import type { Pair } from "../../types/complex.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { type Operand, promoteBinary } from "../../types/promote.ts";
import {
  array,
  elementOf,
  isComplex,
  partOf,
  pythonInt,
  type ScalarType,
  type Shape,
  sameShape,
  shapeOf,
} from "../../types/types.ts";
import { cast, intConst, printShape, strongType } from "./build.ts";
import {
  describe,
  isComputed,
  type Known,
  type KnownMixed,
  type KnownTuple,
  type KnownValue,
  value,
} from "./known.ts";
import { checkConverted, checkNumber, complain, joinScalars, strongAlike, withPaths } from "./mixed.ts";
import { report, type Scope } from "./scope.ts";

/** The scalar or array a value is, or null after saying that it is neither. */
export function toExpr(scope: Scope, known: Known, span: Span): Expr | null {
  switch (known.kind) {
    case "value":
      return known.expr;
    case "mixed":
      return oneType(scope, known, span);
    case "cursor":
      return { kind: "element", param: known.param, offsets: null, type: known.element, span };
    case "tuple": {
      const table = listTable(scope, known, span);
      return table === null ? null : toExpr(scope, table, span);
    }
    case "error":
      return null;
    default:
      report(scope, diagnose("not-a-value", span, { found: describe(known, printType), kind: known.kind }));
      return null;
  }
}

/** The scalar or array that a value is, in the types it has. */
export function toComputed(scope: Scope, known: Known, span: Span): KnownValue | KnownMixed | null {
  if (isComputed(known)) return known;
  if (known.kind === "tuple") return listTable(scope, known, span);
  const expr = toExpr(scope, known, span);
  return expr === null ? null : value(expr);
}

/** As toExpr, where nothing but the number counts: an index, a bound, a condition. */
export function toNumber(scope: Scope, known: Known, span: Span): Expr | null {
  if (known.kind !== "mixed") return toExpr(scope, known, span);
  return checkNumber(scope, known.paths, elementOf(known.expr.type), span) ? known.expr : null;
}

/** What takes a value without knowing of its paths would take it in the wrong type. */
function oneType(scope: Scope, { expr, paths }: KnownMixed, span: Span): null {
  const [path] = paths;
  if (path !== undefined) complain(scope, path, elementOf(expr.type), span);
  return null;
}

/** As toExpr, and what np.asarray would make of it: Python numbers and lists become int64, float64 or bool. */
export function toStrong(scope: Scope, known: Known, span: Span): Expr | null {
  if (known.kind === "tuple") return listToArray(scope, known, span);
  const python =
    known.kind === "mixed" && known.list && known.paths.every(({ type }) => type.kind === "python");
  const isSame = known.kind === "mixed" && (python || strongAlike(known.paths, elementOf(known.expr.type)));
  const expr = isSame ? known.expr : toExpr(scope, known, span);
  return expr === null ? null : cast(scope, expr, strongType(elementOf(expr.type)), span);
}

/** A list as the kernel holds it: its elements stay what they are in Python, in the type that joins them. */
export function listTable(scope: Scope, list: KnownTuple, span: Span): KnownValue | KnownMixed | null {
  const leaves = leavesOf(scope, list, span);
  const joined = leaves === null ? null : joinScalars(leaves);
  if (leaves === null) return null;
  if (joined === null) return mixedArray(scope, leaves, span);
  const made = assemble(scope, list, joined.type, span);
  const shared = made?.kind === "arrayConst" && list.constant !== undefined;
  const table = shared ? { ...made, constant: list.constant } : made;
  return table === null ? null : withPaths(table, joined.paths, true);
}

/** np.array of a list: Python numbers in it are int64, float64 or bool, and all get the type that NumPy gives them. */
export function listToArray(scope: Scope, list: KnownTuple, span: Span): Expr | null {
  const leaves = leavesOf(scope, list, span);
  if (leaves === null) return null;
  const types = leaves.map(({ expr }): Operand => ({ type: strongType(elementOf(expr.type)) }));
  const common = types.reduce<Operand | null>((a, b) => {
    const isAny = a !== null && (isComplex(a.type) || isComplex(b.type));
    const promotion = a === null ? null : promoteBinary(isAny ? "add" : "max", a, b);
    return promotion?.ok ? { type: promotion.result } : null;
  }, types[0] ?? null);
  return common === null ? mixedArray(scope, leaves, span) : assemble(scope, list, common.type, span);
}

function mixedArray(scope: Scope, leaves: readonly (KnownValue | KnownMixed)[], span: Span): null {
  const types = [...new Set(leaves.map(({ expr }) => printType(elementOf(expr.type))))];
  report(scope, diagnose("mixed-array", span, { types }));
  return null;
}

/** The numbers and arrays that a list, and the lists in it, are made of. */
function leavesOf(scope: Scope, list: KnownTuple, span: Span): readonly (KnownValue | KnownMixed)[] | null {
  if (list.items.length === 0) {
    report(scope, diagnose("empty-array", span, {}));
    return null;
  }
  const leaves: (KnownValue | KnownMixed)[] = [];
  for (const item of list.items) {
    const part = item.kind === "tuple" ? leavesOf(scope, item, span) : toComputed(scope, item, span);
    if (part === null) return null;
    leaves.push(...[part].flat());
  }
  return leaves;
}

/** The rows of a list with all numbers in one type. */
function assemble(scope: Scope, list: KnownTuple, element: ScalarType, span: Span): Expr | null {
  const parts: Expr[] = [];
  for (const item of list.items) {
    const row =
      item.kind === "tuple"
        ? assemble(scope, item, element, span)
        : convertedItem(scope, toComputed(scope, item, span), element);
    if (row === null) return null;
    parts.push(row);
  }
  const shape = shapeOf(parts[0]?.type ?? element);
  const odd = parts.find((part) => !sameShape(shapeOf(part.type), shape));
  if (odd !== undefined) {
    const facts = { expected: printShape(shape), found: printShape(shapeOf(odd.type)) };
    report(scope, diagnose("ragged-array", odd.span, facts));
    return null;
  }
  return stacked(parts, element, shape, span);
}

function convertedItem(scope: Scope, item: KnownValue | KnownMixed | null, element: ScalarType): Expr | null {
  if (item === null || !checkConverted(scope, item, element, item.expr.span)) return null;
  return cast(scope, item.expr, element);
}

function stacked(cells: readonly Expr[], element: ScalarType, shape: Shape, span: Span): Expr {
  const type = array(element, [cells.length, ...shape]);
  const constants = cells.map(constantCells);
  if (constants.every((cell) => cell !== null))
    return { kind: "arrayConst", values: constants.flat(), type, span };
  const pairs = cells.map(complexCells);
  if (isComplex(element) && pairs.every((cell) => cell !== null)) {
    const table = (part: "re" | "im"): Expr => {
      const values = pairs.flatMap((cell) => cell[part]);
      return { kind: "arrayConst", values, type: array(partOf(element), type.shape), span };
    };
    return { kind: "math", fn: "complex", args: [table("re"), table("im")], type, span };
  }
  const rows = cells.map(
    (cell): Expr =>
      cell.type.kind === "array"
        ? newAxis(cell, span)
        : { kind: "fill", value: cell, type: array(element, [1]), span },
  );
  return { kind: "concat", parts: rows, axis: 0, type, span };
}

function constantCells(cell: Expr | null): readonly Value[] | null {
  if (cell?.kind === "const") return [cell.value];
  return cell?.kind === "arrayConst" ? cell.values : null;
}

function complexCells(cell: Expr): Pair<readonly Value[]> | null {
  if (cell.kind !== "math" || cell.fn !== "complex") return null;
  const [re, im] = cell.args.map(constantCells);
  return re && im ? { re, im } : null;
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
