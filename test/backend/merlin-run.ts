/** Kernels as Merlin C, all compiled as C99 into one program that runs each in a process of its own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostType, loadText, saveText } from "../../src/backend/c/raw/files.ts";
import { generateMerlin, type Merlin, type MerlinFiles } from "../../src/backend/merlin/index.ts";
import { runProcess } from "../../src/toolchain/process.ts";
import {
  type Case,
  include,
  mainText,
  mustRun,
  outputs,
  type Ran,
  ranAs,
  writeArguments,
} from "./c-cases.ts";

const flags = [
  ...["-std=c99", "-O1", "-fwrapv", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"],
  ...["-Wno-unknown-pragmas", "-Wno-unused-label", `-I${include}`],
];

export async function runMerlin(cases: readonly Case[]): Promise<readonly Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), "lutra-merlin-"));
  try {
    const made = cases.map((one, k) => generateMerlin({ ...one.loops, name: `kernel_${k}` }));
    const written = made.flatMap((output, k) => (output.ok ? [k] : []));
    for (const k of written) {
      const files = made[k] as MerlinFiles;
      for (const [name, text] of files.files) writeFileSync(join(folder, name), text);
      writeArguments(folder, k, files, cases[k] as Case);
    }
    const errors = await compiled(folder, written);
    const runnable = written.filter((k) => !errors.has(k));
    const calls = runnable.flatMap((k) => caseText(k, made[k] as MerlinFiles));
    const before = ['#include "lutra_npy.h"', "#include <stdbool.h>", ...need, ...calls];
    writeFileSync(
      join(folder, "main.c"),
      mainText(runnable, before, (k) => `run_${k}();`),
    );
    const objects = runnable.map((k) => `kernel_${k}.o`);
    const words = ["-w", "-D_GNU_SOURCE", `-I${include}`, "main.c", ...objects, "-lm", "-o", "run"];
    await mustRun("gcc", words, folder);
    await mustRun(join(folder, "run"), [], folder);
    return cases.map((one, k) => {
      const output = made[k] as Merlin;
      const message = errors.get(k);
      if (message !== undefined) return { kind: "broken", message };
      if (!output.ok)
        return { kind: "refused", messages: output.diagnostics.map(({ message: said }) => said) };
      return ranAs(folder, k, output, one);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the compiler says of each kernel that it does not take. */
async function compiled(folder: string, kernels: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const errors = new Map<number, string>();
  const words = [...flags, "-c", ...kernels.map((k) => `kernel_${k}.c`)];
  if (kernels.length === 0) return errors;
  const done = await runProcess("gcc", words, { cwd: folder, timeoutMs: 1_800_000 });
  if (done.kind === "failed") throw new Error(done.message);
  for (const [line, k] of done.stderr.matchAll(/^kernel_(\d+)\.c:.*error:.*$/gm)) {
    errors.set(Number(k), `${errors.get(Number(k)) ?? ""}${line}\n`);
  }
  if (done.status !== 0 && errors.size === 0) throw new Error(done.stderr);
  return errors;
}

const need = [
  "static char why[LUTRA_NPY_MESSAGE];",
  'static void need(int ok) { if (!ok) { fprintf(stderr, "%s\\n", why); exit(2); } }',
];

/** `void run_3(void)`: the arguments from their files, the call, what comes out to files. */
function caseText(k: number, { signature, header }: MerlinFiles): readonly string[] {
  const lines = [`#include "${header}"`, `static void run_${k}(void) {`];
  for (const { name, source, type, shape } of signature.parameters) {
    const count = shape.reduce((product, extent) => product * extent, 1);
    lines.push(`  static ${hostType(type)} ${name}_data[${Math.max(count, 1)}];`);
    lines.push(`  static const size_t ${name}_shape[] = {${[...shape, 0].join(", ")}};`);
    if (source === null) continue;
    const path = `"in_${k}/${source}.npy"`;
    lines.push(`  need(${loadText(type, path, shape.length, `${name}_shape`, `${name}_data`)});`);
  }
  const passed = signature.parameters.map(({ kind, name, direction }) =>
    kind === "scalar" && direction === "in" ? `${name}_data[0]` : `(void *)${name}_data`,
  );
  lines.push(`  ${signature.name}(${passed.join(", ")});`);
  for (const [name, file] of outputs(signature)) {
    const one = signature.parameters.find((parameter) => parameter.name === name);
    if (one === undefined) throw new Error(`no parameter ${name}`);
    const path = `"out_${k}/${file}.npy"`;
    lines.push(`  need(${saveText(one.type, path, one.shape.length, `${name}_shape`, `${name}_data`)});`);
  }
  return [...lines, "}"];
}
