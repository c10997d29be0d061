/**
 * A schedule from a file: its text form, or JSON. JSON is a list of steps, each as an object or as its line of text; and
 * what a command prints with --json, which has such a list as its `schedule`, or the text of one as its `text`.
 */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic, SourceFile, Span } from "../diagnostics/diagnostic.ts";
import { scheduleFromJson } from "./json.ts";
import { type ParsedSchedule, parseSchedule } from "./parse.ts";
import type { Step } from "./schedule.ts";

export function readSchedule(source: SourceFile): ParsedSchedule {
  const text = source.text.replace(/^\uFEFF/, ""); // a mark that some editors put first
  if (!/^\s*[[{]/.test(text)) return parseSchedule({ ...source, text });
  const read = parsedJson(text);
  if (!read.ok) return refused(source, wrong(source, "this begins like JSON, and is none"));
  const found = stepsIn(read.value);
  if (typeof found === "string") return parseSchedule({ ...source, text: found });
  if (found === null) {
    const problem = 'a schedule in JSON is a list of steps, or an object that has one as its "schedule"';
    return refused(source, wrong(source, problem));
  }
  return stepsOf(source, found);
}

/** The list of steps, or the text of a schedule; null: neither. */
function stepsIn(value: unknown): readonly unknown[] | string | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return null;
  if ("schedule" in value && Array.isArray(value.schedule)) return value.schedule;
  return "to" in value && value.to === "schedule" && "text" in value && typeof value.text === "string"
    ? value.text
    : null;
}

function stepsOf(source: SourceFile, given: readonly unknown[]): ParsedSchedule {
  const schedule: Step[] = [];
  const spans: Span[] = [];
  let from = 0;
  for (const one of given) {
    const span = placeOf(source.text, one, from);
    from = span.to;
    if (typeof one === "string") {
      const line = parseSchedule({ path: source.path, text: one });
      if (!line.ok) return refused(source, ...line.diagnostics.map((found) => ({ ...found, span })));
      schedule.push(...line.schedule);
      spans.push(...line.schedule.map(() => span));
      continue;
    }
    const read = scheduleFromJson([one]);
    if (!read.ok) {
      const { code, message, help } = read.refusal;
      return refused(source, {
        code,
        severity: "error",
        span,
        message,
        ...(help === undefined ? {} : { help }),
      });
    }
    schedule.push(...read.schedule);
    spans.push(...read.schedule.map(() => span));
  }
  return { ok: true, schedule, source, spans };
}

/** A step that is text stands there as it is; one that is an object, from its primitive on. */
function placeOf(text: string, step: unknown, from: number): Span {
  const isText = typeof step === "string";
  const name = typeof step === "object" && step !== null && "primitive" in step ? step.primitive : null;
  const sought = JSON.stringify(isText ? step : name);
  const at = sought === undefined ? -1 : text.indexOf(sought, from);
  return at < 0 ? { from: 0, to: Math.min(1, text.length) } : { from: at, to: at + sought.length };
}

function parsedJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function wrong(source: SourceFile, problem: string): Diagnostic {
  return diagnose("schedule-syntax", { from: 0, to: Math.min(1, source.text.length) }, { problem });
}

function refused(source: SourceFile, ...diagnostics: readonly Diagnostic[]): ParsedSchedule {
  return { ok: false, source, diagnostics };
}
