/** Where the meaning of a Program leaves bits of floats open: which of them it has. */
import type { Expr, Program } from "../program/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../program/walk.ts";
import type { MathFn } from "../types/operators.ts";
import { elementOf, isComplex, partOf, type ScalarType } from "../types/types.ts";

/**
 * `sums`: an operator that adds or multiplies many floats, in an order of its own. `functions`: an elementary function,
 * of which NumPy has its own.
 */
export type Freedom = "sums" | "functions";

export function freeOrder(program: Program): ReadonlySet<Freedom> {
  const found = new Set<Freedom>();
  for (const { body } of program.functions) {
    for (const stmt of statementsIn(body)) {
      for (const root of expressionsOf(stmt)) {
        for (const expr of expressionsIn(root)) for (const one of freedomsOf(expr)) found.add(one);
      }
    }
  }
  return found;
}

function freedomsOf(expr: Expr): readonly Freedom[] {
  const type = elementOf(expr.type);
  if (!isFloat(type)) return [];
  switch (expr.kind) {
    case "reduce":
      return expr.op === "sum" || expr.op === "prod" ? ["sums"] : [];
    case "scan":
    case "dot":
    case "matmul":
    case "convolve":
    case "conv2d":
    case "spmv":
      return ["sums"];
    case "math":
      return isExact(expr.fn) ? [] : ["functions"];
    case "binary":
      return expr.op === "pow" ? ["functions"] : [];
    case "unary":
      return expr.op === "abs" && isComplex(elementOf(expr.operand.type)) ? ["functions"] : []; // np.hypot
    default:
      return [];
  }
}

const exact: ReadonlySet<MathFn> = new Set([
  ...(["sqrt", "floor", "ceil", "trunc", "rint", "sign"] as const),
  ...(["isnan", "isinf", "isfinite", "copysign"] as const),
  ...(["complex", "real", "imag", "conj", "square"] as const),
]);

function isExact(fn: MathFn): boolean {
  return exact.has(fn);
}

/** Floats, and complex numbers, which are two. */
function isFloat(type: ScalarType): boolean {
  const part = partOf(type);
  return part.kind === "float" || (part.kind === "python" && part.name === "float");
}
