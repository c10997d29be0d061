/** Truth: `and`, `or`, comparisons, conditional expressions. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import {
  bool,
  elementOf,
  pythonBool,
  pythonInt,
  type ScalarType,
  sameType,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import type { PyBool, PyConditional, PyExpr } from "../ast.ts";
import { boolConst, cast, compare, complexParts, intConst, unary } from "../build.ts";
import {
  heldIn,
  isComputed,
  isListValue,
  type Known,
  type KnownMixed,
  type KnownOptional,
  type KnownValue,
  knownError,
  value,
} from "../known.ts";
import { noteReference } from "../lists.ts";
import { joinScalars, withPaths } from "../mixed.ts";
import { blank, isNone, whileNarrowed } from "../optional.ts";
import { report, type Scope, slotAt, textOf } from "../scope.ts";
import { hold } from "../statements/bind.ts";
import { toComputed, toNumber } from "../value.ts";
import { infer, inferWhole, valueOrError } from "./index.ts";
import { type Branch, inBranch, refuseNamed } from "./named.ts";
import { apart, keep } from "./order.ts";

/** Whether a value counts as true: a bool or python bool expression. */
export function truth(scope: Scope, known: Known, span: Span): Expr | null {
  if (known.kind === "tuple") return boolConst(known.items.length > 0, span);
  if (known.kind === "none") return boolConst(false, span);
  if (known.kind === "optional") {
    const [isSome, holds] = [isNotNone(scope, known, span), truth(scope, known.some, span)];
    return isSome === null || holds === null ? null : both(scope, "and", isSome, holds, span);
  }
  if (known.kind === "string") return boolConst(known.text.length > 0, span);
  if (isListValue(known)) return hasItems(scope, known, span);
  const expr = toNumber(scope, known, span);
  if (expr === null) return null;
  const parts = complexParts(expr);
  if (parts !== null) return boolConst(parts.re !== 0 || parts.im !== 0, span);
  const type = expr.type;
  if (type.kind === "array") {
    report(scope, diagnose("truth-of-array", span, { type: printType(type) }));
    return null;
  }
  if (type.kind === "bool" || (type.kind === "python" && type.name === "bool")) return expr;
  return compare(scope, "ne", expr, intConst(0, span), span);
}

/** A list is true where it has items. */
function hasItems(scope: Scope, known: Known, span: Span): Expr | null {
  const list = toComputed(scope, known, span)?.expr;
  const [count] = list === undefined ? [] : shapeOf(list.type);
  if (list === undefined || count === undefined) return null;
  if (typeof count === "number") return boolConst(count > 0, span);
  const extent: Expr = { kind: "extent", array: list, axis: 0, type: pythonInt, span };
  return compare(scope, "gt", extent, intConst(0, span), span);
}

/** In a condition only truth counts: `and`, `or` and `not` combine truths, whatever their operands are. */
export function inferTruth(scope: Scope, node: PyExpr): Expr | null {
  if (node.kind === "Bool") return truthOfAll(scope, node);
  const known = inferWhole(scope, node);
  return known.kind === "error" ? null : truth(scope, known, node.span);
}

function truthOfAll(scope: Scope, node: PyBool): Expr | null {
  let result: Expr | null = null;
  for (const [i, operand] of node.values.entries()) {
    const left = result;
    const typed = (): Expr | null =>
      left === null ? inferTruth(scope, operand) : truthAfter(scope, node.op, left, operand);
    result = whileNarrowed(scope, node.values.slice(0, i), node.op === "and", typed);
    if (result === null) return null;
    if (constantTruth(result) === (node.op === "or")) return result;
  }
  return result;
}

function truthAfter(scope: Scope, op: "and" | "or", left: Expr, node: PyExpr): Expr | null {
  const surely = constantTruth(left) !== null;
  const branch = inBranch(scope, node, surely, () => lazily(scope, () => inferTruth(scope, node)));
  const { result, body } = branch.result;
  return result === null ? null : after(scope, op, left, { ...branch, result, body, span: node.span });
}

/** What may never be computed, and the statements it needs. */
export function lazily<T>(scope: Scope, next: () => T): { readonly result: T; readonly body: Stmt[] } {
  scope.lazy++;
  const found = apart(scope, next);
  scope.lazy--;
  return found;
}

/** The right side of `and` and `or`: what it needs, and what follows where it was computed and where not. */
interface RightSide extends Branch<Expr> {
  readonly body: readonly Stmt[];
  readonly span: Span;
}

/** `left op right`, where the right side may do something. */
export function after(
  scope: Scope,
  op: "and" | "or",
  left: Expr,
  { result: right, body, behind, otherwise, span }: RightSide,
): Expr | null {
  if (body.length + behind.length + otherwise.length === 0) return both(scope, op, left, right, span);
  if (constantTruth(left) !== null) {
    scope.out.push(...body);
    return right;
  }
  const type = truthType(left, right);
  const [l, r] = [cast(scope, left, type), cast(scope, right, type)];
  if (l === null || r === null) return null;
  const target = slotAt(scope, "test", span, type);
  const test: Expr = { kind: "var", name: target, type, span };
  const condition = op === "and" ? test : unary(scope, "not", test, span);
  if (condition === null) return null;
  scope.out.push({ kind: "assign", target, value: l, span });
  const then: Stmt[] = [...body, { kind: "assign", target, value: r, span }, ...behind];
  scope.out.push({ kind: "if", condition, then, else: otherwise, span });
  return test;
}

function truthType(left: Expr, right: Expr): ScalarType {
  return left.type.kind === "bool" && right.type.kind === "bool" ? bool : pythonBool;
}

/** `left op right` of two truth values. */
export function both(scope: Scope, op: "and" | "or", left: Expr, right: Expr, span: Span): Expr | null {
  const settled = constantTruth(left);
  if (settled !== null) return settled === (op === "or") ? left : right;
  const type = truthType(left, right);
  const [a, b] = [cast(scope, left, type), cast(scope, right, type)];
  return a === null || b === null ? null : { kind: "logic", op, left: a, right: b, type, span };
}

/** Whether there is a value. */
export function isNotNone(scope: Scope, { none }: KnownOptional, span: Span): Expr | null {
  return isComputed(none) ? unary(scope, "not", none.expr, span) : null;
}

/** The truth of a condition when it is known while compiling. */
export function constantTruth(condition: Expr): boolean | null {
  return condition.kind === "const" && typeof condition.value === "boolean" ? condition.value : null;
}

interface Operand {
  readonly known: Known;
  readonly span: Span;
  readonly test: Expr | null; // of all but the last
  readonly body: readonly Stmt[]; // what it needs
}

/** Typed from the left, as far as Python looks; joined from the right, so that no operand is copied more than once. */
export function inferBool(scope: Scope, node: PyBool): Known {
  const operands: Operand[] = [];
  const nodes = operandsOf(node);
  for (const [i, operand] of nodes.entries()) {
    const isFirst = operands.length === 0;
    if (i > 0 && refuseNamed(scope, operand)) return knownError;
    const last = i === nodes.length - 1;
    const one = isFirst
      ? { result: operandOf(scope, operand, last, scope.lazy === 0), body: [] }
      : whileNarrowed(scope, nodes.slice(0, i), node.op === "and", () =>
          lazily(scope, () => operandOf(scope, operand, last, false)),
        );
    if (one.result === null) return knownError;
    const { test } = one.result;
    const settled = test === null ? null : constantTruth(test);
    // Never the result, unless it does something.
    if (settled !== null && settled !== (node.op === "or") && one.body.length === 0) continue;
    operands.push({ ...one.result, span: operand.span, body: one.body });
    // As in Python, what is never reached is never looked at.
    if (settled === (node.op === "or")) break;
  }
  const result = joined(scope, node, operands);
  if (!isComputed(result) || operands.every(({ body }) => body.length === 0)) return result;
  return stepwise(scope, node, operands, result);
}

function operandOf(
  scope: Scope,
  node: PyExpr,
  last: boolean,
  mayHold: boolean,
): Pick<Operand, "known" | "test"> | null {
  const typed = infer(scope, node);
  if (typed.kind === "error") return null;
  const known = mayHold && isChoice(typed) ? hold(scope, "operand", typed) : typed;
  if (last) return { known, test: null };
  const test = truth(scope, known, node.span);
  return test === null ? null : { known, test };
}

function joined(scope: Scope, node: PyBool, operands: readonly Operand[]): Known {
  const [last, ...before] = [...operands].reverse();
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

/** The same, where an operand does something that must happen only if it is looked at. */
function stepwise(
  scope: Scope,
  node: PyBool,
  operands: readonly Operand[],
  like: KnownValue | KnownMixed,
): Known {
  const { type } = like.expr;
  const target = slotAt(scope, "value", node.span, type);
  const write = ([operand, ...rest]: readonly Operand[]): boolean => {
    if (operand === undefined) return true;
    const { known, body, span } = operand;
    scope.out.push(...body);
    const held = keep(scope, known);
    const expr = toComputed(scope, held, span)?.expr;
    const given = expr === undefined ? null : cast(scope, expr, elementOf(type));
    const test = rest.length === 0 ? null : truth(scope, held, span);
    if (given === null || (test === null && rest.length > 0)) return false;
    scope.out.push({ kind: "assign", target, value: given, span });
    if (test === null) return true;
    const condition = node.op === "and" ? test : unary(scope, "not", test, span);
    const inner = apart(scope, () => write(rest));
    if (condition === null || !inner.result) return false;
    scope.out.push({ kind: "if", condition, then: inner.body, else: [], span });
    return true;
  };
  if (!write(operands)) return knownError;
  return heldIn(like, { kind: "var", name: target, type, span: node.span });
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
  if (settled !== null) return inferWhole(scope, settled ? node.then : node.otherwise);
  if (refuseNamed(scope, node.then) || refuseNamed(scope, node.otherwise)) return knownError;
  if (isNone(node.then) !== isNone(node.otherwise)) return valueOrNone(scope, node, test);
  const typed = (part: PyExpr, outcome: boolean) =>
    whileNarrowed(scope, [node.test], outcome, () => lazily(scope, () => inferComputed(scope, part)));
  const [then, otherwise] = [typed(node.then, true), typed(node.otherwise, false)];
  if (then.result === null || otherwise.result === null) return knownError;
  const known = choose(scope, test, then.result, otherwise.result, node.span);
  if (!isComputed(known) || known.expr.kind !== "conditional") return known;
  if (then.body.length === 0 && otherwise.body.length === 0) return known;
  const { expr } = known;
  const target = slotAt(scope, "value", node.span, expr.type);
  const side = (body: readonly Stmt[], value: Expr): Stmt[] => [
    ...body,
    { kind: "assign", target, value, span: value.span },
  ];
  scope.out.push({
    kind: "if",
    condition: test,
    then: side(then.body, expr.then),
    else: side(otherwise.body, expr.otherwise),
    span: node.span,
  });
  return heldIn(known, { kind: "var", name: target, type: expr.type, span: node.span });
}

/** `x if test else None`. */
function valueOrNone(scope: Scope, node: PyConditional, test: Expr): Known {
  const isThen = !isNone(node.then);
  const opposite = isThen ? unary(scope, "not", test, node.span) : test;
  const wasNone = opposite === null ? null : cast(scope, opposite, pythonBool);
  const { result, body } = whileNarrowed(scope, [node.test], isThen, () =>
    lazily(scope, () => inferComputed(scope, isThen ? node.then : node.otherwise)),
  );
  if (result === null || wasNone === null) return knownError;
  const none = hold(scope, "none", value(wasNone));
  const zero = blank(scope, result.expr.type, node.span);
  const isNow = isComputed(none) ? none.expr : wasNone;
  if (zero === null) {
    report(scope, diagnose("two-branches", node.span, { left: "None", right: printType(result.expr.type) }));
    return knownError;
  }
  const { type } = result.expr;
  const target = slotAt(scope, "value", node.span, type);
  const given: Stmt = { kind: "assign", target, value: result.expr, span: node.span };
  const blanked: Stmt = { kind: "assign", target, value: zero, span: node.span };
  const then: Stmt[] = [blanked];
  scope.out.push({ kind: "if", condition: isNow, then, else: [...body, given], span: node.span });
  const some = heldIn(result, { kind: "var", name: target, type, span: node.span });
  return { kind: "optional", name: textOf(scope, node.span), none, some };
}

function inferComputed(scope: Scope, node: PyExpr): KnownValue | KnownMixed | null {
  const known = infer(scope, node);
  return known.kind === "error" ? null : toComputed(scope, known, node.span);
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
  const list = isListValue(then);
  const fits =
    shape.length === 0 ? right.kind !== "array" : sameType(left, right) && list === isListValue(otherwise);
  if (joined === null || !fits) {
    report(scope, diagnose("two-branches", span, { left: printType(left), right: printType(right) }));
    return knownError;
  }
  const t = cast(scope, then.expr, joined.type);
  const o = cast(scope, otherwise.expr, joined.type);
  if (t === null || o === null) return knownError;
  const type = withShape(joined.type, shape);
  for (const side of [then, otherwise]) noteReference(scope, side, span);
  const chosen: Expr = { kind: "conditional", condition: test, then: t, otherwise: o, type, span };
  return withPaths(chosen, joined.paths, list);
}
