/**
 * The host's side of a system on AXI that is simulated: buffers in memory, registers, a start, an interrupt, results.
 *
 *     const { results, cycles, withMemory } = callAxi(host, args);
 */
import { bug } from "../../diagnostics/bug.ts";
import { emptyArray, sizeOf } from "../../hardware/bench/words.ts";
import type { ArrayPorts, KernelInterface } from "../../hardware/interface.ts";
import { restart, type Simulation } from "../../hardware/simulate/simulation.ts";
import { fromBits, toBits } from "../../types/bits.ts";
import type { Value } from "../../types/operators.ts";
import { get, type NDArray, set } from "../../types/storage.ts";
import { elementBytes, elementFromBytes, elementToBytes } from "./elements.ts";
import { type MemoryTiming, type Moved, type SimulatedMemory, simulatedMemory } from "./memory_model.ts";
import { controlOffsets, isCopied, type Register } from "./registers.ts";
import type { AxiSystem } from "./system.ts";

export interface AxiHost {
  readonly circuit: Simulation;
  readonly memory: SimulatedMemory;
  readonly ports: KernelInterface;
  readonly registers: readonly Register[];
  readonly buffers: ReadonlyMap<string, bigint>; // addresses of arrays, which calls use again
}

export interface AxiCall {
  readonly results: (NDArray | Value)[];
  readonly cycles: number; // in which the kernel ran
  readonly withMemory: number; // from the start to the interrupt
  readonly moved: Moved;
}

/** `circuit`: of `system.design`. */
export function axiHost(
  circuit: Simulation,
  { registers, bundles }: AxiSystem,
  ports: KernelInterface,
  timing: MemoryTiming,
): AxiHost {
  restart(circuit);
  const memory = simulatedMemory(circuit, bundles, timing);
  const buffers = new Map(
    ports.arrays.filter(isCopied).map((array) => [array.name, memory.place(bytesOf(array))]),
  );
  return { circuit, memory, ports, registers, buffers };
}

/** Arguments are changed in place. Null: the call took more cycles than it may. */
export function callAxi(
  host: AxiHost,
  args: ReadonlyMap<string, NDArray | Value>,
  mostCycles = Number.POSITIVE_INFINITY,
): AxiCall | null {
  const { circuit, memory, ports, registers, buffers } = host;
  for (const register of registers) giveArgument(host, register, args);
  for (const offset of [controlOffsets.gie, controlOffsets.ier]) writeRegister(host, offset, 1n);
  const [from, before] = [memory.cycles(), memory.moved()];
  writeRegister(host, controlOffsets.ctrl, 1n);
  while (circuit.get("interrupt") === 0n) {
    if (memory.cycles() - from > mostCycles) return null;
    memory.cycle();
  }
  const [withMemory, after] = [memory.cycles() - from, memory.moved()];
  writeRegister(host, controlOffsets.isr, 1n);
  const status = readWords(
    host,
    registerOf(registers, ({ kind }) => kind === "status"),
  );
  if (status !== 0n) bug(`the call ended with status ${status}`);
  const arrays = new Map(
    ports.arrays.map((array): [string, NDArray] => {
      const given = args.get(array.name);
      const target = typeof given === "object" ? given : emptyArray(array);
      const address = buffers.get(array.name);
      if (address !== undefined && array.isWritten)
        fromMemory(array, target, memory.take(address, bytesOf(array)));
      return [array.name, target];
    }),
  );
  const results = ports.results.map((result) => {
    if (result.kind === "array") return arrays.get(result.array) ?? bug("no such array");
    const own = registerOf(registers, (one) => one.kind === "result" && one.port === result.port);
    return fromBits(result.type, readWords(host, own));
  });
  const cycles = Number(
    readWords(
      host,
      registerOf(registers, ({ kind }) => kind === "cycles"),
    ),
  );
  const moved = { bytes: after.bytes - before.bytes, bursts: after.bursts - before.bursts };
  return { results, cycles, withMemory, moved };
}

function giveArgument(
  host: AxiHost,
  { meaning, offset, width }: Register,
  args: ReadonlyMap<string, NDArray | Value>,
): void {
  const { ports, memory, buffers } = host;
  if (meaning.kind === "scalar") {
    const name = ports.scalars.find(({ port }) => port === meaning.port)?.name ?? bug("no such scalar");
    const value = args.get(name);
    if (value === undefined || typeof value === "object") bug(`\`${name}\` has no scalar value`);
    else writeWords(host, offset, width, toBits(meaning.type, value));
  } else if (meaning.kind === "array") {
    const array = ports.arrays.find(({ name }) => name === meaning.array) ?? bug("no such array");
    const address = buffers.get(array.name) ?? bug(`${array.name} has no buffer`);
    const given = args.get(array.name);
    if (typeof given === "object") memory.put(address, toMemory(array, given));
    writeWords(host, offset, 64, address);
  }
}

function registerOf(
  registers: readonly Register[],
  isIt: (meaning: Register["meaning"]) => boolean,
): Register {
  return registers.find(({ meaning }) => isIt(meaning)) ?? bug("no such register");
}

function writeWords(host: AxiHost, offset: number, width: number, value: bigint): void {
  for (let low = 0; low < width; low += 32)
    writeRegister(host, offset + low / 8, (value >> BigInt(low)) & 0xffff_ffffn);
}

function readWords(host: AxiHost, { offset, width }: Register): bigint {
  let value = 0n;
  for (let low = 0; low < width; low += 32) value |= readRegister(host, offset + low / 8) << BigInt(low);
  return value;
}

/** Both channels at once; the answer is taken as soon as it is there. */
function writeRegister({ circuit, memory }: AxiHost, offset: number, value: bigint): void {
  const control = (port: string): string => `s_axi_control_${port}`;
  circuit.set(control("AWADDR"), BigInt(offset));
  circuit.set(control("WDATA"), value);
  circuit.set(control("WSTRB"), 0xfn);
  circuit.set(control("BREADY"), 1n);
  const waiting = new Set(["AW", "W"]);
  for (let isAnswered = false; !isAnswered; memory.cycle()) {
    for (const channel of ["AW", "W"])
      circuit.set(control(`${channel}VALID`), waiting.has(channel) ? 1n : 0n);
    isAnswered = circuit.get(control("BVALID")) === 1n;
    for (const channel of [...waiting])
      if (circuit.get(control(`${channel}READY`)) === 1n) waiting.delete(channel);
  }
  circuit.set(control("BREADY"), 0n);
}

function readRegister({ circuit, memory }: AxiHost, offset: number): bigint {
  const control = (port: string): string => `s_axi_control_${port}`;
  circuit.set(control("ARADDR"), BigInt(offset));
  circuit.set(control("ARVALID"), 1n);
  circuit.set(control("RREADY"), 1n);
  while (circuit.get(control("ARREADY")) === 0n) memory.cycle();
  memory.cycle();
  circuit.set(control("ARVALID"), 0n);
  while (circuit.get(control("RVALID")) === 0n) memory.cycle();
  const value = circuit.get(control("RDATA"));
  memory.cycle();
  circuit.set(control("RREADY"), 0n);
  return value;
}

export function bytesOf(array: ArrayPorts): number {
  return elementBytes(array.element) * sizeOf(array);
}

/** Its elements as they lie in memory. */
export function toMemory(array: ArrayPorts, value: NDArray): Uint8Array {
  const step = elementBytes(array.element);
  const bytes = new Uint8Array(bytesOf(array));
  for (let index = 0; index < sizeOf(array); index++)
    bytes.set(elementToBytes(array.element, toBits(array.element, get(value, index))), index * step);
  return bytes;
}

export function fromMemory(array: ArrayPorts, target: NDArray, bytes: Uint8Array): void {
  const step = elementBytes(array.element);
  for (let index = 0; index < sizeOf(array); index++) {
    const own = bytes.subarray(index * step, (index + 1) * step);
    set(target, index, fromBits(array.element, elementFromBytes(array.element, own)));
  }
}
