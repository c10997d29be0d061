/**
 * Wrong programs and what is said about them: `x.py` beside `x.expect`.
 *
 * The first line of a program may hold flags, `# args: a=float32[8] n=python int`. UPDATE=1 writes the expected texts
 * anew, so that a change of messages shows as a diff.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { families } from "../../src/diagnostics/catalogue/index.ts";
import type { Diagnostic, SourceFile } from "../../src/diagnostics/diagnostic.ts";
import { renderAll } from "../../src/diagnostics/render.ts";
import { parsePython } from "../../src/frontend/python/syntax/index.ts";

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
    const said = renderAll(source, diagnosticsOf(source), { color: false });
    if (update) writeFileSync(expected, said);
    expect(existsSync(expected), `no ${expected}; run with UPDATE=1`).toBe(true);
    expect(said).toBe(readFileSync(expected, "utf8"));
    expect(said, "a golden of a wrong program cannot be empty").not.toBe("");
  });
});

function diagnosticsOf(source: SourceFile): readonly Diagnostic[] {
  return parsePython(source).diagnostics;
}

describe("the catalogue", () => {
  it("every code of the syntax family is shown by a golden", () => {
    const shown = new Set(
      programs.flatMap((path) => codesIn(readFileSync(join(root, path.replace(/\.py$/, ".expect")), "utf8"))),
    );
    expect(Object.keys(families.syntax).filter((code) => !shown.has(code))).toEqual([]);
  });

  it("no code stands in two families", () => {
    const codes = Object.values(families).flatMap((family) => Object.keys(family));
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  });
});

function codesIn(said: string): string[] {
  return [...said.matchAll(/^(?:error|warning)\[([\w-]+)\]/gm)].map((match) => match[1] ?? "");
}
