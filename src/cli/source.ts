/** `FILE[:KERNEL]`: the file read, and the kernel that is meant. */
import { existsSync } from "node:fs";
import { closest } from "../diagnostics/closest.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type FunctionSignature, functionsIn } from "../driver/compile.ts";
import { type DslKernel, kernelAmong } from "../frontend/dsl/index.ts";
import type { OnnxFile } from "../frontend/onnx/index.ts";
import { readBytes, readText } from "../outside/files.ts";
import { loadModule } from "../outside/typescript.ts";
import { networkSignature, readBeside } from "./network.ts";

export interface KernelSource {
  readonly source: SourceFile;
  readonly contents: KernelContents;
  readonly kernel: FunctionSignature | null; // null: the source has none, or is no Python; compiling says what is wrong
  readonly written?: DslKernel; // in TypeScript
  readonly network?: OnnxFile; // in ONNX
}

/** What was read, as data for a process that may not have the files. `path` is for messages; `name` is the kernel, where said. */
export type KernelContents = { readonly path: string; readonly name: string | null } & (
  | { readonly kind: "python"; readonly text: string }
  | {
      readonly kind: "network";
      readonly bytes: Uint8Array;
      readonly beside: ReadonlyMap<string, Uint8Array>; // files that it names; complete once it is compiled
    }
  | { readonly kind: "module" } // in TypeScript: it is a program, which runs where its file is
);

export async function readKernel(target: string, weights?: string): Promise<KernelSource> {
  const { path, name } = splitTarget(target);
  if (/\.m?[jt]s$/.test(path)) return typescriptKernel(path, name);
  if (!/\.onnx$/i.test(path)) return pythonKernel({ kind: "python", path, name, text: readText(path) });
  const beside = new Map<string, Uint8Array>();
  return onnxKernel({ kind: "network", path, name, bytes: readBytes(path), beside }, weights, (location) => {
    const found = readBeside(path, location);
    if (found !== null) beside.set(location, found);
    return found;
  });
}

/** The same from what another process has read. */
export async function kernelIn(contents: KernelContents, weights?: string): Promise<KernelSource> {
  switch (contents.kind) {
    case "python":
      return pythonKernel(contents);
    case "network":
      return onnxKernel(contents, weights, (location) => contents.beside.get(location) ?? null);
    case "module":
      return typescriptKernel(contents.path, contents.name);
  }
}

type Contents<Kind> = Extract<KernelContents, { kind: Kind }>;

function pythonKernel(contents: Contents<"python">): KernelSource {
  const { path, name, text } = contents;
  const source = { path, text };
  return { source, contents, kernel: chooseKernel(path, functionsIn(source), name) };
}

/** A model is one kernel, called as its file. */
function onnxKernel(
  contents: Contents<"network">,
  weights: string | undefined,
  external: NonNullable<OnnxFile["external"]>,
): KernelSource {
  const { path, name, bytes } = contents;
  const network: OnnxFile = { path, bytes, external };
  const kernel = networkSignature(network, weights);
  if (name !== null && kernel !== null && name !== kernel.name) {
    throw new Failure(`${path} has no kernel ${name}: it is one network, ${kernel.name}`);
  }
  return { source: { path, text: "" }, contents, kernel, network };
}

/** The module runs, as any that is imported; what it exports under the name, or its only kernel, is meant. */
async function typescriptKernel(path: string, name: string | null): Promise<KernelSource> {
  const source = { path, text: readText(path, "a TypeScript file") };
  const exported = await loadModule(path).catch((error: unknown) => {
    const told = typeof error === "object" && error !== null && "message" in error ? error.message : error;
    const reason = String(told).trim();
    throw new Failure(`cannot load ${path}: ${reason}`);
  });
  const found = kernelAmong(exported, path, name);
  if (!found.ok) throw new Failure(found.message, { help: found.help });
  const { written } = found;
  const params = Object.keys(written.params).map((param) => ({ name: param, default: null }));
  const contents: KernelContents = { kind: "module", path, name };
  return { source, contents, kernel: { name: written.kernel, kernel: true, params }, written };
}

/** A colon may be part of a file's name; then the whole is that file. */
export function splitTarget(target: string): { readonly path: string; readonly name: string | null } {
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
