/** What stops a kernel is told in the same words, at the same place, wherever it runs. */
import { describe, expect, it } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { compileHardware, defaultTarget } from "../../src/call/hardware.ts";
import { argumentsFor } from "../../src/call/seeded.ts";
import { compileFile, toLoops } from "../../src/driver/compile.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { compileCsim } from "../../src/outside/csim.ts";
import { prepare, RunFault, type RunResult } from "../../src/program/interpret/index.ts";
import type { Program } from "../../src/program/nodes.ts";
import { gppAvailable } from "../toolchain/gpp.ts";

const head = `import math
import numpy as np
from pylog import *

@pylog
def k(a: "int32[8]", m: "int32[2,3]", b: "int8[4]", n: "int32", f: float, g: "float64[2]"):
`;

/** With seed 1, n is 9 and f is 0.96. */
const kernels = {
  "an index before the start": "a[int(n) - 20] = 3",
  "an index that data gives": "a[0] = a[a[1] - 100]",
  "an index past the end, on another axis": "a[0] = m[1, int(n)] + b[int(n)]",
  "a row before the start": "r = m[int(n) - 20]\n    a[0] = r[0]",
  "an index in a part of an array": "r = a[2:6]\n    a[0] = r[int(n)]",
  "an index before the start of a part": "r = a[2:6]\n    a[0] = r[int(n) - 14]",
  "a loop variable too small": "for i in range(8):\n        a[i] = a[i - 9]",
  "a step of zero": "for i in range(0, 5, int(n) - int(n)):\n        a[0] = i",
  "the largest of nothing": "k = int(n) - int(n)\n    a[0] = np.max(a[:k])",
  "a division by zero": "a[0] = int(a[0]) // (int(n) - int(n))",
  "a root of a negative number": "g[0] = math.sqrt(f - 100.0)",
  "infinity as an integer": "a[0] = int(f * 1e300 * 1e300)",
  "a number too large for an integer": "a[0] = int(f * 1e300)",
  "a negative number to a fractional power": "g[0] = (f - 100.0) ** 0.5",
  "zero to a negative power": "g[0] = (f - f) ** -1.0",
  "a power too large": "g[0] = (f * 1e200) ** 2",
};

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly from: number; // where it begins
}

type Run = (args: ReturnType<typeof argumentsFor>) => RunResult | Promise<RunResult>;

async function faultOf(program: Program, run: Run): Promise<Fault | null> {
  try {
    await run(argumentsFor(program, new Map(), 1));
    return null;
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    const { code, message, span } = error;
    return { code, message, from: span.from };
  }
}

async function once(
  kernel: Promise<{ run: Run; remove(): void }>,
  args: Parameters<Run>[0],
): Promise<RunResult> {
  const made = await kernel;
  try {
    return await made.run(args);
  } finally {
    made.remove();
  }
}

const roads: Readonly<Record<string, (loops: Loops) => Run>> = {
  loops: (loops) => prepareLoops(loops).run,
  wasm: (loops) => async (args) => (await compileWasm(loops)).run(args),
  circuit: (loops) => (args) => once(compileHardware(loops, { sim: "lutra", target: defaultTarget }), args),
  ...(gppAvailable()
    ? { csim: (loops: Loops) => (args: Parameters<Run>[0]) => once(compileCsim(loops), args) }
    : {}),
};

describe.each(Object.entries(kernels))("%s", (name, body) => {
  const compiled = compileFile({ path: "k.py", text: `${head}    ${body}\n` }, { args: new Map() });
  // g++ takes a second for each: of the indices, whose words are made in generated code, two.
  const isShort = name.startsWith("an index before") || name.includes("another axis");
  it.each(Object.keys(roads).filter((road) => road !== "csim" || isShort))("on %s", async (road) => {
    if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
    const lowered = toLoops(compiled);
    if (!lowered.ok) throw new Error(lowered.diagnostics[0]?.message);
    const expected = await faultOf(compiled.program, (args) => prepare(compiled.program).run(args));
    expect(expected).not.toBeNull();
    expect(await faultOf(compiled.program, (roads[road] as (loops: Loops) => Run)(lowered.loops))).toEqual(
      expected,
    );
  });
});
