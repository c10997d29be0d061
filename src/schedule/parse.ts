/**
 * Reads the text form of a schedule: one primitive a line, values in order or as `name=value`, `#` starts a comment.
 *
 *     const parsed = parseSchedule("split i 8\npipeline i.outer\n");
 *     if (parsed.ok) apply(loops, parsed.schedule);
 */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import { closest } from "../diagnostics/closest.ts";
import type { Diagnostic, SourceFile, Span } from "../diagnostics/diagnostic.ts";
import { checkShape } from "./check.ts";
import type { ArgValue, ParamSpec } from "./primitive.ts";
import { primitiveNamed, primitives } from "./primitives/index.ts";
import type { Schedule, Step } from "./schedule.ts";

export type ParsedSchedule =
  | {
      readonly ok: true;
      readonly schedule: Schedule;
      readonly source: SourceFile;
      readonly spans: readonly Span[]; // of each step in the text
    }
  | { readonly ok: false; readonly source: SourceFile; readonly diagnostics: readonly Diagnostic[] };

export function parseSchedule(text: string | SourceFile): ParsedSchedule {
  const source = typeof text === "string" ? { path: "schedule", text } : text;
  const diagnostics: Diagnostic[] = [];
  const schedule: Step[] = [];
  const spans: Span[] = [];
  let from = 0;
  for (const line of source.text.split("\n")) {
    const words = wordsOf(line.replace(/\r$/, ""), from);
    from += line.length + 1;
    if ("code" in words) {
      diagnostics.push(words);
      continue;
    }
    const [first] = words;
    if (first === undefined) continue;
    const span = { from: first.span.from, to: (words.at(-1) ?? first).span.to };
    const step = stepOf(first, words.slice(1), span);
    if ("code" in step) diagnostics.push(step);
    else {
      schedule.push(step);
      spans.push(span);
    }
  }
  if (diagnostics.length > 0) return { ok: false, source, diagnostics };
  return { ok: true, schedule, source, spans };
}

/** A value, or the parts of one that commas separate, perhaps with the name of its parameter. */
interface Word {
  readonly key: string | null;
  readonly parts: readonly string[]; // split at the commas that stand outside of quotes
  readonly text: string; // not split
  readonly quoted: boolean;
  readonly span: Span;
}

const keyPattern = /([A-Za-z_]\w*)=/y;
const quotedPattern = /"(?:[^"\\]|\\.)*"/y;
const barePattern = /[^\s"#=,]+/y;

function wordsOf(line: string, offset: number): readonly Word[] | Diagnostic {
  const words: Word[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(line)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const wrong = (problem: string, to = line.length): Diagnostic =>
    diagnose("schedule-syntax", { from: offset + at, to: offset + Math.max(at + 1, to) }, { problem });
  for (;;) {
    match(/\s+/y);
    if (at >= line.length || line[at] === "#") return words;
    const start = at;
    const key = match(keyPattern)?.slice(0, -1) ?? null;
    const parts: string[] = [];
    const pieces: string[] = [];
    let quoted = false;
    let text = "";
    for (;;) {
      const quotedPiece = match(quotedPattern);
      const piece = quotedPiece === null ? match(barePattern) : unquoted(quotedPiece);
      if (piece === null && quotedPiece !== null) return wrong("this is no quoted name", at);
      if (piece !== null) {
        pieces.push(piece);
        text += piece;
        if (quotedPiece !== null) quoted = true;
      } else if (line[at] === ",") {
        at++;
        text += ",";
        parts.push(pieces.splice(0).join(""));
      } else break;
    }
    if (line[at] === '"') return wrong("the quote is never closed");
    if (line[at] === "=") return wrong("nothing before `=` names a parameter", at + 1);
    parts.push(pieces.join(""));
    if (at === start || (text === "" && !quoted)) return wrong(`\`${key}=\` has no value`);
    words.push({ key, parts, text, quoted, span: { from: offset + start, to: offset + at } });
  }
}

/** Quotes are those of JSON; null when the text between them is not. */
function unquoted(piece: string): string | null {
  try {
    return JSON.parse(piece) as string;
  } catch {
    return null;
  }
}

function stepOf(first: Word, words: readonly Word[], span: Span): Step | Diagnostic {
  const name = first.text;
  const primitive = primitiveNamed(name);
  if (primitive === undefined || first.key !== null) {
    const known = primitives.map((one) => one.name);
    return diagnose("unknown-primitive", first.span, { name, suggestion: closest(name, known), known });
  }
  const args: Record<string, ArgValue> = {};
  const said = (problem: string, at: Span, suggestion: string | null = null): Diagnostic =>
    diagnose("schedule-argument", at, { primitive: name, problem, suggestion, syntax: primitive.syntax });
  const places = primitive.params.filter((param) => param.keyword !== true);
  const inOrder = words.filter((word) => word.key === null);
  for (const [place, param] of places.entries()) {
    const word = inOrder[place];
    if (word === undefined) break;
    if (!isList(param)) args[param.name] = scalarOf(param, word.text);
    else {
      const texts = inOrder.splice(place).map((one) => one.text);
      args[param.name] = listOf(param, texts);
    }
  }
  const tooMany = inOrder[places.length];
  if (tooMany !== undefined) return said(`takes no further value \`${tooMany.text}\``, tooMany.span);
  for (const word of words) {
    if (word.key === null) continue;
    const param = primitive.params.find((one) => one.name === word.key);
    if (param === undefined) {
      const names = primitive.params.map((one) => one.name);
      return said(`has no parameter \`${word.key}\``, word.span, closest(word.key, names));
    }
    if (args[param.name] !== undefined) return said(`has two values for \`${param.name}\``, word.span);
    args[param.name] = isList(param) ? listOf(param, word.parts) : scalarOf(param, word.text);
  }
  const refusal = checkShape(primitive, args);
  if (refusal === null) return { primitive: name, args };
  const { code, message, help } = refusal;
  return { code, severity: "error", span, message, ...(help === undefined ? {} : { help }) };
}

function isList({ kind }: ParamSpec): boolean {
  return kind === "loops" || kind === "arrays" || kind === "storages" || kind === "integers";
}

function scalarOf(param: ParamSpec, text: string): ArgValue {
  const isNumber = param.kind === "integer" || param.kind === "steps";
  return isNumber && /^\d+$/.test(text) ? Number(text) : text;
}

function listOf(param: ParamSpec, texts: readonly string[]): ArgValue {
  if (param.kind !== "integers") return texts;
  // A text that is no number stays one, and is refused with the parameter's own words.
  return texts.every((text) => /^\d+$/.test(text)) ? texts.map(Number) : texts;
}
