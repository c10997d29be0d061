/** Typed Program nodes from untyped intentions: casts inserted, shapes broadcast, Python constants folded. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Const, Expr } from "../../program/nodes.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileStore,
  compileUnary,
} from "../../types/arithmetic.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import {
  type Operand,
  type Promotion,
  promoteBinary,
  promoteCompare,
  promoteMath,
  promoteUnary,
} from "../../types/promote.ts";
import {
  type Dim,
  elementOf,
  isNumpy,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  type Shape,
  sameType,
  shapeOf,
  withShape,
} from "../../types/types.ts";
import { report, type Scope } from "./scope.ts";

export function intConst(value: number | bigint, span: Span): Const {
  return { kind: "const", value: canonical(value), type: pythonInt, span };
}

export function floatConst(value: number, span: Span): Const {
  return { kind: "const", value, type: pythonFloat, span };
}

export function boolConst(value: boolean, span: Span): Const {
  return { kind: "const", value, type: pythonBool, span };
}

/** A safe integer as a number, any other as a bigint: what `Value` promises. */
export function canonical(value: number | bigint): number | bigint {
  if (typeof value === "number") return value;
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;
}

/** The value of an expression that is a Python integer known now. */
export function constantInt(expr: Expr): number | null {
  if (expr.kind !== "const") return null;
  if (typeof expr.value === "boolean") return expr.value ? 1 : 0;
  const isInt = (expr.type.kind === "python" && expr.type.name === "int") || expr.type.kind === "int";
  return isInt && typeof expr.value === "number" ? expr.value : null;
}

export function operand(expr: Expr): Operand {
  const type = elementOf(expr.type);
  return expr.kind === "const" ? { type, constant: expr.value } : { type };
}

/** `expr` with another element type; constants convert at once, or are refused where NumPy would. */
export function cast(scope: Scope, expr: Expr, type: ScalarType, span: Span = expr.span): Expr | null {
  const from = elementOf(expr.type);
  if (sameType(from, type)) return expr;
  if (expr.kind === "const") {
    try {
      return { kind: "const", value: compileConvert(from, type)(expr.value, 0), type, span };
    } catch (fault) {
      if (!(fault instanceof ArithmeticFault)) throw fault;
      report(
        scope,
        diagnose("constant-out-of-range", span, { value: printConstant(expr), type: printType(type) }),
      );
      return null;
    }
  }
  return { kind: "cast", operand: expr, type: withShape(type, shapeOf(expr.type)), span };
}

/** A value on its way into an element of an array: NumPy refuses a scalar that a signed integer cannot hold. */
export function castStored(scope: Scope, expr: Expr, type: ScalarType): Expr | null {
  const from = elementOf(expr.type);
  if (expr.type.kind === "array" || sameType(from, type)) return cast(scope, expr, type);
  if (expr.kind === "const" && !(from.kind === "python")) {
    const value = attempt(() => compileStore(from, type)(expr.value, 0));
    if (value !== null) return { kind: "const", value, type, span: expr.span };
    report(
      scope,
      diagnose("constant-out-of-range", expr.span, { value: printConstant(expr), type: printType(type) }),
    );
    return null;
  }
  const converted = cast(scope, expr, type);
  return converted?.kind === "cast" ? { ...converted, stores: true } : converted;
}

function attempt(compute: () => Value): Value | null {
  try {
    return compute();
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return null;
    throw fault;
  }
}

function printConstant(expr: Const): string {
  return typeof expr.value === "boolean" ? (expr.value ? "True" : "False") : String(expr.value);
}

export function binary(scope: Scope, op: BinaryOp, left: Expr, right: Expr, span: Span): Expr | null {
  const promotion = promoteBinary(op, operand(left), operand(right));
  const types = accept(scope, promotion, span);
  if (types === null) return null;
  const shape = broadcast(scope, [left, right], span);
  if (shape === null) return null;
  const [leftType, rightType] = types.operands;
  if (leftType === undefined || rightType === undefined) return null;
  const l = cast(scope, left, leftType);
  const r = cast(scope, right, rightType);
  if (l === null || r === null) return null;
  const folded = fold([l, r], types.result, span, (a, b) =>
    compileBinary(op, leftType, rightType, types.result)(a, b),
  );
  return folded ?? { kind: "binary", op, left: l, right: r, type: withShape(types.result, shape), span };
}

export function compare(scope: Scope, op: CompareOp, left: Expr, right: Expr, span: Span): Expr | null {
  const types = accept(scope, promoteCompare(operand(left), operand(right)), span);
  if (types === null) return null;
  const shape = broadcast(scope, [left, right], span);
  if (shape === null) return null;
  const [leftType, rightType] = types.operands;
  if (leftType === undefined || rightType === undefined) return null;
  const l = cast(scope, left, leftType);
  const r = cast(scope, right, rightType);
  if (l === null || r === null) return null;
  const folded = fold([l, r], types.result, span, (a, b) => compileCompare(op, leftType, rightType)(a, b));
  return folded ?? { kind: "compare", op, left: l, right: r, type: withShape(types.result, shape), span };
}

export function unary(scope: Scope, op: UnaryOp, value: Expr, span: Span): Expr | null {
  const types = accept(scope, promoteUnary(op, operand(value)), span);
  const type = types?.operands[0];
  if (types === null || type === undefined) return null;
  const x = cast(scope, value, type);
  if (x === null) return null;
  const folded = fold([x], types.result, span, (a) => compileUnary(op, type, types.result)(a, 0));
  return folded ?? { kind: "unary", op, operand: x, type: withShape(types.result, shapeOf(x.type)), span };
}

export function math(scope: Scope, fn: MathFn, args: readonly Expr[], span: Span): Expr | null {
  const types = accept(scope, promoteMath(fn, args.map(operand)), span);
  if (types === null) return null;
  const shape = broadcast(scope, args, span);
  if (shape === null) return null;
  const cast_ = args.map((arg, i) => {
    const type = types.operands[i];
    return type === undefined ? null : cast(scope, arg, type);
  });
  const exact = cast_.filter((arg) => arg !== null);
  if (exact.length < args.length) return null;
  const type = types.operands[0];
  const folded =
    type === undefined || !foldable(fn)
      ? null
      : fold(exact, types.result, span, (a, b) => compileMath(fn, type)(a, b));
  return folded ?? { kind: "math", fn, args: exact, type: withShape(types.result, shape), span };
}

/** Only functions that every platform agrees on are computed while compiling. */
function foldable(fn: MathFn): boolean {
  return ["sqrt", "floor", "ceil", "trunc", "rint", "sign", "isnan", "isinf", "isfinite"].includes(fn);
}

function accept(
  scope: Scope,
  promotion: Promotion,
  span: Span,
): { readonly operands: readonly ScalarType[]; readonly result: ScalarType } | null {
  if (promotion.ok) return promotion;
  report(scope, diagnose("bad-operands", span, { message: promotion.message, help: promotion.help }));
  return null;
}

/** Python numbers fold; NumPy and exact values fold too, so that tables and tests on them are known. */
function fold(
  args: readonly Expr[],
  result: ScalarType,
  span: Span,
  compute: (a: Value, b: Value) => Value,
): Const | null {
  const [a, b] = args;
  if (a === undefined || a.kind !== "const" || (b !== undefined && b.kind !== "const")) return null;
  try {
    return { kind: "const", value: compute(a.value, b?.kind === "const" ? b.value : 0), type: result, span };
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return null; // the fault belongs to the run, as in Python
    throw fault;
  }
}

/** NumPy's rule: shapes match from the right, where one of them is 1 or missing the other wins. */
export function broadcast(scope: Scope, args: readonly Expr[], span: Span): Shape | null {
  let shape: Shape = [];
  for (const arg of args) {
    const next = broadcastShapes(shape, shapeOf(arg.type));
    if (next === null) {
      report(
        scope,
        diagnose("shape-mismatch", span, {
          shapes: args.map((a) => printShape(shapeOf(a.type))).filter((s) => s !== "()"),
        }),
      );
      return null;
    }
    shape = next;
  }
  return shape;
}

export function broadcastShapes(a: Shape, b: Shape): Shape | null {
  const rank = Math.max(a.length, b.length);
  const shape: Dim[] = [];
  for (let i = 0; i < rank; i++) {
    const dim = broadcastDims(a[a.length - rank + i] ?? 1, b[b.length - rank + i] ?? 1);
    if (dim === null) return null;
    shape.push(dim);
  }
  return shape;
}

/** A dynamic extent against a fixed one is checked when it runs. */
function broadcastDims(a: Dim, b: Dim): Dim | null {
  if (a === 1) return b;
  if (b === 1) return a;
  if (typeof a === "number") return typeof b === "number" ? (a === b ? a : null) : a;
  if (typeof b === "number") return b;
  return { max: Math.max(a.max, b.max) };
}

export function printShape(shape: Shape): string {
  const dims = shape.map((dim) => (typeof dim === "number" ? String(dim) : `<=${dim.max}`));
  return dims.length === 1 ? `(${dims[0]},)` : `(${dims.join(", ")})`;
}

/** What np.asarray makes of a Python number. */
export function strongType(type: ScalarType): ScalarType {
  if (type.kind !== "python") return type;
  switch (type.name) {
    case "int":
      return { kind: "int", bits: 64, signed: true, rule: "numpy" };
    case "float":
      return { kind: "float", exponent: 11, mantissa: 52, variant: "ieee" };
    case "bool":
      return { kind: "bool" };
  }
}

/** int<N>, fixed and float formats NumPy lacks: a local that starts as one stays one. */
export function keepsType(type: ScalarType): boolean {
  return type.kind !== "python" && !isNumpy(type);
}

/** NumPy's `same_kind` casting: within a kind or up: bool, unsigned, signed, float. Exact types always convert. */
export function sameKind(from: ScalarType, to: ScalarType): boolean {
  const rank = (type: ScalarType): number => {
    switch (type.kind) {
      case "bool":
        return 0;
      case "int":
        return type.signed ? 2 : 1;
      case "float":
        return 3;
      case "fixed":
        return 2;
      case "python":
        return type.name === "bool" ? 0 : type.name === "int" ? 2 : 3;
    }
  };
  if (to.kind === "fixed" || (to.kind === "int" && to.rule === "exact")) return true;
  return rank(from) <= rank(to);
}
