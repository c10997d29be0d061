/** `name = value`: a name takes a value, and the value a local. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, type ScalarType, shapeOf } from "../../../types/types.ts";
import type { PyStmt } from "../ast.ts";
import { broadcastShapes, cast, keepsType, printShape } from "../build.ts";
import { describe, type Known, type KnownTuple, type KnownValue, knownError, value } from "../known.ts";
import { isView, recordLayout } from "../memory.ts";
import { rangeOf } from "../ranges.ts";
import { report, type Scope, slotAt, slotFor } from "../scope.ts";
import { listToArray, toExpr } from "../value.ts";
import { sameShapes } from "./store.ts";

export function bindName(scope: Scope, name: string, known: Known, span: Span, stmt: PyStmt): void {
  switch (known.kind) {
    case "value":
      return bindValue(scope, name, known, span, stmt);
    case "cursor": {
      const expr = toExpr(scope, known, span);
      return expr === null ? undefined : bindValue(scope, name, value(expr), span, stmt);
    }
    case "tuple": {
      if (known.form === "tuple") return bindKnown(scope, name, holdItems(scope, name, known), span);
      const list =
        known.items.length === 0 ? emptyList(scope, span) : listToArray(scope, known, span, "python");
      return list === null
        ? forget(scope, name, span)
        : bindValue(scope, name, { kind: "value", expr: list, list: true }, span, stmt);
    }
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

function bindValue(scope: Scope, name: string, known: KnownValue, span: Span, stmt: PyStmt): void {
  if (isArrayArgument(scope, name)) return writeArgument(scope, name, known, span);
  const expr = inDeclaredType(scope, name, known.expr);
  if (expr === null) return forget(scope, name, span);
  const slot = slotFor(scope, name, expr.type);
  scope.out.push({ kind: "assign", target: slot, value: expr, span });
  recordLayout(scope, slot, expr);
  recordView(scope, slot, expr, stmt);
  recordRange(scope, name, slot, expr);
  const held: Expr = expr.kind === "const" ? expr : { kind: "var", name: slot, type: expr.type, span };
  scope.env?.set(name, { kind: "bound", known: { ...known, expr: held }, slot, definite: true, span });
}

/** Whether the name takes a value as it is: it keeps no type. */
export function takesAnything(scope: Scope, name: string): boolean {
  return !scope.declared.has(name) && exactTypeOf(scope, name) === null;
}

/** A name with an annotation, or that first held an exact type, keeps its type: what it is given converts. */
function inDeclaredType(scope: Scope, name: string, expr: Expr): Expr | null {
  if (expr.type.kind === "array") return expr;
  const declared = scope.declared.get(name) ?? exactTypeOf(scope, name);
  if (declared === null || declared.kind === "array") return expr;
  return cast(scope, expr, declared);
}

function exactTypeOf(scope: Scope, name: string): ScalarType | null {
  const binding = scope.env?.get(name);
  if (binding?.kind !== "bound" || binding.known.kind !== "value") return null;
  const { type } = binding.known.expr;
  return type.kind !== "array" && keepsType(type) ? type : null;
}

function isArrayArgument(scope: Scope, name: string): boolean {
  return scope.role === "kernel" && scope.params.get(name)?.type.kind === "array";
}

/** PyLog's rule: assigning a whole argument name writes the argument. Giving the name another array is refused. */
function writeArgument(scope: Scope, name: string, known: KnownValue, span: Span): void {
  const param = scope.params.get(name);
  if (param === undefined || param.type.kind !== "array") return;
  const target: Expr = { kind: "var", name, type: param.type, span };
  const { expr } = known;
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
  if (known.kind === "cursor" || known.kind !== "value" || known.expr.kind === "const") return known;
  const { type, span } = known.expr;
  const slot = slotAt(scope, name, span, type);
  scope.out.push({ kind: "assign", target: slot, value: known.expr, span });
  recordLayout(scope, slot, known.expr);
  return { ...known, expr: { kind: "var", name: slot, type, span } };
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
