/**
 * The circuits of processes side by side: who starts when, streams and memories between them, and the ports of the whole.
 *
 * A process starts in the cycle of the start of the call, or in the cycle in which the last one ends that it waits for. One
 * that takes or gives words of streams has an input `run`; while that is 0 all of it waits.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, KernelInterface, MemoryPort } from "../../hardware/interface.ts";
import {
  assign,
  type Builder,
  design,
  drive,
  finish,
  input,
  instance,
  named,
  output,
  register,
  startModule,
  wire,
} from "../../hardware/netlist/build.ts";
import { and, mux, not, or } from "../../hardware/netlist/expressions.ts";
import { gated } from "../../hardware/netlist/gate.ts";
import type { Design, Expr, Ref } from "../../hardware/netlist/nodes.ts";
import type { Loops } from "../../loops/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { bitWidth } from "../../types/bits.ts";
import { any } from "../circuit/choice.ts";
import { scalarPorts } from "../plan/index.ts";
import type { Circuit } from "../process.ts";
import { joinFaults } from "./faults.ts";
import type { TimedNetwork } from "./index.ts";
import { joinStreams } from "./join_streams.ts";
import { joinMemories } from "./memories.ts";

/** An instance of a process. */
export interface Placed {
  readonly name: string;
  readonly circuit: Circuit;
  readonly of: (port: string) => Ref; // an output
  readonly run: Expr | null; // whether it goes on; null: always
  readonly inputs: ReadonlyMap<string, Ref>; // words that it reads, to be assigned
  readonly active: Expr; // it has been started by this call
}

/** The port of a process at a bank of a shared array. */
export interface BankPort {
  readonly part: number;
  readonly port: MemoryPort;
}

export function assemble(
  loops: Loops,
  network: TimedNetwork,
  circuits: readonly Circuit[],
): { readonly design: Design; readonly interface: KernelInterface } {
  const { split, lanes, after } = network;
  const b = startModule(asciiName(loops.name), `${loops.name}: ${circuits.length} processes.`);
  const start = input(b, "start", 1);
  const busy = register(b, "busy", 1, { reset: true });
  const done = wire(b, "all_done", 1);
  const readies = wire(b, "all_ready", 1);
  const ready = and(b, or(b, not(b, busy), done), readies);
  const accept = named(b, "accept", and(b, start, ready));
  drive(b, busy, or(b, accept, and(b, busy, not(b, done))));
  const scalars = declareArguments(b, loops, network, circuits, accept);

  const isMoving = (part: number): boolean => lanes.some(({ from, to }) => from === part || to === part);
  const ends = circuits.map((_, part) => wire(b, `${nameOf(network, part)}_ended`, 1));
  const results = circuits.map(({ interface: ports }) =>
    ports.results.map((result) => wire(b, "passed", result.kind === "scalar" ? bitWidth(result.type) : 1)),
  );
  const placed = circuits.map((circuit, part): Placed => {
    const name = nameOf(network, part);
    const { module, port } = isMoving(part)
      ? gated(circuit.design.top)
      : { module: circuit.design.top, port: null };
    const run = port === null ? null : wire(b, `${name}_run`, 1);
    const begin = beginning(
      b,
      name,
      accept,
      (after[part] ?? []).map((one) => ends[one] ?? bug("no such process")),
    );
    const words = wordsOf(circuit.interface.arrays).map(({ q, width }): [string, Ref] => [
      q,
      wire(b, `${name}_${q}`, width),
    ]);
    const given = circuit.interface.scalars.map(({ name: scalar, port: own }): [string, Expr] => {
      const source = split.parts[part]?.scalars.get(scalar) ?? bug(`nobody gives ${scalar}`);
      if (source.kind === "argument") return [own, scalars.value(scalar, after[part]?.length === 0)];
      const place = split.parts[source.part]?.results.indexOf(scalar) ?? -1;
      return [own, results[source.part]?.[place] ?? bug(`${scalar} is not passed on`)];
    });
    const inputs = Object.fromEntries([
      ["start", begin.start],
      ...given,
      ...words,
      ...(port === null || run === null ? [] : [[port, run] as const]),
    ]);
    const outputs = instance(b, name, module, inputs);
    const of = (own: string): Ref => outputs[own] ?? bug(`${module.name} has no output ${own}`);
    return { name, circuit, of, run, inputs: new Map(words), active: begin.active };
  });

  for (const [part, { circuit, of, run, name }] of placed.entries()) {
    const now = run === null ? of("done") : and(b, of("done"), run);
    const ended = register(b, `${name}_over`, 1, { reset: true });
    drive(b, ended, and(b, or(b, ended, now), not(b, accept)));
    assign(b, ends[part] ?? bug("no such process"), or(b, ended, now));
    for (const [place, result] of circuit.interface.results.entries()) {
      const target = results[part]?.[place];
      if (target !== undefined && result.kind === "scalar") assign(b, target, of(result.port));
    }
  }
  assign(b, readies, and(b, ...(placed.map(({ of }) => of("ready")) as [Expr, ...Expr[]])));
  const streams = joinStreams(b, network, placed, new Set(scalars.ports.map(({ port }) => port)));
  assign(b, done, and(b, busy, ...ends, ...streams.sent));
  const arrays = joinMemories(b, network, placed, scalars.ports, streams.ports);
  const fault = joinFaults(b, accept, placed);
  output(b, "ready", ready);
  output(b, "idle", not(b, busy));
  output(b, "done", done);
  const returned = [...split.returned].map(([name, part]) => {
    const place = split.parts[part]?.results.indexOf(name) ?? -1;
    const result = circuits[part]?.interface.results[place];
    if (result?.kind !== "scalar") return bug(`${name} does not come out`);
    const port = loops.results.length === 1 ? "return" : `return_${loops.results.indexOf(name)}`;
    output(b, port, results[part]?.[place] ?? bug(`${name} does not come out`));
    return { name, port, type: result.type };
  });
  return {
    design: design(finish(b)),
    interface: {
      kernel: loops.name,
      scalars: scalars.ports.map(({ name, port, type }) => ({ name, port, type })),
      results: loops.results.map((name) => {
        const scalar = returned.find((one) => one.name === name);
        return scalar === undefined
          ? { kind: "array", array: name }
          : { kind: "scalar", port: scalar.port, type: scalar.type };
      }),
      arrays,
      fault,
    },
  };
}

function nameOf({ split }: TimedNetwork, part: number): string {
  return asciiName(split.parts[part]?.name ?? bug("no such process"));
}

/** Every word that a circuit reads from memories or streams outside. */
function wordsOf(arrays: readonly ArrayPorts[]): readonly { readonly q: string; readonly width: number }[] {
  return arrays.flatMap(({ banks, width }) =>
    banks.flatMap(({ ports }) => ports.flatMap(({ q }) => (q === null ? [] : [{ q, width }]))),
  );
}

interface Arguments {
  readonly ports: readonly KernelInterface["scalars"][number][];
  /** `atOnce`: in the cycle of the start; else from the next one on. */
  readonly value: (name: string, atOnce: boolean) => Expr;
}

/** Scalars are read in the cycle of the start, and kept for processes that start later. */
function declareArguments(
  b: Builder,
  loops: Loops,
  { split }: TimedNetwork,
  circuits: readonly Circuit[],
  accept: Expr,
): Arguments {
  const names = scalarPorts(loops.params.map(({ name }) => name));
  const used = new Set(
    circuits.flatMap((circuit, part) =>
      circuit.interface.scalars.flatMap(({ name }) =>
        split.parts[part]?.scalars.get(name)?.kind === "argument" ? [name] : [],
      ),
    ),
  );
  const ports = loops.params.flatMap((param) =>
    param.kind === "scalar" && used.has(param.name)
      ? [{ name: param.name, port: names.get(param.name) ?? param.name, type: param.type }]
      : [],
  );
  const refs = new Map(ports.map(({ name, port, type }) => [name, input(b, port, bitWidth(type))]));
  const kept = new Map<string, Ref>();
  return {
    ports,
    value: (name, atOnce) => {
      const now = refs.get(name) ?? bug(`no argument ${name}`);
      if (atOnce) return now;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const held = register(b, `${name}_kept`, now.width);
      drive(b, held, now, { enable: accept });
      kept.set(name, held);
      return held;
    },
  };
}

/** With the call, or when the last one ends that it waits for. */
function beginning(
  b: Builder,
  name: string,
  accept: Expr,
  after: readonly Expr[],
): { readonly start: Expr; readonly active: Expr } {
  const active = register(b, `${name}_begun`, 1, { reset: true });
  if (after.length === 0) {
    drive(b, active, or(b, active, accept));
    return { start: accept, active };
  }
  const due = register(b, `${name}_due`, 1, { reset: true, comment: "it has to start in this call" });
  const start = named(b, `${name}_start`, and(b, due, ...after));
  drive(b, due, mux(b, accept, 1, and(b, due, not(b, start))));
  drive(b, active, and(b, or(b, active, start), not(b, accept)));
  return { start, active };
}
