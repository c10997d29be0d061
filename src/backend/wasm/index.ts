/**
 * Loops on the CPU, as WebAssembly. The same bits as the reference interpreter, the same faults at the same places.
 *
 *     const kernel = await compileWasm(loops);
 *     const { results } = kernel.run(new Map([["a", a], ["n", 3]])); // `a` is changed in place
 */
import type { ArrayDecl, Loops } from "../../loops/nodes.ts";
import { arrayType, toldBy } from "../../loops/program.ts";
import { statementsIn } from "../../loops/walk.ts";
import { RunFault, type RunResult } from "../../program/interpret/index.ts";
import type { Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { type ArrayData, allocateData, type NDArray, set } from "../../types/storage.ts";
import { sameType } from "../../types/types.ts";
import { type Binaryen, bug } from "./code.ts";
import { start } from "./engine.ts";
import { type Crossing, reader, writer } from "./host.ts";
import type { Placed } from "./layout.ts";
import { buildModule, type CompiledModule, scalarType } from "./module.ts";
import type { LoopForm } from "./simd/index.ts";

export interface WasmKernel {
  /** Changes argument arrays in place. Throws RunFault for what the program does wrong. */
  run(args: ReadonlyMap<string, NDArray | Value>): RunResult;
  readonly binary: Uint8Array;
  /** The module as WebAssembly text. */
  text(): string;
  /** Which loops run as vectors, and why others do not. Short loops that are written out are not there. */
  readonly forms: ReadonlyMap<string, LoopForm>;
}

export type { LoopForm } from "./simd/index.ts";

export interface WasmOptions {
  readonly simd?: boolean; // false: one iteration at a time; the bits are the same
}

/** Loading the WebAssembly library takes half a second, so only those who ask for it wait. */
export async function compileWasm(loops: Loops, { simd = true }: WasmOptions = {}): Promise<WasmKernel> {
  const { default: wasm } = await import("binaryen");
  const plain = instantiate(wasm, loops, new Map(), simd);
  const variants = new Map<string, Instance>([["", plain]]);
  return {
    binary: plain.compiled.binary,
    text: () => textOf(wasm, plain.compiled.binary),
    forms: plain.compiled.forms,
    run: (args) => {
      checkArguments(loops, args);
      const sameAs = sharedArguments(loops, args);
      const key = [...sameAs].map(([name, other]) => `${name}=${other}`).join(" ");
      const instance = variants.get(key) ?? instantiate(wasm, loops, sameAs, simd);
      variants.set(key, instance);
      return toldBy(loops, () => runInstance(instance, loops, args));
    },
  };
}

function textOf(wasm: Binaryen, binary: Uint8Array): string {
  const module = wasm.readBinary(binary);
  try {
    return module.emitText();
  } finally {
    module.dispose();
  }
}

interface Instance {
  readonly compiled: CompiledModule;
  readonly memory: ArrayBuffer;
  readonly run: (...scalars: unknown[]) => void;
  readonly written: ReadonlySet<string>; // arrays that some statement stores to
}

function instantiate(
  wasm: Binaryen,
  loops: Loops,
  sameAs: ReadonlyMap<string, string>,
  simd: boolean,
): Instance {
  const compiled = buildModule(wasm, loops, sameAs, simd);
  const host: Record<string, (...args: Crossing[]) => unknown> = {};
  for (const { name, call } of compiled.host.imports.values()) host[name] = call;
  const { memory, run } = start(compiled.binary, { host }) as {
    memory: { buffer: ArrayBuffer };
    run: Instance["run"];
  };
  const stores = [...statementsIn(loops.body)].filter((stmt) => stmt.kind === "store");
  const written = new Set(stores.map(({ array }) => array));
  const instance: Instance = { compiled, memory: memory.buffer, run, written };
  for (const placed of compiled.layout.arrays.values()) {
    if (placed.decl.table !== undefined) writeTable(instance, placed, placed.decl.table);
  }
  return instance;
}

function writeTable(instance: Instance, placed: Placed, table: readonly Value[]): void {
  const data = allocateData(placed.storage, placed.size);
  const array: NDArray = { type: arrayType(placed.decl), data };
  for (const [i, value] of table.entries()) set(array, i, value);
  if (Array.isArray(data)) instance.compiled.outside.set(placed.name, data);
  else bytesOf(instance, placed).set(asBytes(data));
}

function runInstance(
  instance: Instance,
  loops: Loops,
  args: ReadonlyMap<string, NDArray | Value>,
): RunResult {
  const { compiled } = instance;
  for (const decl of loops.arrays) if (decl.table === undefined) clear(instance, placedOf(compiled, decl));
  const arrays = loops.params.filter((param) => param.kind === "array");
  for (const decl of arrays) copyIn(instance, placedOf(compiled, decl), dataOf(args, decl));
  const scalars = loops.params.flatMap((param) =>
    param.kind === "scalar" ? [writer(param.type)(args.get(param.name) as Value)] : [],
  );
  try {
    instance.run(...scalars);
  } finally {
    for (const decl of arrays) {
      if (instance.written.has(decl.name)) copyOut(instance, placedOf(compiled, decl), dataOf(args, decl));
    }
  }
  return { results: loops.results.map((name) => resultOf(instance, loops, args, name)) };
}

function resultOf(
  instance: Instance,
  loops: Loops,
  args: ReadonlyMap<string, NDArray | Value>,
  name: string,
): NDArray | Value {
  const type = scalarType(loops, name);
  if (type !== null) return reader(type)(instance.compiled.results.get(name) as Crossing);
  const placed = instance.compiled.layout.arrays.get(name) ?? bug(`no result \`${name}\``);
  const given = args.get(name);
  if (typeof given === "object") return { type: arrayType(placed.decl), data: given.data };
  const data = allocateData(placed.storage, placed.size);
  copyOut(instance, placed, data);
  return { type: arrayType(placed.decl), data };
}

// Memory

function clear(instance: Instance, placed: Placed): void {
  if (placed.bytes > 0) bytesOf(instance, placed).fill(0);
  else instance.compiled.outside.set(placed.name, new Array<bigint>(placed.size).fill(0n));
}

function copyIn(instance: Instance, placed: Placed, data: ArrayData): void {
  if (Array.isArray(data)) instance.compiled.outside.set(placed.name, data);
  else bytesOf(instance, placed).set(asBytes(data));
}

function copyOut(instance: Instance, placed: Placed, data: ArrayData): void {
  if (!Array.isArray(data)) return asBytes(data).set(bytesOf(instance, placed));
  const outside = instance.compiled.outside.get(placed.name) ?? bug(`\`${placed.name}\` has no memory`);
  if (outside !== data) for (const [i, element] of outside.entries()) data[i] = element;
}

function bytesOf(instance: Instance, { address, size, bytes }: Placed): Uint8Array {
  return new Uint8Array(instance.memory, address, size * bytes);
}

function asBytes(data: Exclude<ArrayData, bigint[]>): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function placedOf(compiled: CompiledModule, { name }: ArrayDecl): Placed {
  return compiled.layout.arrays.get(name) ?? bug(`no array \`${name}\``);
}

// Arguments

function dataOf(args: ReadonlyMap<string, NDArray | Value>, { name }: ArrayDecl): ArrayData {
  const arg = args.get(name);
  return typeof arg === "object" ? arg.data : bug(`\`${name}\` is no array`);
}

function checkArguments(loops: Loops, args: ReadonlyMap<string, NDArray | Value>): void {
  const nowhere = { from: 0, to: 0 };
  for (const param of loops.params) {
    const arg = args.get(param.name);
    if (arg === undefined) {
      throw new RunFault("argument", `no value for the argument \`${param.name}\``, nowhere);
    }
    const type = param.kind === "scalar" ? param.type : arrayType(param);
    const fits = typeof arg === "object" ? sameType(arg.type, type) : param.kind === "scalar";
    if (fits) continue;
    const given = typeof arg === "object" ? printType(arg.type) : `a ${typeof arg}`;
    const message = `the argument \`${param.name}\` is ${given}, and ${printType(type)} is needed`;
    throw new RunFault("argument", message, nowhere);
  }
}

/** An array given twice is the same memory twice: each such parameter with the first that has its memory. */
function sharedArguments(
  loops: Loops,
  args: ReadonlyMap<string, NDArray | Value>,
): ReadonlyMap<string, string> {
  const seen = new Map<ArrayData, string>();
  const shared = new Map<string, string>();
  for (const param of loops.params) {
    if (param.kind !== "array") continue;
    const data = dataOf(args, param);
    const first = seen.get(data);
    if (first === undefined) seen.set(data, param.name);
    else shared.set(param.name, first);
  }
  return shared;
}
