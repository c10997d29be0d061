/**
 * What Loops were built to, for calls that come again: programs, modules, circuits in a simulator. Whoever calls the same
 * Loops more than once holds one.
 *
 *     const builds = createBuilds();
 *     await runLoops(loops, "csim", { ...call, builds });
 *     await runLoops(loops, "csim", { ...call, builds }); // does not compile
 */
import { compileWasm } from "../backend/wasm/index.ts";
import type { Loops } from "../loops/nodes.ts";
import type { RunResult } from "../program/interpret/index.ts";
import { compileHardware, type HardwareKernel, type HardwareOptions } from "./hardware.ts";
import type { Arguments, NativeTarget, Outside } from "./outside.ts";

export interface Builds {
  kernel(loops: Loops, on: "wasm" | NativeTarget, outside: Outside): Promise<Runnable>;
  circuit(loops: Loops, options: HardwareOptions, outside: Outside): Promise<HardwareKernel>;
}

/** One that runs outside of this process answers later. */
export interface Runnable {
  run(args: Arguments): RunResult | Promise<RunResult>;
}

export function createBuilds(): Builds {
  const kernels = keeper<Runnable>();
  const circuits = keeper<HardwareKernel>();
  return {
    kernel: (loops, on, outside) =>
      kernels(loops, on, () =>
        on === "wasm" ? compileWasm(loops, { quick: true }) : outside.program(loops, on),
      ),
    circuit: (loops, options, outside) =>
      circuits(loops, JSON.stringify(options), () => compileHardware(loops, options, outside)),
  };
}

/** What was made of Loops is kept as long as they are; what could not be made is tried again. */
function keeper<T>() {
  const kept = new WeakMap<Loops, Map<string, Promise<T>>>();
  return (loops: Loops, key: string, make: () => Promise<T>): Promise<T> => {
    const own = kept.get(loops) ?? new Map<string, Promise<T>>();
    kept.set(loops, own);
    const known = own.get(key);
    if (known !== undefined) return known;
    const made = make();
    own.set(key, made);
    made.catch(() => own.delete(key));
    return made;
  };
}
