/** `a.b` and `a[…]`. */
import { bug } from "../../../types/fault.ts";
import type { PyExpr, PySlice } from "../ast.ts";
import { element, expression } from "./expressions.ts";
import { across, nameAt, type Reader, spanOf, splitAtCommas, textAt } from "./reader.ts";
import { KEYWORDS } from "./tokens.ts";
import type { Node } from "./tree.ts";

export function member(r: Reader, node: Node): PyExpr {
  const [object, mark, ...rest] = node.children;
  if (object === undefined || mark === undefined) return bug("a member of nothing");
  const value = expression(r, object);
  const span = spanOf(node);
  if (mark.name === "[") {
    const { groups } = splitAtCommas(rest.slice(0, -1));
    return { kind: "Subscript", value, index: groups.map((group) => indexPart(r, group)), span };
  }
  const [name] = rest;
  if (name === undefined) return bug("a member without name");
  const keyword = textAt(r, name);
  if (KEYWORDS.has(keyword)) r.report("keyword-as-name", name, { keyword });
  return { kind: "Attribute", value, name: nameAt(r, name), nameSpan: spanOf(name), span };
}

function indexPart(r: Reader, group: readonly Node[]): PyExpr {
  return group.some((n) => n.name === ":") ? slice(r, group) : element(r, group);
}

/** `start:stop:step`, each part optional. */
function slice(r: Reader, group: readonly Node[]): PySlice {
  const parts: (PyExpr | null)[] = [null];
  for (const node of group) {
    if (node.name === "NamedExpression") r.report("unexpected", node, { found: ":=", where: "in a slice" });
    if (node.name === ":") parts.push(null);
    else parts[parts.length - 1] = expression(r, node);
  }
  const first = group[0];
  const last = group[group.length - 1];
  if (first === undefined || last === undefined) return bug("an empty slice");
  const [start = null, stop = null, step = null] = parts;
  return { kind: "Slice", start, stop, step, span: across(first, last) };
}
