/** The command line, the library and what the Python package asks, with one kernel: the same circuit, byte for byte. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createKernels } from "../../src/cli/requests.ts";
import { pipedBody } from "../../src/cli/segment.ts";
import { compile, explain, toVerilog } from "../../src/index.ts";
import { printType } from "../../src/types/print.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "../cli/lutra.ts";
import { kernelAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";

export const schedules = ["none", "auto", undefined] as const;
export type ScheduleName = (typeof schedules)[number];

/** Examples that `npm test` takes a day. */
export const examplesADay = 2;

export function agreeOnExample(file: string, schedule: ScheduleName): Promise<void> {
  const text = readFileSync(join("examples", file), "utf8");
  return agree({ text, name: file.replace(".py", ""), types: {} }, schedule);
}

export function agreeOnCorpus(path: string, schedule: ScheduleName): Promise<void> {
  const { args } = kernelAt(path);
  const types = Object.fromEntries([...typesOf(args)].map(([name, type]) => [name, printType(type)]));
  const text = readFileSync(`test/corpus/${path}.py`, "utf8");
  return agree({ text, name: path.replace(/^.*\//, ""), types }, schedule);
}

interface Kernel {
  readonly text: string;
  readonly name: string;
  readonly types: Readonly<Record<string, string>>;
}

async function agree({ text, name, types }: Kernel, schedule: ScheduleName): Promise<void> {
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
