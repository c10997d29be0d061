/** The kernels of the corpus, by path: all are compiled, and all are lowered. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import type { Program } from "../../src/program/nodes.ts";
import type { WireValue } from "../numpy/wire.ts";
import { makeArguments } from "./arguments.ts";
import { type Header, parseHeader } from "./header.ts";
import { compileKernel, runtimeArguments } from "./roads.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** `arrays/broadcast`, in order. */
export const kernelPaths: readonly string[] = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".py"))
  .map((path) => path.slice(0, -3))
  .sort();

export interface CorpusKernel {
  readonly header: Header;
  readonly args: Readonly<Record<string, WireValue>>;
  readonly program: Program;
}

/** Compiled once for all test files of a worker: nothing of it ever changes. */
export function kernelAt(path: string): CorpusKernel {
  const known = kernels.get(path) ?? compiledAt(path);
  kernels.set(path, known);
  return known;
}

const kernels = new Map<string, CorpusKernel>();

function compiledAt(path: string): CorpusKernel {
  const text = readFileSync(`${here}${path}.py`, "utf8");
  const header = parseHeader(text);
  const args = makeArguments(header);
  const program = compileKernel({ path: `${path}.py`, text }, path.replace(/^.*\//, ""), args);
  return { header, args: runtimeArguments(program, args), program };
}

/** Throws where lowering refuses it. */
export function loweredAt(path: string): CorpusKernel & { readonly loops: Loops } {
  const kernel = kernelAt(path);
  const lowered = lower(kernel.program);
  if (!lowered.ok)
    throw new Error(`${path}: ${lowered.diagnostics.map(({ message }) => message).join("; ")}`);
  return { ...kernel, loops: lowered.loops };
}
