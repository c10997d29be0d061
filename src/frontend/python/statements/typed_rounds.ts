/**
 * Loops whose body is typed once for each round: where it needs to know when compiling what only a round can say, as the
 * counter in `np.reshape(y, (2**i, -1))`, or where a name has another shape in each, as in `a = a[::2]`.
 */
import type { Diagnostic } from "../../../diagnostics/diagnostic.ts";
import type { PyFor, PyStmt, PyWhile } from "../ast.ts";
import { grownNames } from "../grown_names.ts";
import type { Scope } from "../scope.ts";
import { neededWhenCompiling } from "../specialise.ts";
import { inferInto } from "./index.ts";

/** A network of layers has no more; with more rounds a circuit had better be a loop. */
export const mostRoundsTyped = 64;

/** Whether each round ends with its end, and a statement can stand in each. */
export function mayBeRounds(scope: Scope, { body }: PyFor | PyWhile): boolean {
  return scope.closed === 0 && !growsLists(scope, body) && !body.some(hasJump);
}

function growsLists({ env }: Scope, body: readonly PyStmt[]): boolean {
  return [...grownNames(body)].some((name) => {
    const binding = env?.get(name);
    return binding?.kind !== "bound" || binding.known.kind === "grown"; // `n += 1` is no list
  });
}

/** The body for one of the rounds: what loops in it were found to need in another one says nothing here. */
export function typeRound(scope: Scope, { body }: PyFor | PyWhile, round: number): void {
  forgetLoops(scope, body);
  scope.copies.push(round);
  scope.out.push(...inferInto(scope, body));
  scope.copies.pop();
}

function forgetLoops(scope: Scope, stmts: readonly PyStmt[]): void {
  for (const stmt of stmts) {
    if (stmt.kind !== "For" && stmt.kind !== "While" && stmt.kind !== "If") continue;
    scope.loopMemo.delete(stmt);
    forgetLoops(scope, [...stmt.body, ...stmt.orElse]);
  }
}

/** Whether what is wrong with a loop may be right in each of its rounds. */
export function isSolvedByRounds(said: readonly Diagnostic[]): boolean {
  return said.some(({ code }) => solved.has(code));
}

const solved: ReadonlySet<string> = new Set([
  ...neededWhenCompiling,
  ...["two-types", "shape-mismatch", "store-shape", "cannot-reshape"],
]);

/** In the body itself, not in a loop in it. */
export function hasJump(stmt: PyStmt): boolean {
  if (stmt.kind === "Break" || stmt.kind === "Continue") return true;
  return stmt.kind === "If" && [...stmt.body, ...stmt.orElse].some(hasJump);
}
