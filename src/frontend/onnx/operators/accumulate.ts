/** Sums and their like: an accumulator, the loops over what goes into it, its value afterwards. */
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { float32, int64, type ScalarType, sameType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";

export interface Accumulation {
  readonly extents: readonly number[];
  readonly start: Expr; // has the type that it accumulates in
  readonly suffix?: string; // of the accumulator's name
  readonly from?: number; // the number of the first loop, after those of other sums of the node
  readonly step: (accumulator: Expr, index: readonly Expr[]) => Expr;
}

export interface Accumulated {
  readonly stmts: readonly Stmt[];
  readonly value: Expr;
}

export function accumulate(out: Emission, options: Accumulation): Accumulated {
  const { extents, start, suffix = "acc", from = 0, step } = options;
  const type = start.type.kind === "array" ? start.type.element : start.type;
  const total = out.scalar(suffix, type);
  const loops = out.nest({ extents, reduces: true, from }, (index) => [total.set(step(total.read, index))]);
  return { stmts: [total.set(start), ...loops], value: total.read };
}

/** The sum of products and the like, which every layer has. */
export function sumOf(
  out: Emission,
  type: ScalarType,
  extents: readonly number[],
  term: (index: readonly Expr[]) => Expr,
  more: Pick<Accumulation, "suffix" | "from"> = {},
): Accumulated {
  const { f } = out;
  const start = f.number(type, 0);
  return accumulate(out, { extents, start, ...more, step: (sum, index) => f.add(sum, term(index)) });
}

/** Sums of short floats are kept in float32; all others in the type of the elements. */
export function sumType(element: ScalarType): ScalarType {
  if (element.kind === "float" && element.mantissa < 23) return float32;
  if (element.kind === "bool") return int64;
  return element;
}

/** `expr` in another type, where it has not that type already. */
export function convert(out: Emission, expr: Expr, type: ScalarType): Expr {
  return sameType(expr.type, type) ? expr : out.f.cast(expr, type);
}
