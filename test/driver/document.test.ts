/** What docs/api.md says of outputs is true. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { compile, explain, toVerilog, toVitis, verify } from "../../src/index.ts";

const text = readFileSync("docs/api.md", "utf8");

function scale() {
  const kernel = compile('@pylog\ndef scale(a: "int32[8]", k: "int32"):\n    return a * k\n');
  if (!kernel.ok) throw new Error(explain(kernel));
  return kernel;
}

it("every function that has a section is exported", () => {
  const names = [...text.matchAll(/^## (.*)$/gm)].flatMap(([, title = ""]) =>
    [...title.matchAll(/\b([a-z]\w+)(?=\(|,|$)/g)].flatMap(([, name = ""]) =>
      /[A-Z(]/.test(title) ? [name] : [],
    ),
  );
  const functions = names.filter((name) => /^(to|run|sim|ver|rep|comp|deploy)/.test(name));
  expect(functions).toEqual(expect.arrayContaining(["toVerilog", "toVitis", "runOn", "simulate", "deploy"]));
  for (const name of functions) expect(library).toHaveProperty(name);
});

it("toVerilog gives text, cycles and the schedule that was chosen", () => {
  const { text: verilog, cycles, schedule } = toVerilog(scale(), { part: "ecp5", clock: "80MHz" });
  expect(verilog).toContain("module scale (");
  expect(cycles.least).toBe(cycles.most);
  expect(schedule).not.toBeNull();
});

it("toVitis gives the project, with headers of ours", () => {
  const { files } = toVitis(scale());
  expect([...files.keys()]).toEqual(expect.arrayContaining(["scale.cpp", "scale.h", "Makefile"]));
});

it("verify gives the endings that are shown", async () => {
  const seen: string[] = [];
  for await (const { name, ending } of verify(scale(), {}, { roads: ["wasm", "circuit"] }))
    seen.push(`${name} ${ending.kind}`);
  expect(text).toContain(`// ${seen.join(", ")}`);
});

it("a clock or a board that does not exist is a Failure", () => {
  expect(() => toVerilog(scale(), { clock: "soon" })).toThrow(library.Failure);
  expect(() => toVerilog(scale(), { board: "constructor" })).toThrow(library.Failure);
});
