/** How arrays lie in memory: what a reshape may share. */
import type { Expr } from "../../program/nodes.ts";
import type { Scope } from "./scope.ts";

/** Whether elements lie in row-major order without gaps, so that a reshape can share them. */
export function isContiguous(scope: Scope, expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
      return !scope.strided.has(expr.name);
    case "view": {
      // Leading integer subscripts and one unit slice keep rows together; anything after it must be whole.
      let sliced = false;
      for (const sub of expr.subs) {
        if (sub.kind === "newAxis") continue;
        if (sub.kind === "at") {
          if (sliced) return false;
          continue;
        }
        const whole = sub.start === null && sub.stop === null && sub.step === 1;
        if (sub.step !== 1 || (sliced && !whole)) return false;
        sliced = true;
      }
      return isContiguous(scope, expr.base);
    }
    case "transpose":
      return expr.axes.every((axis, i) => axis === i) && isContiguous(scope, expr.base);
    case "conditional":
      return isContiguous(scope, expr.then) && isContiguous(scope, expr.otherwise);
    case "part": // every other number
    case "call":
    case "element": // a window on its array
      return false;
    default:
      return true;
  }
}

/** Whether the value is memory that something else owns, rather than a new array. */
export function isView(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
    case "view":
    case "transpose":
      return true;
    case "part":
      return isView(expr.base);
    case "reshape":
      return expr.shares;
    case "conditional":
      return isView(expr.then) || isView(expr.otherwise);
    default:
      return false;
  }
}

/** Records that a slot may now hold `value`. */
export function recordLayout(scope: Scope, slot: string, value: Expr): void {
  if (value.type.kind !== "array") return;
  if (!isContiguous(scope, value)) scope.strided.add(slot);
  if (value.kind === "reshape" && !value.shares) scope.reshaped.add(slot);
  if (value.kind === "bitcast" && isView(value.operand)) scope.reshaped.add(slot);
}

/** A reshape, or another type's view, that copies here but may share memory in NumPy: reading it is the same, writing would not be. */
export function mayBeShared(scope: Scope, target: Expr): boolean {
  if (target.kind === "var") return scope.reshaped.has(target.name);
  return (
    (target.kind === "view" ||
      target.kind === "transpose" ||
      target.kind === "reshape" ||
      target.kind === "part") &&
    mayBeShared(scope, target.base)
  );
}
