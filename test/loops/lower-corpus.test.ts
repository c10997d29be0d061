/** Every kernel of the corpus through Loops: valid, and the bits of the reference interpreter. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Program } from "../../src/program/nodes.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel } from "../corpus/roads.ts";
import { throughLoops } from "./lower-road.ts";

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
  if (header.raises !== null) {
    const program = compiledOrRefused(source, kernel, args);
    if (program !== null) expect(throughLoops(program, args)).toEqual({ kind: "raises" });
    return;
  }
  const verdict = throughLoops(compileKernel(source, kernel, args), args);
  const reason = refused[`${topic}/${kernel}`];
  expect(verdict).toEqual(reason === undefined ? { kind: "agrees" } : { kind: "refused", codes: [reason] });
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
