/** `while condition:`. */
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { assignedNames } from "../assigned.ts";
import type { PyExpr, PyIf, PyWhile } from "../ast.ts";
import { boolConst } from "../build.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { refuseNamed } from "../expressions/named.ts";
import { apart } from "../expressions/order.ts";
import { namesAssignedIn } from "../inside.ts";
import { narrow } from "../optional.ts";
import { remembered, type Scope } from "../scope.ts";
import { leaveToElse, leftFlag } from "./else.ts";
import { settle } from "./for.ts";
import { inferBlock, inferInto } from "./index.ts";
import { leaveLoop, settleLoop, type TypedLoop } from "./loop.ts";
import { mostRounds } from "./rounds.ts";
import { isSolvedByRounds, mayBeRounds, mostRoundsTyped, typeRound } from "./typed_rounds.ts";

export function inferWhile(scope: Scope, given: PyWhile): void {
  if (!mayBeRounds(scope, given) || scope.trips.length > 2 || !holdsNow(scope, given.test))
    return asLoop(scope, given);
  const { diagnostics } = scope.unit;
  const before = diagnostics.length;
  const undo = remembered(scope);
  asLoop(scope, given);
  if (!isSolvedByRounds(diagnostics.slice(before))) return;
  undo();
  if (inRounds(scope, given)) return;
  // Neither way: what was said of the loop as it is written is what a user reads.
  undo();
  asLoop(scope, given);
}

/** One after the other, where each condition is known when its round comes. */
function inRounds(scope: Scope, stmt: PyWhile): boolean {
  const { diagnostics } = scope.unit;
  const before = diagnostics.length;
  for (let round = 0; round <= mostRoundsTyped; round++) {
    const test = apart(scope, () => inferTruth(scope, stmt.test));
    const goesOn = test.result === null || test.body.length > 0 ? null : constantTruth(test.result);
    if (goesOn === null) return false;
    if (!goesOn) {
      inferBlock(scope, stmt.orElse);
      return true;
    }
    typeRound(scope, stmt, round);
    if (scope.env === null || diagnostics.slice(before).some(({ severity }) => severity === "error"))
      return false;
  }
  return false;
}

function asLoop(scope: Scope, given: PyWhile): void {
  const stmt = namesAssignedIn(given.test).length === 0 ? given : testedInside(scope, given);
  const left = leftFlag(scope, stmt);
  let test: { readonly result: Expr | null; readonly body: readonly Stmt[] } = { result: null, body: [] };
  const typeBody = (): Stmt[] => {
    scope.lazy++;
    test = apart(scope, () => inferTruth(scope, stmt.test));
    scope.lazy--;
    narrow(scope.env, stmt.test, true);
    return inferInto(scope, stmt.body);
  };
  const repeat = (body: readonly Stmt[]): Stmt | null =>
    test.result === null ? null : whileLoop(stmt, test.result, test.body, body);
  const surely = holdsNow(scope, stmt.test);
  scope.trips.push({ most: mostRounds(scope, given) });
  const loop = settleLoop(scope, given, { typeBody, repeat, ...left });
  scope.trips.pop();
  const { result: condition, body: needed } = test;
  if (condition === null) return afterMistake(scope, stmt, loop);
  const settled = constantTruth(condition);
  if (settled === false) {
    scope.out.push(...needed);
    scope.env = new Map(loop.entry);
    return inferBlock(scope, stmt.orElse);
  }
  scope.out.push(whileLoop(stmt, condition, needed, loop.body));
  const normal = settled === true ? [] : surely ? loop.backs : [loop.entry, ...loop.backs];
  for (const env of normal) narrow(env, stmt.test, false);
  leaveToElse(scope, stmt, left, { normal, breaks: loop.breaks });
}

/** Of a loop that surely goes around once, its names are set. */
function holdsNow(scope: Scope, test: PyExpr): boolean {
  const undo = remembered(scope);
  const { result } = apart(scope, () => inferTruth(scope, test));
  undo();
  return result !== null && constantTruth(result) === true;
}

/** `while (x := f()) > 0:` leaves with the names that its condition has bound: `while True: if …: pass else: break`. */
function testedInside(scope: Scope, stmt: PyWhile): PyWhile {
  if (stmt.orElse.length > 0 && refuseNamed(scope, stmt.test)) return stmt;
  const { test, header } = stmt;
  const leave: PyIf = {
    kind: "If",
    test,
    body: [],
    orElse: [{ kind: "Break", span: header }],
    span: header,
    header,
  };
  const always: PyExpr = { kind: "Constant", value: true, span: test.span };
  return { ...stmt, test: always, body: [leave, ...stmt.body] };
}

/** What the condition needs is computed in every round. */
function whileLoop(stmt: PyWhile, condition: Expr, needed: readonly Stmt[], body: readonly Stmt[]): Stmt {
  if (needed.length === 0) return { kind: "while", condition, body, span: stmt.header };
  const { span } = stmt.test;
  const leave: Stmt = { kind: "if", condition, then: [], else: [{ kind: "break", span }], span };
  return {
    kind: "while",
    condition: boolConst(true, span),
    body: [...needed, leave, ...body],
    span: stmt.header,
  };
}

/** How the loop ends is not known: what follows is typed as if all its names were set. */
function afterMistake(scope: Scope, stmt: PyWhile, loop: TypedLoop): void {
  leaveLoop(scope, [loop.entry, ...loop.backs, ...loop.breaks]);
  for (const name of assignedNames([stmt])) settle(scope, name, stmt.header);
}
