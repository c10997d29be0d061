import type * as program from "../../program/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import { elementOf, exactInt, pythonBool } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { assuming } from "./assume.ts";
import { assignArray, bindResults, callFor, forgetAssigned, joinEnvs, variableBinding } from "./bind.ts";
import { callValue } from "./call.ts";
import { alwaysReturns, bindsArrays } from "./facts.ts";
import { computeInto, materialise, overlaps, staticMost, storeLane } from "./fill.ts";
import { bindingLane, gatheredPosition, inMemory, lane, spread } from "./lane.ts";
import { levelOf } from "./level.ts";
import { isIdle } from "./liveness.ts";
import { pragma } from "./pragma.ts";
import { forRange } from "./range.ts";
import { asPythonInt, elementPosition, negated, scalar, scalarInt, scalarTarget, typeOf } from "./scalar.ts";
import {
  assign,
  bug,
  capture,
  declareArray,
  declareScalar,
  emit,
  emitIf,
  type Frame,
  faultIf,
  filling,
  frameOf,
  freshLoop,
  insideLoop,
  nest,
  origin,
  Refused,
  type State,
  spill,
} from "./state.ts";
import { isView } from "./storage.ts";
import { noteOnce } from "./sums.ts";
import { type Binding, bindingOfView, loadAt, storeAt, wholeView } from "./view.ts";

/** False when control never gets past the last one. */
export function statements(st: State, body: readonly program.Stmt[]): boolean {
  const frame = frameOf(st);
  for (const [k, stmt] of body.entries()) {
    st.span = stmt.span;
    if (frame.facts.mayReturn.has(stmt) && k + 1 < body.length && stmt.kind !== "return") {
      return withReturns(st, frame, stmt, body.slice(k + 1));
    }
    if (!statement(st, stmt)) return false;
  }
  return true;
}

/** A statement that may return, and what is then left out. */
function withReturns(st: State, frame: Frame, stmt: program.Stmt, rest: readonly program.Stmt[]): boolean {
  if (stmt.kind === "if" && alwaysReturns(stmt.then))
    return branch(st, { ...stmt, else: [...stmt.else, ...rest] }, stmt);
  if (stmt.kind === "if" && alwaysReturns(stmt.else))
    return branch(st, { ...stmt, then: [...stmt.then, ...rest] }, stmt);
  if (frame.loops > 0) {
    // A return left this loop already.
    if (!statement(st, stmt)) return false;
    return statements(st, rest);
  }
  frame.guards += 1;
  const goesOn = statement(st, stmt);
  frame.guards -= 1;
  if (!goesOn) return false;
  if (frame.done === null) return statements(st, rest);
  const { body, result } = capture(st, () => statements(st, rest));
  emitIf(st, negated(doneFlag(st, frame), stmt.span), body);
  return result;
}

function doneFlag(st: State, frame: Frame): Expr {
  frame.done ??= declareScalar(st, `${frame.func.name}_done`, pythonBool);
  return { kind: "var", name: frame.done, type: pythonBool };
}

function statement(st: State, stmt: program.Stmt): boolean {
  const frame = frameOf(st);
  frame.current = stmt;
  st.span = stmt.span;
  st.held.clear();
  switch (stmt.kind) {
    case "assign":
      if (isIdle(stmt, frame.facts.liveness.after.get(stmt) ?? new Set())) return true;
      if (stmt.value.type.kind === "array") assignArray(st, stmt);
      else assignScalar(st, frame, stmt);
      return true;
    case "store":
      store(st, stmt);
      return true;
    case "storeBits":
      storeBits(st, frame, stmt);
      return true;
    case "for":
      forRange(st, frame, stmt, () => loopBody(st, frame, stmt));
      afterLoop(st, frame, stmt);
      return true;
    case "while":
      whileTrue(st, frame, stmt);
      afterLoop(st, frame, stmt);
      return true;
    case "if":
      return branch(st, stmt, stmt);
    case "assert": {
      const holds = scalar(st, stmt.condition);
      const raises = { code: "assertion", message: stmt.message };
      faultIf(st, negated(holds, stmt.span), { raises, span: stmt.condition.span });
      return true;
    }
    case "callStmt":
      call(st, frame, stmt);
      return true;
    case "return":
      returned(st, frame, stmt);
      return false;
    case "break":
    case "continue":
      emit(st, { kind: stmt.kind, origin: origin(st) });
      return false;
    case "pragma":
      pragma(st, frame, stmt);
      return true;
  }
}

function assignScalar(st: State, frame: Frame, stmt: program.Assign): void {
  if (frame.facts.constants.has(stmt.target)) return;
  const target = scalarTarget(st, frame, stmt.target);
  const value = filling(st, target, () => scalar(st, stmt.value));
  assign(st, target, value);
  if (frame.facts.once.has(stmt.target)) noteOnce(st, target, value);
}

// Stores

function store(st: State, stmt: program.Store): void {
  const { target, value } = stmt;
  if (target.kind === "load") {
    const base = inMemory(st, target.base);
    filling(st, base.options[0]?.array ?? st.name, () => {
      const given = scalar(st, value);
      const index = elementIndex(st, base, target);
      storeAt(st, base, index, given);
    });
    return;
  }
  if (target.kind === "gather") return storeGathered(st, target, value);
  const found = lane(st, target).binding ?? bug("a store has no memory");
  filling(st, found.options[0]?.array ?? st.name, () => {
    const view = found.options[0];
    const isBuilt = value.kind === "sort" || value.kind === "scan" || value.kind === "concat";
    if (isBuilt && view !== undefined && found.selector === null && sameRank(value, target))
      return computeInto(st, { ...view, shape: found.shape }, value);
    storeLane(st, found, lane(st, value));
  });
}

function sameRank(value: program.Expr, target: program.Expr): boolean {
  const [a, b] = [value.type, target.type].map((type) => (type.kind === "array" ? type.shape : []));
  return a?.length === b?.length && (a ?? []).every((dim, k) => typeof dim === "number" && dim === b?.[k]);
}

function elementIndex(st: State, base: Binding, target: program.Load): readonly Expr[] {
  return target.index.map((at, axis) =>
    elementPosition(st, base, scalarInt(st, at), base.shape[axis] ?? bug("too many indices"), {
      array: target.base,
      axis,
      span: target.span,
    }),
  );
}

/** `a[index] = value`: one after the other, for a place may be named twice. */
function storeGathered(st: State, target: program.Gather, value: program.Expr): void {
  const base = inMemory(st, target.base);
  filling(st, base.options[0]?.array ?? st.name, () => {
    const given = lane(st, value);
    const positions = lane(st, target.index);
    const apartFrom = (found: typeof given) =>
      overlaps(base, { ...found, reads: found.reads.map(({ view }) => ({ view, aligned: false })) })
        ? bindingLane(st, bindingOfView(materialise(st, found)), target.span)
        : found;
    const index = apartFrom(positions);
    const { axis, span } = target;
    const rank = index.shape.length;
    const shape = [...base.shape.slice(0, axis), ...index.shape, ...base.shape.slice(axis + 1)];
    const source = apartFrom(given.shape.length === 0 ? given : spread(st, given, shape));
    nest(
      st,
      shape,
      "copy",
      (ix) => {
        const element = source.at(ix);
        const at = index.at(ix.slice(axis, axis + rank));
        const place = gatheredPosition(st, at, base.shape[axis] ?? bug("no axis"), base, {
          array: target.base,
          axis,
          span,
        });
        storeAt(st, base, [...ix.slice(0, axis), place, ...ix.slice(axis + rank)], element);
      },
      { ordered: true },
    );
  });
}

/** The bits that differ are turned round; reading the old ones checks that they exist. */
function storeBits(st: State, frame: Frame, stmt: program.StoreBits): void {
  const { target, width, span } = stmt;
  const type = elementOf(target.type);
  const bits = bitWidth(type);
  const [narrow, wide] = [exactInt(width, false), exactInt(bits, false)];
  const value = scalar(st, stmt.value);
  const low = spill(st, scalar(st, stmt.low));
  const changed = (old: Expr): Expr => {
    const before: Expr = { kind: "bits", operand: old, low, type: narrow, span };
    const differ: Expr = { kind: "binary", op: "xor", left: before, right: value, type: narrow, span };
    const widened: Expr = { kind: "cast", operand: differ, type: wide, span };
    const by: Expr = { kind: "cast", operand: asPythonInt(low, span), type: wide, span };
    const moved: Expr = { kind: "binary", op: "shl", left: widened, right: by, type: wide, span };
    const raw: Expr = { kind: "bitcast", operand: old, type: wide, span };
    const turned: Expr = { kind: "binary", op: "xor", left: raw, right: moved, type: wide, span };
    return { kind: "bitcast", operand: turned, type, span };
  };
  if (target.kind === "var") {
    const name = scalarTarget(st, frame, target.name);
    assign(st, name, changed({ kind: "var", name, type: typeOf(frame, target.name) }));
    return;
  }
  const base = inMemory(st, target.base);
  const index = elementIndex(st, base, target).map((at) => spill(st, at));
  storeAt(st, base, index, changed(spill(st, loadAt(st, base, index, span))));
}

// Control

function loopBody(st: State, frame: Frame, stmt: program.For | program.While): void {
  forgetAssigned(st, frame, stmt, false);
  // Copied only where the body binds arrays: in a network of thousands of layers, copies for every loop are most of the time.
  const atHead = bindsArrays(frame.facts, stmt) ? new Map(frame.env) : frame.env;
  frame.loops += 1;
  statements(st, stmt.body);
  frame.loops -= 1;
  frame.env = atHead; // the body may not reach its end; and what it binds is forgotten after the loop
}

function afterLoop(st: State, frame: Frame, stmt: program.Stmt): void {
  forgetAssigned(st, frame, stmt, true);
  if (frame.loops === 0 || !frame.facts.mayReturn.has(stmt) || frame.done === null) return;
  emitIf(st, doneFlag(st, frame), [{ kind: "break", origin: origin(st) }]);
}

function whileTrue(st: State, frame: Frame, stmt: program.While): void {
  const name = freshLoop(st, "while");
  forgetAssigned(st, frame, stmt, false);
  const test = capture(st, () => filling(st, name, () => scalar(st, stmt.condition)));
  const made = { wanted: "while", name, variable: null };
  const body = insideLoop(st, made, () => loopBody(st, frame, stmt));
  st.span = stmt.span;
  const from = origin(st);
  if (test.body.length === 0) {
    emit(st, { kind: "while", name, condition: test.result, body, origin: from });
    return;
  }
  const stop = capture(st, () =>
    emitIf(st, negated(test.result, stmt.span), [{ kind: "break", origin: from }]),
  );
  const forever: Expr = { kind: "const", value: true, type: pythonBool };
  emit(st, {
    kind: "while",
    name,
    condition: forever,
    body: [...test.body, ...stop.body, ...body],
    origin: from,
  });
}

function branch(st: State, stmt: program.If, source: program.Stmt): boolean {
  const frame = frameOf(st);
  frame.current = source;
  st.held.clear();
  const condition = scalar(st, stmt.condition);
  const from = origin(st);
  const before = new Map(frame.env);
  const yes = capture(st, () => assuming(st, condition, true, () => statements(st, stmt.then)));
  const afterYes = frame.env;
  frame.env = before;
  const no = capture(st, () => assuming(st, condition, false, () => statements(st, stmt.else)));
  frame.env = joinEnvs(yes.result ? afterYes : null, no.result ? frame.env : null);
  if (yes.body.length > 0 || no.body.length > 0)
    emit(st, { kind: "if", condition, then: yes.body, else: no.body, origin: from });
  return yes.result || no.result;
}

// Calls and results

function call(st: State, frame: Frame, stmt: program.CallStmt): void {
  if (stmt.targets.length === 0) {
    callValue(st, stmt, stmt.func, stmt.args);
    return;
  }
  const results = callFor(st, stmt);
  const arrays: { readonly target: string; readonly binding: Binding }[] = [];
  for (const [i, target] of stmt.targets.entries()) {
    const result = results[i] ?? bug("a call gives too few results");
    if (result.kind === "value") assign(st, scalarTarget(st, frame, target), result.value);
    else arrays.push({ target, binding: result.binding });
  }
  bindResults(st, frame, stmt, arrays);
}

function returned(st: State, frame: Frame, stmt: program.Return): void {
  const wanted = st.frames.length === 1 ? "result" : `${frame.func.name}_result`;
  filling(st, wanted, () => {
    const values = stmt.values.map((value, i) =>
      value.type.kind === "array" ? null : { i, value: scalar(st, value) },
    );
    for (const [i, value] of stmt.values.entries()) {
      if (value.type.kind === "array") returnArray(st, frame, i, value);
    }
    // One after the other is as good as at once: results are not variables.
    for (const given of values) {
      if (given === null) continue;
      const slot = frame.results[given.i];
      if (slot?.kind === "scalar") assign(st, slot.name, given.value);
      else frame.results[given.i] = { kind: "value", value: given.value };
    }
  });
  if (frame.loops > 0 || frame.guards > 0) {
    const flag = doneFlag(st, frame);
    if (flag.kind === "var") assign(st, flag.name, { kind: "const", value: true, type: pythonBool });
  }
  if (frame.loops > 0) emit(st, { kind: "break", origin: origin(st) });
}

function returnArray(st: State, frame: Frame, i: number, value: program.Expr): void {
  if (frame.facts.returnsAtEnd) {
    const owner = frame.storage.get(`=${i}`);
    const binding = owner !== undefined && !isView(value) ? computed(st, owner, value) : inMemory(st, value);
    frame.results[i] = { kind: "array", binding };
    return;
  }
  const variable = st.functions.resultVariables.get(frame.func.name)?.get(i);
  if (variable !== undefined) {
    frame.results[i] = { kind: "array", binding: resultBinding(st, frame, variable) };
    return;
  }
  const slot = frame.results[i];
  const { type } = value;
  if (type.kind !== "array") return bug("no array");
  if (type.shape.some((dim) => typeof dim !== "number"))
    throw new Refused("dynamic-result", value.span, frame.func.name);
  const array =
    slot?.kind === "array"
      ? (slot.binding.options[0]?.array ?? "")
      : declareArray(st, st.name, type.element, staticMost(type));
  const binding = computed(st, array, value);
  frame.results[i] = { kind: "array", binding };
}

/** What all returns assign: see results.ts. */
function resultBinding(st: State, frame: Frame, name: string): Binding {
  const sites = frame.facts.assignments.get(name) ?? [];
  return sites.length > 1 ? levelOf(st, frame, name).binding : variableBinding(st, frame, name);
}

function computed(st: State, array: string, value: program.Expr): Binding {
  const view = wholeView(st, array);
  computeInto(st, view, value);
  return bindingOfView(view);
}
