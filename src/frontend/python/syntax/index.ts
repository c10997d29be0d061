/**
 * Python source to a syntax tree.
 *
 *     const { module, diagnostics } = parsePython({ path: "blur.py", text });
 *
 * Any text is allowed. Text that is not Python gives diagnostics and ErrorStmt or ErrorExpr nodes in its place; valid
 * Python outside the kernel language gives UnsupportedStmt or UnsupportedExpr nodes and no diagnostic.
 */
import { type Code, diagnose, type Facts } from "../../../diagnostics/catalogue/index.ts";
import type { Diagnostic, SourceFile, Span } from "../../../diagnostics/diagnostic.ts";
import { lineAt, lineTable } from "../../../diagnostics/positions.ts";
import type { PyModule } from "../ast.ts";
import { block } from "./blocks.ts";
import { tokenize } from "./lexer.ts";
import type { Token } from "./tokens.ts";

export interface ParsedPython {
  readonly module: PyModule;
  readonly diagnostics: readonly Diagnostic[];
  readonly tokens: readonly Token[];
}

/** A source never changes, so its tree is kept as long as the source is: a command looks at it more than once. */
export function parsePython(source: SourceFile): ParsedPython {
  const known = trees.get(source);
  if (known !== undefined) return known;
  const parsed = parse(source);
  trees.set(source, parsed);
  return parsed;
}

// A memo that nobody can observe: the tree is of the text alone.
const trees = new WeakMap<SourceFile, ParsedPython>();

function parse(source: SourceFile): ParsedPython {
  const complaints = firstOfEachLine(source);
  const tokens = tokenize(source.text, complaints.report);
  const reader = { text: source.text, tokens, ...complaints };
  const body = block(reader, { tokens, at: 0 }, { inFunction: false, inLoop: false });
  const module = { body, span: { from: 0, to: source.text.length } };
  return { module, diagnostics: complaints.all(), tokens };
}

const MOST_DIAGNOSTICS = 20;

/** One mistake often shows in several ways: the first complaint about a line is kept, and at most twenty in all. */
function firstOfEachLine(source: SourceFile) {
  const byLine = new Map<number, Diagnostic>();
  return {
    report: <C extends Code>(code: C, span: Span, facts: Facts<C>): void => {
      const line = lineAt(lineTable(source), span.from);
      if (!byLine.has(line)) byLine.set(line, diagnose(code, { from: span.from, to: span.to }, facts));
    },
    complained: (at: number): boolean => byLine.has(lineAt(lineTable(source), at)),
    all: (): Diagnostic[] =>
      [...byLine.values()].sort((a, b) => a.span.from - b.span.from).slice(0, MOST_DIAGNOSTICS),
  };
}
