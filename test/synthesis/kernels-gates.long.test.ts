/**
 * Kernels as `build --to verilog` writes them are clean: Verilator with all warnings says nothing, Yosys finds no
 * latch, loop or second driver.
 *
 *     LUTRA_CORPUS=all npx vitest run test/synthesis/kernels-gates.long.test.ts     every kernel
 */
import { describe, expect, test } from "vitest";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import { measureArea } from "../../src/outside/area.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { lint, synthesisProblems, verilatorAvailable } from "../hardware/gates.ts";
import { circuitSample, corpusKernel, type Form, forms, isAll } from "./corpus-circuits.ts";
import { target } from "./kernel-run.ts";

/** Comparisons that are always true or always false, and a name that is a word of SystemVerilog. */
const complained = ["arrays/clip_unsigned", "scalars/long_constants_compared", "strings/kmp"];

describe.each(forms)("%s", (form) => {
  describe.skipIf(!verilatorAvailable())("Verilator has nothing to say about", () => {
    test.each([...new Set([...complained, ...circuitSample(form, 5, 1)])])("%s", (path) => {
      expect(lint(designAt(path, form))).toEqual([]);
    });
  });

  describe("Yosys finds nothing wrong with", () => {
    test.each(circuitSample(form, 4, 4))("%s", async (path) => {
      expect(await synthesisProblems(designAt(path, form))).toEqual([]);
    });
  });
});

describe.runIf(isAll)("Yosys synthesizes", () => {
  test.each(["arrays/clip_unsigned", "sorting/insertion"])("%s", async (path) => {
    const design = designAt(path, "pipelined and unrolled");
    expect((await measureArea(design, "xcup")).problems).toEqual([]);
  });
});

function designAt(path: string, form: Form): Design {
  const made = synthesize(corpusKernel(path, form).loops, { target });
  if (!made.ok) throw new Error("no circuit");
  return made.design;
}
