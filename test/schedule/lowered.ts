/** Kernels for the tests of schedules, from Python. */
import { compile, explain } from "../../src/driver/compile.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";

/** `def k(a: "float32[8]", ...): ...`, with `@pylog` added. */
export function loopsOf(source: string): Loops {
  const numpy = source.includes("np.") ? "import numpy as np\n" : "";
  const pylog = /\b(dot|pragma)\(/.test(source) ? "from pylog import *\n" : "";
  const compiled = compile({ path: "kernel.py", text: `${numpy}${pylog}@pylog\n${source}` });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = lower(compiled.program);
  if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("\n"));
  return lowered.loops;
}
