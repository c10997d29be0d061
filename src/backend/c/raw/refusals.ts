/** What plain C has no numbers for, told as diagnostics. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../../../diagnostics/diagnostic.ts";
import type { Loops } from "../../../loops/nodes.ts";
import { statementsIn } from "../../../loops/walk.ts";
import { type Refused, refusalOfType } from "./refuse.ts";

/** Variables of a type beyond the language, then expressions that were refused while they were written. */
export function refusals(loops: Loops, target: string, refused: readonly Refused[]): readonly Diagnostic[] {
  const variables = [...loops.params, ...loops.arrays, ...loops.scalars].flatMap((decl) => {
    const reason = refusalOfType(decl.kind === "array" ? decl.element : decl.type);
    if (reason === null) return [];
    return [
      diagnose("variable-beyond-target", placeOf(loops, decl.name), { name: decl.name, reason, target }),
    ];
  });
  const told = new Set<string>();
  const expressions = refused.flatMap(({ span, type, reason }) => {
    const key = `${span.from} ${span.to} ${reason}`;
    if (told.has(key)) return [];
    told.add(key);
    return [diagnose("expression-beyond-target", span, { type, reason, target })];
  });
  return [...variables, ...expressions];
}

/** Where it is first set; the kernel's first statement for an argument that is not. */
function placeOf(loops: Loops, name: string): Span {
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "assign" && stmt.target === name) return stmt.origin.span;
    if (stmt.kind === "store" && stmt.array === name) return stmt.origin.span;
  }
  return loops.body[0]?.origin.span ?? { from: 0, to: 0 };
}
