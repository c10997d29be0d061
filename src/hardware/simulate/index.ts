/**
 * A circuit, run cycle by cycle as WebAssembly.
 *
 *     const circuit = await simulate(design);
 *     circuit.set("x", 5n);
 *     circuit.step(3);
 *     circuit.get("y");
 */
import { bug } from "../../diagnostics/bug.ts";
import { flatten } from "../netlist/flatten.ts";
import type { Design, Expr, Memory, Module } from "../netlist/nodes.ts";
import { verified } from "../netlist/verify.ts";
import { packsOf } from "./alike.ts";
import { bytesFor, type Slot, vectorBytes, wordsFor } from "./code.ts";
import { namesOf } from "./cycle.ts";
import { fitsLanes } from "./lanes.ts";
import { type Layout, layOut } from "./layout.ts";
import { buildModule, buildObserver, pagesFor } from "./module.ts";
import { partsOf } from "./parts.ts";
import type { Simulation, Watched, WatchedSimulation } from "./simulation.ts";
import { inWords } from "./words.ts";

export type { Simulation } from "./simulation.ts";

export function simulate(design: Design): Promise<Simulation> {
  return simulateWatched(design, []);
}

/** `names`: outputs, and what `peek` takes. */
export async function simulateWatched(design: Design, names: readonly string[]): Promise<WatchedSimulation> {
  const flat = inWords(flatten(verified(design)));
  const packs = packsOf(flat, fitsLanes);
  const watched = watchedIn(flat, names);
  const parts = partsOf(flat, packs, [...watched.values()]);
  const layout = layOut(flat, packs, parts.hot, new Set(parts.held.flatMap(namesOf)), watched);
  const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine };
  const memory = new engine.Memory({ initial: pagesFor(layout), maximum: pagesFor(layout) });
  const start = (binary: Uint8Array): unknown =>
    new engine.Instance(new engine.Module(binary), { lutra: { memory } }).exports;
  const { run, outputs, look, advance } = start(buildModule(flat, layout, parts, watched)) as Main;
  let observer: Observer | null = null; // built when somebody looks at a wire
  const view = new DataView(memory.buffer);
  for (const { name, initial } of flat.registers) write(view, slot(layout.slots, name), initial);
  for (const one of flat.memories) {
    for (const [index, word] of (one.initial ?? []).entries())
      write(view, wordSlot(layout, one, index), word);
  }
  const memories = new Map(flat.memories.map((one) => [one.name, one]));
  const wordOf = (name: string, index: number): Slot => {
    const found = memories.get(name) ?? bug(`${flat.name} has no memory ${name}`);
    if (!(index >= 0 && index < found.depth)) bug(`${name} has no word ${index}`);
    return wordSlot(layout, found, index);
  };
  const inputs = new Set(flat.inputs.map(({ name }) => name));
  const state = new Set([
    ...inputs,
    ...flat.registers.map(({ name }) => name),
    ...flat.memories.flatMap(({ reads }) =>
      reads.filter(({ latency }) => latency === 1).map(({ data }) => data),
    ),
  ]);

  let shown = false; // whether the outputs follow from inputs and state as they are
  let seen = false; // whether all wires do
  const changed = (): void => {
    shown = false;
    seen = false;
  };
  return {
    set: (input, value) => {
      if (!inputs.has(input)) bug(`${flat.name} has no input ${input}`);
      write(view, slot(layout.slots, input), value);
      changed();
    },
    setReset: (up) => write(view, layout.reset, up ? 1n : 0n),
    get: (output) => {
      if (!shown) outputs();
      shown = true;
      return read(view, slot(layout.outputs, output));
    },
    step: (clocks = 1) => {
      run(clocks);
      changed();
    },
    peek: (name) => {
      if (!seen && !state.has(name)) {
        observer ??= start(buildObserver(flat, layout)) as Observer;
        observer.observe();
        seen = true;
      }
      return read(view, slot(layout.slots, name));
    },
    word: (name, index) => read(view, wordOf(name, index)),
    setWord: (name, index, value) => {
      write(view, wordOf(name, index), value);
      changed();
    },
    look: () => look?.(),
    advance: (most) => {
      changed();
      if (advance !== undefined) return advance(most);
      run(most);
      return most;
    },
    watched: (name) => keptAt(view, slot(layout.watched, name)),
  };
}

/** Outputs, inputs, and what there is inside. */
function watchedIn(flat: Module, names: readonly string[]): ReadonlyMap<string, Expr> {
  if (names.length === 0) return new Map();
  const ref = (name: string, width: number): [string, Expr] => [name, { kind: "ref", name, width }];
  const known = new Map<string, Expr>([
    ...[...flat.inputs, ...flat.registers].map(({ name, width }) => ref(name, width)),
    ...flat.wires.map(({ name, value }) => ref(name, value.width)),
    ...flat.memories.flatMap(({ width, reads }) => reads.map(({ data }) => ref(data, width))),
    ...flat.outputs.map(({ name, value }): [string, Expr] => [name, value]),
  ]);
  return new Map(names.map((name) => [name, known.get(name) ?? bug(`${flat.name} has no ${name}`)]));
}

function keptAt(view: DataView, own: Slot): Watched {
  const value = (): bigint => read(view, own);
  const { address, width } = own;
  const is = width <= 8 ? () => view.getUint8(address) !== 0 : () => value() !== 0n;
  return { is, value };
}

interface Main {
  readonly run: (clocks: number) => void;
  readonly outputs: () => void;
  readonly look?: () => void; // where something is watched
  readonly advance?: (most: number) => number;
}

interface Observer {
  readonly observe: () => void;
}

/** The part of the platform's WebAssembly that is used here; TypeScript declares it only together with a browser. */
interface Engine {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

function slot(slots: ReadonlyMap<string, Slot>, name: string): Slot {
  return slots.get(name) ?? bug(`the circuit has no ${name}`);
}

function wordSlot(layout: Layout, { name, width }: Memory, index: number): Slot {
  const first = slot(layout.words, name);
  return { ...first, address: first.address + index * bytesFor(width) };
}

function read(view: DataView, { address, width, form }: Slot): bigint {
  if (form === "lanes") {
    let value = 0n;
    for (let index = wordsFor(width) - 1; index >= 0; index--)
      value = (value << 32n) | BigInt(view.getUint32(address + vectorBytes * index, true));
    return BigInt.asUintN(width, value);
  }
  if (width <= 8) return BigInt(view.getUint8(address));
  if (width <= 16) return BigInt(view.getUint16(address, true));
  if (width <= 32) return BigInt(view.getUint32(address, true));
  let value = 0n;
  for (let at = bytesFor(width) - 8; at >= 0; at -= 8) {
    value = (value << 64n) | view.getBigUint64(address + at, true);
  }
  return value;
}

function write(view: DataView, { address, width, form }: Slot, value: bigint): void {
  const own = BigInt.asUintN(width, value);
  if (form === "lanes") {
    const words = width === 1 ? -own : own; // a single bit is a mask
    for (let index = 0; index < wordsFor(width); index++) {
      const word = Number(BigInt.asUintN(32, words >> BigInt(32 * index)));
      view.setUint32(address + vectorBytes * index, word, true);
    }
  } else if (width <= 8) view.setUint8(address, Number(own));
  else if (width <= 16) view.setUint16(address, Number(own), true);
  else if (width <= 32) view.setUint32(address, Number(own), true);
  else
    for (let at = 0; at < bytesFor(width); at += 8) {
      view.setBigUint64(address + at, BigInt.asUintN(64, own >> BigInt(8 * at)), true);
    }
}
