/** Whether an expression can be evaluated where the source does not: it has a value whatever comes in, and no effect. */

import { rangeOf, within } from "../../../loops/analysis/range/index.ts";
import type { Binary, Cast, Expr, Unary } from "../../../loops/nodes.ts";
import { isPythonInt } from "../../../types/types.ts";
import { arrayOf } from "../address.ts";
import { bug, type Code } from "../code.ts";
import { fitsType, holdsAll, storeIsChecked } from "../convert.ts";
import { integerForm, isBool, isNativeFloat, repOf } from "../representation.ts";

export function isTotal(code: Code, expr: Expr): boolean {
  const total = (inner: Expr): boolean => isTotal(code, inner);
  if (repOf(expr.type) === "host") return false;
  switch (expr.kind) {
    case "const":
    case "var":
      return true;
    case "load":
      return isInside(code, expr.array, expr.index) && expr.index.every(total);
    case "unary":
      return unary(code, expr) && total(expr.operand);
    case "binary":
      return binary(code, expr) && total(expr.left) && total(expr.right);
    case "compare":
    case "logic":
      return total(expr.left) && total(expr.right);
    case "select":
      return [expr.condition, expr.then, expr.otherwise].every(total);
    case "math":
      // Python's functions have domains; those of NumPy's floats give NaN.
      return expr.args.every((arg) => arg.type.kind === "float" && total(arg));
    case "cast":
      return cast(code, expr) && total(expr.operand);
    case "bits": {
      const [form, width] = [integerForm(expr.operand.type)?.bits ?? 0, integerForm(expr.type)?.bits ?? 0];
      const low = expr.low.kind === "const" ? Number(expr.low.value) : -1;
      return low >= 0 && low + width <= form && total(expr.operand);
    }
    case "bitcast":
      return total(expr.operand);
  }
}

/** All positions are proven to be in the array, and the array is in linear memory. */
export function isInside(code: Code, name: string, index: readonly Expr[]): boolean {
  const array = arrayOf(code, name);
  return (
    array.bytes > 0 &&
    index.every((expr, axis) => {
      const extent = array.shape[axis] ?? bug(`\`${name}\` has no axis ${axis}`);
      return within(rangeOf(code.ranges, expr, code.facts), 0, extent - 1);
    })
  );
}

function unary(code: Code, expr: Unary): boolean {
  if (expr.op === "not" || expr.op === "invert" || !isPythonInt(expr.operand.type)) return true;
  return rangeOf(code.ranges, expr.operand, code.facts) !== null;
}

function binary(code: Code, expr: Binary): boolean {
  const { op, left, right, type } = expr;
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      return !isPythonInt(type) || rangeOf(code.ranges, expr, code.facts) !== null;
    case "and":
    case "or":
    case "xor":
    case "min":
    case "max":
      return true;
    case "div":
      return (
        isNativeFloat(left.type) && (type.kind === "float" || (right.kind === "const" && right.value !== 0))
      );
    case "floordiv":
    case "mod": {
      if (left.type.kind === "int" && left.type.rule === "numpy" && isNumpyInt(right)) return true;
      const far = Number.MAX_SAFE_INTEGER;
      const [a, b] = [left, right].map((side) => rangeOf(code.ranges, side, code.facts));
      return isPythonInt(type) && within(a ?? null, 0, far) && within(b ?? null, 1, far);
    }
    case "shl":
    case "shr":
      return isNumpyInt(left) && isNumpyInt(right);
    case "fmod":
    case "pow":
      return false;
  }
}

function isNumpyInt({ type }: Expr): boolean {
  return type.kind === "int" && type.rule === "numpy";
}

function cast(code: Code, { operand, type: to, stores }: Cast): boolean {
  const from = operand.type;
  if (isBool(to)) return true;
  const fits = (): boolean =>
    fitsType(rangeOf(code.ranges, operand, code.facts), to) || holdsAll(integerForm(to), integerForm(from));
  if (stores && storeIsChecked(from, to)) return fits();
  if (integerForm(to) === null) return true;
  if (integerForm(from) === null) return from.kind === "float" && to.kind === "int" && to.rule === "numpy";
  if (!isPythonInt(from) && !isPythonInt(to)) return true;
  return from.kind !== "fixed" && to.kind !== "fixed" && fits();
}
