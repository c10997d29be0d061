/**
 * Calls of a kernel that follow each other as soon as it takes them, each with data of its own, in a harness whose memories
 * have two sides.
 *
 *     const circuit = await simulate(harness(design, ports, { sides: true }));
 *     const { starts, dones } = callsInARow(circuit, ports, [first, second, third]);
 */
import { bug } from "../../diagnostics/bug.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import type { NDArray } from "../../types/storage.ts";
import type { ArrayPorts, KernelInterface } from "../interface.ts";
import { ones } from "../netlist/bits.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { memoryName, resultName, scalarName, sideDepth } from "./harness.ts";
import { emptyArray, gather, spread } from "./words.ts";

export interface CallsInARow {
  readonly starts: readonly number[]; // cycles, by call
  readonly dones: readonly number[];
  readonly results: readonly (readonly (NDArray | Value)[])[];
}

type Args = ReadonlyMap<string, NDArray | Value>;

/** Changes the arrays of each call in place. Null: it did not end. */
export function callsInARow(
  circuit: Simulation,
  ports: KernelInterface,
  calls: readonly Args[],
  limit: number,
): CallsInARow | null {
  const [starts, dones]: [number[], number[]] = [[], []];
  const results: (readonly (NDArray | Value)[])[] = [];
  for (const side of [0, 1]) forgetReturned(circuit, ports, calls[0] ?? new Map(), side);
  for (let cycle = 0; dones.length < calls.length; cycle++) {
    if (cycle > limit) return null;
    if (circuit.get("done") === 1n) {
      const side = dones.length % 2;
      const args = calls[dones.length] ?? new Map();
      results.push(taken(circuit, ports, args, side));
      forgetReturned(circuit, ports, args, side);
      dones.push(cycle);
    }
    const next = calls[starts.length];
    const begins = next !== undefined && circuit.get("ready") === 1n;
    if (begins) {
      give(circuit, ports, next, starts.length % 2);
      starts.push(cycle);
    }
    circuit.set("start", begins ? 1n : 0n);
    circuit.step();
  }
  return { starts, dones, results };
}

/** Cycles between two starts, on average over the shortest pattern that came twice at the end; null: none did. */
export function steadyInterval(starts: readonly number[]): number | null {
  const gaps = starts.slice(1).map((start, call) => start - (starts[call] ?? 0));
  for (let period = 1; 2 * period <= gaps.length; period++) {
    const last = gaps.slice(-period);
    const before = gaps.slice(-2 * period, -period);
    if (last.every((gap, place) => gap === before[place]))
      return last.reduce((sum, gap) => sum + gap, 0) / period;
  }
  return null;
}

/** Where calls do not overlap, all of them use one side. */
function baseOf({ banks, depth }: ArrayPorts, side: number): number {
  const isDouble = banks.some(({ ports }) => ports.some((port) => port.side !== null));
  return isDouble ? side * sideDepth(depth) : 0;
}

function give(circuit: Simulation, ports: KernelInterface, args: Args, side: number): void {
  ports.scalars.forEach(({ name, type }, index) => {
    const value = args.get(name);
    const scalar = value === undefined || typeof value === "object" ? bug(`\`${name}\` is no scalar`) : value;
    circuit.set(scalarName(index), toBits(type, scalar));
  });
  ports.arrays.forEach((array, index) => {
    const value = args.get(array.name);
    if (typeof value !== "object") return;
    const base = baseOf(array, side);
    forget(circuit, array, index, base);
    spread(array, value, (bank, word, bits) => circuit.setWord(memoryName(index, bank), base + word, bits));
  });
}

/** What a circuit returns that nobody gave was written by the call itself, or nothing is known of it. */
function forgetReturned(circuit: Simulation, ports: KernelInterface, args: Args, side: number): void {
  ports.arrays.forEach((array, index) => {
    if (!args.has(array.name)) forget(circuit, array, index, baseOf(array, side));
  });
}

function forget(circuit: Simulation, { banks, depth, width }: ArrayPorts, index: number, base: number): void {
  for (const bank of banks.keys())
    for (let word = 0; word < depth; word++)
      circuit.setWord(memoryName(index, bank), base + word, ones(width));
}

function taken(
  circuit: Simulation,
  ports: KernelInterface,
  args: Args,
  side: number,
): readonly (NDArray | Value)[] {
  const arrays = new Map<string, NDArray>();
  ports.arrays.forEach((array, index) => {
    const given = args.get(array.name);
    const target = typeof given === "object" ? given : emptyArray(array);
    arrays.set(array.name, target);
    const base = baseOf(array, side);
    if (array.isWritten)
      gather(array, target, (bank, word) => circuit.word(memoryName(index, bank), base + word));
  });
  return ports.results.map((result, index) =>
    result.kind === "scalar"
      ? fromBits(result.type, circuit.get(resultName(index)))
      : (arrays.get(result.array) ?? bug(`no array \`${result.array}\` comes out`)),
  );
}
