/** Expressions of Python, evaluated. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { canonical } from "../../../types/storage.ts";
import type {
  PyAttribute,
  PyBool,
  PyCall,
  PyCompare,
  PyExpr,
  PyLambda,
  PyListComp,
  PyParam,
} from "../ast.ts";
import { lookupBuiltin } from "../builtins/index.ts";
import { assign } from "./assign.ts";
import { callObj } from "./calls.ts";
import { compute, operand } from "./compute.ts";
import { targetNames } from "./facts.ts";
import { asObj, nameValue, notComputed } from "./imports.ts";
import { asList, type Items, iterate, iterator } from "./iterate.ts";
import type { Arguments } from "./list_methods.ts";
import {
  because,
  bind,
  deeper,
  doubting,
  type Frame,
  follows,
  fresh,
  type Machine,
  newFrame,
  raises,
  step,
  unknown,
  untilSettled,
} from "./machine.ts";
import {
  type Cause,
  type FunctionObj,
  float,
  int,
  itemRefs,
  known,
  list,
  none,
  type Obj,
  type Ref,
  refsOf,
  text,
  truthValue,
  tuple,
  type Unknown,
} from "./objects.ts";
import { binary, compare, grown, lostPart, truth, unary } from "./operators.ts";
import { evaluateUnsupported } from "./passed_over.ts";
import { getItem } from "./subscript.ts";

export function evaluate(m: Machine, frame: Frame, node: PyExpr): Obj {
  step(m);
  switch (node.kind) {
    case "Name":
      return nameValue(m, frame, node.id, node.span);
    case "Number":
      if (node.value.kind === "imaginary")
        return because({ at: node.span, why: { kind: "construct", what: "a complex number" } }, [], "holds");
      return node.value.kind === "int" ? int(canonical(node.value.value)) : float(node.value.value);
    case "String":
      return text(node.value);
    case "Constant":
      if (node.value === null) return none;
      return node.value === "..." ? known({ kind: "ellipsis" }) : truthValue(node.value);
    case "Tuple":
    case "List":
      return display(m, frame, node.elements, node.kind, node.span);
    case "Unary": {
      const value = deeper(m, () => evaluate(m, frame, node.operand));
      if (node.op !== "not") return unary(m, node.op, value, node.span);
      const test = truth(value, node.span);
      return typeof test === "boolean" ? truthValue(!test) : because(test.cause);
    }
    case "Binary":
      return deeper(m, () => {
        const left = evaluate(m, frame, node.left);
        return binary(m, node.op, left, evaluate(m, frame, node.right), node.span);
      });
    case "Bool":
      return chosen(m, frame, node, node.values);
    case "Compare":
      return comparison(m, frame, node);
    case "Conditional": {
      const test = truth(evaluate(m, frame, node.test), node.test.span);
      if (typeof test === "boolean")
        return deeper(m, () => evaluate(m, frame, test ? node.then : node.otherwise));
      const sides = doubting(m, branch(test.cause, node.test.span), () => [
        evaluate(m, frame, node.then),
        evaluate(m, frame, node.otherwise),
      ]);
      return because(test.cause, sides.flatMap(refsOf), "any");
    }
    case "Lambda":
      return newFunction(m, frame, { def: node, role: "plain" });
    case "Call":
      return deeper(m, () => call(m, frame, node));
    case "Attribute":
      return deeper(m, () => attribute(m, evaluate(m, frame, node.value), node, false));
    case "Subscript":
      return deeper(m, () => {
        const base = evaluate(m, frame, node.value);
        return getItem(m, base, evaluateIndex(m, frame, node.index), node.span);
      });
    case "Slice":
      return sliceOf(m, frame, node);
    case "ListComp":
      return deeper(m, () => comprehension(m, frame, node));
    case "Starred":
      return evaluate(m, frame, node.value);
    case "NamedExpr": {
      const value = deeper(m, () => evaluate(m, frame, node.value));
      bind(m, functionOf(frame), node.target.id, value);
      return value;
    }
    case "UnsupportedExpr":
      return evaluateUnsupported(m, frame, node);
    case "ErrorExpr":
      return unknown(raises("this is no Python"), node.span);
  }
}

/** A comprehension binds `:=` in what it stands in. */
function functionOf(frame: Frame): Frame {
  return frame.kind === "comprehension" && frame.parent !== null ? functionOf(frame.parent) : frame;
}

/** Why it is not known which way something unknown leads. */
export function branch(because: Cause, at: Span): Cause {
  return because.why.kind === "branch" ? because : { at, why: { kind: "branch", because } };
}

/** `[a, *b]`. */
function display(
  m: Machine,
  frame: Frame,
  parts: readonly PyExpr[],
  form: "Tuple" | "List",
  _span: Span,
): Obj {
  const { items, lost } = deeper(m, () => evaluateAll(m, frame, parts));
  if (lost !== null) return because(lost, items.flatMap(refsOf), "holds");
  return form === "Tuple"
    ? tuple(items)
    : fresh(m, grown(m, list(items, !parts.some((part) => part.kind === "Starred"))));
}

/** Values in order, starred ones item by item; `lost` where nobody knows how many these are. */
function evaluateAll(
  m: Machine,
  frame: Frame,
  parts: readonly PyExpr[],
): { readonly items: Obj[]; readonly lost: Cause | null } {
  const items: Obj[] = [];
  let lost: Cause | null = null;
  for (const part of parts) {
    const value = evaluate(m, frame, part);
    if (part.kind !== "Starred") {
      items.push(value);
      continue;
    }
    const all = asList(m, value, part.span);
    if (all !== null) for (const item of all) items.push(item);
    else {
      lost ??= lostPart(value) ?? { at: part.span, why: raises("this has no items") };
      items.push(because(lost, itemRefs(value)));
    }
  }
  return { items, lost };
}

export function evaluateIndex(m: Machine, frame: Frame, parts: readonly PyExpr[]): Obj {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return evaluate(m, frame, only);
  const { items, lost } = evaluateAll(m, frame, parts);
  return lost === null ? tuple(items) : because(lost, items.flatMap(refsOf));
}

function sliceOf(m: Machine, frame: Frame, node: Extract<PyExpr, { kind: "Slice" }>): Obj {
  const part = (bound: PyExpr | null): Obj => (bound === null ? none : evaluate(m, frame, bound));
  return { kind: "slice", start: part(node.start), stop: part(node.stop), step: part(node.step) };
}

/** `a and b or c`: one of its values; behind an unknown one, all may be looked at. */
function chosen(m: Machine, frame: Frame, node: PyBool, values: readonly PyExpr[]): Obj {
  const [first, ...rest] = values;
  if (first === undefined) return none;
  const value = deeper(m, () => evaluate(m, frame, first));
  if (rest.length === 0) return value;
  const test = truth(value, first.span);
  if (typeof test !== "boolean") {
    const other = doubting(m, branch(test.cause, first.span), () => chosen(m, frame, node, rest));
    return because(test.cause, [...refsOf(value), ...refsOf(other)]);
  }
  return test === (node.op === "or") ? value : chosen(m, frame, node, rest);
}

function comparison(m: Machine, frame: Frame, node: PyCompare): Obj {
  let left = deeper(m, () => evaluate(m, frame, node.left));
  let result: Obj = truthValue(true);
  for (const [i, { op, right: rightNode }] of node.rest.entries()) {
    const right = deeper(m, () => evaluate(m, frame, rightNode));
    result = compare(m, op, left, right, node.span);
    if (i === node.rest.length - 1) return result;
    const test = truth(result, node.span);
    if (typeof test !== "boolean") return because(test.cause);
    if (!test) return result;
    left = right;
  }
  return result;
}

// Calls and attributes

function call(m: Machine, frame: Frame, node: PyCall): Obj {
  const callee =
    node.callee.kind === "Attribute"
      ? attribute(m, evaluate(m, frame, node.callee.value), node.callee, true)
      : evaluate(m, frame, node.callee);
  const { items: args, lost } = evaluateAll(m, frame, node.args);
  const keywords = new Map<string, Obj>();
  let open: Cause | null = lost;
  for (const { name, value, span } of node.keywords) {
    const given = evaluate(m, frame, value);
    if (name === null) open ??= lostPart(given) ?? { at: span, why: { kind: "construct", what: "`**`" } };
    keywords.set(name ?? `**${keywords.size}`, given);
  }
  const written = m.source.text.slice(node.callee.span.from, node.callee.span.to);
  const given: Arguments = { args, keywords, span: node.span, name: written };
  if (open === null) return callObj(m, callee, given);
  return callObj(m, because(open, refsOf(callee)), given);
}

/** `base.name`, to be called or not. */
function attribute(m: Machine, base: Obj, node: PyAttribute, called: boolean): Obj {
  const { name, span } = node;
  switch (base.kind) {
    case "unknown":
      return called
        ? { kind: "method", self: base, name }
        : follows(base, base.refs, base.relation === "is" ? "is" : "any");
    case "known":
      return knownAttribute(m, base, name, span);
    case "array":
    case "number":
      return arrayAttribute(m, base, name, span, called);
    case "range":
      if (name === "start" || name === "stop" || name === "step") return int(base[name]);
      return { kind: "method", self: base, name };
    case "list":
    case "tuple":
    case "text":
      return { kind: "method", self: base, name };
    default:
      return unknown({ kind: "refused", message: `\`.${name}\` is not evaluated` }, span, refsOf(base));
  }
}

function knownAttribute(m: Machine, base: Extract<Obj, { kind: "known" }>, name: string, span: Span): Obj {
  if (base.known.kind !== "module")
    return compute(m, { kind: "Attribute", value: operand(0, span), name, nameSpan: span, span }, [base]);
  const found = lookupBuiltin(base.known.name, name, span);
  if (found !== null) return asObj(found);
  return notComputed(`${base.known.name.replace(/^numpy\b/, "np")}.${name}`);
}

const attributes: ReadonlySet<string> = new Set("shape ndim size dtype itemsize nbytes T mT real".split(" "));

function arrayAttribute(m: Machine, base: Obj, name: string, span: Span, called: boolean): Obj {
  if (called || !attributes.has(name)) {
    if (called) return { kind: "method", self: base, name };
    return unknown({ kind: "refused", message: `\`.${name}\` is not evaluated` }, span, refsOf(base), "is");
  }
  return compute(m, { kind: "Attribute", value: operand(0, span), name, nameSpan: span, span }, [base]);
}

// Functions

export function newFunction(
  m: Machine,
  frame: Frame,
  made: Pick<FunctionObj, "def" | "role">,
  options: ReadonlyMap<string, Obj> = new Map(),
): FunctionObj {
  const { def } = made;
  const values = (pick: (param: PyParam) => PyExpr | null): Map<string, Obj> => {
    const found = new Map<string, Obj>();
    for (const param of def.params) {
      const node = pick(param);
      if (node !== null) found.set(param.name, evaluate(m, frame, node));
    }
    return found;
  };
  const defaults = values((param) => param.default);
  const annotations =
    def.kind === "FunctionDef" ? values((param) => param.annotation) : new Map<string, Obj>();
  // The body of a class is no scope for the functions in it.
  const home = frame.kind === "class" && frame.parent !== null ? frame.parent : frame;
  const f: FunctionObj = {
    kind: "function",
    ...made,
    frame: home,
    defaults,
    annotations,
    options,
    doubts: m.doubts.length,
  };
  m.defined.set(def, f);
  return f;
}

// Comprehensions

function comprehension(m: Machine, frame: Frame, node: PyListComp): Obj {
  const inner = newFrame(m, "comprehension", frame);
  const [first] = node.clauses;
  const source = first === undefined ? none : evaluate(m, frame, first.iterable);
  if (node.form === "generator") return generator(m, inner, node, source);
  const items: Obj[] = [];
  const lost = clause(m, inner, node, 0, source, (item) => void items.push(item));
  if (lost === null) return fresh(m, grown(m, list(items)));
  return because(lost.cause, [...lost.refs, ...items.flatMap(refsOf)], "holds");
}

/** Runs the clauses from `at` on; what is unknown of them, or null. */
function clause(
  m: Machine,
  frame: Frame,
  node: PyListComp,
  at: number,
  source: Obj | null,
  yields: (item: Obj) => void,
): { readonly cause: Cause; readonly refs: readonly Ref[] } | null {
  const part = node.clauses[at];
  if (part === undefined) {
    yields(evaluate(m, frame, node.element));
    return null;
  }
  const from = source ?? evaluate(m, frame, part.iterable);
  const items =
    m.doubts.length > 0 ? inDoubtOf(m, from, part.iterable.span) : iterate(m, from, part.iterable.span);
  if (items.kind === "unknown") return anyNumber(m, frame, node, at, items, from);
  for (let item = items.next(); item !== null; item = items.next()) {
    step(m);
    assign(m, frame, part.target, item, part.iterable.span);
    const kept = conditions(m, frame, part.conditions);
    if (typeof kept !== "boolean") return anyNumber(m, frame, node, at, kept, from);
    const lost = kept ? clause(m, frame, node, at + 1, null, yields) : null;
    if (lost !== null) return lost;
    const gone = items.lost();
    if (gone !== null) return anyNumber(m, frame, node, at, because(gone), from);
  }
  return null;
}

/** In doubt nothing is gone through item by item. */
function inDoubtOf(m: Machine, from: Obj, span: Span): Items | Unknown {
  const items = iterate(m, from, span);
  const doubt = m.doubts.at(-1);
  return items.kind === "unknown" || doubt === undefined ? items : because(doubt, itemsOf(from), "any");
}

/** What an item of a value may be: an element, a row, or a view of it. */
export function itemsOf(from: Obj): readonly Ref[] {
  return from.kind === "array" ? [from.memory] : itemRefs(from);
}

function conditions(m: Machine, frame: Frame, tests: readonly PyExpr[]): boolean | Unknown {
  for (const test of tests) {
    const found = truth(evaluate(m, frame, test), test.span);
    if (found !== true) return found;
  }
  return true;
}

/** The rest of a comprehension over something unknown: it may run any number of times. */
function anyNumber(
  m: Machine,
  frame: Frame,
  node: PyListComp,
  at: number,
  items: Unknown,
  from: Obj,
): { readonly cause: Cause; readonly refs: readonly Ref[] } {
  const refs: Ref[] = [];
  const part = node.clauses[at];
  const cause = branch(items.cause, part?.iterable.span ?? node.span);
  doubting(m, cause, () =>
    untilSettled(m, cause, () => {
      if (part === undefined) return;
      for (const name of targetNames(part.target))
        bind(m, frame, name, because(cause, [...items.refs, ...itemsOf(from)]));
      conditions(m, frame, part.conditions);
      const inner = clause(m, frame, node, at + 1, null, (item) => void refs.push(...refsOf(item)));
      if (inner !== null) refs.push(...inner.refs);
    }),
  );
  return { cause: items.cause, refs };
}

/** Runs as it is gone through; only its first iterable has been looked at. */
function generator(m: Machine, frame: Frame, node: PyListComp, source: Obj): Obj {
  return iterator(m, [source, closure(m, frame, node)], [], (lose) => {
    const found: Obj[] = [];
    let at = 0;
    let steps: Iterator<null> | null = null;
    return () => {
      steps ??= walk(m, frame, node, 0, source, found, lose);
      while (at === found.length) if (steps.next().done === true) return null;
      return found[at++] ?? null;
    };
  });
}

/** What runs when a generator is gone through by code that is not known. */
function closure(m: Machine, frame: Frame, node: PyListComp): FunctionObj {
  const made: PyLambda = { kind: "Lambda", params: [], body: { ...node, form: "list" }, span: node.span };
  const def = m.generators.get(node) ?? made;
  m.generators.set(node, def);
  const { length: doubts } = m.doubts;
  const nothing = new Map<string, Obj>();
  return {
    kind: "function",
    def,
    role: "plain",
    frame,
    defaults: nothing,
    annotations: nothing,
    options: nothing,
    doubts,
  };
}

function* walk(
  m: Machine,
  frame: Frame,
  node: PyListComp,
  at: number,
  source: Obj | null,
  found: Obj[],
  lose: (cause: Cause) => void,
): Generator<null> {
  const part = node.clauses[at];
  if (part === undefined) {
    found.push(evaluate(m, frame, node.element));
    yield null;
    return;
  }
  const from = source ?? evaluate(m, frame, part.iterable);
  const items = iterate(m, from, part.iterable.span);
  if (items.kind === "unknown") return lose(anyNumber(m, frame, node, at, items, from).cause);
  for (let item = items.next(); item !== null; item = items.next()) {
    step(m);
    assign(m, frame, part.target, item, part.iterable.span);
    const kept = conditions(m, frame, part.conditions);
    if (typeof kept !== "boolean") return lose(anyNumber(m, frame, node, at, kept, from).cause);
    if (kept) yield* walk(m, frame, node, at + 1, null, found, lose);
    const gone = items.lost();
    if (gone !== null) return lose(gone);
  }
}
