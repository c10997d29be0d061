/**
 * `for …: … else: …` and `while … else`: what stands behind `else` runs unless a `break` left the loop. A local says
 * whether one did:
 *
 *     left = False
 *     for i in range(n):
 *         if found: left = True; break
 *     if left: pass
 *     else: …
 */
import type { Stmt } from "../../../program/nodes.ts";
import { pythonBool } from "../../../types/types.ts";
import type { PyFor, PyWhile } from "../ast.ts";
import { boolConst } from "../build.ts";
import type { Env } from "../environment.ts";
import { conversions, joinEnvs } from "../join.ts";
import { type Scope, slotAt } from "../scope.ts";
import { inferBlock, inferInto } from "./index.ts";
import { leaveLoop } from "./loop.ts";

/** The local, false before the loop; none where there is no `else`. */
export function leftFlag(scope: Scope, stmt: PyFor | PyWhile): { readonly left?: string } {
  if (stmt.orElse.length === 0) return {};
  const left = slotAt(scope, "left", stmt.header, pythonBool);
  scope.out.push(flagged(left, false, stmt.header));
  return { left };
}

export function flagged(target: string, value: boolean, span: Stmt["span"]): Stmt {
  return { kind: "assign", target, value: boolConst(value, span), span };
}

interface Exits {
  readonly normal: readonly Env[]; // by the end of the loop
  readonly breaks: readonly Env[];
}

/** Behind the loop, whose statement has been made: with what its `else` does, where it has one. */
export function leaveToElse(
  scope: Scope,
  stmt: PyFor | PyWhile,
  { left }: { readonly left?: string },
  { normal, breaks }: Exits,
): void {
  if (left === undefined) return leaveLoop(scope, [...normal, ...breaks]);
  if (breaks.length === 0) {
    leaveLoop(scope, normal);
    return inferBlock(scope, stmt.orElse);
  }
  leaveLoop(scope, breaks);
  const afterBreak = scope.env;
  leaveLoop(scope, normal);
  const body = scope.env === null ? [] : inferInto(scope, stmt.orElse);
  const afterElse = scope.env;
  const joined = joinEnvs(scope, afterBreak, afterElse);
  const into = (env: Env | null): Stmt[] =>
    env === null || joined === null ? [] : conversions(scope, env, joined);
  const { header: span } = stmt;
  scope.out.push({
    kind: "if",
    condition: { kind: "var", name: left, type: pythonBool, span },
    then: into(afterBreak),
    else: [...body, ...into(afterElse)],
    span,
  });
  scope.env = joined === null ? null : new Map(joined);
}
