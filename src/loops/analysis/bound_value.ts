/** What a bound is where the variables it follows from are known. */
import type { Expr } from "../nodes.ts";

/** Null where that is not said by sums, products and quotients of whole numbers. */
export function boundValue(expr: Expr, known: ReadonlyMap<string, number>): number | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? expr.value : null;
    case "var":
      return known.get(expr.name) ?? null;
    case "binary": {
      const [left, right] = [boundValue(expr.left, known), boundValue(expr.right, known)];
      if (left === null || right === null) return null;
      const value = combined(expr.op, left, right);
      return value !== null && Number.isSafeInteger(value) ? value : null;
    }
    default:
      return null;
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
