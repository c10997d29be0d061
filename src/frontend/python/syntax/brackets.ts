/** Brackets that are open, and what is wrong with one that closes. */
import type { Push, Report } from "./lexer.ts";
import { CLOSERS, type Token } from "./tokens.ts";

export interface Bracketing {
  readonly isOpen: () => boolean;
  readonly open: (bracket: Token) => void;
  readonly close: (bracket: string, from: number) => void;
  /** The rest of the line cannot be inside of what is open; `end`: of what was read. */
  readonly abandon: (end: number) => void;
  readonly startLine: () => void;
}

/** As deep as CPython lets brackets nest. */
const DEEPEST_BRACKETS = 200;

export function bracketing(report: Report, push: Push): Bracketing {
  const brackets: Token[] = [];
  let tooDeep = false; // told, for this line

  function open(bracket: Token): void {
    brackets.push(bracket);
    if (brackets.length <= DEEPEST_BRACKETS || tooDeep) return;
    tooDeep = true;
    report("too-deep", bracket, { what: "this expression is" });
    push("bad", bracket.to, bracket.to);
  }

  function close(bracket: string, from: number): void {
    const span = { from, to: from + 1 };
    const opener = brackets[brackets.length - 1];
    if (opener === undefined) {
      report("unmatched-bracket", span, { bracket });
      push("bad", from, from + 1);
      return;
    }
    const expected = CLOSERS[opener.text] ?? "";
    if (expected === bracket) {
      brackets.pop();
      push("operator", from, from + 1);
      return;
    }
    report("mismatched-bracket", span, { bracket, opener: opener.text, expected });
    push("bad", from, from + 1);
    // The closer of an outer bracket closes what is inside as well; any other stands for the one expected.
    const outer = brackets.findLastIndex((b) => CLOSERS[b.text] === bracket);
    brackets.length = outer >= 0 ? outer : brackets.length - 1;
  }

  function abandon(end: number): void {
    const opener = brackets[brackets.length - 1];
    if (opener === undefined) return;
    if (!tooDeep)
      report("unclosed-bracket", opener, { bracket: opener.text, closer: CLOSERS[opener.text] ?? "" });
    push("bad", end, end);
    brackets.length = 0;
  }

  const startLine = (): void => {
    tooDeep = false;
  };
  return { isOpen: () => brackets.length > 0, open, close, abandon, startLine };
}
