/** Kernels in Python and the same loops written in C++ by hand, timed on the same data. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileWasm, type WasmOptions } from "../src/backend/wasm/index.ts";
import { compilePython } from "../src/frontend/python/index.ts";
import { lower } from "../src/loops/lower/index.ts";
import { parseType } from "../src/types/parse.ts";
import { allocate, type NDArray, set } from "../src/types/storage.ts";
import type { ArrayType } from "../src/types/types.ts";
import { leastTime } from "./table.ts";

export interface Case {
  readonly what: string;
  readonly kernel: string;
  readonly args: Readonly<Record<string, string>>;
  readonly body: string; // of the same function in C++
  readonly repeats: number;
}

export async function wasmTime(one: Case, options: WasmOptions = {}): Promise<number> {
  const types = new Map(Object.entries(one.args).map(([name, text]) => [name, arrayType(text)]));
  const source = { path: "bench.py", text: `import numpy as np\nfrom pylog import *\n@pylog${one.kernel}` };
  const { program, diagnostics } = compilePython(source, { args: types });
  if (program === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map((d) => d.message).join("\n"));
  const kernel = await compileWasm(lowered.loops, options);
  const args = new Map([...types].map(([name, type]) => [name, mixed(type)]));
  await settle(() => kernel.run(args));
  return leastTime(() => kernel.run(args), one.repeats);
}

/** The engine starts with quick code and makes good code meanwhile, in another thread. */
async function settle(run: () => void): Promise<void> {
  const end = performance.now() + 300;
  while (performance.now() < end) run();
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** One program that times every case. */
export function nativeTimes(cases: readonly Case[]): readonly number[] {
  const directory = mkdtempSync(join(tmpdir(), "lutra-bench-"));
  try {
    const [source, binary] = [join(directory, "bench.cpp"), join(directory, "bench")];
    writeFileSync(source, native(cases));
    execFileSync(process.env.CXX ?? "g++", ["-O2", "-o", binary, source], { stdio: "inherit" });
    return execFileSync(binary, { encoding: "utf8" }).trim().split("\n").map(Number);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function native(cases: readonly Case[]): string {
  const functions = cases.map(({ args, body }, i) => {
    const params = Object.entries(args).map(([name, type]) => `${element(type)}* ${name}`);
    return `__attribute__((noinline)) void kernel${i}(${params.join(", ")}) {${body}\n}`;
  });
  const calls = cases.map(({ args, repeats }, i) => {
    const made = Object.values(args).map((type) => `mixed<${element(type)}>(${size(type)})`);
    return `  { auto args = std::make_tuple(${made.join(", ")});
    time(${repeats}, [&] { std::apply(kernel${i}, args); }); }`;
  });
  return `#include <chrono>
#include <cstdint>
#include <cstdio>
#include <tuple>
template <class T> T* mixed(int n) {
  T* a = new T[n];
  for (int i = 0; i < n; i++) a[i] = (T)(i * 7919LL % 251);
  return a;
}
template <class F> void time(int repeats, F run) {
  for (int i = 0; i < 3; i++) run();
  double least = 1e300;
  for (int i = 0; i < repeats; i++) {
    auto start = std::chrono::steady_clock::now();
    run();
    std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() < least) least = passed.count();
  }
  std::printf("%f\\n", least);
}
${functions.join("\n")}
int main() {
${calls.join("\n")}
}
`;
}

function element(type: string): string {
  const name = type.slice(0, type.indexOf("["));
  return name === "float32" ? "float" : name === "float64" ? "double" : `${name}_t`;
}

function size(type: string): number {
  return arrayType(type).shape.reduce<number>((n, dim) => n * Number(dim), 1);
}

function arrayType(text: string): ArrayType {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind !== "array") throw new Error(`${text} is no array type`);
  return parsed.type;
}

function mixed(type: ArrayType): NDArray {
  const array = allocate(type);
  for (let i = 0; i < array.data.length; i++) set(array, i, (i * 7919) % 251);
  return array;
}
