/** Types written in source: `a: "float32[64,64]"`, `n: int`, `x: np.float32`, `y: pl_fixed(8, 3)`. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { parseType } from "../../types/parse.ts";
import type { Type } from "../../types/types.ts";
import type { PyExpr } from "./ast.ts";
import { infer } from "./expressions/index.ts";
import { report, type Scope } from "./scope.ts";

/** PyLog's `a: 'buffer_in'`, which says where an argument lives and not what it is. */
export function bufferOf(node: PyExpr | null): string | null {
  return node?.kind === "String" && /^buffer/i.test(node.value.trim()) ? node.value.trim() : null;
}

/** The type a local is declared with, or null after a report: here an annotation that says nothing is a mistake. */
export function readDeclaration(scope: Scope, node: PyExpr): Type | null {
  const type = readAnnotation(scope, node);
  if (type !== null || node.kind === "String") return type;
  report(scope, diagnose("bad-annotation", node.span, { message: "it names no type that a kernel knows" }));
  return null;
}

/** The type, or null: for an annotation that only says something else (PyLog's 'buffer_in'), or after a report. */
export function readAnnotation(scope: Scope, node: PyExpr): Type | null {
  if (node.kind === "String") {
    if (bufferOf(node) !== null) return null;
    const parsed = parseType(node.value);
    if (parsed.ok) return parsed.type;
    report(scope, diagnose("bad-annotation", node.span, { message: parsed.message }));
    return null;
  }
  const before = scope.unit.diagnostics.length;
  const known = infer(scope, node);
  if (known.kind === "dtype") return known.type;
  // `List[float]`, `np.ndarray` and the like say nothing of shape: the arguments do.
  scope.unit.diagnostics.length = before;
  return null;
}
