/** Comparisons: of numbers and arrays, of tuples from the left, with None; `in`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { CompareOp } from "../../../types/operators.ts";
import { printType } from "../../../types/print.ts";
import { bool, pythonBool, sameType, shapeOf } from "../../../types/types.ts";
import type { PyCompare, PyCompareOp } from "../ast.ts";
import { boolConst, broadcastShapes, cast, compare, printShape, unary } from "../build.ts";
import {
  describe,
  isComputed,
  type Known,
  type KnownOptional,
  type KnownTuple,
  knownError,
  value,
} from "../known.ts";
import { mixCompare } from "../mixed.ts";
import { takenValue } from "../optional.ts";
import { report, type Scope } from "../scope.ts";
import { toComputed } from "../value.ts";
import { besideComplex } from "./arithmetic.ts";
import { infer, inferWhole, valueOrError } from "./index.ts";
import { after, both, isNotNone, lazily, truth } from "./logic.ts";
import { refuseNamed } from "./named.ts";
import { inferInOrder, keep } from "./order.ts";

/** Each operand once, and from the third on only if all before it compare as they should. */
export function inferCompare(scope: Scope, node: PyCompare): Known {
  const [first, ...rest] = node.rest;
  if (first === undefined) return knownError;
  let [left = knownError, right = knownError] = inferInOrder(
    scope,
    [node.left, first.right],
    equalities.has(first.op) ? inferWhole : infer,
  );
  let result = compareOperands(scope, first.op, left, right, node.left.span, first.right.span);
  let { span } = first.right;
  for (const { op, right: next } of rest) {
    if (result === null || refuseNamed(scope, next)) return knownError;
    left = right;
    const { result: found, body } = lazily(scope, () => infer(scope, next));
    if (body.length > 0) left = keep(scope, left);
    right = found;
    const part = compareOperands(scope, op, left, right, span, next.span);
    const [l, r] = [result, part].map((side) =>
      side === null ? null : truth(scope, value(side), side.span),
    );
    if (l == null || r == null) return knownError;
    const at = body.length > 0 ? next.span : node.span;
    result = after(scope, "and", l, { result: r, body, behind: [], otherwise: [], span: at });
    span = next.span;
  }
  return valueOrError(result);
}

function compareOperands(
  scope: Scope,
  op: PyCompareOp,
  left: Known,
  right: Known,
  leftSpan: Span,
  rightSpan: Span,
): Expr | null {
  if (left.kind === "error" || right.kind === "error") return null;
  const span = { from: leftSpan.from, to: rightSpan.to };
  return compareKnown(scope, op, left, besideComplex(scope, left, right), leftSpan, rightSpan, span);
}

/** What is asked of None as of anything else. */
const equalities: ReadonlySet<PyCompareOp> = new Set(["is", "is not", "==", "!="]);

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
  if (left.kind === "optional" || right.kind === "optional")
    return compareOptional(scope, op, [left, right], [leftSpan, rightSpan], span);
  if (operator === undefined) {
    if (op === "is" || op === "is not") return identity(scope, op, left, right, span);
    return membership(scope, op === "in", left, right, leftSpan, span);
  }
  const fixed = compareNow(left, right);
  if (fixed !== null && (op === "==" || op === "!=")) return boolConst(fixed === (op === "=="), span);
  if (left.kind === "tuple" && right.kind === "tuple" && left.form === "tuple" && right.form === "tuple")
    return compareTuples(scope, op, left, right, [leftSpan, rightSpan], span);
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

/** `x is None`; `x == v`, which None is not. */
function compareOptional(
  scope: Scope,
  op: PyCompareOp,
  sides: readonly [Known, Known],
  spans: readonly [Span, Span],
  span: Span,
): Expr | null {
  const isSame = op === "is" || op === "==";
  const [left, right] = sides;
  const [optional, other] = left.kind === "optional" ? [left, right] : [right, left];
  if (optional.kind !== "optional") return null;
  if (other.kind === "none") {
    const is = isComputed(optional.none) ? optional.none.expr : null;
    return is === null || isSame ? is : unary(scope, "not", is, span);
  }
  if (left.kind === "optional" && right.kind === "optional" && (op === "==" || op === "!=")) {
    const equal = equalOptionals(scope, [left, right], spans, span);
    return equal === null || isSame ? equal : unary(scope, "not", equal, span);
  }
  if (!equalities.has(op) || other.kind === "optional") {
    const [l, r] = sides.map((known, i) =>
      known.kind === "optional" ? takenValue(scope, known, spans[i] ?? span) : known,
    );
    if (l === undefined || r === undefined || l.kind === "error" || r.kind === "error") return null;
    return compareKnown(scope, op, l, r, spans[0], spans[1], span);
  }
  const [l, r] = sides.map((known) => (known === optional ? optional.some : known));
  const isSome = isNotNone(scope, optional, span);
  const equal = l && r ? compareKnown(scope, isSame ? "==" : "!=", l, r, spans[0], spans[1], span) : null;
  const asTruth = equal === null ? null : truth(scope, value(equal), span);
  if (isSome === null || asTruth === null) return null;
  const not = isSame ? isSome : unary(scope, "not", isSome, span);
  // Where there is a value, the answer has the type of the comparison.
  const told = not === null || asTruth.type.kind === "array" ? null : cast(scope, not, asTruth.type);
  return told === null ? null : both(scope, isSame ? "and" : "or", told, asTruth, span);
}

/** Both are None, or neither is and the values are equal. */
function equalOptionals(
  scope: Scope,
  [left, right]: readonly [KnownOptional, KnownOptional],
  spans: readonly [Span, Span],
  span: Span,
): Expr | null {
  const [l, r] = [isNotNone(scope, left, span), isNotNone(scope, right, span)];
  const values = compareKnown(scope, "==", left.some, right.some, ...spans, span);
  const equal = values === null ? null : truth(scope, value(values), span);
  if (l === null || r === null || equal === null) return null;
  const [noL, noR] = [unary(scope, "not", l, span), unary(scope, "not", r, span)];
  const areSome = both(scope, "and", l, r, span);
  const areNone = noL === null || noR === null ? null : both(scope, "and", noL, noR, span);
  const areEqual = areSome === null ? null : both(scope, "and", areSome, equal, span);
  return areNone === null || areEqual === null ? null : both(scope, "or", areNone, areEqual, span);
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

/** From the left: the first items that differ decide, or else the lengths. */
function compareTuples(
  scope: Scope,
  op: PyCompareOp,
  { items: left }: KnownTuple,
  { items: right }: KnownTuple,
  spans: readonly [Span, Span],
  span: Span,
): Expr | null {
  const of = (by: PyCompareOp, i: number): Expr | null => {
    const [a = knownError, b = knownError] = [left[i], right[i]];
    const part =
      a.kind === "error" || b.kind === "error" ? null : compareKnown(scope, by, a, b, ...spans, span);
    return part === null ? null : truth(scope, value(part), span);
  };
  const common = Math.min(left.length, right.length);
  if (op === "==" || op === "!=") {
    let result: Expr | null = boolConst(op === "==", span);
    for (let i = common - 1; i >= 0; i--) {
      const part = of(op, i);
      result =
        part === null || result === null ? null : both(scope, op === "==" ? "and" : "or", part, result, span);
    }
    return result;
  }
  const [l, r] = [left.length, right.length];
  const byLength = { "<": l < r, "<=": l <= r, ">": l > r, ">=": l >= r }[String(op)] === true;
  const strict: PyCompareOp = op === "<" || op === "<=" ? "<" : ">";
  let result: Expr | null = boolConst(byLength, span);
  for (let i = common - 1; i >= 0; i--) {
    // The last items of two that are as long decide as they are compared.
    const isLast = i === common - 1 && l === r;
    const first = of(isLast ? op : strict, i);
    if (isLast) {
      result = first;
      continue;
    }
    const same = of("==", i);
    if (first === null || same === null || result === null) return null;
    const rest: Expr | null = both(scope, "and", same, result, span);
    result = rest === null ? null : both(scope, "or", first, rest, span);
  }
  return result;
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
