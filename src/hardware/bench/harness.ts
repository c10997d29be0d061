/**
 * A kernel with its surroundings: a memory for each bank of each array, and a counter of cycles. The whole is a circuit
 * that needs nothing from outside but scalars and `start`.
 *
 *     const circuit = await simulate(harness(design, ports));
 *     const outcome = callKernel(circuit, ports, args);
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, KernelInterface, MemoryPort } from "../interface.ts";
import { addressWidth } from "../netlist/bits.ts";
import {
  assign,
  type Builder,
  design,
  drive,
  finish,
  input,
  instance,
  type MemoryHandle,
  memory,
  output,
  read,
  register,
  startModule,
  wire,
  write,
} from "../netlist/build.ts";
import { add, and, concat, mux, not, or, resize } from "../netlist/expressions.ts";
import type { Design, Expr, Ref } from "../netlist/nodes.ts";
import { declareStreams, type Running } from "./streams.ts";

export interface HarnessOptions {
  readonly sides?: boolean; // calls may overlap: each memory is there twice, and calls take turns at them
}

export function harness(
  kernel: Design,
  ports: KernelInterface,
  { sides = false }: HarnessOptions = {},
): Design {
  const b = startModule("bench", `${ports.kernel} with the memories it works on.`);
  const start = input(b, "start", 1);
  const scalars = ports.scalars.map(({ port }, index) => [
    port,
    input(b, scalarName(index), inputWidth(kernel, port)),
  ]);
  const banks = ports.arrays.flatMap(({ width, depth, banks }, index) =>
    banks.map((bank, number) => ({
      ...{ bank, array: index },
      words: memory(b, memoryName(index, number), { width, depth: sides ? 2 * sideDepth(depth) : depth }),
    })),
  );
  const loaded = memoryPorts(ports).flatMap(({ port: { q }, array }) =>
    q === null ? [] : [[q, wire(b, q, array.width)] as const],
  );
  const streams = declareStreams(
    b,
    ports,
    (index) => banks.find(({ array }) => array === index)?.words ?? null,
  );
  const inputs = Object.fromEntries([["start", start], ...scalars, ...loaded, ...(streams?.inputs ?? [])]);
  const outputs = instance(b, "kernel", kernel.top, inputs);
  const of = (port: string): Ref => outputs[port] ?? bug(`${kernel.top.name} has no output ${port}`);

  const data = new Map(loaded);
  for (const { bank, words } of banks)
    for (const port of bank.ports) connect(b, words, sidedPort(port, sides), of, data);
  const running = count(b, { start, ready: of("ready"), done: of("done") });
  if (streams !== null) streams.connect(of, running);
  for (const port of ["ready", "idle", "done"]) output(b, port, of(port));
  ports.results.forEach((result, index) => {
    if (result.kind === "scalar") output(b, resultName(index), of(result.port));
  });
  if (ports.fault !== null) output(b, faultName, of(ports.fault.port));
  const told = ports.fault?.value ?? null;
  if (told !== null) output(b, faultValueName, of(told.port));
  return design(finish(b));
}

// What things are called in it: a name of a port could be any

export const scalarName = (index: number): string => `scalar_${index}`;
export const resultName = (index: number): string => `result_${index}`;
export const memoryName = (array: number, bank: number): string => `array_${array}_bank_${bank}`;
export const faultName = "fault";
export const faultValueName = "fault_value";
export const cyclesName = "cycles"; // from the cycle of the start to the cycle in which done is 1
export const finishedName = "finished"; // whether done has been 1 since the start

function inputWidth({ top }: Design, port: string): number {
  return top.inputs.find(({ name }) => name === port)?.width ?? bug(`${top.name} has no input ${port}`);
}

/** Every port of every memory. */
function memoryPorts({ arrays }: KernelInterface): readonly { port: MemoryPort; array: ArrayPorts }[] {
  return arrays.flatMap((array) =>
    array.banks.flatMap((bank) => bank.ports.map((port) => ({ port, array }))),
  );
}

/** Words of a side: as many as addresses have bits for. */
export function sideDepth(depth: number): number {
  return 2 ** addressWidth(depth);
}

function sidedPort(port: MemoryPort, sides: boolean): MemoryPort {
  return sides ? port : { ...port, side: null };
}

function connect(
  b: Builder,
  words: MemoryHandle,
  port: MemoryPort,
  of: (port: string) => Ref,
  loaded: ReadonlyMap<string, Ref>,
): void {
  const [place, enable] = [of(port.address), of(port.enable)];
  const address =
    port.side === null ? resize(b, place, addressWidth(words.depth), false) : concat(b, of(port.side), place);
  if (port.write !== null && port.data !== null) {
    write(b, words, { address, data: of(port.data), enable: and(b, enable, of(port.write)) });
  }
  if (port.q === null) return;
  const target = loaded.get(port.q) ?? bug(`nothing is connected to ${port.q}`);
  assign(b, target, read(b, words, address, { enable }));
}

/** Gives when a call begins, and whether one runs. */
function count(b: Builder, { start, ready, done }: { start: Expr; ready: Expr; done: Expr }): Running {
  const begins = and(b, start, ready);
  const running = register(b, "running", 1, { reset: true });
  drive(b, running, or(b, begins, and(b, running, not(b, done))));
  const finished = register(b, finishedName, 1, { reset: true });
  drive(b, finished, and(b, or(b, finished, and(b, running, done)), not(b, begins)));
  const cycles = register(b, cyclesName, 64);
  drive(b, cycles, mux(b, begins, 1, add(b, cycles, 1)), {
    enable: or(b, begins, and(b, running, not(b, done))),
  });
  output(b, finishedName, finished);
  output(b, cyclesName, cycles);
  return { begins, running };
}
