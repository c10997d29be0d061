/** Kernels on an OpenCL device by their generated host programs, all compiled into one that runs each in a process of its own. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateOpencl, type Opencl, type OpenclFiles } from "../../src/backend/opencl/index.ts";
import { runProcess } from "../../src/toolchain/process.ts";
import { type Case, include, mainText, mustRun, type Ran, ranAs, writeArguments } from "./c-cases.ts";

const flags = [
  "-std=c99",
  "-O1",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-D_GNU_SOURCE",
  "-DCL_TARGET_OPENCL_VERSION=120",
];

/** In batches: a device's compiler takes about a second for each kernel. */
export async function runOnDevice(cases: readonly Case[]): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  for (let k = 0; k < cases.length; k += batch) ran.push(...(await runBatch(cases.slice(k, k + batch))));
  return ran;
}

const batch = 40;

/** What a program prints, line by line, that opens the host of a kernel in processes, as `host`, and then does `body`. */
export async function runHostWith(
  { files, host, signature: { name } }: OpenclFiles,
  body: readonly string[],
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "lutra-opencl-"));
  try {
    cpSync(include, folder, { recursive: true });
    for (const [file, text] of files) writeFileSync(join(folder, file), text);
    const lines = [
      "#define main generated_main",
      `#include "${host}"`,
      "#undef main",
      "int main(int argc, char **argv) {",
      `  ${name}_host host;`,
      "  (void)argc;",
      `  ${name}_host_open(&host, argv[0]);`,
      ...body.map((line) => `  ${line}`),
      `  ${name}_host_close(&host);`,
      "  return 0;",
      "}",
      "",
    ];
    writeFileSync(join(folder, "main.c"), lines.join("\n"));
    await mustRun("gcc", [...flags, "-I.", "main.c", "-lOpenCL", "-lm", "-o", "run"], folder);
    const done = await runProcess(join(folder, "run"), [], { cwd: folder, timeoutMs: 120_000 });
    if (done.kind === "failed") throw new Error(done.message);
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runBatch(cases: readonly Case[]): Promise<readonly Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), "lutra-opencl-"));
  try {
    cpSync(include, folder, { recursive: true });
    const made = cases.map((one, k) => generateOpencl({ ...one.loops, name: `kernel_${k}` }));
    const runnable = made.flatMap((output, k) => (output.ok ? [k] : []));
    for (const k of runnable) {
      const files = made[k] as OpenclFiles;
      for (const [name, text] of files.files) writeFileSync(join(folder, name), text);
      writeArguments(folder, k, files, cases[k] as Case);
    }
    const hosts = runnable.flatMap((k) => [
      `#define main main_${k}`,
      `#include "${(made[k] as OpenclFiles).host}"`,
      "#undef main",
    ]);
    const call = (k: number): string =>
      `{ char *args[] = {"./run", "in_${k}", "out_${k}", NULL}; if (main_${k}(3, args) != 0) _exit(2); }`;
    writeFileSync(join(folder, "main.c"), mainText(runnable, hosts, call));
    await mustRun("gcc", [...flags, "-I.", "main.c", "-lOpenCL", "-lm", "-o", "run"], folder);
    await mustRun(join(folder, "run"), [], folder);
    return cases.map((one, k) => {
      const output = made[k] as Opencl;
      if (!output.ok) return { kind: "refused", messages: output.diagnostics.map(({ message }) => message) };
      return ranAs(folder, k, output, one);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
