/** Sums of loop variables times constants. */

import { isPythonInt } from "../../../types/types.ts";
import type { Expr } from "../../nodes.ts";

export interface Affine {
  readonly terms: ReadonlyMap<string, number>; // coefficient a loop variable, none 0
  readonly constant: number;
}

/** Python ints never wrap, so this holds for any of them that has a value at all. Null: not affine. */
export function affineOf(expr: Expr, isVariable: (name: string) => boolean): Affine | null {
  if (!isPythonInt(expr.type)) return null;
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" && Math.abs(expr.value) <= limit ? constant(expr.value) : null;
    case "var":
      return isVariable(expr.name) ? { terms: new Map([[expr.name, 1]]), constant: 0 } : null;
    case "unary": {
      const operand = expr.op === "neg" ? affineOf(expr.operand, isVariable) : null;
      return operand === null ? null : scaled(operand, -1);
    }
    case "binary": {
      const left = affineOf(expr.left, isVariable);
      const right = left === null ? null : affineOf(expr.right, isVariable);
      if (left === null || right === null) return null;
      if (expr.op === "add") return sum(left, right);
      if (expr.op === "sub") return sum(left, scaled(right, -1));
      if (expr.op !== "mul") return null;
      if (right.terms.size === 0) return scaled(left, right.constant);
      return left.terms.size === 0 ? scaled(right, left.constant) : null;
    }
    default:
      return null;
  }
}

const limit = 2 ** 31;

export function constant(value: number): Affine {
  return { terms: new Map(), constant: value };
}

export function sum(a: Affine, b: Affine): Affine {
  const terms = new Map(a.terms);
  for (const [name, factor] of b.terms) {
    const total = (terms.get(name) ?? 0) + factor;
    if (total === 0) terms.delete(name);
    else terms.set(name, total);
  }
  return { terms, constant: a.constant + b.constant };
}

export function scaled(a: Affine, factor: number): Affine {
  if (factor === 0) return constant(0);
  const terms = new Map([...a.terms].map(([name, old]) => [name, old * factor] as const));
  return { terms, constant: a.constant * factor };
}

/** The same text for the same terms in any order. */
export function termsKey(terms: ReadonlyMap<string, number>): string {
  return [...terms]
    .map(([name, factor]) => `${factor}*${name}`)
    .sort()
    .join("+");
}
