/** `FILE[:KERNEL]`: the file read, and the kernel that is meant. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { memoryLimit, sizeText } from "../call/memory.ts";
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

export function readText(path: string, what = "a Python source file"): string {
  const bytes = readBytes(path, mostText);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`cannot read ${path}: it is not UTF-8 text`, { help: `give ${what}` });
  }
}

/** More than any person writes; a path may be a disk image, or a device that never ends. */
const mostText = 16 * 2 ** 20;

export function readBytes(path: string, most = memoryLimit()): Uint8Array {
  const tooLarge = (): Failure => new Failure(`cannot read ${path}: it has more than ${sizeText(most)}`);
  try {
    const file = openSync(path, "r");
    try {
      if (fstatSync(file).size > most) throw tooLarge();
      return readAll(file, most) ?? failWith(tooLarge());
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure("read", path, error);
  }
}

/** Null where there is more than `most`. */
function readAll(file: number, most: number): Uint8Array | null {
  const { size } = fstatSync(file);
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(1 << 16, Math.min(1 << 26, size - total + 1)));
    const count = readSync(file, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
    if (total > most) return null;
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

function failWith(failure: Failure): never {
  throw failure;
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
