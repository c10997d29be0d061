/** `FILE[:KERNEL]`: the file read, and the kernel that is meant. */
import { existsSync } from "node:fs";
import { closest } from "../diagnostics/closest.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type FunctionSignature, functionsIn } from "../driver/compile.ts";
import { readText } from "../outside/files.ts";

export interface KernelSource {
  readonly source: SourceFile;
  readonly kernel: FunctionSignature | null; // null: the source has none, or is no Python; compiling says what is wrong
}

export function readKernel(target: string): KernelSource {
  const { path, name } = splitTarget(target);
  const source = { path, text: readText(path) };
  return { source, kernel: chooseKernel(path, functionsIn(source), name) };
}

/** A colon may be part of a file's name; then the whole is that file. */
function splitTarget(target: string): { readonly path: string; readonly name: string | null } {
  const parts = /^(.+):([^:/\\]*)$/.exec(target);
  if (parts === null || existsSync(target)) return { path: target, name: null };
  return { path: parts[1] ?? target, name: (parts[2] ?? "").normalize("NFKC") };
}

function chooseKernel(
  path: string,
  functions: readonly FunctionSignature[],
  name: string | null,
): FunctionSignature | null {
  const kernels = functions.filter((func) => func.kernel);
  const names = kernels.map((kernel) => kernel.name);
  if (name === null) {
    if (kernels.length <= 1) return kernels[0] ?? null;
    throw new Failure(`${path} has ${kernels.length} kernels: ${names.join(", ")}`, {
      help: `say which one: ${path}:${names[0]}`,
    });
  }
  const named = kernels.find((kernel) => kernel.name === name);
  if (named !== undefined) return named;
  if (functions.some((func) => func.name === name)) {
    throw new Failure(`${name} in ${path} is not marked as a kernel`, {
      help: `write @pylog above def ${name}`,
    });
  }
  const meant = closest(name, names);
  const there = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  throw new Failure(`${path} has no kernel ${name === "" ? "without a name" : name}: ${there}`, {
    ...(meant === null ? {} : { help: `did you mean ${path}:${meant}?` }),
  });
}
