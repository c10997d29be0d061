/** Statements of Python, run. */
import type { PyFor, PyFunctionDef, PyIf, PyStmt, PyWhile } from "../ast.ts";
import { isExternal, isPylog } from "../decorator.ts";
import { assign, augment } from "./assign.ts";
import { callObj } from "./calls.ts";
import { branch, evaluate, itemsOf, newFunction } from "./evaluate.ts";
import { boundIn, targetNames } from "./facts.ts";
import { importModules, importNames } from "./imports.ts";
import { iterate } from "./iterate.ts";
import {
  because,
  bind,
  deeper,
  doubting,
  type Frame,
  type Machine,
  sameObj,
  step,
  untilSettled,
} from "./machine.ts";
import { type Cause, none, type Obj, type Ref, refsOf } from "./objects.ts";
import { truth } from "./operators.ts";
import { executeUnsupported } from "./passed_over.ts";

/** The ways on from a statement: one where that is certain, several in doubt. */
export interface Flow {
  readonly normal: boolean;
  readonly breaks: boolean;
  readonly continues: boolean;
  readonly returns: Obj | null;
}

export const onwards: Flow = { normal: true, breaks: false, continues: false, returns: null };

function isCertain({ normal, breaks, continues, returns }: Flow): boolean {
  return [normal, breaks, continues, returns !== null].filter((way) => way).length === 1;
}

/** A loop is left for certain, by `break`, `return` or `raise`. */
function leaves({ normal, breaks, continues, returns }: Flow): boolean {
  return !normal && !continues && !(breaks && returns !== null);
}

export function joinFlows(a: Flow, b: Flow, cause: Cause): Flow {
  return {
    normal: a.normal || b.normal,
    breaks: a.breaks || b.breaks,
    continues: a.continues || b.continues,
    returns: joinReturns(a.returns, b.returns, cause),
  };
}

function joinReturns(a: Obj | null, b: Obj | null, cause: Cause): Obj | null {
  if (a === null || b === null) return a ?? b;
  return sameObj(a, b) ? a : because(cause, [...refsOf(a), ...refsOf(b)]);
}

/** Statements in order. Behind one that may leave, the others run in doubt. */
export function block(m: Machine, frame: Frame, body: readonly PyStmt[], from = 0): Flow {
  for (let i = from; i < body.length; i++) {
    const stmt = body[i];
    if (stmt === undefined) break;
    const flow = execute(m, frame, stmt);
    if (!flow.normal) return flow;
    if (!isCertain(flow)) {
      const cause: Cause = m.doubts.at(-1) ?? {
        at: m.at,
        why: { kind: "branch", because: lastDoubt(m, stmt) },
      };
      const rest = doubting(m, cause, () => block(m, frame, body, i + 1));
      return joinFlows({ ...flow, normal: false }, rest, cause);
    }
  }
  return onwards;
}

function lastDoubt(m: Machine, stmt: PyStmt): Cause {
  return m.leaving ?? { at: stmt.span, why: { kind: "construct", what: "a jump" } };
}

export function execute(m: Machine, frame: Frame, stmt: PyStmt): Flow {
  step(m);
  m.at = "header" in stmt ? stmt.header : stmt.span;
  switch (stmt.kind) {
    case "Assign": {
      const value = evaluate(m, frame, stmt.value);
      for (const target of stmt.targets) assign(m, frame, target, value, stmt.value.span);
      return onwards;
    }
    case "AnnAssign":
      if (stmt.value !== null) assign(m, frame, stmt.target, evaluate(m, frame, stmt.value), stmt.value.span);
      return onwards;
    case "AugAssign":
      augment(m, frame, stmt);
      return onwards;
    case "ExprStmt":
      evaluate(m, frame, stmt.value);
      return onwards;
    case "If":
      return deeper(m, () => executeIf(m, frame, stmt));
    case "For":
      return deeper(m, () => executeFor(m, frame, stmt));
    case "While":
      return deeper(m, () => executeWhile(m, frame, stmt));
    case "FunctionDef":
      m.at = stmt.nameSpan;
      bind(m, frame, stmt.name, define(m, frame, stmt));
      return onwards;
    case "Return":
      return { ...nowhere, returns: stmt.value === null ? none : evaluate(m, frame, stmt.value) };
    case "Break":
      return { ...nowhere, breaks: true };
    case "Continue":
      return { ...nowhere, continues: true };
    case "Import":
      importModules(m, frame, stmt);
      return onwards;
    case "ImportFrom":
      importNames(m, frame, stmt);
      return onwards;
    case "Assert": // Python comes to the message when it stops
      evaluate(m, frame, stmt.test);
      return onwards;
    case "UnsupportedStmt":
      return deeper(m, () => executeUnsupported(m, frame, stmt));
    case "Pass":
    case "ErrorStmt":
      return onwards;
  }
}

/** Also the way of `raise`: who goes on has not come by there. */
export const nowhere: Flow = { normal: false, breaks: false, continues: false, returns: null };

/** Our own decorators leave the function as it is; what any other makes of it is not known. */
function define(m: Machine, frame: Frame, stmt: PyFunctionDef): Obj {
  const foreign = stmt.decorators.filter((decorator) => !isPylog(decorator) && !isExternal(decorator));
  const makers = foreign.map((decorator) => evaluate(m, frame, decorator));
  const role = foreign.length > 0 ? "decorated" : stmt.decorators.some(isPylog) ? "kernel" : "plain";
  const f = newFunction(m, frame, { def: stmt, role }, optionsOf(m, frame, stmt));
  for (const maker of makers.reverse())
    callObj(m, maker, { args: [f], keywords: new Map(), span: stmt.nameSpan });
  return f;
}

/** `@pylog(freq=CLOCK)`. */
function optionsOf(m: Machine, frame: Frame, stmt: PyFunctionDef): ReadonlyMap<string, Obj> {
  const options = new Map<string, Obj>();
  for (const decorator of stmt.decorators) {
    for (const { name, value } of isPylog(decorator) && decorator.kind === "Call" ? decorator.keywords : [])
      if (name !== null) options.set(name, evaluate(m, frame, value));
  }
  return options;
}

function executeIf(m: Machine, frame: Frame, stmt: PyIf): Flow {
  const test = truth(evaluate(m, frame, stmt.test), stmt.test.span);
  if (typeof test === "boolean") return block(m, frame, test ? stmt.body : stmt.orElse);
  const cause = branch(test.cause, stmt.header);
  return doubting(m, cause, () => {
    const flows = [stmt.body, stmt.orElse].map((body) => block(m, frame, body));
    return settledFlow(m, flows, cause);
  });
}

/** Either of several ways. */
export function settledFlow(m: Machine, flows: readonly Flow[], cause: Cause): Flow {
  const joined = flows.reduce((a, b) => joinFlows(a, b, cause));
  if (!isCertain(joined)) m.leaving = cause;
  return joined;
}

// Loops

function executeFor(m: Machine, frame: Frame, stmt: PyFor): Flow {
  const from = evaluate(m, frame, stmt.iterable);
  const items = iterate(m, from, stmt.iterable.span);
  const doubt = m.doubts.at(-1);
  if (items.kind === "unknown") {
    const cause = branch(items.cause, stmt.header);
    return anyTimes(m, frame, stmt, cause, [...items.refs, ...itemsOf(from)]);
  }
  if (doubt !== undefined) return anyTimes(m, frame, stmt, doubt, itemsOf(from));
  for (;;) {
    const gone = items.lost();
    if (gone !== null) return anyTimes(m, frame, stmt, branch(gone, stmt.header), itemsOf(from));
    const item = items.next();
    if (item === null) {
      const lost = items.lost();
      if (lost !== null) return anyTimes(m, frame, stmt, branch(lost, stmt.header), itemsOf(from));
      return block(m, frame, stmt.orElse);
    }
    step(m);
    m.at = stmt.header;
    assign(m, frame, stmt.target, item, stmt.iterable.span);
    const flow = block(m, frame, stmt.body);
    if (leaves(flow)) return flow.breaks ? onwards : flow;
    if (!isCertain(flow)) return goOn(m, frame, stmt, flow, itemsOf(from));
  }
}

function executeWhile(m: Machine, frame: Frame, stmt: PyWhile): Flow {
  const doubt = m.doubts.at(-1);
  if (doubt !== undefined) return anyTimes(m, frame, stmt, doubt, []);
  for (;;) {
    step(m);
    m.at = stmt.header;
    const test = truth(evaluate(m, frame, stmt.test), stmt.test.span);
    if (typeof test !== "boolean") return anyTimes(m, frame, stmt, branch(test.cause, stmt.header), []);
    if (!test) return block(m, frame, stmt.orElse);
    const flow = block(m, frame, stmt.body);
    if (leaves(flow)) return flow.breaks ? onwards : flow;
    if (!isCertain(flow)) return goOn(m, frame, stmt, flow, []);
  }
}

/** The rest of a loop that may have been left. */
function goOn(m: Machine, frame: Frame, stmt: PyFor | PyWhile, flow: Flow, items: readonly Ref[]): Flow {
  const cause = m.leaving ?? { at: stmt.header, why: { kind: "construct", what: "a jump" } };
  const rest = anyTimes(m, frame, stmt, cause, items);
  return settledFlow(m, [{ ...onwards, returns: flow.returns }, rest], cause);
}

/** A loop that runs nobody knows how often: what it may bind or change is unknown afterwards. */
function anyTimes(
  m: Machine,
  frame: Frame,
  stmt: PyFor | PyWhile,
  cause: Cause,
  items: readonly Ref[],
): Flow {
  let flow: Flow = onwards;
  doubting(m, cause, () => {
    const names = [...boundIn(m.source, stmt.body), ...(stmt.kind === "For" ? targetNames(stmt.target) : [])];
    untilSettled(m, cause, () => {
      for (const name of names) bind(m, frame, name, because(cause, [], "is"));
      if (stmt.kind === "For") assign(m, frame, stmt.target, because(cause, items), stmt.iterable.span);
      else evaluate(m, frame, stmt.test);
      flow = joinFlows(flow, block(m, frame, stmt.body), cause);
    });
    flow = joinFlows(flow, block(m, frame, stmt.orElse), cause);
  });
  return settledFlow(m, [{ ...onwards, returns: flow.returns }], cause);
}
