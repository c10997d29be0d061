/** Where in the user's TypeScript a call was made: from the stack, so that errors and Programs point there. */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import { lineTable, lineText, startOf } from "../../diagnostics/positions.ts";

export interface CallSite {
  readonly raw: string; // the file that runs, which may have been made from `file`
  readonly file: string;
  readonly line: number; // from 1
  readonly column: number; // from 1
  readonly method: string | null; // of this folder, where it is called without a helper in between
}

/** The innermost call that was made outside of this folder, or in `file` when that is given. */
export function callSite(file: string | null): CallSite | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100; // a helper called from a helper still leads to the kernel
  try {
    const frames = rawStack();
    const index = frames.findIndex((frame) => {
      const path = plain(frame.getFileName() ?? "");
      return file === null
        ? path !== "" && !path.startsWith(here) && !path.startsWith("node:")
        : path === file;
    });
    const frame = frames[index];
    if (frame === undefined) return null;
    const raw = plain(frame.getFileName() ?? "");
    const key = `${raw}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    const known = mapped.get(key);
    if (known !== undefined) return known;
    const callee = frames[index - 1];
    const isOurs = plain(callee?.getFileName() ?? "").startsWith(here);
    const shown = shownSite(new Error().stack ?? "", index) ?? {
      file: raw,
      line: frame.getLineNumber() ?? 1,
      column: frame.getColumnNumber() ?? 1,
    };
    const site = { raw, ...shown, method: isOurs ? (callee?.getFunctionName() ?? null) : null };
    mapped.set(key, site);
    return site;
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Source maps are slow to look up, and a place in the code stays where it is. */
const mapped = new Map<string, CallSite>();

/** The frames as the engine has them, without the caller's own. */
function rawStack(): readonly NodeJS.CallSite[] {
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames: unknown = new Error().stack;
  Error.prepareStackTrace = prepare;
  return Array.isArray(frames) ? (frames as NodeJS.CallSite[]).slice(1) : [];
}

/** The same frame as the stack's text shows it: where source maps are in use, the place in the TypeScript. */
function shownSite(stack: string, index: number): Pick<CallSite, "file" | "line" | "column"> | null {
  const line = stack.split("\n").filter((text) => /^\s+at /.test(text))[index] ?? "";
  const found = /(?:\(|at (?:async )?)((?:file:\/\/)?[^()]*?):(\d+):(\d+)\)?$/.exec(line.trim());
  if (found === null) return null;
  return { file: plain(found[1] ?? ""), line: Number(found[2]), column: Number(found[3]) };
}

/** This folder; of a script that a page made itself, which is in none, that script. */
const here = import.meta.url.startsWith("blob:")
  ? import.meta.url
  : plain(import.meta.url).replace(/[^/]*$/, "");

function plain(path: string): string {
  const text = path.startsWith("file://") ? decodeURIComponent(path.slice("file://".length)) : path;
  return text.replace(/\?.*$/, "");
}

export function printSite(site: CallSite): string {
  return `${shortened(site.file)}:${site.line}:${site.column}`;
}

/** The file that holds the kernel; empty text where it cannot be read. */
export function sourceOf(site: CallSite | null, name: string, read: ReadSource): SourceFile {
  return site === null ? { path: `${name} (TypeScript)`, text: "" } : read(site.file);
}

export type ReadSource = (file: string) => SourceFile;

/** Where there is no file system the text is empty. */
export function fromDisk(file: string): SourceFile {
  try {
    const text = globalThis.process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
    return { path: shortened(file), text };
  } catch {
    return { path: shortened(file), text: "" };
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
