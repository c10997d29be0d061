/** Lowered kernels of the corpus printed as Python: CPython + NumPy runs them to the bits of the reference, or stops. */
import { afterAll, describe, expect, test } from "vitest";
import { printLoops } from "../../src/loops/program.ts";
import { loweredAt } from "../corpus/kernels.ts";
import { argumentParts, disagreements, interpret, outcomeParts } from "../corpus/roads.ts";
import { findNumpy, type NumpyServer } from "../numpy/server.ts";

/** Kernels that `npm test` takes. */
export const printedADay = 300;

export async function runPrinted(paths: readonly string[]): Promise<void> {
  const numpy = await findNumpy();
  afterAll(() => numpy?.close());
  const topics = [...new Set(paths.map((path) => path.replace(/\/.*/, "")))];
  describe.skipIf(numpy === null)("printed Loops in CPython", () => {
    test.each(topics)("%s", { timeout: 120_000 }, async (topic) => {
      const found: string[] = [];
      for (const path of paths.filter((one) => one.startsWith(`${topic}/`))) {
        if (numpy !== null) found.push(...(await differences(numpy, path)));
      }
      expect(found).toEqual([]);
    });
  });
}

async function differences(server: NumpyServer, path: string): Promise<readonly string[]> {
  const { program, loops, args, header } = loweredAt(path);
  const printed = printLoops(loops);
  const theirs = await server.run({
    text: printed,
    kernel: program.kernel,
    args: argumentParts(args),
    seconds: 20,
  });
  if (header.raises !== null) return theirs.ok ? [`${path}: runs, and should raise ${header.raises}`] : [];
  if (theirs.ok) {
    const lines = disagreements(theirs, outcomeParts(interpret(program, args)), header.tolerance);
    return lines.map((line) => `${path}: ${line}`);
  }
  const { type, message, line } = theirs.exception;
  return [`${path}: ${type}: ${message}: ${printed.split("\n")[(line ?? 1) - 1]}`];
}
