/** How many calls are inlined: every call of a function brings the calls of that function, so they may be beyond all memory. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.ts";
import type { Func, Program } from "../../program/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../program/walk.ts";

const most = 65_536;

/** What is wrong with a kernel that would never be lowered to its end. Functions stand before those that call them. */
export function tooManyCalls({ functions, kernel }: Program): Diagnostic | null {
  const inside = new Map<string, number>(); // calls, those that calls bring included
  for (const func of functions) {
    let total = 0;
    for (const { callee, span } of callsOf(func)) {
      const brought = 1 + (inside.get(callee) ?? 0);
      total += brought;
      if (func.name === kernel && total > most) {
        return diagnose("too-many-calls", span, { name: callee, calls: brought, most });
      }
    }
    inside.set(func.name, total);
  }
  return null;
}

function* callsOf({ body }: Func): Generator<{ readonly callee: string; readonly span: Span }> {
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "callStmt") yield { callee: stmt.func, span: stmt.span };
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind === "call") yield { callee: expr.func, span: expr.span };
      }
    }
  }
}
