/** `for` over a range. A step that is not a positive constant becomes a counted loop. */
import type * as program from "../../program/nodes.ts";
import { expressionsIn } from "../../program/walk.ts";
import { pythonInt, sameType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { add, compareInts, divide, int, known, multiply, rangeOf, select, subtract } from "./integers.ts";
import { scalarInt, scalarTarget, typeOf } from "./scalar.ts";
import { assign, type Frame, faultIf, filling, frozen, loop, type State } from "./state.ts";
import { withSums } from "./sums.ts";

export function forRange(st: State, frame: Frame, stmt: program.For, body: () => void): void {
  const { variable } = stmt;
  const bound = (expr: program.Expr): Expr =>
    filling(st, variable, () => {
      const value = withSums(st, scalarInt(st, expr));
      return changes(frame, stmt, expr) ? frozen(st, value, `${variable}_end`) : value;
    });
  const [from, to, step] = [bound(stmt.from), bound(stmt.to), bound(stmt.step)];
  const by = known(step);
  if (by !== null && by > 0) {
    counted(st, frame, stmt, { from, to, step: by }, (index) => index, body);
    return;
  }
  const start = frozen(st, from, `${variable}_from`);
  if (by !== null && by < 0) {
    const count = divide(add(subtract(start, to), int(-by - 1)), int(-by));
    counted(
      st,
      frame,
      stmt,
      { from: int(0), to: count, step: 1 },
      (k) => add(start, multiply(k, step)),
      body,
    );
    return;
  }
  const stride = frozen(st, step, `${variable}_step`);
  faultIf(st, compareInts("eq", stride, int(0)), { raises: zeroStep });
  const quotient = (distance: Expr, size: Expr): Expr => ({
    kind: "binary",
    op: "floordiv",
    left: subtract(add(distance, size), int(1)),
    right: size,
    type: pythonInt,
    span: stmt.span,
  });
  const count = select(
    compareInts("gt", stride, int(0)),
    quotient(subtract(to, start), stride),
    quotient(subtract(start, to), subtract(int(0), stride)),
  );
  const rounds = frozen(st, count, `${variable}_count`);
  counted(
    st,
    frame,
    stmt,
    { from: int(0), to: rounds, step: 1 },
    (k) => add(start, multiply(k, stride)),
    body,
  );
}

interface Bounds {
  readonly from: Expr;
  readonly to: Expr;
  readonly step: number;
}

function counted(
  st: State,
  frame: Frame,
  stmt: program.For,
  { from, to, step }: Bounds,
  value: (index: Expr) => Expr,
  body: () => void,
): void {
  const { variable, attrs, span } = stmt;
  const { facts } = frame;
  const isKept =
    facts.liveness.afterLoop.get(stmt)?.has(variable) || facts.assignedIn.get(stmt)?.has(variable);
  const target = isKept ? scalarTarget(st, frame, variable) : null;
  const type = typeOf(frame, variable);
  const before = frame.scalars.get(variable);
  const identifier = isKept ? { variable: `${variable}_k` } : {};
  const { name = variable, unordered = false } = stmt;
  const options = { name, ...identifier, counts: variable, from, to, step, attrs, unordered };
  loop(st, { ...options, operator: "source" }, (index) => {
    const plain = value(index);
    const typed: Expr = sameType(type, pythonInt) ? plain : { kind: "cast", operand: plain, type, span };
    if (target === null) frame.scalars.set(variable, typed);
    else {
      assign(st, target, typed);
      // Until the body assigns it, the variable is the loop's.
      frame.scalars.set(variable, { kind: "var", name: target, type });
      const range = rangeOf(plain, st.ranges);
      if (range !== null && !facts.assignedIn.get(stmt)?.has(variable)) st.ranges.set(target, range);
    }
    body();
  });
  if (target !== null) st.ranges.delete(target);
  if (before === undefined) frame.scalars.delete(variable);
  else frame.scalars.set(variable, before);
  const scalar = frame.scalars.get(`=${variable}`);
  if (scalar !== undefined) frame.scalars.set(variable, scalar);
}

/** Whether the body may change what a bound is computed from. */
function changes(frame: Frame, stmt: program.For, expr: program.Expr): boolean {
  const assigned = frame.facts.assignedIn.get(stmt);
  for (const inner of expressionsIn(expr)) {
    if (inner.kind === "load" || inner.type.kind === "array") return true;
    if (inner.kind === "var" && assigned?.has(inner.name)) return true;
  }
  return false;
}

const zeroStep = { code: "zero-step", message: "the step of range() is zero" };
