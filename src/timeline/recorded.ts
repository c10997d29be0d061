/**
 * Signals of a circuit over the cycles of a call, as our simulator has them.
 *
 *     const waves = await wavesOf(made, args, { to: 200 });
 *
 * Where not said which: the ports, and for each loop and each block the signal that is 1 when it begins.
 */
import { bug } from "../diagnostics/bug.ts";
import { type CallOutcome, cycleLimit, kernelCall } from "../hardware/bench/call.ts";
import { faultName, finishedName, harness } from "../hardware/bench/harness.ts";
import { watchedAhead } from "../hardware/bench/watch.ts";
import type { Design, Module } from "../hardware/netlist/nodes.ts";
import type { Watched } from "../hardware/simulate/simulation.ts";
import type { Synthesized } from "../synthesis/index.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Recorded } from "./nodes.ts";
import { type WatchList, watchList } from "./watch_list.ts";
import type { Change, Waves } from "./waves.ts";

export interface WaveOptions {
  readonly from?: number; // the first cycle, 0 where not said
  readonly to?: number; // excluded; 256 where not said
  readonly signals?: readonly string[]; // of signalsOf
  readonly mostChanges?: number; // that are kept, of all signals: a million where not said
}

export async function wavesOf(
  made: Synthesized,
  args: ReadonlyMap<string, NDArray | Value>,
  { from = 0, to = 256, signals }: WaveOptions = {},
): Promise<Waves> {
  const bench = harness(made.design, made.interface);
  const watching = watchList();
  const recording = recordedSignals(made, bench, watching.add, {
    from,
    ...(signals === undefined ? {} : { signals }),
  });
  const see = (cycle: number): boolean => {
    recording.see(cycle);
    return cycle + 1 < to;
  };
  await seenCall(made, bench, watching, copied(args), { see, most: to, isAllOfIt: false });
  return recording.waves();
}

export interface Recording {
  readonly see: (cycle: number) => void;
  readonly waves: () => Waves;
}

/** Of a circuit in its harness. */
export function recordedSignals(
  made: Synthesized,
  bench: Design,
  watch: (place: string) => Watched,
  { from = 0, signals, mostChanges = 1_000_000 }: Omit<WaveOptions, "to">,
): Recording {
  const all = new Map(signalsOf(made).map((signal) => [signal.name, signal]));
  const usual = [...all.values()].filter(({ isUsual }) => isUsual).map(({ name }) => name);
  const found = (signals ?? usual.slice(0, mostSignals)).flatMap((name) => all.get(name) ?? []);
  const places = placesIn(bench, made.design);
  const seen = found.map((signal) => ({
    ...{ signal, own: watch(places(signal.name)), changes: [] as Change[] },
    last: null as bigint | null,
  }));
  let [end, kept] = [from, 0];
  return {
    see: (cycle) => {
      if (cycle < from || kept >= mostChanges) return;
      for (const one of seen) {
        const value = one.own.value();
        if (value === one.last) continue;
        one.last = value;
        one.changes.push({ cycle, value: value.toString(16) });
        kept += 1;
      }
      end = cycle + 1;
    },
    waves: () => ({
      ...{ from, to: end },
      signals: seen.map(({ signal: { name, width }, changes }) => ({ name, width, changes })),
    }),
  };
}

export type Arguments = ReadonlyMap<string, NDArray | Value>;

export function copied(args: Arguments): Arguments {
  return new Map([...args].map(([name, value]) => [name, structuredClone(value)]));
}

export interface Seeing {
  readonly see: (cycle: number) => boolean; // whether to go on looking
  readonly most: number; // cycles that are looked at
  readonly isAllOfIt: boolean; // the call goes on to its end, though nobody looks any more
}

/** A call that somebody looks at, from its start to its end or its fault. Arrays are changed in place, as the call changes them. */
export async function seenCall(
  { interface: ports }: Synthesized,
  bench: Design,
  watching: WatchList,
  args: Arguments,
  { see, most, isAllOfIt }: Seeing,
): Promise<{ readonly recorded: Recorded; readonly outcome: CallOutcome }> {
  const ends = [finishedName, ...(ports.fault === null ? [] : [faultName])].map(watching.add);
  const circuit = await watching.simulate(bench);
  let [seen, goesOn] = [0, true];
  const seeing = (cycle: number): boolean => {
    if (ends.some((end) => end.is())) return false;
    goesOn = cycle < most && see(cycle);
    seen = cycle + 1;
    return goesOn;
  };
  const limit = isAllOfIt ? cycleLimit : most + 1;
  const call = kernelCall(watchedAhead(circuit, seeing), ports, args, { limit });
  for (;;) {
    const step = call.next();
    if (step.done === true) {
      const outcome = step.value;
      const isWhole = goesOn && outcome.kind === "done";
      return {
        outcome,
        recorded: { to: isWhole ? outcome.cycles : Math.min(seen, outcome.cycles), isWhole },
      };
    }
    if (!goesOn && !isAllOfIt)
      return { outcome: { kind: "limit", cycles: seen }, recorded: { to: seen, isWhole: false } };
  }
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
