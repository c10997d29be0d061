/**
 * Typed Program nodes from untyped intentions, for every front end: casts inserted, shapes broadcast, constants folded.
 *
 *     const sum = binary(refuse, "add", left, right, span);   // null after refuse(problem) was told why not
 */
import type { Span } from "../diagnostics/diagnostic.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileStore,
  compileUnary,
} from "../types/arithmetic.ts";
import type { Pair } from "../types/complex.ts";
import { complexValues } from "../types/complex.ts";
import { ArithmeticFault, bug, overflow } from "../types/fault.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import {
  type Operand,
  type Promotion,
  promoteBinary,
  promoteCompare,
  promoteMath,
  promoteOrder,
  promoteUnary,
} from "../types/promote.ts";
import { foldPythonInt } from "../types/python.ts";
import {
  complex128,
  type Dim,
  elementOf,
  isComplex,
  isPythonInt,
  partOf,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  type ScalarType,
  type Shape,
  sameType,
  shapeOf,
  type Type,
  withShape,
} from "../types/types.ts";
import type { Const, Expr, MathCall } from "./nodes.ts";

/** Why a node cannot be built. */
export type Problem =
  | { readonly kind: "operands"; readonly message: string; readonly help: string; readonly span: Span }
  | { readonly kind: "shapes"; readonly shapes: readonly string[]; readonly span: Span }
  | { readonly kind: "constant"; readonly value: string; readonly type: string; readonly span: Span };

/** A front end says it in its own way: as a diagnostic, or by throwing. */
export type Refuse = (problem: Problem) => null;

export function intConst(value: number | bigint, span: Span): Const {
  return { kind: "const", value: canonical(value), type: pythonInt, span };
}

export function floatConst(value: number, span: Span): Const {
  return { kind: "const", value, type: pythonFloat, span };
}

export function boolConst(value: boolean, span: Span): Const {
  return { kind: "const", value, type: pythonBool, span };
}

/** A Python complex number: `2j`. Complex constants are made of their parts everywhere. */
export function complexConst(parts: Pair<number>, span: Span, type: ScalarType = pythonComplex): MathCall {
  const part = (value: number): Const => ({ kind: "const", value, type: partOf(type), span });
  return { kind: "math", fn: "complex", args: [part(parts.re), part(parts.im)], type, span };
}

/** The parts of a complex number that is known now. */
export function complexParts(expr: Expr): Pair<number> | null {
  if (expr.kind !== "math" || expr.fn !== "complex" || expr.type.kind === "array") return null;
  const [re, im] = expr.args;
  return re?.kind === "const" && im?.kind === "const" ? { re: Number(re.value), im: Number(im.value) } : null;
}

/** A number that is known now, complex ones among them. */
export function isConstant(expr: Expr): boolean {
  return expr.kind === "const" || complexParts(expr) !== null;
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
export function cast(refuse: Refuse, expr: Expr, type: ScalarType, span: Span = expr.span): Expr | null {
  const from = elementOf(expr.type);
  if (sameType(from, type)) return expr;
  if (isComplex(type)) return castToComplex(refuse, expr, type, span);
  if (isComplex(from) && !isTruth(type)) {
    const message = `${printType(from)} is not converted to ${printType(type)} by itself`;
    return refuse({ kind: "operands", message, help: "take `.real`, `.imag` or abs() of it", span });
  }
  if (expr.kind === "const") {
    try {
      return { kind: "const", value: compileConvert(from, type)(expr.value, 0), type, span };
    } catch (fault) {
      if (!(fault instanceof ArithmeticFault)) throw fault;
      return refuse({ kind: "constant", value: printConstant(expr), type: printType(type), span });
    }
  }
  return { kind: "cast", operand: expr, type: withShape(type, shapeOf(expr.type)), span };
}

function castToComplex(refuse: Refuse, expr: Expr, type: ScalarType, span: Span): Expr | null {
  const known = complexParts(expr);
  if (known !== null) {
    const round = compileConvert(pythonFloat, partOf(type));
    return complexConst({ re: Number(round(known.re, 0)), im: Number(round(known.im, 0)) }, span, type);
  }
  if (expr.kind !== "const")
    return { kind: "cast", operand: expr, type: withShape(type, shapeOf(expr.type)), span };
  const re = cast(refuse, expr, partOf(type), span);
  return re?.kind === "const" ? complexConst({ re: Number(re.value), im: 0 }, span, type) : null;
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** A value on its way into an element of an array: NumPy refuses a scalar that a signed integer cannot hold. */
export function castStored(refuse: Refuse, expr: Expr, type: ScalarType): Expr | null {
  const from = elementOf(expr.type);
  if (expr.type.kind === "array" || sameType(from, type) || isComplex(from) || isComplex(type))
    return cast(refuse, expr, type);
  if (expr.kind === "const" && !(from.kind === "python")) {
    const value = attempt(() => compileStore(from, type)(expr.value, 0));
    if (value !== null) return { kind: "const", value, type, span: expr.span };
    return refuse({ kind: "constant", value: printConstant(expr), type: printType(type), span: expr.span });
  }
  const converted = cast(refuse, expr, type);
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

export function binary(refuse: Refuse, op: BinaryOp, left: Expr, right: Expr, span: Span): Expr | null {
  const promotion = promoteBinary(op, operand(left), operand(right));
  const types = accept(refuse, promotion, span);
  if (types === null) return null;
  const shape = broadcast(refuse, [left, right], span);
  if (shape === null) return null;
  const [leftType, rightType] = types.operands;
  if (leftType === undefined || rightType === undefined) return null;
  const l = cast(refuse, left, leftType);
  const r = cast(refuse, right, rightType);
  if (l === null || r === null) return null;
  if (isComplex(types.result)) return complexBinary(op, l, r, withShape(types.result, shape), span);
  const exact = op !== "div" && [leftType, rightType, types.result].every(isPythonInt);
  const folded = fold([l, r], types.result, span, (a, b) =>
    exact ? foldInt(op, a, b) : compileBinary(op, leftType, rightType, types.result)(a, b),
  );
  return folded ?? { kind: "binary", op, left: l, right: r, type: withShape(types.result, shape), span };
}

/** Complex constants fold as all others do. NumPy squares an array for `** 2`, takes its root for `** 0.5`, and a scalar as any power. */
function complexBinary(op: BinaryOp, left: Expr, right: Expr, type: Type, span: Span): Expr {
  const element = elementOf(type);
  const [a, b] = [complexParts(left), complexParts(right)];
  if (a !== null && b !== null && isComplex(element)) {
    try {
      const { re, im } = complexValues(element).binary(op)(a, b);
      return complexConst({ re: Number(re), im: Number(im) }, span, element);
    } catch (fault) {
      if (!(fault instanceof ArithmeticFault)) throw fault; // it belongs to the run
    }
  }
  if (op === "pow" && type.kind === "array" && constantInt(right) === 2)
    return { kind: "math", fn: "square", args: [left], type, span };
  if (
    op === "pow" &&
    type.kind === "array" &&
    complexParts(right)?.re === 0.5 &&
    complexParts(right)?.im === 0
  )
    return { kind: "math", fn: "sqrt", args: [left], type, span };
  return { kind: "binary", op, left, right, type, span };
}

export function compare(refuse: Refuse, op: CompareOp, left: Expr, right: Expr, span: Span): Expr | null {
  const types = accept(
    refuse,
    (op === "eq" || op === "ne" ? promoteCompare : promoteOrder)(operand(left), operand(right)),
    span,
  );
  if (types === null) return null;
  const shape = broadcast(refuse, [left, right], span);
  if (shape === null) return null;
  const [leftType, rightType] = types.operands;
  if (leftType === undefined || rightType === undefined) return null;
  const l = cast(refuse, left, leftType);
  const r = cast(refuse, right, rightType);
  if (l === null || r === null) return null;
  const folded = fold([l, r], types.result, span, (a, b) => compileCompare(op, leftType, rightType)(a, b));
  return folded ?? { kind: "compare", op, left: l, right: r, type: withShape(types.result, shape), span };
}

export function unary(refuse: Refuse, op: UnaryOp, value: Expr, span: Span): Expr | null {
  const types = accept(refuse, promoteUnary(op, operand(value)), span);
  const type = types?.operands[0];
  if (types === null || type === undefined) return null;
  const x = cast(refuse, value, type);
  if (x === null) return null;
  const parts = complexParts(x);
  if (op === "neg" && parts !== null)
    return complexConst({ re: -parts.re, im: -parts.im }, span, types.result);
  const folded = fold([x], types.result, span, (a) =>
    op === "neg" && isPythonInt(type) ? foldInt("sub", 0, a) : compileUnary(op, type, types.result)(a, 0),
  );
  return folded ?? { kind: "unary", op, operand: x, type: withShape(types.result, shapeOf(x.type)), span };
}

export function math(refuse: Refuse, fn: MathFn, args: readonly Expr[], span: Span): Expr | null {
  const types = accept(refuse, promoteMath(fn, args.map(operand)), span);
  if (types === null) return null;
  const shape = broadcast(refuse, args, span);
  if (shape === null) return null;
  const cast_ = args.map((arg, i) => {
    const type = types.operands[i];
    return type === undefined ? null : cast(refuse, arg, type);
  });
  const exact = cast_.filter((arg) => arg !== null);
  if (exact.length < args.length) return null;
  const type = types.operands[0];
  const folded = type === undefined ? null : knownMath(fn, exact, type, types.result, span);
  return folded ?? { kind: "math", fn, args: exact, type: withShape(types.result, shape), span };
}

/** What a function of constants gives, all of one type; null where that is not known, or a fault of the run. */
export function knownMath(
  fn: MathFn,
  args: readonly Expr[],
  type: ScalarType,
  result: ScalarType,
  span: Span,
): Const | null {
  return foldable(fn) ? fold(args, result, span, (a, b) => compileMath(fn, type)(a, b)) : null;
}

/** Each is one algorithm on every road. Parts of complex numbers have constants of their own. */
function foldable(fn: MathFn): boolean {
  return !["complex", "real", "imag", "conj", "angle", "square"].includes(fn);
}

function accept(
  refuse: Refuse,
  promotion: Promotion,
  span: Span,
): { readonly operands: readonly ScalarType[]; readonly result: ScalarType } | null {
  if (promotion.ok) return promotion;
  return refuse({ kind: "operands", message: promotion.message, help: promotion.help, span });
}

/**
 * Python's constants are exact on their way to a type: `(1 << 64) - 1` is a uint64. What stays a Python int has 64 bits
 * when it runs, which `longConstants` looks after.
 */
function foldInt(op: Exclude<BinaryOp, "div">, a: Value, b: Value): Value {
  if (typeof a === "boolean" || typeof b === "boolean") return bug("a Python int that is a bool");
  return foldPythonInt(op, a, b) ?? overflow();
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
export function broadcast(refuse: Refuse, args: readonly Expr[], span: Span): Shape | null {
  let shape: Shape = [];
  for (const arg of args) {
    const next = broadcastShapes(shape, shapeOf(arg.type));
    if (next === null) {
      return refuse({
        kind: "shapes",
        shapes: args.map((a) => printShape(shapeOf(a.type))).filter((s) => s !== "()"),
        span,
      });
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
    case "complex":
      return complex128;
    case "bool":
      return { kind: "bool" };
  }
}
