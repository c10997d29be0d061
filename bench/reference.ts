/** The reference interpreter against CPython on scalar loops, and against NumPy on whole-array expressions. */
import { spawnSync } from "node:child_process";
import { compilePython } from "../src/frontend/python/index.ts";
import { prepare } from "../src/program/interpret/index.ts";
import { parseType } from "../src/types/parse.ts";
import { allocate, type NDArray, set } from "../src/types/storage.ts";
import type { ArrayType } from "../src/types/types.ts";
import { leastTime, type Measurement } from "./table.ts";

interface Case {
  readonly what: string;
  readonly kernel: string;
  readonly args: Readonly<Record<string, string>>;
  readonly setup: string; // the same arguments in Python
  readonly against: "CPython" | "NumPy";
  readonly repeats: number;
}

export function referenceSpeed(): Measurement[] {
  return cases.map((one) => {
    const theirs = pythonTime(one);
    const ours = ourTime(one);
    const least = one.against === "CPython" ? 5 : 1 / 3;
    const bound = one.against === "CPython" ? "at least 5x faster" : "at most 3x slower";
    return {
      what: one.what,
      ours,
      theirs: { who: one.against, time: theirs },
      bound,
      holds: theirs / ours >= least,
    };
  });
}

const matmul = `
def kernel(a, b, c):
    for i in range(64):
        for j in range(64):
            s = c[i, j]
            for k in range(64):
                s += a[i, k] * b[k, j]
            c[i, j] = s
`;

const cases: readonly Case[] = [
  ...["int64", "int32", "float32"].map((dtype): Case => {
    const type = `${dtype}[64,64]`;
    const setup = `a, b, c = (np.ones((64, 64), np.${dtype}) for _ in range(3))`;
    return {
      what: `matmul 64^3 ${dtype}`,
      kernel: matmul,
      args: { a: type, b: type, c: type },
      setup,
      against: "CPython",
      repeats: 5,
    };
  }),
  ...["float32", "float64", "int32"].map((dtype): Case => {
    const type = `${dtype}[512,512]`;
    return {
      what: `c[:] = a * b + d * 2 - a, 512x512 ${dtype}`,
      kernel: "\ndef kernel(a, b, c, d):\n    c[:] = a * b + d * 2 - a\n",
      args: { a: type, b: type, c: type, d: type },
      setup: `a, b, c, d = (np.ones((512, 512), np.${dtype}) for _ in range(4))`,
      against: "NumPy",
      repeats: 50,
    };
  }),
];

function pythonTime(one: Case): number {
  const script = `
import time
import numpy as np
${one.kernel}
${one.setup}
best = float("inf")
for _ in range(${one.repeats}):
    start = time.perf_counter()
    kernel(${Object.keys(one.args).join(", ")})
    best = min(best, time.perf_counter() - start)
print(best * 1000)
`;
  const run = spawnSync(process.env.LUTRA_PYTHON ?? "python3", ["-"], { input: script, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the bench needs CPython with NumPy: ${run.stderr}`);
  return Number(run.stdout);
}

function ourTime(one: Case): number {
  const types = new Map(Object.entries(one.args).map(([name, text]) => [name, arrayType(text)]));
  const source = { path: "bench.py", text: `@pylog${one.kernel}` };
  const { program, diagnostics } = compilePython(source, { args: types });
  if (program === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  const kernel = prepare(program);
  const args = new Map([...types].map(([name, type]) => [name, ones(type)]));
  return leastTime(() => kernel.run(args), one.repeats);
}

function arrayType(text: string): ArrayType {
  const parsed = parseType(text);
  if (!parsed.ok || parsed.type.kind !== "array") throw new Error(`${text} is no array type`);
  return parsed.type;
}

function ones(type: ArrayType): NDArray {
  const array = allocate(type);
  for (let i = 0; i < array.data.length; i++) set(array, i, 1);
  return array;
}
