/**
 * Long lists of operations computed by the C headers: jobs in, the bits of the results out.
 *
 *     const run = compileDriver("c99", "float_ops.h");
 *     run([{ op: 0, parameters: [5, 4, 0], operands: [[bitsOf(1.5), bitsOf(0.25)]] }]);
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Job {
  readonly op: number;
  readonly parameters: readonly number[]; // up to four
  readonly operands: BigUint64Array; // pairs, one after the other
}

export type Driver = (jobs: readonly Job[]) => readonly BigUint64Array[];

export type Dialect = "c99" | "c++14" | "opencl";

const include = join(import.meta.dirname, "../../include");

/** False where the compiler is missing; with LUTRA_TOOLS=required that is an error, so that no test is skipped unseen. */
export function dialectAvailable(dialect: Dialect): boolean {
  const available = dialect === "opencl" ? openclAvailable() : answers(compilers[dialect].command);
  if (!available && process.env.LUTRA_TOOLS === "required") {
    throw new Error(
      `LUTRA_TOOLS=required, but there is no compiler for ${dialect}: see scripts/install-tools`,
    );
  }
  return available;
}

function answers(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

/** The headers, the library and a device that builds kernels. */
function openclAvailable(): boolean {
  try {
    compileDriver("opencl", "float_ops.h")([]);
    return true;
  } catch {
    return false;
  }
}

const compilers = {
  c99: { command: process.env.CC ?? "gcc", flags: ["-x", "c", "-std=c99"] },
  "c++14": { command: process.env.CXX ?? "g++", flags: ["-x", "c++", "-std=c++14"] },
} as const;

/** `operations` is the header here that defines OPERATION; `options` are -D and, where the work is long, -O2. */
export function compileDriver(dialect: Dialect, operations: string, options: readonly string[] = []): Driver {
  const folder = mkdtempSync(join(tmpdir(), "lutra-driver-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "driver");
  if (dialect === "opencl") {
    compile("c99", "float_opencl.c", program, ["-lOpenCL"]);
    // The options of clBuildProgram cannot quote, so the name of the header comes with the source.
    const kernel = join(folder, "driver.cl");
    writeFileSync(kernel, `#include "${operations}"\n#include "float_kernel.cl"\n`);
    const paths = [`-I${include}`, `-I${import.meta.dirname}`];
    return (jobs) => runJobs(program, [kernel, [...paths, ...options].join(" ")], jobs);
  }
  compile(dialect, "float_driver.c", program, [`-DOPERATIONS="${operations}"`, ...options, "-lm"]);
  return (jobs) => runJobs(program, [], jobs);
}

function compile(
  dialect: keyof typeof compilers,
  source: string,
  program: string,
  options: readonly string[],
): void {
  const { command, flags } = compilers[dialect];
  const strict = ["-O0", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffp-contract=off"];
  const result = spawnSync(
    command,
    [...flags, ...strict, `-I${include}`, join(import.meta.dirname, source), "-o", program, ...options],
    { encoding: "utf8" },
  );
  if (result.status !== 0) throw new Error(`${command} refuses ${source}:\n${result.stderr}`);
}

function runJobs(program: string, args: readonly string[], jobs: readonly Job[]): readonly BigUint64Array[] {
  const input = Buffer.concat(jobs.flatMap((job) => [header(job), bytesOf(job.operands)]));
  const result = spawnSync(program, args, { input, maxBuffer: 1 << 30 });
  if (result.status !== 0) throw new Error(`driver: ${result.error?.message ?? result.stderr.toString()}`);
  const output = result.stdout;
  let offset = 0;
  return jobs.map((job) => {
    const size = job.operands.byteLength / 2;
    const bytes = output.subarray(offset, offset + size);
    offset += size;
    return new BigUint64Array(new Uint8Array(bytes).buffer);
  });
}

function header(job: Job): Buffer {
  const ints = [job.op, ...job.parameters, 0, 0, 0, 0].slice(0, 5);
  return bytesOf(Int32Array.from([...ints, job.operands.length / 2]));
}

function bytesOf(data: Int32Array | BigUint64Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
