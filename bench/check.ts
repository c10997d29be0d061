/**
 * `lutra check` on a kernel file of 200 lines: our own time, after start. Processor time of the process, which other
 * programs on the machine do not add to; it counts the compiler threads of the JavaScript engine too.
 */
import { compile } from "../src/compile.ts";
import type { Measurement } from "./table.ts";

const limit = 300; // milliseconds, the first compilation of the process

export function checkSpeed(): Measurement {
  const source = longKernel();
  const start = process.cpuUsage();
  const compiled = compile({ path: "long.py", text: source });
  const { user, system } = process.cpuUsage(start);
  const ours = (user + system) / 1000;
  if (!compiled.ok) throw new Error(compiled.diagnostics.map((d) => d.message).join("\n"));
  return {
    what: `check ${source.split("\n").length} lines`,
    ours,
    theirs: null,
    bound: `under ${limit} ms`,
    holds: ours < limit,
  };
}

/** Stencils, reductions and branches, a nested function each. */
function longKernel(): string {
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
