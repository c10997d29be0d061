/** The value of an index or a condition in one iteration, as far as loop variables decide it. */

import { assertNever } from "../../diagnostics/bug.ts";
import type { CompareOp } from "../../types/operators.ts";
import type { Expr } from "../nodes.ts";

export type Known = number | boolean | null;

/** Null where it is only known when it runs. */
export function known(expr: Expr, variables: ReadonlyMap<string, number>): Known {
  const inner = (child: Expr): Known => known(child, variables);
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "bigint" ? null : expr.value;
    case "var":
      return variables.get(expr.name) ?? null;
    case "unary": {
      const operand = inner(expr.operand);
      if (typeof operand === "boolean") return expr.op === "not" ? !operand : null;
      return expr.op === "neg" && typeof operand === "number" && isPythonInt(expr) ? -operand : null;
    }
    case "binary":
      return arithmetic(expr, inner(expr.left), inner(expr.right));
    case "compare": {
      const [left, right] = [inner(expr.left), inner(expr.right)];
      if (typeof left !== "number" || typeof right !== "number") return null;
      return compared(expr.op, left, right);
    }
    case "logic": {
      const [left, right] = [inner(expr.left), inner(expr.right)];
      const decisive = expr.op === "or";
      if (left === decisive || right === decisive) return decisive;
      return left === null || right === null ? null : !decisive;
    }
    case "select": {
      const condition = inner(expr.condition);
      return condition === null ? null : inner(condition === true ? expr.then : expr.otherwise);
    }
    case "cast": {
      const operand = inner(expr.operand);
      const same = isPythonInt(expr) || expr.type.kind === "bool" || isInt64(expr);
      return same && typeof operand === (isPythonInt(expr) || isInt64(expr) ? "number" : "boolean")
        ? operand
        : null;
    }
    case "load":
    case "math":
    case "bits":
    case "bitcast":
      return null;
  }
}

function isPythonInt(expr: Expr): boolean {
  return expr.type.kind === "python" && expr.type.name === "int";
}

/** Wide enough for any index. */
function isInt64({ type }: Expr): boolean {
  return type.kind === "int" && type.signed && type.bits >= 64;
}

function arithmetic(expr: Extract<Expr, { kind: "binary" }>, left: Known, right: Known): Known {
  if (typeof left !== "number" || typeof right !== "number" || !(isPythonInt(expr) || isInt64(expr)))
    return null;
  switch (expr.op) {
    case "add":
      return left + right;
    case "sub":
      return left - right;
    case "mul":
      return left * right;
    case "floordiv":
      return right === 0 ? null : Math.floor(left / right);
    case "mod":
      return right === 0 ? null : left - right * Math.floor(left / right);
    case "min":
      return Math.min(left, right);
    case "max":
      return Math.max(left, right);
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
    default:
      return assertNever(op);
  }
}
