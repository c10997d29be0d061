/** Every kernel of the corpus, lowered and run as WebAssembly: the bits of the reference, or its fault. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { prepare } from "../../src/program/interpret/index.ts";
import type { Program } from "../../src/program/nodes.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, typesOf } from "../corpus/roads.ts";
import type { WireValue } from "../numpy/wire.ts";
import { type Args, argsFromWire, left } from "./wasm-build.ts";

const corpus = fileURLToPath(new URL("../corpus/", import.meta.url));

for (const topic of directories()) {
  describe(topic, () => {
    test.each(kernels(topic))("%s", async (name) => check(topic, name));
  });
}

async function check(topic: string, kernel: string): Promise<void> {
  const text = readFileSync(`${corpus}${topic}/${kernel}.py`, "utf8");
  const header = parseHeader(text);
  const wire = makeArguments(header);
  const program = compiled({ path: `${kernel}.py`, text }, kernel, wire);
  if (program === null) return; // refused: there is nothing to run
  const lowered = lower(program);
  if (!lowered.ok) return;
  await agree(program, lowered.loops, argsFromWire(wire, typesOf(wire)));
}

async function agree(program: Program, loops: Loops, args: Args): Promise<void> {
  const wasm = left(await compileWasm(loops), args);
  const interpreted = left(prepareLoops(loops), args);
  expect(wasm).toEqual(interpreted);
  const reference = left(prepare(program), args);
  if (reference.fault === null) expect({ ...wasm }).toEqual(reference);
  else expect(wasm.fault).not.toBeNull(); // lowering may tell it in other words
}

function compiled(
  source: { path: string; text: string },
  kernel: string,
  args: Readonly<Record<string, WireValue>>,
): Program | null {
  try {
    return compileKernel(source, kernel, args);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("refused")) return null;
    throw error;
  }
}

function directories(): readonly string[] {
  const entries = readdirSync(corpus, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function kernels(topic: string): readonly string[] {
  const files = readdirSync(corpus + topic).filter((file) => file.endsWith(".py"));
  return files.map((file) => file.slice(0, -3));
}
