/** np.linalg.norm: of all elements, of the vectors along an axis, or of a matrix. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { bool, elementOf, float64 } from "../../../types/types.ts";
import { describe } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { type Bound, computes } from "./arguments.ts";
import { cast, flat, int, rankOf, realConstant, unary } from "./make.ts";
import { reduce } from "./reductions.ts";
import { refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";

type Norm = Bound<"x" | "ord" | "axis" | "keepdims">;

export const norm: Builtin = computes("x, ord=None, axis=None, keepdims=False", (call) => {
  const given = call.array("x");
  const x = elementOf(given.type).kind === "float" ? given : cast(call, given, float64);
  const [rank, keep] = [rankOf(x), call.flag("keepdims")];
  const all = call.argument("axis").known.kind === "none";
  const order = orderOf(call);
  const isEuclidean =
    order === null || (order === 2 && (rank === 1 || !all)) || (order === "fro" && rank === 2);
  if (all && isEuclidean && !keep) return callLibrary(call, "norm_all", [flat(call, x)]);
  const axes = call.axes("axis", rank);
  const [axis = 0, columns] = axes;
  if (axes.length > 2) return wrong(call, "axis", "one axis or two");
  if (columns !== undefined) return ofMatrix(call, x, order, axis, columns);
  if (isEuclidean) return callLibrary(call, "norm_axis", [x, int(call, axis), flagConstant(call, keep)]);
  const sizes = unary(call, "abs", x);
  switch (order) {
    case 1:
      return reduce(call, "sum", sizes, [axis], keep);
    case 0:
      return reduce(call, "sum", cast(call, cast(call, x, bool), elementOf(x.type)), [axis], keep);
    case Number.POSITIVE_INFINITY:
      return reduce(call, "max", sizes, [axis], keep);
    case Number.NEGATIVE_INFINITY:
      return reduce(call, "min", sizes, [axis], keep);
    default:
      return wrong(call, "ord", "None, 0, 1, 2, np.inf or -np.inf for vectors");
  }
});

/** The greatest sum of sizes in a column or in a row. */
function ofMatrix(call: Norm, x: Expr, order: number | string | null, row: number, column: number): Expr {
  if (call.flag("keepdims") || rankOf(x) !== 2)
    return wrong(call, "axis", "one axis, for arrays of this shape");
  if (order === "fro") return callLibrary(call, "norm_all", [flat(call, x)]);
  const along = order === 1 ? row : order === Number.POSITIVE_INFINITY ? column : null;
  if (along === null) return wrong(call, "ord", "None, 'fro', 1 or np.inf for matrices");
  const sums = reduce(call, "sum", unary(call, "abs", x), [along], false);
  return reduce(call, "max", sums, [0], false);
}

function orderOf(call: Norm): number | string | null {
  const { known } = call.argument("ord");
  if (known.kind === "none") return null;
  if (known.kind === "string") return known.text === "f" ? "fro" : known.text;
  const number =
    known.kind === "value" && known.expr.kind === "const" ? Number(known.expr.value) : Number.NaN;
  return Number.isNaN(number) ? wrong(call, "ord", "a number known when compiling, or 'fro'") : number;
}

function flagConstant(call: Norm, flag: boolean): Expr {
  return realConstant(call, flag, bool);
}

function wrong(call: Norm, name: "ord" | "axis", expected: string): never {
  const { known, span } = call.argument(name);
  const found = describe(known, printType);
  return refuse(call.scope, diagnose("argument-type", span, { fn: call.name, name, expected, found }));
}
