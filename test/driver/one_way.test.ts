/**
 * One way: the command line, the library and what the Python package asks make the same circuit of a kernel, byte for
 * byte, and take the same cycles, with a schedule and without.
 *
 *     LUTRA_CORPUS=all npx vitest run test/driver/one_way.test.ts      every kernel of the corpus
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createKernels } from "../../src/cli/requests.ts";
import { pipedBody } from "../../src/cli/segment.ts";
import { compile, explain, simulate, toVerilog } from "../../src/index.ts";
import { printType } from "../../src/types/print.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "../cli/lutra.ts";
import { kernelAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
import { circuitSample } from "../synthesis/corpus-circuits.ts";

interface Kernel {
  readonly text: string;
  readonly name: string;
  readonly types: Readonly<Record<string, string>>;
}

const examples = readdirSync("examples").filter((name) => name.endsWith(".py"));

describe.each(["none", "auto", undefined] as const)("under the schedule %s", (schedule) => {
  it.each(examples)("examples/%s", (file) => {
    const text = readFileSync(join("examples", file), "utf8");
    return agree({ text, name: file.replace(".py", ""), types: {} }, schedule);
  });

  it.each(circuitSample("as it is", 6))("%s", (path) => {
    const { args } = kernelAt(path);
    const types = Object.fromEntries([...typesOf(args)].map(([name, type]) => [name, printType(type)]));
    const text = readFileSync(`test/corpus/${path}.py`, "utf8");
    return agree({ text, name: path.replace(/^.*\//, ""), types }, schedule);
  });
});

async function agree({ text, name, types }: Kernel, schedule: "none" | "auto" | undefined): Promise<void> {
  await inDirectory(async (directory) => {
    const path = write(directory, `${name}.py`, text);
    const library = compile({ path, text }, { args: types });
    if (!library.ok) throw new Error(explain(library));
    const options = schedule === undefined ? {} : { schedule };
    const made = toVerilog(library, options);
    const words = Object.entries(types).flatMap(([arg, type]) => ["--arg", `${arg}=${type}`]);
    const steps = schedule === undefined ? [] : ["--schedule", schedule];
    const seen = await lutra("build", path, "--to", "verilog", "--json", ...words, ...steps);
    const told = JSON.parse(seen.out) as { text: string; predicted: { least: number; most: number | null } };
    expect(told.text).toBe(made.text);
    expect(told.predicted.least).toBe(made.cycles.least);
    if (schedule === undefined) expect(await asked(path, text, library.kernel, types)).toBe(made.text);
  });
}

/** What `lutra serve` gives the Python package. */
async function asked(path: string, text: string, name: string, types: Kernel["types"]): Promise<string> {
  const kernels = createKernels();
  const nothing = pipedBody(new ArrayBuffer(0));
  const source = { path, text };
  const compiled = await kernels.answer(
    { command: "compile", source, kernel: name, types, constants: {}, schedule: null },
    nothing,
  );
  const { id } = compiled.header as { readonly id: string };
  const built = await kernels.answer(
    { command: "build", id, to: "verilog", board: null, clock: null },
    nothing,
  );
  const { main, files } = built.header as {
    readonly main: string;
    readonly files: Readonly<Record<string, string>>;
  };
  return files[main] ?? "";
}

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
