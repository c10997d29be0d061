/** From what the page holds to a compiled kernel, and its Loops under the schedule. */
import { DataError } from "../../../src/call/data_error.ts";
import type { Diagnostic, SourceFile } from "../../../src/diagnostics/diagnostic.ts";
import { lineAt, lineTable } from "../../../src/diagnostics/positions.ts";
import { type Compilation, compile } from "../../../src/driver/compile.ts";
import type { DeviceOptions } from "../../../src/driver/device.ts";
import type { Mark, Subject } from "../protocol.ts";
import { languageOf } from "../subject.ts";
import { compiledWritten } from "./written.ts";

/** A page has texts that people wrote, not files of megabytes. */
export const mostCharacters = { source: 200_000, schedule: 50_000 } as const;

export function compiledSubject(subject: Subject): Compilation {
  const { path, text, schedule, args, kernel, written } = subject;
  if (text.length > mostCharacters.source || schedule.length > mostCharacters.schedule) throw tooLong();
  if (languageOf(path) === "typescript") {
    if (args.trim() !== "")
      throw new DataError("argument types: a kernel in TypeScript says its own, so leave this empty");
    if (written === undefined) throw new DataError("a kernel in TypeScript was not run before it was sent");
    return compiledWritten(subject, written);
  }
  return compile({ path, text }, { args: typesIn(args), ...(kernel === "" ? {} : { kernel }) });
}

export function tooLong(): DataError {
  return new DataError(
    `this is longer than the explorer takes: ${mostCharacters.source} characters of source and ${mostCharacters.schedule} of schedule`,
  );
}

/** `a=float32[64], n=int32`: types have commas of their own, inside brackets. */
export function typesIn(args: string): Readonly<Record<string, string>> {
  const types = new Map<string, string>();
  for (const [, name, type, rest] of args.matchAll(
    /([A-Za-z_]\w*)\s*=\s*(python (?:int|float|bool)|(?:[^\s,[<]|\[[^\]]*\]|<[^>]*>)+)|([^\s,]+)/g,
  )) {
    if (name === undefined || type === undefined)
      throw new DataError(
        `argument types: \`${rest}\` is not of the form NAME=TYPE, for example a=float32[64]`,
      );
    types.set(name, type);
  }
  return Object.fromEntries(types);
}

export function deviceOf({ board, clock }: Subject): DeviceOptions {
  return {
    ...(board.trim() === "" ? {} : { board: board.trim() }),
    ...(clock.trim() === "" ? {} : { clock: clock.trim() }),
  };
}

/** A diagnostic as remarks in the text: its own, and its notes. */
export function marksOf(diagnostics: readonly Diagnostic[]): readonly Mark[] {
  return diagnostics.flatMap(({ span, severity, code, message, help, notes = [] }) => [
    { from: span.from, to: span.to, severity, code, message, help: help ?? null },
    ...notes.map(
      (note): Mark => ({
        ...{ from: note.span.from, to: note.span.to, severity: "info", code },
        ...{ message: note.message, help: null },
      }),
    ),
  ]);
}

/** The line of the source where a place is; null: it is no place. */
export function lineOfSpan(
  source: SourceFile,
  span: { readonly from: number; readonly to: number } | null,
): number | null {
  return span === null || (span.from === 0 && span.to === 0) ? null : lineAt(lineTable(source), span.from);
}

/** The same as a list of one or none. */
export function linesOfSpan(
  source: SourceFile,
  span: { readonly from: number; readonly to: number } | null,
): readonly number[] {
  const line = lineOfSpan(source, span);
  return line === null ? [] : [line];
}
