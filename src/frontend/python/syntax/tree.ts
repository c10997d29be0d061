/** lezer's tree of one statement, as plain nodes with offsets into the source. */
import { parser } from "@lezer/python";
import { mask } from "./mask.ts";
import { is, isCloser, isOpener, type Token } from "./tokens.ts";

export interface Node {
  readonly name: string; // lezer's name of the node or token
  readonly from: number;
  readonly to: number;
  readonly children: readonly Node[];
}

export type Parsed =
  | { readonly kind: "tree"; readonly statement: Node }
  | { readonly kind: "error"; readonly at: number } // the offset where no rule goes on
  | { readonly kind: "too deep" };

/** Deeper trees would endanger the stack of whoever walks them. */
export const DEEPEST_TREE = 400;

// One statement at a time needs no recovery: the first place where no rule goes on is the best place to point at.
const strict = parser.configure({ strict: true });

/** Parses the tokens of one statement, or of the head of a compound statement up to its colon. */
export function parseStatement(tokens: readonly Token[], head: boolean): Parsed {
  if (longestPath(tokens) > DEEPEST_PATH) return { kind: "too deep" };
  if (tokens.filter((t) => is(t, "lambda")).length > DEEPEST_TREE) return { kind: "too deep" };
  const masked = mask(tokens);
  const end = masked.from + masked.text.length;
  try {
    const tree = strict.parse(head ? `${masked.text} pass` : masked.text);
    const root = plainTree(tree.cursor(), masked.from, end);
    if (root === null) return { kind: "too deep" };
    const [statement] = root.children;
    if (statement === undefined) return { kind: "error", at: masked.from };
    return { kind: "tree", statement };
  } catch (problem) {
    if (!(problem instanceof SyntaxError)) throw problem;
    const at = Math.min(masked.from + Number(/\d+/.exec(problem.message)?.[0] ?? 0), end);
    const isFar = tokens.findIndex(({ from }) => from >= at) > MOST_TOKENS;
    return isFar ? { kind: "too deep" } : { kind: "error", at };
  }
}

interface Cursor {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
}

/** Null when the tree is too deep. Walks with its own stack. */
function plainTree(cursor: Cursor, base: number, end: number): Node | null {
  const make = (): Node & { readonly children: Node[] } => ({
    name: cursor.name,
    from: base + cursor.from,
    to: Math.min(base + cursor.to, end),
    children: [],
  });
  const root = make();
  const path = [root];
  let deeper = cursor.firstChild();
  while (path.length > 0) {
    if (deeper) {
      const node = make();
      path[path.length - 1]?.children.push(node);
      path.push(node);
      if (path.length > DEEPEST_TREE) return null;
      deeper = cursor.firstChild();
    } else {
      path.pop();
      if (path.length === 0) break;
      deeper = cursor.nextSibling();
      if (!deeper) cursor.parent();
    }
  }
  return root;
}

/** Behind so many tokens of one statement lezer's own stack may be full, which it tells as if the next token were wrong. */
const MOST_TOKENS = 2000;

/** lezer gives up on some deep input with a misleading error, so the depth is bounded before. */
const DEEPEST_PATH = 1000;

/** An upper bound of how deep the tree can be: operators and brackets on one path, between commas. */
function longestPath(tokens: readonly Token[]): number {
  const outer: number[] = [];
  let sum = 0; // over all open brackets
  let here = 0; // since the last comma
  let longest = 0;
  for (const token of tokens) {
    if (isOpener(token)) {
      here++;
      outer.push(here);
      sum += here;
      here = 0;
    } else if (isCloser(token)) {
      here = outer.pop() ?? 0;
      sum -= here;
    } else if (is(token, ",")) here = 0;
    else if (token.kind === "operator" || token.kind === "keyword") here++;
    longest = Math.max(longest, sum + here);
  }
  return longest;
}
