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
import { generateOpencl, type OpenclFiles } from "../backend/opencl/index.ts";
import type { NativeKernel } from "../call/outside.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Workspace } from "../toolchain/workspace.ts";
import { includeFolder } from "./csim.ts";
import { cCompiler, noCompiler } from "./merlin.ts";
import { compileWith, outsideKernel } from "./program.ts";

/** Throws Diagnosed for what OpenCL C cannot say, ToolFailure where there is no compiler or no OpenCL library. */
export async function compileOpencl(loops: Loops): Promise<NativeKernel> {
  const made = generateOpencl(loops);
  if (!made.ok) throw new Diagnosed(loops.source, made.diagnostics);
  const { signature, lineMap } = made;
  const program = { loops, signature, command: ["./host"], lineMap, explain: noDevice };
  return outsideKernel(program, (workspace) => compile(workspace, made));
}

/** The device's compiler looks for headers beside the kernel. */
async function compile(workspace: Workspace, { files, host }: OpenclFiles): Promise<void> {
  for (const [name, text] of files) writeFileSync(join(workspace.path, name), text);
  cpSync(includeFolder, workspace.path, { recursive: true, dereference: true }); // it may be a link
  const words = ["-std=c99", "-O1", "-I.", host, "-lOpenCL", "-lm", "-o", "host"];
  await compileWith(workspace, cCompiler(), words, {
    what: "host program",
    help: noCompiler,
    explain: noLibrary,
  });
}

function noLibrary(stderr: string): ToolFailure | null {
  if (!/CL\/cl\.h|lOpenCL/.test(stderr)) return null;
  const help = "install them (opencl-headers and ocl-icd-opencl-dev on Debian); --on wasm needs none";
  return new ToolFailure("there are no headers or library of OpenCL", help);
}

function noDevice(said: string): ToolFailure | null {
  if (!/^no OpenCL device/m.test(said)) return null;
  return new ToolFailure(
    said,
    "LUTRA_OPENCL names a device or platform; `lutra tools` shows what is installed",
  );
}
