/** A kernel on AXI, called as a host would: buffers in memory, registers, start, wait, results. */
import { expect } from "vitest";
import { bug } from "../../../src/diagnostics/bug.ts";
import { emptyArray, sizeOf } from "../../../src/hardware/bench/words.ts";
import type { ArrayPorts, KernelInterface } from "../../../src/hardware/interface.ts";
import { elementBytes } from "../../../src/system/axi/elements.ts";
import { bytesOf, fromMemory, toMemory } from "../../../src/system/axi/host.ts";
import type { Register } from "../../../src/system/axi/registers.ts";
import { streamName, streamsOf } from "../../../src/system/axi/streams.ts";
import { fromBits, toBits } from "../../../src/types/bits.ts";
import type { Value } from "../../../src/types/operators.ts";
import type { NDArray } from "../../../src/types/storage.ts";
import type { Bus, StreamEnd, StreamWord } from "./bus.ts";

export interface AxiCall {
  readonly results: (NDArray | Value)[];
  readonly status: bigint;
  readonly kernelCycles: number; // as the register says
  readonly cycles: number; // from start to done, with copies
}

/** Arguments are changed in place. `place` gives the address of a buffer of so many bytes. */
export function callOverBus(
  bus: Bus,
  { ports, registers }: { readonly ports: KernelInterface; readonly registers: readonly Register[] },
  args: ReadonlyMap<string, NDArray | Value>,
  place: (bytes: number) => bigint,
): AxiCall {
  const buffers = new Map<string, bigint>();
  for (const { meaning, offset, width } of registers) {
    if (meaning.kind === "scalar") {
      const name = ports.scalars.find(({ port }) => port === meaning.port)?.name ?? bug("no such scalar");
      const value = args.get(name);
      if (value === undefined || typeof value === "object") return bug(`${name} has no value`);
      writeWords(bus, offset, width, toBits(meaning.type, value));
    } else if (meaning.kind === "array") {
      const array = arrayOf(ports, meaning.array);
      const address = place(bytesOf(array));
      buffers.set(array.name, address);
      const given = args.get(array.name);
      if (typeof given === "object") bus.put(address, toMemory(array, given));
      writeWords(bus, offset, 64, address);
    }
  }
  for (const array of streamsOf(ports)) {
    const given = args.get(array.name);
    if (array.isRead && typeof given === "object") streamIn(bus, array).push(...streamWords(array, given));
  }
  const from = bus.cycles;
  bus.write(0, 1n);
  for (let tries = 0; (bus.read(0) & 2n) === 0n; tries++) {
    for (let wait = 0; wait < 20; wait++) bus.cycle();
    if (tries > 50_000) throw new Error("the call does not end");
  }
  const cycles = bus.cycles - from;
  const after = (array: ArrayPorts): NDArray => {
    const given = args.get(array.name);
    const target = typeof given === "object" ? given : emptyArray(array);
    const address = buffers.get(array.name);
    if (array.stream !== null && array.isWritten) takeStream(array, target, streamIn(bus, array));
    if (address !== undefined && array.isWritten)
      fromMemory(array, target, bus.take(address, bytesOf(array)));
    return target;
  };
  const arrays = new Map(ports.arrays.map((array) => [array.name, after(array)]));
  const results = ports.results.map((result) => {
    if (result.kind === "array") return arrays.get(result.array) ?? bug("no such array");
    const own = registers.find(({ meaning }) => meaning.kind === "result" && meaning.port === result.port);
    return fromBits(result.type, readWords(bus, own ?? bug("no such result")));
  });
  const named = (kind: "status" | "cycles"): bigint =>
    readWords(bus, registers.find(({ meaning }) => meaning.kind === kind) ?? bug(`no ${kind}`));
  return { results, cycles, status: named("status"), kernelCycles: Number(named("cycles")) };
}

export function writeWords(bus: Bus, offset: number, width: number, value: bigint): void {
  for (let low = 0; low < width; low += 32)
    bus.write(offset + low / 8, (value >> BigInt(low)) & 0xffff_ffffn);
}

export function readWords(bus: Bus, { offset, width }: Register): bigint {
  let value = 0n;
  for (let low = 0; low < width; low += 32) value |= bus.read(offset + low / 8) << BigInt(low);
  return value;
}

function arrayOf({ arrays }: KernelInterface, name: string): ArrayPorts {
  return arrays.find((one) => one.name === name) ?? bug(`no array ${name}`);
}

function streamIn(bus: Bus, array: ArrayPorts): StreamWord[] {
  return bus.streams.find(({ name }) => name === streamName(array))?.words ?? bug(`no stream ${array.name}`);
}

function streamWords(array: ArrayPorts, value: NDArray): readonly StreamWord[] {
  const [bytes, step] = [toMemory(array, value), elementBytes(array.element)];
  return Array.from({ length: sizeOf(array) }, (_, at) => ({
    data: bytes
      .slice(at * step, (at + 1) * step)
      .reduceRight((word, byte) => (word << 8n) | BigInt(byte), 0n),
    last: at === sizeOf(array) - 1,
  }));
}

/** The words of a call: as many as it has elements, of which the last alone is the last. */
function takeStream(array: ArrayPorts, target: NDArray, words: StreamWord[]): void {
  const own = words.splice(0);
  expect(own.map(({ last }) => last)).toEqual(own.map((_, at) => at === sizeOf(array) - 1));
  expect(own).toHaveLength(sizeOf(array));
  const step = elementBytes(array.element);
  const bytes = own.flatMap(({ data }) =>
    Array.from({ length: step }, (_, at) => Number((data >> BigInt(8 * at)) & 0xffn)),
  );
  fromMemory(array, target, Uint8Array.from(bytes));
}

/** For `Bus`. */
export function streamEnds(ports: KernelInterface): readonly StreamEnd[] {
  return streamsOf(ports).map((array) => ({ name: streamName(array), isSent: array.isRead }));
}
