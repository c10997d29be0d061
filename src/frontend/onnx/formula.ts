/**
 * Scalar expressions of one place in the source. Operands of arithmetic have one type already: what does not is a
 * bug of the emitter. Indices are Python integers, folded as they are written.
 *
 *     const f = formulas(span);
 *     f.add(f.mul(x, w), acc)
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import * as build from "../../program/builder.ts";
import type { Expr } from "../../program/nodes.ts";
import { compileConvert } from "../../types/arithmetic.ts";
import { canonical, highest, lowest } from "../../types/integer.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "../../types/operators.ts";
import {
  bool,
  elementOf,
  float64,
  isPythonInt,
  pythonInt,
  type ScalarType,
  sameType,
} from "../../types/types.ts";

export type Formulas = ReturnType<typeof formulas>;

export function formulas(span: Span) {
  const whole = (value: number): Expr => build.intConst(value, span);
  const binary = (op: BinaryOp, a: Expr, b: Expr): Expr =>
    simplified(op, a, b) ?? made(build.binary(refuse, op, a, b, span));
  const compare = (op: CompareOp, a: Expr, b: Expr): Expr => made(build.compare(refuse, op, a, b, span));
  const unary = (op: UnaryOp, a: Expr): Expr => made(build.unary(refuse, op, a, span));
  const math = (fn: MathFn, ...args: readonly Expr[]): Expr => made(build.math(refuse, fn, args, span));
  const number = (type: ScalarType, value: number): Expr => ({
    kind: "const",
    value: compileConvert(float64, type)(value, 0),
    type,
    span,
  });
  const select = (condition: Expr, then: Expr, otherwise: Expr): Expr => {
    if (condition.kind === "const") return condition.value === true ? then : otherwise;
    return { kind: "conditional", condition, then, otherwise, type: then.type, span };
  };
  return {
    span,
    whole,
    number,
    binary,
    compare,
    unary,
    math,
    select,
    add: (a: Expr, b: Expr) => binary("add", a, b),
    sub: (a: Expr, b: Expr) => binary("sub", a, b),
    mul: (a: Expr, b: Expr) => binary("mul", a, b),
    div: (a: Expr, b: Expr) => binary("div", a, b),
    min: (a: Expr, b: Expr) => binary("min", a, b),
    max: (a: Expr, b: Expr) => binary("max", a, b),
    neg: (a: Expr) => unary("neg", a),
    abs: (a: Expr) => unary("abs", a),
    value: (type: ScalarType, value: Value): Expr => ({ kind: "const", value, type, span }),
    cast: (a: Expr, type: ScalarType): Expr => made(build.cast(refuse, a, type, span)),
    /** `low <= a < high` */
    within: (a: Expr, low: number, high: number): Expr =>
      both(compare("ge", a, whole(low)), compare("lt", a, whole(high)), span),
    both: (a: Expr, b: Expr): Expr => both(a, b, span),
    /** The least or the greatest value of a type: -inf and inf for floats. */
    least: (type: ScalarType): Expr => extreme(type, "least", span),
    greatest: (type: ScalarType): Expr => extreme(type, "greatest", span),
  };
}

/** Indices keep their plain form: `i * 1 + 0` is `i`. */
function simplified(op: BinaryOp, a: Expr, b: Expr): Expr | null {
  if (!isPythonInt(elementOf(a.type)) || !isPythonInt(elementOf(b.type))) return null;
  const [left, right] = [build.constantInt(a), build.constantInt(b)];
  if (op === "add" && left === 0) return b;
  if ((op === "add" || op === "sub") && right === 0) return a;
  if (op === "mul" && left === 1) return b;
  if (op === "mul" && right === 1) return a;
  if (op === "mul" && (left === 0 || right === 0)) return left === 0 ? a : b;
  return null;
}

function both(a: Expr, b: Expr, span: Span): Expr {
  if (a.kind === "const") return a.value === true ? b : a;
  if (b.kind === "const") return b.value === true ? a : b;
  return { kind: "logic", op: "and", left: a, right: b, type: a.type.kind === "array" ? bool : a.type, span };
}

function extreme(type: ScalarType, which: "least" | "greatest", span: Span): Expr {
  const isLeast = which === "least";
  switch (type.kind) {
    case "int": {
      const bound = isLeast ? lowest(type.bits, type.signed) : highest(type.bits, type.signed);
      return { kind: "const", value: canonical(bound), type, span };
    }
    case "float":
      return {
        kind: "const",
        value: isLeast ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
        type,
        span,
      };
    case "bool":
      return { kind: "const", value: !isLeast, type, span };
    default:
      return bug("no tensor has elements of this type");
  }
}

export function isIndex(expr: Expr): boolean {
  return sameType(expr.type, pythonInt);
}

function refuse(problem: build.Problem): never {
  return bug(`an emitter wrote what cannot be: ${JSON.stringify(problem)}`);
}

function made(expr: Expr | null): Expr {
  return expr ?? bug("an emitter wrote what cannot be");
}
