/**
 * One way: the command line, the library and what the Python package asks make the same circuit of a kernel, byte for
 * byte, and take the same cycles, with a schedule and without.
 *
 *     LUTRA_CORPUS=all npx vitest run test/driver/one_way.test.ts      every example, every kernel of the corpus
 */
import { describe, expect, it } from "vitest";
import { compile, explain, simulate, toVerilog } from "../../src/index.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { examples } from "../cli/example-circuits.ts";
import { lutra, write } from "../cli/lutra.ts";
import { ofToday } from "../corpus/day.ts";
import { circuitSample } from "../synthesis/corpus-circuits.ts";
import { agreeOnCorpus, agreeOnExample, examplesADay, schedules } from "./one_way.ts";

describe.each(schedules)("under the schedule %s", (schedule) => {
  it.each(ofToday(examples, examplesADay))("examples/%s", (file) => agreeOnExample(file, schedule));
  it.each(circuitSample("as it is", 3))("%s", (path) => agreeOnCorpus(path, schedule));
});

it("a kernel with one .pipeline() takes the cycles that the command line says", () =>
  inDirectory(async (directory) => {
    const text = `import numpy as np
from pylog import *

@pylog
def f(a: "float32[16,16]", b: "float32[16]"):
    for i in range(16):
        s = np.float32(0)
        for j in range(16).pipeline():
            s += a[i, j]
        b[i] = s
    for i in range(16):
        b[i] = b[i] * b[i]
`;
    const path = write(directory, "f.py", text);
    const kernel = compile({ path, text });
    if (!kernel.ok) throw new Error(explain(kernel));
    const { cycles } = await simulate(kernel, {}, { seed: 1 });
    const { out } = await lutra("run", path, "--on", "verilog", "--json");
    expect((JSON.parse(out) as { hardware: { cycles: number } }).hardware.cycles).toBe(cycles);
    expect(toVerilog(kernel).cycles).toEqual({ least: cycles, most: cycles });
  }));
