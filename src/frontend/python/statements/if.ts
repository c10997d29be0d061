/** `if`/`elif`/`else`. A condition known now leaves only the branch that runs. */
import type { Stmt } from "../../../program/nodes.ts";
import type { PyIf } from "../ast.ts";
import type { Env } from "../environment.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { setSurely } from "../expressions/named.ts";
import { conversions, joinEnvs } from "../join.ts";
import { narrow } from "../optional.ts";
import type { Scope } from "../scope.ts";
import { inferBlock, inferInto } from "./index.ts";

export function inferIf(scope: Scope, stmt: PyIf): void {
  const condition = inferTruth(scope, stmt.test);
  const settled = condition === null ? null : constantTruth(condition);
  if (settled !== null) return inferBlock(scope, settled ? stmt.body : stmt.orElse);
  const before = scope.env ?? new Map();
  const then = branch(scope, before, stmt, true);
  const otherwise = branch(scope, before, stmt, false);
  const joined = joinEnvs(scope, then.env, otherwise.env);
  for (const path of [then, otherwise]) {
    if (joined !== null && path.env !== null) path.body.push(...conversions(scope, path.env, joined));
  }
  scope.env = joined === null ? null : new Map(joined);
  if (condition === null) return;
  scope.out.push({ kind: "if", condition, then: then.body, else: otherwise.body, span: stmt.header });
}

function branch(
  scope: Scope,
  before: Env,
  stmt: PyIf,
  outcome: boolean,
): { readonly body: Stmt[]; readonly env: Env | null } {
  scope.env = new Map(before);
  setSurely(scope, stmt.test, outcome);
  narrow(scope.env, stmt.test, outcome);
  const stmts = inferInto(scope, outcome ? stmt.body : stmt.orElse);
  return { body: stmts, env: scope.env };
}
