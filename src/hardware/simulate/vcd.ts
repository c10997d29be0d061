/**
 * Waveforms of our simulator, as a Value Change Dump (IEEE 1364-2005, clause 18) that GTKWave and its kin read.
 *
 *     const circuit = recorded(design, await simulate(design), { write: (text) => file.write(text) });
 *     circuit.step(100); // every cycle is recorded
 *
 * A module is a scope, an instance a scope in it. A cycle begins with the rising clock; what it shows is what everything
 * settled to. Only changes are written.
 */
import type { Design, Module } from "../netlist/nodes.ts";
import type { Simulation } from "./simulation.ts";

export interface VcdOptions {
  readonly write: (text: string) => void;
  readonly show?: "ports" | "everything"; // ports where not said: of the top and of every instance
  readonly clockMHz?: number; // 100 where not said
}

/** The same circuit; each of its clocks is seen. */
export function recorded(design: Design, circuit: Simulation, options: VcdOptions): Simulation {
  const { write, show = "ports", clockMHz = 100 } = options;
  const scope = scopeOf(design.top, "", design.top.name, show, circuit);
  const signals = signalsIn(scope);
  const identifiers = new Map(signals.map((signal, index) => [signal, identifier(index + 1)]));
  write(header(scope, identifiers));

  const period = Math.round(1e6 / clockMHz); // in picoseconds
  const last = new Map<Signal, bigint>();
  let cycle = 0;
  const see = (): void => {
    const changes = signals.flatMap((signal) => {
      const value = signal.value();
      if (last.get(signal) === value) return [];
      last.set(signal, value);
      return [change(signal.width, value, identifiers.get(signal) ?? "")];
    });
    write(`#${cycle * period}\n1${clockIdentifier}\n${changes.join("")}`);
    write(`#${cycle * period + Math.floor(period / 2)}\n0${clockIdentifier}\n`);
    cycle += 1;
  };
  return {
    ...circuit,
    step: (clocks = 1) => {
      for (let count = 0; count < clocks; count++) {
        see();
        circuit.step();
      }
    },
  };
}

const clockIdentifier = "!";

interface Signal {
  readonly name: string;
  readonly width: number;
  readonly value: () => bigint;
}

interface Scope {
  readonly name: string;
  readonly signals: readonly Signal[];
  readonly inner: readonly Scope[];
}

/** `prefix`: what stands before names in the flat circuit. */
function scopeOf(
  module: Module,
  prefix: string,
  name: string,
  show: "ports" | "everything",
  circuit: Simulation,
  taps: ReadonlyMap<string, string> | null = null,
): Scope {
  const signals = new Map<string, Signal>();
  const add = (own: string, width: number, value: () => bigint): void => {
    if (!signals.has(own)) signals.set(own, { name: own, width, value });
  };
  const peeked = (own: string, width: number): void => add(own, width, () => circuit.peek(prefix + own));
  for (const port of module.inputs) peeked(port.name, port.width);
  for (const port of module.outputs) {
    const tap = taps?.get(port.name);
    if (taps === null) add(port.name, port.value.width, () => circuit.get(port.name));
    else if (tap !== undefined) add(port.name, port.value.width, () => circuit.peek(tap));
  }
  if (show === "everything") {
    for (const one of module.registers) peeked(one.name, one.width);
    for (const one of module.wires) peeked(one.name, one.value.width);
    for (const one of module.memories) for (const { data } of one.reads) peeked(data, one.width);
  }
  const inner = module.instances.map((one) => {
    const outputs = new Map(one.outputs.map((tap) => [tap.port, prefix + tap.name]));
    return scopeOf(one.module, `${prefix}${one.name}.`, one.name, show, circuit, outputs);
  });
  return { name, signals: [...signals.values()], inner };
}

function signalsIn({ signals, inner }: Scope): readonly Signal[] {
  return [...signals, ...inner.flatMap(signalsIn)];
}

function header(top: Scope, identifiers: ReadonlyMap<Signal, string>): string {
  const declare = ({ name, signals, inner }: Scope, first: readonly string[]): readonly string[] => [
    `$scope module ${name} $end`,
    ...first,
    ...signals.map((signal) => {
      const bits = signal.width === 1 ? "" : ` [${signal.width - 1}:0]`;
      return `$var wire ${signal.width} ${identifiers.get(signal)} ${signal.name}${bits} $end`;
    }),
    ...inner.flatMap((scope) => declare(scope, [])),
    "$upscope $end",
  ];
  const clock = `$var wire 1 ${clockIdentifier} clk $end`;
  return [
    "$version Lutra $end",
    "$timescale 1 ps $end",
    ...declare(top, [clock]),
    "$enddefinitions $end",
    "",
  ].join("\n");
}

function change(width: number, value: bigint, id: string): string {
  return width === 1 ? `${value}${id}\n` : `b${value.toString(2)} ${id}\n`;
}

/** In the printable characters ! to ~, the shortest first. */
function identifier(index: number): string {
  const digit = String.fromCharCode(33 + (index % 94));
  return index < 94 ? digit : identifier(Math.floor(index / 94) - 1) + digit;
}
