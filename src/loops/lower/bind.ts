import type * as program from "../../program/nodes.ts";
import type { Expr } from "../nodes.ts";
import { type CallResult, callValue } from "./call.ts";
import { computeInto, isBuilt, materialise, overlaps, storeLane } from "./fill.ts";
import { add, compareInts, either, int, truthOf } from "./integers.ts";
import { bindingLane, extentsOf, lane, staticShape, tableOf } from "./lane.ts";
import { isLevelled, levelOf, tellBinding } from "./level.ts";
import { scalar } from "./scalar.ts";
import { bug, capture, emitIf, type Frame, filling, frameOf, frozen, type State } from "./state.ts";
import {
  allocate,
  bindingIn,
  copyReaders,
  freeFor,
  isCopied,
  isCopyable,
  isView,
  keptPlace,
  type Memory,
  placeOf,
  rootOf,
} from "./storage.ts";
import {
  type Binding,
  bindingKey,
  bindingOfView,
  chosen,
  frozenBinding,
  type View,
  wholeView,
} from "./view.ts";

// Reading

export function variableBinding(st: State, frame: Frame, name: string): Binding {
  const found = frame.env.get(name);
  if (found !== undefined && found !== "unknown") return found;
  if (found === undefined && !frame.facts.assignments.has(name)) return bug(`\`${name}\` is never bound`);
  return levelOf(st, frame, name).binding;
}

/** At the start of a function, array parameters are what the caller gave. */
export function bindParameters(st: State, frame: Frame): void {
  for (const [name, binding] of frame.entry) {
    frame.env.set(name, binding);
    if (!frame.facts.assignments.has(name)) continue;
    const held = frozenBinding(st, binding);
    tellBinding(st, frame, name, held, null);
    frame.env.set(name, held);
  }
}

// Assigning

export function assignArray(st: State, stmt: program.Assign, value: program.Expr = stmt.value): void {
  const frame = frameOf(st);
  const { target } = stmt;
  const isCopy = isCopied(st, frame, stmt);
  filling(st, target, () => {
    if (value.kind === "conditional" && !isCopy) return assignEither(st, stmt, value);
    if (value.kind === "call") {
      const owners = ownersFor(st, frame, stmt, [target], [value.type], value.args);
      const [result] = callValue(st, value, value.func, value.args, owners);
      if (result?.kind !== "array") return bug("a call gives no array");
      return bindResults(st, frame, stmt, [{ target, binding: result.binding }]);
    }
    if (value.kind === "arrayConst" && isFixed(st, frame, stmt)) {
      return setBinding(st, frame, stmt, target, bindingOfView(wholeView(st, tableOf(st, value, target))));
    }
    if (isView(value) && !isCopy) {
      const found = lane(st, value);
      if (found.binding === null) return bug("a view is not in memory");
      return bindResults(st, frame, stmt, [{ target, binding: frozenBinding(st, found.binding) }]);
    }
    assignNew(st, frame, stmt, target, value);
  });
}

/** Whether a table can stand for the variable itself. */
function isFixed(st: State, frame: Frame, stmt: program.Assign): boolean {
  if (isCopied(st, frame, stmt) || st.choices.owned.has(stmt)) return false;
  if (frame.facts.written.has(stmt.target)) return false;
  return !isLevelled(frame, stmt.target, stmt);
}

function setBinding(
  st: State,
  frame: Frame,
  stmt: program.Assign | program.CallStmt,
  name: string,
  binding: Binding,
): void {
  if (isLevelled(frame, name, stmt)) tellBinding(st, frame, name, binding, stmt);
  else {
    for (const { array } of binding.options) {
      if (rootOf(st, frame, array) === null && !frame.adopted.has(array)) frame.adopted.set(array, stmt);
    }
  }
  frame.env.set(name, binding);
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
function assignNew(st: State, frame: Frame, stmt: program.Assign, target: string, value: program.Expr): void {
  const { type } = value;
  if (type.kind !== "array") return bug("no array");
  const memory = (): Memory => allocate(st, frame, stmt, placeOf(frame, target), [target]);
  if (value.kind === "fill" && value.overwritten === true) {
    return setBinding(st, frame, stmt, target, bindingIn(st, memory(), staticShape(type)));
  }
  if (isBuilt(value)) {
    const extents = extentsOf(st, value).map((extent) => frozen(st, extent));
    const binding = bindingIn(st, memory(), extents);
    const [view] = binding.options;
    if (binding.selector === null && view !== undefined) computeInto(st, view, value);
    else storeLane(st, binding, lane(st, value));
    return setBinding(st, frame, stmt, target, binding);
  }
  const isStatic = type.shape.every((dim) => typeof dim === "number");
  const found = lane(st, value);
  const extents = isStatic ? staticShape(type) : found.shape.map((n) => frozen(st, n));
  const binding = bindingIn(st, memory(), extents);
  if (overlaps(binding, found)) copyReaders(st, frame, stmt, binding);
  storeLane(st, binding, found);
  setBinding(st, frame, stmt, target, binding);
}

// Calls

/** The results of a call; all are there before the first target changes. */
export function callFor(st: State, stmt: program.CallStmt): readonly CallResult[] {
  const frame = frameOf(st);
  const func = st.functions.byName.get(stmt.func) ?? bug(`no function \`${stmt.func}\``);
  const results = filling(st, stmt.targets[0] ?? st.name, () => {
    const owners = ownersFor(st, frame, stmt, stmt.targets, func.results, stmt.args);
    return callValue(st, stmt, stmt.func, stmt.args, owners);
  });
  if (stmt.targets.length === 1) return results;
  return results.map((result): CallResult => {
    return result.kind === "value"
      ? { kind: "value", value: frozen(st, result.value) }
      : { kind: "array", binding: frozenBinding(st, result.binding) };
  });
}

/** The storage that a callee may compute its results in: free, and none of the arguments. */
function ownersFor(
  st: State,
  frame: Frame,
  stmt: program.Assign | program.CallStmt,
  targets: readonly string[],
  types: readonly program.Expr["type"][],
  args: readonly program.Expr[],
): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  for (const [i, target] of targets.entries()) {
    const type = types[i];
    if (type?.kind !== "array" || type.shape.some((dim) => typeof dim !== "number")) continue;
    const free = freeFor(st, frame, stmt, target, args);
    if (free !== null && ![...owners.values()].includes(free)) owners.set(i, free);
  }
  return owners;
}

interface Given {
  readonly target: string;
  readonly binding: Binding;
}

/**
 * Binds array variables to what a call gave. What the caller had before is the same memory under another name; what the
 * call made is copied into memory that outlives it, unless the variable does not.
 */
export function bindResults(
  st: State,
  frame: Frame,
  stmt: program.Assign | program.CallStmt,
  given: readonly Given[],
): void {
  const isCopy = isCopied(st, frame, stmt);
  const outlives = (target: string): boolean => st.choices.owned.has(stmt) || isLevelled(frame, target, stmt);
  const made = (one: Given): readonly string[] => madeArrays(st, frame, one.binding);
  const isBound = (one: Given): boolean => !isCopy && (!outlives(one.target) || made(one).length === 0);
  const pending = given.filter((one) => !isBound(one));
  for (const one of given) {
    if (isBound(one)) setBinding(st, frame, stmt, one.target, frozenBinding(st, one.binding));
  }
  const isPlain = pending.every(
    (one) =>
      one.binding.options.length === 1 &&
      !pending.some((other) => other !== one && meet(made(one), made(other))),
  );
  if (isCopy || isPlain || isCopyable(frame, stmt)) return copyResults(st, frame, stmt, pending);
  const targets = pending.map(({ target }) => target);
  const arrays = [...new Set(pending.flatMap(made))];
  const memories = new Map(
    arrays.map((array, k) => [array, keep(st, frame, stmt, pending, array, k, targets)] as const),
  );
  for (const { target, binding } of pending)
    setBinding(st, frame, stmt, target, moved(st, binding, memories));
}

/** The arrays of a binding that nobody keeps. */
function madeArrays(st: State, frame: Frame, { options }: Binding): readonly string[] {
  return options
    .map(({ array }) => array)
    .filter((array) => rootOf(st, frame, array) === null && !frame.adopted.has(array));
}

function meet(a: readonly string[], b: readonly string[]): boolean {
  return a.some((array) => b.includes(array));
}

function copyResults(
  st: State,
  frame: Frame,
  stmt: program.Assign | program.CallStmt,
  pending: readonly Given[],
): void {
  // One may be in memory that another goes to.
  const apart = pending.map(({ target, binding }): Given => {
    const isMade = madeArrays(st, frame, binding).length === binding.options.length;
    if (pending.length === 1 || isMade) return { target, binding };
    const found = filling(st, target, () => materialise(st, bindingLane(st, binding, stmt.span)));
    return { target, binding: bindingOfView(found) };
  });
  for (const [i, { target, binding }] of apart.entries()) {
    const extents = binding.shape.map((extent) => frozen(st, extent));
    const unbound = apart.slice(i).map((one) => one.target);
    const place = placeOf(frame, target);
    const whole = bindingIn(st, allocate(st, frame, stmt, place, unbound), extents);
    if (bindingKey(whole) !== bindingKey({ ...binding, shape: extents }))
      storeLane(st, whole, bindingLane(st, binding, stmt.span));
    setBinding(st, frame, stmt, target, whole);
  }
}

/** An array that a call made, in memory that outlives it; all results that are part of it stay so. */
function keep(
  st: State,
  frame: Frame,
  stmt: program.Stmt,
  pending: readonly Given[],
  array: string,
  k: number,
  targets: readonly string[],
): Memory {
  const user = pending.find(({ binding }) => binding.options.some((view) => view.array === array));
  const place = keptPlace(st, stmt, k, user?.target ?? array, array);
  const given = pending.map(({ binding }) => binding);
  const memory = allocate(st, frame, stmt, place, targets, given);
  const whole = wholeView(st, array);
  const { body } = capture(st, () =>
    storeLane(st, bindingIn(st, memory, whole.shape), bindingLane(st, bindingOfView(whole), stmt.span)),
  );
  emitIf(st, isUsed(pending, array), body);
  return memory;
}

/** Whether a result is part of the array when it runs. */
function isUsed(pending: readonly Given[], array: string): Expr {
  const uses = pending.flatMap(({ binding: { selector, options } }) =>
    options.flatMap((view, k): Expr[] => {
      if (view.array !== array) return [];
      return [selector === null ? truthOf(true) : compareInts("eq", selector, int(k))];
    }),
  );
  return uses.find(({ kind }) => kind === "const") ?? uses.reduce(either);
}

/** The binding with arrays replaced by the memory that keeps them. */
function moved(st: State, binding: Binding, memories: ReadonlyMap<string, Memory>): Binding {
  const options: View[] = [];
  const places = binding.options.map((view): Expr => {
    const first = int(options.length);
    const memory = memories.get(view.array);
    const arrays = memory?.arrays ?? [view.array];
    options.push(...arrays.map((array) => ({ ...view, array })));
    return memory?.selector == null ? first : add(first, memory.selector);
  });
  const selector = options.length === 1 ? null : frozen(st, chosen(binding.selector, places));
  return { selector, options, shape: binding.shape };
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
