/** Every kernel of the corpus through Loops: valid, and the bits of the reference interpreter. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { lower } from "../../src/loops/lower/index.ts";
import { toProgram, verifyLoops } from "../../src/loops/program.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import type { Program } from "../../src/program/nodes.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, disagreements, interpret, type Outcome } from "../corpus/roads.ts";
import { exact } from "../numpy/compare.ts";

/** What Loops cannot say: results are arrays of a known shape. */
const refused: Readonly<Record<string, string>> = { "indexing/three_axis_indices": "dynamic-result" };

const corpus = fileURLToPath(new URL("../corpus/", import.meta.url));

for (const topic of topics()) {
  describe(topic, () => {
    for (const name of kernels(topic)) test(name, () => check(topic, name));
  });
}

function check(topic: string, kernel: string): void {
  const text = readFileSync(`${corpus}${topic}/${kernel}.py`, "utf8");
  const header = parseHeader(text);
  const args = makeArguments(header);
  const source = { path: `${topic}/${kernel}.py`, text };
  const program =
    header.raises === null ? compileKernel(source, kernel, args) : compiledOrRefused(source, kernel, args);
  if (program === null) return;
  const lowered = lower(program);
  const reason = refused[`${topic}/${kernel}`];
  if (reason !== undefined) {
    expect(lowered.ok ? [] : lowered.diagnostics.map(({ code }) => code)).toEqual([reason]);
    return;
  }
  if (!lowered.ok) {
    throw new Error(lowered.diagnostics.map((d) => renderDiagnostic(source, d, { color: false })).join("\n"));
  }
  expect(verifyLoops(lowered.loops)).toEqual([]);
  const ours = outcome(program, args);
  const loops = outcome(toProgram(lowered.loops), args);
  if (ours instanceof RunFault || loops instanceof RunFault) {
    expect([ours, loops].map((one) => (one instanceof RunFault ? "fault" : "runs"))).toEqual([
      "fault",
      "fault",
    ]);
    return;
  }
  expect(disagreements(loops, ours, exact)).toEqual([]);
}

/** A kernel that must not run may be refused by the front end already. */
function compiledOrRefused(...input: Parameters<typeof compileKernel>): Program | null {
  try {
    return compileKernel(...input);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("refused")) return null;
    throw error;
  }
}

function outcome(program: Program, args: Parameters<typeof interpret>[1]): Outcome | RunFault {
  try {
    return interpret(program, args);
  } catch (error) {
    if (error instanceof RunFault) return error;
    throw error;
  }
}

function topics(): readonly string[] {
  return readdirSync(corpus, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function kernels(topic: string): readonly string[] {
  return readdirSync(corpus + topic)
    .filter((file) => file.endsWith(".py"))
    .map((file) => file.slice(0, -3))
    .sort();
}
