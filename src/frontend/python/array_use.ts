/** Whether the text of a function takes a name for an array: `a[i]`, `a.shape`, `len(a)`, `for x in a`. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { PyExpr, PyStmt } from "./ast.ts";

/** The first place that does, or null. Nothing is typed yet, so that a name of an inner function counts too. */
export function arrayUse(body: readonly PyStmt[], name: string): Span | null {
  for (const node of nodesIn(body)) {
    const span = arraySpan(node, name);
    if (span !== null) return span;
  }
  return null;
}

export type PyNode = PyStmt | PyExpr;

function arraySpan(node: PyNode, name: string): Span | null {
  const isIt = (expr: PyExpr | undefined): boolean => expr?.kind === "Name" && expr.id === name;
  switch (node.kind) {
    case "Subscript":
      return isIt(node.value) ? node.span : null;
    case "Attribute":
      return isIt(node.value) && ofArrays.has(node.name) ? node.span : null;
    case "For":
      return isIt(node.iterable) ? node.iterable.span : null;
    case "Call":
      return node.callee.kind === "Name" && overArrays.has(node.callee.id) && node.args.some(isIt)
        ? node.span
        : null;
    default:
      return null;
  }
}

const ofArrays: ReadonlySet<string> = new Set("shape T ndim size reshape flatten ravel transpose".split(" "));
const overArrays: ReadonlySet<string> = new Set("len enumerate zip map dot sum".split(" "));

/** In the order of the text. */
export function* nodesIn(value: unknown): Generator<PyNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if ("kind" in value && "span" in value) yield value as PyNode;
  for (const part of Object.values(value)) yield* nodesIn(part);
}
