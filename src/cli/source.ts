/** `FILE[:KERNEL]`: the file read, and the kernel that is meant. */
import { existsSync } from "node:fs";
import { closest } from "../diagnostics/closest.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type FunctionSignature, functionsIn } from "../driver/compile.ts";
import type { DslKernel } from "../frontend/dsl/index.ts";
import type { OnnxFile } from "../frontend/onnx/index.ts";
import { readText } from "../outside/files.ts";
import { loadModule } from "../outside/typescript.ts";
import { networkSignature, readNetwork } from "./network.ts";

export interface KernelSource {
  readonly source: SourceFile;
  readonly kernel: FunctionSignature | null; // null: the source has none, or is no Python; compiling says what is wrong
  readonly written?: DslKernel; // in TypeScript
  readonly network?: OnnxFile; // in ONNX
}

export async function readKernel(target: string, weights?: string): Promise<KernelSource> {
  const { path, name } = splitTarget(target);
  if (/\.m?[jt]s$/.test(path)) return typescriptKernel(path, name);
  if (/\.onnx$/i.test(path)) return onnxKernel(path, name, weights);
  const source = { path, text: readText(path) };
  return { source, kernel: chooseKernel(path, functionsIn(source), name) };
}

/** A model is one kernel, called as its file. */
function onnxKernel(path: string, name: string | null, weights: string | undefined): KernelSource {
  const network = readNetwork(path);
  const kernel = networkSignature(network, weights);
  if (name !== null && kernel !== null && name !== kernel.name) {
    throw new Failure(`${path} has no kernel ${name}: it is one network, ${kernel.name}`);
  }
  return { source: { path, text: "" }, kernel, network };
}

/** The module runs, as any that is imported; what it exports under the name, or its only kernel, is meant. */
async function typescriptKernel(path: string, name: string | null): Promise<KernelSource> {
  const source = { path, text: readText(path, "a TypeScript file") };
  const exported = await loadModule(path).catch((error: unknown) => {
    const told = typeof error === "object" && error !== null && "message" in error ? error.message : error;
    const reason = String(told).trim();
    throw new Failure(`cannot load ${path}: ${reason}`);
  });
  const kernels = Object.entries(exported).flatMap(([given, value]) => {
    if (isDslKernel(value)) return [{ given, make: () => value }];
    if (typeof value !== "function" || value.length > 0) return [];
    return [{ given, make: () => value() as unknown }];
  });
  const names = kernels.map(({ given }) => given);
  const found =
    name === null
      ? kernels.length === 1
        ? kernels[0]
        : undefined
      : kernels.find(({ given }) => given === name);
  const help =
    "export one: `export const scale = kernel(...)`, or a function without parameters that gives one";
  if (found === undefined) {
    if (kernels.length === 0) throw new Failure(`${path} exports no kernel`, { help });
    const which = name === null ? `exports ${kernels.length} kernels` : `exports no kernel ${name}`;
    throw new Failure(`${path} ${which}: ${names.join(", ")}`, {
      help: `say which one: ${path}:${closest(name ?? "", names) ?? names[0]}`,
    });
  }
  const written = found.make();
  if (!isDslKernel(written)) throw new Failure(`${found.given} in ${path} is no kernel`, { help });
  const params = Object.keys(written.params).map((param) => ({ name: param, default: null }));
  return { source, kernel: { name: written.kernel, kernel: true, params }, written };
}

function isDslKernel(value: unknown): value is DslKernel {
  return (
    typeof value === "object" &&
    value !== null &&
    "program" in value &&
    "params" in value &&
    "kernel" in value
  );
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
