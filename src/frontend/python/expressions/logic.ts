/** Truth: `and`, `or`, comparisons, conditional expressions. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { CompareOp } from "../../../types/operators.ts";
import { printType } from "../../../types/print.ts";
import { bool, pythonBool, sameType, shapeOf, withShape } from "../../../types/types.ts";
import type { PyBool, PyCompare, PyCompareOp, PyConditional, PyExpr } from "../ast.ts";
import { boolConst, broadcastShapes, cast, compare, intConst, printShape, unary } from "../build.ts";
import {
  describe,
  isComputed,
  type Known,
  type KnownMixed,
  type KnownValue,
  knownError,
  value,
} from "../known.ts";
import { joinScalars, mixCompare, withPaths } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { hold } from "../statements/bind.ts";
import { toComputed, toNumber } from "../value.ts";
import { infer, valueOrError } from "./index.ts";

/** Whether a value counts as true: a bool or python bool expression. */
export function truth(scope: Scope, known: Known, span: Span): Expr | null {
  if (known.kind === "tuple") return boolConst(known.items.length > 0, span);
  if (known.kind === "none") return boolConst(false, span);
  if (known.kind === "string") return boolConst(known.text.length > 0, span);
  const expr = toNumber(scope, known, span);
  if (expr === null) return null;
  const type = expr.type;
  if (type.kind === "array") {
    report(scope, diagnose("truth-of-array", span, { type: printType(type) }));
    return null;
  }
  if (type.kind === "bool" || (type.kind === "python" && type.name === "bool")) return expr;
  return compare(scope, "ne", expr, intConst(0, span), span);
}

/** In a condition only truth counts: `and`, `or` and `not` combine truths, whatever their operands are. */
export function inferTruth(scope: Scope, node: PyExpr): Expr | null {
  if (node.kind === "Bool") return truthOfAll(scope, node);
  const known = infer(scope, node);
  return known.kind === "error" ? null : truth(scope, known, node.span);
}

function truthOfAll(scope: Scope, node: PyBool): Expr | null {
  let result: Expr | null = null;
  for (const operand of node.values) {
    const lazy = result === null ? 0 : 1;
    scope.lazy += lazy;
    const next = inferTruth(scope, operand);
    scope.lazy -= lazy;
    if (next === null) return null;
    result = result === null ? next : both(scope, node.op, result, next, node.span);
    if (result === null) return null;
    if (constantTruth(result) === (node.op === "or")) return result;
  }
  return result;
}

/** `left op right` of two truth values. */
function both(scope: Scope, op: "and" | "or", left: Expr, right: Expr, span: Span): Expr | null {
  const settled = constantTruth(left);
  if (settled !== null) return settled === (op === "or") ? left : right;
  const type = left.type.kind === "bool" && right.type.kind === "bool" ? bool : pythonBool;
  const [a, b] = [cast(scope, left, type), cast(scope, right, type)];
  return a === null || b === null ? null : { kind: "logic", op, left: a, right: b, type, span };
}

/** The truth of a condition when it is known while compiling. */
export function constantTruth(condition: Expr): boolean | null {
  return condition.kind === "const" && typeof condition.value === "boolean" ? condition.value : null;
}

/** Typed from the left, as far as Python looks; joined from the right, so that no operand is copied more than once. */
export function inferBool(scope: Scope, node: PyBool): Known {
  const operands: { readonly known: Known; readonly span: Span; readonly test: Expr | null }[] = [];
  const nodes = operandsOf(node);
  for (const [i, operand] of nodes.entries()) {
    const lazy = operands.length === 0 ? 0 : 1;
    scope.lazy += lazy;
    const typed = infer(scope, operand);
    scope.lazy -= lazy;
    if (typed.kind === "error") return knownError;
    const known = lazy === 0 && isChoice(typed) && scope.lazy === 0 ? hold(scope, "operand", typed) : typed;
    const last = i === nodes.length - 1;
    const test = last ? null : truth(scope, known, operand.span);
    if (test === null && !last) return knownError;
    const settled = test === null ? null : constantTruth(test);
    if (settled !== null && settled !== (node.op === "or")) continue; // never the result
    operands.push({ known, span: operand.span, test });
    // As in Python, what is never reached is never looked at.
    if (settled !== null) break;
  }
  const [last, ...before] = operands.reverse();
  if (last === undefined) return knownError;
  let result = last.known;
  let span = last.span;
  for (const { known, test, span: at } of before) {
    result = test === null ? knownError : combine(scope, node, known, test, result, span);
    if (result.kind === "error") return knownError;
    span = { from: at.from, to: span.to };
  }
  return result;
}

/** `(a and b) and c` is `a and b and c`. */
function operandsOf(node: PyBool): readonly PyExpr[] {
  return node.values.flatMap((item) =>
    item.kind === "Bool" && item.op === node.op ? operandsOf(item) : [item],
  );
}

function isChoice(known: Known): boolean {
  return isComputed(known) && known.expr.kind === "conditional";
}

/** `a and b` is one of its operands; of truth values it is a truth value. */
function combine(scope: Scope, node: PyBool, left: Known, test: Expr, right: Known, rightSpan: Span): Known {
  const l = toComputed(scope, left, node.span);
  const r = toComputed(scope, right, rightSpan);
  if (l === null || r === null) return knownError;
  if (isTruth(l) && sameType(l.expr.type, r.expr.type))
    return valueOrError(both(scope, node.op, l.expr, r.expr, node.span));
  return node.op === "and" ? choose(scope, test, r, l, node.span) : choose(scope, test, l, r, node.span);
}

function isTruth({ expr }: KnownValue | KnownMixed): boolean {
  return expr.type.kind === "bool" || (expr.type.kind === "python" && expr.type.name === "bool");
}

export function inferConditional(scope: Scope, node: PyConditional): Known {
  const test = inferTruth(scope, node.test);
  if (test === null) return knownError;
  const settled = constantTruth(test);
  if (settled !== null) return infer(scope, settled ? node.then : node.otherwise);
  scope.lazy++;
  const then = infer(scope, node.then);
  const otherwise = infer(scope, node.otherwise);
  scope.lazy--;
  if (then.kind === "error" || otherwise.kind === "error") return knownError;
  const t = toComputed(scope, then, node.then.span);
  const o = toComputed(scope, otherwise, node.otherwise.span);
  return t === null || o === null ? knownError : choose(scope, test, t, o, node.span);
}

/** One of two values by a run-time test: they must have one type. */
function choose(
  scope: Scope,
  test: Expr,
  then: KnownValue | KnownMixed,
  otherwise: KnownValue | KnownMixed,
  span: Span,
): Known {
  const [left, right] = [then.expr.type, otherwise.expr.type];
  const shape = shapeOf(left);
  const joined = joinScalars([then, otherwise]);
  const fits = shape.length === 0 ? right.kind !== "array" : sameType(left, right);
  if (joined === null || !fits) {
    report(scope, diagnose("two-branches", span, { left: printType(left), right: printType(right) }));
    return knownError;
  }
  const t = cast(scope, then.expr, joined.type);
  const o = cast(scope, otherwise.expr, joined.type);
  if (t === null || o === null) return knownError;
  const type = withShape(joined.type, shape);
  return withPaths({ kind: "conditional", condition: test, then: t, otherwise: o, type, span }, joined.paths);
}

export function inferCompare(scope: Scope, node: PyCompare): Known {
  let left = infer(scope, node.left);
  let leftSpan = node.left.span;
  let result: Expr | null = null;
  for (const { op, right: rightNode } of node.rest) {
    const right = infer(scope, rightNode);
    if (left.kind === "error" || right.kind === "error") return knownError;
    const span = { from: leftSpan.from, to: rightNode.span.to };
    const part = compareKnown(scope, op, left, right, leftSpan, rightNode.span, span);
    if (part === null) return knownError;
    result = result === null ? part : conjunction(scope, result, part, node.span);
    if (result === null) return knownError;
    left = right;
    leftSpan = rightNode.span;
  }
  return valueOrError(result);
}

function conjunction(scope: Scope, left: Expr, right: Expr, span: Span): Expr | null {
  const l = truth(scope, value(left), left.span);
  const r = truth(scope, value(right), right.span);
  return l === null || r === null ? null : both(scope, "and", l, r, span);
}

const comparisons: Partial<Record<PyCompareOp, CompareOp>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};

function compareKnown(
  scope: Scope,
  op: PyCompareOp,
  left: Known,
  right: Known,
  leftSpan: Span,
  rightSpan: Span,
  span: Span,
): Expr | null {
  const operator = comparisons[op];
  if (operator === undefined) {
    if (op === "is" || op === "is not") return identity(scope, op, left, right, span);
    return membership(scope, op === "in", left, right, leftSpan, span);
  }
  const fixed = compareNow(left, right);
  if (fixed !== null && (op === "==" || op === "!=")) return boolConst(fixed === (op === "=="), span);
  const l = toComputed(scope, left, leftSpan)?.expr;
  const r = toComputed(scope, right, rightSpan)?.expr;
  if (l === undefined || r === undefined) return null;
  if (broadcastShapes(shapeOf(l.type), shapeOf(r.type)) === null) {
    report(
      scope,
      diagnose("shape-mismatch", span, {
        shapes: [printShape(shapeOf(l.type)), printShape(shapeOf(r.type))],
      }),
    );
    return null;
  }
  const result = compare(scope, operator, l, r, span);
  if (result !== null) mixCompare(scope, operator, left, right, result, span);
  return result;
}

/** Values that exist only while compiling: shapes, strings, dtypes, None. */
function compareNow(left: Known, right: Known): boolean | null {
  if (left.kind === "string" && right.kind === "string") return left.text === right.text;
  if (left.kind === "dtype" && right.kind === "dtype") return sameType(left.type, right.type);
  if (left.kind === "none" || right.kind === "none") return left.kind === right.kind;
  if (left.kind === "tuple" && right.kind === "tuple") {
    if (left.items.length !== right.items.length) return false;
    const parts = left.items.map((item, i) => compareItems(item, right.items[i]));
    if (parts.some((part) => part === null)) return null;
    return parts.every((part) => part === true);
  }
  return null;
}

function compareItems(a: Known, b: Known | undefined): boolean | null {
  if (b === undefined) return false;
  if (a.kind === "value" && b.kind === "value" && a.expr.kind === "const" && b.expr.kind === "const") {
    return a.expr.value === b.expr.value;
  }
  return compareNow(a, b);
}

function identity(scope: Scope, op: "is" | "is not", left: Known, right: Known, span: Span): Expr | null {
  if (left.kind === "none" || right.kind === "none") {
    return boolConst((left.kind === right.kind) === (op === "is"), span);
  }
  const l = isComputed(left) ? left.expr : null;
  const r = isComputed(right) ? right.expr : null;
  const isBool = (e: Expr | null): e is Expr => e?.type.kind === "python" && e.type.name === "bool";
  if (isBool(l) && isBool(r)) return compare(scope, op === "is" ? "eq" : "ne", l, r, span);
  report(scope, diagnose("identity", span, { op, instead: op === "is" ? "==" : "!=" }));
  return null;
}

/** `x in (1, 2, 3)`, `x in range(n)`, `x in a`. */
function membership(
  scope: Scope,
  positive: boolean,
  left: Known,
  right: Known,
  leftSpan: Span,
  span: Span,
): Expr | null {
  const needle = toComputed(scope, left, leftSpan)?.expr;
  if (needle === undefined) return null;
  if (needle.type.kind === "array") {
    // Python asks whether `needle == item` is true, which NumPy refuses for arrays.
    report(scope, diagnose("truth-of-array", leftSpan, { type: printType(needle.type) }));
    return null;
  }
  let found: Expr | null = null;
  if (right.kind === "tuple") {
    for (const item of right.items) {
      const equal = compareKnown(scope, "==", left, item, leftSpan, span, span);
      const same = equal === null ? null : truth(scope, value(equal), span);
      if (same === null) return null;
      found = found === null ? same : both(scope, "or", found, same, span);
      if (found === null) return null;
    }
    found ??= boolConst(false, span);
  } else if (right.kind === "value" && right.expr.type.kind === "array") {
    const same = compareKnown(scope, "==", left, right, leftSpan, span, span);
    if (same === null) return null;
    const asBool = cast(scope, same, bool);
    if (asBool === null) return null;
    const axes = shapeOf(right.expr.type).map((_, axis) => axis);
    found = { kind: "reduce", op: "any", operand: asBool, axes, type: bool, span };
  } else {
    report(scope, diagnose("bad-membership", span, { found: describe(right, printType) }));
    return null;
  }
  const result = positive ? found : unary(scope, "not", found, span);
  return result === null ? null : cast(scope, result, pythonBool);
}
