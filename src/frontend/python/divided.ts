/** Division of numbers that are Python's on some path: by zero it is an error, where NumPy would go on with a NaN or 0. */
import type { Expr } from "../../program/nodes.ts";
import type { BinaryOp } from "../../types/operators.ts";
import {
  elementOf,
  isComplex,
  isInteger,
  pythonFloat,
  pythonInt,
  type ScalarType,
} from "../../types/types.ts";
import { binary, cast } from "./build.ts";
import { heldIn, isComputed, type Known, type KnownMixed, type KnownValue } from "./known.ts";
import { pathsOf } from "./mixed.ts";
import { rangeOf } from "./ranges.ts";
import type { Scope } from "./scope.ts";

const divides: ReadonlySet<BinaryOp> = new Set(["div", "floordiv", "mod"]);

/** `total / count`, where `total = 0.0` may have met no NumPy number: `np.float64(float(total) / count)`. */
export function dividedAsPython(
  scope: Scope,
  result: KnownValue | KnownMixed,
  left: Known,
  right: Known,
): KnownValue | KnownMixed {
  const { expr } = result;
  if (expr.kind !== "binary" || !divides.has(expr.op)) return result;
  const { type } = expr;
  if (type.kind === "array" || type.kind === "python" || isComplex(type)) return result;
  if (!mayBePython(left) || !mayBePython(right) || isNeverZero(scope, right)) return result;
  const own: ScalarType = isInteger(elementOf(expr.left.type)) ? pythonInt : pythonFloat;
  const [l, r] = [cast(scope, expr.left, own), cast(scope, expr.right, own)];
  const divided: Expr | null = l === null || r === null ? null : binary(scope, expr.op, l, r, expr.span);
  const made = divided === null ? null : cast(scope, divided, type);
  return made === null ? result : heldIn(result, made);
}

function mayBePython(known: Known): boolean {
  if (!isComputed(known)) return false;
  return [elementOf(known.expr.type), ...pathsOf(known).map(({ type }) => type)].some(
    ({ kind }) => kind === "python",
  );
}

function isNeverZero(scope: Scope, known: Known): boolean {
  if (!isComputed(known)) return true;
  if (known.expr.kind === "const") return Number(known.expr.value) !== 0;
  const range = rangeOf(scope, known.expr);
  return range !== null && (range.low > 0 || range.high < 0);
}
