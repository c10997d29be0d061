/**
 * What Loops were built to, for calls that come again: programs, modules, circuits in a simulator. Whoever calls the same
 * Loops more than once holds one, and removes it at the end: programs have files.
 *
 *     const builds = createBuilds();
 *     await runLoops(loops, "csim", { ...call, builds });
 *     await runLoops(loops, "csim", { ...call, builds }); // does not compile
 *     await builds.remove();
 */
import { compileWasm } from "../backend/wasm/index.ts";
import type { Loops } from "../loops/nodes.ts";
import type { RunResult } from "../program/interpret/index.ts";
import { compileHardware, type HardwareKernel, type HardwareOptions } from "./hardware.ts";
import type { Arguments, NativeTarget, Outside } from "./outside.ts";

export interface Builds {
  kernel(loops: Loops, on: "wasm" | NativeTarget, outside: Outside): Promise<Runnable>;
  circuit(loops: Loops, options: HardwareOptions, outside: Outside): Promise<HardwareKernel>;
  remove(): Promise<void>;
}

/** One that runs outside of this process answers later, and has files. */
export interface Runnable {
  run(args: Arguments): RunResult | Promise<RunResult>;
  remove?(): void;
}

export function createBuilds(): Builds {
  const kernels = keeper<Runnable>();
  const circuits = keeper<HardwareKernel>();
  return {
    kernel: (loops, on, outside) =>
      kernels.of(loops, on, () =>
        on === "wasm" ? compileWasm(loops, { quick: true }) : outside.program(loops, on),
      ),
    circuit: (loops, options, outside) =>
      circuits.of(loops, JSON.stringify(options), () => compileHardware(loops, options, outside)),
    remove: async () => {
      await kernels.remove();
      await circuits.remove();
    },
  };
}

/** What could not be made is tried again. */
function keeper<T extends { remove?(): void }>() {
  const kept = new Map<Loops, Map<string, Promise<T>>>();
  return {
    of(loops: Loops, key: string, make: () => Promise<T>): Promise<T> {
      const own = kept.get(loops) ?? new Map<string, Promise<T>>();
      kept.set(loops, own);
      const known = own.get(key);
      if (known !== undefined) return known;
      const made = make();
      own.set(key, made);
      made.catch(() => own.delete(key));
      return made;
    },
    async remove(): Promise<void> {
      const all = [...kept.values()].flatMap((own) => [...own.values()]);
      kept.clear();
      for (const made of await Promise.allSettled(all))
        if (made.status === "fulfilled") made.value.remove?.();
    },
  };
}
