/** `name = value`: a name takes a value, and the value a local. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Assign, Expr, Stmt } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, shapeOf } from "../../../types/types.ts";
import type { PyStmt } from "../ast.ts";
import { broadcastShapes, cast, isConstant, printShape, sameShapes } from "../build.ts";
import type { Bound } from "../environment.ts";
import { keepExpr } from "../expressions/order.ts";
import {
  describe,
  heldIn,
  isComputed,
  isListValue,
  type Known,
  type KnownMixed,
  type KnownTuple,
  type KnownValue,
  knownError,
  value,
} from "../known.ts";
import { makeList, noteReference, withLaterItems } from "../lists.ts";
import { isView, recordLayout } from "../memory.ts";
import { checkConverted } from "../mixed.ts";
import { rangeOf } from "../ranges.ts";
import { report, type Scope, slotAt, slotFor } from "../scope.ts";
import { hasOwner } from "../shared_items.ts";
import { listTable, toComputed, toExpr } from "../value.ts";
import { extendList } from "./grow.ts";

export function bindName(scope: Scope, name: string, known: Known, span: Span, stmt: PyStmt): void {
  if (scope.grows.has(name) && (isListValue(known) || (known.kind === "tuple" && known.form === "list")))
    return bindGrown(scope, name, known, span);
  switch (known.kind) {
    case "value":
    case "mixed":
      noteReference(scope, known, span);
      return bindValue(scope, name, known, span, stmt);
    case "cursor": {
      const expr = toExpr(scope, known, span);
      return expr === null ? undefined : bindValue(scope, name, value(expr), span, stmt);
    }
    case "tuple": {
      for (const item of known.items) noteReference(scope, item, span);
      if (known.form === "tuple") return bindKnown(scope, name, holdItems(scope, name, known), span);
      const isEmpty = known.items.length === 0;
      if (isEmpty && !(stmt.kind === "Assign" && stmt.value.kind === "List"))
        return bindKnown(scope, name, known, span);
      const list = isEmpty ? emptyList(scope, span) : listTable(scope, known, span);
      if (list === null) return forget(scope, name, span);
      bindValue(scope, name, list, span, stmt);
      return noteItems(scope, known);
    }
    case "optional":
      return bindKnown(scope, name, { ...hold(scope, name, known), name } as Known, span);
    case "error":
      return forget(scope, name, span);
    default:
      if (isArrayArgument(scope, name)) {
        report(scope, diagnose("argument-rebound", span, { name, found: describe(known, printType) }));
        return;
      }
      return bindKnown(scope, name, known, span);
  }
}

/** The arrays and lists that the list just made has as its items. */
function noteItems(scope: Scope, list: KnownTuple): void {
  const made = scope.out.at(-1);
  const owned = list.items.flatMap((item) => (isComputed(item) && hasOwner(item.expr) ? [item.expr] : []));
  const itself = made?.kind === "assign" && list.rowsShared === true ? [ownVar(made)] : [];
  const items = [...owned, ...itself];
  if ((made?.kind === "assign" || made?.kind === "store") && items.length > 0)
    scope.itemsGiven.set(made, items);
}

/** Rows that are one list are as if the list had itself as an item: none of them can be changed. */
function ownVar({ target, value: { type, span } }: Assign): Expr {
  return { kind: "var", name: target, type, span };
}

/** A list that the function makes longer: one of its own. */
function bindGrown(scope: Scope, name: string, known: Known, span: Span): void {
  const first = known.kind === "tuple" && known.items.length === 0 ? null : toComputed(scope, known, span);
  if (first === null && !(known.kind === "tuple" && known.items.length === 0))
    return forget(scope, name, span);
  if (first?.isFresh === true && first.grownFrom !== undefined)
    return bindKnown(scope, name, { ...first.grownFrom, name }, span);
  const other = first === null ? null : (first.grownFrom?.name ?? nameOf(scope, name, first.expr));
  if (other !== null) {
    report(scope, diagnose("list-referred", span, { name: other }));
    return forget(scope, name, span);
  }
  const isCounted = first !== null && typeof shapeOf(first.expr.type)[0] !== "number";
  // It may be made of the list that had the name before.
  const kept = isCounted ? heldIn(first, keepExpr(scope, copyOf(first.expr, span), name)) : null;
  const list = makeList(scope, name, isCounted ? null : first, span);
  if (list === null) return forget(scope, name, span);
  bindKnown(scope, name, list, span);
  if (kept !== null) return extendList(scope, list, kept, span);
  if (known.kind === "tuple") noteItems(scope, known);
}

function copyOf(expr: Expr, span: Span): Expr {
  return expr.type.kind === "array" ? { kind: "copy", operand: expr, type: expr.type, span } : expr;
}

/** The other name that the array has here, or an array that it is a row of. */
function nameOf(scope: Scope, name: string, expr: Expr): string | null {
  if (expr.kind === "view") return nameOf(scope, name, expr.base);
  if (expr.kind !== "var") return null;
  for (const [other, { known }] of boundIn(scope))
    if (other !== name && isComputed(known) && known.expr.kind === "var" && known.expr.name === expr.name)
      return other;
  return null;
}

function* boundIn(scope: Scope): Generator<readonly [string, Bound]> {
  for (const [name, binding] of scope.env ?? []) if (binding.kind === "bound") yield [name, binding];
}

/** A value that exists only while compiling. */
export function bindKnown(scope: Scope, name: string, known: Known, span: Span): void {
  scope.env?.set(name, { kind: "bound", known, slot: null, definite: true, span });
}

/** After a mistake: later uses of the name stay silent. */
export function forget(scope: Scope, name: string, span: Span): void {
  bindKnown(scope, name, knownError, span);
}

function emptyList(scope: Scope, span: Span): null {
  report(scope, diagnose("empty-list", span, {}));
  return null;
}

function bindValue(
  scope: Scope,
  name: string,
  given: KnownValue | KnownMixed,
  span: Span,
  stmt: PyStmt,
): void {
  if (isArrayArgument(scope, name)) return writeArgument(scope, name, given, span);
  const later = withLaterItems(scope, (type) => slotFor(scope, name, type), name, given, span);
  const known = inDeclaredType(scope, name, later);
  if (known === null) return forget(scope, name, span);
  const { expr } = known;
  const slot = slotFor(scope, name, expr.type);
  const assign: Stmt = { kind: "assign", target: slot, value: expr, span };
  if (scope.proved.has(name)) scope.widens.add(assign);
  scope.out.push(assign);
  recordLayout(scope, slot, expr);
  recordView(scope, slot, expr, stmt);
  recordRange(scope, name, slot, expr);
  const held: Expr = isConstant(expr) ? expr : { kind: "var", name: slot, type: expr.type, span };
  scope.env?.set(name, { kind: "bound", known: heldIn(known, held), slot, definite: true, span });
}

/** Whether the name takes a value as it is: it keeps no type. */
export function takesAnything(scope: Scope, name: string): boolean {
  return !scope.declared.has(name) && !scope.proved.has(name);
}

/** A name with an annotation keeps its type: what it is given converts. So does one whose type was proved to hold it. */
function inDeclaredType(
  scope: Scope,
  name: string,
  known: KnownValue | KnownMixed,
): KnownValue | KnownMixed | null {
  const declared = scope.declared.get(name) ?? scope.proved.get(name);
  if (known.expr.type.kind === "array" || declared === undefined || declared.kind === "array") return known;
  if (!checkConverted(scope, known, declared, known.expr.span)) return null;
  const converted = cast(scope, known.expr, declared);
  return converted === null ? null : value(converted);
}

function isArrayArgument(scope: Scope, name: string): boolean {
  return scope.role === "kernel" && scope.params.get(name)?.type.kind === "array";
}

/** PyLog's rule: assigning a whole argument name writes the argument. Giving the name another array is refused. */
function writeArgument(scope: Scope, name: string, known: KnownValue | KnownMixed, span: Span): void {
  const param = scope.params.get(name);
  if (param === undefined || param.type.kind !== "array") return;
  const target: Expr = { kind: "var", name, type: param.type, span };
  const expr = toExpr(scope, known, span);
  if (expr === null) return;
  const shape = shapeOf(expr.type);
  if (shape.length > 0 && isView(expr)) {
    report(scope, diagnose("argument-rebound", span, { name, found: "another array" }));
    return;
  }
  const wide = shape.length === 0 ? null : broadcastShapes(shape, param.type.shape);
  if (wide === null || !sameShapes(wide, param.type.shape)) {
    report(
      scope,
      diagnose("argument-shape", span, {
        name,
        expected: printShape(param.type.shape),
        found: shape.length === 0 ? printType(expr.type) : printShape(shape),
      }),
    );
    return;
  }
  const made = changesArrays(scope, expr) ? hold(scope, name, known) : known;
  const converted = made.kind === "value" ? cast(scope, made.expr, elementOf(param.type)) : null;
  if (converted === null) return;
  scope.out.push({ kind: "store", target, value: converted, span });
}

/** A call that changes arrays is all that a statement computes: a store is more. */
function changesArrays(scope: Scope, expr: Expr): boolean {
  if (expr.kind !== "call") return false;
  return scope.unit.functions.some(({ name, writes }) => name === expr.func && writes.length > 0);
}

/** Items that the kernel computes are computed now and held, so that later changes do not reach them. */
function holdItems(scope: Scope, name: string, tuple: KnownTuple): KnownTuple {
  return { ...tuple, items: tuple.items.map((item, i) => hold(scope, `${name}_${i}`, item)) };
}

/** The value in a local of its own, unless nothing can change it. */
export function hold(scope: Scope, name: string, known: Known): Known {
  if (known.kind === "tuple") return known.form === "tuple" ? holdItems(scope, name, known) : known;
  if (known.kind === "zip")
    return { ...known, parts: known.parts.map((part, i) => hold(scope, `${name}_${i}`, part)) };
  if (known.kind === "optional")
    return { ...known, none: hold(scope, `${name}_none`, known.none), some: hold(scope, name, known.some) };
  if (!isComputed(known) || isConstant(known.expr)) return known;
  const { type, span } = known.expr;
  const slot = slotAt(scope, name, span, type);
  scope.out.push({ kind: "assign", target: slot, value: known.expr, span });
  const range = rangeOf(scope, known.expr);
  if (range !== null) scope.ranges.set(slot, range);
  else scope.ranges.delete(slot);
  recordLayout(scope, slot, known.expr);
  return heldIn(known, { kind: "var", name: slot, type, span });
}

/** `r = 8 * i` has bounds if `i` has, so that `a[r:r + 8]` is known to have 8 elements. */
function recordRange(scope: Scope, name: string, slot: string, expr: Expr): void {
  const range = scope.once.has(name) ? rangeOf(scope, expr) : null;
  if (range === null) scope.ranges.delete(slot);
  else scope.ranges.set(slot, range);
}

function recordView(scope: Scope, slot: string, expr: Expr, stmt: PyStmt): void {
  const before = scope.views.get(slot);
  if (before !== undefined && before.by !== stmt) {
    scope.views.set(slot, { by: null, view: null });
    return;
  }
  const plain = expr.kind === "view" && expr.base.kind === "var" && bindsOnce(scope, expr.base.name);
  scope.views.set(slot, { by: stmt, view: plain && expr.subs.every(isFixed) ? expr : null });
}

/** Parameters nobody rebinds, and locals bound by one statement. */
function bindsOnce(scope: Scope, slot: string): boolean {
  const record = scope.views.get(slot);
  return record === undefined ? scope.params.has(slot) && !scope.rebinds.has(slot) : record.by !== null;
}

function isFixed(sub: {
  readonly kind: string;
  readonly index?: Expr;
  readonly start?: Expr | null;
  readonly stop?: Expr | null;
}): boolean {
  if (sub.kind === "at") return sub.index?.kind === "const";
  if (sub.kind !== "slice") return false;
  return (sub.start?.kind ?? "const") === "const" && (sub.stop?.kind ?? "const") === "const";
}
