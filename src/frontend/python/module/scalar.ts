/** Scalar expressions without variables, computed here and now: a table of numbers is made of thousands of them. */
import type { Expr } from "../../../program/nodes.ts";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileUnary,
} from "../../../types/arithmetic.ts";
import type { Value } from "../../../types/operators.ts";
import { elementOf, isComplex } from "../../../types/types.ts";

/** The value, or null for an expression that needs the interpreter. Throws ArithmeticFault as a run would. */
export function scalarNow(expr: Expr): Value | null {
  const { type } = expr;
  if (type.kind === "array" || isComplex(type)) return null;
  switch (expr.kind) {
    case "const":
      return expr.value;
    case "cast": {
      const x = expr.stores === true ? null : scalarNow(expr.operand);
      return x === null ? null : compileConvert(elementOf(expr.operand.type), type)(x, 0);
    }
    case "unary": {
      const x = scalarNow(expr.operand);
      return x === null ? null : compileUnary(expr.op, elementOf(expr.operand.type), type)(x, 0);
    }
    case "binary": {
      const [a, b] = [scalarNow(expr.left), scalarNow(expr.right)];
      if (a === null || b === null) return null;
      return compileBinary(expr.op, elementOf(expr.left.type), elementOf(expr.right.type), type)(a, b);
    }
    case "compare": {
      const [a, b] = [scalarNow(expr.left), scalarNow(expr.right)];
      if (a === null || b === null) return null;
      return compileCompare(expr.op, elementOf(expr.left.type), elementOf(expr.right.type))(a, b);
    }
    case "math": {
      const [first, second] = expr.args;
      const x = first === undefined ? null : scalarNow(first);
      const y = second === undefined ? 0 : scalarNow(second);
      if (first === undefined || x === null || y === null || expr.args.length > 2) return null;
      return compileMath(expr.fn, elementOf(first.type))(x, y);
    }
    case "conditional": {
      const test = scalarNow(expr.condition);
      return test === null ? null : scalarNow(test === true ? expr.then : expr.otherwise);
    }
    case "logic": {
      const left = scalarNow(expr.left);
      if (left === null || left === (expr.op === "or")) return left;
      return scalarNow(expr.right);
    }
    default:
      return null;
  }
}
