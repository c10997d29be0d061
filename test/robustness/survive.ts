/** What holds for every text given to the compiler. */

import type { Diagnostic, SourceFile, Span } from "../../src/diagnostics/diagnostic.ts";
import { diagnosticJson, renderAll } from "../../src/diagnostics/render.ts";
import { compileFile } from "../../src/driver/compile.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import type { Type } from "../../src/types/types.ts";

export const seed = Number(process.env.LUTRA_SEED ?? 1);

/** How many sources a property tries: `usual` in a test run, LUTRA_SOURCES when asked for. */
export function sources(usual: number): number {
  return Number(process.env.LUTRA_SOURCES ?? usual);
}

/** Longer than this is a hang, for any source in these tests. Of the processor's time, whatever else the machine does. */
const patience = 2_000; // milliseconds

/** Whether the source compiled. Throws, with the reason, when the compiler misbehaves. */
export function survive(
  text: string,
  args: ReadonlyMap<string, Type> = new Map(),
  values: ReadonlyMap<string, bigint> = new Map(),
): boolean {
  const source: SourceFile = { path: "kernel.py", text };
  const start = process.cpuUsage();
  compilePython(source, { args });
  const { user, system } = process.cpuUsage(start);
  const spent = (user + system) / 1_000;
  if (spent > patience) throw new Error(`it took ${Math.round(spent)} ms`);
  const { ok, diagnostics } = compileFile(source, { args, values });
  const failed = diagnostics.some((d) => d.severity === "error");
  if (!ok && !failed) throw new Error("no program, and no error that says why");
  if (ok && failed) throw new Error("a program in spite of an error");
  for (const diagnostic of diagnostics) inspect(source, diagnostic);
  renderAll(source, diagnostics, { color: false });
  return ok;
}

function inspect(source: SourceFile, diagnostic: Diagnostic): void {
  for (const span of [diagnostic.span, ...(diagnostic.notes ?? []).map((note) => note.span)]) {
    if (!isInside(source, span))
      throw new Error(`${diagnostic.code}: ${span.from}..${span.to} is not in the source`);
  }
  const { line, column, endLine, endColumn } = diagnosticJson(source, diagnostic);
  if ([line, column, endLine, endColumn].some((n) => !Number.isInteger(n) || n < 1))
    throw new Error(`${diagnostic.code}: no place for ${diagnostic.span.from}..${diagnostic.span.to}`);
  if (/\[object|undefined|NaN/.test(withoutQuotes(diagnostic.message)))
    throw new Error(`${diagnostic.code}: ${diagnostic.message}`);
}

function isInside({ text }: SourceFile, { from, to }: Span): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= text.length;
}

/** What the message says itself, not what it quotes of the source. */
function withoutQuotes(message: string): string {
  return message.replace(/`[^`]*`|'[^']*'/g, "");
}
