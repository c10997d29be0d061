/** Lowered kernels of the corpus printed as Python: CPython + NumPy runs them to the bits of the reference. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { lower } from "../../src/loops/lower/index.ts";
import { printLoops } from "../../src/loops/program.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, disagreements, interpret } from "../corpus/roads.ts";
import { findNumpy, type NumpyServer } from "../numpy/server.ts";

const corpus = fileURLToPath(new URL("../corpus/", import.meta.url));
const numpy = await findNumpy();
afterAll(() => numpy?.close());

const topics = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

describe.skipIf(numpy === null)("printed Loops in CPython", () => {
  test.each(topics)("%s", { timeout: 120_000 }, async (topic) => {
    const found: string[] = [];
    for (const file of readdirSync(corpus + topic).filter((name) => name.endsWith(".py"))) {
      if (numpy !== null) found.push(...(await differences(numpy, `${topic}/${file}`)));
    }
    expect(found).toEqual([]);
  });
});

async function differences(server: NumpyServer, path: string): Promise<readonly string[]> {
  const text = readFileSync(corpus + path, "utf8");
  const header = parseHeader(text);
  if (header.raises !== null) return [];
  const args = makeArguments(header);
  const kernel = path.replace(/^.*\//, "").replace(/\.py$/, "");
  const program = compileKernel({ path, text }, kernel, args);
  const lowered = lower(program);
  if (!lowered.ok) return []; // lower-corpus.test.ts says which
  const printed = printLoops(lowered.loops);
  const theirs = await server.run({ text: printed, kernel: program.kernel, args, seconds: 20 });
  if (theirs.ok) {
    return disagreements(theirs, interpret(program, args), header.tolerance).map(
      (line) => `${path}: ${line}`,
    );
  }
  const { type, message, line } = theirs.exception;
  return [`${path}: ${type}: ${message}: ${printed.split("\n")[(line ?? 1) - 1]}`];
}
