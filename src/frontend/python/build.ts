/** Typed Program nodes as the Python front end builds them: what does not fit is a diagnostic. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import * as builder from "../../program/builder.ts";
import type { Expr } from "../../program/nodes.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp } from "../../types/operators.ts";
import { type Dim, isNumpy, type ScalarType, type Shape } from "../../types/types.ts";
import { report, type Scope } from "./scope.ts";

export {
  boolConst,
  broadcastShapes,
  canonical,
  complexConst,
  complexParts,
  constantInt,
  floatConst,
  intConst,
  isConstant,
  knownMath,
  operand,
  printShape,
  strongType,
} from "../../program/builder.ts";

/** `expr` with another element type; constants convert at once, or are refused where NumPy would. */
export function cast(scope: Scope, expr: Expr, type: ScalarType, span: Span = expr.span): Expr | null {
  return builder.cast(refuse(scope), expr, type, span);
}

/** A value on its way into an element of an array: NumPy refuses a scalar that a signed integer cannot hold. */
export function castStored(scope: Scope, expr: Expr, type: ScalarType): Expr | null {
  return builder.castStored(refuse(scope), expr, type);
}

export function binary(scope: Scope, op: BinaryOp, left: Expr, right: Expr, span: Span): Expr | null {
  return builder.binary(refuse(scope), op, left, right, span);
}

export function compare(scope: Scope, op: CompareOp, left: Expr, right: Expr, span: Span): Expr | null {
  return builder.compare(refuse(scope), op, left, right, span);
}

export function unary(scope: Scope, op: UnaryOp, value: Expr, span: Span): Expr | null {
  return builder.unary(refuse(scope), op, value, span);
}

export function math(scope: Scope, fn: MathFn, args: readonly Expr[], span: Span): Expr | null {
  return builder.math(refuse(scope), fn, args, span);
}

/** NumPy's rule: shapes match from the right, where one of them is 1 or missing the other wins. */
export function broadcast(scope: Scope, args: readonly Expr[], span: Span): Shape | null {
  return builder.broadcast(refuse(scope), args, span);
}

/** Equal, or only known to be so when it runs. */
export function sameShapes(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, i) => compatible(dim, b[i] ?? 1));
}

function compatible(a: Dim, b: Dim): boolean {
  return typeof a !== "number" || typeof b !== "number" || a === b;
}

function refuse(scope: Scope): builder.Refuse {
  return (problem) => {
    const { span } = problem;
    switch (problem.kind) {
      case "operands":
        report(scope, diagnose("bad-operands", span, { message: problem.message, help: problem.help }));
        return null;
      case "shapes":
        report(scope, diagnose("shape-mismatch", span, { shapes: [...problem.shapes] }));
        return null;
      case "constant":
        report(scope, diagnose("constant-out-of-range", span, { value: problem.value, type: problem.type }));
        return null;
    }
  };
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
      case "complex":
        return 4;
      case "python":
        return { bool: 0, int: 2, float: 3, complex: 4 }[type.name];
    }
  };
  if (to.kind === "fixed" || (to.kind === "int" && to.rule === "exact")) return true;
  return rank(from) <= rank(to);
}
