/**
 * Wrong programs and what is said about them: `x.py` beside `x.expect`.
 *
 * The first line of a program may hold a flag, `# args: a=float32[8] n=3` or `# kernel: name`. UPDATE=1 writes the
 * expected texts anew, so that a change of messages shows as a diff.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateVitis } from "../../src/backend/vitis/index.ts";
import { families } from "../../src/diagnostics/catalogue/index.ts";
import type { Diagnostic, SourceFile } from "../../src/diagnostics/diagnostic.ts";
import { renderAll } from "../../src/diagnostics/render.ts";
import { compileFile, toLoops } from "../../src/driver/compile.ts";
import { parsePython } from "../../src/frontend/python/syntax/index.ts";
import { obeyRequests } from "../../src/schedule/source.ts";
import { readFlags } from "./flags.ts";

const root = dirname(fileURLToPath(import.meta.url));
const update = process.env.UPDATE === "1";

const programs = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".py"))
  .sort();

describe("wrong programs", () => {
  it.each(programs)("%s", (path) => {
    const file = join(root, path);
    const expected = file.replace(/\.py$/, ".expect");
    const source = { path: relative(root, file), text: readFileSync(file, "utf8") };
    const diagnostics = diagnosticsOf(source);
    const said = renderAll(source, diagnostics, { color: false });
    if (update) writeFileSync(expected, said);
    expect(existsSync(expected), `no ${expected}; run with UPDATE=1`).toBe(true);
    expect(said).toBe(readFileSync(expected, "utf8"));
    expect(said, "a golden of a wrong program cannot be empty").not.toBe("");
    expect(diagnostics.filter(isCareless).map((d) => d.message)).toEqual([]);
  });
});

/** In `syntax/` only the text is judged; elsewhere the whole program. */
function diagnosticsOf(source: SourceFile): readonly Diagnostic[] {
  if (source.path.startsWith("syntax")) return parsePython(source).diagnostics;
  const { ok, diagnostics } = compileFile(source, readFlags(source.text));
  const failed = diagnostics.some((d) => d.severity === "error");
  expect(ok, "an error and only an error leaves no program").toBe(!failed);
  const { path } = source;
  return path.startsWith("pragmas") && !failed ? [...diagnostics, ...onTheWay(source)] : diagnostics;
}

/** What is said of pragmas when the kernel is lowered, obeyed and written for Vitis HLS. */
function onTheWay(source: SourceFile): readonly Diagnostic[] {
  const compiled = compileFile(source, readFlags(source.text));
  const lowered = compiled.ok ? toLoops(compiled) : compiled;
  if (!lowered.ok) return lowered.diagnostics;
  const asked = obeyRequests(lowered.loops);
  return (asked.ok ? generateVitis(asked.loops) : asked).diagnostics;
}

/** A fact that is missing, or that was never made into words. */
function isCareless({ message, help }: Diagnostic): boolean {
  return [message, help ?? ""].some((text) =>
    /\[object|undefined(?!_)|\bNaN\b|\bnull\b(?!`)|``| {2}| ,|: *$|\.$/.test(text),
  );
}

/** Codes that no wrong program can show, and why. */
const unseen: Readonly<Record<string, string>> = {
  "run-fault": "is said while a kernel runs: see test/corpus/faults",
  "external-view": "needs C++: see test/cli/external.long.test.ts",
  "no-expected-results": "is said of a testbench: see test/cli/endless.test.ts",
  "no-test-data": "is said of a testbench: see test/cli/large.test.ts",
  "jump-outside-loop": "the parser says outside-loop first",
  "slice-outside-subscript": "the parser refuses a slice outside brackets",
  "unsupported-print": "the parser says print-statement first",
};

/** Families about something else than a Python source: their own tests show them. */
const elsewhere: readonly string[] = [
  "schedule",
  "storage",
  "systolic",
  "backend",
  "interfaces",
  "hardware",
  "networks",
];

describe("the catalogue", () => {
  const shown = new Set(programs.flatMap((path) => codesIn(join(root, path.replace(/\.py$/, ".expect")))));
  const ofSources = Object.entries(families).filter(([name]) => !elsewhere.includes(name));

  it.each(ofSources)("every code of %s is shown by a golden", (_, family) => {
    const missing = Object.keys(family).filter((code) => !shown.has(code) && !Object.hasOwn(unseen, code));
    expect(missing).toEqual([]);
  });

  it("what is listed as unseen is not seen", () => {
    expect(Object.keys(unseen).filter((code) => shown.has(code))).toEqual([]);
  });

  it("no code stands in two families", () => {
    const codes = Object.values(families).flatMap((family) => Object.keys(family));
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  });
});

function codesIn(file: string): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(/^(?:error|warning)\[([\w-]+)\]/gm)].map((m) => m[1] ?? "");
}
