/** What integers an expression can have: enough to drop index checks and overflow checks where none can fail. */
import {
  hull,
  type Interval,
  partlyKnownInterval,
  typeInterval,
  unaryInterval,
} from "../../types/interval.ts";
import type { Expr } from "../nodes.ts";
import type { Code } from "./code.ts";

export function intervalOf(code: Code, expr: Expr): Interval | null {
  const type = expr.type;
  if (type.kind === "array") return null;
  const known = computed(code, expr);
  const own = typeInterval(type);
  if (known === null) return own;
  if (known.low < 0 && type.kind === "int" && !type.signed) return own; // it wraps to the far end of the type
  // A result outside the type wraps (NumPy) or faults (Python): either way the type's own bounds hold.
  return own === null || (known.low >= own.low && known.high <= own.high) ? known : own;
}

function computed(code: Code, expr: Expr): Interval | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" && Number.isSafeInteger(expr.value) ? point(expr.value) : null;
    case "var": {
      const name = code.aliases.get(expr.name);
      return name === undefined ? null : (code.ranges.get(name) ?? null);
    }
    case "cast":
      return isInteger(expr.operand.type) ? intervalOf(code, expr.operand) : null;
    case "unary": {
      const x = integerOperand(code, expr.operand);
      if (x === null) return null;
      return unaryInterval(expr.op, x);
    }
    case "binary": {
      const a = integerOperand(code, expr.left);
      const b = integerOperand(code, expr.right);
      return isInteger(expr.type) ? partlyKnownInterval(expr.op, a, b) : null;
    }
    case "conditional": {
      const a = integerOperand(code, expr.then);
      const b = integerOperand(code, expr.otherwise);
      return hull(a, b);
    }
    default:
      return null;
  }
}

function integerOperand(code: Code, expr: Expr): Interval | null {
  return isInteger(expr.type) ? intervalOf(code, expr) : null;
}

function isInteger(type: Expr["type"]): boolean {
  return type.kind === "int" || (type.kind === "python" && type.name === "int");
}

function point(value: number): Interval {
  return { low: value, high: value };
}
