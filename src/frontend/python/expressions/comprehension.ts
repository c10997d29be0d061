/**
 * `[f(x) for x in a]`: one value for each item, as a map; `[… for x in a for y in b if x < y]`, item by item. Where data say
 * how many there are, or there are many, it is the list that a loop appends to (counted.ts).
 */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { array, elementOf, pythonInt, shapeOf } from "../../../types/types.ts";
import type { PyComprehension, PyExpr, PyListComp } from "../ast.ts";
import { intConst } from "../build.ts";
import type { Env } from "../environment.ts";
import { type Known, type KnownMixed, type KnownTuple, type KnownValue, knownError } from "../known.ts";
import { pathsOf, withPaths } from "../mixed.ts";
import { freshName, remembered, report, type Scope, textOf } from "../scope.ts";
import { toComputed } from "../value.ts";
import { countedList } from "./counted.ts";
import { infer } from "./index.ts";
import { sequenceOf } from "./iterate.ts";
import { constantTruth, inferTruth } from "./logic.ts";
import { refuseNamed } from "./named.ts";

export function inferComprehension(scope: Scope, node: PyListComp): Known {
  if (refuseNamed(scope, node)) return knownError;
  if (scope.lazy > 0 || scope.closed > 0) return inAnyOrder(scope, node);
  const { diagnostics } = scope.unit;
  const before = diagnostics.length;
  const undo = remembered(scope);
  const known = inAnyOrder(scope, node);
  if (!diagnostics.slice(before).some(({ code }) => needsOrder.has(code))) return known;
  undo();
  const counted = countedList(scope, node);
  if (counted !== null && !diagnostics.slice(before).some(({ severity }) => severity === "error"))
    return counted;
  undo();
  return inAnyOrder(scope, node);
}

/** What elements that statements compute one after the other may do. */
const needsOrder: ReadonlySet<string> = new Set(["call-changes-argument", "mask-read", "list-method"]);

function inAnyOrder(scope: Scope, node: PyListComp): Known {
  const [clause, second] = node.clauses;
  const isMap = clause !== undefined && second === undefined && clause.conditions.length === 0;
  return isMap ? mapOf(scope, node, clause) : itemByItem(scope, node);
}

/** One clause without conditions: a map over its positions. */
function mapOf(scope: Scope, node: PyListComp, clause: PyComprehension): Known {
  const iterable = infer(scope, clause.iterable);
  if (iterable.kind === "tuple" && !isUniform(iterable)) return itemByItem(scope, node);
  const sequence = sequenceOf(scope, iterable, clause.iterable.span);
  if (sequence === null) return knownError;
  if (sequence.count === 0) return { kind: "tuple", form: "list", items: [] };
  if (typeof sequence.count !== "number")
    return inLoop(
      scope,
      node,
      diagnose("unknown-shape", clause.iterable.span, { what: "the length of this list" }),
    );
  const param = freshName(scope, "position");
  const k: Expr = { kind: "element", param, offsets: null, type: pythonInt, span: clause.iterable.span };
  const body = inItem(scope, clause.target, sequence.at(k), node.element);
  if (body === null) return knownError;
  const positions: Expr = {
    kind: "arange",
    start: intConst(0, clause.iterable.span),
    step: intConst(1, clause.iterable.span),
    type: array(pythonInt, [sequence.count]),
    span: clause.iterable.span,
  };
  const { type: item } = body.expr;
  const type = array(elementOf(item), [sequence.count, ...shapeOf(item)]);
  const expr: Expr = {
    kind: "map",
    params: [{ name: param, source: positions }],
    body: body.expr,
    type,
    span: node.span,
  };
  return withPaths(expr, pathsOf(body), true);
}

/** Whether one typing of the element serves all items. */
function isUniform(tuple: KnownTuple): boolean {
  return tuple.items.every(({ kind }) => kind === "value" || kind === "mixed");
}

/** Several clauses, or conditions: each element is typed on its own, with items and conditions known now. */
function itemByItem(scope: Scope, node: PyListComp): Known {
  const items: Known[] = [];
  const outer = scope.env;
  scope.env = new Map(outer);
  scope.lazy++;
  scope.closed++;
  const found = eachItem(scope, node, 0, items);
  scope.closed--;
  scope.lazy--;
  scope.env = outer;
  if (found === "complete") return { kind: "tuple", form: "list", items };
  return found === "mistaken" ? knownError : inLoop(scope, node, found);
}

/** With the reason why it has to be one. */
function inLoop(scope: Scope, node: PyListComp, reason: Diagnostic): Known {
  const counted = countedList(scope, node);
  if (counted !== null) return counted;
  report(scope, reason);
  return knownError;
}

/** More elements than this are written as a loop. */
const mostItems = 1024;

/** Mistakes are told; else there is a reason why this is not known now. */
type Outcome = "complete" | "mistaken" | Diagnostic;

function eachItem(scope: Scope, node: PyListComp, at: number, items: Known[]): Outcome {
  const clause = node.clauses[at];
  if (clause === undefined) {
    const known = infer(scope, node.element);
    items.push(known);
    return known.kind === "error" ? "mistaken" : "complete";
  }
  const iterable = infer(scope, clause.iterable);
  if (iterable.kind === "error") return "mistaken";
  const parts = partsOf(scope, iterable, clause.iterable.span);
  if (parts === "mistaken" || "code" in parts) return parts;
  if (items.length + parts.length > mostItems)
    return diagnose("comprehension-form", node.span, { condition: null });
  for (const part of parts) {
    if (scope.env === null || !bindTarget(scope, scope.env, clause.target, part)) return "mistaken";
    const kept = keptBy(scope, clause);
    if (typeof kept !== "boolean") return kept;
    const found = kept ? eachItem(scope, node, at + 1, items) : "complete";
    if (found !== "complete") return found;
  }
  return "complete";
}

/** Whether all conditions hold. */
function keptBy(scope: Scope, clause: PyComprehension): boolean | Exclude<Outcome, "complete"> {
  for (const condition of clause.conditions) {
    const test = inferTruth(scope, condition);
    if (test === null) return "mistaken";
    const holds = constantTruth(test);
    if (holds === null)
      return diagnose("comprehension-form", condition.span, { condition: textOf(scope, condition.span) });
    if (!holds) return false;
  }
  return true;
}

function partsOf(scope: Scope, iterable: Known, span: Span): readonly Known[] | Exclude<Outcome, "complete"> {
  if (iterable.kind === "tuple") return iterable.items;
  const sequence = sequenceOf(scope, iterable, span);
  if (sequence === null) return "mistaken";
  if (typeof sequence.count !== "number")
    return diagnose("unknown-shape", span, { what: "the length of this list" });
  const { at, count } = sequence;
  return Array.from({ length: Math.min(count, mostItems + 1) }, (_, k) => at(intConst(k, span)));
}

function inItem(scope: Scope, target: PyExpr, item: Known, element: PyExpr): KnownValue | KnownMixed | null {
  const outer = scope.env;
  const env: Env = new Map(outer);
  if (!bindTarget(scope, env, target, item)) return null;
  scope.env = env;
  scope.lazy++;
  scope.closed++;
  const known = infer(scope, element);
  scope.closed--;
  scope.lazy--;
  const body = known.kind === "error" ? null : toComputed(scope, known, element.span);
  scope.env = outer;
  return body;
}

function bindTarget(scope: Scope, env: Env, target: PyExpr, item: Known): boolean {
  if (target.kind === "Name") {
    env.set(target.id, { kind: "bound", known: item, slot: null, definite: true, span: target.span });
    return true;
  }
  if (target.kind === "Tuple" && item.kind === "tuple" && item.items.length === target.elements.length) {
    return target.elements.every((part, i) => {
      const known = item.items[i];
      return known !== undefined && bindTarget(scope, env, part, known);
    });
  }
  report(scope, diagnose("bad-target", target.span, {}));
  return false;
}
