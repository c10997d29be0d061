/** Kernels of the corpus through the pylog package: as Python, and compiled. Both give what the reference gives. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, disagreements, interpret } from "../corpus/roads.ts";
import { type NumpyServer, startNumpy } from "../numpy/server.ts";
import { builtCompiler, pythonAvailable } from "./package.ts";

const corpus = fileURLToPath(new URL("../corpus/", import.meta.url));
const script = fileURLToPath(new URL("corpus_server.py", import.meta.url));
const available = pythonAvailable();

/** One kernel in so many; PYLOG_CORPUS=1 runs them all. */
const oneIn = Number(process.env.PYLOG_CORPUS ?? 24);

const kernels = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: topic }) =>
    readdirSync(corpus + topic)
      .filter((file) => file.endsWith(".py"))
      .map((file) => ({ topic, kernel: file.slice(0, -3) })),
  )
  .filter(
    ({ topic, kernel }) =>
      parseHeader(readFileSync(`${corpus}${topic}/${kernel}.py`, "utf8")).raises === null,
  );

for (const mode of ["pysim", "deploy"]) {
  describe.skipIf(!available)(mode, () => {
    let server: NumpyServer | null = null;
    beforeAll(() => {
      server = startNumpy(script, { MODE: mode, LUTRA_HOME: builtCompiler() });
    });
    afterAll(() => server?.close());

    const offset = mode === "pysim" ? 0 : Math.floor(oneIn / 2);
    for (const { topic, kernel } of kernels.filter((_, i) => i % oneIn === offset)) {
      test(`${topic}/${kernel}`, async () => {
        if (server === null) throw new Error("the server was not started");
        const path = `${corpus}${topic}/${kernel}.py`;
        const text = readFileSync(path, "utf8");
        const header = parseHeader(text);
        const args = makeArguments(header);
        const theirs = await server.run({ path, text, kernel, args });
        if (!theirs.ok) throw new Error(`${theirs.exception.type}: ${theirs.exception.message}`);
        const ours = interpret(compileKernel({ path, text }, kernel, args), args);
        expect(disagreements(theirs, ours, header.tolerance)).toEqual([]);
      });
    }
  });
}
