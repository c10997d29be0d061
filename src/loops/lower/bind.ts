/**
 * Array variables. What one refers to is known where it was just assigned; where paths meet that bind it to
 * different things, a scalar says which, and scalars hold what differs. New arrays live in static storage, one a
 * variable: storage may only be written again when no other living variable still refers to it.
 */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { aliasesIn, rootsOf } from "../../program/aliases.ts";
import type * as program from "../../program/nodes.ts";
import { expressionsOf } from "../../program/walk.ts";
import type { ArrayType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { type CallResult, callValue, functionFacts } from "./call.ts";
import { variablesIn } from "./facts.ts";
import { computeInto, isBuilt, staticMost, storeLane } from "./fill.ts";
import { bindingLane, extentsOf, type Lane, lane, staticShape, tableOf } from "./lane.ts";
import { isLevelled, levelOf, setBinding } from "./level.ts";
import { scalar } from "./scalar.ts";
import {
  Again,
  addArray,
  bug,
  capture,
  claim,
  emitIf,
  type Frame,
  filling,
  frameOf,
  frozen,
  Refused,
  type State,
} from "./state.ts";
import { type Binding, bindingKey, bindingOfView, frozenBinding, wholeView } from "./view.ts";

// Reading

export function variableBinding(st: State, frame: Frame, name: string, span: Span): Binding {
  const found = frame.env.get(name);
  if (found !== undefined && found !== "unknown") return found;
  if (found === undefined && (frame.facts.assignments.get(name) ?? []).length === 0)
    throw new Refused("array-before-assignment", span, name);
  return levelOf(st, frame, name).binding;
}

/** At the start of a function, array parameters are what the caller gave. */
export function bindParameters(st: State, frame: Frame): void {
  for (const [name, binding] of frame.entry) {
    frame.env.set(name, binding);
    if (frame.facts.assignments.has(name)) setBinding(st, frame, name, frozenBinding(st, binding), true);
  }
}

// Assigning

export function assignArray(st: State, stmt: program.Assign, value: program.Expr = stmt.value): void {
  const frame = frameOf(st);
  const { target } = stmt;
  const level = isLevelled(frame, target, stmt);
  filling(st, target, () => {
    if (value.kind === "conditional" && !st.choices.copies.has(stmt)) return assignEither(st, stmt, value);
    if (value.kind === "call" && !st.choices.copies.has(stmt)) {
      const owners = ownersFor(st, frame, stmt, [target], [value.type], value.args, value.func);
      const [result] = callValue(st, value.func, value.args, owners);
      return bindResult(st, frame, stmt, target, result, level);
    }
    if (value.kind === "arrayConst" && !level && !frame.facts.written.has(target)) {
      frame.env.set(target, bindingOfView(wholeView(st, tableOf(st, value, target))));
      return;
    }
    if (isView(value) && !st.choices.copies.has(stmt)) {
      const found = lane(st, value);
      if (found.binding === null) return bug("a view is not in memory");
      return setOrCopy(st, frame, stmt, frozenBinding(st, found.binding), level);
    }
    assignNew(st, frame, stmt, target, value, level);
  });
}

/** What scalars cannot tell is copied, where nobody can tell that it is. */
function setOrCopy(st: State, frame: Frame, stmt: program.Assign, binding: Binding, level: boolean): void {
  try {
    setBinding(st, frame, stmt.target, binding, level);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!copyable(frame, stmt.target).includes(stmt)) throw error;
    const { separate, copies } = st.choices;
    throw new Again({ separate, copies: new Set([...copies, stmt]) });
  }
}

function assignEither(st: State, stmt: program.Assign, value: program.Conditional): void {
  const frame = frameOf(st);
  const condition = scalar(st, value.condition);
  const before = new Map(frame.env);
  const yes = capture(st, () => assignArray(st, stmt, value.then));
  const afterYes = frame.env;
  frame.env = before;
  const no = capture(st, () => assignArray(st, stmt, value.otherwise));
  frame.env = joinEnvs(afterYes, frame.env);
  emitIf(st, condition, yes.body, no.body);
}

/** A new array: computed into the storage of the variable. */
function assignNew(
  st: State,
  frame: Frame,
  stmt: program.Stmt,
  target: string,
  value: program.Expr,
  level: boolean,
): void {
  const storage = storageFor(st, frame, target, stmt);
  const { shape } = value.type as ArrayType;
  if (value.kind === "fill" && value.overwritten === true) {
    checkFree(st, frame, stmt, storage, target);
    const view = wholeView(st, storage, staticShape(value.type));
    return setBinding(st, frame, target, bindingOfView(view), level);
  }
  if (isBuilt(value)) {
    const extents = extentsOf(st, value).map((extent) => frozen(st, extent));
    checkFree(st, frame, stmt, storage, target);
    computeInto(st, wholeView(st, storage, extents), value);
    return setBinding(st, frame, target, bindingOfView(wholeView(st, storage, extents)), level);
  }
  const isStatic = shape.every((dim) => typeof dim === "number");
  const found = lane(st, value);
  const extents = isStatic ? staticShape(value.type as ArrayType) : found.shape.map((n) => frozen(st, n));
  fillStorage(st, frame, stmt, target, storage, extents, found, level);
}

function fillStorage(
  st: State,
  frame: Frame,
  stmt: program.Stmt,
  target: string,
  storage: string,
  extents: readonly Expr[],
  value: Lane,
  level: boolean,
): void {
  checkFree(st, frame, stmt, storage, target);
  const view = wholeView(st, storage, extents);
  storeLane(st, bindingOfView(view), value);
  setBinding(st, frame, target, bindingOfView(view), level);
}

/** A tuple of results; all are there before the first target changes. */
export function assignResults(st: State, stmt: program.CallStmt): readonly CallResult[] {
  const frame = frameOf(st);
  const func = st.functions.get(stmt.func) ?? bug(`no function \`${stmt.func}\``);
  const wanted = stmt.targets[0] ?? st.name;
  return filling(st, wanted, () => {
    const owners = ownersFor(st, frame, stmt, stmt.targets, func.results, stmt.args, stmt.func);
    return callValue(st, stmt.func, stmt.args, owners);
  });
}

export function bindResult(
  st: State,
  frame: Frame,
  stmt: program.Assign | program.CallStmt,
  target: string,
  result: CallResult | undefined,
  level: boolean,
): void {
  if (result?.kind !== "array") return bug("a call gives no array");
  const { binding } = result;
  if (!level || mustShare(st, frame, stmt))
    return setBinding(st, frame, target, frozenBinding(st, binding), level);
  const storage = storageFor(st, frame, target, stmt);
  const extents = binding.shape.map((extent) => frozen(st, extent));
  const whole = bindingOfView(wholeView(st, storage, extents));
  if (bindingKey(whole) === bindingKey({ ...binding, shape: extents }))
    return setBinding(st, frame, target, whole, true);
  fillStorage(st, frame, stmt, target, storage, extents, bindingLane(st, binding, stmt.span), true);
}

/** A call that gives a view of an argument, where it would show that the result is a copy of it. */
export function mustShare(st: State, frame: Frame, stmt: program.Assign | program.CallStmt): boolean {
  const name = stmt.kind === "callStmt" ? stmt.func : stmt.value.kind === "call" ? stmt.value.func : "";
  const callee = st.functions.get(name);
  if (callee === undefined || !functionFacts(st, callee).sharesArguments) return false;
  const names = new Set(stmt.kind === "assign" ? [stmt.target] : stmt.targets);
  for (const expr of expressionsOf(stmt)) for (const used of variablesIn(expr)) names.add(used);
  return [...names].some((one) => frame.facts.written.has(one));
}

/** The storage that a callee may compute its results in: free, and none of the arguments. */
function ownersFor(
  st: State,
  frame: Frame,
  stmt: program.Assign | program.CallStmt,
  targets: readonly string[],
  types: readonly program.Expr["type"][],
  args: readonly program.Expr[],
  callee: string,
): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  const func = st.functions.get(callee);
  const used = new Set(args.flatMap((arg) => [...variablesIn(arg)]));
  for (const [i, target] of targets.entries()) {
    const type = types[i];
    if (type?.kind !== "array" || func === undefined) continue;
    if (type.shape.some((dim) => typeof dim !== "number")) continue;
    const storage = storageFor(st, frame, target, stmt);
    const isRead = [...used].some((name) => refersTo(st, frame, name, storage));
    const isHeld = holders(st, frame, storage, target).length > 0;
    if (!isRead && !isHeld && ![...owners.values()].includes(storage)) owners.set(i, storage);
  }
  return owners;
}

// Storage

/** The static array that holds what this assignment makes. */
export function storageFor(st: State, frame: Frame, target: string, stmt: program.Stmt): string {
  const key = st.choices.separate.has(stmt) ? stmt : target;
  const before = frame.storage.get(key);
  if (before !== undefined) return before;
  const type = frame.facts.types.get(target);
  if (type?.kind !== "array") return bug(`\`${target}\` is no array`);
  const name = claim(st, frame, target);
  addArray(st, { kind: "array", name, element: type.element, shape: staticMost(type) });
  frame.storage.set(key, name);
  return name;
}

interface Holder {
  readonly frame: Frame;
  readonly name: string;
}

/** Living variables, other than the one that is assigned, that may refer to the storage. */
function holders(st: State, frame: Frame, storage: string, target: string): readonly Holder[] {
  const found: Holder[] = [];
  for (const one of st.frames) {
    const stmt = one.current;
    if (stmt === null) continue;
    const live = new Set(one.facts.liveness.after.get(stmt) ?? []);
    if (one !== frame) {
      // The call that is being inlined is not over: its targets are not set yet, its arguments still read.
      if (stmt.kind === "assign") live.delete(stmt.target);
      if (stmt.kind === "callStmt") for (const name of stmt.targets) live.delete(name);
      for (const expr of expressionsOf(stmt)) for (const name of variablesIn(expr)) live.add(name);
    }
    for (const name of live) {
      if (one === frame && name === target) continue;
      if (refersTo(st, one, name, storage)) found.push({ frame: one, name });
    }
  }
  return found;
}

function refersTo(st: State, frame: Frame, name: string, storage: string): boolean {
  const bound = frame.env.get(name);
  if (bound === undefined) return false;
  const binding = bound === "unknown" ? levelOf(st, frame, name).binding : bound;
  return binding.options.some(({ array }) => array === storage);
}

/** Storage must not be written while another variable still needs what is in it. */
function checkFree(st: State, frame: Frame, stmt: program.Stmt, storage: string, target: string): void {
  const [holder] = holders(st, frame, storage, target);
  if (holder === undefined) return;
  const { separate, copies } = st.choices;
  const copied = copyable(holder.frame, holder.name).filter((one) => !copies.has(one));
  if (copied.length > 0) throw new Again({ separate, copies: new Set([...copies, ...copied]) });
  const sites = frame.facts.assignments.get(target) ?? [];
  if (!separate.has(stmt) && sites.length > 1)
    throw new Again({ separate: new Set([...separate, stmt]), copies });
  throw new Refused("array-aliases", stmt.span, holder.name);
}

/** The assignments that made a variable share memory, where a copy cannot be told from it. */
function copyable(frame: Frame, name: string): readonly program.Stmt[] {
  const { facts, func } = frame;
  const aliases = aliasesIn(func);
  return (facts.assignments.get(name) ?? []).filter((stmt) => {
    if (stmt.kind !== "assign" || !isView(stmt.value)) return false;
    const roots = [...rootsOf(stmt.value, aliases)].filter((root) => root !== name);
    const quiet = [...roots, name].every((one) => !facts.written.has(one));
    if (quiet) return true;
    const live = facts.liveness.after.get(stmt) ?? new Set<string>();
    const others = [...live].filter((one) => one !== name);
    return !others.some((one) => {
      const seen = aliases.get(one) ?? new Set([one]);
      return roots.some((root) => seen.has(root));
    });
  });
}

/** Whether an expression is memory that something else owns. */
export function isView(expr: program.Expr): boolean {
  switch (expr.kind) {
    case "var":
    case "call":
      return true;
    case "view":
    case "transpose":
      return isView(expr.base);
    case "reshape":
      return expr.shares && isView(expr.base);
    case "conditional":
      return isView(expr.then) || isView(expr.otherwise);
    default:
      return false;
  }
}

// Where paths meet

export type Env = Map<string, Binding | "unknown">;

export function joinEnvs(a: Env | null, b: Env | null): Env {
  if (a === null || b === null) return new Map(a ?? b ?? []);
  const joined: Env = new Map(a);
  for (const [name, other] of b) {
    const own = a.get(name);
    if (own === undefined) joined.set(name, other);
    else if (own !== other && !sameBinding(own, other)) joined.set(name, "unknown");
  }
  return joined;
}

function sameBinding(a: Binding | "unknown", b: Binding | "unknown"): boolean {
  return a === b || (a !== "unknown" && b !== "unknown" && bindingKey(a) === bindingKey(b));
}

/** What a loop's body may bind is not known at its head, nor after it. */
export function forgetAssigned(_st: State, frame: Frame, loop: program.Stmt, after: boolean): void {
  const { facts } = frame;
  const live = (after ? facts.liveness.afterLoop : facts.liveness.atHead).get(loop);
  for (const name of facts.assignedIn.get(loop) ?? []) {
    if (facts.types.get(name)?.kind !== "array") continue;
    if (live?.has(name)) frame.env.set(name, "unknown");
    else frame.env.delete(name);
  }
}
