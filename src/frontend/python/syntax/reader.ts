/** What every transform of the tree needs: the text, its tokens, and a place for complaints. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyErrorExpr } from "../ast.ts";
import type { Report } from "./lexer.ts";
import { type Token, tokenAt } from "./tokens.ts";
import type { Node } from "./tree.ts";

export interface Reader {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly report: Report;
  readonly complained: (at: number) => boolean; // about the line of an offset, so that one mistake is told once
}

export function spanOf(node: Span): Span {
  return { from: node.from, to: node.to };
}

/** From the start of one to the end of another. */
export function across(first: Span, last: Span): Span {
  return { from: first.from, to: last.to };
}

/** The real text of the token where a node of the masked text stands. */
export function textAt(r: Reader, node: Span): string {
  return tokenAt(r.tokens, node.from)?.text ?? r.text.slice(node.from, node.to);
}

/** A name as Python compares it: in normal form KC. */
export function nameAt(r: Reader, node: Span): string {
  return textAt(r, node).normalize("NFKC");
}

export function errorExpr(span: Span): PyErrorExpr {
  return { kind: "ErrorExpr", span: spanOf(span) };
}

/** The children between commas, those of `for a, b in` apart; a trailing comma makes no group of its own. */
export function splitAtCommas(children: readonly Node[]): { groups: Node[][]; trailingComma: Node | null } {
  const groups: Node[][] = [];
  let group: Node[] = [];
  let trailingComma: Node | null = null;
  let inTarget = false;
  for (const child of children) {
    if (child.name === "for") inTarget = true;
    else if (child.name === "in") inTarget = false;
    if (child.name === "," && !inTarget) {
      groups.push(group);
      group = [];
      trailingComma = child;
    } else {
      group.push(child);
      trailingComma = null;
    }
  }
  if (group.length > 0) groups.push(group);
  return { groups, trailingComma };
}
