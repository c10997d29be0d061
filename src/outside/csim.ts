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
import { generateVitis, type VitisFiles } from "../backend/vitis/index.ts";
import { printTestbench } from "../backend/vitis/project/testbench.ts";
import type { NativeKernel } from "../call/outside.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Workspace } from "../toolchain/workspace.ts";
import { bitWidth } from "../types/bits.ts";
import { compileWith, outsideKernel } from "./program.ts";

export const includeFolder = fileURLToPath(new URL("../../include", import.meta.url));

/** Throws Diagnosed for what C++ cannot say, ToolFailure where there is no compiler. */
export async function compileCsim(loops: Loops): Promise<NativeKernel> {
  const made = generateVitis(loops);
  if (!made.ok) throw new Diagnosed(loops.source, made.diagnostics);
  const { signature, lineMap } = made;
  const program = { loops, signature, command: ["./testbench"], lineMap };
  return outsideKernel(program, (workspace) => compile(workspace, loops, made));
}

/** Rounding and wrapping as the source means them: nothing fused, nothing assumed of overflow. */
const flags = ["-std=c++14", "-O2", "-fwrapv", "-ffp-contract=off", "-Wno-unknown-pragmas"];

async function compile(workspace: Workspace, loops: Loops, code: VitisFiles): Promise<void> {
  for (const [name, text] of code.files) writeFileSync(join(workspace.path, name), text);
  writeFileSync(join(workspace.path, "testbench.cpp"), printTestbench(code.signature, code.header));
  const folder = dirname(resolve(loops.source.path)); // where the user's own headers are
  const externals = externalRegions(loops).flatMap(({ external }) => external.source ?? []);
  const words = [
    ...flags,
    `-DLUTRA_STACK_BYTES=${stackBytes(loops)}`,
    ...["-I.", `-I${includeFolder}`, `-I${folder}`],
    ...["testbench.cpp", code.source, ...new Set(externals.map((path) => resolve(folder, path)))],
    ...["-o", "testbench", "-pthread"],
  ];
  const help = "install g++, or name a C++ compiler in LUTRA_CXX; --on wasm needs no compiler";
  await compileWith(workspace, process.env.LUTRA_CXX || "g++", words, { what: "C++", help });
}

/** Arrays are locals there. Twice what they need, and room for everything else. */
function stackBytes(loops: Loops): number {
  const arrays = loops.arrays.map(({ element, shape }) => {
    const words = Math.ceil(bitWidth(element) / 64) + 1;
    return shape.reduce((size, extent) => size * extent, 8 * words);
  });
  return arrays.reduce((sum, bytes) => sum + 2 * bytes, 64 * 2 ** 20);
}
