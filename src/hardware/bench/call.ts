/** One call of a kernel in its harness. The circuit may be called again and again; what it holds inside stays. */
import { bug } from "../../diagnostics/bug.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import type { NDArray } from "../../types/storage.ts";
import type { ArrayPorts, KernelInterface } from "../interface.ts";
import { ones } from "../netlist/bits.ts";
import { restart, type Simulation } from "../simulate/simulation.ts";
import {
  cyclesName,
  faultName,
  faultValueName,
  finishedName,
  memoryName,
  resultName,
  scalarName,
} from "./harness.ts";
import { stallSeedName } from "./streams.ts";
import { emptyArray, gather, spread } from "./words.ts";

export interface CallOptions {
  readonly limit?: number; // of cycles
  readonly stalls?: number; // a seed: who sends or takes words of streams pauses now and then; 0: never
  readonly atOnce?: number; // cycles between looks at `done`: 1 where somebody must see nothing behind it
}

/** `cycles`: from the cycle of the start to the one in which done is 1; at a fault or the limit, so far. */
export type CallOutcome =
  | { readonly kind: "done"; readonly results: (NDArray | Value)[]; readonly cycles: number }
  | ({ readonly kind: "fault"; readonly cycles: number } & Told)
  | { readonly kind: "limit"; readonly cycles: number }; // it did not end

export interface Told {
  readonly check: number; // place among the checks
  readonly value: bigint | null; // the bits of what it is about
}

export const cycleLimit = 1_000_000_000;

/** Changes argument arrays in place, once it is done. */
export function callKernel(...call: Parameters<typeof kernelCall>): CallOutcome {
  const steps = kernelCall(...call);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same, and the caller may do something else every `atOnce` cycles. */
export function* kernelCall(
  circuit: Simulation,
  ports: KernelInterface,
  args: ReadonlyMap<string, NDArray | Value>,
  { limit = cycleLimit, atOnce = 4096, stalls = 0 }: CallOptions = {},
): Generator<void, CallOutcome> {
  for (let waited = 0; circuit.get("ready") === 0n; waited++) {
    if (waited >= limit) return { kind: "limit", cycles: 0 };
    circuit.step();
  }
  ports.scalars.forEach(({ name, type }, index) => {
    circuit.set(scalarName(index), toBits(type, scalarIn(args, name)));
  });
  ports.arrays.forEach((array, index) => {
    fill(circuit, array, index, args.get(array.name));
  });
  if (ports.arrays.some(({ stream }) => stream !== null)) circuit.set(stallSeedName, BigInt(stalls));
  circuit.set("start", 1n);
  circuit.step();
  circuit.set("start", 0n);
  const outcome = (ended: boolean): CallOutcome | null => {
    const cycles = Number(circuit.get(cyclesName));
    const told = faultOf(circuit, ports);
    if (told !== null) return { kind: "fault", ...told, cycles };
    if (ended) return { kind: "done", results: takeResults(circuit, ports, args), cycles };
    return cycles >= limit ? { kind: "limit", cycles } : null;
  };
  for (let step = Math.min(16, atOnce); ; step = Math.min(2 * step, atOnce)) {
    const ended = circuit.get(finishedName) === 1n;
    if (ended) circuit.step(ports.fault?.late ?? 0);
    const found = outcome(ended);
    if (found !== null) {
      if (!ended) restart(circuit); // so that the next call finds it ready, and alone with its memories
      return found;
    }
    circuit.step(Math.min(step, limit - Number(circuit.get(cyclesName))));
    yield;
  }
}

function faultOf(circuit: Simulation, { fault }: KernelInterface): Told | null {
  const code = fault === null ? 0n : circuit.get(faultName);
  if (fault === null || code === 0n) return null;
  return { check: Number(code) - 1, value: fault.value === null ? null : circuit.get(faultValueName) };
}

/** An array that only comes out holds anything before: all ones here, so that nobody takes it for zero. */
function fill(
  circuit: Simulation,
  array: ArrayPorts,
  index: number,
  value: NDArray | Value | undefined,
): void {
  if (typeof value === "object") {
    spread(array, value, (bank, word, bits) => circuit.setWord(memoryName(index, bank), word, bits));
    return;
  }
  if (value !== undefined) bug(`\`${array.name}\` is no array`);
  const unknown = ones(array.width);
  array.banks.forEach((_, bank) => {
    for (let word = 0; word < array.depth; word++) circuit.setWord(memoryName(index, bank), word, unknown);
  });
}

function takeResults(
  circuit: Simulation,
  ports: KernelInterface,
  args: ReadonlyMap<string, NDArray | Value>,
): (NDArray | Value)[] {
  const arrays = new Map<string, NDArray>();
  ports.arrays.forEach((array, index) => {
    const given = args.get(array.name);
    const target = typeof given === "object" ? given : emptyArray(array);
    arrays.set(array.name, target);
    if (!array.isWritten) return;
    gather(array, target, (bank, word) => circuit.word(memoryName(index, bank), word));
  });
  return ports.results.map((result, index) =>
    result.kind === "scalar"
      ? fromBits(result.type, circuit.get(resultName(index)))
      : (arrays.get(result.array) ?? bug(`no array \`${result.array}\` comes out`)),
  );
}

function scalarIn(args: ReadonlyMap<string, NDArray | Value>, name: string): Value {
  const value = args.get(name);
  if (value === undefined || typeof value === "object") return bug(`\`${name}\` has no scalar value`);
  return value;
}
