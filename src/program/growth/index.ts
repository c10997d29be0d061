/**
 * What the locals of a loop can hold, proved by running it on ranges (an abstract interpretation):
 *
 *     acc = 0
 *     for j in range(8):
 *         acc += x[j] * h[j]        # int<8> each: acc holds -130048 to 131072
 *
 * Branches are both taken, jumps carry their state along, calls are followed. Loops are in loop.ts.
 */
import { type ExactRange, hull, meet, rangeOfType } from "../../types/exact_range.ts";
import { type CompareOp, opposite } from "../../types/operators.ts";
import { elementOf } from "../../types/types.ts";
import type { Expr, Func, Stmt } from "../nodes.ts";
import { runFor, runWhile } from "./loop.ts";
import { anything, type Bound, bounded, boundOf, either, type Reach } from "./value.ts";

export type { Bound } from "./value.ts";
export { boundOf } from "./value.ts";

/** What each local holds at a place; null where control does not come. */
export type State = ReadonlyMap<string, Bound>;

export interface Analysis {
  readonly functions: ReadonlyMap<string, Func>;
  readonly widens: (stmt: Stmt) => boolean; // an assignment whose outer cast only brings the value into its local
  readonly held: Map<string, ExactRange | null>; // all that was ever assigned to a local; null: anything
  readonly work: { left: number }; // expressions still to look at; below zero nothing is proved
}

/** Where jumps out of a body go. */
export interface Frame {
  readonly breaks: State[];
  readonly continues: State[];
  readonly returns: Bound[];
}

export function newAnalysis(functions: readonly Func[], widens: Analysis["widens"]): Analysis {
  return {
    functions: new Map(functions.map((func) => [func.name, func])),
    widens,
    held: new Map(),
    work: { left: 200_000 },
  };
}

export function newFrame(): Frame {
  return { breaks: [], continues: [], returns: [] };
}

export function runBody(
  analysis: Analysis,
  body: readonly Stmt[],
  start: State | null,
  frame: Frame,
): State | null {
  let state = start;
  for (const stmt of body) {
    if (state === null || analysis.work.left < 0) return state;
    state = runStmt(analysis, stmt, state, frame);
  }
  return state;
}

function runStmt(analysis: Analysis, stmt: Stmt, state: State, frame: Frame): State | null {
  analysis.work.left--;
  switch (stmt.kind) {
    case "assign": {
      if (stmt.value.type.kind === "array") return state;
      const value = analysis.widens(stmt) && stmt.value.kind === "cast" ? stmt.value.operand : stmt.value;
      return assigned(analysis, state, stmt.target, evaluate(analysis, state, value));
    }
    case "storeBits":
      if (stmt.target.kind !== "var") return state;
      return assigned(analysis, state, stmt.target.name, bounded(rangeOfType(elementOf(stmt.target.type))));
    case "callStmt": {
      const results = callResults(analysis, stmt.func, argumentsOf(analysis, state, stmt.args));
      return stmt.targets.reduce<State>(
        (now, target, i) => assigned(analysis, now, target, results[i] ?? anything),
        state,
      );
    }
    case "if": {
      const then = runBody(analysis, stmt.then, assume(analysis, state, stmt.condition, true), frame);
      const other = runBody(analysis, stmt.else, assume(analysis, state, stmt.condition, false), frame);
      return joinStates(then, other);
    }
    case "for":
      return runFor(analysis, stmt, state, frame);
    case "while":
      return runWhile(analysis, stmt, state, frame);
    case "break":
      frame.breaks.push(state);
      return null;
    case "continue":
      frame.continues.push(state);
      return null;
    case "return":
      for (const [i, value] of stmt.values.entries()) {
        const bound = value.type.kind === "array" ? anything : evaluate(analysis, state, value);
        const before = frame.returns[i];
        frame.returns[i] = before === undefined ? bound : either(before, bound);
      }
      return null;
    default:
      return state;
  }
}

export function evaluate(analysis: Analysis, state: State, expr: Expr): Bound {
  const reach: Reach = {
    local: (name) => {
      analysis.work.left--;
      return state.get(name);
    },
    call: (func, args) => callResults(analysis, func, args)[0] ?? anything,
  };
  return boundOf(expr, reach);
}

function argumentsOf(analysis: Analysis, state: State, args: readonly Expr[]): Bound[] {
  return args.map((arg) => (arg.type.kind === "array" ? anything : evaluate(analysis, state, arg)));
}

/** The function's locals are its own: what they hold is not ours. */
function callResults(analysis: Analysis, name: string, args: readonly Bound[]): readonly Bound[] {
  const func = analysis.functions.get(name);
  if (func === undefined || analysis.work.left < 0) return [];
  const state = new Map(func.params.map((param, i) => [param.name, args[i] ?? anything]));
  const frame = newFrame();
  runBody({ ...analysis, held: new Map() }, func.body, state, frame);
  return frame.returns;
}

export function assigned(analysis: Analysis, state: State, name: string, bound: Bound): State {
  const before = analysis.held.get(name);
  const { range } = bound;
  const all = before === undefined ? range : before === null || range === null ? null : hull(before, range);
  analysis.held.set(name, all);
  return new Map(state).set(name, bound);
}

/** A name that one of them has not set is anything its type can be, as it is where nobody set it. */
export function joinStates(a: State | null, b: State | null): State | null {
  if (a === null || b === null) return a ?? b;
  if (a === b) return a;
  const joined = new Map<string, Bound>();
  for (const [name, bound] of a) {
    const other = b.get(name);
    if (other !== undefined) joined.set(name, bound === other ? bound : either(bound, other));
  }
  return joined;
}

/** The state where `condition` is `truth`: what it compares is no more than that allows. */
export function assume(analysis: Analysis, state: State, condition: Expr, truth: boolean): State | null {
  switch (condition.kind) {
    case "const":
      return condition.value === truth ? state : null;
    case "unary":
      return condition.op === "not" ? assume(analysis, state, condition.operand, !truth) : state;
    case "logic": {
      if ((condition.op === "and") !== truth) return state;
      const left = assume(analysis, state, condition.left, truth);
      return left === null ? null : assume(analysis, left, condition.right, truth);
    }
    case "compare": {
      const op = truth ? condition.op : opposite[condition.op];
      const left = narrowed(analysis, state, condition.left, op, condition.right);
      return left === null ? null : narrowed(analysis, left, condition.right, mirrored[op], condition.left);
    }
    default:
      return state;
  }
}

const mirrored: Readonly<Record<CompareOp, CompareOp>> = {
  eq: "eq",
  ne: "ne",
  lt: "gt",
  gt: "lt",
  le: "ge",
  ge: "le",
};

/** `expr op limit`, where `expr` is a local; casts that change nothing are looked through. */
function narrowed(analysis: Analysis, state: State, expr: Expr, op: CompareOp, limit: Expr): State | null {
  if (expr.kind === "cast") return narrowed(analysis, state, expr.operand, op, limit);
  if (expr.kind !== "var" || expr.type.kind === "array" || op === "ne") return state;
  const bound = evaluate(analysis, state, expr);
  const { range } = bound;
  const { range: most } = evaluate(analysis, state, limit);
  if (range === null || most === null) return state;
  const open: ExactRange = { ...range, fraction: range.fraction };
  const strict = op === "lt" || op === "gt" ? 1n : 0n;
  // One unit of the local's own grid below an integer limit: the grid of the limit is no finer.
  const step = most.fraction <= range.fraction ? strict : 0n;
  const scale = BigInt(Math.max(0, range.fraction - most.fraction));
  const cut = Math.max(0, most.fraction - range.fraction);
  const at = (x: bigint): bigint => (x << scale) >> BigInt(cut);
  const allowed: ExactRange =
    op === "lt" || op === "le"
      ? { low: open.low, high: at(most.high) - step, fraction: range.fraction }
      : op === "gt" || op === "ge"
        ? { low: at(most.low) + step, high: open.high, fraction: range.fraction }
        : { low: at(most.low), high: at(most.high) + (cut > 0 ? 1n : 0n), fraction: range.fraction };
  if (allowed.low > allowed.high) return null;
  const met = meet(range, allowed);
  return met === null ? null : new Map(state).set(expr.name, { range: met, from: bound.from });
}
