/** Our syntax tree is CPython's: same nodes, same spans. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAll } from "../../../src/diagnostics/render.ts";
import { parsePython } from "../../../src/frontend/python/syntax/index.ts";
import { type Answer, askCPython, isRefused, libraryFiles, pythonAvailable } from "./cpython.ts";
import { dumpModule } from "./dump.ts";
import { expressionText, functionText } from "./generate.ts";
import { library, tricky } from "./sources.ts";

describe.skipIf(!pythonAvailable())("the tree is CPython's", () => {
  describe("for sources that have tripped parsers", () => {
    const answers = pythonAvailable() ? askCPython(tricky.map(([, text]) => text)) : [];
    it.each(tricky.map(([title, text], i) => ({ title, text, answer: answers[i] ?? null })))(
      "$title",
      ({ text, answer }) => {
        expectSame("tricky.py", text, answer);
      },
    );
  });

  it("for modules of Python's own library", () => {
    const files = libraryFiles(library).filter((file) => existsSync(file));
    expect(files.length).toBeGreaterThan(20);
    const texts = files.map((file) => readFileSync(file, "utf8"));
    for (const [i, answer] of askCPython(texts).entries()) expectSame(files[i] ?? "", texts[i] ?? "", answer);
  });

  it("for random expressions", () => {
    compareSamples(
      fc.sample(expressionText, { numRuns: 4 * RUNS, seed: SEED }).map((text) => `x = ${text}\n`),
    );
  });

  it("for random functions", () => {
    compareSamples(fc.sample(functionText, { numRuns: RUNS, seed: SEED }));
  });
});

// SEED=… and RUNS=… look further than the everyday run.
const SEED = Number(process.env.SEED ?? 1);
const RUNS = Number(process.env.RUNS ?? 200);

function compareSamples(texts: readonly string[]): void {
  for (const [i, answer] of askCPython(texts).entries()) {
    // The generator joins pieces freely; what CPython refuses we must refuse as well.
    if (isRefused(answer))
      expect(parse("random.py", texts[i] ?? "").diagnostics, `${texts[i]}\n${answer.message}`).not.toEqual(
        [],
      );
    else expectSame("random.py", texts[i] ?? "", answer);
  }
}

function expectSame(path: string, text: string, answer: Answer): void {
  if (isRefused(answer))
    throw new Error(`CPython refuses ${path}:${answer.error} ${answer.message}\n${text.slice(0, 300)}`);
  const { source, module, diagnostics } = parse(path, text);
  expect(renderAll(source, diagnostics, { color: false }), text.slice(0, 300)).toBe("");
  const ours = JSON.stringify(dumpModule(source, module.body));
  if (ours !== JSON.stringify(answer)) expect(JSON.parse(ours), path).toEqual(answer);
}

function parse(path: string, text: string) {
  const source = { path, text };
  return { source, ...parsePython(source) };
}
