/** Module values that a kernel may use: computed now, by the reference interpreter itself. */

import { prepare } from "../../program/interpret/index.ts";
import type { Expr, Func, Program } from "../../program/nodes.ts";
import { expressionsIn } from "../../program/walk.ts";
import type { Value } from "../../types/operators.ts";
import { get } from "../../types/storage.ts";
import { maxSize } from "../../types/types.ts";
import type { Known } from "./known.ts";
import type { Unit } from "./scope.ts";

/** The value with every expression in it computed, or null where it depends on something that only a run knows. */
export function evaluate(unit: Unit, known: Known): Known | null {
  switch (known.kind) {
    case "value": {
      const expr = evaluateExpr(unit, known.expr);
      return expr === null ? null : { ...known, expr };
    }
    case "tuple": {
      const items = known.items.map((item) => evaluate(unit, item));
      const settled = items.filter((item) => item !== null);
      return settled.length === items.length ? { ...known, items: settled } : null;
    }
    case "error":
      return null;
    default:
      return known;
  }
}

function evaluateExpr(unit: Unit, expr: Expr): Expr | null {
  if (expr.kind === "const" || expr.kind === "arrayConst") return expr;
  for (const part of expressionsIn(expr)) if (part.kind === "var") return null;
  const { type, span } = expr;
  const result: Func = {
    name: "constant",
    params: [],
    locals: [],
    writes: [],
    body: [{ kind: "return", values: [expr], span }],
    results: [type],
    span,
  };
  const program: Program = {
    source: unit.source,
    kernel: "constant",
    functions: [...unit.functions, result],
  };
  try {
    const [value] = prepare(program).run(new Map()).results;
    if (value === undefined) return null;
    if (typeof value !== "object") return type.kind === "array" ? null : { kind: "const", value, type, span };
    if (type.kind !== "array") return null;
    const values: Value[] = Array.from({ length: maxSize(type.shape) }, (_, i) => get(value, i));
    return { kind: "arrayConst", values, type, span };
  } catch {
    return null; // a fault of the run: refused where the kernel uses the name
  }
}
