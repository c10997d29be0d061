/** Blocks from leading white space, by CPython's rules for tabs: a tab goes to a multiple of eight, and must mean the same as one column. */
import type { Report } from "./lexer.ts";
import type { TokenKind } from "./tokens.ts";

interface Level {
  readonly column: number; // with tabs of eight
  readonly narrow: number; // with tabs of one
}

export interface Indentation {
  /** Reads the white space of a line that starts a statement; its next offset, or null if it is nested too deeply. */
  readonly enterLine: (at: number) => number | null;
  readonly close: (at: number) => void;
}

/** As deep as CPython lets blocks nest. */
const DEEPEST_BLOCKS = 100;

export function indentation(
  text: string,
  report: Report,
  push: (kind: TokenKind, from: number, to: number) => void,
): Indentation {
  const levels: Level[] = [{ column: 0, narrow: 0 }];
  const top = (): Level => levels[levels.length - 1] ?? { column: 0, narrow: 0 };

  function enterLine(from: number): number | null {
    const { level, at } = measure(text, from);
    if (isBlank(text, at)) return at;
    const span = { from, to: Math.max(at, from + 1) };
    if (level.column > top().column) {
      if (level.narrow <= top().narrow) report("mixed-indentation", span, {});
      if (levels.length >= DEEPEST_BLOCKS) {
        report("too-deep", span, { what: "this block is" });
        push("indent", at, at);
        push("bad", at, at);
        levels.push(level);
        return null;
      }
      levels.push(level);
      push("indent", at, at);
      return at;
    }
    let last: Level | undefined;
    while (level.column < top().column) {
      last = levels.pop();
      // A line between two levels stays in the inner block: its neighbours then need no second message.
      if (level.column > top().column) {
        report("unmatched-dedent", span, {});
        levels.push({ column: level.column, narrow: last?.narrow ?? level.narrow });
        return at;
      }
      push("dedent", at, at);
    }
    if (level.narrow !== top().narrow) report("mixed-indentation", span, {});
    return at;
  }

  return {
    enterLine,
    close: (at) => {
      for (; levels.length > 1; levels.pop()) push("dedent", at, at);
    },
  };
}

function measure(text: string, from: number): { level: Level; at: number } {
  let column = 0;
  let narrow = 0;
  let at = from;
  for (; ; at++) {
    const c = text.charAt(at);
    if (c === " ") {
      column++;
      narrow++;
    } else if (c === "\t") {
      column = (Math.floor(column / 8) + 1) * 8;
      narrow++;
    } else if (c === "\f") {
      column = 0;
      narrow = 0;
    } else {
      return { level: { column, narrow }, at };
    }
  }
}

function isBlank(text: string, at: number): boolean {
  const c = text.charAt(at);
  return c === "" || c === "\n" || c === "\r" || c === "#";
}
