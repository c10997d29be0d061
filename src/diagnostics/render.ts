/**
 * Diagnostics as people and programs read them.
 *
 *     error[unknown-name]: `totl` is not defined
 *      --> sum.py:4:12
 *       |
 *     4 |     return totl
 *       |            ^^^^
 *       = help: did you mean `total`?
 */
import pc from "picocolors";
import type { Diagnostic, Note, SourceFile, Span } from "./diagnostic.ts";
import { type LineTable, lineAt, lineTable, lineText, positionAt, startOf } from "./positions.ts";
import { cellWidth } from "./width.ts";

export interface RenderOptions {
  readonly color: boolean;
}

export function renderDiagnostic(source: SourceFile, d: Diagnostic, options: RenderOptions): string {
  const table = lineTable(source);
  const paint = paintFor(d.severity, options.color);
  const lines = [d.span, ...(d.notes ?? []).map((n) => n.span)].map((s) => lineAt(table, s.from));
  const gutter = " ".repeat(String(Math.max(...lines)).length);

  const out = [`${paint.title(`${d.severity}[${d.code}]`)}${paint.strong(`: ${d.message}`)}`];
  out.push(...excerpt(source, table, d.span, "^", paint.title, gutter, paint));
  for (const note of d.notes ?? []) {
    out.push(`${gutter} ${paint.frame("=")} ${paint.strong("note")}: ${note.message}`);
    out.push(...excerpt(source, table, note.span, "-", paint.frame, gutter, paint));
  }
  if (d.help !== undefined) {
    out.push(`${gutter} ${paint.frame("=")} ${paint.help("help")}: ${indentRest(d.help, gutter.length + 9)}`);
  }
  return out.join("\n");
}

/** A remark about another file than the diagnostic's: a title and the line it is about. */
export function renderNote(source: SourceFile, note: Note, options: RenderOptions): string {
  const table = lineTable(source);
  const paint = paintFor("warning", options.color);
  const gutter = " ".repeat(String(lineAt(table, note.span.from)).length);
  const lines = excerpt(source, table, note.span, "-", paint.frame, gutter, paint);
  return [`${paint.strong("note")}: ${note.message}`, ...lines].join("\n");
}

/** All of them, in the order of the source, and a closing line such as `2 errors, 1 warning`. */
export function renderAll(source: SourceFile, all: readonly Diagnostic[], options: RenderOptions): string {
  if (all.length === 0) return "";
  const sorted = [...all].sort((a, b) => a.span.from - b.span.from);
  const blocks = sorted.map((d) => renderDiagnostic(source, d, options));
  return `${blocks.join("\n\n")}\n\n${countLine(all)}\n`;
}

export function countLine(all: readonly Diagnostic[]): string {
  const errors = all.filter((d) => d.severity === "error").length;
  const warnings = all.length - errors;
  const counted = [plural(errors, "error"), plural(warnings, "warning")].filter((text) => text !== "");
  return counted.length === 0 ? "no errors" : counted.join(", ");
}

export interface DiagnosticJson {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  readonly help: string | null;
  readonly notes: readonly NoteJson[];
}

export interface NoteJson {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
}

export function diagnosticJson(source: SourceFile, d: Diagnostic): DiagnosticJson {
  const table = lineTable(source);
  return {
    code: d.code,
    severity: d.severity,
    file: source.path,
    ...range(table, d.span),
    message: d.message,
    help: d.help ?? null,
    notes: (d.notes ?? []).map((n) => ({ ...range(table, n.span), message: n.message })),
  };
}

function range(table: LineTable, span: Span) {
  const from = positionAt(table, span.from);
  const to = positionAt(table, span.to);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function excerpt(
  source: SourceFile,
  table: LineTable,
  span: Span,
  mark: string,
  color: (text: string) => string,
  gutter: string,
  paint: Paint,
): string[] {
  const { line, column } = positionAt(table, span.from);
  const start = startOf(table, line);
  const text = lineText(table, line);
  const end = Math.min(span.to - start, text.length);
  const shown = clip(cells(text, span.from - start, end));
  const lastLine = lineAt(table, Math.max(span.from, span.to - 1));
  const further = lastLine > line ? ` to line ${lastLine}` : "";
  const number = String(line).padStart(gutter.length);
  return [
    `${gutter}${paint.frame("-->")} ${source.path}:${line}:${column}`,
    `${gutter} ${paint.frame("|")}`,
    `${paint.frame(`${number} |`)} ${shown.text}`.trimEnd(),
    `${gutter} ${paint.frame("|")} ${" ".repeat(shown.from)}${color(mark.repeat(Math.max(1, shown.to - shown.from)) + further)}`,
  ];
}

interface Shown {
  readonly text: string;
  readonly from: number; // the marked cells
  readonly to: number;
}

const TAB = 4;

/** The line as the terminal shows it: tabs expanded, control characters made visible, the span in cells. */
function cells(line: string, spanFrom: number, spanTo: number): Shown {
  const out: string[] = [];
  let cell = 0;
  let offset = 0;
  let from = -1;
  let to = -1;
  for (const character of line) {
    if (from < 0 && offset >= spanFrom) from = cell;
    if (to < 0 && offset >= spanTo) to = cell;
    const text = visible(character, cell);
    out.push(text);
    cell += character === "\t" ? text.length : text === "\ufffd" ? 1 : cellWidth(character);
    offset += character.length;
  }
  if (from < 0) from = cell;
  if (to < 0) to = cell;
  return { text: out.join(""), from, to };
}

function visible(character: string, cell: number): string {
  if (character === "\t") return " ".repeat(TAB - (cell % TAB));
  const code = character.codePointAt(0) ?? 0;
  const control = code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000);
  const bidi = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return control || bidi || code === 0x2028 || code === 0x2029 ? "\ufffd" : character;
}

const WIDEST = 120;
const BEFORE = 40;

/** A very long line shows only what stands around the span. */
function clip(shown: Shown): Shown {
  const characters = [...shown.text];
  if (characters.length <= WIDEST) return shown;
  // Cells and characters are taken as equal here; a wide character only moves the window a little.
  const first = Math.max(0, Math.min(shown.from - BEFORE, characters.length - WIDEST));
  const last = Math.min(characters.length, first + WIDEST);
  const head = first > 0 ? "..." : "";
  const tail = last < characters.length ? "..." : "";
  const from = shown.from - first + head.length;
  const to = Math.min(shown.to, last) - first + head.length;
  return { text: head + characters.slice(first, last).join("") + tail, from, to };
}

interface Paint {
  readonly title: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly frame: (text: string) => string;
  readonly help: (text: string) => string;
}

function paintFor(severity: Diagnostic["severity"], color: boolean): Paint {
  const c = pc.createColors(color);
  const hue = severity === "error" ? c.red : c.yellow;
  return {
    title: (text) => c.bold(hue(text)),
    strong: c.bold,
    frame: c.blue,
    help: (text) => c.bold(c.green(text)),
  };
}

function indentRest(text: string, width: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(width)}`);
}

function plural(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
