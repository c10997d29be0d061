/** `FILE[:KERNEL]`: the file read, and the kernel that is meant. */
import { existsSync, readFileSync } from "node:fs";
import { type FunctionSignature, functionsIn } from "../compile.ts";
import { closest } from "../diagnostics/closest.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure, fileFailure } from "./failure.ts";

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

function readText(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`cannot read ${path}: it is not UTF-8 text`, { help: "give a Python source file" });
  }
}

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw fileFailure("read", path, error);
  }
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
