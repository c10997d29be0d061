/** What a bound is where the variables it follows from are known. */
import type { CompareOp } from "../../types/operators.ts";
import type { Expr } from "../nodes.ts";

/** Null where that is not said by sums, products, quotients and choices of whole numbers. */
export function boundValue(expr: Expr, known: ReadonlyMap<string, number>): number | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? expr.value : null;
    case "var":
      return known.get(expr.name) ?? null;
    case "binary": {
      const left = boundValue(expr.left, known);
      const right = left === null ? null : boundValue(expr.right, known);
      if (left === null || right === null) return null;
      const value = combined(expr.op, left, right);
      return value !== null && Number.isSafeInteger(value) ? value : null;
    }
    case "unary": {
      const value = expr.op === "neg" ? boundValue(expr.operand, known) : null;
      return value === null ? null : 0 - value;
    }
    case "select": {
      const chosen = conditionValue(expr.condition, known);
      return chosen === null ? null : boundValue(chosen ? expr.then : expr.otherwise, known);
    }
    default:
      return null;
  }
}

/** Whether a condition on bounds holds; null where variables that are not known may decide. */
export function conditionValue(expr: Expr, known: ReadonlyMap<string, number>): boolean | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "boolean" ? expr.value : null;
    case "compare": {
      const left = boundValue(expr.left, known);
      const right = left === null ? null : boundValue(expr.right, known);
      return left === null || right === null ? null : compared(expr.op, left, right);
    }
    case "unary": {
      const value = expr.op === "not" ? conditionValue(expr.operand, known) : null;
      return value === null ? null : !value;
    }
    case "logic": {
      const decides = expr.op === "or";
      const left = conditionValue(expr.left, known);
      if (left === decides) return decides;
      const right = conditionValue(expr.right, known);
      return right === decides || left !== null ? right : null;
    }
    default:
      return null;
  }
}

function compared(op: CompareOp, left: number, right: number): boolean {
  switch (op) {
    case "eq":
      return left === right;
    case "ne":
      return left !== right;
    case "lt":
      return left < right;
    case "le":
      return left <= right;
    case "gt":
      return left > right;
    case "ge":
      return left >= right;
  }
}

function combined(op: string, left: number, right: number): number | null {
  switch (op) {
    case "add":
      return left + right;
    case "sub":
      return left - right;
    case "mul":
      return left * right;
    case "min":
      return Math.min(left, right);
    case "max":
      return Math.max(left, right);
    case "floordiv":
      return right > 0 ? Math.floor(left / right) : null;
    case "mod":
      return right > 0 ? left - right * Math.floor(left / right) : null;
    default:
      return null;
  }
}
