/** Calls and their arguments. */
import { bug } from "../../../types/fault.ts";
import type { PyCall, PyExpr, PyKeyword } from "../ast.ts";
import { comprehension } from "./comprehensions.ts";
import { expression, inside, walrus } from "./expressions.ts";
import { across, errorExpr, nameAt, type Reader, spanOf, splitAtCommas, textAt } from "./reader.ts";
import type { Node } from "./tree.ts";

export function call(r: Reader, node: Node): PyCall {
  const [callee, list] = node.children;
  if (callee === undefined || list === undefined) return bug("a call without arguments");
  const args: PyExpr[] = [];
  const keywords: PyKeyword[] = [];
  const { groups, trailingComma } = splitAtCommas(inside(list));
  const alone = groups.length === 1 && trailingComma === null;
  for (const group of groups) {
    const argument = readArgument(r, group, list, alone);
    if (argument.kind === "keyword") {
      checkKeyword(r, argument.keyword, keywords);
      keywords.push(argument.keyword);
    } else {
      checkPosition(r, argument.value, keywords);
      args.push(argument.value);
    }
  }
  return { kind: "Call", callee: expression(r, callee), args, keywords, span: spanOf(node) };
}

type Argument =
  | { readonly kind: "positional"; readonly value: PyExpr }
  | { readonly kind: "keyword"; readonly keyword: PyKeyword };

function readArgument(r: Reader, group: readonly Node[], list: Node, alone: boolean): Argument {
  const [first, second, third] = group;
  const last = group[group.length - 1];
  if (first === undefined || last === undefined) return bug("an empty argument");
  const span = across(first, last);
  if (group.some((n) => n.name === "for")) {
    if (!alone || second?.name === "AssignOp") {
      r.report("bare-generator", span, {});
      return { kind: "positional", value: errorExpr(span) };
    }
    // The parentheses of the call are those of the generator, as in CPython.
    return { kind: "positional", value: comprehension(r, group, "generator", spanOf(list)) };
  }
  if (first.name === "**" && second) {
    return { kind: "keyword", keyword: { name: null, value: expression(r, second), span } };
  }
  if (first.name === "*" && second) {
    return { kind: "positional", value: { kind: "Starred", value: expression(r, second), span } };
  }
  if (second?.name === "AssignOp" && third) {
    if (textAt(r, second) === ":=") return { kind: "positional", value: walrus(r, group, span) };
    return { kind: "keyword", keyword: { name: nameAt(r, first), value: expression(r, third), span } };
  }
  return { kind: "positional", value: expression(r, first) };
}

function checkKeyword(r: Reader, keyword: PyKeyword, before: readonly PyKeyword[]): void {
  const { name } = keyword;
  if (name !== null && before.some((k) => k.name === name))
    r.report("duplicate-keyword", keyword.span, { name });
}

function checkPosition(r: Reader, value: PyExpr, before: readonly PyKeyword[]): void {
  const allowed = value.kind === "Starred" ? before.every((k) => k.name !== null) : before.length === 0;
  if (!allowed && value.kind !== "ErrorExpr") r.report("positional-after-keyword", value.span, {});
}
