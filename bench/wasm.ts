/** WebAssembly against g++ -O2 on the same loops written in C++ by hand. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileWasm } from "../src/backend/wasm/index.ts";
import { compilePython } from "../src/frontend/python/index.ts";
import { lower } from "../src/loops/lower/index.ts";
import { parseType } from "../src/types/parse.ts";
import { allocate, type NDArray, set } from "../src/types/storage.ts";
import type { ArrayType } from "../src/types/types.ts";
import { leastTime, type Measurement } from "./table.ts";

interface Case {
  readonly what: string;
  readonly kernel: string;
  readonly args: Readonly<Record<string, string>>;
  readonly body: string; // of the same function in C++
  readonly repeats: number;
}

export async function wasmSpeed(): Promise<Measurement[]> {
  const theirs = nativeTimes();
  const rows: Measurement[] = [];
  for (const [i, one] of cases.entries()) {
    const ours = await ourTime(one);
    const time = theirs[i] ?? Number.NaN;
    rows.push({
      what: `${one.what} on wasm`,
      ours,
      theirs: { who: "g++ -O2", time },
      bound: "at most 2x slower",
      holds: ours <= 2 * time,
    });
  }
  return rows;
}

const cases: readonly Case[] = [
  {
    what: "matmul 256^3 float32",
    kernel: `
def kernel(a, b, c):
    for i in range(256):
        for j in range(256):
            s = np.float32(0)
            for k in range(256):
                s += a[i, k] * b[k, j]
            c[i, j] = s
`,
    args: { a: "float32[256,256]", b: "float32[256,256]", c: "float32[256,256]" },
    body: `
  for (int i = 0; i < 256; i++)
    for (int j = 0; j < 256; j++) {
      float s = 0;
      for (int k = 0; k < 256; k++) s += a[i * 256 + k] * b[k * 256 + j];
      c[i * 256 + j] = s;
    }`,
    repeats: 10,
  },
  {
    what: "convolution 3x3, 1024x1024 float32",
    kernel: `
def kernel(a, w, out):
    out[:] = map(lambda x: dot(x[-1:2, -1:2], w), a[1:-1, 1:-1])
`,
    args: { a: "float32[1024,1024]", w: "float32[3,3]", out: "float32[1022,1022]" },
    body: `
  for (int i = 0; i < 1022; i++)
    for (int j = 0; j < 1022; j++) {
      float s = 0;
      for (int r = 0; r < 3; r++)
        for (int t = 0; t < 3; t++) s += a[(i + r) * 1024 + j + t] * w[r * 3 + t];
      out[i * 1022 + j] = s;
    }`,
    repeats: 20,
  },
  {
    what: "Jacobi, 512x512 float32, 20 rounds",
    kernel: `
def kernel(a, b):
    for t in range(20):
        for i in range(1, 511):
            for j in range(1, 511):
                b[i, j] = (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j]) * 0.2
        for i in range(1, 511):
            for j in range(1, 511):
                a[i, j] = b[i, j]
`,
    args: { a: "float32[512,512]", b: "float32[512,512]" },
    body: `
  for (int t = 0; t < 20; t++) {
    for (int i = 1; i < 511; i++)
      for (int j = 1; j < 511; j++)
        b[i * 512 + j] = (a[i * 512 + j] + a[i * 512 + j - 1] + a[i * 512 + j + 1] + a[(i - 1) * 512 + j] +
                          a[(i + 1) * 512 + j]) * 0.2f;
    for (int i = 1; i < 511; i++)
      for (int j = 1; j < 511; j++) a[i * 512 + j] = b[i * 512 + j];
  }`,
    repeats: 20,
  },
  {
    what: "histogram of 2^20 bytes",
    kernel: `
def kernel(image, count):
    for i in range(1048576):
        count[image[i]] += 1
`,
    args: { image: "uint8[1048576]", count: "int32[256]" },
    body: "\n  for (int i = 0; i < 1048576; i++) count[image[i]] += 1;",
    repeats: 20,
  },
];

async function ourTime(one: Case): Promise<number> {
  const types = new Map(Object.entries(one.args).map(([name, text]) => [name, arrayType(text)]));
  const source = { path: "bench.py", text: `import numpy as np\nfrom pylog import *\n@pylog${one.kernel}` };
  const { program, diagnostics } = compilePython(source, { args: types });
  if (program === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map((d) => d.message).join("\n"));
  const kernel = await compileWasm(lowered.loops);
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

/** One program that times every case on the same data. */
function nativeTimes(): readonly number[] {
  const directory = mkdtempSync(join(tmpdir(), "lutra-bench-"));
  try {
    const [source, binary] = [join(directory, "bench.cpp"), join(directory, "bench")];
    writeFileSync(source, native());
    execFileSync(process.env.CXX ?? "g++", ["-O2", "-o", binary, source], { stdio: "inherit" });
    return execFileSync(binary, { encoding: "utf8" }).trim().split("\n").map(Number);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function native(): string {
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
  return name === "float32" ? "float" : `${name}_t`;
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
