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
  output,
  register,
  startModule,
  wire,
} from "../../hardware/netlist/build.ts";
import { and, mux, resize } from "../../hardware/netlist/expressions.ts";
import { gated } from "../../hardware/netlist/gate.ts";
import type { Design, Expr, Ref } from "../../hardware/netlist/nodes.ts";
import type { Loops } from "../../loops/nodes.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { bitWidth } from "../../types/bits.ts";
import { scalarPorts } from "../plan/index.ts";
import type { Circuit } from "../process.ts";
import { declareControl } from "./control.ts";
import { joinFaults } from "./faults.ts";
import type { TimedNetwork } from "./index.ts";
import { joinStreams, type LaneSignals } from "./join_streams.ts";
import { joinMemories } from "./memories.ts";

/** An instance of a process. */
export interface Placed {
  readonly name: string;
  readonly circuit: Circuit;
  readonly of: (port: string) => Ref; // an output
  readonly run: Expr | null; // whether it goes on; null: always
  readonly inputs: ReadonlyMap<string, Ref>; // words that it reads, to be assigned
  readonly active: Expr; // it was started since a call began alone
  readonly side: Expr | null; // which of two memories it uses; null: there is one
}

/** By which somebody who looks at a simulation knows what a network does. */
export interface NetworkSignals {
  readonly processes: readonly { readonly start: string; readonly run: string | null }[]; // `run`: null where it never waits
  readonly lanes: readonly LaneSignals[];
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
  isWatched: boolean,
): { readonly design: Design; readonly interface: KernelInterface; readonly signals: NetworkSignals } {
  const { split, lanes, after } = network;
  const b = startModule(asciiName(loops.name), `${loops.name}: ${circuits.length} processes.`);
  const start = input(b, "start", 1);
  const names = circuits.map((_, part) => nameOf(network, part));
  const control = declareControl(b, start, names, after, network.turns);
  const { accept } = control;
  const scalars = declareArguments(b, loops, network, circuits, accept);

  const isMoving = (part: number): boolean => lanes.some(({ from, to }) => from === part || to === part);
  const results = circuits.map(({ interface: ports }) =>
    ports.results.map((result) => wire(b, "passed", result.kind === "scalar" ? bitWidth(result.type) : 1)),
  );
  const placed = circuits.map((circuit, part): Placed => {
    const name = nameOf(network, part);
    const { module, port } = isMoving(part)
      ? gated(circuit.design.top)
      : { module: circuit.design.top, port: null };
    const run = port === null ? null : wire(b, `${name}_run`, 1);
    const begin = control.processes[part] ?? bug("no such process");
    const words = wordsOf(circuit.interface.arrays).map(({ q, width }): [string, Ref] => [
      q,
      wire(b, `${name}_${q}`, width),
    ]);
    const given = circuit.interface.scalars.map(({ name: scalar, port: own, type }): [string, Expr] => {
      const source = split.parts[part]?.scalars.get(scalar) ?? bug(`nobody gives ${scalar}`);
      if (source.kind === "argument") return [own, scalars.value(scalar, after[part]?.length === 0)];
      const place = split.parts[source.part]?.results.indexOf(scalar) ?? -1;
      const passed = results[source.part]?.[place] ?? bug(`${scalar} is not passed on`);
      const result = circuits[source.part]?.interface.results[place];
      // Whoever computes it may have proved that fewer bits do.
      const isSigned = result?.kind === "scalar" && result.type.kind === "int" && result.type.signed;
      return [own, resize(b, passed, bitWidth(type), isSigned)];
    });
    const inputs = Object.fromEntries([
      ["start", begin.start],
      ...given,
      ...words,
      ...(port === null || run === null ? [] : [[port, run] as const]),
    ]);
    const outputs = instance(b, name, module, inputs);
    const of = (own: string): Ref => outputs[own] ?? bug(`${module.name} has no output ${own}`);
    return { name, circuit, of, run, inputs: new Map(words), active: begin.begun, side: begin.side };
  });

  for (const [part, { circuit, of }] of placed.entries()) {
    for (const [place, result] of circuit.interface.results.entries()) {
      const target = results[part]?.[place];
      if (target !== undefined && result.kind === "scalar") assign(b, target, of(result.port));
    }
  }
  const streams = joinStreams(b, network, placed, new Set(scalars.ports.map(({ port }) => port)), isWatched);
  const ends = placed.map(({ of, run }) => ({
    ready: of("ready"),
    now: run === null ? of("done") : and(b, of("done"), run),
  }));
  control.finish(ends, streams.sent);
  const arrays = joinMemories(b, network, placed, scalars.ports, streams.ports);
  const first = { accept: and(b, accept, control.alone), isIdle: control.isIdle };
  const fault = joinFaults(b, first, placed, streams.wrong);
  output(b, "ready", control.ready);
  output(b, "idle", control.isIdle);
  output(b, "done", control.done);
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
    signals: {
      processes: placed.map(({ name, run }) => ({
        start: `${name}.start`,
        run: run?.kind === "ref" ? run.name : null,
      })),
      lanes: streams.signals,
    },
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

/** What a process is called as an instance. */
export function nameOf({ split }: TimedNetwork, part: number): string {
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
  /** `atOnce`: for a process that may start with the call; else from the next cycle on. */
  readonly value: (name: string, atOnce: boolean) => Expr;
}

/** Scalars are read in the cycle of the start, and kept for processes that start later. */
function declareArguments(
  b: Builder,
  loops: Loops,
  { split, turns }: TimedNetwork,
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
      if (atOnce && turns.atOnce === 1) return now;
      const held = kept.get(name) ?? register(b, `${name}_kept`, now.width);
      if (!kept.has(name)) drive(b, held, now, { enable: accept });
      kept.set(name, held);
      return atOnce ? mux(b, accept, now, held) : held;
    },
  };
}
