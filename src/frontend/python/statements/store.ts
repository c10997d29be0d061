/** `a[i] = v`, `a[1:3] = v`, `a[mask] = v`, `x[0:4] = v`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Gather, Load, Stmt, Var, View } from "../../../program/nodes.ts";
import { mapChildren } from "../../../program/walk.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, exactInt, sameType, shapeOf, withShape } from "../../../types/types.ts";
import type { PySubscript } from "../ast.ts";
import { broadcastShapes, cast, castStored, printShape, sameShapes, strongType } from "../build.ts";
import { inferBitRange } from "../expressions/bits.ts";
import { infer } from "../expressions/index.ts";
import { inferPlace, type Subscripted } from "../expressions/subscript.ts";
import { describe, type Known, type KnownTuple, type KnownValue } from "../known.ts";
import { noteReference, takesItem } from "../lists.ts";
import { mayBeShared } from "../memory.ts";
import { checkConverted } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { hasOwner } from "../shared_items.ts";
import { listTable, toExpr, toStrong } from "../value.ts";
import { hold } from "./bind.ts";
import { storeInTurn } from "./store_in_turn.ts";
import { storePoints } from "./store_points.ts";

/** What a subscript on the left of `=` is: elements of an array, or bits of a scalar. */
export type StoreTarget =
  | { readonly kind: "elements"; readonly base: Expr; readonly place: Subscripted; readonly list: boolean }
  | {
      readonly kind: "bits";
      readonly operand: Var | Load;
      readonly low: Expr;
      readonly width: number;
      readonly name: string | null;
    };

export function inferStoreTarget(scope: Scope, node: PySubscript): StoreTarget | null {
  const base = infer(scope, node.value);
  if (base.kind === "error") return null;
  if (base.kind !== "value" && !(base.kind === "mixed" && base.list)) {
    report(scope, diagnose("not-assignable", node.value.span, { found: describe(base, printType) }));
    return null;
  }
  if (base.kind === "value" && base.expr.type.kind !== "array") return inferBitTarget(scope, base, node);
  if (!hasMemory(base.expr)) {
    report(scope, diagnose("store-to-constant", node.value.span, { constant: constantIn(base.expr) }));
    return null;
  }
  const found = inferPlace(scope, base.expr, node);
  return found === null ? null : { kind: "elements", ...found, list: base.list };
}

function inferBitTarget(scope: Scope, base: KnownValue, node: PySubscript): StoreTarget | null {
  const name = node.value.kind === "Name" ? node.value.id : null;
  const binding = name === null ? undefined : scope.env?.get(name);
  const slot = binding?.kind === "bound" ? binding.slot : null;
  const operand: Expr =
    base.expr.kind === "const" && slot !== null
      ? { kind: "var", name: slot, type: base.expr.type, span: base.expr.span }
      : base.expr;
  if (operand.kind !== "var" && operand.kind !== "load") {
    report(scope, diagnose("not-assignable", node.value.span, { found: printType(base.expr.type) }));
    return null;
  }
  const range = inferBitRange(scope, operand, node);
  return range === null ? null : { kind: "bits", operand, ...range, name };
}

/** The constant of the module that an array is a part of. */
function constantIn(expr: Expr): string | null {
  if (expr.kind === "view" || expr.kind === "transpose" || expr.kind === "part") return constantIn(expr.base);
  return expr.kind === "arrayConst" ? (expr.constant ?? null) : null;
}

function hasMemory(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
      return true;
    case "view":
    case "transpose":
    case "part":
      return hasMemory(expr.base);
    case "reshape":
      return expr.shares && hasMemory(expr.base);
    default:
      return false;
  }
}

/** Writes a value of any kind; what it was computed from has been read before. */
export function storeKnown(
  scope: Scope,
  target: StoreTarget,
  known: Known,
  valueSpan: Span,
  span: Span,
): void {
  if (target.kind === "elements" && target.list) noteReference(scope, known, span);
  if (known.kind === "mixed") {
    const element = target.kind === "elements" ? elementOf(target.base.type) : exactInt(target.width, false);
    if (checkConverted(scope, known, element, span)) storeExpr(scope, target, known.expr, span);
    return;
  }
  const value =
    known.kind === "tuple" ? itemsOf(scope, target, known, valueSpan) : toExpr(scope, known, valueSpan);
  if (value !== null) storeExpr(scope, target, value, span);
}

/** An array has NumPy's numbers; a list keeps Python's. */
function itemsOf(scope: Scope, target: StoreTarget, known: KnownTuple, span: Span): Expr | null {
  const isList = target.kind === "elements" && target.list && known.form === "list";
  return isList ? (listTable(scope, known, span)?.expr ?? null) : toStrong(scope, known, span);
}

export function storeExpr(scope: Scope, target: StoreTarget, value: Expr, span: Span): void {
  if (target.kind === "bits") return storeBits(scope, target, value, span);
  const { place, base } = target;
  const element = elementOf(base.type);
  if (target.list && !listAccepts(scope, base, element, value, span)) return;
  const alone = place.kind === "place" && place.target.kind !== "gather";
  const converted = alone ? castStored(scope, value, element) : cast(scope, value, element);
  if (converted === null) return;
  if (mayBeShared(scope, base)) {
    report(scope, diagnose("store-to-reshape", span, {}));
    return;
  }
  if (place.kind === "mask") return storeMasked(scope, base, place.mask, converted, span);
  if (place.kind === "points") return storePoints(scope, base, place, converted, span);
  if (!fits(scope, place.target, converted, span)) return;
  const store: Stmt = { kind: "store", target: place.target, value: converted, span };
  scope.out.push(store);
  if (!target.list || !isRow(place.target)) return;
  scope.rowsReplaced.add(store);
  if (hasOwner(converted)) scope.itemsGiven.set(store, [converted]);
}

function rootOf(expr: Expr): string | null {
  if (expr.kind === "view") return rootOf(expr.base);
  return expr.kind === "var" ? expr.name : null;
}

/** `m[i]` of a list of lists: it refers to what it is given. */
function isRow(target: Load | View | Gather): boolean {
  return (
    target.kind === "view" &&
    target.subs[0]?.kind === "at" &&
    target.subs.slice(1).every(({ kind }) => kind === "slice")
  );
}

/** A list has one element type here; a NumPy number in it would change that. */
function listAccepts(scope: Scope, base: Expr, element: Expr["type"], value: Expr, span: Span): boolean {
  const type = elementOf(value.type);
  if (sameType(element, type) || takesItem(scope, rootOf(base), type)) return true;
  report(
    scope,
    diagnose("list-element", span, { element: printType(element), found: printType(value.type) }),
  );
  return false;
}

function fits(scope: Scope, target: Load | View | Gather, value: Expr, span: Span): boolean {
  const [want, have] = [shapeOf(target.type), shapeOf(value.type)];
  const wide = broadcastShapes(have, want);
  if (wide !== null && sameShapes(wide, want)) return true;
  report(
    scope,
    diagnose("store-shape", span, {
      target: want.length === 0 ? "one element" : `shape ${printShape(want)}`,
      value: printShape(have),
    }),
  );
  return false;
}

/** `a[mask] = v` keeps the elements where the mask is false. */
function storeMasked(scope: Scope, base: Expr, mask: Expr, value: Expr, span: Span): void {
  if (base.kind !== "var" && base.kind !== "view") {
    report(scope, diagnose("mask-target", span, {}));
    return;
  }
  if (shapeOf(value.type).length > 0 && !isElementwise(base, value)) {
    if (storeInTurn(scope, base, mask, value, span)) return;
    report(scope, diagnose("mask-value", span, { found: printType(value.type) }));
    return;
  }
  pushMasked(scope, base, mask, value, span);
}

function pushMasked(scope: Scope, base: Var | View, mask: Expr, value: Expr, span: Span): void {
  const kept: Expr = {
    kind: "where",
    condition: mask,
    then: scalarsOnce(scope, value),
    otherwise: base,
    type: withShape(elementOf(base.type), shapeOf(base.type)),
    span,
  };
  scope.out.push({ kind: "store", target: base, value: kept, span });
}

/** What is no array is computed once, and may be a fault, even where the mask is false everywhere. */
function scalarsOnce(scope: Scope, expr: Expr): Expr {
  if (shapeOf(expr.type).length === 0) {
    if (expr.kind === "const" || expr.kind === "var") return expr;
    const held = hold(scope, "masked_value", { kind: "value", expr, list: false });
    return held.kind === "value" ? held.expr : expr;
  }
  return elementByElement.has(expr.kind) ? mapChildren(expr, (child) => scalarsOnce(scope, child)) : expr;
}

const elementByElement: ReadonlySet<Expr["kind"]> = new Set([
  ...(["unary", "binary", "compare", "logic", "where", "math", "cast"] as const),
]);

/** `a[mask] = v` where `v` has been computed for all elements of `a`. */
export function storeUnderMask(
  scope: Scope,
  target: Extract<StoreTarget, { kind: "elements" }>,
  mask: Expr,
  value: Expr,
  span: Span,
): void {
  const { base } = target;
  const converted = cast(scope, value, elementOf(base.type));
  if (converted === null) return;
  if (base.kind !== "var" && base.kind !== "view") return report(scope, diagnose("mask-target", span, {}));
  if (mayBeShared(scope, base)) return report(scope, diagnose("store-to-reshape", span, {}));
  pushMasked(scope, base, mask, converted, span);
}

/** The value made by `a[mask] op= v` has the array's own shape. */
function isElementwise(base: Expr, value: Expr): boolean {
  if (value.kind === "cast") return isElementwise(base, value.operand);
  if (value.kind !== "binary" || !sameShapes(shapeOf(base.type), shapeOf(value.type))) return false;
  return value.left === base || (value.left.kind === "cast" && value.left.operand === base);
}

function storeBits(
  scope: Scope,
  target: Extract<StoreTarget, { kind: "bits" }>,
  value: Expr,
  span: Span,
): void {
  if (value.type.kind === "array") {
    report(
      scope,
      diagnose("store-shape", span, { target: "one value", value: printShape(shapeOf(value.type)) }),
    );
    return;
  }
  const type = exactInt(target.width, false);
  const number = value.kind === "const" ? value : cast(scope, value, strongType(value.type));
  const converted = number === null ? null : cast(scope, number, type, value.span);
  if (converted === null) return;
  scope.out.push({
    kind: "storeBits",
    target: target.operand,
    low: target.low,
    width: target.width,
    value: converted,
    span,
  });
  if (target.name !== null && target.operand.kind === "var")
    rememberAsVariable(scope, target.name, target.operand);
}

/** After a bit is set the name no longer holds a constant. */
function rememberAsVariable(scope: Scope, name: string, operand: Var): void {
  const binding = scope.env?.get(name);
  if (binding?.kind !== "bound") return;
  scope.env?.set(name, { ...binding, known: { kind: "value", expr: operand, list: false } });
}
