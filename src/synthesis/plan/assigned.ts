/** What the source assigns where: names for values, which keep their places in the source through all passes. */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { Stmt } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";

export interface Assigned {
  readonly target: string; // a variable or an array
  readonly value: Span | null; // null: a variable or a constant
  readonly statement: Span;
}

/** Each once, and only what the source itself calls so: passes make variables of their own, and copies of statements. */
export function assignedIn({ text }: SourceFile, body: readonly Stmt[]): readonly Assigned[] {
  const seen = new Set<string>();
  const found: Assigned[] = [];
  for (const stmt of statementsIn(body)) {
    if (stmt.kind !== "assign" && stmt.kind !== "store") continue;
    const target = stmt.kind === "assign" ? stmt.target : stmt.array;
    const value = "span" in stmt.value ? stmt.value.span : null;
    const { span: statement } = stmt.origin;
    const key = `${target} ${value === null ? "" : spanKey(value)} ${spanKey(statement)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (hasWord(text.slice(statement.from, statement.to), target)) found.push({ target, value, statement });
  }
  return found;
}

export function spanKey({ from, to }: Span): string {
  return `${from} ${to}`;
}

function hasWord(text: string, word: string): boolean {
  const isLetter = (letter: string | undefined): boolean =>
    letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}
