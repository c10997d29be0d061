/**
 * `a[start:stop:step] = v` where only a run knows the step: a loop over the elements, as a slice has one step when
 * compiling. `isPrime[p * p::p] = False`, `a[::k] += 1`.
 */
import { pythonInt, shapeOf } from "../../../types/types.ts";
import type { PyAssign, PyAugAssign, PyCall, PyExpr, PyFor, PySlice, PyStmt, PySubscript } from "../ast.ts";
import { boolConst, cast, constantInt, intConst } from "../build.ts";
import { infer } from "../expressions/index.ts";
import { type Known, type KnownTuple, value } from "../known.ts";
import { runLibrary } from "../library/index.ts";
import { itemMark, remembered, type Scope } from "../scope.ts";
import { extentOf } from "../value.ts";
import { bindKnown, hold } from "./bind.ts";
import { inferBlock } from "./index.ts";

/** False where it is no such statement: an axis, a step of one number that is not known yet, and one number to store. */
export function storeBySteps(scope: Scope, stmt: PyAssign | PyAugAssign, target: PyExpr): boolean {
  if (target.kind !== "Subscript" || target.value.kind !== "Name" || scope.closed > 0) return false;
  const [slice, ...others] = target.index;
  if (slice?.kind !== "Slice" || others.length > 0 || !isStepOpen(scope, slice)) return false;
  const undo = remembered(scope);
  if (stored(scope, stmt, target, slice)) return true;
  undo();
  return false;
}

function isStepOpen(scope: Scope, { step }: PySlice): boolean {
  if (step === null || step.kind === "Number" || step.kind === "Constant") return false;
  const undo = remembered(scope);
  const known = infer(scope, step);
  undo();
  return known.kind === "value" && known.expr.type.kind !== "array" && constantInt(known.expr) === null;
}

function stored(scope: Scope, stmt: PyAssign | PyAugAssign, target: PySubscript, slice: PySlice): boolean {
  const { span } = target;
  const number = hold(scope, "stored", infer(scope, stmt.value));
  const base = infer(scope, target.value);
  if (number.kind !== "value" || number.expr.type.kind === "array") return false;
  if (base.kind !== "value" || base.list || shapeOf(base.expr.type).length !== 1) return false;
  const bounds = [slice.start, slice.stop, slice.step].map((part) => boundOf(scope, part));
  const [start, stop, step] = bounds;
  if (!start || !stop || !step || step.expr === null) return false;
  const call: PyCall = { kind: "Call", callee: target.value, args: [], keywords: [], span };
  const said = (bound: Bound): readonly Known[] => [
    value(boolConst(bound.expr !== null, span)),
    value(bound.expr ?? intConst(0, span)),
  ];
  const by = hold(scope, "step", value(step.expr));
  const size = value(extentOf(base.expr, 0, span));
  const found = runLibrary(scope, "bounds_of_steps", [...said(start), ...said(stop), by, size], call);
  const ends = found.kind === "tuple" ? hold(scope, "ends", found) : null;
  if (ends?.kind !== "tuple") return false;
  loopOver(scope, stmt, target, { ends, by, number });
  return true;
}

interface Bound {
  readonly expr: ReturnType<typeof cast>; // null: there is none
}

/** As a Python integer; null where it is none. */
function boundOf(scope: Scope, part: PyExpr | null): Bound | null {
  if (part === null || (part.kind === "Constant" && part.value === null)) return { expr: null };
  const known = infer(scope, part);
  if (known.kind !== "value") return null;
  const { type } = known.expr;
  if (type.kind !== "int" && !(type.kind === "python" && type.name === "int")) return null;
  const expr = cast(scope, known.expr, pythonInt);
  return expr === null ? null : { expr };
}

interface Steps {
  readonly ends: KnownTuple;
  readonly by: Known;
  readonly number: Known;
}

/** `for k in range(first, end, step): a[k] = v`, with names that Python does not know. */
function loopOver(
  scope: Scope,
  stmt: PyAssign | PyAugAssign,
  target: PySubscript,
  { ends, by, number }: Steps,
): void {
  const { span } = target;
  const own = (name: string): PyExpr => ({ kind: "Name", id: `${name}_${span.from}${itemMark}`, span });
  const given = { first: ends.items[0], end: ends.items[1], step: by, stored: number };
  for (const [name, known] of Object.entries(given))
    if (known !== undefined) bindKnown(scope, idOf(own(name)), known, span);
  bindKnown(scope, idOf(own("range")), infer(scope, { kind: "Name", id: "range", span }), span);
  const place: PyExpr = { ...target, index: [own("at")] };
  const element: PyStmt =
    stmt.kind === "Assign"
      ? { ...stmt, targets: [place], value: own("stored") }
      : { ...stmt, target: place, value: own("stored") };
  const args = [own("first"), own("end"), own("step")];
  const loop: PyFor = {
    kind: "For",
    target: own("at"),
    iterable: { kind: "Call", callee: own("range"), args, keywords: [], span },
    body: [element],
    orElse: [],
    span,
    header: span,
  };
  inferBlock(scope, [loop]);
  for (const name of [...Object.keys(given), "range", "at"]) scope.env?.delete(idOf(own(name)));
}

function idOf(name: PyExpr): string {
  return name.kind === "Name" ? name.id : "";
}
