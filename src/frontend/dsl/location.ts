/** Where in the user's TypeScript a call was made: from the stack, so that errors and Programs point there. */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import { lineTable, lineText, startOf } from "../../diagnostics/positions.ts";

export interface CallSite {
  readonly file: string;
  readonly line: number; // from 1
  readonly column: number; // from 1
}

/** The innermost call that was made outside of this folder, or in `file` when that is given. */
export function callSite(file: string | null): CallSite | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100; // a helper called from a helper still leads to the kernel
  const stack = new Error().stack ?? "";
  Error.stackTraceLimit = limit;
  for (const line of stack.split("\n").slice(1)) {
    const found = /(?:\(|at (?:async )?)((?:file:\/\/)?[^()]*?):(\d+):(\d+)\)?$/.exec(line.trim());
    if (found === null) continue;
    const path = plain(found[1] ?? "");
    if (file === null ? path.startsWith(here) : path !== file) continue;
    return { file: path, line: Number(found[2]), column: Number(found[3]) };
  }
  return null;
}

const here = plain(import.meta.url).replace(/[^/]*$/, "");

function plain(path: string): string {
  const text = path.startsWith("file://") ? decodeURIComponent(path.slice("file://".length)) : path;
  return text.replace(/\?.*$/, "");
}

export function printSite(site: CallSite): string {
  return `${shortened(site.file)}:${site.line}:${site.column}`;
}

/** The file that holds the kernel; empty text where there is no file system. */
export function sourceOf(site: CallSite | null, name: string): SourceFile {
  if (site === null) return { path: `${name} (TypeScript)`, text: "" };
  try {
    const text = globalThis.process.getBuiltinModule("node:fs").readFileSync(site.file, "utf8");
    return { path: shortened(site.file), text };
  } catch {
    return { path: shortened(site.file), text: "" };
  }
}

/** The name that is called, as offsets. */
export function spanOf(site: CallSite | null, source: SourceFile): Span {
  if (site === null || source.text === "") return { from: 0, to: 0 };
  const table = lineTable(source);
  const word = /^[\w$.]+/.exec(lineText(table, site.line).slice(site.column - 1));
  const from = startOf(table, site.line) + site.column - 1;
  return { from, to: from + (word?.[0].length ?? 1) };
}

function shortened(file: string): string {
  const root = `${globalThis.process?.cwd?.() ?? ""}/`;
  return file.startsWith(root) ? file.slice(root.length) : file;
}
