/**
 * Kernels on an OpenCL device: the generated host program, compiled by the C compiler, builds the kernel for the device
 * and runs it on .npy files.
 *
 *     const kernel = await compileOpencl(loops);
 *     const { results } = await kernel.run(args); // arrays are changed in place
 *     kernel.remove();
 */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeOfFault } from "../backend/c/lines.ts";
import { generateOpencl, type OpenclFiles } from "../backend/opencl/index.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Loops } from "../loops/nodes.ts";
import type { RunResult } from "../program/interpret/index.ts";
import { runProcess } from "../toolchain/process.ts";
import { includeFolder, type NativeKernel } from "./csim.ts";
import { type Arguments, faultIn, readResults, ToolFailure, writeArguments } from "./native.ts";
import { makeWorkspace, type Workspace } from "./workspace.ts";

const compileTimeoutMs = 120_000;
const runTimeoutMs = 600_000;

/** Throws Diagnosed for what OpenCL C cannot say, ToolFailure where there is no compiler or no OpenCL library. */
export async function compileOpencl(loops: Loops): Promise<NativeKernel> {
  const generated = generateOpencl(loops);
  if (!generated.ok) throw new Diagnosed(loops.source, generated.diagnostics);
  const workspace = makeWorkspace();
  try {
    await compile(workspace, generated);
  } catch (error) {
    workspace.remove();
    throw error;
  }
  return {
    run: (args) => run(workspace, loops, generated, args),
    remove: workspace.remove,
  };
}

/** Compiles, runs once and cleans up. */
export async function runOpencl(loops: Loops, args: Arguments): Promise<RunResult> {
  const kernel = await compileOpencl(loops);
  try {
    return await kernel.run(args);
  } finally {
    kernel.remove();
  }
}

/** The device's compiler looks for headers beside the kernel. */
async function compile(workspace: Workspace, { files, host }: OpenclFiles): Promise<void> {
  for (const [name, text] of files) writeFileSync(join(workspace.path, name), text);
  cpSync(includeFolder, workspace.path, { recursive: true });
  const words = ["-std=c99", "-O1", "-I.", host, "-lOpenCL", "-lm", "-o", "host"];
  const outcome = await runProcess(compiler(), words, { timeoutMs: compileTimeoutMs, cwd: workspace.path });
  if (outcome.kind === "failed") {
    const help = "install a C compiler (gcc), or name one in LUTRA_CC; --on wasm needs none";
    throw new ToolFailure(outcome.message, outcome.reason === "missing" ? help : null);
  }
  if (outcome.status === 0) return;
  if (/CL\/cl\.h|lOpenCL/.test(outcome.stderr)) {
    const help = "install them (opencl-headers and ocl-icd-opencl-dev on Debian); --on wasm needs none";
    throw new ToolFailure(`${compiler()} finds no headers or library of OpenCL`, help);
  }
  throw new ToolFailure(`${compiler()} refused the generated host program:\n${outcome.stderr.trim()}`);
}

async function run(
  workspace: Workspace,
  loops: Loops,
  code: OpenclFiles,
  args: Arguments,
): Promise<RunResult> {
  const [before, after] = [workspace.folder("in"), workspace.folder("out")];
  writeArguments(before, loops, args);
  const outcome = await runProcess(join(workspace.path, "host"), [before, after], {
    timeoutMs: runTimeoutMs,
    cwd: workspace.path,
  });
  if (outcome.kind === "failed") throw new ToolFailure(`the kernel failed on the device: ${outcome.message}`);
  const fault = faultIn(outcome.stderr, (line, kind) => placeOfFault(code.lineMap, line, kind));
  if (fault !== null) throw fault;
  if (outcome.status === 0) return readResults(after, code.signature, args);
  const said = outcome.stderr.trim() || `status ${outcome.status}`;
  if (/^no OpenCL device/m.test(said)) {
    const help = "LUTRA_OPENCL names a device or platform; `lutra tools` shows what is installed";
    throw new ToolFailure(said, help);
  }
  throw new ToolFailure(`the kernel failed on the device: ${said}`);
}

function compiler(): string {
  return process.env.LUTRA_CC || "cc";
}
