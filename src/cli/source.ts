/** `FILE[:KERNEL]`: the file read, and the kernel that is meant. */
import { existsSync, readFileSync } from "node:fs";
import { type KernelSignature, kernelsIn } from "../compile.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { closest } from "../frontend/python/closest.ts";
import { Failure, fileFailure } from "./failure.ts";

export interface KernelSource {
  readonly source: SourceFile;
  readonly kernel: KernelSignature | null; // null: the source has none, or is no Python; compiling says what is wrong
}

export function readKernel(target: string): KernelSource {
  const { path, name } = splitTarget(target);
  const source = { path, text: readText(path) };
  return { source, kernel: chooseKernel(path, kernelsIn(source), name) };
}

/** A colon may be part of a file's name; then the whole is that file. */
function splitTarget(target: string): { readonly path: string; readonly name: string | null } {
  const parts = /^(.+):([^:/\\]*)$/.exec(target);
  if (parts === null || existsSync(target)) return { path: target, name: null };
  return { path: parts[1] ?? target, name: parts[2] ?? "" };
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
  all: readonly KernelSignature[],
  name: string | null,
): KernelSignature | null {
  if (name !== null) {
    const named = all.findLast((kernel) => kernel.name === name); // a later def replaces an earlier one
    if (named !== undefined) return named;
    const names = all.map((kernel) => kernel.name);
    const meant = closest(name, names);
    const there = names.length === 0 ? "it has no functions" : `it has ${names.join(", ")}`;
    throw new Failure(`${path} has no function ${name || '""'}: ${there}`, {
      ...(meant === null ? {} : { help: `did you mean ${path}:${meant}?` }),
    });
  }
  const marked = all.filter((kernel) => kernel.marked);
  const names = [...new Set(marked.map((kernel) => kernel.name))];
  if (names.length > 1) {
    throw new Failure(`${path} has ${names.length} kernels: ${names.join(", ")}`, {
      help: `say which one: ${path}:${names[0]}`,
    });
  }
  return marked.at(-1) ?? (all.length === 1 ? (all[0] ?? null) : null);
}
