/** Kernels of one size n, whose cycles under the schedule that Lutra chooses should grow as their work does. */
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import type { Loops } from "../../src/loops/nodes.ts";

export interface SizedKernel {
  readonly name: string;
  readonly work: (n: number) => number; // multiply-adds, or what else it does most of
  readonly source: (n: number) => string;
}

export const sizedKernels: readonly SizedKernel[] = [
  {
    name: "gemm",
    work: (n) => n ** 3,
    source: (n) => `def gemm(a: "int32[${n},${n}]", b: "int32[${n},${n}]", c: "int32[${n},${n}]"):
    for i in range(${n}):
        for j in range(${n}):
            total = np.int32(0)
            for k in range(${n}):
                total += a[i, k] * b[k, j]
            c[i, j] = total`,
  },
  {
    name: "3mm",
    work: (n) => 3 * n ** 3,
    source: (
      n,
    ) => `def three(a: "int32[${n},${n}]", b: "int32[${n},${n}]", c: "int32[${n},${n}]", d: "int32[${n},${n}]"):
    e = a @ b
    f = c @ d
    return e @ f`,
  },
  {
    name: "sum",
    work: (n) => n,
    source: (n) => `def total(a: "int32[${n}]"):
    return np.sum(a)`,
  },
  {
    name: "matvec",
    work: (n) => n ** 2,
    source: (n) => `def matvec(a: "int32[${n},${n}]", x: "int32[${n}]", y: "int32[${n}]"):
    for i in range(${n}):
        total = np.int32(0)
        for j in range(${n}):
            total += a[i, j] * x[j]
        y[i] = total`,
  },
  {
    name: "conv",
    work: (n) => n ** 2,
    source: (n) => `def conv(a: "int32[${n},${n}]", w: "int32[3,3]", b: "int32[${n - 2},${n - 2}]"):
    for i in range(${n - 2}):
        for j in range(${n - 2}):
            total = np.int32(0)
            for r in range(3):
                for s in range(3):
                    total += a[i + r, j + s] * w[r, s]
            b[i, j] = total`,
  },
];

export function sizedLoops({ name, source }: SizedKernel, n: number): Loops {
  const text = `from pylog import *\nimport numpy as np\n\n@pylog\n${source(n)}\n`;
  const compiled = compile({ path: `${name}.py`, text });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("; "));
  return lowered.loops;
}
