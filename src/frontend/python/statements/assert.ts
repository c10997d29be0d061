/** `assert condition, message`: where the condition does not hold, the run stops with a fault that says the message. */
import type { PyAssert, PyExpr } from "../ast.ts";
import { infer } from "../expressions/index.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { setSurely } from "../expressions/named.ts";
import { noteRoom } from "../lists.ts";
import { narrow } from "../optional.ts";
import { rangeOf } from "../ranges.ts";
import { remembered, type Scope, textOf } from "../scope.ts";
import { toExpr } from "../value.ts";
import { listOf } from "./grow.ts";

export function inferAssert(scope: Scope, { test, message: said, span }: PyAssert): void {
  const condition = inferTruth(scope, test);
  setSurely(scope, test, true);
  narrow(scope.env, test, true);
  noteLength(scope, test);
  // One that holds in every call asks nothing of hardware.
  if (condition === null || constantTruth(condition) === true) return;
  // Only a message that is written down is told: hardware makes no text.
  const message = said?.kind === "String" ? said.value : `\`${textOf(scope, test.span)}\` does not hold`;
  scope.out.push({ kind: "assert", condition, message, span });
}

/** `assert len(xs) <= 100` is also how much room a list has of which nothing else says how long it gets. */
function noteLength(scope: Scope, test: PyExpr): void {
  if (test.kind === "Bool" && test.op === "and") for (const part of test.values) noteLength(scope, part);
  const [only, ...others] = test.kind === "Compare" ? test.rest : [];
  if (test.kind !== "Compare" || only === undefined || others.length > 0) return;
  const { left } = test;
  const isLength = left.kind === "Call" && left.callee.kind === "Name" && left.callee.id === "len";
  const [of] = isLength ? left.args : [];
  const list = of?.kind === "Name" ? listOf(scope, of.id) : null;
  if (list === null || (only.op !== "<=" && only.op !== "<")) return;
  const undo = remembered(scope); // it is computed as part of the condition
  const bound = toExpr(scope, infer(scope, only.right), only.right.span);
  const range = bound === null ? null : rangeOf(scope, bound);
  undo();
  if (range !== null) noteRoom(scope, list, only.op === "<" ? range.high - 1 : range.high);
}
