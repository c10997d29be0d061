/** `a + b`, `-a`, `~a`, `a @ b`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { UnaryOp } from "../../../types/operators.ts";
import {
  array,
  elementOf,
  float64,
  int8,
  isComplex,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  sameType,
  shapeOf,
  type Type,
} from "../../../types/types.ts";
import type { PyBinary, PyBinaryOp, PyUnary } from "../ast.ts";
import { binary, cast, constantInt, strongType, unary } from "../build.ts";
import { matmul } from "../builtins/linalg.ts";
import { dividedAsPython } from "../divided.ts";
import { isListValue, type Known, type KnownTuple, knownError, value } from "../known.ts";
import { mixBinary, mixUnary } from "../mixed.ts";
import { operatorOf } from "../operator_names.ts";
import { report, type Scope } from "../scope.ts";
import { joinLists } from "../statements/grow.ts";
import { listToArray, toComputed, toExpr } from "../value.ts";
import { infer, valueOrError } from "./index.ts";
import { inferTruth } from "./logic.ts";
import { inferInOrder } from "./order.ts";

export function inferBinary(scope: Scope, node: PyBinary): Known {
  const [left = knownError, right = knownError] = inferInOrder(scope, [node.left, node.right]);
  if (left.kind === "error" || right.kind === "error") return knownError;
  return applyBinary(scope, node.op, left, right, node.left.span, node.right.span, node.span);
}

/** Also what `a += b` computes. */
export function applyBinary(
  scope: Scope,
  op: PyBinaryOp,
  left: Known,
  given: Known,
  leftSpan: Span,
  rightSpan: Span,
  span: Span,
): Known {
  const right = besideComplex(scope, left, given);
  if (op === "+" && isLists(left, right)) {
    const joined = joinLists(scope, { known: left, span: leftSpan }, { known: right, span: rightSpan }, span);
    if (joined !== null) return joined;
  }
  const lists = listArithmetic(scope, op, left, right, span);
  if (lists !== null) return lists;
  const l = numeric(scope, left, leftSpan);
  const r = numeric(scope, right, rightSpan);
  const result = l === null || r === null ? null : binaryByName(scope, op, l, r, span);
  if (result === null) return knownError;
  if (op === "@") return value(result);
  return dividedAsPython(scope, mixBinary(scope, operatorOf[op], left, right, result, span), left, right);
}

/** A float64 is a Python float as well: to Python's complex on its left it is that. */
export function besideComplex(scope: Scope, left: Known, right: Known): Known {
  if (left.kind !== "value" || right.kind !== "value") return right;
  const isLeft = left.expr.type.kind === "python" && isComplex(left.expr.type);
  const number = isLeft && sameType(right.expr.type, float64) ? cast(scope, right.expr, pythonFloat) : null;
  return number === null ? right : value(number);
}

function binaryByName(scope: Scope, op: PyBinaryOp, left: Expr, right: Expr, span: Span): Expr | null {
  if (op === "@") return matmul(scope, left, right, span);
  // NumPy squares instead, and the square of truth is int8.
  const isSquare = op === "**" && right.kind === "const" && isPythonInt(right.type) && right.value === 2;
  const bits = isSquare && left.type.kind === "array" && left.type.element.kind === "bool";
  const truth = bits ? cast(scope, left, int8) : null;
  if (truth !== null) return binary(scope, operatorOf[op], truth, right, span);
  const isPower = op === "**" && isComplex(elementOf(left.type)) && isPythonBool(right.type);
  const power = isPower ? cast(scope, right, pythonInt) : right;
  return power === null ? null : binary(scope, operatorOf[op], left, power, span);
}

function isPythonBool(type: Type): boolean {
  return type.kind === "python" && type.name === "bool";
}

function isPythonInt(type: Type): boolean {
  return type.kind === "python" && type.name === "int";
}

/** A list next to an array is np.asarray(list), as NumPy has it. */
function numeric(scope: Scope, known: Known, span: Span): Expr | null {
  if (known.kind === "tuple") return listToArray(scope, known, span);
  const expr = toComputed(scope, known, span)?.expr ?? null;
  if (expr === null || !isListValue(known)) return expr;
  return cast(scope, expr, strongType(elementOf(expr.type)), span);
}

/** `[0] * 8` and `(2, 3) + (4,)`; Python's other list arithmetic is refused where NumPy's would mean something else. */
function listArithmetic(scope: Scope, op: PyBinaryOp, left: Known, right: Known, span: Span): Known | null {
  if (!isList(left) && !isList(right)) return null;
  if (op === "*") {
    const [list, times] = isList(left) ? [left, right] : [right, left];
    if (times.kind === "value" && times.expr.type.kind !== "array")
      return repeat(scope, list, times.expr, span);
  }
  if (op === "+" && left.kind === "tuple" && right.kind === "tuple" && left.form === right.form) {
    return { kind: "tuple", form: left.form, items: [...left.items, ...right.items] };
  }
  const other = isList(left) ? right : left;
  if (other.kind === "value" && !other.list && other.expr.type.kind === "array") return null;
  report(scope, diagnose("list-arithmetic", span, { op }));
  return knownError;
}

/** Two lists, of which the kernel computes one; two that are written down are joined as they are. */
function isLists(left: Known, right: Known): boolean {
  const isWritten = (known: Known): boolean => known.kind === "tuple" && known.form === "list";
  return (
    (isListValue(left) && (isListValue(right) || isWritten(right))) || (isWritten(left) && isListValue(right))
  );
}

function isList(known: Known): boolean {
  return known.kind === "tuple" || isListValue(known);
}

function repeat(scope: Scope, list: Known, times: Expr, span: Span): Known {
  const count = constantInt(times);
  if (!countsTimes(elementOf(times.type))) {
    report(scope, diagnose("list-arithmetic", span, { op: "*" }));
    return knownError;
  }
  if (count === null || count < 0) {
    report(scope, diagnose("unknown-shape", times.span, { what: "the number of repetitions" }));
    return knownError;
  }
  if (list.kind !== "tuple") {
    report(scope, diagnose("list-arithmetic", span, { op: "*" }));
    return knownError;
  }
  return repeatTuple(scope, list, count, span);
}

function countsTimes(type: ScalarType): boolean {
  return (
    type.kind === "int" ||
    type.kind === "bool" ||
    (type.kind === "python" && (type.name === "int" || type.name === "bool"))
  );
}

function repeatTuple(scope: Scope, list: KnownTuple, count: number, span: Span): Known {
  const [only] = list.items;
  const scalar = only === undefined || list.items.length > 1 ? null : toScalar(only);
  if (list.form === "list" && scalar !== null) {
    const type = array(elementOf(scalar.type), [count]);
    return { kind: "value", expr: { kind: "fill", value: scalar, type, span }, list: true };
  }
  if (count * list.items.length > 65536) {
    report(scope, diagnose("unknown-shape", span, { what: "a list this long" }));
    return knownError;
  }
  const items = Array.from({ length: count }, () => list.items).flat();
  const isShared = list.form === "list" && count > 1 && list.items.some(isList);
  return { kind: "tuple", form: list.form, items, ...(isShared ? { rowsShared: true } : {}) };
}

function toScalar(known: Known): Expr | null {
  return known.kind === "value" && shapeOf(known.expr.type).length === 0 ? known.expr : null;
}

export function inferUnary(scope: Scope, node: PyUnary): Known {
  if (node.op === "not") {
    const test = inferTruth(scope, node.operand);
    const opposite = test === null ? null : unary(scope, "not", test, node.span);
    return opposite === null ? knownError : valueOrError(cast(scope, opposite, pythonBool));
  }
  const operand = infer(scope, node.operand);
  if (operand.kind === "error") return knownError;
  if (isList(operand)) {
    report(scope, diagnose("list-arithmetic", node.span, { op: node.op }));
    return knownError;
  }
  switch (node.op) {
    case "-":
      return applyUnary(scope, "neg", operand, node.operand.span, node.span);
    case "~":
      return applyUnary(scope, "invert", operand, node.operand.span, node.span);
    case "+":
      return plus(scope, operand, node.operand.span, node.span);
  }
}

/** Also what `abs(x)` computes. */
export function applyUnary(scope: Scope, op: UnaryOp, operand: Known, operandSpan: Span, span: Span): Known {
  const expr = toComputed(scope, operand, operandSpan)?.expr;
  const result = expr === undefined ? null : unary(scope, op, expr, span);
  return result === null ? knownError : mixUnary(scope, op, operand, result, span);
}

/** `+x` is x, but an array is new and a Python bool becomes an int. */
function plus(scope: Scope, operand: Known, operandSpan: Span, span: Span): Known {
  if (operand.kind === "mixed") return operand;
  const expr = toExpr(scope, operand, operandSpan);
  if (expr === null) return knownError;
  const type = elementOf(expr.type);
  if (type.kind === "bool") {
    report(
      scope,
      diagnose("bad-operands", span, {
        message: "NumPy has no `+` for bool",
        help: "write `x.astype(np.int64)`",
      }),
    );
    return knownError;
  }
  if (type.kind === "python" && type.name === "bool") {
    return valueOrError(cast(scope, expr, { kind: "python", name: "int" }, span));
  }
  return value(expr.type.kind === "array" ? { kind: "copy", operand: expr, type: expr.type, span } : expr);
}
