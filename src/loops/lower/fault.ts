/** Which expressions can stop a run: those must be evaluated wherever the reference evaluates them. */
import { pythonInt, sameType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { children } from "../walk.ts";
import { int, isWithin, known, rangeOf } from "./integers.ts";
import type { State } from "./state.ts";

export function mayFault(st: State, expr: Expr): boolean {
  return canStop(st, expr) || children(expr).some((child) => mayFault(st, child));
}

function canStop(st: State, expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "var":
    case "compare":
    case "logic":
    case "select":
    case "bitcast":
      return false;
    case "load": {
      const shape = st.arrays.get(expr.array)?.shape ?? [];
      return !expr.index.every((at, axis) => isWithin(at, int(shape[axis] ?? 0), st.ranges));
    }
    case "unary":
      return sameType(expr.type, pythonInt) && rangeOf(expr, st.ranges) === null;
    case "binary": {
      if (expr.type.kind !== "python") return expr.op === "pow" || expr.op === "shl" || expr.op === "shr";
      const divides = expr.op === "div" || expr.op === "floordiv" || expr.op === "mod";
      if (divides) return (known(expr.right) ?? 0) === 0;
      return expr.op === "pow" || rangeOf(expr, st.ranges) === null;
    }
    case "math":
      return expr.type.kind === "python";
    case "cast":
      return expr.operand.type.kind === "python" || expr.stores === true || expr.type.kind === "python";
    case "bits":
      return known(expr.low) === null;
  }
}
