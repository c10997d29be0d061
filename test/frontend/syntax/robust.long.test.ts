/** Any text at all: no exception, no hang, diagnostics inside the text, and CPython's opinion on what is wrong. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAll } from "../../../src/diagnostics/render.ts";
import { parsePython } from "../../../src/frontend/python/syntax/index.ts";
import { askCPython, isRefused, pythonAvailable } from "./cpython.ts";
import { functionText } from "./generate.ts";
import { tricky } from "./sources.ts";

// SEED=… and RUNS=… look further than the everyday run.
const SEED = Number(process.env.SEED ?? 1);
const RUNS = Number(process.env.RUNS ?? 1500);

const PIECES = [
  ..."()[]{}:;,.=+-*/%@&|^~<>!?\\'\"#`$ \t\n\r\f\0",
  "\r\n",
  "\n    ",
  "\n        ",
  "'''",
  '"""',
  "f'{",
  "**",
  "//",
  ":=",
  "->",
  "...",
  "0x",
  "1.",
  "1e",
  "\ufeff",
  "é",
  "😀",
  "\ud800",
  ..."if else elif for in while def return lambda not and or is class try except with match case print yield import from as".split(
    " ",
  ),
  "x",
];

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(" ")),
);

/** A valid source with a piece cut out, put in, or doubled. */
const mutated = fc
  .tuple(
    fc.oneof(functionText, fc.constantFrom(...tricky.map(([, text]) => text))),
    fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.option(fc.constantFrom(...PIECES))), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([text, cuts]) =>
    cuts.reduce((t, [where, length, piece]) => {
      const at = where % (t.length + 1);
      return t.slice(0, at) + (piece ?? "") + t.slice(at + (piece === null ? length : 0));
    }, text),
  );

describe("any text", () => {
  it("random characters and pieces of Python", () => {
    fc.assert(fc.property(anyText, survives), { numRuns: 2 * RUNS, seed: SEED });
  });

  it("broken programs", () => {
    fc.assert(fc.property(mutated, survives), { numRuns: RUNS, seed: SEED });
  });

  it.skipIf(!pythonAvailable())("is refused when CPython refuses it, and only then", () => {
    // Blocks that are passed over may hold anything; so only sources without them are compared.
    const opaque =
      /\b(class|try|with|match|async|raise|assert|del|global|nonlocal|type|yield|await|f'|F'|f")|\{|'\\|"\\|\0|[^\0-\x7f]/;
    const texts = fc.sample(mutated, { numRuns: RUNS, seed: SEED }).filter((text) => !opaque.test(text));
    const wrong: { text: string; cpython: string; ours: string }[] = [];
    for (const [i, answer] of askCPython(texts).entries()) {
      const source = { path: "mutated.py", text: texts[i] ?? "" };
      const { diagnostics } = parsePython(source);
      if (isRefused(answer) === diagnostics.length > 0) continue;
      const cpython = isRefused(answer) ? answer.message : "valid";
      wrong.push({ text: source.text, cpython, ours: renderAll(source, diagnostics, { color: false }) });
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

function survives(text: string): void {
  const source = { path: "any.py", text };
  const { module, diagnostics } = parsePython(source);
  expect(module.span).toEqual({ from: 0, to: text.length });
  expect(diagnostics.length).toBeLessThanOrEqual(20);
  for (const { span } of diagnostics) {
    expect(span.from).toBeGreaterThanOrEqual(0);
    expect(span.to).toBeLessThanOrEqual(text.length + 1);
    expect(span.to).toBeGreaterThanOrEqual(span.from);
  }
  renderAll(source, diagnostics, { color: false });
}

describe("extremes", () => {
  const deep: Readonly<Record<string, string>> = {
    parentheses: `x = ${"(".repeat(5000)}1${")".repeat(5000)}`,
    "open brackets": "[".repeat(100_000),
    "closing brackets": ")".repeat(100_000),
    "unary minus": `x = ${"-".repeat(100_000)}1`,
    not: `x = ${"not ".repeat(50_000)}a`,
    sums: `x = ${"a + ".repeat(50_000)}a`,
    powers: `x = ${"a ** ".repeat(50_000)}a`,
    attributes: `x = a${".b".repeat(50_000)}`,
    calls: `x = a${"()".repeat(50_000)}`,
    subscripts: `x = a${"[0]".repeat(50_000)}`,
    conditionals: `x = ${"a if b else ".repeat(20_000)}a`,
    lambdas: `x = ${"lambda a, b: ".repeat(20_000)}a`,
    comparisons: `x = ${"a < ".repeat(50_000)}a`,
    "elif chains": `if a: b\n${"elif a: b\n".repeat(20_000)}`,
    blocks: Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i)}if a:`).join("\n"),
    "nested f-strings": "f'{".repeat(5000),
  };

  it.each(Object.entries(deep))("%s beyond any use give a diagnostic", (_, text) => {
    const { diagnostics } = parsePython({ path: "deep.py", text });
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.length).toBeLessThanOrEqual(20);
  });

  const large: Readonly<Record<string, string>> = {
    "a long list": `x = [${"1, ".repeat(300_000)}]`,
    "many lines": "c[i, j] = a[i] + b[j] * 3\n".repeat(40_000),
    "a long string": `x = """${"text\n".repeat(200_000)}"""`,
    "many comments": "# note\n".repeat(150_000),
    "many dicts": "x = {}\n".repeat(100_000),
    "many mistakes": "x = = 1\n".repeat(100_000),
    "one long mistake": "x y ".repeat(250_000),
    "open strings": "'abc\n".repeat(200_000),
    "a long identifier": "x".repeat(1_000_000),
    digits: `x = ${"1".repeat(1_000_000)}`,
    "many unclosed brackets": "f(\nreturn\n".repeat(100_000),
  };

  it.each(Object.entries(large))("a megabyte of %s is read in time", (_, text) => {
    const start = performance.now();
    parsePython({ path: "large.py", text });
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
