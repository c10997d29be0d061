/** Offsets in a source text to the lines and columns that people count. */
import type { SourceFile } from "./diagnostic.ts";

export interface Position {
  readonly line: number; // from 1
  readonly column: number; // from 1, in characters (code points)
}

/** Where each line starts; a line ends with `\n`, `\r\n` or a lone `\r`, as in Python. */
export interface LineTable {
  readonly text: string;
  readonly starts: readonly number[];
}

export function lineTable(source: SourceFile): LineTable {
  const known = tables.get(source);
  if (known) return known;
  const table = { text: source.text, starts: lineStarts(source.text) };
  tables.set(source, table);
  return table;
}

// A memo that nobody can observe: a file with many diagnostics is measured once, and its text never changes.
const tables = new WeakMap<SourceFile, LineTable>();

function lineStarts(text: string): number[] {
  // A byte order mark is no character of the first line.
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
  return starts;
}

export function positionAt(table: LineTable, offset: number): Position {
  const line = lineAt(table, offset);
  const start = startOf(table, line);
  return { line, column: countCharacters(table.text.slice(start, offset)) + 1 };
}

export function lineAt(table: LineTable, offset: number): number {
  let low = 0;
  let high = table.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((table.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

export function startOf(table: LineTable, line: number): number {
  return table.starts[line - 1] ?? table.text.length;
}

/** The text of a line without its line end. */
export function lineText(table: LineTable, line: number): string {
  const from = startOf(table, line);
  const to = table.starts[line] ?? table.text.length;
  return table.text.slice(from, to).replace(/\r?\n$|\r$/, "");
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
