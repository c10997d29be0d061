/** The dialects of C: whether one writes Loops at all, and what its programs leave. */
import { generateMerlin } from "../../src/backend/merlin/index.ts";
import { generateOpencl } from "../../src/backend/opencl/index.ts";
import { generateVitis } from "../../src/backend/vitis/index.ts";
import type { Dialect } from "./c-operations.ts";
import { runMerlin } from "./merlin-run.ts";
import { runOnDevice } from "./opencl-run.ts";
import { runVitis } from "./vitis-run.ts";

export const dialects = {
  vitis: { writes: (loops) => generateVitis(loops).ok, run: (cases) => runVitis(cases, 6) },
  merlin: { writes: (loops) => generateMerlin(loops).ok, run: runMerlin },
  opencl: { writes: (loops) => generateOpencl(loops).ok, run: runOnDevice },
} as const satisfies Record<string, Dialect>;
