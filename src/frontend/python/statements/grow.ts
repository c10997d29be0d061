/** `xs.append(v)`, `xs.extend(ys)`, `xs += ys`, `xs.pop()`, `xs.clear()` of a list that the function makes (lists.ts). */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { shapeOf } from "../../../types/types.ts";
import type { PyCall, PyExpr } from "../ast.ts";
import { intConst } from "../build.ts";
import { infer } from "../expressions/index.ts";
import { loadAt } from "../expressions/iterate.ts";
import { grownBy } from "../grown_names.ts";
import { type Known, type KnownGrown, type KnownMixed, type KnownValue, knownError } from "../known.ts";
import { append, clear, pop } from "../lists.ts";
import { pathsOf, withPaths } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { toComputed } from "../value.ts";
import { hold } from "./bind.ts";
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
  const items = itemsOf(scope, known, span);
  if (items === null) return report(scope, diagnose("list-length", span, { name: list.name }));
  for (const [k, item] of items.entries()) append(scope, list, item, k, span);
}

function itemsOf(scope: Scope, known: Known, span: Span): readonly (KnownValue | KnownMixed)[] | null {
  const whole = toComputed(scope, known, span);
  const held = whole === null ? null : hold(scope, "items", whole);
  if (held === null || (held.kind !== "value" && held.kind !== "mixed")) return null;
  const [count] = shapeOf(held.expr.type);
  if (typeof count !== "number" || count > 256) return null;
  return Array.from({ length: count }, (_, k) => {
    const item = loadAt(held.expr, intConst(k, span), span);
    return withPaths(item, pathsOf(held), held.list && item.type.kind === "array");
  });
}
