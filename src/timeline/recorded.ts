/**
 * Signals of a circuit over the cycles of a call, as our simulator has them.
 *
 *     const waves = await wavesOf(made, args, { to: 200 });
 *
 * Where not said which: the ports, and for each loop and each block the signal that is 1 when it begins.
 */
import { bug } from "../diagnostics/bug.ts";
import { kernelCall } from "../hardware/bench/call.ts";
import { harness } from "../hardware/bench/harness.ts";
import { watched } from "../hardware/bench/watch.ts";
import type { Design, Module } from "../hardware/netlist/nodes.ts";
import { simulate } from "../hardware/simulate/index.ts";
import type { Synthesized } from "../synthesis/index.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Change, Waves } from "./waves.ts";

export interface WaveOptions {
  readonly from?: number; // the first cycle, 0 where not said
  readonly to?: number; // excluded; 256 where not said
  readonly signals?: readonly string[]; // of signalsOf
}

export async function wavesOf(
  made: Synthesized,
  args: ReadonlyMap<string, NDArray | Value>,
  { from = 0, to = 256, signals }: WaveOptions = {},
): Promise<Waves> {
  const bench = harness(made.design, made.interface);
  const all = new Map(signalsOf(made).map((signal) => [signal.name, signal]));
  const usual = [...all.values()].filter(({ isUsual }) => isUsual).map(({ name }) => name);
  const found = (signals ?? usual.slice(0, mostSignals)).flatMap((name) => all.get(name) ?? []);
  const places = placesIn(bench, made.design);
  const seen = found.map((signal) => ({ signal, place: places(signal.name), changes: [] as Change[] }));
  const circuit = await simulate(bench);
  let end = from;
  const see = (cycle: number): boolean => {
    if (cycle < from) return true;
    for (const { place, changes } of seen) {
      const value = circuit.peek(place).toString(16);
      if (changes.at(-1)?.value !== value) changes.push({ cycle, value });
    }
    end = cycle + 1;
    return end < to;
  };
  const copies = new Map([...args].map(([name, value]) => [name, structuredClone(value)]));
  const call = kernelCall(watched(circuit, see), made.interface, copies, { limit: to + 1, atOnce: 1 });
  for (let step = call.next(); step.done !== true; step = call.next());
  return {
    ...{ from, to: end },
    signals: seen.map(({ signal: { name, width }, changes }) => ({ name, width, changes })),
  };
}

const mostSignals = 40;

/** What can be looked at. */
export interface SignalOf {
  readonly name: string; // as in Verilog; in an instance `u` it is called `u.x`
  readonly width: number;
  readonly isUsual: boolean; // a port, or what says that a loop begins
}

export function signalsOf({ design, begins }: Pick<Synthesized, "design" | "begins">): readonly SignalOf[] {
  const starting = new Set(begins.values());
  const { inputs, outputs } = design.top;
  const ports = [
    ...inputs.map(({ name, width }) => ({ name, width })),
    ...outputs.map(({ name, value }) => ({ name, width: value.width })),
  ];
  const inner = [...insideOf(design.top, "")].map((one) => ({ ...one, isUsual: starting.has(one.name) }));
  const names = new Set(ports.map(({ name }) => name));
  return [
    ...ports.map((one) => ({ ...one, isUsual: true })),
    ...inner.filter(({ name, isUsual }) => isUsual && !names.has(name)),
    ...inner.filter(({ name, isUsual }) => !isUsual && !names.has(name)),
  ];
}

function* insideOf(
  module: Module,
  prefix: string,
): Generator<{ readonly name: string; readonly width: number }> {
  for (const { name, value } of module.wires) yield { name: prefix + name, width: value.width };
  for (const { name, width } of module.registers) yield { name: prefix + name, width };
  for (const { name, module: inner } of module.instances) yield* insideOf(inner, `${prefix}${name}.`);
}

/** What signals are called in the harness. */
function placesIn({ top: bench }: Design, { top }: Design): (name: string) => string {
  const kernel = bench.instances.find(({ module }) => module === top) ?? bug("no kernel in its harness");
  const taps = new Map(kernel.outputs.map(({ port, name }) => [port, name]));
  const isPort = new Set(top.inputs.map(({ name }) => name));
  return (name) =>
    isPort.has(name) ? `${kernel.name}.${name}` : (taps.get(name) ?? `${kernel.name}.${name}`);
}
