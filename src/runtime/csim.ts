/**
 * Generated C++ on the CPU: compiled by g++ against the headers in include/, run as a program of its own on .npy files.
 *
 *     const kernel = await compileCsim(loops);
 *     const { results } = await kernel.run(args); // arrays are changed in place
 *     kernel.remove();
 */
import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { externalRegions } from "../backend/c/external.ts";
import { placeOfFault } from "../backend/c/lines.ts";
import { generateVitis, type VitisFiles } from "../backend/vitis/index.ts";
import { printTestbench } from "../backend/vitis/project/testbench.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Loops } from "../loops/nodes.ts";
import type { RunResult } from "../program/interpret/index.ts";
import { runProcess } from "../toolchain/process.ts";
import { bitWidth } from "../types/bits.ts";
import { type Arguments, faultIn, readResults, ToolFailure, writeArguments } from "./native.ts";
import { makeWorkspace, type Workspace } from "./workspace.ts";

/** A kernel that runs outside of this process. */
export interface NativeKernel {
  /** Changes argument arrays in place. Throws RunFault for what the program does wrong. */
  run(args: Arguments): Promise<RunResult>;
  /** Its files. */
  remove(): void;
}

/** Rounding and wrapping as the source means them: nothing fused, nothing assumed of overflow. */
const flags = ["-std=c++14", "-O2", "-fwrapv", "-ffp-contract=off", "-Wno-unknown-pragmas"];

const compileTimeoutMs = 300_000;
const runTimeoutMs = 600_000;

export const includeFolder = fileURLToPath(new URL("../../include", import.meta.url));

/** Throws Diagnosed for what C++ cannot say, ToolFailure where there is no compiler. */
export async function compileCsim(loops: Loops): Promise<NativeKernel> {
  const generated = generateVitis(loops);
  if (!generated.ok) throw new Diagnosed(loops.source, generated.diagnostics);
  const workspace = makeWorkspace();
  try {
    await compile(workspace, loops, generated);
  } catch (error) {
    workspace.remove();
    throw error;
  }
  return {
    run: (args) => run(workspace, loops, generated, args),
    remove: workspace.remove,
  };
}

async function compile(workspace: Workspace, loops: Loops, code: VitisFiles): Promise<void> {
  for (const [name, text] of code.files) writeFileSync(join(workspace.path, name), text);
  writeFileSync(join(workspace.path, "testbench.cpp"), printTestbench(code.signature, code.header));
  const stack = `-DLUTRA_STACK_BYTES=${stackBytes(loops)}`;
  const folder = dirname(resolve(loops.source.path)); // where the user's own headers are
  const externals = externalRegions(loops).flatMap(({ external }) => external.source ?? []);
  const sources = ["testbench.cpp", code.source, ...new Set(externals.map((path) => resolve(folder, path)))];
  const words = [...flags, stack, "-I.", `-I${includeFolder}`, `-I${folder}`, ...sources, "-o", "testbench"];
  const outcome = await runProcess(compiler(), [...words, "-pthread"], {
    timeoutMs: compileTimeoutMs,
    cwd: workspace.path,
  });
  if (outcome.kind === "failed") {
    const help = "install g++, or name a C++ compiler in LUTRA_CXX; --on wasm needs no compiler";
    throw new ToolFailure(outcome.message, outcome.reason === "missing" ? help : null);
  }
  if (outcome.status !== 0) {
    throw new ToolFailure(`${compiler()} refused the generated C++:\n${firstErrors(outcome.stderr)}`);
  }
}

async function run(
  workspace: Workspace,
  loops: Loops,
  code: VitisFiles,
  args: Arguments,
): Promise<RunResult> {
  const [before, after] = [workspace.folder("in"), workspace.folder("out")];
  writeArguments(before, loops, args);
  const outcome = await runProcess(join(workspace.path, "testbench"), [before, after], {
    timeoutMs: runTimeoutMs,
    cwd: workspace.path,
  });
  if (outcome.kind === "failed") throw new ToolFailure(`the compiled kernel failed: ${outcome.message}`);
  const fault = faultIn(outcome.stderr, (line, kind) => placeOfFault(code.lineMap, line, kind));
  if (fault !== null) throw fault;
  if (outcome.status !== 0) {
    throw new ToolFailure(
      `the compiled kernel failed: ${outcome.stderr.trim() || `status ${outcome.status}`}`,
    );
  }
  return readResults(after, code.signature, args);
}

export function compiler(): string {
  return process.env.LUTRA_CXX || "g++";
}

function firstErrors(stderr: string): string {
  const lines = stderr.split("\n");
  const errors = lines.filter((line) => /\berror:/.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 5).join("\n");
}

/** Arrays are locals there. Twice what they need, and room for everything else. */
function stackBytes(loops: Loops): number {
  const arrays = loops.arrays.map(({ element, shape }) => {
    const words = Math.ceil(bitWidth(element) / 64) + 1;
    return shape.reduce((size, extent) => size * extent, 8 * words);
  });
  return arrays.reduce((sum, bytes) => sum + 2 * bytes, 64 * 2 ** 20);
}
