/** Statements and expressions that kernels lack: `with`, `try`, `class`, `del`, dictionaries, f-strings. */
import type {
  PyFunctionDef,
  PyImport,
  PyImportFrom,
  PyStmt,
  PyUnsupportedExpr,
  PyUnsupportedStmt,
} from "../ast.ts";
import { lookupBuiltin } from "../builtins/index.ts";
import {
  type Clause,
  callsMentioned,
  namesMentioned,
  readParts,
  readPassedOver,
  tokensOf,
} from "../syntax/passed_over.ts";
import { is, type Token } from "../syntax/tokens.ts";
import { callObj } from "./calls.ts";
import { changesSelf, isHarmless, isSilent } from "./effects.ts";
import { callUnknown } from "./elsewhere.ts";
import { evaluate, evaluateIndex } from "./evaluate.ts";
import { block, type Flow, joinFlows, nowhere, onwards, settledFlow } from "./execute.ts";
import { boundByHead } from "./facts.ts";
import { moduleNamed, nameValue } from "./imports.ts";
import {
  because,
  bind,
  doubting,
  type Frame,
  find,
  type Machine,
  newFrame,
  unbind,
  untilSettled,
} from "./machine.ts";
import { type Cause, type FunctionObj, none, type Obj, type Ref, refsOf } from "./objects.ts";
import { deleteItem } from "./subscript.ts";

export function executeUnsupported(m: Machine, frame: Frame, stmt: PyUnsupportedStmt): Flow {
  const { clauses } = readPassedOver(m.source, stmt);
  const cause: Cause = { at: stmt.header, why: { kind: "construct", what: spoken(stmt) } };
  switch (stmt.what) {
    case "del":
      for (const clause of clauses) remove(m, frame, clause);
      return onwards;
    case "raise":
      return nowhere;
    case "with":
      return executeWith(m, frame, clauses, cause);
    case "try":
      return executeTry(m, frame, clauses, cause);
    case "match":
      return executeMatch(m, frame, clauses, cause);
    case "class":
      return executeClass(m, frame, stmt, clauses, cause);
    case "async":
      return executeAsync(m, frame, clauses, cause);
    case "global":
    case "nonlocal":
    case "type alias":
    case "print statement":
      return onwards;
  }
}

function spoken({ what }: PyUnsupportedStmt): string {
  return what === "class" ? "a class" : `\`${what}\``;
}

function remove(m: Machine, frame: Frame, { values }: Clause): void {
  for (const target of values.flatMap((value) =>
    value.kind === "Tuple" || value.kind === "List" ? value.elements : [value],
  )) {
    if (target.kind === "Name") unbind(m, frame, target.id);
    if (target.kind === "Subscript") {
      const base = evaluate(m, frame, target.value);
      deleteItem(m, base, evaluateIndex(m, frame, target.index), target.span);
    }
  }
}

/** Managers that let every exception through: the body runs once, to its end. */
const transparent: ReadonlySet<string> = new Set([
  "np.errstate",
  "np.printoptions",
  "numpy.errstate",
  "open",
]);

function executeWith(m: Machine, frame: Frame, clauses: readonly Clause[], cause: Cause): Flow {
  const [clause] = clauses;
  if (clause === undefined) return onwards;
  const held = mention(m, frame, clause.head, cause);
  for (const name of boundByHead(clause)) bind(m, frame, name, because(cause, held));
  const calls = callsMentioned(clause.head);
  const [first] = calls;
  if (calls.length === 1 && typeof first === "string" && transparent.has(first))
    return block(m, frame, clause.body);
  return inAnyOrder(m, frame, clauses, cause);
}

/** `try: import numpy as np` can only succeed; of anything else nobody knows how far it goes. */
function executeTry(m: Machine, frame: Frame, clauses: readonly Clause[], cause: Cause): Flow {
  const [first] = clauses;
  if (first?.body.every(importsKnown) === true) {
    const ran = clauses.filter(({ word }) => word !== "except");
    return ran.reduce<Flow>((flow, { body }) => (flow.normal ? block(m, frame, body) : flow), onwards);
  }
  return inAnyOrder(m, frame, clauses, cause);
}

function importsKnown(stmt: PyStmt): stmt is PyImport | PyImportFrom {
  if (stmt.kind === "Import") return stmt.names.every(({ name }) => moduleNamed(name) !== null);
  if (stmt.kind !== "ImportFrom") return false;
  const module = moduleNamed(stmt.module);
  return (
    module !== null && stmt.names.every(({ name }) => name === "*" || lookupBuiltin(module, name) !== null)
  );
}

function executeMatch(m: Machine, frame: Frame, clauses: readonly Clause[], cause: Cause): Flow {
  for (const { head } of clauses) mention(m, frame, head, cause);
  return inAnyOrder(m, frame, clauses, cause);
}

/** The bodies in doubt, once or more, in any order. */
function inAnyOrder(m: Machine, frame: Frame, clauses: readonly Clause[], cause: Cause): Flow {
  let flow: Flow = onwards;
  doubting(m, cause, () =>
    untilSettled(m, cause, () => {
      for (const clause of clauses) {
        if (clause.word !== "with") {
          const held = mention(m, frame, clause.head, cause);
          for (const name of boundByHead(clause)) bind(m, frame, name, because(cause, held));
        }
        flow = joinFlows(flow, block(m, frame, clause.body), cause);
      }
    }),
  );
  return settledFlow(m, [flow], cause);
}

/** Its body runs once, in names of its own; what is known of the class is which functions it has. */
function executeClass(
  m: Machine,
  frame: Frame,
  stmt: PyUnsupportedStmt,
  clauses: readonly Clause[],
  cause: Cause,
): Flow {
  const makers = (stmt.decorators ?? []).map((decorator) => evaluate(m, frame, decorator));
  for (const clause of clauses) {
    const [name = ""] = boundByHead(clause);
    const held = mention(m, frame, clause.head.slice(1), cause);
    const inner = newFrame(m, "class", frame);
    block(m, inner, clause.body);
    const refs = [...inner.names.values()].flatMap(({ value }) => refsOf(value));
    const made = because(cause, [...held, ...refs]);
    for (const maker of makers) callObj(m, maker, { args: [made], keywords: new Map(), span: stmt.header });
    bind(m, frame, name, made);
  }
  return onwards;
}

/** A coroutine runs when code that is not known says so. */
function executeAsync(m: Machine, frame: Frame, clauses: readonly Clause[], cause: Cause): Flow {
  const [clause] = clauses;
  if (clause === undefined || !is(clause.head[0], "def")) return inAnyOrder(m, frame, clauses, cause);
  const [name = ""] = boundByHead(clause);
  const span = cause.at;
  const def: PyFunctionDef = {
    kind: "FunctionDef",
    name,
    nameSpan: span,
    params: [],
    returns: null,
    decorators: [],
    body: clause.body,
    span,
  };
  const code: FunctionObj = {
    kind: "function",
    def,
    role: "plain",
    frame,
    defaults: new Map(),
    annotations: new Map(),
    options: new Map(),
    doubts: m.doubts.length,
  };
  bind(m, frame, name, because(cause, [code, ...mention(m, frame, clause.head.slice(2), cause)]));
  return onwards;
}

// Expressions

export function evaluateUnsupported(m: Machine, frame: Frame, node: PyUnsupportedExpr): Obj {
  const cause: Cause = { at: node.span, why: { kind: "construct", what: spokenExpression(node) } };
  const parts = readParts(m.source, node)?.map((part) => evaluate(m, frame, part));
  const refs = parts?.flatMap(refsOf) ?? mention(m, frame, tokensOf(m.source, node.span), cause);
  const text = node.what === "f-string" || node.what === "bytes";
  return because(cause, text ? [] : refs, "holds");
}

function spokenExpression({ what }: PyUnsupportedExpr): string {
  if (what === "await" || what === "yield") return `\`${what}\``;
  if (what === "bytes" || what === "f-string")
    return { bytes: "a byte string", "f-string": "an f-string" }[what];
  return `${what.startsWith("async") ? "an" : "a"} ${what.replace("dict", "dictionary")}`;
}

/** What a text that is not read has to do with: its names as they are now, lost if it may change them. */
function mention(m: Machine, frame: Frame, tokens: readonly Token[], cause: Cause): readonly Ref[] {
  const objs: Obj[] = [];
  for (const name of namesMentioned(tokens)) {
    const found = find(m, frame, name);
    if (found !== null) objs.push(found.value);
  }
  const refs = objs.flatMap(refsOf);
  if (callsMentioned(tokens).every((path) => path !== null && isPure(m, frame, path, cause))) return refs;
  return [...callUnknown(m, none, cause, { args: objs, keywords: new Map(), span: cause.at }).refs];
}

/** Whether a call of `np.max`, `len` or `table.sum` changes nothing. */
function isPure(m: Machine, frame: Frame, path: string, cause: Cause): boolean {
  const [root = "", ...rest] = path.split(".");
  let obj: Obj | null = nameValue(m, frame, root, cause.at);
  for (const name of rest) {
    if (obj.kind === "array" || obj.kind === "number") return !changesSelf(name);
    if (obj.kind === "list" || obj.kind === "tuple") return ["index", "count", "copy"].includes(name);
    if (obj.kind === "text") return true;
    if (obj.kind !== "known" || obj.known.kind !== "module") return false;
    const found = lookupBuiltin(obj.known.name, name);
    if (found === null) return isSilent(`np.${name}`);
    obj = { kind: "known", known: found };
  }
  if (obj.kind !== "known") return false;
  return obj.known.kind === "dtype" || (obj.known.kind === "builtin" && isHarmless(obj.known.name));
}
