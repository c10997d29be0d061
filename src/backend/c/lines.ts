/** Lines of a generated file, each with the place in the source it came from. */

import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import { onOneLine } from "../../diagnostics/one_line.ts";
import type { Loops } from "../../loops/nodes.ts";
import type { Signature } from "./signature.ts";
import { wrapped } from "./wrap.ts";

export interface Line {
  readonly text: string;
  readonly span: Span | null;
  readonly checks: readonly Check[]; // what on this line may fault
}

export interface Check {
  readonly code: string; // as RunFault has it
  readonly span: Span;
  readonly index?: { readonly array: string; readonly axis: number; readonly size: number };
}

/** From lines of a generated file to the source: entry k is line k + 1. */
export type LineMap = readonly { readonly span: Span | null; readonly checks: readonly Check[] }[];

/** The place of a fault that `lutra fault CODE LINE` tells of: that of the check, or of the statement where several may be meant. */
export function placeOfFault(
  map: LineMap,
  line: number,
  code: string,
  words: readonly string[] = [],
): Span | null {
  return checkOfFault(map, line, code, words)?.span ?? map[line - 1]?.span ?? null;
}

/** The check that failed, where there is no doubt. `words` follow the line in what a fault says. */
export function checkOfFault(
  map: LineMap,
  line: number,
  code: string,
  words: readonly string[] = [],
): Check | null {
  const checks = (map[line - 1]?.checks ?? []).filter((check) => check.code === code);
  const likely = checks.filter(
    ({ index }) => index === undefined || words[1] === undefined || String(index.size) === words[1],
  );
  const [first, ...others] = likely.length > 0 ? likely : checks;
  if (first === undefined) return null;
  return others.every((other) => sameSpan(first.span, other.span)) ? first : null;
}

function sameSpan(a: Span, b: Span): boolean {
  return a.from === b.from && a.to === b.to;
}

/** A writer of lines: it indents, and says where in the source a statement came from. */
export interface Writer {
  readonly lines: Line[];
  indent: number;
  announced: number; // the source line that the last comment spoke of
}

export function newWriter(): Writer {
  return { lines: [], indent: 0, announced: 0 };
}

export function put(
  writer: Writer,
  text: string,
  span: Span | null = null,
  checks: readonly Check[] = [],
): void {
  const margin = text === "" || text.startsWith("#") ? "" : "  ".repeat(writer.indent);
  for (const line of wrapped(text, margin)) writer.lines.push({ text: line, span, checks });
}

/** Lines that are laid out already. */
export function putAsIs(writer: Writer, lines: readonly string[]): void {
  writer.lines.push(...lines.map((text) => ({ text, span: null, checks: [] })));
}

/** `// kernel.py:12  c[i] = a[i] + b[i]`, unless the last comment said so already. */
export function announce(writer: Writer, source: SourceFile, span: Span): void {
  const line = lineOf(source, span);
  if (line === writer.announced || source.text === "") return;
  writer.announced = line;
  const words = (source.text.split("\n")[line - 1] ?? "").trim();
  put(writer, comment(`${fileName(source)}:${line}  ${words}`), span);
}

function comment(text: string): string {
  return `// ${onOneLine(text)}`;
}

/** What a file is about, and what is called otherwise in it: C has no letters but those of ASCII, and words of its own. */
export function titleLines(loops: Loops, { name, parameters }: Signature, more = ""): readonly string[] {
  const names = [
    { name, source: loops.name },
    ...parameters.flatMap((one) => (one.source === null ? [] : [{ name: one.name, source: one.source }])),
  ];
  const other = names.filter((one) => one.name !== one.source).map((one) => `${one.source} is ${one.name}`);
  return [
    comment(`${fileName(loops.source)}: ${loops.name}${more}`),
    ...(other.length === 0 ? [] : [comment(`${other.join(", ")}.`)]),
  ];
}

function fileName({ path }: SourceFile): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

export function lineOf(source: SourceFile, span: Span): number {
  let line = 1;
  for (let at = source.text.indexOf("\n"); at >= 0 && at < span.from; at = source.text.indexOf("\n", at + 1))
    line++;
  return line;
}
