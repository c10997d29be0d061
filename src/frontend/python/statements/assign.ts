/** `a = v`, `a = b = v`, `a, b = v, w`, `a: T = v`, `a += v`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Gather, Load, View } from "../../../program/nodes.ts";
import { expressionsIn } from "../../../program/walk.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, sameType, shapeOf, type Type } from "../../../types/types.ts";
import { readDeclaration } from "../annotation.ts";
import type { PyAnnAssign, PyAssign, PyAttribute, PyAugAssign, PyExpr, PyStmt, PySubscript } from "../ast.ts";
import { cast, intConst, sameKind, sameShapes } from "../build.ts";
import { applyBinary } from "../expressions/arithmetic.ts";
import { infer, inferWhole } from "../expressions/index.ts";
import { loadAt } from "../expressions/iterate.ts";
import { isMask, isPlain, withoutMask } from "../expressions/masked.ts";
import { silence } from "../expressions/name.ts";
import { keep, keepExpr, keepSub, withEffects } from "../expressions/order.ts";
import { describe, isComputed, type Known, type KnownValue, knownError, value } from "../known.ts";
import { takenValue } from "../optional.ts";
import { report, type Scope, textOf } from "../scope.ts";
import { hasOwner } from "../shared_items.ts";
import { bindName, forget, hold, takesAnything } from "./bind.ts";
import { extendList, listOf } from "./grow.ts";
import { inferStoreTarget, type StoreTarget, storeExpr, storeKnown, storeUnderMask } from "./store.ts";
import { storeBySteps } from "./store_by_steps.ts";

export function inferAssign(scope: Scope, stmt: PyAssign): void {
  const [target, ...others] = stmt.targets;
  if (target?.kind === "Subscript" && others.length === 0 && assignMasked(scope, target, stmt.value, null))
    return;
  if (target !== undefined && others.length === 0 && storeBySteps(scope, stmt, target)) return;
  const isWhole = others.length === 0 && target?.kind === "Name" && takesAnything(scope, target.id);
  scope.wholeCall = isWhole ? stmt.value : null;
  const known = inferWhole(scope, stmt.value);
  scope.wholeCall = null;
  const shared = stmt.targets.length > 1 ? hold(scope, "value", known) : known;
  for (const target of stmt.targets) assignTo(scope, target, shared, stmt.value.span, stmt);
}

/**
 * `x[m] = f(x[m], y[m])`, and with an operator `x[m] += f(y[m])`: computed for all elements, stored where the mask is
 * true. False where it is no such statement.
 */
function assignMasked(
  scope: Scope,
  target: PySubscript,
  node: PyExpr,
  augmented: PyAugAssign | null,
): boolean {
  const [index, ...others] = target.index;
  if (index === undefined || others.length > 0 || target.value.kind !== "Name") return false;
  const rest = withoutMask(scope, node, index);
  if (rest === null || !isMask(scope, index)) return false;
  const found = inferStoreTarget(scope, target);
  if (found?.kind !== "elements" || found.place.kind !== "mask" || found.list) return found === null;
  const right = infer(scope, rest);
  const { span } = augmented ?? { span: { from: target.span.from, to: node.span.to } };
  const known =
    augmented === null || right.kind === "error"
      ? right
      : applyBinary(scope, augmented.op, value(found.base), right, target.span, node.span, span);
  if (known.kind === "error") return true;
  const { mask } = found.place;
  if (known.kind !== "value" || !isPlain(mask, known.expr))
    report(scope, diagnose("mask-value", span, { found: describe(known, printType) }));
  else {
    const store = (): void => storeUnderMask(scope, found, mask, known.expr, span);
    if (augmented === null) store();
    else inPlace(scope, found.base, known.expr, augmented, store);
  }
  return true;
}

/** `held`: what the locals are called that keep the values of a tuple until all are computed. */
export function assignTo(
  scope: Scope,
  target: PyExpr,
  known: Known,
  valueSpan: Span,
  stmt: PyStmt,
  held = "value",
): void {
  if (known.kind === "optional" && target.kind !== "Name")
    return assignTo(scope, target, takenValue(scope, known, valueSpan), valueSpan, stmt, held);
  switch (target.kind) {
    case "Name":
      return bindName(scope, target.id, known, { from: target.span.from, to: valueSpan.to }, stmt);
    case "Subscript": {
      const { result: place, before } = withEffects(
        scope,
        () => inferStoreTarget(scope, target),
        () => keep(scope, known, "stored"),
      );
      if (place === null || known.kind === "error") return;
      const span = { from: target.span.from, to: valueSpan.to };
      return storeKnown(scope, place, before ?? known, valueSpan, span);
    }
    case "Tuple":
    case "List":
      return unpack(scope, target.elements, target.span, known, valueSpan, stmt, held);
    case "ErrorExpr":
      return;
    case "Starred":
      report(scope, diagnose("star-expression", target.span, {}));
      return silence(scope, target.span);
    case "Attribute": {
      const whole = infer(scope, target.value);
      if (whole.kind === "error") return;
      const isPart = target.name === "real" || target.name === "imag";
      if (!isPart || whole.kind !== "value" || whole.expr.type.kind !== "array") break;
      return assignTo(scope, everyElementOf(target), known, valueSpan, stmt);
    }
    default:
      break;
  }
  report(scope, diagnose("bad-target", target.span, {}));
}

/** `a.real[...]`, for `a.real = v`. */
function everyElementOf(target: PyAttribute): PySubscript {
  const all: PyExpr = { kind: "Constant", value: "...", span: target.span };
  return { kind: "Subscript", value: target, index: [all], span: target.span } as PySubscript;
}

/** All values are computed before any target is written: `a, b = b, a` swaps. */
function unpack(
  scope: Scope,
  targets: readonly PyExpr[],
  targetSpan: Span,
  known: Known,
  valueSpan: Span,
  stmt: PyStmt,
  name: string,
): void {
  if (known.kind === "error") {
    for (const target of targets) if (target.kind === "Name") forget(scope, target.id, target.span);
    return;
  }
  const starred = targets.find((target) => target.kind === "Starred");
  if (starred !== undefined) {
    report(scope, diagnose("star-expression", starred.span, {}));
    return silence(scope, targetSpan);
  }
  const items = itemsOf(known, valueSpan);
  if (items === null || items.length !== targets.length) {
    report(
      scope,
      diagnose("unpack", targetSpan, {
        targets: targets.length,
        found:
          items === null
            ? `only ${describe(known, printType)}`
            : `${items.length} ${items.length === 1 ? "value" : "values"}`,
      }),
    );
    for (const target of targets) if (target.kind === "Name") forget(scope, target.id, target.span);
    return;
  }
  const swaps = stmt.kind === "Assign" && isPermutation(scope, targets, stmt.value);
  const kept = items.map((item, i) =>
    targets[i]?.kind === "Subscript" && isOwnedList(item)
      ? swaps
        ? copyOf(item)
        : knownShared(scope, item)
      : item,
  );
  const held = kept.map((item, i) => hold(scope, `${name}_${i}`, item));
  for (const [i, target] of targets.entries()) {
    const item = held[i];
    if (item !== undefined) assignTo(scope, target, item, valueSpan, stmt, `${name}_${i}_part`);
  }
}

/** What a value unpacks into: a tuple's items, an array's rows. */
function itemsOf(known: Known, span: Span): readonly Known[] | null {
  if (known.kind === "tuple") return known.items;
  if (known.kind !== "value" || known.expr.type.kind !== "array") return null;
  const [size] = known.expr.type.shape;
  if (typeof size !== "number" || size > 64) return null;
  const { expr } = known;
  return Array.from({ length: size }, (_, i): Known => {
    const item = loadAt(expr, intConst(i, span), span);
    return { kind: "value", expr: item, list: known.list && item.type.kind === "array" };
  });
}

/** `m[i], m[j] = m[j], m[i]`: each item of a list has one place after it, as before. */
function isPermutation(scope: Scope, targets: readonly PyExpr[], values: PyExpr): boolean {
  if (values.kind !== "Tuple") return false;
  const texts = (nodes: readonly PyExpr[]): string =>
    nodes
      .map((node) => textOf(scope, node.span))
      .sort()
      .join(";");
  return texts(targets) === texts(values.elements);
}

function isOwnedList(known: Known): known is KnownValue {
  return known.kind === "value" && known.list && hasOwner(known.expr);
}

function copyOf(known: KnownValue): Known {
  const { expr } = known;
  return { ...known, expr: { kind: "copy", operand: expr, type: expr.type, span: expr.span } as Expr };
}

function knownShared(scope: Scope, { expr }: KnownValue): Known {
  report(scope, diagnose("list-item-shared", expr.span, {}));
  return knownError;
}

export function inferAnnAssign(scope: Scope, stmt: PyAnnAssign): void {
  if (stmt.target.kind !== "Name") {
    report(scope, diagnose("bad-target", stmt.target.span, {}));
    return;
  }
  const type = readDeclaration(scope, stmt.annotation);
  const name = stmt.target.id;
  if (type !== null && type.kind !== "array") scope.declared.set(name, type);
  if (stmt.value === null) return;
  const known = infer(scope, stmt.value);
  if (type?.kind === "array" && known.kind === "value") {
    const { expr } = known;
    const fits = sameShapes(shapeOf(expr.type), type.shape) && expr.type.kind === "array";
    if (!fits) {
      mismatch(scope, stmt.value.span, type, expr.type);
      return forget(scope, name, stmt.span);
    }
    const converted = cast(scope, expr, type.element);
    return converted === null
      ? forget(scope, name, stmt.span)
      : bindName(scope, name, value(converted), stmt.span, stmt);
  }
  if (type !== null && isComputed(known) && !takesElements(type, known.expr.type)) {
    mismatch(scope, stmt.value.span, type, known.expr.type);
    return forget(scope, name, stmt.span);
  }
  bindName(scope, name, known, stmt.span, stmt);
}

/** As for arguments, an annotation of an element type alone leaves the shape open. */
function takesElements(type: Type, found: Type): boolean {
  return found.kind !== "array" || type.kind === "array" || sameType(found.element, type);
}

function mismatch(scope: Scope, span: Span, expected: Type, found: Type): void {
  report(
    scope,
    diagnose("annotation-mismatch", span, { expected: printType(expected), found: printType(found) }),
  );
}

export function inferAugAssign(scope: Scope, stmt: PyAugAssign): void {
  switch (stmt.target.kind) {
    case "Name":
      return augmentName(scope, stmt, stmt.target.id);
    case "Subscript": {
      if (assignMasked(scope, stmt.target, stmt.value, stmt) || storeBySteps(scope, stmt, stmt.target))
        return;
      const found = inferStoreTarget(scope, stmt.target);
      if (found === null) return;
      const target = holdIndices(scope, found);
      // Python reads the place, computes the value, and then stores.
      const { result: right, before } = withEffects(
        scope,
        () => infer(scope, stmt.value),
        () => keepRead(scope, target),
      );
      if (right.kind === "error") return;
      if (before === "unkept") {
        report(scope, diagnose("changes-while-read", stmt.span, {}));
        return;
      }
      const chosen = before === null ? chosenNow(scope, stmt.target, target, right) : null;
      const { place, current } = before ?? { place: target, current: chosen ?? currentValue(target) };
      return augmentPlace(scope, stmt, place, current, right);
    }
    case "ErrorExpr":
      return;
    default:
      report(scope, diagnose("bad-target", stmt.target.span, {}));
  }
}

function augmentName(scope: Scope, stmt: PyAugAssign, name: string): void {
  const list = stmt.op === "+" ? listOf(scope, name) : null;
  if (list !== null) return extendList(scope, list, infer(scope, stmt.value), stmt.value.span);
  const left = infer(scope, stmt.target);
  const right = infer(scope, stmt.value);
  if (left.kind === "error" || right.kind === "error") return forget(scope, name, stmt.span);
  const result = applyBinary(scope, stmt.op, left, right, stmt.target.span, stmt.value.span, stmt.span);
  if (left.kind !== "value" || left.expr.type.kind !== "array" || left.list) {
    return bindName(scope, name, result, stmt.span, stmt);
  }
  if (result.kind !== "value") return;
  inPlace(scope, left.expr, result.expr, stmt, () => {
    const { expr } = left;
    if (expr.kind === "var") storeWhole(scope, expr, result.expr, stmt.span);
  });
}

function storeWhole(scope: Scope, array: Expr, result: Expr, span: Span): void {
  const rank = shapeOf(array.type).length;
  const slice = { kind: "slice", start: null, stop: null, step: 1 } as const;
  if (array.type.kind !== "array") return;
  const target = {
    kind: "view",
    base: array,
    subs: Array.from({ length: rank }, () => slice),
    type: array.type,
    span,
  } as const;
  storeExpr(
    scope,
    { kind: "elements", base: array, place: { kind: "place", target }, list: false },
    result,
    span,
  );
}

/** NumPy computes in place only where the result fits the array's kind. */
function inPlace(scope: Scope, left: Expr, result: Expr, stmt: PyAugAssign, store: () => void): void {
  const [from, to] = [elementOf(result.type), elementOf(left.type)];
  if (!sameKind(from, to)) {
    report(
      scope,
      diagnose("in-place-type", stmt.span, {
        op: `${stmt.op}=`,
        array: printType(to),
        result: printType(from),
      }),
    );
    return;
  }
  store();
}

function augmentPlace(
  scope: Scope,
  stmt: PyAugAssign,
  target: StoreTarget,
  current: KnownValue,
  right: Known,
): void {
  const result = applyBinary(scope, stmt.op, current, right, stmt.target.span, stmt.value.span, stmt.span);
  if (result.kind === "error") return;
  const store = (): void => storeKnown(scope, target, result, stmt.span, stmt.span);
  // An element is read, computed and assigned; an array is changed in place, which NumPy is stricter about.
  if (current.expr.type.kind === "array" && target.kind === "elements" && isComputed(result))
    return inPlace(scope, current.expr, result.expr, stmt, store);
  store();
}

/** The place is read and written: what is costly to find in it is found once. */
function holdIndices(scope: Scope, target: StoreTarget): StoreTarget {
  if (target.kind === "bits" || target.place.kind !== "place") return target;
  const held = (index: Expr): Expr => {
    if (![...expressionsIn(index)].some((e) => e.kind === "map" || e.kind === "call")) return index;
    const known = hold(scope, "index", value(index));
    return known.kind === "value" ? known.expr : index;
  };
  return { ...target, place: { kind: "place", target: withIndices(target.place.target, held) } };
}

function withIndices(place: Load | View | Gather, change: (index: Expr) => Expr): Load | View | Gather {
  switch (place.kind) {
    case "load":
      return { ...place, index: place.index.map(change) };
    case "gather":
      return { ...place, index: change(place.index) };
    case "view":
      return {
        ...place,
        subs: place.subs.map((sub) => (sub.kind === "at" ? { ...sub, index: change(sub.index) } : sub)),
      };
  }
}

/** The elements under a mask, beside which an array has one for each of them. */
function chosenNow(scope: Scope, node: PySubscript, target: StoreTarget, right: Known): KnownValue | null {
  if (target.kind === "bits" || target.place.kind !== "mask" || !isComputed(right)) return null;
  const known = shapeOf(right.expr.type).length === 0 ? null : infer(scope, node);
  return known?.kind === "value" ? known : null;
}

interface ReadPlace {
  readonly place: StoreTarget;
  readonly current: KnownValue;
}

/** The place as it is found now, and the elements that are in it; those of a slice stay where they are. */
function keepRead(scope: Scope, target: StoreTarget): ReadPlace | "unkept" {
  if (target.kind === "bits" || target.place.kind !== "place") return "unkept";
  const found = keepPlace(scope, target.place.target);
  const place: StoreTarget = {
    ...target,
    base: keepExpr(scope, target.base, "base"),
    place: { kind: "place", target: found },
  };
  const current = currentValue(place);
  if (found.kind === "view") return { place, current };
  const held = hold(scope, "current", current);
  return held.kind === "value" ? { place, current: held } : "unkept";
}

function keepPlace(scope: Scope, place: Load | View | Gather): Load | View | Gather {
  const base = keepExpr(scope, place.base, "base");
  switch (place.kind) {
    case "load":
      return { ...place, base, index: place.index.map((index, k) => keepExpr(scope, index, `index_${k}`)) };
    case "gather":
      return { ...place, base, index: keepExpr(scope, place.index, "index") };
    case "view":
      return { ...place, base, subs: place.subs.map((sub, k) => keepSub(scope, sub, `index_${k}`)) };
  }
}

function currentValue(target: StoreTarget): KnownValue {
  if (target.kind === "bits") {
    const { operand, low, width } = target;
    return value({
      kind: "bits",
      operand,
      low,
      type: { kind: "int", bits: width, signed: false, rule: "exact" },
      span: operand.span,
    });
  }
  if (target.place.kind === "points") return value(target.place.read);
  const expr = target.place.kind === "mask" ? target.base : target.place.target;
  return { kind: "value", expr, list: target.list && expr.type.kind === "array" };
}
