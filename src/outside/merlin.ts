/** Merlin C on the CPU: compiled as C99, run as a program of its own on .npy files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateMerlin } from "../backend/merlin/index.ts";
import { printTestbench } from "../backend/merlin/testbench.ts";
import type { NativeKernel } from "../call/outside.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Loops } from "../loops/nodes.ts";
import { includeFolder } from "./csim.ts";
import { compileWith, outsideKernel } from "./program.ts";

/** Throws Diagnosed for what plain C cannot say, ToolFailure where there is no compiler. */
export async function compileMerlin(loops: Loops): Promise<NativeKernel> {
  const made = generateMerlin(loops);
  if (!made.ok) throw new Diagnosed(loops.source, made.diagnostics);
  const { files, source, header, signature, lineMap } = made;
  return outsideKernel({ loops, signature, command: withStack, lineMap }, async (workspace) => {
    for (const [name, text] of files) writeFileSync(join(workspace.path, name), text);
    writeFileSync(join(workspace.path, "testbench.c"), printTestbench(signature, header));
    const words = [...flags, `-I${includeFolder}`, "testbench.c", source, "-lm", "-o", "testbench"];
    await compileWith(workspace, cCompiler(), words, { what: "C", help: noCompiler });
  });
}

const flags = ["-std=gnu99", "-O2", "-fwrapv", "-ffp-contract=off", "-Wno-unknown-pragmas"];

/** A kernel keeps its arrays on the stack, which may be large. */
const withStack = ["sh", "-c", 'ulimit -s unlimited 2>/dev/null; exec ./testbench "$@"', "testbench"];

export function cCompiler(): string {
  return process.env.LUTRA_CC || "cc";
}

export const noCompiler = "install a C compiler (gcc), or name one in LUTRA_CC; --on wasm needs none";
