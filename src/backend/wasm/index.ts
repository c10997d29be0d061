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
import { type ArrayData, allocateData, dataAt, type NDArray, set } from "../../types/storage.ts";
import { sameType } from "../../types/types.ts";
import { assembler } from "./assemble/index.ts";
import { type Binaryen, bug } from "./code.ts";
import { compiled, started } from "./engine.ts";
import { type Crossing, reader, writer } from "./host.ts";
import type { Placed } from "./layout.ts";
import { buildModule, type CompiledModule, scalarType } from "./module.ts";
import type { LoopForm } from "./simd/index.ts";

export interface WasmKernel {
  /** Changes argument arrays in place. Throws RunFault for what the program does wrong. */
  run(args: ReadonlyMap<string, NDArray | Value>): RunResult;
  /** As `run`, but arrays that are returned lie in the kernel's memory: they are good until it runs again. */
  call(args: ReadonlyMap<string, NDArray | Value>): RunResult;
  /**
   * The memory that array arguments have while the kernel runs; what is put there need not be copied. `sameAs` maps
   * arguments to others whose memory they share. Wide elements are elsewhere.
   */
  room(sameAs: ReadonlyMap<string, string>): ReadonlyMap<string, ArrayData>;
  /** How many bytes of memory it has at the moment. */
  held(): number;
  /** Gives its memory back; it takes new memory when it runs again. */
  release(): void;
  readonly binary: Uint8Array;
  /** The module as WebAssembly text. */
  text(): Promise<string>;
  /** Which loops run as vectors, and why others do not. Short loops that are written out are not there. */
  readonly forms: ReadonlyMap<string, LoopForm>;
}

export type { LoopForm } from "./simd/index.ts";

export interface WasmOptions {
  readonly simd?: boolean; // false: one iteration at a time; the bits are the same
  /** Ready at once; optimised only when it has run for a while, between two calls. The bits are the same. */
  readonly quick?: boolean;
}

/** Binaryen's library makes code up to a third faster. It takes half a second to load, and as long for its first kernel. */
export async function compileWasm(
  loops: Loops,
  { simd = true, quick = false }: WasmOptions = {},
): Promise<WasmKernel> {
  let wasm = quick ? assembler() : await library();
  const plain = variant(wasm, loops, new Map(), simd);
  const variants = new Map<string, Variant>([["", plain]]);
  const variantFor = (sameAs: ReadonlyMap<string, string>): Variant => {
    const key = [...sameAs].map(([name, other]) => `${name}=${other}`).join(" ");
    const known = variants.get(key) ?? variant(wasm, loops, sameAs, simd);
    variants.set(key, known);
    return known;
  };
  let untilOptimised = quick ? quickMs : Number.POSITIVE_INFINITY;
  const optimise = async (): Promise<void> => {
    const better = await library().catch(() => null);
    if (better === null) return; // what there is works
    wasm = better;
    variants.clear();
  };
  const runIn = (args: ReadonlyMap<string, NDArray | Value>, keep: boolean): RunResult => {
    checkArguments(loops, args);
    const instance = instanceOf(variantFor(sharedArguments(loops, args)));
    const started = performance.now();
    try {
      return toldBy(loops, () => runInstance(instance, loops, args, keep));
    } finally {
      untilOptimised -= performance.now() - started;
      if (untilOptimised < 0) {
        untilOptimised = Number.POSITIVE_INFINITY;
        soon(optimise);
      }
    }
  };
  return {
    binary: plain.compiled.binary,
    text: async () => textOf(await library(), plain.compiled.binary),
    forms: plain.compiled.forms,
    run: (args) => runIn(args, true),
    call: (args) => runIn(args, false),
    room: (sameAs) => roomOf(instanceOf(variantFor(sameAs)), loops),
    held: () => [...variants.values()].reduce((sum, { live }) => sum + (live?.memory.byteLength ?? 0), 0),
    release: () => {
      for (const known of variants.values()) known.live = null;
    },
  };
}

const quickMs = 2000; // of running, until it is worth the time that optimising takes

/** When there is time; a process that has nothing else to do ends instead. */
function soon(act: () => Promise<void>): void {
  const timer: { unref?(): unknown } = setTimeout(act, 0);
  timer.unref?.();
}

async function library(): Promise<Binaryen> {
  return (await import("binaryen")).default;
}

function textOf(wasm: Binaryen, binary: Uint8Array): string {
  const module = wasm.readBinary(binary);
  try {
    return module.emitText();
  } finally {
    module.dispose();
  }
}

/** The kernel for arguments of which some are the same array. */
interface Variant {
  readonly compiled: CompiledModule;
  readonly module: object;
  readonly written: ReadonlySet<string>; // arrays that some statement stores to
  live: Instance | null; // while it has memory
}

interface Instance {
  readonly compiled: CompiledModule;
  readonly memory: ArrayBuffer;
  readonly run: (...scalars: unknown[]) => void;
  readonly written: ReadonlySet<string>;
  readonly views: Map<string, ArrayData>; // arrays as they lie in the memory
}

function variant(wasm: Binaryen, loops: Loops, sameAs: ReadonlyMap<string, string>, simd: boolean): Variant {
  const made = buildModule(wasm, loops, sameAs, simd);
  const stores = [...statementsIn(loops.body)].filter((stmt) => stmt.kind === "store");
  const written = new Set(stores.map(({ array }) => array));
  return { compiled: made, module: compiled(made.binary), written, live: null };
}

function instanceOf(known: Variant): Instance {
  const instance = known.live ?? instantiate(known);
  known.live = instance;
  return instance;
}

function instantiate({ compiled, module, written }: Variant): Instance {
  const host: Record<string, (...args: Crossing[]) => unknown> = {};
  for (const { name, call } of compiled.host.imports.values()) host[name] = call;
  const { memory, run } = started(module, { host }) as {
    memory: { buffer: ArrayBuffer };
    run: Instance["run"];
  };
  const instance: Instance = { compiled, memory: memory.buffer, run, written, views: new Map() };
  for (const placed of compiled.layout.arrays.values()) {
    if (placed.decl.table !== undefined) writeTable(instance, placed, placed.decl.table);
  }
  return instance;
}

function roomOf(instance: Instance, loops: Loops): ReadonlyMap<string, ArrayData> {
  const arrays = loops.params.flatMap((param) => {
    const placed = param.kind === "array" ? placedOf(instance.compiled, param) : null;
    return placed === null || placed.bytes === 0 ? [] : [placed];
  });
  return new Map(arrays.map((placed) => [placed.name, viewOf(instance, placed)]));
}

/** One view an address: arguments that are the same array are the same view. */
function viewOf(instance: Instance, placed: Placed): ArrayData {
  const { storage, address, size } = placed;
  const known = instance.views.get(viewKey(placed)) ?? dataAt(storage, instance.memory, address, size);
  instance.views.set(viewKey(placed), known);
  return known;
}

function viewKey({ storage, address, size }: Placed): string {
  return `${address} ${storage} ${size}`;
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
  keep: boolean,
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
  return { results: loops.results.map((name) => resultOf(instance, loops, args, name, keep)) };
}

function resultOf(
  instance: Instance,
  loops: Loops,
  args: ReadonlyMap<string, NDArray | Value>,
  name: string,
  keep: boolean,
): NDArray | Value {
  const type = scalarType(loops, name);
  if (type !== null) return reader(type)(instance.compiled.results.get(name) as Crossing);
  const placed = instance.compiled.layout.arrays.get(name) ?? bug(`no result \`${name}\``);
  const given = args.get(name);
  if (typeof given === "object") return { type: arrayType(placed.decl), data: given.data };
  if (!keep && placed.bytes > 0) return { type: arrayType(placed.decl), data: viewOf(instance, placed) };
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
  else if (data !== instance.views.get(viewKey(placed))) bytesOf(instance, placed).set(asBytes(data));
}

function copyOut(instance: Instance, placed: Placed, data: ArrayData): void {
  if (data === instance.views.get(viewKey(placed))) return;
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
    if (data.length === 0) continue; // nothing is shared
    const first = seen.get(data);
    if (first === undefined) seen.set(data, param.name);
    else shared.set(param.name, first);
  }
  return shared;
}
