/** One cold check of a long kernel; run as a program it prints how many milliseconds that took. */
import { fileURLToPath } from "node:url";
import { compile } from "../src/driver/compile.ts";

/** Stencils and branches, a nested function each. */
export function longKernel(): string {
  const parts = Array.from(
    { length: 22 },
    (_, n) => `
    def step_${n}(src, dst):
        for i in range(1, 63):
            for j in range(1, 63):
                v = src[i, j] * ${n + 1} + (src[i - 1, j] + src[i + 1, j]) / 2
                if v > 100:
                    v = v - 100
                dst[i, j] = v
    step_${n}(a, b)`,
  );
  return `from pylog import *

@pylog
def long(a: "float32[64,64]", b: "float32[64,64]"):${parts.join("\n")}
    return np.sum(b)
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = longKernel();
  const start = performance.now();
  const compiled = compile({ path: "long.py", text });
  const elapsed = performance.now() - start;
  if (!compiled.ok) throw new Error(compiled.diagnostics.map((d) => d.message).join("\n"));
  console.log(elapsed);
}
