/**
 * Circuits at work: in our own simulator, or as Verilog in Icarus Verilog or Verilator.
 *
 *     const kernel = await compileVerilog(circuit, { sim: "icarus" });
 *     const { results, cycles } = await kernel.run(args); // arrays are changed in place
 *     kernel.remove();
 */
import { type CallOutcome, callKernel, cycleLimit, kernelCall } from "../hardware/bench/call.ts";
import { harness } from "../hardware/bench/harness.ts";
import type { KernelInterface } from "../hardware/interface.ts";
import { simulate } from "../hardware/simulate/index.ts";
import { recorded } from "../hardware/simulate/vcd.ts";
import { RunFault } from "../program/interpret/index.ts";
import type { ArrayData } from "../types/storage.ts";
import {
  type CallOptions,
  type Circuit,
  endless,
  faultOf,
  nowhere,
  type VerilogKernel,
  type VerilogOptions,
  type VerilogResult,
} from "./circuit.ts";
import { type Arguments, nothingOutside } from "./outside.ts";

export {
  type Circuit,
  type Simulator,
  simulators,
  type VerilogKernel,
  type VerilogResult,
} from "./circuit.ts";

export async function compileVerilog(circuit: Circuit, options: VerilogOptions): Promise<VerilogKernel> {
  const { sim, outside = nothingOutside } = options;
  const inner =
    sim === "lutra"
      ? await compileOwn(circuit, options)
      : await outside.testbench(circuit, { ...options, sim });
  return {
    run: async (args, call = {}) => {
      checkArguments(circuit.interface, args);
      return inner.run(args, call);
    },
    remove: inner.remove,
  };
}

/** Compiles, runs once, and cleans up. */
export async function runVerilog(
  circuit: Circuit,
  args: Arguments,
  options: VerilogOptions & CallOptions,
): Promise<VerilogResult> {
  const kernel = await compileVerilog(circuit, options);
  try {
    return await kernel.run(args, options);
  } finally {
    kernel.remove();
  }
}

async function compileOwn(circuit: Circuit, options: VerilogOptions): Promise<VerilogKernel> {
  const { design, interface: ports, checks } = circuit;
  const { limit = cycleLimit, outside = nothingOutside } = options;
  const bench = harness(design, ports);
  const simulation = await simulate(bench);
  const call = async (args: Arguments, { vcd, stalls = 0 }: CallOptions): Promise<CallOutcome> => {
    if (vcd === undefined) return callKernel(simulation, ports, args, { limit, stalls });
    const file = outside.file(vcd);
    try {
      const { write } = file;
      const { clockMHz = 100 } = options;
      const watched = recorded(bench, simulation, { write, show: "everything", clockMHz });
      return await interruptible(kernelCall(watched, ports, args, { limit, stalls, atOnce: 1 }));
    } finally {
      file.close();
    }
  };
  return {
    run: async (args, one = {}) => {
      const outcome = await call(args, one);
      switch (outcome.kind) {
        case "done":
          return { results: outcome.results, cycles: outcome.cycles };
        case "fault":
          throw faultOf(checks, outcome);
        case "limit":
          throw endless(circuit, limit);
      }
    },
    remove: () => {},
  };
}

/** Signals are seen now and then: whoever has a file half written can remove it. */
async function interruptible<T>(steps: Generator<void, T>): Promise<T> {
  let seen = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - seen < 50) continue;
    await new Promise((resolve) => setTimeout(resolve));
    seen = performance.now();
  }
}

/** Everything must be there; and each array is memory of its own, so one that is written may not come twice. */
function checkArguments(ports: KernelInterface, args: Arguments): void {
  const returned = new Set(
    ports.results.flatMap((result) => (result.kind === "array" ? [result.array] : [])),
  );
  const needed = [...ports.scalars, ...ports.arrays.filter(({ name }) => !returned.has(name))];
  for (const { name } of needed) {
    if (!args.has(name)) throw new RunFault("argument", `no value for the argument \`${name}\``, nowhere);
  }
  const first = new Map<ArrayData, { readonly name: string; readonly isWritten: boolean }>();
  for (const array of ports.arrays) {
    const value = args.get(array.name);
    if (typeof value !== "object" || !(array.isRead || array.isWritten)) continue;
    const other = first.get(value.data);
    if (other === undefined) first.set(value.data, array);
    else if (other.isWritten || array.isWritten) {
      const message = `arguments \`${other.name}\` and \`${array.name}\` are the same array, which is written; a circuit takes different ones`;
      throw new RunFault("argument", message, nowhere);
    }
  }
}
