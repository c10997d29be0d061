/** A kernel with memories around it, run call after call and compared with what its Plan means. */
import { expect, TestRunner } from "vitest";
import type { KernelInterface, MemoryPort } from "../../../src/hardware/interface.ts";
import { verifyDesign } from "../../../src/hardware/netlist/verify.ts";
import { type Simulation, simulate } from "../../../src/hardware/simulate/index.ts";
import { interpret } from "../../../src/hardware/simulate/interpret.ts";
import {
  type Costs,
  emit,
  type Kernel,
  predict,
  type Sharing,
  type Units,
} from "../../../src/synthesis/circuit/index.ts";
import type { CircuitPlan, Graph } from "../../../src/synthesis/plan/nodes.ts";
import { withWalks } from "../../../src/synthesis/plan/walks.ts";
import type { Timing } from "../../../src/synthesis/timing/problem.ts";
import { icarusAvailable, icarusTrace } from "../../hardware/icarus.ts";
import type { Cycle } from "../../hardware/trace.ts";
import { trace } from "../../hardware/trace.ts";
import { type Arrays, runPlan } from "./reference.ts";
import { type LatencyOf, timingsOf, unitsOf } from "./schedule.ts";

export interface Call {
  readonly scalars?: readonly bigint[];
  readonly arrays?: Readonly<Record<string, readonly (readonly bigint[])[]>>; // words by bank
}

export interface Options {
  readonly latency?: LatencyOf;
  readonly faults?: "watched" | "ignored";
  readonly verilog?: boolean; // also as WebAssembly, and in Icarus Verilog
  readonly shares?: Shares; // units are shared wherever they can be
  readonly registers?: Costs; // registers are shared where that costs less; not where not said
  readonly walks?: boolean; // addresses walk along with their loops where that pays
  readonly interrupted?: number; // cycles of the first call after which a reset comes, and it starts again
}

/** In which cycle operands are chosen: that of the operation, or the one before. */
export type Shares = "near" | "ahead";

export interface Setting {
  readonly sharing: Sharing;
  readonly units: Units;
  readonly timings: ReadonlyMap<Graph, Timing>;
}

/** Where they are chosen ahead, they are there a cycle early, and there is no time left in the cycle of the operation. */
export function settingOf(plan: CircuitPlan, latency: LatencyOf, shares: Shares): Setting {
  const sharing = { period: 10, mux: 1, ways: 2, settles: () => 0 };
  if (shares === "near") return { sharing, units: unitsOf(latency), timings: timingsOf(plan, latency) };
  return { sharing, units: unitsOf(latency, 10), timings: timingsOf(plan, (op) => latency(op) + 1) };
}

export interface Ran {
  readonly cycles: readonly number[]; // of each call
  readonly kernel: Kernel;
  readonly faults: readonly bigint[];
}

const limit = 20_000;

/** Every call gives what the plan means, in the cycles that were predicted. */
export async function check(meant: CircuitPlan, calls: readonly Call[], options: Options = {}): Promise<Ran> {
  const {
    latency = () => 0,
    faults = "ignored",
    verilog = false,
    interrupted = 0,
    shares,
    registers,
  } = options;
  const plan = options.walks === true ? withWalks(meant) : meant;
  const { sharing, units, timings } = settingOf(plan, latency, shares ?? "near");
  const kernel = emit(plan, timings, units, {
    faults,
    ...(shares === undefined ? {} : { sharing }),
    ...(registers === undefined ? {} : { registers }),
  });
  expect(verifyDesign(kernel.design)).toEqual([]);
  const first = drive(kernel, interpret(kernel.design), meant, calls, interrupted);
  if (verilog) {
    const second = drive(kernel, await simulate(kernel.design), meant, calls, interrupted);
    expect(second.cycles).toEqual(first.cycles);
  }
  const { least, most } = predict(plan, timings);
  for (const cycles of first.cycles) {
    expect(cycles).toBeGreaterThanOrEqual(least);
    expect(cycles).toBeLessThanOrEqual(most);
  }
  if (verilog && icarusAvailable()) compareWithIcarus(kernel, first.trace);
  else if (verilog)
    await TestRunner.getCurrentTest()?.context.annotate("not compared: Icarus Verilog is not here");
  return { cycles: first.cycles, kernel, faults: first.faults };
}

/** Words that nobody wrote are x there: they may show in data and addresses that nobody takes, and nowhere else. */
function compareWithIcarus({ design }: Kernel, cycles: readonly Cycle[]): void {
  const wanted = trace(design, interpret(design), cycles);
  const isData = design.top.outputs.map(({ name }) => /_(data|address)$/.test(name));
  const found = icarusTrace(design, cycles).map((line, cycle) => {
    const ours = wanted[cycle]?.split(" ") ?? [];
    const known = line.split(" ").map((digits, index) => {
      return isData[index] && digits.includes("x") ? (ours[index] ?? digits) : digits;
    });
    return known.join(" ");
  });
  expect(found).toEqual(wanted);
}

interface Driven {
  readonly cycles: readonly number[];
  readonly faults: readonly bigint[];
  readonly trace: readonly Cycle[];
}

/** Each call starts in the cycle in which the one before is done, if the circuit is ready then. */
function drive(
  { interface: ports, design }: Kernel,
  circuit: Simulation,
  plan: CircuitPlan,
  calls: readonly Call[],
  interrupted: number,
): Driven {
  const cycles: number[] = [];
  const faults: bigint[] = [];
  const recorded: Cycle[] = [];
  const inputs = new Map(design.top.inputs.map(({ name }) => [name, 0n]));
  const set = (name: string, value: bigint): void => {
    inputs.set(name, value);
    circuit.set(name, value);
  };
  const memories: Arrays = new Map();
  const step = (reset = false): void => {
    circuit.setReset(reset);
    recorded.push({ reset, inputs: [...inputs.values()] });
    const next = ports.arrays.flatMap(({ name, banks }) =>
      banks.flatMap((bank, number) => {
        const words = memories.get(name)?.[number] ?? [];
        const asked = bank.ports.flatMap((port) => access(circuit, port, words));
        const written = asked.flatMap(({ write }) => (write === null ? [] : [write]));
        expect(new Set(written.map(([address]) => address)).size).toBe(written.length);
        return [{ asked, written, words }];
      }),
    );
    circuit.step();
    for (const { asked, written, words } of next) {
      for (const { q } of asked) if (q !== null) set(...q);
      for (const [address, word] of written) words[address] = word;
    }
  };
  const begin = (call: Call): void => {
    for (const [index, { port }] of ports.scalars.entries()) set(port, call.scalars?.[index] ?? 0n);
    set("start", 1n);
    for (const { name, banks, depth } of ports.arrays) {
      const given = call.arrays?.[name];
      memories.set(
        name,
        banks.map((_, bank) => [...(given?.[bank] ?? Array.from({ length: depth }, () => 0n))]),
      );
    }
  };
  if (interrupted > 0 && calls[0] !== undefined) {
    begin(calls[0]);
    step();
    set("start", 0n);
    for (let cycle = 1; cycle < interrupted; cycle++) step();
    step(true);
  }
  for (const call of calls) {
    for (let waited = 0; circuit.get("ready") === 0n; waited++) {
      if (waited > limit) throw new Error("never ready");
      step();
    }
    begin(call);
    const wanted: Arrays = new Map(
      [...memories].map(([name, banks]) => [name, banks.map((words) => [...words])]),
    );
    const meaning = runPlan(plan, call.scalars ?? [], wanted);
    step();
    set("start", 0n);
    for (const { port } of ports.scalars) set(port, 1n); // latched: nobody looks any more
    let count = 1;
    for (; circuit.get("done") === 0n; count++) {
      if (count > limit) throw new Error("never done");
      step();
    }
    cycles.push(count);
    expect([...memories]).toEqual([...wanted]);
    expect(resultsOf(circuit, ports)).toEqual(meaning.results);
    faults.push(ports.fault === null ? 0n : circuit.get(ports.fault.port));
  }
  step();
  expect(circuit.get("done")).toBe(0n);
  return { cycles, faults, trace: recorded };
}

function resultsOf(circuit: Simulation, { results }: KernelInterface): readonly bigint[] {
  return results.flatMap((result) => (result.kind === "scalar" ? [circuit.get(result.port)] : []));
}

interface Asked {
  readonly q: [string, bigint] | null;
  readonly write: [number, bigint] | null;
}

function access(
  circuit: Simulation,
  { address, enable, write, data, q }: MemoryPort,
  words: readonly bigint[],
): readonly Asked[] {
  if (circuit.get(enable) === 0n) return [];
  const place = Number(circuit.get(address));
  const isWrite = write !== null && data !== null && circuit.get(write) === 1n;
  return [
    {
      q: q === null ? null : [q, words[place] ?? 0n],
      write: isWrite && data !== null ? [place, circuit.get(data)] : null,
    },
  ];
}
