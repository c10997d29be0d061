/** `xs.append(v)`, `xs.extend(ys)`, `xs += ys`, `xs.pop()`, `xs.clear()` of a list that the function makes (lists.ts). */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { shapeOf } from "../../../types/types.ts";
import type { PyCall, PyExpr, PyName } from "../ast.ts";
import { intConst } from "../build.ts";
import { infer } from "../expressions/index.ts";
import { loadAt } from "../expressions/iterate.ts";
import { grownBy } from "../grown_names.ts";
import {
  isComputed,
  type Known,
  type KnownGrown,
  type KnownMixed,
  type KnownValue,
  knownError,
} from "../known.ts";
import { append, clear, grownValue, makeList, pop } from "../lists.ts";
import { pathsOf, withPaths } from "../mixed.ts";
import { itemMark, report, type Scope } from "../scope.ts";
import { toComputed } from "../value.ts";
import { bindKnown, hold } from "./bind.ts";
import { inferBlock } from "./index.ts";
import { callOnList } from "./list_methods.ts";

/** Whether the call changes such a list; then it is done. */
export function growList(scope: Scope, node: PyCall): boolean {
  const list = listOf(scope, grownBy(node));
  const method = node.callee.kind === "Attribute" ? node.callee.name : "";
  if (list === null || callOnList(scope, node) !== null) return list !== null;
  const [only, second] = node.args;
  const count = { append: 1, extend: 1, pop: 0, clear: 0 }[method];
  if (count === undefined || node.args.length !== count || node.keywords.length > 0 || second !== undefined) {
    report(scope, diagnose("list-method", node.span, { name: list.name, method }));
    return true;
  }
  if (method === "clear") clear(scope, list, node.span);
  else if (method === "pop") pop(scope, list, node.span);
  else if (only !== undefined && method === "append") appendValue(scope, list, only, node.span);
  else if (only !== undefined) extendList(scope, list, infer(scope, only), only.span);
  return true;
}

/** `xs.pop()` within an expression; null where the call is none. */
export function inferPop(scope: Scope, node: PyCall): Known | null {
  const list = listOf(scope, grownBy(node));
  if (list === null) return null;
  const isPop = node.callee.kind === "Attribute" && node.callee.name === "pop";
  if (isPop && node.args.length === 0 && scope.lazy === 0 && scope.closed === 0)
    return pop(scope, list, node.span);
  const method = node.callee.kind === "Attribute" ? node.callee.name : "";
  report(scope, diagnose("list-method", node.span, { name: list.name, method }));
  return knownError;
}

/** The list that the name stands for here, where the function makes it. */
export function listOf(scope: Scope, name: string | null): KnownGrown | null {
  const binding = name === null ? undefined : scope.env?.get(name);
  return binding?.kind === "bound" && binding.definite && binding.known.kind === "grown"
    ? binding.known
    : null;
}

function appendValue(scope: Scope, list: KnownGrown, node: PyExpr, span: Span): void {
  const known = infer(scope, node);
  if (known.kind === "error") return;
  const item = toComputed(scope, known, node.span);
  if (item !== null) append(scope, list, item, 0, span);
}

/** One element after the other, as they are now. */
export function extendList(scope: Scope, list: KnownGrown, known: Known, span: Span): void {
  if (known.kind === "error" || (known.kind === "tuple" && known.items.length === 0)) return;
  const whole = known.kind === "range" ? known : toComputed(scope, known, span);
  const held = whole === null ? null : hold(scope, "items", whole);
  if (held === null || held.kind === "error") return;
  const items = itemsOf(held, span);
  if (items === null) return extendByLoop(scope, list, held, span);
  for (const [k, item] of items.entries()) append(scope, list, item, k, span);
}

/** Null where they are many, or as many as only a run knows. */
function itemsOf(held: Known, span: Span): readonly (KnownValue | KnownMixed)[] | null {
  if (held.kind !== "value" && held.kind !== "mixed") return null;
  const [count] = shapeOf(held.expr.type);
  if (typeof count !== "number" || count > mostWritten) return null;
  return Array.from({ length: count }, (_, k) => {
    const item = loadAt(held.expr, intConst(k, span), span);
    return withPaths(item, pathsOf(held), held.list && item.type.kind === "array");
  });
}

/** More elements are appended by a loop. */
const mostWritten = 16;

/** `for x in items: xs.append(x)`, with names that Python does not know. */
function extendByLoop(scope: Scope, list: KnownGrown, items: Known, span: Span): void {
  const own = (name: string): PyName => ({ kind: "Name", id: `${name}_${span.from}${itemMark}`, span });
  const [target, iterable, grown] = [own("extends_by"), own("extended_by"), own("extended")];
  const append: PyExpr = { kind: "Attribute", value: grown, name: "append", nameSpan: span, span };
  const value: PyExpr = { kind: "Call", callee: append, args: [target], keywords: [], span };
  bindKnown(scope, iterable.id, items, span);
  bindKnown(scope, grown.id, list, span);
  const body = [{ kind: "ExprStmt", value, span }] as const;
  inferBlock(scope, [{ kind: "For", target, iterable, body, orElse: [], span, header: span }]);
  for (const { id } of [target, iterable, grown]) scope.env?.delete(id);
}

/** `xs + ys` of lists is a list of its own; null where no statement can stand before the value. */
export function joinLists(scope: Scope, left: Part, right: Part, span: Span): Known | null {
  if (scope.lazy > 0 || scope.closed > 0 || scope.env === null) return null;
  const id = `joined_${span.from}_${span.to}${itemMark}`;
  const list = makeList(scope, id, null, span);
  if (list === null) return knownError;
  bindKnown(scope, id, list, span);
  for (const { known, span: at } of [left, right]) extendList(scope, list, known, at);
  const found = scope.env === null ? knownError : grownValue(scope, list, span);
  scope.env?.delete(id);
  return isComputed(found) ? { ...found, isFresh: true } : found;
}

interface Part {
  readonly known: Known;
  readonly span: Span;
}
